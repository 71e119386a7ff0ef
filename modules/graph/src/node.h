// SPDX-License-Identifier: Apache-2.0
// What a node's source file is written with. A node is a struct:
//
//     struct Blend1d {
//         static constexpr InputSchema kInputs[] = {...};
//         static constexpr NodeSchema schema = {.id = "blend_1d", ...};
//         static constexpr FloatPin kValue = floatPin(schema, "value");
//         struct Data { ... };   // made by bind, immutable after it, may own memory
//         struct State { ... };  // trivially copyable; all bytes zero before it ever ran
//         static void check(BindContext& context);                        // optional
//         static void bind(BindContext& context, Data& data);
//         static void start(const Data&, State&, UpdateContext&);         // optional
//         static bool isSound(const Data&, const State&);                 // optional
//         static PoseResult update(const Data&, State&, UpdateContext&);  // of a pose node
//         static void evaluate(const Data&, State&, UpdateContext&);      // of a value node
//     };
//     SARTOR_GRAPH_NODE(blend_1d, Blend1d)
//
// and a line in node_list.inc. `check` finds what is wrong whatever the rig is: it is called
// without one, too, and may read no joints and no clips; `bind` follows where it found nothing.
// `start` is called before an update that does not follow one in the frame before; without it the
// state is zeroed then. `isSound` refuses states from files that `update` could not live with (an
// index that is out of range).
#pragma once

#include "param_view.h"
#include "pins.h"
#include "sync.h"

#include <sartor/base/assert.h>
#include <sartor/graph/graph_instance.h>
#include <sartor/graph/rig.h>
#include <sartor/math/affine.h>
#include <sartor/math/transform.h>
#include <sartor/pose/playback.h>
#include <sartor/pose/root_motion_ledger.h>

#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace sartor::graph {

class GraphRun;
struct CompiledClip;
struct CompiledNode;
class Compiler;

using TaskIndex = Index<struct TaskTag>;

/// How far the clip is that leads a pose: the heaviest where several are blended.
struct ClipProgress {
    double time = 0.0;     ///< seconds in the clip
    double duration = 0.0; ///< seconds; 0 where there is no clip
    double remaining =
        0.0; ///< seconds to its next end at the speed it has; very long where it stands
    bool hasEnded = false; ///< in this frame it came to an end of the clip, or stays there
};

/// What updating a pose node yields.
struct PoseResult {
    TaskIndex task; ///< whose output is the pose
    /// Of this frame, in the character's frame at its start; the identity where there is none.
    pose::RootMotionDelta rootMotion{};
    /// Left alone by all but clips: the update of a node fills in that of its heaviest input.
    ClipProgress progress{};
};

/// How the update of a node goes on from the frame before.
enum class Entry {
    GoOn,          ///< it starts where it was not updated in the frame before
    Restart,       ///< it and all below start
    RestartInPhase ///< the same, but for sync groups, which go on where they are
};

/// What a clip in a sync group asks for.
struct SyncRequest {
    double start = 0.0; ///< time of the clip at which it would begin alone, seconds
    double speed = 1.0;
    bool isSeeking = false; ///< then to `start`
};

/// What a sync group makes a clip play.
struct SyncStep {
    double from = 0.0; ///< unwrapped times of the clip, seconds
    double to = 0.0;
    bool isStart = false; ///< the group begins in this frame
};

/// A pose that is kept over frames in the instance's state.
struct StatePose {
    std::uint32_t index = 0;
};

struct PoseView {
    std::span<const math::Transform> parentFromJoint;
    std::span<const float> morphWeights;
};
struct PoseSpan {
    std::span<math::Transform> parentFromJoint;
    std::span<float> morphWeights;

    operator PoseView() const { return {parentFromJoint, morphWeights}; }
};

/// Reads what the document says about one node. All of it was checked against the schema.
class BindContext {
public:
    BindContext(Compiler& compiler, CompiledNode& node) : compiler_(compiler), node_(node) {}

    const Rig& rig() const;
    ParamView params() const;
    /// Fields of an input of a pin that takes many.
    ParamView fields(AnyPin pin, std::size_t item) const;
    std::size_t inputCount(AnyPin pin) const;
    /// Whether the input has a link or a parameter; a constant is none.
    bool isLinked(AnyPin pin, std::size_t item = 0) const;
    ParameterType parameterType(ParameterIndex parameter) const;
    /// What the graph says about a clip of the rig; lives as long as the node's data.
    const CompiledClip& clip(ClipIndex clip) const;

