// SPDX-License-Identifier: Apache-2.0
// The graph as a picture that is edited by hand: follows the document, turns gestures into edits.
#pragma once

#include "editor/model/graph_palette_model.h"
#include "editor/model/graph_workspace.h"
#include "editor/view/graph_frame_item.h"
#include "editor/view/graph_node_item.h"
#include "editor/view/graph_poses.h"
#include "editor/view/graph_wire_item.h"

#include <QGraphicsScene>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sartor::editor {

class GraphItemDrag;
class GraphWireDrag;

class GraphScene : public QGraphicsScene {
    Q_OBJECT

public:
    explicit GraphScene(GraphWorkspace& workspace, QObject* parent = nullptr);
    ~GraphScene() override;

    /// What is selected, as what can be edited together.
    GraphItems selectedParts() const;
    void deleteSelection();
    void duplicateSelection();
    void groupSelection();
    void arrangeSelection();
    void nudgeSelection(const QPointF& offset);
    void selectAll();
    /// Stops what the mouse is doing and leaves everything as it was.
    void cancelGesture();

    std::optional<PinHit> pinAt(const QPointF& scenePlace) const;
    GraphNodeItem* nodeItemAt(const QPointF& scenePlace) const;
    GraphNodeItem* nodeItem(const std::string& id) const;
    GraphWireItem* wireItem(const InputPlace& to) const;
    QPointF placeOf(const InputPlace& place) const;
    QPointF placeOf(const OutputPlace& place) const;
    void forEachNode(const std::function<void(GraphNodeItem&)>& visit) const;
    /// Brings wires and groups to where nodes are while they are dragged.
    void showMoved(const std::function<bool(const std::string& node)>& isMoved);
    void setLinkShown(const InputPlace& to, bool isShown);
    /// Around everything there is.
    QRectF contentRect() const;
    /// Of the wire in hand, why it is refused where it is.
    QString wireRefusal() const;

    /// Shows what a running graph has just done; null: nothing runs.
    void showLive(const graph::GraphInstance* instance);
    /// Whether the poses of nodes that play are drawn at them.
    void setPosesShown(bool areShown);

Q_SIGNALS:
    /// Something is to be added there; a wire hangs there that it is to be linked with.
    void paletteRequested(const QPointF& scenePlace, const sartor::editor::PaletteWire& wire);
    void refused(const QString& why);
    void nodeActivated(const QString& node);
    void groupActivated(std::size_t group);
    void commentActivated(std::size_t comment);

protected:
    void mousePressEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseMoveEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseReleaseEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseDoubleClickEvent(QGraphicsSceneMouseEvent* event) override;

private:
    void rebuild();
    void follow(const GraphDelta& delta);
    void refreshWires();
    void refreshFrames();
    void refreshProblems();
    void refreshBreakpoints();
    void placeWires();
    void takeSelection();
    void showSelection();

    GraphWorkspace& workspace_;
    std::map<std::string, GraphNodeItem*> nodes_;
    GraphNodeItem* output_ = nullptr;
    std::map<InputPlace, GraphWireItem*> wires_;
    std::vector<GraphGroupItem*> groups_;
    std::vector<GraphCommentItem*> comments_;
    std::unique_ptr<GraphWireDrag> wireDrag_;
    std::unique_ptr<GraphItemDrag> itemDrag_;
    GraphPoses poses_;
    bool isSyncing_ = false;
};

} // namespace sartor::editor
