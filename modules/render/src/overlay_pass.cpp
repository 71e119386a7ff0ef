// SPDX-License-Identifier: Apache-2.0
// Draws the grid behind surfaces, and bones, dots and lines over them.
#include "overlay_pass.h"

#include "bone_frag_spv.h"
#include "bone_vert_spv.h"
#include "dot_frag_spv.h"
#include "dot_vert_spv.h"
#include "grid_frag_spv.h"
#include "grid_vert_spv.h"
#include "line_frag_spv.h"
#include "line_vert_spv.h"

#include <array>
#include <vector>

namespace sartor::render {

namespace {

/// Dark rims of lines and dots, in pixels.
constexpr float kRimPixels = 1.0f;
constexpr float kRimAlpha = 0.55f;

/// Bones, dots of joints, lines and markers.
constexpr std::uint32_t kBatchCount = 4;

/// shaders/viewport/rim.glsl
struct RimConstants {
    float rimPixels;
    float rimAlpha;
};

// The shaders read these arrays as they are.
static_assert(sizeof(Bone) == 32 && sizeof(Line) == 32);

/// shaders/viewport/dot.vert
struct DeviceDot {
    glm::vec4 centerAndPixels;
    float largestRadius;
    std::uint32_t colour;
    std::array<std::uint32_t, 2> padding;
};
static_assert(sizeof(DeviceDot) == 32);

} // namespace

Result<OverlayPass> OverlayPass::create(gpu::Device& device, const FrameConstants& constants) {
    OverlayPass made(device);
    const std::array bindings = {VkDescriptorSetLayoutBinding{
        0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_VERTEX_BIT, nullptr}};
    Result<gpu::DescriptorSetLayout> layout = gpu::createDescriptorSetLayout(device, bindings);
    if (!layout) {
        return layout.error();
    }
    made.layout_ = *std::move(layout);
    Result<gpu::DescriptorPool> pool = gpu::DescriptorPool::create(
        device, {.setCount = kBatchCount, .storageBufferCount = kBatchCount});
    if (!pool) {
        return pool.error();
    }
    made.pool_ = *std::move(pool);
    const Status status = made.createPipelines(constants);
    if (!status) {
        return status.error();
    }
    return made;
}

Status OverlayPass::createPipelines(const FrameConstants& constants) {
    const std::array frameOnly = {constants.layout()};
    const std::array withBatch = {constants.layout(), layout_.get()};
    constexpr std::array kFormats = {FrameTargets::kColorFormat};
    const gpu::GraphicsPipelineOptions common = {.setLayouts = withBatch,
                                                 .colorFormats = kFormats,
                                                 .depthFormat = FrameTargets::kDepthFormat,
                                                 .blending = gpu::Blending::Alpha};
    const auto make = [this](gpu::Pipeline& pipeline,
                             const gpu::GraphicsPipelineOptions& options) -> Status {
        Result<gpu::Pipeline> made = gpu::Pipeline::createGraphics(*device_, options);
        if (!made) {
            return made.error();
        }
        pipeline = *std::move(made);
        return {};
    };

    gpu::GraphicsPipelineOptions grid = common;
    grid.vertexSpirv = {grid_vert_spv, grid_vert_spv_word_count};
    grid.fragmentSpirv = {grid_frag_spv, grid_frag_spv_word_count};
    grid.setLayouts = frameOnly;
    grid.depthTest = gpu::DepthTest::LessOrEqualNoWrite;
    grid.name = "grid";

    gpu::GraphicsPipelineOptions bone = common;
    bone.vertexSpirv = {bone_vert_spv, bone_vert_spv_word_count};
    bone.fragmentSpirv = {bone_frag_spv, bone_frag_spv_word_count};
    bone.blending = gpu::Blending::None;
    bone.name = "bone";

    gpu::GraphicsPipelineOptions line = common;
    line.vertexSpirv = {line_vert_spv, line_vert_spv_word_count};
    line.fragmentSpirv = {line_frag_spv, line_frag_spv_word_count};
    line.pushConstantSize = sizeof(RimConstants);
    line.name = "line";

    gpu::GraphicsPipelineOptions lineRim = line;
    lineRim.depthTest = gpu::DepthTest::None;
    lineRim.name = "line rim";

    gpu::GraphicsPipelineOptions dot = lineRim;
    dot.vertexSpirv = {dot_vert_spv, dot_vert_spv_word_count};
    dot.fragmentSpirv = {dot_frag_spv, dot_frag_spv_word_count};
    dot.name = "dot";

    struct Wanted {
        gpu::Pipeline* pipeline;
        const gpu::GraphicsPipelineOptions* options;
    };
    for (const Wanted& each : {Wanted{&gridPipeline_, &grid},
                               Wanted{&bonePipeline_, &bone},
                               Wanted{&linePipeline_, &line},
                               Wanted{&lineRimPipeline_, &lineRim},
                               Wanted{&dotPipeline_, &dot}}) {
        if (Status status = make(*each.pipeline, *each.options); !status) {
            return status;
        }
    }
    return {};
}

Status OverlayPass::fill(Batch& batch, std::span<const std::byte> bytes, std::size_t count) {
    batch.count = static_cast<std::uint32_t>(count);
    if (count == 0) {
        return {};
    }
    if (Status status = batch.buffer.write(*device_, bytes); !status) {
        return status;
    }
    const Result<VkDescriptorSet> set = pool_.allocate(layout_.get());
    if (!set) {
        return set.error();
    }
    batch.set = *set;
    gpu::writeStorageBuffers(*device_, *set, std::array{batch.buffer.info(bytes.size())});
    return {};
}

Status OverlayPass::fillDots(Batch& batch, std::span<const Dot> dots) {
    std::vector<DeviceDot> deviceDots;
    deviceDots.reserve(dots.size());
    for (const Dot& dot : dots) {
        deviceDots.push_back(
            {glm::vec4(dot.center, dot.radiusPixels), dot.largestRadius, dot.colour, {}});
    }
    return fill(batch, std::as_bytes(std::span(deviceDots)), dots.size());
}

void OverlayPass::draw(const PassContext& context,
                       const gpu::Pipeline& pipeline,
                       const Batch& batch,
                       std::uint32_t cornerCount) {
    pipeline.bindSet(context.commands.handle(), 1, batch.set);
    vkCmdDraw(context.commands.handle(), cornerCount, batch.count, 0, 0);
}

void OverlayPass::drawRimmed(const PassContext& context,
                             const gpu::Pipeline& rim,
                             const gpu::Pipeline& core,
                             const Batch& batch) {
    bindWithFrame(context, rim);
    rim.push(context.commands.handle(), RimConstants{kRimPixels, kRimAlpha});
    draw(context, rim, batch, 6);
    bindWithFrame(context, core);
    core.push(context.commands.handle(), RimConstants{0.0f, 1.0f});
    draw(context, core, batch, 6);
}

Status OverlayPass::record(const PassContext& context, const FrameDescription& frame) {
    pool_.reset();
    Status status = fill(bones_, std::as_bytes(frame.bones), frame.bones.size());
    if (status) {
        status = fillDots(jointDots_, frame.jointDots);
    }
    if (status) {
        status = fill(lines_, std::as_bytes(frame.lines), frame.lines.size());
    }
    if (status) {
        status = fillDots(markers_, frame.markers);
    }
    if (!status) {
        return status;
    }
    gpu::Commands& commands = context.commands;
    commands.beginLabel("overlays");
    context.targets.beginOverlays(commands);
    if (frame.grid) {
        bindWithFrame(context, gridPipeline_);
        vkCmdDraw(commands.handle(), 6, 1, 0, 0);
    }
    if (bones_.count > 0) {
        // Solid among themselves, but never hidden by a surface.
        context.targets.clearDepth(commands);
        bindWithFrame(context, bonePipeline_);
        draw(context, bonePipeline_, bones_, 24);
    }
    if (jointDots_.count > 0) {
        drawRimmed(context, dotPipeline_, dotPipeline_, jointDots_);
    }
    if (lines_.count > 0) {
        context.targets.clearDepth(commands);
        drawRimmed(context, lineRimPipeline_, linePipeline_, lines_);
    }
    if (markers_.count > 0) {
        drawRimmed(context, dotPipeline_, dotPipeline_, markers_);
    }
    vkCmdEndRendering(commands.handle());
    commands.endLabel();
    return {};
}

} // namespace sartor::render
