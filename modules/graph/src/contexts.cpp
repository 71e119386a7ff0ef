// SPDX-License-Identifier: Apache-2.0
// What nodes and their tasks see of a frame.
#include "graph_run.h"

#include <algorithm>
#include <cmath>

namespace sartor::graph {
namespace {

/// A value from elsewhere, as the schema of the input allows it.
float allowed(float value, const InputSchema& schema) {
    if (!std::isfinite(value)) {
        return static_cast<float>(schema.number);
    }
    return std::clamp(
        value, static_cast<float>(schema.minimum), static_cast<float>(schema.maximum));
}

} // namespace

const Rig& UpdateContext::rig() const {
    return *run_.program().rig;
}

float UpdateContext::value(FloatPin pin, std::size_t item) {
    const CompiledNode& node = run_.program().nodes[node_];
    return allowed(run_.inputVector(run_.program().inputsOf(node, pin.index)[item]).x,
                   node.type->schema->inputs[pin.index]);
}

bool UpdateContext::value(BoolPin pin, std::size_t item) {
    const CompiledNode& node = run_.program().nodes[node_];
    return run_.inputVector(run_.program().inputsOf(node, pin.index)[item]).x != 0.0f;
}

glm::vec3 UpdateContext::value(Vector3Pin pin, std::size_t item) {
    const CompiledNode& node = run_.program().nodes[node_];
    const InputSchema& schema = node.type->schema->inputs[pin.index];
    const glm::vec3& vector = run_.inputVector(run_.program().inputsOf(node, pin.index)[item]);
    return {allowed(vector.x, schema), allowed(vector.y, schema), allowed(vector.z, schema)};
}

std::size_t UpdateContext::inputCount(AnyPin pin) const {
    return run_.program().inputsOf(run_.program().nodes[node_], pin.index).size();
}

PinValue UpdateContext::parameter(ParameterIndex parameter) const {
    return {run_.program().parameters[parameter.value()].type, run_.parameter(parameter.value())};
}

bool UpdateContext::takeTrigger(ParameterIndex parameter) {
    glm::vec3& value = run_.parameter(parameter.value());
    const bool isFired = value.x != 0.0f;
    value.x = 0.0f;
    return isFired;
}

void UpdateContext::setOutput(FloatOutput output, float value) {
    const CompiledNode& node = run_.program().nodes[node_];
    run_.valueSlot(node.firstValue + output.index) = {value, 0.0f, 0.0f};
}

void UpdateContext::setOutput(BoolOutput output, bool value) {
    const CompiledNode& node = run_.program().nodes[node_];
    run_.valueSlot(node.firstValue + output.index) = {value ? 1.0f : 0.0f, 0.0f, 0.0f};
}

void UpdateContext::setOutput(Vector3Output output, const glm::vec3& value) {
    const CompiledNode& node = run_.program().nodes[node_];
    run_.valueSlot(node.firstValue + output.index) = value;
}

PoseResult UpdateContext::updatePose(
    PosePin pin, std::size_t item, float relativeWeight, double timeScale, Entry entry) {
    const CompiledNode& node = run_.program().nodes[node_];
    const CompiledInput& input = run_.program().inputsOf(node, pin.index)[item];
    SARTOR_ASSERT(input.isConnected() && timeScale >= 0.0);
    const PoseResult result = run_.updateNode(input.node,
                                              dt_ * timeScale,
                                              weight_ * relativeWeight,
                                              entry == Entry::GoOn ? entry_ : entry);
    if (relativeWeight > heaviest_) {
        heaviest_ = relativeWeight;
        progress_ = result.progress;
    }
    return result;
}

std::optional<SyncStep> UpdateContext::syncStep(SyncMemberIndex member,
                                                const SyncRequest& request) {
    return run_.syncStep(member, request, *this);
}

std::byte* UpdateContext::allocateTask(std::size_t size) {
    return run_.allocatePayload(size);
}

TaskIndex UpdateContext::recordTask(RunTask run,
                                    const void* function,
                                    const std::byte* payload,
                                    std::span<const TaskIndex> inputs) {
    return run_.record(node_, run, function, payload, inputs);
}

void UpdateContext::keep(TaskIndex task) {
    run_.keep(task);
}

bool UpdateContext::hasRoomForEvents() const {
    return run_.hasRoomForEvents();
}

void UpdateContext::addEvent(std::uint32_t name,
                             double clipTime,
                             double frameTime,
                             bool isReverse) {
    run_.addEvent({name, node_, weight_, clipTime, frameTime, isReverse});
}

bool UpdateContext::hasRootMotion() const {
    return run_.program().rootMotion.has_value();
}

void UpdateContext::addRootMotion(const pose::RootMotionSource& source) {
    run_.addRootMotion(node_, source);
}

void UpdateContext::report(double time, double duration) {
    run_.activity(node_).time = time;
    run_.activity(node_).duration = duration;
}

void UpdateContext::reportState(std::uint32_t state) {
    run_.activity(node_).state = state;
}

void UpdateContext::reportTransition(std::uint32_t previousState, float progress) {
    run_.activity(node_).previousState = previousState;
    run_.activity(node_).transition = progress;
}

const Rig& TaskContext::rig() const {
    return *run_.program().rig;
}

std::size_t TaskContext::inputCount() const {
    return run_.taskInputs(task_).size();
}

PoseView TaskContext::input(std::size_t index) const {
    return run_.taskPose(run_.taskInputs(task_)[index]);
}

PoseSpan TaskContext::output() const {
    return run_.taskPose(task_);
}

PoseSpan TaskContext::statePose(StatePose pose) const {
    return run_.statePose(pose.index);
}

void TaskContext::markStored(StatePose pose) const {
    run_.poseFrame(pose.index) = run_.frame();
}

std::uint64_t TaskContext::framesSinceStored(StatePose pose) const {
    const std::uint64_t stored = run_.poseFrame(pose.index);
    return stored == 0 ? 0 : run_.frame() - stored;
}

std::span<math::Affine> TaskContext::modelScratch() const {
    return run_.modelScratch();
}

std::span<std::byte> TaskContext::scratchBytes(std::size_t size) const {
    SARTOR_ASSERT(size <= run_.scratch().size());
    return run_.scratch().first(size);
}

void TaskContext::report(std::uint32_t flags) const {
    run_.activity(run_.taskNode(task_)).flags |= flags;
}

} // namespace sartor::graph
