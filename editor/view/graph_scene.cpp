// SPDX-License-Identifier: Apache-2.0
// The graph as a picture that is edited by hand: follows the document, turns gestures into edits.
#include "editor/view/graph_scene.h"

#include "editor/model/graph_clipboard.h"
#include "editor/model/graph_values.h"
#include "editor/model/text.h"
#include "editor/view/graph_item_drag.h"
#include "editor/view/graph_wire_drag.h"

#include <QGraphicsSceneMouseEvent>
#include <QScopedValueRollback>

#include <algorithm>

namespace sartor::editor {

GraphScene::GraphScene(GraphWorkspace& workspace, QObject* parent)
    : QGraphicsScene(parent), workspace_(workspace) {
    connect(&workspace_.document, &GraphDocument::opened, this, &GraphScene::rebuild);
    connect(&workspace_.document, &GraphDocument::changed, this, &GraphScene::follow);
    connect(&workspace_.problems, &GraphProblems::changed, this, &GraphScene::refreshProblems);
    connect(&workspace_.selection, &GraphSelection::changed, this, &GraphScene::showSelection);
    connect(&workspace_.live, &GraphLive::frameChanged, this, [this] {
        showLive(workspace_.live.instance());
    });
    connect(
        &workspace_.breakpoints, &GraphBreakpoints::changed, this, &GraphScene::refreshBreakpoints);
    connect(this, &QGraphicsScene::selectionChanged, this, &GraphScene::takeSelection);
    rebuild();
}

GraphScene::~GraphScene() {
    // Its items are the scene's no longer while the base goes.
    disconnect(this, nullptr, this, nullptr);
    wireDrag_.reset();
}

void GraphScene::rebuild() {
    cancelGesture();
    const QScopedValueRollback syncing(isSyncing_, true);
    clear();
    nodes_.clear();
    wires_.clear();
    groups_.clear();
    comments_.clear();
    output_ = nullptr;
    if (!workspace_.document.isOpen()) {
        return;
    }
    const graph::GraphDefinition& definition = workspace_.document.definition();
    output_ = new GraphNodeItem(definition);
    addItem(output_);
    for (const graph::NodeDefinition& node : definition.nodes) {
        auto* item = new GraphNodeItem(definition);
        item->setNode(node);
        addItem(item);
        nodes_.emplace(node.id, item);
    }
    refreshFrames();
    refreshWires();
    refreshProblems();
    showLive(workspace_.live.instance());
}

void GraphScene::follow(const GraphDelta& delta) {
    cancelGesture();
    {
        const QScopedValueRollback syncing(isSyncing_, true);
        const graph::GraphDefinition& definition = workspace_.document.definition();
        for (const NodeChange& change : delta.nodes) {
            GraphNodeItem* item = nullptr;
            if (change.before) {
                const auto found = nodes_.find(change.before->id);
                item = found->second;
                nodes_.erase(found);
            } else {
                item = new GraphNodeItem(definition);
                addItem(item);
            }
            if (change.after) {
                item->setNode(*change.after);
                nodes_.emplace(change.after->id, item);
            } else {
                delete item;
            }
        }
        output_->setOutput(definition);
        if (delta.groups || delta.comments || !delta.nodes.empty()) {
            refreshFrames();
        }
        refreshWires();
    }
    showSelection();
}

void GraphScene::refreshWires() {
    std::map<InputPlace, GraphWireItem*> wires;
    const graph::GraphDefinition& definition = workspace_.document.definition();
    for (const Link& link : linksOf(definition)) {
        // A link to a node that is not there has nowhere to begin: its node is marked instead.
        const auto source = nodes_.find(link.from.node);
        if (source == nodes_.end()) {
            continue;
        }
        GraphWireItem* item = nullptr;
        if (const auto found = wires_.find(link.to); found != wires_.end()) {
            item = found->second;
            wires_.erase(found);
        } else {
            item = new GraphWireItem(link);
            addItem(item);
        }
        const auto row = source->second->geometry().rowOf(link.from);
        item->setLink(link,
                      row ? source->second->geometry().outputs[*row].type : graph::PinType::Pose);
        wires.emplace(link.to, item);
    }
    for (const auto& [place, item] : wires_) {
        delete item;
    }
    wires_ = std::move(wires);
    placeWires();
}

void GraphScene::placeWires() {
    for (const auto& [place, item] : wires_) {
        item->setEnds(placeOf(item->link().from), placeOf(place));
    }
}

void GraphScene::refreshFrames() {
    const graph::GraphDefinition& definition = workspace_.document.definition();
    const auto fit = [this](auto& items, std::size_t count, auto make) {
        while (items.size() > count) {
            delete items.back();
            items.pop_back();
        }
        while (items.size() < count) {
            items.push_back(make(items.size()));
            addItem(items.back());
        }
    };
    fit(groups_, definition.groups.size(), [](std::size_t i) { return new GraphGroupItem(i); });
    fit(comments_, definition.comments.size(), [](std::size_t i) {
        return new GraphCommentItem(i);
    });
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        const graph::GroupDefinition& group = definition.groups[i];
        groups_[i]->setGroup(toQString(group.title), groupRect(definition, group));
    }
    for (std::size_t i = 0; i < comments_.size(); ++i) {
        const graph::CommentDefinition& comment = definition.comments[i];
        comments_[i]->setComment(toQString(comment.text), commentRect(comment));
    }
}

