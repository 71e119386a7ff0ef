// SPDX-License-Identifier: Apache-2.0
// Arenas, tables and dispatches of meshes with equal chains.
#include "chain_group.h"

#include <sartor/base/assert.h>

#include <algorithm>
#include <bit>
#include <string>
#include <tuple>

namespace sartor::deform_gpu {

namespace {

using Filled = deform::PlannedBuffer::Filled;

constexpr std::uint64_t kArenaGranule = 64;
// A storage buffer of no bytes cannot be made.
constexpr VkDeviceSize kSmallestBuffer = 16;

struct PushConstants {
    std::uint32_t firstInstance = 0;
    std::uint32_t pass = 0;
    std::uint32_t frameFlags = 0;
    std::uint32_t reserved = 0;
};
static_assert(sizeof(PushConstants) == 16);

Result<gpu::Buffer> makeStorage(gpu::Device& device, VkDeviceSize size, std::string_view name) {
    // Results are drawn from as well, by shaders that read storage buffers.
    return gpu::Buffer::create(device,
                               {.size = std::max(size, kSmallestBuffer),
                                .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                .name = name});
}

// As the CPU function sees it after its cast to float; other types are whole numbers.
std::uint32_t paramWord(const deform::Param& param, double value) {
    return param.type == SARTOR_PARAM_FLOAT
               ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
               : std::bit_cast<std::uint32_t>(static_cast<std::int32_t>(value));
}

bool isEqualStage(const deform::PlannedStage& a, const deform::PlannedStage& b) {
    return a.deformer == b.deformer && a.stageIndex == b.stageIndex && a.pass == b.pass &&
           a.buffers == b.buffers;
}

} // namespace

bool haveEqualShape(const deform::ChainPlan& a, const deform::ChainPlan& b) {
    const auto isEqualBuffer = [](const deform::PlannedBuffer& x, const deform::PlannedBuffer& y) {
        return x.semantic == y.semantic && x.format == y.format && x.filled == y.filled;
    };
    return std::equal(a.stages().begin(),
                      a.stages().end(),
                      b.stages().begin(),
                      b.stages().end(),
                      isEqualStage) &&
           std::equal(a.buffers().begin(),
                      a.buffers().end(),
                      b.buffers().begin(),
                      b.buffers().end(),
                      isEqualBuffer) &&
           std::equal(a.histories().begin(),
                      a.histories().end(),
                      b.histories().begin(),
                      b.histories().end());
}

std::uint64_t arenaElements(const deform::PlannedBuffer& buffer) {
    return (std::uint64_t{buffer.count} + kArenaGranule - 1) / kArenaGranule * kArenaGranule;
}

Result<std::unique_ptr<ChainGroup>> ChainGroup::create(const GroupContext& context,
                                                       GroupMembers members) {
    std::unique_ptr<ChainGroup> group(new ChainGroup(std::move(members)));
    group->localSize_ = context.localSize;
    if (Status status = group->makeArenas(context); !status) {
        return status.error();
    }
    if (Status status = group->makeStages(context); !status) {
        return status.error();
    }
    return group;
}

Status ChainGroup::makeArenas(const GroupContext& context) {
    const VkPhysicalDeviceLimits& limits = context.device.properties().limits;
    const std::uint64_t reach =
        std::uint64_t{limits.maxComputeWorkGroupCount[0]} * context.localSize;
    for (const auto& plan : members_.plans) {
        const assets::Mesh& mesh = *plan->source().mesh;
        if (mesh.vertexCount() > reach) {
            return Error{"deform_gpu.too_large",
                         meshText(plan->source()) + " has " + std::to_string(mesh.vertexCount()) +
                             " vertices, one dispatch of this device reaches " +
                             std::to_string(reach)};
        }
        largestVertexCount_ =
            std::max(largestVertexCount_, static_cast<std::uint32_t>(mesh.vertexCount()));
    }
    const auto buffers = shape().buffers();
    for (std::uint32_t buffer = 0; buffer < buffers.size(); ++buffer) {
        std::uint64_t elements = 0;
        auto& firsts = firstElements_.emplace_back();
        for (const auto& plan : members_.plans) {
            firsts.push_back(static_cast<std::uint32_t>(elements));
            elements += arenaElements(plan->buffers()[buffer]);
        }
        const VkDeviceSize size = elements * buffers[buffer].stride;
        if (size > limits.maxStorageBufferRange) {
            return Error{"deform_gpu.too_large",
                         "'" + buffers[buffer].semantic + "' needs " + std::to_string(size) +
                             " bytes, this device binds at most " +
                             std::to_string(limits.maxStorageBufferRange)};
        }
        auto arena = makeStorage(context.device, size, buffers[buffer].semantic);
        if (!arena) {
            return arena.error();
        }
        arenas_.push_back(std::move(*arena));
        if (Status status = fillPaddings(context, buffer); !status) {
            return status;
        }
        if (buffers[buffer].filled != Filled::PerMesh) {
            continue;
        }
        for (std::size_t member = 0; member < members_.plans.size(); ++member) {
            const auto contents = members_.plans[member]->perMeshContents(buffer);
            if (contents.empty()) {
                continue;
            }
            const VkDeviceSize offset = VkDeviceSize{firsts[member]} * buffers[buffer].stride;
            if (Status status = context.uploads.upload(arenas_.back(), offset, contents); !status) {
                return status;
            }
        }
    }
    if (const auto positions = shape().positions();
        positions && buffers[*positions].filled == Filled::ByStage) {
        auto previous =
            makeStorage(context.device, arenas_[*positions].size(), "previous positions");
        if (!previous) {
            return previous.error();
        }
        previousPositions_ = std::move(*previous);
    }
    if (shape().readsMorphRows()) {
        std::size_t largest = 0;
        for (const auto& plan : members_.plans) {
            morphs_.emplace_back(plan->source());
            for (const deform::PlannedBuffer& buffer : plan->buffers()) {
                if (buffer.filled == Filled::PerActiveSet) {
                    largest = std::max(largest, std::size_t{buffer.count} * buffer.stride);
                }
            }
        }
        morphBytes_.resize(largest);
    }
    for (int standIn = 0; standIn < 2; ++standIn) {
        auto unbound = makeStorage(context.device, 0, "unbound");
        if (!unbound) {
            return unbound.error();
        }
        arenas_.push_back(std::move(*unbound));
    }
    isReadSinceBarrier_.assign(arenas_.size(), false);
    isWrittenSinceBarrier_.assign(arenas_.size(), false);
    return {};
}

// Zeros behind the host's data: a stage that reads too far finds the same there in every run.
Status ChainGroup::fillPaddings(const GroupContext& context, std::uint32_t buffer) {
    const bool isWritten = shape().buffers()[buffer].filled == Filled::ByStage;
    for (std::size_t member = 0; member < members_.plans.size(); ++member) {
        const Place padding = paddingOf(member, buffer);
        if (padding.size == 0) {
            continue;
        }
        const std::vector<std::byte> bytes(padding.size, isWritten ? kPaddingByte : std::byte{0});
        if (Status status = context.uploads.upload(*padding.buffer, padding.offset, bytes);
            !status) {
            return status;
        }
    }
    return {};
}

Status ChainGroup::makeStages(const GroupContext& context) {
    const auto planned = shape().stages();
    if (planned.empty()) {
        return {};
    }
    gpu::DescriptorPool::Options options;
    options.setCount = static_cast<std::uint32_t>(planned.size());
    for (const deform::PlannedStage& stage : planned) {
        options.storageBufferCount += static_cast<std::uint32_t>(stage.buffers.size()) + 2;
    }
    auto pool = gpu::DescriptorPool::create(context.device, options);
    if (!pool) {
        return pool.error();
    }
    pool_ = std::move(*pool);
    stages_.resize(planned.size());
    for (std::size_t index = 0; index < planned.size(); ++index) {
        if (Status status = uploadTables(context, index); !status) {
            return status;
        }
        if (Status status = makeStage(context, index); !status) {
            return status;
        }
    }
    return {};
}

// Where each instance finds its data, and its params.
Status ChainGroup::uploadTables(const GroupContext& context, std::size_t index) {
    std::vector<std::uint32_t> table;
    std::vector<std::uint32_t> words;
    for (std::size_t member = 0; member < members_.plans.size(); ++member) {
        const deform::PlannedStage& planned = members_.plans[member]->stages()[index];
        table.push_back(
            static_cast<std::uint32_t>(members_.plans[member]->source().mesh->vertexCount()));
        for (const auto& buffer : planned.buffers) {
            table.push_back(buffer ? firstElements_[*buffer][member] : 0);
        }
        table.push_back(static_cast<std::uint32_t>(words.size()));
        for (std::size_t param = 0; param < planned.params.size(); ++param) {
            words.push_back(paramWord(planned.stage().params[param], planned.params[param]));
        }
    }
    const auto fill = [&](gpu::Buffer& buffer,
                          std::span<const std::uint32_t> values,
                          std::string_view name) -> Status {
        auto made = makeStorage(context.device, values.size_bytes(), name);
        if (!made) {
            return made.error();
        }
        buffer = std::move(*made);
        return values.empty() ? Status() : context.uploads.upload(buffer, 0, std::as_bytes(values));
    };
    if (Status status = fill(stages_[index].instanceTable, table, "instances"); !status) {
        return status;
    }
    return fill(stages_[index].params, words, "params");
}

Status ChainGroup::makeStage(const GroupContext& context, std::size_t index) {
    const deform::PlannedStage& planned = shape().stages()[index];
    const deform::Stage& stage = planned.stage();
    StageResources& resources = stages_[index];
    resources.name =
        planned.deformer->id + " " + stage.id + (isVertexStage(index) ? " inline" : "");
    std::vector<gpu::SpecializationConstant> constants;
    std::vector<VkDescriptorBufferInfo> bindings;
    const auto bind = [&bindings](const gpu::Buffer& buffer) {
        bindings.push_back({buffer.handle(), 0, VK_WHOLE_SIZE});
    };
    for (std::uint32_t need = 0; need < stage.needs.size(); ++need) {
        const bool isBound = planned.buffers[need].has_value();
        const bool isWritten = stage.needs[need].access == SARTOR_WRITE;
        const std::size_t unbound = shape().buffers().size() + (isWritten ? 0 : 1);
        const std::size_t arena = isBound ? *planned.buffers[need] : unbound;
        constants.push_back({1 + need, isBound ? 1u : 0u});
        bind(arenas_[arena]);
        (isWritten ? resources.writes : resources.reads).push_back(arena);
    }
    bind(resources.instanceTable);
    bind(resources.params);
    if (isVertexStage(index)) {
        return makeVertexStage(context, index, constants, bindings);
    }

    auto layout = gpu::createStorageBufferLayout(
        context.device, static_cast<std::uint32_t>(stage.needs.size()) + 2);
    if (!layout) {
        return layout.error();
    }
    resources.layout = std::move(*layout);
    constants.push_back({stage.compute->specId, context.localSize});
    const VkDescriptorSetLayout setLayout = resources.layout.get();
    auto pipeline = gpu::Pipeline::createCompute(context.device,
                                                 {.spirv = stage.compute->words,
                                                  .setLayouts = {&setLayout, 1},
                                                  .pushConstantSize = sizeof(PushConstants),
                                                  .constants = constants,
                                                  .entryPoint = stage.compute->entryPoint.c_str(),
                                                  .name = resources.name});
    if (!pipeline) {
        return pipeline.error();
    }
    resources.pipeline = std::move(*pipeline);
    auto set = pool_.allocate(setLayout);
    if (!set) {
        return set.error();
    }
    resources.set = *set;
    gpu::writeStorageBuffers(context.device, resources.set, bindings);
    return {};
}

// The rows of those members that other targets are active in than before.
Status ChainGroup::uploadMorphRows(const GroupFrame& frame) {
    const auto buffers = shape().buffers();
    for (std::size_t member = 0; member < morphs_.size(); ++member) {
        if (!isRunning(frame, member) ||
            !morphs_[member].update(frame.sources[members_.meshes[member]].morphWeights)) {
            continue;
        }
        for (std::uint32_t buffer = 0; buffer < buffers.size(); ++buffer) {
            if (buffers[buffer].filled != Filled::PerActiveSet) {
                continue;
            }
            const std::size_t size = morphs_[member].write(buffers[buffer].semantic, morphBytes_);
            const Place place = placeOf(member, buffer);
            if (Status status = frame.commands.upload(
                    *place.buffer, place.offset, std::span(morphBytes_).first(size));
                !status) {
                return status;
            }
            frame.counts.uploadedBytes += size;
        }
    }
    return {};
}

Status ChainGroup::makeVertexStage(const GroupContext& context,
                                   std::size_t index,
                                   std::span<const gpu::SpecializationConstant> needConstants,
                                   std::span<const VkDescriptorBufferInfo> bindings) {
    const deform::PlannedStage& planned = shape().stages()[index];
    const auto isWritten = [&planned](std::uint32_t buffer) {
        for (std::size_t need = 0; need < planned.buffers.size(); ++need) {
            if (planned.buffers[need] == buffer &&
                planned.stage().needs[need].access == SARTOR_WRITE) {
                return true;
            }
        }
        return false;
    };
    std::vector<VertexStage::Target> targets;
    for (std::size_t member = 0; member < members_.plans.size(); ++member) {
        const deform::ChainPlan& plan = *members_.plans[member];
        const auto stream = [&](std::optional<std::uint32_t> buffer) {
            if (!buffer || !isWritten(*buffer)) {
                return VkDescriptorBufferInfo{};
            }
            const Place place = placeOf(member, *buffer);
            return VkDescriptorBufferInfo{place.buffer->handle(), place.offset, place.size};
        };
        targets.push_back({static_cast<std::uint32_t>(plan.source().mesh->vertexCount()),
                           stream(plan.positions()),
                           stream(plan.normals()),
                           stream(plan.tangents()),
                           stream(plan.flags())});
    }
    auto made = VertexStage::create(context.device,
                                    context.uploads,
                                    {planned.stage(), needConstants, bindings, stages_[index].name},
                                    targets);
    if (!made) {
        return made.error();
    }
    vertexStage_ = std::move(*made);
    return {};
}

std::pair<std::size_t, std::size_t> ChainGroup::nextRunning(const GroupFrame& frame,
                                                            std::size_t from) const {
    while (from < members_.plans.size() && !isRunning(frame, from)) {
        ++from;
    }
    std::size_t end = from;
    while (end < members_.plans.size() && isRunning(frame, end)) {
        ++end;
    }
    return {from, end};
}

Status ChainGroup::recordUploads(const GroupFrame& frame) {
    if (Status status = uploadMorphRows(frame); !status) {
        return status;
    }
    const auto buffers = shape().buffers();
    for (std::uint32_t buffer = 0; buffer < buffers.size(); ++buffer) {
        if (buffers[buffer].filled != Filled::PerFrame) {
            continue;
        }
        const auto& firsts = firstElements_[buffer];
        const std::size_t stride = buffers[buffer].stride;
        for (auto [begin, end] = nextRunning(frame, 0); begin != end;
             std::tie(begin, end) = nextRunning(frame, end)) {
            const deform::PlannedBuffer& last = members_.plans[end - 1]->buffers()[buffer];
            const std::size_t size = (firsts[end - 1] + last.count - firsts[begin]) * stride;
            if (size == 0) {
                continue;
            }
            frameBytes_.assign(size, std::byte{0});
            for (std::size_t member = begin; member < end; ++member) {
                const std::size_t count = members_.plans[member]->buffers()[buffer].count;
                members_.plans[member]->writePerFrame(
                    buffer,
                    frame.sources[members_.meshes[member]],
                    std::span(frameBytes_)
                        .subspan((firsts[member] - firsts[begin]) * stride, count * stride));
            }
            if (Status status = frame.commands.upload(
                    arenas_[buffer], VkDeviceSize{firsts[begin]} * stride, frameBytes_);
                !status) {
                return status;
            }
            frame.counts.uploadedBytes += size;
        }
    }
    return {};
}

// Zeros where there is nothing to copy. Equal domains have equal places in their arenas.
void ChainGroup::copyMember(gpu::Commands& commands,
                            std::size_t member,
                            std::optional<std::uint32_t> from,
                            std::uint32_t to) const {
    const Place place = placeOf(member, to);
    if (place.size == 0) {
        return;
    }
    if (!from) {
        vkCmdFillBuffer(commands.handle(), place.buffer->handle(), place.offset, place.size, 0);
        return;
    }
    const Place source = placeOf(member, *from);
    const VkBufferCopy region = {source.offset, place.offset, place.size};
    vkCmdCopyBuffer(commands.handle(), source.buffer->handle(), place.buffer->handle(), 1, &region);
}

void ChainGroup::recordRecall(const GroupFrame& frame) {
    for (const deform::PlannedHistory& history : shape().histories()) {
        for (std::size_t member = 0; member < members_.plans.size(); ++member) {
            if (isRunning(frame, member)) {
                const bool isReset = stepOf(frame, member) == deform::FrameStep::Reset;
                copyMember(frame.commands,
                           member,
                           isReset ? history.initial : std::optional(history.from),
                           history.to);
            }
        }
    }
}

void ChainGroup::recordPrevious(const GroupFrame& frame) {
    if (previousPositions_.size() == 0) {
        return;
    }
    for (std::size_t member = 0; member < members_.plans.size(); ++member) {
        const Place place = placeOf(member, *shape().positions());
        if (stepOf(frame, member) == deform::FrameStep::Moved && place.size > 0) {
            const VkBufferCopy region = {place.offset, place.offset, place.size};
            vkCmdCopyBuffer(frame.commands.handle(),
                            place.buffer->handle(),
                            previousPositions_.handle(),
                            1,
                            &region);
        }
    }
}

bool ChainGroup::needsBarrier(std::size_t stage) const {
    if (isVertexStage(stage)) {
        return false;
    }
    const StageResources& resources = stages_[stage];
    const auto isWritten = [this](std::size_t buffer) { return isWrittenSinceBarrier_[buffer]; };
    const auto isTouched = [this](std::size_t buffer) {
        return isWrittenSinceBarrier_[buffer] || isReadSinceBarrier_[buffer];
    };
    return std::any_of(resources.reads.begin(), resources.reads.end(), isWritten) ||
           std::any_of(resources.writes.begin(), resources.writes.end(), isTouched);
}

void ChainGroup::forgetHazards() {
    std::fill(isReadSinceBarrier_.begin(), isReadSinceBarrier_.end(), false);
    std::fill(isWrittenSinceBarrier_.begin(), isWrittenSinceBarrier_.end(), false);
}

void ChainGroup::countWritten(const GroupFrame& frame, std::size_t stage) const {
    for (std::size_t member = 0; member < members_.plans.size(); ++member) {
        if (isRunning(frame, member)) {
            frame.counts.writtenBytes += deform::writtenBytes(*members_.plans[member], stage);
        }
    }
}

void ChainGroup::recordStage(const GroupFrame& frame, std::size_t stage) {
    if (isVertexStage(stage)) {
        return;
    }
    const StageResources& resources = stages_[stage];
    for (const std::size_t buffer : resources.reads) {
        isReadSinceBarrier_[buffer] = true;
    }
    for (const std::size_t buffer : resources.writes) {
        isWrittenSinceBarrier_[buffer] = true;
    }
    const std::uint32_t groupCount = (largestVertexCount_ + localSize_ - 1) / localSize_;
    if (groupCount == 0) {
        return;
    }
    frame.commands.beginLabel(resources.name);
    const VkCommandBuffer commands = frame.commands.handle();
    resources.pipeline.bind(commands);
    resources.pipeline.bindSet(commands, 0, resources.set);
    PushConstants push;
    push.pass = shape().stages()[stage].pass;
    // Flags are the same for a whole dispatch: neighbours with other flags get their own.
    const auto flagsOf = [&](std::size_t member) { return frame.flags[members_.meshes[member]]; };
    for (auto [begin, end] = nextRunning(frame, 0); begin != end;
         std::tie(begin, end) = nextRunning(frame, end)) {
        while (begin < end) {
            std::size_t next = begin + 1;
            while (next < end && flagsOf(next) == flagsOf(begin)) {
                ++next;
            }
            push.firstInstance = static_cast<std::uint32_t>(begin);
            push.frameFlags = flagsOf(begin);
            resources.pipeline.push(commands, push);
            vkCmdDispatch(commands, groupCount, static_cast<std::uint32_t>(next - begin), 1);
            ++frame.counts.dispatches;
            begin = next;
        }
    }
    frame.commands.endLabel();
    countWritten(frame, stage);
}

void ChainGroup::recordCapture(const GroupFrame& frame) {
    if (!vertexStage_) {
        return;
    }
    captures_.clear();
    const std::size_t stage = *members_.vertexStage;
    for (std::size_t member = 0; member < members_.plans.size(); ++member) {
        if (isRunning(frame, member)) {
            captures_.push_back(
                {member, shape().stages()[stage].pass, frame.flags[members_.meshes[member]]});
        }
    }
    if (!captures_.empty()) {
        frame.commands.beginLabel(stages_[stage].name);
        frame.counts.captures += vertexStage_->recordCapture(frame.commands, captures_);
        frame.commands.endLabel();
        countWritten(frame, stage);
    }
}

gpu::VertexSource ChainGroup::vertexSource(std::size_t member, std::uint32_t frameFlags) const {
    SARTOR_ASSERT(vertexStage_.has_value());
    return vertexStage_->source({member, shape().stages()[*members_.vertexStage].pass, frameFlags});
}

ChainGroup::Place ChainGroup::placeOfPrevious(std::size_t member) const {
    Place place = placeOf(member, *shape().positions());
    if (previousPositions_.size() > 0) {
        place.buffer = &previousPositions_;
    }
    return place;
}

ChainGroup::Place ChainGroup::placeOf(std::size_t member, std::uint32_t buffer) const {
    const deform::PlannedBuffer& planned = members_.plans[member]->buffers()[buffer];
    return {&arenas_[buffer],
            VkDeviceSize{firstElements_[buffer][member]} * planned.stride,
            VkDeviceSize{planned.count} * planned.stride};
}

ChainGroup::Place ChainGroup::paddingOf(std::size_t member, std::uint32_t buffer) const {
    const deform::PlannedBuffer& planned = members_.plans[member]->buffers()[buffer];
    const Place own = placeOf(member, buffer);
    return {own.buffer,
            own.offset + own.size,
            VkDeviceSize{arenaElements(planned)} * planned.stride - own.size};
}

} // namespace sartor::deform_gpu
