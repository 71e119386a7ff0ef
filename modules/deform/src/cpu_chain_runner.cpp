// SPDX-License-Identifier: Apache-2.0
// The CPU form of a planned chain.
#include "plugin_instance.h"

#include <sartor/base/parallel.h>
#include <sartor/deform/cpu_chain_runner.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>

namespace sartor::deform {

namespace {

constexpr std::size_t kAlignment = 64;
// Ranges begin at whole blocks, so two threads rarely write to one cache line.
constexpr std::size_t kBlockVertices = 64;
constexpr std::size_t kBlocksPerRange = 16;

struct AlignedDelete {
    void operator()(std::byte* bytes) const {
        ::operator delete[](bytes, std::align_val_t{kAlignment});
    }
};
using AlignedBytes = std::unique_ptr<std::byte[], AlignedDelete>;

AlignedBytes makeAligned(std::size_t size) {
    const std::size_t whole = std::max<std::size_t>(1, (size + kAlignment - 1) / kAlignment);
    auto* bytes =
        static_cast<std::byte*>(::operator new[](whole* kAlignment, std::align_val_t{kAlignment}));
    std::memset(bytes, 0, whole * kAlignment);
    return AlignedBytes(bytes);
}

struct BoundStage {
    const PlannedStage* planned = nullptr;
    const void* instance = nullptr;
    std::vector<sartor_buffer> buffers;
};

// One stage over all vertices; the body of parallelFor holds a pointer to it and so needs no heap.
struct StageCall {
    const BoundStage& stage;
    sartor_run run;
    std::size_t vertexCount;
    std::atomic<sartor_status> status{SARTOR_OK};

    void operator()(std::size_t beginBlock, std::size_t endBlock) {
        sartor_run part = run;
        part.begin = static_cast<std::uint32_t>(beginBlock * kBlockVertices);
        part.end = static_cast<std::uint32_t>(std::min(endBlock * kBlockVertices, vertexCount));
        sartor_status result = SARTOR_E_FAILED;
        // A second net: plugins must not throw, and the SDK sees to it.
        try {
            result = stage.planned->stage().run(stage.instance, &part);
        } catch (...) {
        }
        if (result != SARTOR_OK) {
            status.store(result, std::memory_order_relaxed);
        }
    }
};

} // namespace

struct CpuChainRunner::State {
    std::shared_ptr<const ChainPlan> plan;
    std::vector<std::unique_ptr<PluginInstance>> instances;
    std::vector<AlignedBytes> buffers;
    std::vector<BoundStage> stages;
    DeformFaults faults;
    bool hasRun = false;

    std::span<std::byte> bytesOf(std::uint32_t buffer) const {
        const PlannedBuffer& planned = plan->buffers()[buffer];
        return {buffers[buffer].get(), std::size_t{planned.count} * planned.stride};
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
CpuChainRunner::create(std::shared_ptr<const ChainPlan> plan) {
    auto state = std::make_unique<State>();
    state->plan = std::move(plan);
    for (const ChainLink& link : state->plan->chain().links) {
        auto instance = PluginInstance::create(link.deformer);
        if (!instance) {
            return instance.error();
        }
        state->instances.push_back(std::move(*instance));
    }
    const auto planned = state->plan->buffers();
    for (std::uint32_t buffer = 0; buffer < planned.size(); ++buffer) {
        state->buffers.push_back(
            makeAligned(std::size_t{planned[buffer].count} * planned[buffer].stride));
        if (planned[buffer].filled == PlannedBuffer::Filled::PerMesh) {
            const auto contents = state->plan->perMeshContents(buffer);
            std::copy(contents.begin(), contents.end(), state->buffers.back().get());
        }
    }
    for (const PlannedStage& stage : state->plan->stages()) {
        BoundStage bound;
        bound.planned = &stage;
        bound.instance = state->instances[stage.linkIndex]->get();
        for (const auto& buffer : stage.buffers) {
            bound.buffers.push_back(buffer ? sartor_buffer{state->buffers[*buffer].get(),
                                                           planned[*buffer].count,
                                                           planned[*buffer].stride}
                                           : sartor_buffer{});
        }
        state->stages.push_back(std::move(bound));
    }
    // Faults of a frame must find their room already there.
    const MeshSource& source = state->plan->source();
    state->faults.nonfiniteJoints.reserve(source.jointCount);
    state->faults.nonfiniteMorphWeights.reserve(source.morphs ? source.morphs->targetCount() : 0);
    return std::unique_ptr<CpuChainRunner>(new CpuChainRunner(std::move(state)));
}

CpuChainRunner::CpuChainRunner(std::unique_ptr<State> state) : state_(std::move(state)) {}
CpuChainRunner::~CpuChainRunner() = default;

Status CpuChainRunner::run(const FrameSource& frame) {
    State& state = *state_;
    if (Status checked = state.plan->check(frame); !checked) {
        return checked;
    }
    state.plan->findFaults(frame, state.faults);
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
        run.frame_flags = frame.flags | (state.hasRun ? 0u : std::uint32_t{SARTOR_FRAME_RESET});
        run.buffer_count = static_cast<std::uint32_t>(stage.buffers.size());
        run.param_count = static_cast<std::uint32_t>(stage.planned->params.size());
        run.time = frame.time;
        run.delta_time = frame.deltaTime;
        run.buffers = stage.buffers.data();
        run.params = stage.planned->params.data();
        StageCall call{stage, run, vertexCount};
        parallelFor(
            (vertexCount + kBlockVertices - 1) / kBlockVertices, kBlocksPerRange, std::ref(call));
        if (const sartor_status status = call.status.load(); status != SARTOR_OK) {
            return Error{"deform.stage",
                         "stage '" + stage.planned->stage().id + "' of '" +
                             stage.planned->deformer->id + "' failed with status " +
                             std::to_string(status) + " on mesh '" +
                             state.plan->source().mesh->name() + "'"};
        }
    }
    state.hasRun = true;
    state.faults.flags = countFlags(flags());
    return {};
}

std::span<const glm::vec3> CpuChainRunner::positions() const {
    return state_->result(state_->plan->positions(), state_->plan->source().mesh->positions());
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
const DeformFaults& CpuChainRunner::faults() const {
    return state_->faults;
}

} // namespace sartor::deform
