// SPDX-License-Identifier: Apache-2.0
// The public face of a graph at work.
#include "graph_run.h"
#include "number_text.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sartor::graph {

GraphInstance::GraphInstance(std::unique_ptr<GraphRun> run) : run_(std::move(run)) {}
GraphInstance::~GraphInstance() = default;
GraphInstance::GraphInstance(GraphInstance&& other) noexcept = default;
GraphInstance& GraphInstance::operator=(GraphInstance&& other) noexcept = default;

GraphInstance GraphInstance::create(std::shared_ptr<const CompiledGraph> graph) {
    SARTOR_ASSERT(graph != nullptr);
    return GraphInstance(std::make_unique<GraphRun>(std::move(graph)));
}

const CompiledGraph& GraphInstance::graph() const {
    return run_->graph();
}

void GraphInstance::setFloat(ParameterIndex parameter, float value) {
    const ParameterDefinition& definition = graph().parameters()[parameter.value()];
    SARTOR_ASSERT(definition.type == ParameterType::Float);
    if (std::isfinite(value)) {
        run_->parameter(parameter.value()).x = std::clamp(
            value, static_cast<float>(definition.minimum), static_cast<float>(definition.maximum));
    }
}

void GraphInstance::setBool(ParameterIndex parameter, bool value) {
    SARTOR_ASSERT(graph().parameters()[parameter.value()].type == ParameterType::Bool);
    run_->parameter(parameter.value()).x = value ? 1.0f : 0.0f;
}

void GraphInstance::setVector3(ParameterIndex parameter, const glm::vec3& value) {
    SARTOR_ASSERT(graph().parameters()[parameter.value()].type == ParameterType::Vector3);
    if (std::isfinite(value.x) && std::isfinite(value.y) && std::isfinite(value.z)) {
        run_->parameter(parameter.value()) = value;
    }
}

void GraphInstance::fireTrigger(ParameterIndex parameter) {
    SARTOR_ASSERT(graph().parameters()[parameter.value()].type == ParameterType::Trigger);
    run_->parameter(parameter.value()).x = 1.0f;
}

PinValue GraphInstance::parameter(ParameterIndex parameter) const {
    return {run_->program().parameters[parameter.value()].type, run_->parameter(parameter.value())};
}

Result<GraphUpdate> GraphInstance::update(double dt) {
    if (!(dt >= 0.0 && dt <= kMaximumTimeStep)) {
        return Error{"graph.time",
                     "time step " + numberText(dt) + ": expected 0 to " +
                         numberText(kMaximumTimeStep) + " s"};
    }
    return run_->update(dt);
}

void GraphInstance::evaluate(std::span<math::Transform> parentFromJoint,
                             std::span<float> morphWeights) {
    SARTOR_ASSERT(parentFromJoint.size() == run_->program().jointCount());
    SARTOR_ASSERT(morphWeights.size() == run_->program().morphWeightCount());
    run_->evaluate({parentFromJoint, morphWeights});
}

std::span<const std::byte> GraphInstance::state() const {
    return run_->state();
}

Status GraphInstance::restore(std::span<const std::byte> state) {
    if (state.size() != run_->state().size()) {
        return Error{"graph.state_size",
                     std::to_string(state.size()) + " bytes: the state of this graph has " +
                         std::to_string(run_->state().size())};
    }
    if (!run_->isSound(state)) {
        return Error{"graph.state_invalid", "these bytes are no state of this graph"};
    }
    std::memcpy(run_->state().data(), state.data(), state.size());
    run_->forgetFrame();
    return {};
}

const pose::RootMotionLedger& GraphInstance::rootMotionLedger() const {
    return run_->ledger();
}

void GraphInstance::setEntity(const math::DoubleRigid& worldFromEntity) {
    run_->setEntity(worldFromEntity);
}

std::optional<pose::DoubleUpdate> GraphInstance::enterFrame(std::uint64_t frame,
                                                            const char* caller) {
    return run_->frameGuard().enter(frame, caller);
}

const pose::FrameGuard& GraphInstance::frameGuard() const {
    return run_->frameGuard();
}

std::span<const NodeActivity> GraphInstance::activity() const {
    return run_->activity();
}

PinValue GraphInstance::outputValue(std::size_t node, std::size_t output) const {
    const std::size_t slot = run_->program().nodes[node].firstValue + output;
    return {run_->program().values[slot], run_->valueSlot(slot)};
}

void GraphInstance::watchPoses(std::span<const std::size_t> nodes) {
    run_->watchPoses(nodes);
}

NodePose GraphInstance::watchedPose(std::size_t node) const {
    return run_->watchedPose(node);
}

std::size_t GraphInstance::taskCount() const {
    return run_->taskCount();
}

} // namespace sartor::graph
