// SPDX-License-Identifier: Apache-2.0
// A node with states and transitions, read and edited as such: names follow, nothing dangles.
#pragma once

#include "editor/model/graph_edits.h"

#include <sartor/graph/definition.h>
#include <sartor/graph/schema.h>

#include <QPointF>
#include <QString>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sartor::editor {

/// "from" of a transition that leaves any state.
inline constexpr std::string_view kAnyState = "*";

/// Where a type of node keeps states and transitions: a pin that takes many poses with names, and a
/// list of records that go from a name to a name.
struct StateMachineSchema {
    const graph::InputSchema* states = nullptr;
    const graph::ParamSchema* transitions = nullptr;
    /// Null where a machine has no say in where it starts.
    const graph::ParamSchema* entry = nullptr;
    /// Of a state; null where its place is not kept.
    const graph::ParamSchema* place = nullptr;
};

/// None for types that are no state machine.
std::optional<StateMachineSchema> stateMachineSchema(const graph::NodeSchema& schema);

struct MachineState {
    std::string name;
    /// What feeds its pose; empty where nothing does.
    std::string node;
    bool isEntry = false;
    /// Its middle; none where the editor chooses it.
    std::optional<QPointF> at{};
};

struct MachineTransition {
    std::string from; ///< kAnyState for any
    std::string to;
    /// "speed above 2, jump", "after 0.5 s": what people read at the arrow.
    QString conditions;

    /// Whether it is one of those that can go from a state to another.
    bool leads(std::string_view fromState, std::string_view toState) const {
        return to == toState && (from == fromState || from == kAnyState);
    }
};

struct StateMachine {
    StateMachineSchema schema;
    std::vector<MachineState> states;
    std::vector<MachineTransition> transitions;

    std::optional<std::size_t> findState(std::string_view name) const;
};

/// None where the node is not there, or no state machine.
std::optional<StateMachine> stateMachineOf(const graph::GraphDefinition& definition,
                                           const std::string& node);

/// Each is one undo step.
class StateMachineEdits {
public:
    StateMachineEdits(GraphDocument& document, std::string node)
        : document_(document), node_(std::move(node)) {}

    /// With a name of its own and no pose yet. Returns the name.
    std::string addState();
    /// Transitions and the entry follow. Errors: "editor.graph_id" for an empty or taken name.
    Status renameState(std::size_t state, const std::string& name);
    /// With the transitions to and from it.
    void removeState(std::size_t state);
    void setEntry(std::size_t state);
    /// Middles of states, by their position.
    void moveStates(const std::map<std::size_t, QPointF>& places);
    /// Returns its position.
    std::size_t addTransition(const std::string& from, const std::string& to);
    void removeTransition(std::size_t transition);
    /// A transition as the record that the schema describes.
    graph::Value transition(std::size_t index) const;
    void setTransition(std::size_t index, graph::Value value, Gesture gesture);

private:
    void edit(const QString& text,
              const std::function<void(graph::NodeDefinition&, const StateMachineSchema&)>& change,
              const MergeKey& key = {});

    GraphDocument& document_;
    std::string node_;
};

} // namespace sartor::editor
