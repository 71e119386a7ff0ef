// SPDX-License-Identifier: Apache-2.0
// One character from file to deformed frame: what the command, the editor and tests share.
#pragma once

#include <sartor/assets/skin.h>
#include <sartor/base/result.h>
#include <sartor/deform/chain_plan.h>
#include <sartor/deform/cpu_chain_runner.h>
#include <sartor/deform/plugin_host.h>
#include <sartor/deform/run_counts.h>
#include <sartor/graph/graph_instance.h>
#include <sartor/import/import_file.h>
#include <sartor/math/double_rigid.h>
#include <sartor/math/transform.h>
#include <sartor/session/instance_binding.h>
#include <sartor/session/load_plugins.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::gpu {
class Device;
}
namespace sartor::deform_gpu {
struct DeviceMesh;
}

namespace sartor::session {

enum class Backend {
    Cpu,
    Vulkan, ///< compute
    Vertex  ///< the last stage inline in the vertex shader, earlier ones as compute
};
inline constexpr std::array<std::string_view, 3> kBackendNames = {"cpu", "vulkan", "vertex"};
constexpr std::string_view nameOf(Backend backend) {
    return kBackendNames[static_cast<std::size_t>(backend)];
}

struct SessionOptions {
    import::ImportOptions import;
    /// Searched before deform::defaultPluginFolders().
    std::vector<std::filesystem::path> pluginFolders;
    PluginTrial pluginTrial = PluginTrial::ChildProcess;
    /// Where the program is that tries them, and what it may use.
    deform::ProbeOptions pluginProbe;
    deform::PluginFiles pluginFiles = deform::PluginFiles::MayChange;
    assets::InfluenceOptions influences;
    Backend backend = Backend::Cpu;
    /// Whether the CPU watches what stages do; one that breaks a rule goes to the faults of its
    /// instance and no longer runs.
    deform::Verify verify = deform::kUsualVerify;
    /// Chain text for every instance; empty takes what the format asks for, instance by instance:
    /// "morph+lbs" where there are targets, else "lbs".
    std::string chain;
    /// Device for the backends on one; must outlive the session. Null: the session makes its own
    /// when it first needs one.
    gpu::Device* device = nullptr;
};

/// How a frame follows the one before.
enum class Motion {
    Continuous, ///< some time has passed: what was shown before becomes the frame before
    Jump        ///< a seek or a teleport: there is no frame before
};

/// One instance of the current frame, in model space; valid until the next evaluate() or setter.
struct InstanceFrame {
    std::span<const glm::vec3> positions;
    /// Of the frame before, for motion vectors: `positions` after a jump, after a change of clip,
    /// chain, weights or backend, and where nothing has moved.
    std::span<const glm::vec3> previousPositions;
    std::span<const glm::vec3> normals;
    std::span<const glm::vec4> tangents;
    /// SARTOR_FLAG_* by vertex; empty where no stage of the chain marks vertices.
    std::span<const std::uint32_t> flags;
    std::span<const math::Affine> modelFromBind;
    std::span<const float> morphWeights;
    const deform::DeformFaults* faults = nullptr;
};

/// The named stages of a frame, in order.
enum class FrameStage { Sample, Model, Palette, Deform };
inline constexpr std::array<std::string_view, 4> kFrameStageNames = {
    "sample", "model", "palette", "deform"};

/// What came of a plugin that was loaded again.
struct PluginUpdate {
    std::filesystem::path file;
    /// What is declared differently; then values of params that were clamped, and those that were
    /// dropped: a line for each.
    std::vector<std::string> changes;
    std::vector<std::string> clamped;
    std::vector<std::string> dropped;
    /// Says whether the old build has gone, once everybody has let go of its deformers.
    deform::RetiredPlugin retired;
};

class Session {
public:
    /// Reads the file and makes it ready; nothing is evaluated yet. import.foreign.stop ends it
    /// early, while stages prepare as well ("deform.cancelled"), but counts no more once it is
    /// open. Errors: those of import, of the plugins and of the chain; "gpu.unavailable" for a
    /// backend on a device without one, "deform_gpu.no_capture" for Backend::Vertex on a device
    /// that cannot keep what a vertex shader makes.
    static Result<std::unique_ptr<Session>> open(const std::filesystem::path& file,
                                                 const SessionOptions& options);
    static Result<std::unique_ptr<Session>> create(import::ImportedScene scene,
                                                   const SessionOptions& options);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    Session(Session&&) = delete;
    Session& operator=(Session&&) = delete;

