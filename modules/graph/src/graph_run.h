// SPDX-License-Identifier: Apache-2.0
// What an instance is made of: its state block, the frame in work, the pool of poses.
#pragma once

#include "program.h"

#include <sartor/pose/frame_guard.h>

#include <array>
#include <vector>

namespace sartor::graph {

class GraphRun {
public:
    explicit GraphRun(std::shared_ptr<const CompiledGraph> graph);

    const CompiledGraph& graph() const { return *graph_; }
    const Program& program() const { return program_; }
    std::span<std::byte> state() { return state_; }

    GraphUpdate update(double dt);
    void evaluate(PoseSpan output);
    void watchPoses(std::span<const std::size_t> nodes);
    NodePose watchedPose(std::size_t node) const;

    /// Whether bytes from elsewhere can be gone on from.
    bool isSound(std::span<const std::byte> state) const;
    /// The state was written from outside: what was updated before says nothing about it.
    void forgetFrame() {
        hasFrame_ = false;
        ledger_.restore(header().rootMotion);
    }

    const pose::RootMotionLedger& ledger() const { return ledger_; }
    void setEntity(const math::DoubleRigid& worldFromEntity);
    pose::FrameGuard& frameGuard() { return frameGuard_; }

    glm::vec3& parameter(std::size_t index) {
        return at<glm::vec3>(program_.layout.parameters)[index];
    }
    glm::vec3& valueSlot(std::size_t index) { return at<glm::vec3>(program_.layout.values)[index]; }
    std::byte* nodeState(const CompiledNode& node) { return state_.data() + node.stateOffset; }
    NodeActivity& activity(std::size_t node) { return activity_[node]; }
    std::span<const NodeActivity> activity() const { return activity_; }
    std::size_t taskCount() const { return tasks_.size(); }

    // For UpdateContext.
    PoseResult updateNode(std::uint32_t node, double dt, float weight, Entry entry);
    std::optional<SyncStep>
    syncStep(SyncMemberIndex member, const SyncRequest& request, const UpdateContext& context);
    const glm::vec3& inputVector(const CompiledInput& input);
    std::byte* allocatePayload(std::size_t size);
    TaskIndex record(std::uint32_t node,
                     UpdateContext::RunTask run,
                     const void* function,
                     const std::byte* payload,
                     std::span<const TaskIndex> inputs);
    void keep(TaskIndex task);
    void addEvent(const Event& event);
    void addRootMotion(std::uint32_t node, const pose::RootMotionSource& source);
    bool hasRoomForEvents() const { return droppedEventCount_ == 0; }

    // For TaskContext.
    std::span<const std::uint32_t> taskInputs(std::uint32_t task) const;
    std::uint32_t taskNode(std::uint32_t task) const { return tasks_[task].node; }
    PoseSpan taskPose(std::uint32_t task);
    PoseSpan statePose(std::uint32_t pose);
    std::uint64_t& poseFrame(std::uint32_t pose) {
        return at<std::uint64_t>(program_.layout.poseFrames)[pose];
    }
    std::uint64_t frame() { return header().frame; }
    std::span<math::Affine> modelScratch() { return modelScratch_; }
    std::span<std::byte> scratch() { return scratch_; }

private:
    struct Task {
        UpdateContext::RunTask run = nullptr;
        const void* function = nullptr;
        const std::byte* payload = nullptr;
        std::uint32_t firstInput = 0;
        std::uint32_t inputCount = 0;
        std::uint32_t slot = 0;
        std::uint32_t node = 0;
        bool isKept = false;
    };
    /// Events of one frame; more are counted and dropped.
    static constexpr std::size_t kEventCapacity = 256;
    /// Frames that the books of root motion keep: about a second.
    static constexpr std::size_t kMotionFrameCapacity = 64;

    template <class T>
    T* at(std::size_t offset) {
        return reinterpret_cast<T*>(state_.data() + offset);
    }
    StateHeader& header() { return *at<StateHeader>(0); }
    std::uint64_t& lastFrame(std::uint32_t node) {
        return at<std::uint64_t>(program_.layout.lastFrames)[node];
    }
    void beginFrame(double dt);
    void startIfNew(std::uint32_t node, UpdateContext& context);
    void advanceGroup(const SyncMember& member,
                      const SyncRequest& request,
                      const UpdateContext& context);
    std::span<double> pieceSums(const SyncGroup& group, std::size_t frame);
    void evaluateNode(std::uint32_t node);
    void releaseTasks(std::size_t firstLive, TaskIndex result);
    void sortEvents();
    void finishRootMotion();
    void showRoot(PoseSpan output, bool isFirst);
    void runTasks();
    void keepWatchedPoses(std::uint32_t task);

    /// A node that is watched, and where its pose is kept.
    struct Watch {
        std::uint32_t node = 0;
        bool hasPose = false;
        std::vector<math::Transform> parentFromJoint{};
        std::vector<float> morphWeights{};
    };

    std::shared_ptr<const CompiledGraph> graph_;
    const Program& program_;
    std::vector<std::byte> state_;
    std::vector<std::byte> savedState_; // while a frame is made that nobody asked to advance

    // The frame in work; all with room for the largest one.
    double dt_ = 0.0;
    bool hasFrame_ = false;
    bool isEvaluated_ = false;
    PoseResult output_{};
    std::vector<Task> tasks_;
    std::vector<std::uint32_t> taskInputs_;
    std::vector<std::byte> payloads_;
    std::size_t payloadEnd_ = 0;
    std::vector<TaskIndex> liveTasks_; // whose slots are in use, in the order of recording
    std::vector<std::uint32_t> freeSlots_;
    std::vector<PoseResult> results_; // by node
    std::vector<NodeActivity> activity_;
    std::vector<std::uint32_t> activeNodes_; // those whose activity is not blank
    std::vector<Event> events_;
    std::size_t droppedEventCount_ = 0;
    std::vector<pose::RootMotionSource> motionSources_;
    pose::RootMotionLedger ledger_;
    pose::FrameGuard frameGuard_;

    std::vector<Watch> watches_;
    std::vector<math::Transform> transforms_; // of all slots
    std::vector<float> morphWeights_;         // of all slots
    std::vector<math::Affine> modelScratch_;
    std::vector<std::byte> scratch_;
};

} // namespace sartor::graph
