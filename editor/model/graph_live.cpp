// SPDX-License-Identifier: Apache-2.0
// The open graph at work on the open character: what its parameters are now, and what it did.
#include "editor/model/graph_live.h"

#include "editor/model/graph_edits.h"
#include "editor/model/log_failure.h"

#include <sartor/base/assert.h>

#include <QScopedValueRollback>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace sartor::editor {

namespace {

/// What a graph is without its values: nodes, what feeds what, and parameters.
std::vector<std::string> shapeOf(const graph::GraphDefinition& definition) {
    std::vector<std::string> shape;
    for (const graph::NodeDefinition& node : definition.nodes) {
        shape.push_back(node.id + '\n' + node.type);
        std::set<std::string> pins;
        for (const graph::PinInputs& pin : node.inputs) {
            const bool isMany = takesMany(definition, {node.id, pin.pin});
            for (std::size_t i = 0; i < pin.inputs.size(); ++i) {
                const graph::InputDefinition& input = pin.inputs[i];
                if (isMany || input.source != graph::InputDefinition::Source::Constant) {
                    pins.insert(pin.pin + '\n' + std::to_string(i) + '\n' + input.node + '\n' +
                                input.pin + '\n' + input.parameter);
                }
            }
        }
        shape.insert(shape.end(), pins.begin(), pins.end());
    }
    for (const graph::ParameterDefinition& parameter : definition.parameters) {
        shape.push_back(parameter.id + '\n' + std::to_string(static_cast<int>(parameter.type)));
    }
    shape.push_back(definition.output.node + '\n' + definition.output.pin);
    return shape;
}

} // namespace

graph::PinValue initialValue(const graph::ParameterDefinition& parameter) {
    graph::PinValue value;
    value.type = pinTypeOf(parameter.type);
    if (const auto* number = parameter.initial.number()) {
        value.vector.x = static_cast<float>(*number);
    } else if (const auto* truth = parameter.initial.truth()) {
        value.vector.x = *truth ? 1.0f : 0.0f;
    } else if (const auto* list = parameter.initial.list()) {
        for (std::size_t i = 0; i < std::min<std::size_t>(list->size(), 3); ++i) {
            if (const auto* component = (*list)[i].number()) {
                value.vector[static_cast<int>(i)] = static_cast<float>(*component);
            }
        }
    }
    return value;
}

GraphLive::GraphLive(GraphDocument& graph,
                     GraphProblems& problems,
                     Document& character,
                     QObject* parent)
    : QObject(parent), graph_(graph), problems_(problems), character_(character) {
    connect(&graph_, &GraphDocument::opened, this, &GraphLive::takeOpened);
    connect(&graph_, &GraphDocument::changed, this, &GraphLive::followEdits);
    connect(&problems_, &GraphProblems::changed, this, &GraphLive::takeGraph);
    connect(&character_, &Document::changed, this, [this](DocumentChange change) {
        if (change == DocumentChange::Time && instance() != nullptr) {
            record();
            Q_EMIT frameChanged();
        } else if (change == DocumentChange::Graph ||
                   (isOtherSession(change) && instance() == nullptr)) {
            forget();
            Q_EMIT frameChanged();
        }
    });
    takeGraph();
}

void GraphLive::takeOpened() {
    // Values belong to the graph that was open; so does what runs, if this one cannot.
    values_.clear();
    forget();
    if (character_.session() != nullptr && problems_.compiled() == nullptr) {
        logFailure(character_.setGraph(nullptr));
    } else {
        restart();
    }
}

void GraphLive::takeGraph() {
    if (character_.session() == nullptr) {
        return;
    }
    if (!graph_.isOpen()) {
        logFailure(character_.setGraph(nullptr));
        return;
    }
    const auto& compiled = problems_.compiled();
    if (compiled == nullptr || (instance() != nullptr && &instance()->graph() == compiled.get())) {
        return;
    }
    // What only sets a value goes on from where it is; what plugs nodes together starts anew.
    const bool goesOn = instance() != nullptr && shapeOf(instance()->graph().definition()) ==
                                                     shapeOf(compiled->definition());
    GraphMoment before;
    if (goesOn) {
        before = currentMoment();
    }
    const Status status = character_.setGraph(compiled);
    logFailure(status);
    if (!status) {
        return;
    }
    runs_ = compiled;
    watchPoses();
    if (goesOn) {
        // A clip may have become shorter than where it was: then it starts anew after all.
        static_cast<void>(
            character_.restoreGraph(before.state, before.worldFromModel, before.time));
    }
    for (const auto& [parameter, value] : values_) {
        giveValue(parameter);
    }
    settle();
}

