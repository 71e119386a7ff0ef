// SPDX-License-Identifier: Apache-2.0
// The recording of a graph that plays: dragged back to any moment, gone on from there.
#pragma once

#include "editor/model/graph_live.h"

#include <QWidget>

class QLabel;
class QSlider;

namespace sartor::editor {

class GraphHistoryBar : public QWidget {
    Q_OBJECT

public:
    explicit GraphHistoryBar(GraphLive& live, QWidget* parent = nullptr);

private:
    void refresh();

    GraphLive& live_;
    QSlider* slider_ = nullptr;
    QLabel* label_ = nullptr;
};

} // namespace sartor::editor
