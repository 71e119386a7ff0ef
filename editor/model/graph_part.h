// SPDX-License-Identifier: Apache-2.0
// The parts of a graph that something can be said about, and that one can be led to.
#pragma once

#include <sartor/graph/definition.h>

#include <QString>

#include <cstddef>
#include <string>

namespace sartor::editor {

struct GraphPart {
    enum class Kind {
        Graph, ///< the graph as a whole
        Node,
        Output,
        RootMotion,
        Clip,
        Parameter,
        Group
    };
    Kind kind = Kind::Graph;
    /// Of a node or parameter; the name of a clip, the title of a group.
    std::string id{};
    /// Of a group, its position.
    std::size_t index = 0;

    bool operator==(const GraphPart&) const = default;
};

/// What a problem of the definition is about, from its node or the place it names.
GraphPart partOf(const graph::GraphDefinition& definition, const graph::Problem& problem);

/// "walk" for a node, "Output", "Clip Walk", "Parameter speed", "Graph".
QString partName(const GraphPart& part);

} // namespace sartor::editor