    const import::ImportedScene& scene() const;
    const deform::PluginHost& plugins() const;
    const SessionOptions& options() const;
    const InstanceBinding& binding(std::size_t instance) const;
    /// The chain that runs for an instance.
    const deform::Chain& chain(std::size_t instance) const;

    /// None shows the file's own node transforms and default morph weights.
    /// Errors: "session.clip_out_of_range".
    Status setClip(std::optional<std::uint32_t> clip);
    std::optional<std::uint32_t> clip() const;
    /// What graphs are compiled for that are to run here.
    const std::shared_ptr<const graph::Rig>& graphRig() const;
    /// Poses come from this graph, which starts, and no longer from a clip; from clips again with
    /// null. The character stands at the origin again.
    /// Errors: "session.graph_rig" for a graph that was compiled for something else.
    Status setGraph(std::shared_ptr<const graph::CompiledGraph> graph);
    /// To set its parameters, to copy and restore its state; null where poses come from clips.
    graph::GraphInstance* graph();
    const graph::GraphInstance* graph() const;
    /// Errors: those of the chain; the old one stays in place.
    Status setChain(const std::string& text);
    /// Loads a plugin file as it is now, beside the build that runs; plans all chains anew with it
    /// and takes the values of params along (deform::transferChain); then the old build's instances
    /// are destroyed and it is unloaded. On any error all stays as it was, and keeps running.
    /// The file is not tried first: see deform::PluginScreening.
    /// Errors: those of deform::PluginHost::reload and of the chain.
    Result<PluginUpdate> reloadPlugin(const std::filesystem::path& file);
    /// Errors: those of open() for the backend; the old one stays in place.
    Status setBackend(Backend backend);
    Status setInfluenceOptions(const assets::InfluenceOptions& options);
    /// Replaces the weight of one morph target of all instances at a node until cleared with none.
    /// Errors: "session.morph_out_of_range".
    Status setMorphWeight(JointIndex node, std::uint32_t target, std::optional<float> weight);
    /// Replaces the local pose of one joint, whatever clip and rest pose say, until cleared with
    /// none. Errors: "session.joint_out_of_range", "session.pose" (not finite, or a rotation whose
    /// length is off from one by more than 1e-3).
    Status setJointPose(JointIndex joint, const std::optional<math::Transform>& parentFromJoint);

    /// Runs all stages at a time of the current clip, in seconds, clamped to [0, duration] for the
    /// pose. Deformers are told the time as it is. For them, and for the frame before, a jump, a
    /// step back, a step of more than half a second, and the first frame of a clip, chain or
    /// backend is a seek. Chains of instances whose palette and morph weights have not changed keep
    /// their results. Errors: "session.time" (not finite), "deform.*".
    /// With a graph, its pose is taken as it stands, and the time is what deformers are told.
    Status evaluate(double clipTime, Motion motion = Motion::Continuous);
    /// Lets time pass in the graph, moves the character, and runs all stages. There is a graph.
    /// Errors: "graph.time" for a step that is negative or not finite, and those of evaluate().
    Result<graph::GraphUpdate> advance(double seconds, Motion motion = Motion::Continuous);
    /// Where the graph's root motion has brought the character since setGraph(); model space is its
    /// own.
    const math::DoubleRigid& worldFromModel() const;
    void setWorldFromModel(const math::DoubleRigid& worldFromModel);

    /// The next evaluate() runs every chain, also where nothing has changed.
    void deformAgain();

    /// Results of the last evaluate().
    double time() const;
    std::span<const math::Transform> parentFromJoint() const;
    std::span<const math::Affine> modelFromJoint() const;
    InstanceFrame frame(std::size_t instance) const;
    /// Where the same results are on device(), for drawing without a round trip; null on the CPU.
    const deform_gpu::DeviceMesh* deviceMesh(std::size_t instance) const;
    /// With Backend::Vertex, why the last stage of an instance's chain runs as compute all the
    /// same; empty where it does not.
    const std::string& inlineRefusal(std::size_t instance) const;
    /// Seconds each stage of the last frame took, by FrameStage.
    const std::array<double, kFrameStageNames.size()>& stageSeconds() const;
    /// The device that runs the chains; null on the CPU.
    gpu::Device* device() const;
    std::string deviceName() const;
    /// Seconds of the device for each stage of the chains of the last frame, in order, uploads
    /// first; empty on the CPU, where nothing had to be deformed, and on a device without a clock.
    /// Valid until the chain, the backend or the weights change.
    std::span<const deform::StageTime> chainStageTimes() const;
    /// What the last frame cost.
    const deform::RunCounts& counts() const;

private:
    struct State;
    explicit Session(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace sartor::session
