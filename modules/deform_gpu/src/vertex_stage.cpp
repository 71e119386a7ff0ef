// SPDX-License-Identifier: Apache-2.0
// The vertex form of a stage, drawn as points into buffers.
#include "vertex_stage.h"

#include "capture_frag_spv.h"

#include <sartor/base/unique_id.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <utility>

namespace sartor::deform_gpu {

namespace {

constexpr std::uint32_t kTargetStreams = 4;

/// sartor_deformer.h, the vertex form.
struct PushConstants {
    std::array<std::uint32_t, 4> words = {};
    std::array<float, 16> clipFromModel = {};
};
static_assert(sizeof(PushConstants) == 80);

std::string nameOf(const deform::PlannedStage& planned) {
    return "stage '" + planned.stage().id + "' of '" + planned.deformer->id + "'";
}

struct Touched {
    std::vector<std::uint32_t> reads;
    std::vector<std::uint32_t> writes;
};

Touched touchedBy(const deform::PlannedStage& planned) {
    Touched touched;
    for (std::size_t need = 0; need < planned.buffers.size(); ++need) {
        if (planned.buffers[need]) {
            const bool isWritten = planned.stage().needs[need].access == SARTOR_WRITE;
            (isWritten ? touched.writes : touched.reads).push_back(*planned.buffers[need]);
        }
    }
    return touched;
}

bool contains(const std::vector<std::uint32_t>& buffers, std::uint32_t buffer) {
    return std::find(buffers.begin(), buffers.end(), buffer) != buffers.end();
}

bool overlap(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    return std::any_of(
        a.begin(), a.end(), [&b](std::uint32_t buffer) { return contains(b, buffer); });
}

} // namespace

VertexChoice chooseVertexStage(const deform::ChainPlan& plan) {
    const auto stages = plan.stages();
    const auto refuse = [](std::string why) { return VertexChoice{std::nullopt, std::move(why)}; };
    std::size_t last = stages.size();
    for (std::size_t index = 0; index < stages.size(); ++index) {
        if (plan.positions() && contains(touchedBy(stages[index]).writes, *plan.positions())) {
            last = index;
        }
    }
    if (last == stages.size()) {
        return refuse("no stage writes positions");
    }
    const deform::PlannedStage& chosen = stages[last];
    if (!chosen.stage().vertex) {
        return refuse(nameOf(chosen) + " has no vertex form");
    }
    const Touched own = touchedBy(chosen);
    for (std::size_t index = last + 1; index < stages.size(); ++index) {
        const Touched later = touchedBy(stages[index]);
        if (overlap(later.reads, own.writes) || overlap(later.writes, own.reads) ||
            overlap(later.writes, own.writes)) {
            return refuse(nameOf(stages[index]) + " works on what " + nameOf(chosen) + " makes");
        }
    }
    return {last, {}};
}

Result<VertexStage> VertexStage::create(gpu::Device& device,
                                        gpu::Commands& uploads,
                                        const Options& options,
                                        std::span<const Target> targets) {
    if (!device.hasFragmentStores()) {
        return Error{"deform_gpu.no_capture",
                     "the device '" + device.deviceName() +
                         "' lacks feature fragmentStoresAndAtomics, without which results of a "
                         "vertex shader cannot be kept"};
    }
    VertexStage made;
    made.id_ = newId();
    made.code_ = &*options.stage.vertex;
    made.makesNormals_ = targets.front().normals.buffer != VK_NULL_HANDLE;
    made.constants_.push_back({made.code_->specId, 0});
    made.constants_.insert(
        made.constants_.end(), options.needConstants.begin(), options.needConstants.end());
    std::uint32_t vertexCount = 0;
    for (const Target& target : targets) {
        vertexCount = std::max(vertexCount, target.vertexCount);
    }
    Status status = made.makeInputs(device, options);
    if (status) {
        status = made.makeCorners(device, uploads, vertexCount);
    }
    if (status) {
        status = made.makeTargets(device, targets);
    }
    if (status) {
        status = made.makePipeline(device, targets.front(), options.name);
    }
    if (!status) {
        return status.error();
    }
    return made;
}

// Set 0: what the stage reads.
Status VertexStage::makeInputs(gpu::Device& device, const Options& options) {
    std::vector<VkDescriptorSetLayoutBinding> layout;
    std::vector<VkDescriptorBufferInfo> bindings(options.bindings.begin(), options.bindings.end());
    for (std::uint32_t binding = 0; binding < bindings.size(); ++binding) {
        const auto& needs = options.stage.needs;
        if (binding < needs.size() && needs[binding].access == SARTOR_WRITE) {
            bindings[binding] = {};
            continue;
        }
        layout.push_back(
            {binding, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_VERTEX_BIT, nullptr});
    }
    auto made = gpu::createDescriptorSetLayout(device, layout);
    if (!made) {
        return made.error();
    }
    inputLayout_ = std::move(*made);
    auto pool = gpu::DescriptorPool::create(
        device, {.setCount = 1, .storageBufferCount = static_cast<std::uint32_t>(layout.size())});
    if (!pool) {
        return pool.error();
    }
    inputPool_ = std::move(*pool);
    const auto set = inputPool_.allocate(inputLayout_.get());
    if (!set) {
        return set.error();
    }
    inputs_ = *set;
    gpu::writeStorageBuffers(device, inputs_, bindings);
    return {};
}

Status VertexStage::makeCorners(gpu::Device& device, gpu::Commands& uploads, std::uint32_t count) {
    auto layout = gpu::createStorageBufferLayout(device, 1, VK_SHADER_STAGE_VERTEX_BIT);
    if (!layout) {
        return layout.error();
    }
    cornerLayout_ = std::move(*layout);
    std::vector<std::uint32_t> corners(std::max(count, 1u));
    std::iota(corners.begin(), corners.end(), 0u);
    for (const auto& [buffer, size, name] :
         {std::tuple(&cornerBuffer_, corners.size() * sizeof(std::uint32_t), "captured vertices"),
          std::tuple(&nothing_, std::size_t{16}, "unbound")}) {
        auto made = gpu::Buffer::create(
            device, {.size = size, .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, .name = name});
        if (!made) {
            return made.error();
        }
        *buffer = std::move(*made);
    }
    return uploads.upload(cornerBuffer_, 0, std::as_bytes(std::span(corners)));
}

Status VertexStage::makeTargets(gpu::Device& device, std::span<const Target> targets) {
    auto layout =
        gpu::createStorageBufferLayout(device, kTargetStreams, VK_SHADER_STAGE_FRAGMENT_BIT);
    if (!layout) {
        return layout.error();
    }
    targetLayout_ = std::move(*layout);
    const auto count = static_cast<std::uint32_t>(targets.size());
    auto pool = gpu::DescriptorPool::create(
        device, {.setCount = count + 1, .storageBufferCount = kTargetStreams * count + 1});
    if (!pool) {
        return pool.error();
    }
    pool_ = std::move(*pool);
    const auto corners = pool_.allocate(cornerLayout_.get());
    if (!corners) {
        return corners.error();
    }
    corners_ = *corners;
    gpu::writeStorageBuffers(
        device,
        corners_,
        std::array{VkDescriptorBufferInfo{cornerBuffer_.handle(), 0, VK_WHOLE_SIZE}});
    for (const Target& target : targets) {
        const auto set = pool_.allocate(targetLayout_.get());
        if (!set) {
            return set.error();
        }
        std::array streams = {target.positions, target.normals, target.tangents, target.flags};
        for (VkDescriptorBufferInfo& stream : streams) {
            if (stream.buffer == VK_NULL_HANDLE || stream.range == 0) {
                stream = {nothing_.handle(), 0, VK_WHOLE_SIZE};
            }
        }
        gpu::writeStorageBuffers(device, *set, streams);
        members_.push_back({target.vertexCount, *set});
    }
    return {};
}

Status VertexStage::makePipeline(gpu::Device& device, const Target& shape, std::string_view name) {
    std::vector<gpu::SpecializationConstant> captured = constants_;
    captured.front().value = 1;
    const auto isThere = [](const VkDescriptorBufferInfo& stream) {
        return stream.buffer != VK_NULL_HANDLE ? 1u : 0u;
    };
    const std::array<gpu::SpecializationConstant, 3> streams = {
        {{0, isThere(shape.normals)}, {1, isThere(shape.tangents)}, {2, isThere(shape.flags)}}};
    const std::array layouts = {inputLayout_.get(), cornerLayout_.get(), targetLayout_.get()};
    auto made = gpu::Pipeline::createGraphics(
        device,
        {.vertexSpirv = code_->words,
         .vertexEntryPoint = code_->entryPoint.c_str(),
         .vertexConstants = captured,
         .fragmentSpirv = {capture_frag_spv, capture_frag_spv_word_count},
         .fragmentConstants = streams,
         .topology = gpu::Topology::Points,
         .setLayouts = layouts,
         .pushConstantSize = sizeof(PushConstants),
         .depthTest = gpu::DepthTest::None,
         .name = name});
    if (!made) {
        return made.error();
    }
    capture_ = std::move(*made);
    return {};
}

std::uint32_t VertexStage::recordCapture(gpu::Commands& commands,
                                         std::span<const Call> calls) const {
    // Every point lands on the one pixel of a picture without any image.
    const VkRect2D area = {{0, 0}, {1, 1}};
    VkRenderingInfo rendering = {};
    rendering.sType = VK_STRUCTURE_TYPE_RENDERING_INFO;
    rendering.renderArea = area;
    rendering.layerCount = 1;
    const VkCommandBuffer handle = commands.handle();
    vkCmdBeginRendering(handle, &rendering);
    const VkViewport viewport = {0.0f, 0.0f, 1.0f, 1.0f, 0.0f, 1.0f};
    vkCmdSetViewport(handle, 0, 1, &viewport);
    vkCmdSetScissor(handle, 0, 1, &area);
    capture_.bind(handle);
    capture_.bindSet(handle, 0, inputs_);
    capture_.bindSet(handle, 1, corners_);
    std::uint32_t draws = 0;
    for (const Call& call : calls) {
        const Member& member = members_[call.member];
        if (member.vertexCount == 0) {
            continue;
        }
        capture_.bindSet(handle, 2, member.target);
        capture_.push(handle, PushConstants{source(call).words, {}});
        vkCmdDraw(handle, member.vertexCount, 1, 0, 0);
        ++draws;
    }
    vkCmdEndRendering(handle);
    return draws;
}

gpu::VertexSource VertexStage::source(const Call& call) const {
    return {.id = id_,
            .spirv = code_->words,
            .entryPoint = code_->entryPoint.c_str(),
            .constants = constants_,
            .layout = inputLayout_.get(),
            .set = inputs_,
            .words = {static_cast<std::uint32_t>(call.member), call.pass, call.frameFlags, 0},
            .makesNormals = makesNormals_};
}

} // namespace sartor::deform_gpu
