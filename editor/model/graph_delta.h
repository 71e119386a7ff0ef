// SPDX-License-Identifier: Apache-2.0
// What an edit did to a pose graph, in ids and values: enough to do it again and to take it back.
#pragma once

#include <sartor/graph/definition.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sartor::editor {

struct NodeChange {
    /// None: the node was added.
    std::optional<graph::NodeDefinition> before;
    /// None: the node was removed. Another id than before: it was renamed.
    std::optional<graph::NodeDefinition> after;
    /// Its place among the nodes after the change; before it where it was removed.
    std::size_t index = 0;
};

template <class T>
struct ValueChange {
    T before;
    T after;
};

/// Nodes one by one; what is small, whole.
struct GraphDelta {
    std::vector<NodeChange> nodes;
    std::optional<ValueChange<std::vector<graph::ParameterDefinition>>> parameters;
    std::optional<ValueChange<std::vector<graph::ClipDefinition>>> clips;
    std::optional<ValueChange<graph::RootMotionDefinition>> rootMotion;
    std::optional<ValueChange<graph::InputDefinition>> output;
    std::optional<ValueChange<std::vector<graph::GroupDefinition>>> groups;
    std::optional<ValueChange<std::vector<graph::CommentDefinition>>> comments;

    bool isEmpty() const;
};

/// The nodes that are in both stand in the same order; a node at the same place under a new id,
/// among as many nodes, was renamed. Cost: O(nodes log nodes).
GraphDelta graphDelta(const graph::GraphDefinition& before, const graph::GraphDefinition& after);

GraphDelta reversed(const GraphDelta& delta);

/// Whether it is only about where things are drawn, and what comments say: the graph does the same.
bool changesOnlyPlaces(const GraphDelta& delta);

/// Brings a graph that is as the delta's "before" to its "after".
void applyDelta(graph::GraphDefinition& definition, const GraphDelta& delta);

} // namespace sartor::editor
