// SPDX-License-Identifier: Apache-2.0
// How large a node of the graph is drawn and where its pins sit: one answer for layout and painter.
#pragma once

#include "editor/model/graph_links.h"

#include <sartor/graph/definition.h>

#include <QPointF>
#include <QRectF>
#include <QString>

#include <string>
#include <vector>

namespace sartor::editor {

inline constexpr double kNodeWidth = 190.0;
inline constexpr double kNodeHeader = 38.0;
inline constexpr double kPinRow = 20.0;
/// Nodes and what is dragged stand on this.
inline constexpr double kGraphGrid = 10.0;
/// Of a comment that is added.
inline constexpr QSizeF kCommentSize(220.0, 80.0);
/// Where something can stand and be looked at.
inline constexpr QRectF kGraphRoom(-100000.0, -100000.0, 200000.0, 200000.0);

struct InputRow {
    InputPlace place;
    graph::PinType type = graph::PinType::Pose;
    /// The place for one more input of a pin that takes many.
    bool isAddSlot = false;
    /// False for what the node's type does not know.
    bool isKnown = true;
};

struct OutputRow {
    OutputPlace place;
    graph::PinType type = graph::PinType::Pose;
    bool isKnown = true;
};

/// Inputs on the left, outputs on the right, a row for each.
struct NodeGeometry {
    std::vector<InputRow> inputs;
    std::vector<OutputRow> outputs;

    double height() const;
    QSizeF size() const { return {kNodeWidth, height()}; }
    /// The middle of a pin, from the node's top left corner.
    static QPointF inputAt(std::size_t row);
    static QPointF outputAt(std::size_t row);
    /// The row of a place; none where it is not there.
    std::optional<std::size_t> rowOf(const InputPlace& place) const;
    std::optional<std::size_t> rowOf(const OutputPlace& place) const;
};

/// From the type's schema; of an unknown type, from what the definition says of it.
NodeGeometry nodeGeometry(const graph::NodeDefinition& node);
/// Of the graph's own output, which is drawn like a node.
NodeGeometry outputGeometry();

inline QPointF placeOf(const graph::NodeDefinition& node) {
    return {node.at.x, node.at.y};
}
QRectF nodeRect(const graph::NodeDefinition& node);
QRectF commentRect(const graph::CommentDefinition& comment);
/// Where the graph's own output stands: to the right of all nodes, beside the one that feeds it.
QPointF outputPlace(const graph::GraphDefinition& definition);
/// Around the nodes of a group, with its title; empty where none of them is there.
QRectF groupRect(const graph::GraphDefinition& definition, const graph::GroupDefinition& group);

/// What tells a node from others of its type: the first of its params that names a clip, a joint or
/// a parameter.
QString nodeSubject(const graph::NodeDefinition& node);

QPointF snapped(const QPointF& place);

} // namespace sartor::editor
