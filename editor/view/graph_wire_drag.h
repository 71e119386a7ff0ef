// SPDX-License-Identifier: Apache-2.0
// A wire in the user's hand: what it may end at, what is said where it may not, what it does.
#pragma once

#include "editor/model/graph_palette_model.h"
#include "editor/model/graph_workspace.h"
#include "editor/view/graph_node_item.h"

#include <QPointF>
#include <QString>

#include <memory>
#include <optional>

namespace sartor::editor {

class GraphScene;
class GraphWireItem;
class GraphHintItem;

class GraphWireDrag {
public:
    /// From a pin; one that is fed gives up its wire, whose other end stays.
    GraphWireDrag(GraphScene& scene, GraphWorkspace& workspace, const PinHit& start);
    ~GraphWireDrag();
    GraphWireDrag(const GraphWireDrag&) = delete;
    GraphWireDrag& operator=(const GraphWireDrag&) = delete;
    GraphWireDrag(GraphWireDrag&&) = delete;
    GraphWireDrag& operator=(GraphWireDrag&&) = delete;

    void moveTo(const QPointF& scenePlace);
    /// Why the pin under the cursor is refused; empty where it is not, and over nothing.
    const QString& refusal() const { return refusal_; }

    /// What the drop asks for beyond the edit that it makes.
    struct Outcome {
        QString refusal;
        /// Dropped where there is nothing: something may be added there.
        std::optional<PaletteWire> wanted;
    };
    Outcome drop();

private:
    std::optional<PinHit> findTarget(const QPointF& scenePlace) const;
    QString refusalAt(const PinHit& target) const;
    void setFilters(std::optional<graph::PinType> type);

    GraphScene& scene_;
    GraphWorkspace& workspace_;
    /// The end that stays.
    std::optional<OutputPlace> from_;
    std::optional<InputPlace> to_;
    /// Where the wire was taken from.
    std::optional<InputPlace> taken_;
    graph::PinType type_ = graph::PinType::Pose;
    std::optional<PinHit> target_;
    QString refusal_;
    std::unique_ptr<GraphWireItem> wire_;
    std::unique_ptr<GraphHintItem> hint_;
};

} // namespace sartor::editor
