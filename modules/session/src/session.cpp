// SPDX-License-Identifier: Apache-2.0
// One character from file to deformed frame.
#include "chain_runner.h"
#include "frame_pose.h"
#include "palettes.h"
#include "stage_timer.h"

#include <sartor/base/unique_id.h>
#include <sartor/deform/chain_transfer.h>
#include <sartor/import/mesh_text.h>
#include <sartor/session/graph_rig.h>
#include <sartor/session/session.h>

#ifdef SARTOR_HAS_GPU
#include <sartor/gpu/device.h>
#endif

#include <algorithm>
#include <cmath>

namespace sartor::session {

namespace {

// A longer step, in seconds, is a seek: nothing that moves on its own goes on from before.
constexpr double kLargestStep = 0.5;

} // namespace

struct Session::State {
    import::ImportedScene scene;
    SessionOptions options;
    deform::PluginHost plugins;
    std::vector<InstanceBinding> bindings;
    std::vector<deform::Chain> chains;
    /// Outlasts plans, so that another backend, or another value of a param that no PREPARE stage
    /// reads, finds what there is.
    deform::PreparationCache preparations;
#ifdef SARTOR_HAS_GPU
    // Outlives the runner, whose buffers are its.
    std::unique_ptr<gpu::Device> ownDevice;
#endif
    std::unique_ptr<ChainRunner> runner;
    std::optional<std::uint32_t> clip;
    std::shared_ptr<const graph::Rig> rig;
    std::optional<graph::GraphInstance> graph;
    math::DoubleRigid worldFromModel;
    double time = 0.0;
    /// What deformers are told, not clamped to the clip; and of the last frame.
    double deformTime = 0.0;
    std::optional<double> lastTime;
    /// There from the moment the scene is.
    std::optional<FramePose> pose;
    Palettes palettes;
    std::vector<deform::FrameSource> frames;
    std::array<double, kFrameStageNames.size()> stageSeconds{};

    /// What an instance's chain and runner are made from; swapped in only when all of it worked.
    struct Setup {
        std::vector<InstanceBinding> bindings;
        std::vector<deform::Chain> chains;
        Palettes palettes;
        std::unique_ptr<ChainRunner> runner;
    };

    // Influences are made once for all instances of a mesh and a skin, and stay the same object
    // while their options do: what stages prepared is known by them.
    Result<InstanceBinding> bindingOf(const Setup& setup, const SessionOptions& wanted) const {
        const std::size_t index = setup.bindings.size();
        const import::MeshInstance& instance = scene.instances[index];
        for (std::size_t other = 0; other < index && instance.skin; ++other) {
            if (scene.instances[other].mesh == instance.mesh &&
                scene.instances[other].skin == instance.skin) {
                return setup.bindings[other];
            }
        }
        const bool isKept = index < bindings.size() &&
                            options.influences.policy == wanted.influences.policy &&
                            options.influences.maxPerVertex == wanted.influences.maxPerVertex;
        if (isKept) {
            return bindings[index];
        }
        return bindInstance(scene, instance, wanted.influences);
    }

    Result<Setup> makeSetup(const SessionOptions& wanted, const deform::PluginHost& host) {
        Setup setup;
        Plans plans;
        for (const import::MeshInstance& instance : scene.instances) {
            auto binding = bindingOf(setup, wanted);
            if (!binding) {
                return binding.error();
            }
            std::string text = wanted.chain;
            if (text.empty()) {
                // In full, so that no other plugin's id makes them ambiguous.
                text = instance.morphs != nullptr ? "sartor.morph+sartor.lbs" : "sartor.lbs";
            }
            auto chain = deform::parseChain(text, host);
            if (!chain) {
                return chain.error();
            }
            const deform::MeshSource source{
                instance.mesh,
                binding->influences,
                instance.morphs,
                static_cast<std::uint32_t>(binding->joints.size()),
                commonStretchAtRest(pose->modelFromJointAtRest(), *binding),
                meshText(instance)};
            auto plan = deform::ChainPlan::create(
                *chain,
                source,
                {.watch = deform::Watch::Flags,
                 .verify = wanted.backend == Backend::Cpu ? wanted.verify : deform::Verify::Nothing,
                 .cache = &preparations,
                 .stop = wanted.import.foreign.stop});
            if (!plan) {
                return plan.error();
            }
            setup.chains.push_back(std::move(*chain));
            setup.bindings.push_back(std::move(*binding));
            setup.palettes.add(scene, setup.bindings, (*plan)->readsRigidParts());
            plans.push_back(std::move(*plan));
        }
        auto made = makeRunner(wanted, plans);
        if (!made) {
            return made.error();
        }
        setup.runner = std::move(*made);
        return setup;
    }

