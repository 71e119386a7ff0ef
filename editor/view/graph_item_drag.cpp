// SPDX-License-Identifier: Apache-2.0
// Nodes, groups and comments in the user's hand: what is moved along, what a click does, and the
// one edit at the end.
#include "editor/view/graph_item_drag.h"

#include "editor/view/graph_scene.h"

#include <QGraphicsSceneMouseEvent>

namespace sartor::editor {

GraphItemDrag::GraphItemDrag(GraphScene& scene,
                             GraphWorkspace& workspace,
                             QGraphicsItem& item,
                             const QGraphicsSceneMouseEvent& press)
    : scene_(scene), workspace_(workspace), start_(press.scenePos()) {
    const bool isToggle = (press.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier)) != 0;
    if (isToggle) {
        item.setSelected(!item.isSelected());
    } else if (!item.isSelected()) {
        scene_.clearSelection();
        item.setSelected(true);
    } else {
        clicked_ = &item;
    }
    auto* comment = qgraphicsitem_cast<GraphCommentItem*>(&item);
    if (comment != nullptr && comment->isAtCorner(start_)) {
        resized_ = comment;
        size_ = comment->size();
    } else {
        collectPlaces();
    }
}

void GraphItemDrag::collectPlaces() {
    for (QGraphicsItem* selected : scene_.selectedItems()) {
        if (const auto* group = qgraphicsitem_cast<GraphGroupItem*>(selected)) {
            for (const std::string& id :
                 workspace_.document.definition().groups[group->index()].nodes) {
                if (GraphNodeItem* member = scene_.nodeItem(id)) {
                    places_.emplace(member, member->pos());
                }
            }
        } else if (selected != scene_.nodeItem({}) &&
                   qgraphicsitem_cast<GraphWireItem*>(selected) == nullptr) {
            places_.emplace(selected, selected->pos());
        }
    }
}

void GraphItemDrag::moveTo(const QPointF& scenePlace) {
    const QPointF offset = scenePlace - start_;
    constexpr qreal kStill = 3.0;
    if (!isMoved_ && offset.manhattanLength() < kStill) {
        return;
    }
    isMoved_ = true;
    if (resized_ != nullptr) {
        resized_->setSize(size_ + QSizeF(offset.x(), offset.y()));
        return;
    }
    for (const auto& [item, place] : places_) {
        item->setPos(snapped(place + offset));
    }
    scene_.showMoved(
        [this](const std::string& id) { return places_.contains(scene_.nodeItem(id)); });
}

void GraphItemDrag::drop() {
    if (!isMoved_) {
        if (clicked_ != nullptr) {
            scene_.clearSelection();
            clicked_->setSelected(true);
        }
        return;
    }
    if (resized_ != nullptr) {
        workspace_.edits.setCommentRect(
            resized_->index(), QRectF(resized_->pos(), resized_->size()), Gesture::Single);
        return;
    }
    GraphPlaces places;
    for (const auto& [item, place] : places_) {
        if (const auto* node = qgraphicsitem_cast<GraphNodeItem*>(item)) {
            places.nodes.emplace(node->id(), node->pos());
        } else if (const auto* comment = qgraphicsitem_cast<GraphCommentItem*>(item)) {
            places.comments.emplace(comment->index(), comment->pos());
        }
    }
    workspace_.edits.move(places, Gesture::Single);
}

void GraphItemDrag::takeBack() {
    for (const auto& [item, place] : places_) {
        item->setPos(place);
    }
    if (resized_ != nullptr) {
        resized_->setSize(size_);
    }
}

} // namespace sartor::editor
