// SPDX-License-Identifier: Apache-2.0
// All meshes of a scene in one command buffer a frame.
#include "chain_group.h"
#include "stage_clock.h"

#include <sartor/base/assert.h>
#include <sartor/deform_gpu/vulkan_chain_runner.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

namespace sartor::deform_gpu {

namespace {

// Uploads and stages of this and of the last frame write; what comes next may only read.
constexpr gpu::Access kWritten = {
    gpu::kTransferWrite.stages | gpu::kComputeWrite.stages | gpu::kFragmentWrite.stages,
    gpu::kTransferWrite.access | gpu::kComputeWrite.access | gpu::kFragmentWrite.access};
// What captures results: the vertex shader reads as a compute stage does, the fragment writes.
constexpr gpu::Access kCapture = {gpu::kGraphicsRead.stages,
                                  gpu::kGraphicsRead.access | gpu::kFragmentWrite.access};
constexpr gpu::Access kAnyRead = {
    gpu::kComputeRead.stages | gpu::kGraphicsRead.stages | gpu::kTransferRead.stages,
    gpu::kComputeRead.access | gpu::kGraphicsRead.access | gpu::kTransferRead.access};

// The name of what comes before all stages.
constexpr std::string_view kUploads = "uploads";

Status checkLocalSize(std::uint32_t size, const VkPhysicalDeviceLimits& limits) {
    const std::uint32_t largest =
        std::min(limits.maxComputeWorkGroupSize[0], limits.maxComputeWorkGroupInvocations);
    if (size == 0 || size > largest) {
        return Error{"deform_gpu.local_size",
                     "a workgroup of " + std::to_string(size) + ", this device allows 1 to " +
                         std::to_string(largest)};
    }
    return {};
}

Status checkHasCompute(const deform::ChainPlan& plan, std::optional<std::size_t> vertexStage) {
    for (std::size_t index = 0; index < plan.stages().size(); ++index) {
        const deform::PlannedStage& planned = plan.stages()[index];
        if (!planned.stage().compute && index != vertexStage) {
            return Error{"deform_gpu.no_compute",
                         "stage '" + planned.stage().id + "' of '" + planned.deformer->id +
                             "' has no compute form; deform with the CPU instead"};
        }
    }
    return {};
}

// Members that share a group, in the order of their meshes. A group stays small enough to bind.
std::vector<GroupMembers>
groupPlans(std::span<const std::shared_ptr<const deform::ChainPlan>> plans,
           std::span<const VertexChoice> choices,
           const VkPhysicalDeviceLimits& limits) {
    struct Open {
        GroupMembers members;
        std::vector<std::uint64_t> bytes;
    };
    std::vector<Open> groups;
    for (std::size_t mesh = 0; mesh < plans.size(); ++mesh) {
        const auto buffers = plans[mesh]->buffers();
        const auto hasRoom = [&](const Open& group) {
            for (std::size_t buffer = 0; buffer < buffers.size(); ++buffer) {
                if (group.bytes[buffer] + arenaElements(buffers[buffer]) * buffers[buffer].stride >
                    limits.maxStorageBufferRange) {
                    return false;
                }
            }
            return group.members.plans.size() < limits.maxComputeWorkGroupCount[1];
        };
        Open* chosen = nullptr;
        for (Open& group : groups) {
            if (haveEqualShape(*group.members.plans.front(), *plans[mesh]) && hasRoom(group)) {
                chosen = &group;
                break;
            }
        }
        if (chosen == nullptr) {
            chosen = &groups.emplace_back();
            chosen->bytes.resize(buffers.size());
            // Plans of equal shape have equal choices.
            chosen->members.vertexStage = choices[mesh].stage;
        }
        chosen->members.plans.push_back(plans[mesh]);
        chosen->members.meshes.push_back(mesh);
        for (std::size_t buffer = 0; buffer < buffers.size(); ++buffer) {
            chosen->bytes[buffer] += arenaElements(buffers[buffer]) * buffers[buffer].stride;
        }
    }
    std::vector<GroupMembers> all;
    all.reserve(groups.size());
    for (Open& group : groups) {
        all.push_back(std::move(group.members));
    }
    return all;
}

} // namespace

struct VulkanChainRunner::State {
    // Groups hold objects of the device, and the pending read-back holds memory of `readBacks`.
    gpu::Device& device;
    std::vector<std::shared_ptr<const deform::ChainPlan>> plans;
    std::optional<gpu::Commands> frames;
    std::optional<gpu::Commands> readBacks;
    std::vector<std::unique_ptr<ChainGroup>> groups;
    struct Member {
        const ChainGroup* group = nullptr;
        std::size_t index = 0;
    };
    std::vector<Member> members;
    std::vector<deform::DeformFaults> faults;
    std::vector<std::uint32_t> flags;
    // The frames as stages see them.
    std::vector<deform::FrameSource> sources;
    // By mesh; without a stage and a refusal where all is compute.
    std::vector<VertexChoice> choices;
    std::vector<deform::FrameHistory> histories;
    std::vector<deform::FrameStep> steps;
    deform::RunCounts counts;
    StageClock clock;
    bool hasRun = false;