void GraphScene::refreshProblems() {
    QStringList ofGraph;
    for (const graph::Problem& problem : workspace_.problems.problems()) {
        if (problem.node.empty()) {
            ofGraph << toQString(problem.message);
        }
    }
    for (const auto& [id, item] : nodes_) {
        item->setProblems(workspace_.problems.messagesOf(id));
    }
    if (output_ != nullptr) {
        output_->setProblems(ofGraph);
    }
}

void GraphScene::refreshBreakpoints() {
    for (const auto& [id, item] : nodes_) {
        item->setBreakpoint(workspace_.breakpoints.hasAny(id));
    }
}

void GraphScene::takeSelection() {
    if (!isSyncing_) {
        const QScopedValueRollback syncing(isSyncing_, true);
        workspace_.selection.setNodes(selectedParts().nodes);
    }
}

void GraphScene::showSelection() {
    if (isSyncing_) {
        return;
    }
    const QScopedValueRollback syncing(isSyncing_, true);
    for (const auto& [id, item] : nodes_) {
        item->setSelected(workspace_.selection.nodes().contains(id));
    }
}

GraphItems GraphScene::selectedParts() const {
    GraphItems parts;
    for (QGraphicsItem* item : selectedItems()) {
        if (const auto* node = qgraphicsitem_cast<GraphNodeItem*>(item)) {
            if (node != output_) {
                parts.nodes.insert(node->id());
            }
        } else if (const auto* wire = qgraphicsitem_cast<GraphWireItem*>(item)) {
            parts.links.insert(wire->link().to);
        } else if (const auto* group = qgraphicsitem_cast<GraphGroupItem*>(item)) {
            parts.groups.insert(group->index());
        } else if (const auto* comment = qgraphicsitem_cast<GraphCommentItem*>(item)) {
            parts.comments.insert(comment->index());
        }
    }
    return parts;
}

void GraphScene::deleteSelection() {
    const GraphItems parts = selectedParts();
    if (!parts.isEmpty()) {
        clearSelection();
        workspace_.edits.remove(parts);
    }
}

void GraphScene::duplicateSelection() {
    const GraphItems parts = selectedParts();
    if (!parts.nodes.empty() || !parts.comments.empty()) {
        const std::set<std::string> added = duplicate(workspace_.edits, parts);
        clearSelection();
        workspace_.selection.setNodes(added);
    }
}

void GraphScene::groupSelection() {
    workspace_.edits.addGroup(tr("Group"), selectedParts().nodes);
}

void GraphScene::arrangeSelection() {
    const std::set<std::string> nodes = selectedParts().nodes;
    // One node alone has nothing to be arranged with: then it is everything.
    workspace_.edits.layOut(nodes.size() > 1 ? nodes : std::set<std::string>());
}

void GraphScene::nudgeSelection(const QPointF& offset) {
    const GraphItems parts = selectedParts();
    GraphPlaces places;
    for (const std::string& id : parts.nodes) {
        places.nodes.emplace(id, nodes_.at(id)->pos() + offset);
    }
    for (const std::size_t comment : parts.comments) {
        places.comments.emplace(comment, comments_[comment]->pos() + offset);
    }
    workspace_.edits.move(places, Gesture::Single);
}

