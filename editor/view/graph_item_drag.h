// SPDX-License-Identifier: Apache-2.0
// Nodes, groups and comments in the user's hand: what is moved along, what a click does, and the
// one edit at the end.
#pragma once

#include "editor/model/graph_workspace.h"

#include <QPointF>
#include <QSizeF>

#include <map>

class QGraphicsItem;
class QGraphicsSceneMouseEvent;

namespace sartor::editor {

class GraphCommentItem;
class GraphScene;

class GraphItemDrag {
public:
    /// Selects as a press does. What is selected is moved, a group with its nodes; a comment that
    /// is taken at its corner is resized.
    GraphItemDrag(GraphScene& scene,
                  GraphWorkspace& workspace,
                  QGraphicsItem& item,
                  const QGraphicsSceneMouseEvent& press);

    void moveTo(const QPointF& scenePlace);
    /// Makes the edit; a click that moved nothing selects the item alone.
    void drop();
    /// Everything as it was.
    void takeBack();

private:
    void collectPlaces();

    GraphScene& scene_;
    GraphWorkspace& workspace_;
    QPointF start_;
    std::map<QGraphicsItem*, QPointF> places_;
    /// A comment whose corner is dragged.
    GraphCommentItem* resized_ = nullptr;
    QSizeF size_;
    /// Clicked without being moved, it becomes the only one selected.
    QGraphicsItem* clicked_ = nullptr;
    bool isMoved_ = false;
};

} // namespace sartor::editor