    Result<std::unique_ptr<ChainRunner>> makeRunner(const SessionOptions& wanted,
                                                    const Plans& plans) {
        if (wanted.backend == Backend::Cpu) {
            return createCpuRunner(plans, wanted.verify);
        }
#ifdef SARTOR_HAS_GPU
        if (options.device == nullptr && ownDevice == nullptr) {
            auto made = gpu::Device::create({});
            if (!made) {
                return made.error();
            }
            ownDevice = std::move(*made);
        }
        return createVulkanRunner(*device(), plans, wanted.backend);
#else
        return Error{"gpu.unavailable",
                     "this build has no backend on a device (SARTOR_BUILD_GPU=OFF)"};
#endif
    }

    gpu::Device* device() const {
#ifdef SARTOR_HAS_GPU
        return options.device != nullptr ? options.device : ownDevice.get();
#else
        return nullptr;
#endif
    }

    Status apply(const SessionOptions& wanted) {
        auto setup = makeSetup(wanted, plugins);
        if (!setup) {
            return setup.error();
        }
        use(wanted, std::move(*setup));
        return {};
    }

    // What was in use before goes at the end.
    void use(const SessionOptions& wanted, Setup setup) {
        options = wanted;
        // First the runner, whose instances are made by the deformers of the chains.
        runner = std::move(setup.runner);
        lastTime.reset();
        bindings = std::move(setup.bindings);
        chains = std::move(setup.chains);
        palettes = std::move(setup.palettes);
        pose->resetMorphWeights();
        frames.assign(bindings.size(), {});
        renewInputs();
    }

    // The text of the chain for another host, with the values that it can keep.
    Result<std::string> transferredChain(const deform::PluginHost& host, PluginUpdate& update) {
        if (options.chain.empty()) {
            return std::string(); // what the format asks for, whatever that is then
        }
        const auto before = deform::parseChain(options.chain, plugins);
        if (!before) {
            return before.error();
        }
        auto transfer = deform::transferChain(*before, host);
        if (!transfer) {
            return transfer.error();
        }
        update.clamped = std::move(transfer->clamped);
        update.dropped = std::move(transfer->dropped);
        return deform::toText(transfer->chain, host);
    }

    Result<PluginUpdate> reloadPlugin(const std::filesystem::path& file) {
        deform::PluginHost host = plugins;
        auto reload = host.reload(file);
        if (!reload) {
            return reload.error();
        }
        PluginUpdate update;
        update.file = file;
        update.changes = std::move(reload->changes);
        auto chain = transferredChain(host, update);
        if (!chain) {
            return chain.error();
        }
        SessionOptions wanted = options;
        wanted.chain = std::move(*chain);
        auto setup = makeSetup(wanted, host);
        if (!setup) {
            return setup.error();
        }
        use(wanted, std::move(*setup));
        plugins = std::move(host);
        update.retired = reload->retired;
        return update;
    }

    void renewInputs() {
        for (deform::FrameSource& frame : frames) {
            frame.input.id = newId();
        }
    }

    double& secondsOf(FrameStage stage) {
        return stageSeconds[static_cast<std::size_t>(stage)];
    }