    /// `where` is a JSON pointer from the node: "/params/clip", "/inputs/poses/1/threshold".
    void problem(std::string_view code, std::string_view where, std::string message);
    /// "; did you mean 'idle'?" for the end of a message, or nothing.
    std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

    /// Room for what an update records; without a call, one task of up to 128 bytes.
    void reserveTasks(std::size_t count, std::size_t payloadSize);
    /// Memory that each task of this node can have while it runs.
    void reserveScratch(std::size_t size);
    /// How many pose inputs are updated in one frame at most; without a call, all.
    void limitActiveInputs(std::size_t count);
    StatePose reserveStatePose();

    /// A clip that can run in step with others: in the group of that name, else in that of the
    /// nearest blend above with `sync`, else in one that joinLeaders() makes.
    SyncMemberIndex joinSyncGroup(ClipIndex clip, std::string_view name, pose::PlaybackMode mode);
    /// The clips that lead two inputs of a pin that takes many run in step.
    void joinLeaders(PosePin pin, std::size_t item, std::size_t other);

private:
    Compiler& compiler_;
    CompiledNode& node_;
};

/// What runs in evaluate(): maths on poses.
class TaskContext {
public:
    TaskContext(GraphRun& run, std::uint32_t task) : run_(run), task_(task) {}

    const Rig& rig() const;
    std::size_t inputCount() const;
    PoseView input(std::size_t index) const;
    /// Shares no memory with any input. Its content is undefined before it is written.
    PoseSpan output() const;

    PoseSpan statePose(StatePose pose) const;
    /// To be called by who has written a state pose.
    void markStored(StatePose pose) const;
    /// Frames since a state pose was written: 1 for the frame before this one; 0 for never.
    std::uint64_t framesSinceStored(StatePose pose) const;

    /// One of each joint; undefined content.
    std::span<math::Affine> modelScratch() const;
    /// Undefined content; at most what was reserved.
    template <class T>
    std::span<T> scratch(std::size_t count) const {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(std::max_align_t));
        const std::span<std::byte> bytes = scratchBytes(count * sizeof(T));
        return {reinterpret_cast<T*>(bytes.data()), count};
    }
    /// Flags of this node that the debugger shows.
    void report(std::uint32_t flags) const;

private:
    std::span<std::byte> scratchBytes(std::size_t size) const;

    GraphRun& run_;
    std::uint32_t task_;
};

template <class Payload>
struct TaskType {
    void (*run)(const Payload& payload, TaskContext& context);
};

/// What a node sees of the frame in which it is updated.
class UpdateContext {
public:
    UpdateContext(GraphRun& run, std::uint32_t node, double dt, float weight, Entry entry)
        : run_(run), node_(node), dt_(dt), weight_(weight), entry_(entry) {}

    const Rig& rig() const;
    /// Seconds, not below 0. That of the graph for value nodes.
    double dt() const { return dt_; }
    /// Of this node in the output, [0, 1].
    float weight() const { return weight_; }

    float value(FloatPin pin, std::size_t item = 0);
    bool value(BoolPin pin, std::size_t item = 0);
    glm::vec3 value(Vector3Pin pin, std::size_t item = 0);
    std::size_t inputCount(AnyPin pin) const;

    PinValue parameter(ParameterIndex parameter) const;
    /// Whether the trigger is fired; whoever takes it is the only one in this frame.
    bool takeTrigger(ParameterIndex parameter);

    void setOutput(FloatOutput output, float value);
    void setOutput(BoolOutput output, bool value);
    void setOutput(Vector3Output output, const glm::vec3& value);

    /// Updates the node linked there; at most once a frame for each input. The input's weight in
    /// the output is this node's times `relativeWeight`; its time goes by at `timeScale`, not
    /// below 0.
    PoseResult updatePose(PosePin pin,
                          std::size_t item = 0,
                          float relativeWeight = 1.0f,
                          double timeScale = 1.0,
                          Entry entry = Entry::GoOn);

    /// None where the member is in no group.
    std::optional<SyncStep> syncStep(SyncMemberIndex member, const SyncRequest& request);

    /// Records a task. Inputs are tasks of this frame that were updated or recorded by this node.
    template <class Payload>
    TaskIndex addTask(const TaskType<Payload>& type,
                      const std::type_identity_t<Payload>& payload,
                      std::span<const TaskIndex> inputs = {}) {
        static_assert(std::is_trivially_copyable_v<Payload> &&
                      alignof(Payload) <= alignof(std::max_align_t));
        std::byte* const place = allocateTask(sizeof(Payload));
        std::memcpy(place, &payload, sizeof(Payload));
        return recordTask(
            [](const void* function, const std::byte* bytes, TaskContext& context) {
                (*static_cast<const TaskType<Payload>*>(function))
                    .run(*reinterpret_cast<const Payload*>(bytes), context);
            },
            &type,
            place,
            inputs);
    }
    /// Keeps the pose of a task to the end of the frame, whoever reads it.
    void keep(TaskIndex task);