void GraphLive::watchPoses() {
    // As many as take no memory worth speaking of.
    constexpr std::size_t kMostJoints = std::size_t{1} << 20;
    const graph::CompiledGraph& graph = instance()->graph();
    const std::size_t most =
        kMostJoints / std::max<std::size_t>(graph.rig().skeleton->jointCount(), 1);
    std::vector<std::size_t> nodes;
    for (std::size_t i = 0; i < graph.definition().nodes.size() && nodes.size() < most; ++i) {
        const graph::NodeSchema* schema = graph::findNodeSchema(graph.definition().nodes[i].type);
        const bool hasPose =
            schema != nullptr &&
            std::any_of(schema->outputs.begin(), schema->outputs.end(), [](const auto& output) {
                return output.type == graph::PinType::Pose;
            });
        if (hasPose) {
            nodes.push_back(i);
        }
    }
    character_.graph()->watchPoses(nodes);
}

GraphMoment GraphLive::currentMoment() const {
    const auto state = instance()->state();
    GraphMoment moment;
    moment.time = character_.time();
    moment.state.assign(state.begin(), state.end());
    moment.worldFromModel = character_.session()->worldFromModel();
    return moment;
}

const graph::ParameterDefinition* GraphLive::find(const std::string& parameter) const {
    const auto& parameters = graph_.definition().parameters;
    const auto found =
        std::find_if(parameters.begin(), parameters.end(), [&parameter](const auto& each) {
            return each.id == parameter;
        });
    return found == parameters.end() ? nullptr : &*found;
}

graph::PinValue GraphLive::value(const std::string& parameter) const {
    if (const auto moved = values_.find(parameter); moved != values_.end()) {
        return moved->second;
    }
    const graph::ParameterDefinition* definition = find(parameter);
    return definition == nullptr ? graph::PinValue() : initialValue(*definition);
}

void GraphLive::setValue(const std::string& parameter, graph::PinValue value) {
    const graph::ParameterDefinition* definition = find(parameter);
    const bool isFinite = std::isfinite(value.vector.x) && std::isfinite(value.vector.y) &&
                          std::isfinite(value.vector.z);
    if (definition == nullptr || !isFinite) {
        return;
    }
    value.type = pinTypeOf(definition->type);
    if (definition->type == graph::ParameterType::Float) {
        value.vector.x = std::clamp(value.vector.x,
                                    static_cast<float>(definition->minimum),
                                    static_cast<float>(definition->maximum));
    }
    values_[parameter] = value;
    giveValue(parameter);
    settle();
    Q_EMIT valueChanged(parameter);
}

void GraphLive::giveValue(const std::string& parameter) {
    graph::GraphInstance* instance = character_.graph();
    if (instance == nullptr) {
        return;
    }
    const graph::ParameterIndex index = instance->graph().findParameter(parameter);
    if (index.isNone()) {
        return; // one that the graph that runs does not have yet
    }
    const graph::PinValue given = value(parameter);
    switch (instance->graph().parameters()[index.value()].type) {
    case graph::ParameterType::Float:
        instance->setFloat(index, given.number());
        break;
    case graph::ParameterType::Bool:
        instance->setBool(index, given.truth());
        break;
    case graph::ParameterType::Vector3:
        instance->setVector3(index, given.vector);
        break;
    case graph::ParameterType::Trigger:
        break;
    }
}

void GraphLive::fire(const std::string& parameter) {
    graph::GraphInstance* instance = character_.graph();
    const graph::ParameterIndex index =
        instance == nullptr ? graph::ParameterIndex() : instance->graph().findParameter(parameter);
    if (!index.isNone() &&
        instance->graph().parameters()[index.value()].type == graph::ParameterType::Trigger) {
        instance->fireTrigger(index);
        settle();
    }
}

void GraphLive::resetValues() {
    const auto moved = std::exchange(values_, {});
    for (const auto& [parameter, value] : moved) {
        giveValue(parameter);
        Q_EMIT valueChanged(parameter);
    }
    settle();
}

void GraphLive::settle() {
    character_.advance(0.0);
}

void GraphLive::restart() {
    if (instance() != nullptr && problems_.compiled() != nullptr) {
        logFailure(character_.setGraph(problems_.compiled()));
        runs_ = problems_.compiled();
        watchPoses();
        for (const auto& [parameter, value] : values_) {
            giveValue(parameter);
        }
        settle();
    }
}

void GraphLive::playTo(double seconds) {
    constexpr double kFramesPerSecond = 60.0;
    SARTOR_ASSERT(seconds <= kLongestRun);
    if (instance() == nullptr) {
        return;
    }
    const double start = character_.time();
    const double unseen = std::floor((seconds - kRecordedSeconds - start) * kFramesPerSecond);
    if (unseen > 0.0) {
        logFailure(character_.skip(1.0 / kFramesPerSecond, static_cast<std::size_t>(unseen)));
        forget();
    }
    // Whole frames from the start, then what is left: each is told from the start, so that no
    // rounding adds up.
    for (double frame = std::max(unseen, 0.0) + 1.0; character_.time() < seconds; ++frame) {
        const double whole = start + frame / kFramesPerSecond;
        const double next = whole < seconds - 1e-9 ? whole : seconds;
        if (const double step = next - character_.time(); step > 0.0) {
            character_.advance(step);
        }
        if (next >= seconds || !character_.frameError().isEmpty()) {
            break;
        }
    }
}