    void computePose() {
        {
            const StageTimer timer(secondsOf(FrameStage::Sample));
            if (graph) {
                pose->evaluate(*graph);
            } else {
                pose->sample(clip, time);
            }
        }
        {
            const StageTimer timer(secondsOf(FrameStage::Model));
            pose->computeModelPose();
        }
        const StageTimer timer(secondsOf(FrameStage::Palette));
        palettes.compute(pose->modelFromJoint(), bindings);
    }

    Status deformMeshes(Motion motion) {
        const StageTimer timer(secondsOf(FrameStage::Deform));
        const double step = lastTime ? deformTime - *lastTime : 0.0;
        const bool isSeek =
            motion == Motion::Jump || !lastTime || step < 0.0 || step > kLargestStep;
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const Palette& palette = palettes.of(i);
            frames[i].modelFromBind = palette.modelFromBind;
            frames[i].rigidParts = palette.rigidParts;
            frames[i].morphWeights = pose->morphWeights(i);
            frames[i].time = deformTime;
            frames[i].deltaTime = isSeek ? 0.0 : step;
            frames[i].flags = isSeek ? std::uint32_t{SARTOR_FRAME_RESET} : 0u;
            // Neither number ever falls: the sum tells any two states apart.
            frames[i].input.revision = palette.revision + pose->morphRevision(i);
        }
        Status status = runner->run(frames);
        lastTime = status ? std::optional(deformTime) : std::nullopt;
        return status;
    }
};

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}

Session::~Session() = default;

Result<std::unique_ptr<Session>> Session::open(const std::filesystem::path& file,
                                               const SessionOptions& options) {
    auto scene = import::importFile(file, options.import);
    if (!scene) {
        return scene.error();
    }
    return create(std::move(*scene), options);
}

Result<std::unique_ptr<Session>> Session::create(import::ImportedScene scene,
                                                 const SessionOptions& options) {
    auto state = std::make_unique<State>();
    state->scene = std::move(scene);
    state->options = options;
    state->plugins = deform::PluginHost(options.pluginFiles);
    if (Status status = loadPlugins(
            state->plugins, options.pluginFolders, options.pluginTrial, options.pluginProbe);
        !status) {
        return status.error();
    }
    state->pose.emplace(state->scene);
    state->rig = makeGraphRig(state->scene);
    if (Status status = state->apply(options); !status) {
        return status.error();
    }
    // It was for the opening alone.
    state->options.import.foreign.stop = {};
    return std::unique_ptr<Session>(new Session(std::move(state)));
}

const import::ImportedScene& Session::scene() const {
    return state_->scene;
}

const deform::PluginHost& Session::plugins() const {
    return state_->plugins;
}

const SessionOptions& Session::options() const {
    return state_->options;
}

const InstanceBinding& Session::binding(std::size_t instance) const {
    return state_->bindings[instance];
}

const deform::Chain& Session::chain(std::size_t instance) const {
    return state_->chains[instance];
}

Status Session::setClip(std::optional<std::uint32_t> clip) {
    if (clip && *clip >= state_->scene.clips.size()) {
        return Error{"session.clip_out_of_range",
                     "clip " + std::to_string(*clip) + ": the file has " +
                         std::to_string(state_->scene.clips.size()) + " clips"};
    }
    state_->clip = clip;
    state_->lastTime.reset();
    return {};
}

std::optional<std::uint32_t> Session::clip() const {
    return state_->clip;
}

const std::shared_ptr<const graph::Rig>& Session::graphRig() const {
    return state_->rig;
}

Status Session::setGraph(std::shared_ptr<const graph::CompiledGraph> graph) {
    if (graph != nullptr && &graph->rig() != state_->rig.get()) {
        return Error{"session.graph_rig",
                     "the graph was compiled for another rig than that of this character"};
    }
    state_->graph.reset();
    if (graph != nullptr) {
        state_->graph.emplace(graph::GraphInstance::create(std::move(graph)));
    }
    state_->worldFromModel = {};
    state_->deformTime = 0.0;
    state_->lastTime.reset();
    return {};
}

