// SPDX-License-Identifier: Apache-2.0
// The clip from end to end: seconds, keys of the selected joint, and the time that is dragged.
#pragma once

#include "editor/model/document.h"
#include "editor/model/selection.h"

#include <QWidget>

#include <vector>

namespace sartor::editor {

class TimelineRuler : public QWidget {
    Q_OBJECT

public:
    TimelineRuler(Document& document, Selection& selection, QWidget* parent = nullptr);

    double timeAt(int x) const;
    int positionOf(double seconds) const;

    QSize sizeHint() const override;

Q_SIGNALS:
    /// The user has taken hold of the time.
    void scrubbed(double seconds);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void collectKeys();
    void paintTicks(QPainter& painter) const;

    Document& document_;
    Selection& selection_;
    /// Seconds, increasing: of the selected joint, else of all channels.
    std::vector<float> keyTimes_;
};

} // namespace sartor::editor
