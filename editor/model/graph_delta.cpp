// SPDX-License-Identifier: Apache-2.0
// What an edit did to a pose graph, in ids and values: enough to do it again and to take it back.
#include "editor/model/graph_delta.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace sartor::editor {

namespace {

using NodeIndex = std::map<std::string_view, std::size_t>;

NodeIndex indexOf(const std::vector<graph::NodeDefinition>& nodes) {
    NodeIndex index;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        index.emplace(nodes[i].id, i);
    }
    return index;
}

std::vector<NodeChange> nodeChanges(const std::vector<graph::NodeDefinition>& before,
                                    const std::vector<graph::NodeDefinition>& after) {
    const NodeIndex beforeIndex = indexOf(before);
    const NodeIndex afterIndex = indexOf(after);
    const auto isOther = [&](std::size_t i) {
        return !afterIndex.contains(before[i].id) && !beforeIndex.contains(after[i].id);
    };
    // Where one was added or removed as well, a place says nothing.
    bool isAligned = before.size() == after.size();
    for (std::size_t i = 0; isAligned && i < before.size(); ++i) {
        isAligned = before[i].id == after[i].id || isOther(i);
    }
    const auto isRename = [&](std::size_t i) { return isAligned && isOther(i); };
    std::vector<NodeChange> changes;
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (!afterIndex.contains(before[i].id) && !isRename(i)) {
            changes.push_back({before[i], std::nullopt, i});
        }
    }
    for (std::size_t i = 0; i < after.size(); ++i) {
        const auto found = beforeIndex.find(after[i].id);
        if (found != beforeIndex.end()) {
            if (before[found->second] != after[i]) {
                changes.push_back({before[found->second], after[i], i});
            }
        } else if (isRename(i)) {
            changes.push_back({before[i], after[i], i});
        } else {
            changes.push_back({std::nullopt, after[i], i});
        }
    }
    return changes;
}

template <class T>
std::optional<ValueChange<T>> valueChange(const T& before, const T& after) {
    if (before == after) {
        return std::nullopt;
    }
    return ValueChange<T>{before, after};
}

/// Calls `apply` with each of the members that are changed as a whole, of both structs.
template <class Apply>
void forEachValue(Apply apply) {
    apply(&GraphDelta::parameters, &graph::GraphDefinition::parameters);
    apply(&GraphDelta::clips, &graph::GraphDefinition::clips);
    apply(&GraphDelta::rootMotion, &graph::GraphDefinition::rootMotion);
    apply(&GraphDelta::output, &graph::GraphDefinition::output);
    apply(&GraphDelta::groups, &graph::GraphDefinition::groups);
    apply(&GraphDelta::comments, &graph::GraphDefinition::comments);
}

std::vector<graph::NodeDefinition>::iterator find(std::vector<graph::NodeDefinition>& nodes,
                                                  const std::string& id) {
    return std::find_if(nodes.begin(), nodes.end(), [&id](const graph::NodeDefinition& node) {
        return node.id == id;
    });
}

graph::NodeDefinition withoutPlaces(graph::NodeDefinition node) {
    node.at = {};
    node.hasPlace = false;
    for (graph::PinInputs& pin : node.inputs) {
        for (graph::InputDefinition& input : pin.inputs) {
            graph::remove(input.fields, "at");
        }
    }
    return node;
}

} // namespace

bool changesOnlyPlaces(const GraphDelta& delta) {
    const bool isOfNodes =
        !delta.parameters && !delta.clips && !delta.rootMotion && !delta.output && !delta.groups;
    return isOfNodes &&
           std::all_of(delta.nodes.begin(), delta.nodes.end(), [](const NodeChange& change) {
               return change.before && change.after &&
                      withoutPlaces(*change.before) == withoutPlaces(*change.after);
           });
}

bool GraphDelta::isEmpty() const {
    return nodes.empty() && !parameters && !clips && !rootMotion && !output && !groups && !comments;
}

GraphDelta graphDelta(const graph::GraphDefinition& before, const graph::GraphDefinition& after) {
    GraphDelta delta;
    delta.nodes = nodeChanges(before.nodes, after.nodes);
    forEachValue(
        [&](auto change, auto value) { delta.*change = valueChange(before.*value, after.*value); });
    return delta;
}

GraphDelta reversed(const GraphDelta& delta) {
    GraphDelta back = delta;
    for (NodeChange& change : back.nodes) {
        std::swap(change.before, change.after);
    }
    forEachValue([&](auto change, auto) {
        if (back.*change) {
            std::swap((back.*change)->before, (back.*change)->after);
        }
    });
    return back;
}

void applyDelta(graph::GraphDefinition& definition, const GraphDelta& delta) {
    std::vector<graph::NodeDefinition>& nodes = definition.nodes;
    std::vector<const NodeChange*> added;
    // Replaced in place first, while all ids of before are there; then removed, then put where
    // they stood among those that stayed.
    for (const NodeChange& change : delta.nodes) {
        if (!change.before) {
            added.push_back(&change);
            continue;
        }
        const auto found = find(nodes, change.before->id);
        if (found == nodes.end()) {
            continue;
        }
        if (change.after) {
            *found = *change.after;
        } else {
            nodes.erase(found);
        }
    }
    std::sort(added.begin(), added.end(), [](const NodeChange* a, const NodeChange* b) {
        return a->index < b->index;
    });
    for (const NodeChange* change : added) {
        const std::size_t place = std::min(change->index, nodes.size());
        nodes.insert(nodes.begin() + static_cast<std::ptrdiff_t>(place), *change->after);
    }
    forEachValue([&](auto change, auto value) {
        if (delta.*change) {
            definition.*value = (delta.*change)->after;
        }
    });
}

} // namespace sartor::editor
