// SPDX-License-Identifier: Apache-2.0
// Root motion while a graph plays: the tracks from above, who produced and who took it, what is
// off.
#pragma once

#include "editor/model/graph_workspace.h"
#include "editor/model/root_motion_report.h"

#include <QWidget>

class QLabel;
class QTableWidget;

namespace sartor::editor {

/// The tracks, fitted into the widget with the same scale both ways.
class RootMotionTracks : public QWidget {
    Q_OBJECT

public:
    explicit RootMotionTracks(QWidget* parent = nullptr);

    void setReport(const RootMotionReport& report);
    QSize minimumSizeHint() const override { return {160, 120}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    RootMotionReport report_;
};

class RootMotionPanel : public QWidget {
    Q_OBJECT

public:
    explicit RootMotionPanel(GraphWorkspace& workspace, QWidget* parent = nullptr);

    void show(const RootMotionReport& report);

private:
    void refresh();

    GraphWorkspace& workspace_;
    RootMotionTracks* tracks_ = nullptr;
    QLabel* owner_ = nullptr;
    QLabel* conservation_ = nullptr;
    QLabel* verdict_ = nullptr;
    QTableWidget* sources_ = nullptr;
};

} // namespace sartor::editor
