// SPDX-License-Identifier: Apache-2.0
// Where a graph that plays is to stop by itself: at nodes, and at transitions of state machines.
#include "editor/model/graph_breakpoints.h"

#include "editor/model/state_machine.h"
#include "editor/model/text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sartor::editor {

namespace {

bool isFinite(const graph::PinValue& value) {
    return std::isfinite(value.vector.x) && std::isfinite(value.vector.y) &&
           std::isfinite(value.vector.z);
}

bool isFinite(const math::Transform& transform) {
    const float sum = transform.translation.x + transform.translation.y + transform.translation.z +
                      transform.rotation.x + transform.rotation.y + transform.rotation.z +
                      transform.rotation.w + transform.scale.x + transform.scale.y +
                      transform.scale.z;
    // Taken from itself, what is not finite leaves no zero.
    return sum - sum == 0.0f;
}

} // namespace

GraphBreakpoints::GraphBreakpoints(GraphDocument& document, GraphLive& live, QObject* parent)
    : QObject(parent), document_(document), live_(live) {
    connect(&document_, &GraphDocument::opened, this, &GraphBreakpoints::clear);
    connect(&document_, &GraphDocument::changed, this, &GraphBreakpoints::followEdits);
    connect(&live_, &GraphLive::recorded, this, &GraphBreakpoints::check);
}

bool GraphBreakpoints::hasAny(const std::string& node) const {
    return isSet(node, Kind::Starts) || isSet(node, Kind::NotFinite) ||
           std::any_of(transitions_.begin(), transitions_.end(), [&node](const auto& transition) {
               return transition.node == node;
           });
}

void GraphBreakpoints::toggle(const std::string& node, Kind kind) {
    if (nodes_.erase(NodeName{node, kind}) == 0 &&
        findNode(document_.definition(), node) != nullptr) {
        nodes_.insert(NodeName{node, kind});
    }
    Q_EMIT changed();
}

void GraphBreakpoints::toggle(const TransitionName& transition) {
    if (transitions_.erase(transition) == 0) {
        transitions_.insert(transition);
    }
    Q_EMIT changed();
}

void GraphBreakpoints::clear() {
    nodes_.clear();
    transitions_.clear();
    Q_EMIT changed();
}

bool GraphBreakpoints::isFinite(std::size_t node) const {
    const graph::GraphInstance& instance = *live_.instance();
    const graph::NodeSchema* schema =
        graph::findNodeSchema(instance.graph().definition().nodes[node].type);
    for (std::size_t i = 0; schema != nullptr && i < schema->outputs.size(); ++i) {
        if (schema->outputs[i].type != graph::PinType::Pose &&
            !editor::isFinite(instance.outputValue(node, i))) {
            return false;
        }
    }
    const graph::NodePose pose = instance.watchedPose(node);
    return std::all_of(pose.parentFromJoint.begin(),
                       pose.parentFromJoint.end(),
                       [](const auto& transform) { return editor::isFinite(transform); }) &&
           std::all_of(pose.morphWeights.begin(), pose.morphWeights.end(), [](float weight) {
               return std::isfinite(weight);
           });
}

void GraphBreakpoints::check() {
    const graph::GraphInstance& instance = *live_.instance();
    QString why;
    std::string where;
    for (const GraphHappening& happening : live_.moments().back().happenings) {
        const bool isHit =
            happening.kind == GraphHappening::Kind::Transition &&
            std::any_of(transitions_.begin(), transitions_.end(), [&happening](const auto& each) {
                return each.node == happening.node && each.to == happening.to &&
                       (each.from == happening.from || each.from == kAnyState);
            });
        if (isHit && why.isEmpty()) {
            why =
                tr("Stopped: %1 goes %2.").arg(toQString(happening.node), happeningText(happening));
            where = happening.node;
        }
    }
    for (const auto& [node, kind] : nodes_) {
        const auto index = instance.graph().findNode(node);
        if (!index || !instance.activity()[*index].isActive) {
            continue;
        }
        const bool isHit = kind == Kind::Starts ? live_.hasStarted(*index) : !isFinite(*index);
        if (isHit && why.isEmpty()) {
            why = kind == Kind::Starts
                      ? tr("Stopped: %1 begins to play.").arg(toQString(node))
                      : tr("Stopped: what comes out of %1 is not finite.").arg(toQString(node));
            where = node;
        }
    }
    if (!why.isEmpty()) {
        Q_EMIT hit(why, where);
    }
}

void GraphBreakpoints::followEdits(const GraphDelta& delta) {
    const auto rename = [](auto& names, const std::string& before, const std::string& after) {
        for (auto each : std::exchange(names, {})) {
            each.node = each.node == before ? after : each.node;
            names.insert(std::move(each));
        }
    };
    for (const NodeChange& change : delta.nodes) {
        if (change.before && change.after && change.before->id != change.after->id) {
            rename(nodes_, change.before->id, change.after->id);
            rename(transitions_, change.before->id, change.after->id);
        }
    }
    const graph::GraphDefinition& definition = document_.definition();
    std::erase_if(nodes_, [&definition](const auto& each) {
        return findNode(definition, each.node) == nullptr;
    });
    std::erase_if(transitions_, [&definition](const TransitionName& each) {
        const auto machine = stateMachineOf(definition, each.node);
        return !machine ||
               std::none_of(machine->transitions.begin(),
                            machine->transitions.end(),
                            [&each](const MachineTransition& transition) {
                                return transition.from == each.from && transition.to == each.to;
                            });
    });
    Q_EMIT changed();
}

} // namespace sartor::editor