void GraphScene::selectAll() {
    for (const auto& [id, item] : nodes_) {
        item->setSelected(true);
    }
    for (GraphCommentItem* comment : comments_) {
        comment->setSelected(true);
    }
}

void GraphScene::cancelGesture() {
    wireDrag_.reset();
    if (const auto drag = std::exchange(itemDrag_, nullptr)) {
        drag->takeBack();
        placeWires();
        refreshFrames();
    }
}

GraphNodeItem* GraphScene::nodeItemAt(const QPointF& scenePlace) const {
    for (QGraphicsItem* item : items(scenePlace)) {
        if (auto* node = qgraphicsitem_cast<GraphNodeItem*>(item)) {
            return node;
        }
    }
    return nullptr;
}

std::optional<PinHit> GraphScene::pinAt(const QPointF& scenePlace) const {
    constexpr qreal kReach = 12.0;
    const QRectF around(scenePlace - QPointF(kReach, kReach), QSizeF(2 * kReach, 2 * kReach));
    for (QGraphicsItem* item : items(around, Qt::IntersectsItemBoundingRect)) {
        if (const auto* node = qgraphicsitem_cast<GraphNodeItem*>(item)) {
            if (const auto hit = node->pinAt(scenePlace)) {
                return hit;
            }
        }
    }
    return std::nullopt;
}

GraphNodeItem* GraphScene::nodeItem(const std::string& id) const {
    if (id.empty()) {
        return output_;
    }
    const auto found = nodes_.find(id);
    return found == nodes_.end() ? nullptr : found->second;
}

GraphWireItem* GraphScene::wireItem(const InputPlace& to) const {
    const auto found = wires_.find(to);
    return found == wires_.end() ? nullptr : found->second;
}

QPointF GraphScene::placeOf(const InputPlace& place) const {
    const GraphNodeItem* item = nodeItem(place.node);
    return item == nullptr ? QPointF() : item->inputAt(place);
}

QPointF GraphScene::placeOf(const OutputPlace& place) const {
    const GraphNodeItem* item = nodeItem(place.node);
    return item == nullptr ? QPointF() : item->outputAt(place);
}

void GraphScene::showMoved(const std::function<bool(const std::string&)>& isMoved) {
    for (const auto& [place, wire] : wires_) {
        if (isMoved(place.node) || isMoved(wire->link().from.node)) {
            wire->setEnds(placeOf(wire->link().from), placeOf(place));
        }
    }
    const auto& groups = workspace_.document.definition().groups;
    for (GraphGroupItem* group : groups_) {
        // Around its nodes as they are shown.
        graph::GraphDefinition members;
        for (const std::string& id : groups[group->index()].nodes) {
            if (const graph::NodeDefinition* node =
                    findNode(workspace_.document.definition(), id)) {
                members.nodes.push_back(*node);
                const QPointF at = nodeItem(id)->pos();
                members.nodes.back().at = {at.x(), at.y()};
            }
        }
        group->setGroup(group->title(), groupRect(members, groups[group->index()]));
    }
}

void GraphScene::forEachNode(const std::function<void(GraphNodeItem&)>& visit) const {
    for (const auto& [id, item] : nodes_) {
        visit(*item);
    }
    if (output_ != nullptr) {
        visit(*output_);
    }
}

void GraphScene::setLinkShown(const InputPlace& to, bool isShown) {
    if (GraphWireItem* wire = wireItem(to)) {
        wire->setVisible(isShown);
    }
}

QRectF GraphScene::contentRect() const {
    QRectF rect;
    forEachNode([&rect](const GraphNodeItem& item) { rect |= item.sceneBoundingRect(); });
    for (const GraphGroupItem* group : groups_) {
        rect |= group->sceneBoundingRect();
    }
    for (const GraphCommentItem* comment : comments_) {
        rect |= comment->sceneBoundingRect();
    }
    return rect;
}

QString GraphScene::wireRefusal() const {
    return wireDrag_ == nullptr ? QString() : wireDrag_->refusal();
}

void GraphScene::setPosesShown(bool areShown) {
    poses_.setShown(areShown);
    poses_.show(workspace_.live.instance(), *this);
}

