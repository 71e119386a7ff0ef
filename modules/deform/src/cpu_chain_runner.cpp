// SPDX-License-Identifier: Apache-2.0
// The CPU form of a planned chain.
#include "plugin_instance.h"
#include "stage_call.h"
#include "verified_run.h"

#include <sartor/deform/active_morphs.h>
#include <sartor/deform/cpu_chain_runner.h>
#include <sartor/deform/frame_history.h>

#include <algorithm>

namespace sartor::deform {

namespace {

struct BoundStage {
    const PlannedStage* planned = nullptr;
    const void* instance = nullptr;
    std::vector<sartor_buffer> buffers;
    bool readsTime = false;
};

} // namespace

struct CpuChainRunner::State {
    std::shared_ptr<const ChainPlan> plan;
    std::vector<std::unique_ptr<PluginInstance>> instances;
    std::vector<AlignedBytes> buffers;
    std::vector<BoundStage> stages;
    std::optional<ActiveMorphs> morphs;
    DeformFaults faults;
    std::optional<VerifiedRun> verified;
    FrameHistory frames;
    std::vector<glm::vec3> previousPositions;
    bool wasReused = false;
    bool hasRun = false;

    explicit State(std::shared_ptr<const ChainPlan> planned)
        : plan(std::move(planned)), frames(*plan) {}

    std::span<std::byte> bytesOf(std::uint32_t buffer) const {
        const PlannedBuffer& planned = plan->buffers()[buffer];
        return {buffers[buffer].data(), std::size_t{planned.count} * planned.stride};
    }

    // Of what was prepared, then of what ran.
    void keepFaults() {
        const std::size_t prepared = plan->preparationFaults().size();
        const std::size_t found = verified ? verified->faults().size() : 0;
        for (std::size_t next = faults.stages.size() - prepared; next < found; ++next) {
            faults.stages.push_back(verified->faults()[next]);
        }
    }

    // The rows of other targets than before, where they are others.
    void fillMorphRows(std::span<const float> weights) {
        if (!morphs || !morphs->update(weights)) {
            return;
        }
        const auto planned = plan->buffers();
        for (std::uint32_t buffer = 0; buffer < planned.size(); ++buffer) {
            if (planned[buffer].filled == PlannedBuffer::Filled::PerActiveSet) {
                morphs->write(planned[buffer].semantic, bytesOf(buffer));
            }
        }
        for (BoundStage& stage : stages) {
            for (std::size_t need = 0; need < stage.buffers.size(); ++need) {
                const auto buffer = stage.planned->buffers[need];
                if (buffer && planned[*buffer].filled == PlannedBuffer::Filled::PerActiveSet &&
                    planned[*buffer].domain == SARTOR_PER_DELTA) {
                    stage.buffers[need].count = morphs->deltaCount();
                }
            }
        }
    }

    // What the last frame left for this one.
    void recallHistories(bool isReset) const {
        for (const PlannedHistory& history : plan->histories()) {
            const auto to = bytesOf(history.to);
            const auto source = isReset ? history.initial : std::optional(history.from);
            if (source) {
                const auto from = bytesOf(*source);
                std::copy(from.begin(), from.end(), to.begin());
            } else {
                std::fill(to.begin(), to.end(), std::byte{0});
            }
        }
    }