graph::GraphInstance* Session::graph() {
    return state_->graph ? &*state_->graph : nullptr;
}

const graph::GraphInstance* Session::graph() const {
    return state_->graph ? &*state_->graph : nullptr;
}

Result<graph::GraphUpdate> Session::advance(double seconds, Motion motion) {
    SARTOR_ASSERT(state_->graph.has_value());
    auto update = state_->graph->update(seconds);
    if (!update) {
        return update.error();
    }
    state_->worldFromModel = state_->worldFromModel * update->rootMotion;
    if (Status status = evaluate(state_->deformTime + seconds, motion); !status) {
        return status.error();
    }
    return update;
}

const math::DoubleRigid& Session::worldFromModel() const {
    return state_->worldFromModel;
}

void Session::setWorldFromModel(const math::DoubleRigid& worldFromModel) {
    state_->worldFromModel = worldFromModel;
}

Status Session::setChain(const std::string& text) {
    SessionOptions wanted = state_->options;
    wanted.chain = text;
    return state_->apply(wanted);
}

Result<PluginUpdate> Session::reloadPlugin(const std::filesystem::path& file) {
    return state_->reloadPlugin(file);
}

Status Session::setBackend(Backend backend) {
    SessionOptions wanted = state_->options;
    wanted.backend = backend;
    return state_->apply(wanted);
}

Status Session::setInfluenceOptions(const assets::InfluenceOptions& options) {
    SessionOptions wanted = state_->options;
    wanted.influences = options;
    return state_->apply(wanted);
}

Status Session::setMorphWeight(JointIndex node, std::uint32_t target, std::optional<float> weight) {
    return state_->pose->setMorphWeight(node, target, weight);
}

Status Session::setJointPose(JointIndex joint,
                             const std::optional<math::Transform>& parentFromJoint) {
    return state_->pose->setJointPose(joint, parentFromJoint);
}

Status Session::evaluate(double clipTime, Motion motion) {
    if (!std::isfinite(clipTime)) {
        return Error{"session.time", "time: expected a finite number of seconds"};
    }
    const double duration =
        state_->clip && !state_->graph
            ? static_cast<double>(state_->scene.clips[*state_->clip]->duration())
            : 0.0;
    state_->time = state_->graph ? clipTime : std::clamp(clipTime, 0.0, duration);
    state_->deformTime = clipTime;
    state_->computePose();
    return state_->deformMeshes(motion);
}

void Session::deformAgain() {
    state_->renewInputs();
}

double Session::time() const {
    return state_->time;
}

std::span<const math::Transform> Session::parentFromJoint() const {
    return state_->pose->parentFromJoint();
}

std::span<const math::Affine> Session::modelFromJoint() const {
    return state_->pose->modelFromJoint();
}

InstanceFrame Session::frame(std::size_t instance) const {
    InstanceFrame frame = state_->runner->results(instance);
    frame.modelFromBind = state_->palettes.of(instance).modelFromBind;
    frame.morphWeights = state_->pose->morphWeights(instance);
    return frame;
}

const deform_gpu::DeviceMesh* Session::deviceMesh(std::size_t instance) const {
    return state_->runner->deviceMesh(instance);
}

const std::string& Session::inlineRefusal(std::size_t instance) const {
    return state_->runner->inlineRefusal(instance);
}

const std::array<double, kFrameStageNames.size()>& Session::stageSeconds() const {
    return state_->stageSeconds;
}

gpu::Device* Session::device() const {
    return state_->options.backend == Backend::Cpu ? nullptr : state_->device();
}

std::string Session::deviceName() const {
#ifdef SARTOR_HAS_GPU
    if (const gpu::Device* device = this->device()) {
        return device->deviceName();
    }
#endif
    return "CPU";
}

std::span<const deform::StageTime> Session::chainStageTimes() const {
    return state_->runner->stageTimes();
}

const deform::RunCounts& Session::counts() const {
    return state_->runner->counts();
}

} // namespace sartor::session