    struct Results {
        std::span<const std::byte> positions;
        std::span<const std::byte> normals;
        std::span<const std::byte> tangents;
        std::span<const std::byte> flags;
    };
    // Of the last run, by mesh; empty until somebody asks.
    std::vector<Results> results;

    Status prepare(std::uint32_t localSize);
    Status record(std::span<const deform::FrameSource> frameSources);
    void recordBarrier(gpu::Access first, gpu::Access second) {
        frames->barrier(first, second);
        ++counts.barriers;
    }
    Status fetchResults();
    ChainGroup::Place place(std::size_t mesh, std::optional<std::uint32_t> buffer) const {
        const Member& member = members[mesh];
        return buffer ? member.group->placeOf(member.index, *buffer) : ChainGroup::Place{};
    }
};

Result<std::unique_ptr<VulkanChainRunner>>
VulkanChainRunner::create(gpu::Device& device,
                          std::vector<std::shared_ptr<const deform::ChainPlan>> plans,
                          const RunnerOptions& options) {
    if (Status status = checkLocalSize(options.localSize, device.properties().limits); !status) {
        return status.error();
    }
    std::vector<VertexChoice> choices;
    for (const auto& plan : plans) {
        choices.push_back(options.lastStage == LastStage::Inline ? chooseVertexStage(*plan)
                                                                 : VertexChoice());
        if (Status status = checkHasCompute(*plan, choices.back().stage); !status) {
            return status.error();
        }
    }
    std::unique_ptr<State> state(new State{.device = device,
                                           .plans = std::move(plans),
                                           .frames = {},
                                           .readBacks = {},
                                           .groups = {},
                                           .members = {},
                                           .faults = {},
                                           .flags = {},
                                           .sources = {},
                                           .choices = std::move(choices),
                                           .histories = {},
                                           .steps = {},
                                           .counts = {},
                                           .clock = {},
                                           .hasRun = false,
                                           .results = {}});
    if (Status status = state->prepare(options.localSize); !status) {
        return status.error();
    }
    return std::unique_ptr<VulkanChainRunner>(new VulkanChainRunner(std::move(state)));
}

VulkanChainRunner::VulkanChainRunner(std::unique_ptr<State> state) : state_(std::move(state)) {}
VulkanChainRunner::~VulkanChainRunner() = default;

Status VulkanChainRunner::State::prepare(std::uint32_t localSize) {
    for (std::optional<gpu::Commands>* target : {&frames, &readBacks}) {
        auto commands =
            gpu::Commands::create(device, target == &frames ? "deform" : "deform read back");
        if (!commands) {
            return commands.error();
        }
        *target = std::move(*commands);
    }
    members.resize(plans.size());
    faults.resize(plans.size());
    flags.resize(plans.size());
    sources.resize(plans.size());
    steps.resize(plans.size());
    for (const auto& plan : plans) {
        histories.emplace_back(*plan);
    }
    if (Status status = frames->begin(); !status) {
        return status;
    }
    std::size_t stageCount = 1;
    const GroupContext context{device, localSize, *frames};
    for (GroupMembers& group : groupPlans(plans, choices, device.properties().limits)) {
        auto made = ChainGroup::create(context, std::move(group));
        if (!made) {
            return made.error();
        }
        const auto& meshes = (*made)->members().meshes;
        for (std::size_t member = 0; member < meshes.size(); ++member) {
            members[meshes[member]] = {made->get(), member};
        }
        stageCount += (*made)->stageCount();
        groups.push_back(std::move(*made));
    }
    auto made = StageClock::create(device, stageCount);
    if (!made) {
        return made.error();
    }
    clock = *std::move(made);
    frames->barrier(kWritten, kAnyRead);
    return frames->submitAndWait();
}

Status VulkanChainRunner::State::record(std::span<const deform::FrameSource> frameSources) {
    const GroupFrame frame{*frames, frameSources, steps, flags, counts};
    clock.begin(*frames);
    frames->beginLabel("deform");
    for (auto& group : groups) {
        group->recordRecall(frame);
        group->recordPrevious(frame);
        if (Status status = group->recordUploads(frame); !status) {
            return status;
        }
        group->forgetHazards();
    }
    recordBarrier(kWritten, gpu::kComputeReadWrite);
    clock.stageRecorded(*frames, kUploads);
    std::size_t stageCount = 0;
    for (const auto& group : groups) {
        stageCount = std::max(stageCount, group->stageCount());
    }
    for (std::size_t stage = 0; stage < stageCount; ++stage) {
        // One barrier serves all groups; those without a hazard lose nothing by it.
        bool isNeeded = false;
        for (const auto& group : groups) {
            isNeeded = isNeeded || (stage < group->stageCount() && group->needsBarrier(stage));
        }
        if (isNeeded) {
            recordBarrier(gpu::kComputeReadWrite, gpu::kComputeReadWrite);
            for (auto& group : groups) {
                group->forgetHazards();
            }
        }
        for (auto& group : groups) {
            if (stage < group->stageCount()) {
                group->recordStage(frame, stage);
                if (!group->isVertexStage(stage)) {
                    clock.stageRecorded(*frames, group->stageName(stage));
                }
            }
        }
    }
    const auto isInline = [](const VertexChoice& choice) { return choice.stage.has_value(); };
    if (std::any_of(choices.begin(), choices.end(), isInline)) {
        recordBarrier(kWritten, kCapture);
        for (auto& group : groups) {
            group->recordCapture(frame);
            if (const auto stage = group->members().vertexStage) {
                clock.stageRecorded(*frames, group->stageName(*stage));
            }
        }
    }
    frames->barrier(kWritten, kAnyRead);
    frames->endLabel();
    return {};
}

Status VulkanChainRunner::run(std::span<const deform::FrameSource> frames) {
    State& state = *state_;
    if (frames.size() != state.plans.size()) {
        return Error{"deform.frame",
                     "there are " + std::to_string(frames.size()) + " frames for " +
                         std::to_string(state.plans.size()) + " meshes"};
    }
    for (std::size_t mesh = 0; mesh < frames.size(); ++mesh) {
        if (Status checked = state.plans[mesh]->check(frames[mesh]); !checked) {
            return checked;
        }
    }
    state.counts = {};
    state.clock.clear();
    for (std::size_t mesh = 0; mesh < frames.size(); ++mesh) {
        state.steps[mesh] = state.histories[mesh].step(frames[mesh]);
        if (state.steps[mesh] == deform::FrameStep::Same) {
            ++state.counts.reusedMeshes;
            continue;
        }
        // Until the run has come to its end.
        state.histories[mesh].forget();
        state.plans[mesh]->findFaults(frames[mesh], state.faults[mesh]);
        state.sources[mesh] =
            deform::withReset(frames[mesh], state.steps[mesh] == deform::FrameStep::Reset);
        state.flags[mesh] = state.sources[mesh].flags;
        state.counts.deformedVertices += state.plans[mesh]->source().mesh->vertexCount();
    }
    if (state.counts.reusedMeshes < frames.size() || !state.hasRun) {
        // What fails leaves no past.
        state.hasRun = false;
        state.results.clear();
        if (Status status = state.frames->begin(); !status) {
            return status;
        }
        if (Status status = state.record(state.sources); !status) {
            return status;
        }
        if (Status status = state.frames->submitAndWait(); !status) {
            return status;
        }
        if (Status status = state.clock.read(); !status) {
            return status;
        }
        state.hasRun = true;
    }
    for (std::size_t mesh = 0; mesh < frames.size(); ++mesh) {
        state.histories[mesh].ran(frames[mesh], state.steps[mesh]);
    }
    return {};
}

// All results at once: one submission, however many meshes are asked for.
Status VulkanChainRunner::State::fetchResults() {
    if (Status status = readBacks->begin(); !status) {
        return status;
    }
    std::vector<Results> fetched(plans.size());
    for (std::size_t mesh = 0; mesh < plans.size(); ++mesh) {
        const deform::ChainPlan& plan = *plans[mesh];
        for (const auto& [buffer, bytes] : {std::pair(plan.positions(), &fetched[mesh].positions),
                                            std::pair(plan.normals(), &fetched[mesh].normals),
                                            std::pair(plan.tangents(), &fetched[mesh].tangents),
                                            std::pair(plan.flags(), &fetched[mesh].flags)}) {
            const ChainGroup::Place from = place(mesh, buffer);
            if (from.size == 0) {
                continue;
            }
            auto back = readBacks->readBack(*from.buffer, from.offset, from.size, kWritten);
            if (!back) {
                return back.error();
            }
            *bytes = *back;
        }
    }
    if (Status status = readBacks->submitAndWait(); !status) {
        return status;
    }
    results = std::move(fetched);
    for (std::size_t mesh = 0; mesh < plans.size(); ++mesh) {
        const std::span<const std::byte> words = results[mesh].flags;
        faults[mesh].flags =
            deform::countFlags({reinterpret_cast<const std::uint32_t*>(words.data()),
                                words.size() / sizeof(std::uint32_t)});
    }
    return {};
}

Status VulkanChainRunner::readBack(std::size_t mesh, deform::DeformedMesh& destination) const {
    State& state = *state_;
    SARTOR_ASSERT(mesh < state.plans.size());
    if (!state.hasRun) {
        return Error{"deform_gpu.not_run", "there is nothing to read back before the first run"};
    }
    if (state.results.empty()) {
        if (Status status = state.fetchResults(); !status) {
            return status;
        }
    }
    const auto copy = [](std::span<const std::byte> bytes, auto& values) {
        using Value = typename std::remove_reference_t<decltype(values)>::value_type;
        values.resize(bytes.size() / sizeof(Value));
        if (!bytes.empty()) {
            std::memcpy(values.data(), bytes.data(), bytes.size());
        }
    };
    copy(state.results[mesh].positions, destination.positions);
    copy(state.results[mesh].normals, destination.normals);
    copy(state.results[mesh].tangents, destination.tangents);
    copy(state.results[mesh].flags, destination.flags);
    return {};
}

Result<std::string> VulkanChainRunner::findOverrun() const {
    State& state = *state_;
    if (!state.hasRun) {
        return Error{"deform_gpu.not_run", "nothing has written before the first run"};
    }
    struct Padding {
        std::size_t mesh = 0;
        std::uint32_t buffer = 0;
        std::span<const std::byte> bytes;
    };
    std::vector<Padding> paddings;
    // What was fetched before lives in the same memory.
    state.results.clear();
    if (Status status = state.readBacks->begin(); !status) {
        return status.error();
    }
    for (std::size_t mesh = 0; mesh < state.plans.size(); ++mesh) {
        const auto& [group, member] = state.members[mesh];
        const auto buffers = state.plans[mesh]->buffers();
        for (std::uint32_t buffer = 0; buffer < buffers.size(); ++buffer) {
            const ChainGroup::Place padding = group->paddingOf(member, buffer);
            if (padding.size == 0 ||
                buffers[buffer].filled != deform::PlannedBuffer::Filled::ByStage) {
                continue;
            }
            auto bytes =
                state.readBacks->readBack(*padding.buffer, padding.offset, padding.size, kWritten);
            if (!bytes) {
                return bytes.error();
            }
            paddings.push_back({mesh, buffer, *bytes});
        }
    }
    if (Status status = state.readBacks->submitAndWait(); !status) {
        return status.error();
    }
    for (const Padding& padding : paddings) {
        const auto at = std::find_if(padding.bytes.begin(),
                                     padding.bytes.end(),
                                     [](std::byte byte) { return byte != kPaddingByte; });
        if (at != padding.bytes.end()) {
            const deform::ChainPlan& plan = *state.plans[padding.mesh];
            const deform::PlannedBuffer& buffer = plan.buffers()[padding.buffer];
            const auto behind = static_cast<std::size_t>(at - padding.bytes.begin());
            return "a stage writes element " +
                   std::to_string(buffer.count + behind / buffer.stride) + " of '" +
                   buffer.semantic + "' of " + meshText(plan.source()) + ", which has " +
                   std::to_string(buffer.count);
        }
    }
    return std::string();
}

DeviceMesh VulkanChainRunner::deviceMesh(std::size_t mesh) const {
    SARTOR_ASSERT(mesh < state_->plans.size());
    const deform::ChainPlan& plan = *state_->plans[mesh];
    const auto stream = [&](std::optional<std::uint32_t> buffer) {
        const ChainGroup::Place from = state_->place(mesh, buffer);
        return from.buffer == nullptr ? DeviceStream{}
                                      : DeviceStream{from.buffer->handle(), from.offset, from.size};
    };
    const State::Member& member = state_->members[mesh];
    std::optional<gpu::VertexSource> source;
    if (state_->choices[mesh].stage) {
        source = member.group->vertexSource(member.index, state_->flags[mesh]);
    }
    DeviceStream previous = stream(plan.positions());
    if (!state_->histories[mesh].isPreviousCurrent() && previous.size > 0) {
        const ChainGroup::Place place = member.group->placeOfPrevious(member.index);
        previous = {place.buffer->handle(), place.offset, place.size};
    }
    return {stream(plan.positions()),
            stream(plan.normals()),
            stream(plan.tangents()),
            previous,
            source};
}

const std::string& VulkanChainRunner::inlineRefusal(std::size_t mesh) const {
    SARTOR_ASSERT(mesh < state_->plans.size());
    return state_->choices[mesh].refusal;
}

const deform::DeformFaults& VulkanChainRunner::faults(std::size_t mesh) const {
    SARTOR_ASSERT(mesh < state_->plans.size());
    return state_->faults[mesh];
}

bool VulkanChainRunner::wasReused(std::size_t mesh) const {
    SARTOR_ASSERT(mesh < state_->plans.size());
    return state_->hasRun && state_->steps[mesh] == deform::FrameStep::Same;
}

bool VulkanChainRunner::isPreviousCurrent(std::size_t mesh) const {
    SARTOR_ASSERT(mesh < state_->plans.size());
    return state_->histories[mesh].isPreviousCurrent();
}

std::span<const deform::StageTime> VulkanChainRunner::stageTimes() const {
    return state_->clock.times();
}

const deform::RunCounts& VulkanChainRunner::counts() const {
    return state_->counts;
}

} // namespace sartor::deform_gpu