    template <class T>
    std::span<const T> result(std::optional<std::uint32_t> buffer, std::span<const T> rest) const {
        if (!hasRun || !buffer) {
            return rest;
        }
        const auto bytes = bytesOf(*buffer);
        return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
    }
};

Result<std::unique_ptr<CpuChainRunner>>
CpuChainRunner::create(std::shared_ptr<const ChainPlan> plan, Verify verify) {
    auto state = std::make_unique<State>(std::move(plan));
    if (verify == Verify::Stages) {
        state->verified.emplace();
    }
    state->faults.stages.assign(state->plan->preparationFaults().begin(),
                                state->plan->preparationFaults().end());
    for (const ChainLink& link : state->plan->chain().links) {
        auto instance = PluginInstance::create(link.deformer);
        if (!instance) {
            return instance.error();
        }
        state->instances.push_back(std::move(*instance));
    }
    const auto planned = state->plan->buffers();
    for (std::uint32_t buffer = 0; buffer < planned.size(); ++buffer) {
        state->buffers.emplace_back(std::size_t{planned[buffer].count} * planned[buffer].stride);
        if (planned[buffer].filled == PlannedBuffer::Filled::PerMesh) {
            const auto contents = state->plan->perMeshContents(buffer);
            std::copy(contents.begin(), contents.end(), state->buffers.back().data());
        }
    }
    for (const PlannedStage& stage : state->plan->stages()) {
        BoundStage bound;
        bound.planned = &stage;
        bound.instance = state->instances[stage.linkIndex]->get();
        const auto& needs = stage.stage().needs;
        bound.readsTime = std::any_of(needs.begin(), needs.end(), [](const BufferNeed& need) {
            return need.semantic == "sartor.time";
        });
        for (const auto& buffer : stage.buffers) {
            bound.buffers.push_back(buffer ? sartor_buffer{state->buffers[*buffer].data(),
                                                           planned[*buffer].count,
                                                           planned[*buffer].stride}
                                           : sartor_buffer{});
        }
        state->stages.push_back(std::move(bound));
    }
    if (state->plan->readsMorphRows()) {
        state->morphs.emplace(state->plan->source());
    }
    state->previousPositions.resize(state->plan->source().mesh->vertexCount());
    // Faults of a frame must find their room already there.
    const MeshSource& source = state->plan->source();
    state->faults.nonfiniteJoints.reserve(source.jointCount);
    state->faults.nonfiniteMorphWeights.reserve(source.morphs ? source.morphs->targetCount() : 0);
    return std::unique_ptr<CpuChainRunner>(new CpuChainRunner(std::move(state)));
}

CpuChainRunner::CpuChainRunner(std::unique_ptr<State> state) : state_(std::move(state)) {}
CpuChainRunner::~CpuChainRunner() = default;

Status CpuChainRunner::run(const FrameSource& source) {
    State& state = *state_;
    if (Status checked = state.plan->check(source); !checked) {
        return checked;
    }
    const FrameStep step = state.frames.step(source);
    state.wasReused = step == FrameStep::Same;
    if (state.wasReused) {
        state.frames.ran(source, step);
        return {};
    }
    const FrameSource frame = withReset(source, step == FrameStep::Reset);
    state.recallHistories(step == FrameStep::Reset);
    if (step == FrameStep::Moved) {
        const auto current = positions();
        std::copy(current.begin(), current.end(), state.previousPositions.begin());
    }
    // Until the run has come to its end.
    state.frames.forget();
    state.plan->findFaults(frame, state.faults);
    state.fillMorphRows(frame.morphWeights);
    const auto planned = state.plan->buffers();
    for (std::uint32_t buffer = 0; buffer < planned.size(); ++buffer) {
        if (planned[buffer].filled == PlannedBuffer::Filled::PerFrame) {
            state.plan->writePerFrame(buffer, frame, state.bytesOf(buffer));
        }
    }
    const std::size_t vertexCount = state.plan->source().mesh->vertexCount();
    for (const BoundStage& stage : state.stages) {
        sartor_run run{};
        run.struct_size = sizeof(sartor_run);
        run.pass = stage.planned->pass;
        run.frame_flags = frame.flags;
        run.buffer_count = static_cast<std::uint32_t>(stage.buffers.size());
        run.param_count = static_cast<std::uint32_t>(stage.planned->params.size());
        run.time = stage.readsTime ? frame.time : 0.0;
        run.delta_time = stage.readsTime ? frame.deltaTime : 0.0;
        run.buffers = stage.buffers.data();
        run.params = stage.planned->params.data();
        if (state.plan->isLeftOut(stage.planned->linkIndex)) {
            run.end = static_cast<std::uint32_t>(vertexCount);
            passInputsThrough(*stage.planned, run);
            continue;
        }
        if (state.verified) {
            run.end = static_cast<std::uint32_t>(vertexCount);
            state.verified->run(*stage.planned, stage.instance, run);
            continue;
        }
        const sartor_status status =
            callStage(stage.planned->stage(),
                      stage.instance,
                      run,
                      {.deformer = *stage.planned->deformer, .vertexCount = vertexCount});
        if (status != SARTOR_OK) {
            state.hasRun = false;
            return Error{"deform.stage",
                         "stage '" + stage.planned->stage().id + "' of '" +
                             stage.planned->deformer->id + "' failed with status " +
                             std::to_string(status) + " on " + meshText(state.plan->source())};
        }
    }
    state.hasRun = true;
    state.keepFaults();
    state.frames.ran(frame, step);
    state.faults.flags = countFlags(flags());
    return {};
}

std::span<const glm::vec3> CpuChainRunner::positions() const {
    return state_->result(state_->plan->positions(), state_->plan->source().mesh->positions());
}
std::span<const glm::vec3> CpuChainRunner::previousPositions() const {
    return state_->frames.isPreviousCurrent() ? positions() : state_->previousPositions;
}
bool CpuChainRunner::wasReused() const {
    return state_->wasReused;
}
std::span<const glm::vec3> CpuChainRunner::normals() const {
    return state_->result(state_->plan->normals(), state_->plan->source().mesh->normals());
}
std::span<const glm::vec4> CpuChainRunner::tangents() const {
    return state_->result(state_->plan->tangents(), state_->plan->source().mesh->tangents());
}
std::span<const std::uint32_t> CpuChainRunner::flags() const {
    return state_->result(state_->plan->flags(), std::span<const std::uint32_t>());
}
std::span<const glm::mat3> CpuChainRunner::linear() const {
    return state_->result(state_->plan->linear(), std::span<const glm::mat3>());
}

const DeformFaults& CpuChainRunner::faults() const {
    return state_->faults;
}

} // namespace sartor::deform
