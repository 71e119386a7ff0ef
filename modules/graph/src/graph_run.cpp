// SPDX-License-Identifier: Apache-2.0
// One frame: what is to be done, then the doing.
#include "graph_run.h"

#include <algorithm>
#include <cstring>

namespace sartor::graph {

GraphRun::GraphRun(std::shared_ptr<const CompiledGraph> graph)
    : graph_(std::move(graph))
    , program_(graph_->program())
    , state_(program_.layout.size)
    , savedState_(program_.layout.size)
    , payloads_(program_.payloadSize)
    , results_(program_.nodes.size())
    , activity_(program_.nodes.size())
    , ledger_(program_.rootMotion ? program_.nodes.size() : 0,
              program_.rootMotion ? kMotionFrameCapacity : 1)
    , transforms_(program_.poseSlotCount * program_.jointCount())
    , morphWeights_(program_.poseSlotCount * program_.morphWeightCount())
    , modelScratch_(program_.jointCount())
    , scratch_(program_.scratchSize) {
    header() = StateHeader{};
    for (std::size_t i = 0; i < program_.parameters.size(); ++i) {
        parameter(i) = program_.parameters[i].vector;
    }
    tasks_.reserve(program_.taskCount);
    taskInputs_.reserve(program_.taskInputCount);
    liveTasks_.reserve(program_.taskCount);
    freeSlots_.reserve(program_.poseSlotCount);
    events_.reserve(kEventCapacity);
    motionSources_.reserve(program_.nodes.size());
    activeNodes_.reserve(program_.nodes.size());
}

void GraphRun::beginFrame(double dt) {
    dt_ = dt;
    ++header().frame;
    tasks_.clear();
    taskInputs_.clear();
    payloadEnd_ = 0;
    liveTasks_.clear();
    freeSlots_.clear();
    for (std::size_t slot = program_.poseSlotCount; slot-- > 0;) {
        freeSlots_.push_back(static_cast<std::uint32_t>(slot));
    }
    // Not all of them: what does not play must cost nothing.
    for (const std::uint32_t node : activeNodes_) {
        activity_[node] = {};
    }
    activeNodes_.clear();
    events_.clear();
    droppedEventCount_ = 0;
    motionSources_.clear();
}

GraphUpdate GraphRun::update(double dt) {
    beginFrame(dt);
    output_ = updateNode(program_.outputNode, dt, 1.0f, Entry::GoOn);
    for (std::size_t i = 0; i < program_.parameters.size(); ++i) {
        if (program_.definition.parameters[i].type == ParameterType::Trigger) {
            parameter(i).x = 0.0f;
        }
    }
    sortEvents();
    finishRootMotion();
    hasFrame_ = true;
    isEvaluated_ = false;
    GraphUpdate update;
    if (program_.definition.rootMotion.owner == pose::RootMotionOwner::Entity) {
        update.rootMotion = output_.rootMotion;
    }
    update.events = events_;
    update.droppedEventCount = droppedEventCount_;
    return update;
}

void GraphRun::evaluate(PoseSpan output) {
    const bool isFirst = hasFrame_ && !isEvaluated_;
    if (!hasFrame_) {
        // A frame in which no time goes by, and which leaves no trace in the state.
        std::memcpy(savedState_.data(), state_.data(), state_.size());
        static_cast<void>(update(0.0));
        runTasks();
        std::memcpy(state_.data(), savedState_.data(), state_.size());
        ledger_.restore(header().rootMotion);
    } else if (!isEvaluated_) {
        runTasks();
    }
    isEvaluated_ = true;
    const PoseView pose = taskPose(output_.task.value());
    std::copy(
        pose.parentFromJoint.begin(), pose.parentFromJoint.end(), output.parentFromJoint.begin());
    std::copy(pose.morphWeights.begin(), pose.morphWeights.end(), output.morphWeights.begin());
    showRoot(output, isFirst);
}

void GraphRun::watchPoses(std::span<const std::size_t> nodes) {
    watches_.clear();
    for (const std::size_t node : nodes) {
        SARTOR_ASSERT(node < program_.nodes.size());
        Watch& watch = watches_.emplace_back();
        watch.node = static_cast<std::uint32_t>(node);
        watch.parentFromJoint.resize(program_.jointCount());
        watch.morphWeights.resize(program_.morphWeightCount());
    }
}

NodePose GraphRun::watchedPose(std::size_t node) const {
    const auto watch = std::find_if(
        watches_.begin(), watches_.end(), [&](const Watch& w) { return w.node == node; });
    return watch != watches_.end() && watch->hasPose
               ? NodePose{watch->parentFromJoint, watch->morphWeights}
               : NodePose{};
}

void GraphRun::keepWatchedPoses(std::uint32_t task) {
    // Right behind its task: the place of the pose may be another's soon.
    for (Watch& watch : watches_) {
        const bool isPlaying =
            activity_[watch.node].isActive && program_.nodes[watch.node].type->update != nullptr;
        if (isPlaying && results_[watch.node].task == TaskIndex(task)) {
            const PoseView pose = taskPose(task);
            std::copy(pose.parentFromJoint.begin(),
                      pose.parentFromJoint.end(),
                      watch.parentFromJoint.begin());
            std::copy(
                pose.morphWeights.begin(), pose.morphWeights.end(), watch.morphWeights.begin());
            watch.hasPose = true;
        }
    }
}

void GraphRun::runTasks() {
    for (Watch& watch : watches_) {
        watch.hasPose = false;
    }
    for (std::uint32_t i = 0; i < tasks_.size(); ++i) {
        TaskContext context(*this, i);
        tasks_[i].run(tasks_[i].function, tasks_[i].payload, context);
        keepWatchedPoses(i);
    }
}

void GraphRun::startIfNew(std::uint32_t node, UpdateContext& context) {
    const CompiledNode& compiled = program_.nodes[node];
    const bool isNew = lastFrame(node) + 1 != header().frame || context.entry_ != Entry::GoOn;
    lastFrame(node) = header().frame;
    activity_[node].isActive = true;
    activeNodes_.push_back(node);
    if (isNew) {
        compiled.type->start(compiled.data.get(), nodeState(compiled), context);
    }
}

PoseResult GraphRun::updateNode(std::uint32_t node, double dt, float weight, Entry entry) {
    const CompiledNode& compiled = program_.nodes[node];
    NodeActivity& shown = activity_[node];
    if (lastFrame(node) == header().frame) {
        // Another reader of a shared pose.
        shown.weight = std::min(shown.weight + weight, 1.0f);
        return results_[node];
    }
    UpdateContext context(*this, node, dt, weight, entry);
    startIfNew(node, context);
    shown.weight = weight;
    const std::size_t firstLive = liveTasks_.size();
    PoseResult result = compiled.type->update(compiled.data.get(), nodeState(compiled), context);
    SARTOR_ASSERT(!result.task.isNone());
    if (context.heaviest_ >= 0.0f) {
        result.progress = context.progress_;
    }
    releaseTasks(firstLive, result.task);
    results_[node] = result;
    return result;
}

void GraphRun::releaseTasks(std::size_t firstLive, TaskIndex result) {
    for (std::size_t i = firstLive; i < liveTasks_.size(); ++i) {
        const Task& task = tasks_[liveTasks_[i].value()];
        if (liveTasks_[i] != result && !task.isKept) {
            freeSlots_.push_back(task.slot);
        }
    }
    liveTasks_.resize(firstLive);
    if (!tasks_[result.value()].isKept) {
        liveTasks_.push_back(result);
    }
}

void GraphRun::evaluateNode(std::uint32_t node) {
    const CompiledNode& compiled = program_.nodes[node];
    if (compiled.type->evaluate == nullptr || lastFrame(node) == header().frame) {
        return;
    }
    UpdateContext context(*this, node, dt_, 1.0f, Entry::GoOn);
    startIfNew(node, context);
    activity_[node].weight = 1.0f;
    compiled.type->evaluate(compiled.data.get(), nodeState(compiled), context);
}

const glm::vec3& GraphRun::inputVector(const CompiledInput& input) {
    switch (input.source) {
    case InputDefinition::Source::Node:
        evaluateNode(input.node);
        return valueSlot(input.output);
    case InputDefinition::Source::Parameter:
        return parameter(input.parameter);
    case InputDefinition::Source::Constant:
        break;
    }
    return input.constant.vector;
}

std::byte* GraphRun::allocatePayload(std::size_t size) {
    constexpr std::size_t kAlignment = alignof(std::max_align_t);
    std::byte* const place = payloads_.data() + payloadEnd_;
    payloadEnd_ += (size + kAlignment - 1) / kAlignment * kAlignment;
    SARTOR_ASSERT(payloadEnd_ <= payloads_.size());
    return place;
}

TaskIndex GraphRun::record(std::uint32_t node,
                           UpdateContext::RunTask run,
                           const void* function,
                           const std::byte* payload,
                           std::span<const TaskIndex> inputs) {
    SARTOR_ASSERT(tasks_.size() < tasks_.capacity() && !freeSlots_.empty());
    SARTOR_ASSERT(taskInputs_.size() + inputs.size() <= taskInputs_.capacity());
    const TaskIndex index(tasks_.size());
    tasks_.push_back({.run = run,
                      .function = function,
                      .payload = payload,
                      .firstInput = static_cast<std::uint32_t>(taskInputs_.size()),
                      .inputCount = static_cast<std::uint32_t>(inputs.size()),
                      .slot = freeSlots_.back(),
                      .node = node});
    freeSlots_.pop_back();
    liveTasks_.push_back(index);
    for (const TaskIndex input : inputs) {
        taskInputs_.push_back(input.value());
    }
    return index;
}

void GraphRun::keep(TaskIndex task) {
    tasks_[task.value()].isKept = true;
}

void GraphRun::addEvent(const Event& event) {
    if (events_.size() < kEventCapacity) {
        events_.push_back(event);
    } else {
        ++droppedEventCount_;
    }
}

void GraphRun::sortEvents() {
    // By insertion: few, nearly sorted, and stable without memory.
    for (std::size_t i = 1; i < events_.size(); ++i) {
        const Event event = events_[i];
        std::size_t place = i;
        for (; place > 0 && events_[place - 1].frameTime > event.frameTime; --place) {
            events_[place] = events_[place - 1];
        }
        events_[place] = event;
    }
}

std::span<const std::uint32_t> GraphRun::taskInputs(std::uint32_t task) const {
    return std::span(taskInputs_).subspan(tasks_[task].firstInput, tasks_[task].inputCount);
}

PoseSpan GraphRun::taskPose(std::uint32_t task) {
    const std::size_t slot = tasks_[task].slot;
    return {std::span(transforms_).subspan(slot * program_.jointCount(), program_.jointCount()),
            std::span(morphWeights_)
                .subspan(slot * program_.morphWeightCount(), program_.morphWeightCount())};
}

PoseSpan GraphRun::statePose(std::uint32_t pose) {
    math::Transform* const transforms = at<math::Transform>(program_.layout.transforms);
    float* const weights = at<float>(program_.layout.morphWeights);
    return {{transforms + pose * program_.jointCount(), program_.jointCount()},
            {weights + pose * program_.morphWeightCount(), program_.morphWeightCount()}};
}

} // namespace sartor::graph
