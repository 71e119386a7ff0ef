// SPDX-License-Identifier: Apache-2.0
// What a graph did in a frame that one looks for later: events of clips, transitions of machines.
#include "editor/model/graph_happenings.h"

#include "editor/model/state_machine.h"
#include "editor/model/text.h"

#include <algorithm>
#include <optional>

namespace sartor::editor {

namespace {

/// Whether a machine has taken a transition between two frames in which it played.
bool hasGone(const graph::NodeActivity& before, const graph::NodeActivity& after) {
    if (!before.isActive || !after.isActive) {
        return false;
    }
    // A later one than the one that was under way, perhaps to the same state, begins anew.
    const bool beginsAnew = after.transition < 1.0f && after.transition < before.transition;
    return after.state != before.state || beginsAnew;
}

} // namespace

std::vector<GraphHappening> happeningsOf(const graph::CompiledGraph& graph,
                                         const GraphFrameSeen& frame) {
    using Kind = GraphHappening::Kind;
    std::vector<GraphHappening> happenings;
    const std::vector<graph::NodeDefinition>& nodes = graph.definition().nodes;
    for (const graph::Event& event : frame.events) {
        GraphHappening happening;
        happening.kind = Kind::Event;
        happening.time = frame.time - frame.dt + std::clamp(event.frameTime, 0.0, frame.dt);
        happening.node = nodes[event.node].id;
        happening.name = graph.eventNames()[event.name];
        happening.weight = event.weight;
        happenings.push_back(std::move(happening));
    }
    for (std::size_t i = 0; i < frame.before.size() && i < frame.after.size(); ++i) {
        const graph::NodeActivity& after = frame.after[i];
        if (!hasGone(frame.before[i], after)) {
            continue;
        }
        const auto machine = stateMachineOf(graph.definition(), nodes[i].id);
        // Where it came from says the machine while it goes over; a cut leaves the frame before.
        const std::uint32_t from =
            after.transition < 1.0f ? after.previousState : frame.before[i].state;
        if (!machine || from >= machine->states.size() || after.state >= machine->states.size()) {
            continue;
        }
        GraphHappening happening;
        happening.kind = Kind::Transition;
        happening.time = frame.time;
        happening.node = nodes[i].id;
        happening.from = machine->states[from].name;
        happening.to = machine->states[after.state].name;
        happening.weight = after.weight;
        happenings.push_back(std::move(happening));
    }
    std::stable_sort(happenings.begin(), happenings.end(), [](const auto& a, const auto& b) {
        return a.time < b.time;
    });
    return happenings;
}

QString happeningText(const GraphHappening& happening) {
    return happening.kind == GraphHappening::Kind::Event
               ? toQString(happening.name)
               : QStringLiteral("%1 → %2").arg(toQString(happening.from), toQString(happening.to));
}

} // namespace sartor::editor
