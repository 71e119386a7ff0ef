// SPDX-License-Identifier: Apache-2.0
// A graph at work on one character.
#pragma once

#include <sartor/base/result.h>
#include <sartor/graph/compiled_graph.h>
#include <sartor/math/transform.h>
#include <sartor/pose/frame_guard.h>
#include <sartor/pose/root_motion_ledger.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace sartor::graph {

/// An event of a clip that playback has come across.
struct Event {
    std::uint32_t name = 0; ///< position in CompiledGraph::eventNames()
    std::uint32_t node = 0; ///< of the clip, position in the definition
    float weight = 0.0f;    ///< of that node in the output, [0, 1]
    double clipTime = 0.0;  ///< seconds in the clip
    double frameTime = 0.0; ///< seconds after the start of the frame, at the speed of the node
    bool isReverse = false; ///< the clip ran backwards over it
};

struct GraphUpdate {
    /// What the entity moves by, in its frame before the update; the identity unless the entity
    /// owns the root motion.
    pose::RootMotionDelta rootMotion{};
    /// In the order in which they came; valid until the next update.
    std::span<const Event> events{};
    /// Events beyond the room there is for one frame.
    std::size_t droppedEventCount = 0;
};

/// A value on a pin or of a parameter.
struct PinValue {
    PinType type = PinType::Float;
    glm::vec3 vector = glm::vec3(0.0f); ///< a number or a truth stands in x

    float number() const { return vector.x; }
    bool truth() const { return vector.x != 0.0f; }
};

/// What a node did in the last update.
struct NodeActivity {
    bool isActive = false;
    float weight = 0.0f;             ///< in the output, [0, 1]
    double time = 0.0;               ///< of a clip, seconds
    double duration = 0.0;           ///< of a clip, seconds; 0 for what has none
    std::uint32_t state = 0;         ///< of a state machine, position in its `states`
    std::uint32_t previousState = 0; ///< where its last transition came from
    float transition = 1.0f;         ///< how far that has come, [0, 1]; 1 where none is under way
    std::uint32_t flags = 0; ///< of its maths, set by evaluate(); what they mean says the node
};

/// The pose of a node; empty where it has none to show.
struct NodePose {
    std::span<const math::Transform> parentFromJoint{};
    std::span<const float> morphWeights{};
};

class GraphRun;

/// Longest time step, in seconds.
inline constexpr double kMaximumTimeStep = 1e6;

/// Update and evaluation allocate nothing and are the same bits wherever they run. Threads: each
/// instance one at a time, several instances side by side.
class GraphInstance {
public:
    static GraphInstance create(std::shared_ptr<const CompiledGraph> graph);
    ~GraphInstance();
    GraphInstance(GraphInstance&& other) noexcept;
    GraphInstance& operator=(GraphInstance&& other) noexcept;
    GraphInstance(const GraphInstance&) = delete;
    GraphInstance& operator=(const GraphInstance&) = delete;

    const CompiledGraph& graph() const;

    /// Numbers are clamped to the parameter's range; those that are not finite change nothing.
    /// The index is one of the graph's, and of that type.
    void setFloat(ParameterIndex parameter, float value);
    void setBool(ParameterIndex parameter, bool value);
    void setVector3(ParameterIndex parameter, const glm::vec3& value);
    void fireTrigger(ParameterIndex parameter);
    PinValue parameter(ParameterIndex parameter) const;

    /// Advances everything that is active and decides what evaluate() does. The first update starts
    /// the graph: with `dt` 0 the pose is that of its first moment.
    /// Errors: "graph.time" for a dt that is negative, above kMaximumTimeStep or no number; then
    /// nothing has happened.
    Result<GraphUpdate> update(double dt);

    /// The pose of the last update; without one, that of the graph's first moment, and after
    /// restore() that of the state, with nothing advanced. A second call gives the same again. A
    /// frame that is not evaluated was not shown: transitions that come from the pose that was
    /// shown last come from one before it. Shapes: as the rig's joints and morph weights.
    void evaluate(std::span<math::Transform> parentFromJoint, std::span<float> morphWeights);

    /// All that an instance remembers, parameters included: copied away and restored later, it goes
    /// on with the same bits.
    std::span<const std::byte> state() const;
    /// Errors: "graph.state_size", "graph.state_invalid" where the bytes are no state of this
    /// graph; then nothing has changed.
    Status restore(std::span<const std::byte> state);

    /// The books of root motion: what clips produced in the last update, who took it, what stayed
    /// in the pose, which evaluate() adds. Sources are by position in the definition's nodes. Empty
    /// where the graph has none.
    const pose::RootMotionLedger& rootMotionLedger() const;
    /// Tells the books where the host has put the entity after an update, from its place when the
    /// graph started; without it they believe that the host did as GraphUpdate says.
    void setEntity(const math::DoubleRigid& worldFromEntity);
    /// Optional, before each update: the host's number of the frame and who updates, a literal. A
    /// second update in a frame is logged and returned, see pose::FrameGuard.
    std::optional<pose::DoubleUpdate> enterFrame(std::uint64_t frame, const char* caller = "");
    const pose::FrameGuard& frameGuard() const;

    /// Of the last update, by position in the definition's nodes.
    std::span<const NodeActivity> activity() const;
    /// What stands on an output that is no pose, as of the last time its node ran. Positions in the
    /// definition's nodes and the schema's outputs.
    PinValue outputValue(std::size_t node, std::size_t output) const;
    /// Nodes of the definition whose poses every evaluate() keeps, for the debugger. Takes the
    /// memory for them at once.
    void watchPoses(std::span<const std::size_t> nodes);
    /// The pose that came out of a watched node in the last evaluate(); empty for one that is not
    /// watched or did not play. Valid until the next evaluate().
    NodePose watchedPose(std::size_t node) const;
    /// Poses that the last update asked evaluate() for, one for each piece of its work.
    std::size_t taskCount() const;

private:
    explicit GraphInstance(std::unique_ptr<GraphRun> run);

    std::unique_ptr<GraphRun> run_;
};

} // namespace sartor::graph