void GraphScene::showLive(const graph::GraphInstance* instance) {
    poses_.show(instance, *this);
    if (instance == nullptr) {
        forEachNode([](GraphNodeItem& item) { item.setActivity(std::nullopt); });
        for (const auto& [place, wire] : wires_) {
            wire->setLive({}, 1.0f);
        }
        return;
    }
    const graph::CompiledGraph& graph = instance->graph();
    const auto activity = instance->activity();
    for (const auto& [id, item] : nodes_) {
        const auto index = graph.findNode(id);
        item->setActivity(index ? std::optional(activity[*index]) : std::nullopt);
    }
    for (const auto& [place, wire] : wires_) {
        const auto index = graph.findNode(wire->link().from.node);
        if (!index) {
            wire->setLive({}, 1.0f);
            continue;
        }
        const graph::NodeActivity& source = activity[*index];
        const graph::NodeSchema* schema =
            graph::findNodeSchema(graph.definition().nodes[*index].type);
        const graph::OutputSchema* output =
            schema == nullptr ? nullptr : findOutput(*schema, wire->link().from.pin);
        if (output == nullptr || output->type == graph::PinType::Pose) {
            const bool counts = source.isActive && source.weight > 0.0f;
            wire->setLive(counts ? QStringLiteral("%1 %").arg(std::lround(source.weight * 100.0f))
                                 : QString(),
                          source.weight);
        } else {
            const auto pin = static_cast<std::size_t>(output - schema->outputs.data());
            wire->setLive(liveText(instance->outputValue(*index, pin)),
                          source.isActive ? 1.0f : 0.0f);
        }
    }
}

void GraphScene::mousePressEvent(QGraphicsSceneMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        event->accept(); // a right click leaves the selection
        return;
    }
    const QPointF place = event->scenePos();
    if (const auto pin = pinAt(place)) {
        wireDrag_ = std::make_unique<GraphWireDrag>(*this, workspace_, *pin);
        wireDrag_->moveTo(place);
        event->accept();
        return;
    }
    for (QGraphicsItem* item : items(place)) {
        if ((item->flags() & QGraphicsItem::ItemIsSelectable) != 0) {
            itemDrag_ = std::make_unique<GraphItemDrag>(*this, workspace_, *item, *event);
            event->accept();
            return;
        }
    }
    // The view's rubber band begins where no item takes the click.
    event->ignore();
}

void GraphScene::mouseMoveEvent(QGraphicsSceneMouseEvent* event) {
    if (wireDrag_) {
        wireDrag_->moveTo(event->scenePos());
        event->accept();
    } else if (itemDrag_) {
        itemDrag_->moveTo(event->scenePos());
        event->accept();
    } else {
        event->ignore();
    }
}

void GraphScene::mouseReleaseEvent(QGraphicsSceneMouseEvent* event) {
    if (wireDrag_ && event->button() == Qt::LeftButton) {
        wireDrag_->moveTo(event->scenePos());
        // The edit of the drop ends the gesture as any edit does: the wire must have let go.
        const std::unique_ptr<GraphWireDrag> drag = std::move(wireDrag_);
        const GraphWireDrag::Outcome outcome = drag->drop();
        if (!outcome.refusal.isEmpty()) {
            Q_EMIT refused(outcome.refusal);
        }
        if (outcome.wanted) {
            Q_EMIT paletteRequested(event->scenePos(), *outcome.wanted);
        }
        event->accept();
    } else if (itemDrag_ && event->button() == Qt::LeftButton) {
        // The edit of the drop ends the gesture as any edit does: the items must have let go.
        const std::unique_ptr<GraphItemDrag> drag = std::move(itemDrag_);
        drag->drop();
        event->accept();
    } else {
        event->ignore();
    }
}

void GraphScene::mouseDoubleClickEvent(QGraphicsSceneMouseEvent* event) {
    const QPointF place = event->scenePos();
    event->accept();
    if (event->button() != Qt::LeftButton || pinAt(place)) {
        return;
    }
    for (QGraphicsItem* item : items(place)) {
        if (const auto* node = qgraphicsitem_cast<GraphNodeItem*>(item)) {
            Q_EMIT nodeActivated(toQString(node->id()));
            return;
        }
        if (const auto* comment = qgraphicsitem_cast<GraphCommentItem*>(item)) {
            Q_EMIT commentActivated(comment->index());
            return;
        }
        if (const auto* group = qgraphicsitem_cast<GraphGroupItem*>(item)) {
            Q_EMIT groupActivated(group->index());
            return;
        }
    }
    if (workspace_.document.isOpen()) {
        Q_EMIT paletteRequested(place, {});
    }
}

} // namespace sartor::editor