    /// Whether this frame can take more events; those beyond are counted.
    bool hasRoomForEvents() const;
    /// `frameTime` in seconds from the start of the frame.
    void addEvent(std::uint32_t name, double clipTime, double frameTime, bool isReverse);

    /// Whether the graph has root motion.
    bool hasRootMotion() const;
    /// For the books, at most once in an update; node and weight are filled in.
    void addRootMotion(const pose::RootMotionSource& source);

    /// For the debugger.
    void report(double time, double duration);
    void reportState(std::uint32_t state);
    void reportTransition(std::uint32_t previousState, float progress);

private:
    friend class GraphRun;
    using RunTask = void (*)(const void* function, const std::byte* bytes, TaskContext& context);

    std::byte* allocateTask(std::size_t size);
    TaskIndex recordTask(RunTask run,
                         const void* function,
                         const std::byte* payload,
                         std::span<const TaskIndex> inputs);

    GraphRun& run_;
    std::uint32_t node_;
    double dt_;
    float weight_;
    Entry entry_;
    float heaviest_ = -1.0f; ///< relative weight of the input that `progress_` is of
    ClipProgress progress_{};
};

/// A node type without its C++ type.
struct NodeType {
    const NodeSchema* schema = nullptr;
    std::size_t stateSize = 0;
    void* (*createData)() = nullptr;
    void (*destroyData)(void* data) = nullptr;
    void (*check)(BindContext& context) = nullptr; ///< null: nothing
    void (*bind)(BindContext& context, void* data) = nullptr;
    void (*start)(const void* data, std::byte* state, UpdateContext& context) = nullptr;
    bool (*isSound)(const void* data, const std::byte* state) = nullptr; ///< null: always
    /// Null for value nodes.
    PoseResult (*update)(const void* data, std::byte* state, UpdateContext& context) = nullptr;
    /// Null for pose nodes.
    void (*evaluate)(const void* data, std::byte* state, UpdateContext& context) = nullptr;
};

template <class Node>
consteval NodeType makeNodeType() {
    using Data = typename Node::Data;
    using State = typename Node::State;
    static_assert(std::is_trivially_copyable_v<State>, "states are copied as bytes");
    static_assert(alignof(State) <= alignof(std::max_align_t));
    NodeType type;
    type.schema = &Node::schema;
    type.stateSize = std::is_empty_v<State> ? 0 : sizeof(State);
    type.createData = []() -> void* { return new Data(); };
    type.destroyData = [](void* data) { delete static_cast<Data*>(data); };
    if constexpr (requires { &Node::check; }) {
        type.check = &Node::check;
    }
    type.bind = [](BindContext& context, void* data) {
        Node::bind(context, *static_cast<Data*>(data));
    };
    if constexpr (requires { &Node::start; }) {
        type.start = [](const void* data, std::byte* state, UpdateContext& context) {
            Node::start(*static_cast<const Data*>(data), *reinterpret_cast<State*>(state), context);
        };
    } else {
        type.start = [](const void*, std::byte* state, UpdateContext&) {
            if constexpr (!std::is_empty_v<State>) {
                std::memset(state, 0, sizeof(State));
            } else {
                static_cast<void>(state);
            }
        };
    }
    if constexpr (requires { &Node::isSound; }) {
        type.isSound = [](const void* data, const std::byte* state) {
            return Node::isSound(*static_cast<const Data*>(data),
                                 *reinterpret_cast<const State*>(state));
        };
    }
    if constexpr (requires { &Node::update; }) {
        type.update = [](const void* data, std::byte* state, UpdateContext& context) {
            return Node::update(
                *static_cast<const Data*>(data), *reinterpret_cast<State*>(state), context);
        };
    } else {
        type.evaluate = [](const void* data, std::byte* state, UpdateContext& context) {
            Node::evaluate(
                *static_cast<const Data*>(data), *reinterpret_cast<State*>(state), context);
        };
    }
    return type;
}

/// Ends the source file of a node, outside of unnamed namespaces.
#define SARTOR_GRAPH_NODE(id, Node)                                                                \
    extern constinit const NodeType kNodeType_##id;                                                \
    constinit const NodeType kNodeType_##id = makeNodeType<Node>();

} // namespace sartor::graph