void GraphLive::record() {
    if (isShowing_) {
        return;
    }
    // Going on from a moment that was gone back to begins another future.
    while (moments_.size() > shown_ + 1) {
        recordedBytes_ -= moments_.back().state.size();
        moments_.pop_back();
    }
    GraphMoment moment = currentMoment();
    moment.dt = character_.graphStep();
    activityBefore_ = std::exchange(activity_, {});
    moment.happenings = happeningsOf(instance()->graph(),
                                     {moment.time,
                                      moment.dt,
                                      character_.graphEvents(),
                                      activityBefore_,
                                      instance()->activity()});
    if (!moments_.empty() && moment.dt == 0.0) {
        // No time has passed: the moment is another one, but what led there has happened.
        GraphMoment& before = moments_.back();
        moment.dt = before.dt;
        before.happenings.insert(
            before.happenings.end(), moment.happenings.begin(), moment.happenings.end());
        moment.happenings = std::move(before.happenings);
        recordedBytes_ -= before.state.size();
        moments_.pop_back();
    }
    keepActivity();
    recordedBytes_ += moment.state.size();
    moments_.push_back(std::move(moment));
    while (moments_.size() > 1 &&
           (recordedBytes_ > kRecordedBytes ||
            moments_.back().time - moments_.front().time > kRecordedSeconds)) {
        recordedBytes_ -= moments_.front().state.size();
        moments_.pop_front();
    }
    shown_ = moments_.size() - 1;
    Q_EMIT recorded();
}

bool GraphLive::hasStarted(std::size_t node) const {
    return node < activityBefore_.size() && node < activity_.size() && activity_[node].isActive &&
           !activityBefore_[node].isActive;
}

void GraphLive::keepActivity() {
    const auto activity = instance()->activity();
    activity_.assign(activity.begin(), activity.end());
}

void GraphLive::forget() {
    moments_.clear();
    activity_.clear();
    activityBefore_.clear();
    recordedBytes_ = 0;
    shown_ = 0;
}

void GraphLive::showMoment(std::size_t index) {
    if (index >= moments_.size() || instance() == nullptr) {
        return;
    }
    Q_EMIT lookedBack();
    const QScopedValueRollback showing(isShowing_, true);
    shown_ = index;
    const GraphMoment& moment = moments_[index];
    logFailure(character_.restoreGraph(moment.state, moment.worldFromModel, moment.time));
    keepActivity();
    takeValues();
}

void GraphLive::takeValues() {
    const graph::CompiledGraph& graph = instance()->graph();
    for (std::size_t i = 0; i < graph.parameters().size(); ++i) {
        const graph::ParameterDefinition& parameter = graph.parameters()[i];
        const graph::PinValue then =
            instance()->parameter(graph::ParameterIndex(static_cast<std::uint32_t>(i)));
        const bool isValue =
            parameter.type != graph::ParameterType::Trigger && find(parameter.id) != nullptr;
        if (isValue && value(parameter.id).vector != then.vector) {
            values_[parameter.id] = then;
            Q_EMIT valueChanged(parameter.id);
        }
    }
}

Status GraphLive::saveRecording(const std::filesystem::path& path) const {
    if (instance() == nullptr) {
        return Error{"editor.nothing_open", "there is no graph at work"};
    }
    return writeRecording(path, runs_, moments_);
}

Result<std::size_t> GraphLive::openRecording(const std::filesystem::path& path) {
    if (instance() == nullptr) {
        return Error{"editor.nothing_open", "there is no graph at work"};
    }
    auto recording = readRecording(path, runs_);
    if (!recording) {
        return recording.error();
    }
    forget();
    moments_ = std::move(recording->moments);
    for (const GraphMoment& moment : moments_) {
        recordedBytes_ += moment.state.size();
    }
    showMoment(0);
    return recording->differentCount;
}

void GraphLive::followEdits(const GraphDelta& delta) {
    if (!delta.parameters) {
        return;
    }
    // A renamed one keeps its value; one with another type or range starts anew.
    const auto& before = delta.parameters->before;
    const auto& after = delta.parameters->after;
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
        if (before.size() == after.size() && before[i].id != after[i].id) {
            if (auto moved = values_.extract(before[i].id)) {
                moved.key() = after[i].id;
                values_.insert(std::move(moved));
            }
        }
    }
    for (auto value = values_.begin(); value != values_.end();) {
        const graph::ParameterDefinition* definition = find(value->first);
        const bool isFitting =
            definition != nullptr && pinTypeOf(definition->type) == value->second.type &&
            (definition->type != graph::ParameterType::Float ||
             (static_cast<double>(value->second.number()) >= definition->minimum &&
              static_cast<double>(value->second.number()) <= definition->maximum));
        value = isFitting ? std::next(value) : values_.erase(value);
    }
}

} // namespace sartor::editor
