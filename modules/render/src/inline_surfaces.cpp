// SPDX-License-Identifier: Apache-2.0
// One pipeline for each vertex shader that a deformer brings.
#include "inline_surfaces.h"

#include "mesh_inline_frag_spv.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sartor::render {

namespace {

// Sets of the pipeline; set 0 is the source's own.
constexpr std::uint32_t kCornerSet = 1;
constexpr std::uint32_t kFrameSet = 2;
constexpr std::uint32_t kSurfaceSet = 3;

// Bindings of the surface's set.
constexpr std::uint32_t kBufferCount = 4;
constexpr std::uint32_t kTextureBinding = kBufferCount;

/// gpu::VertexSource, then mesh_inline.frag.
struct PushConstants {
    std::array<std::uint32_t, 4> words;
    glm::mat4 clipFromModel;
    SurfaceConstants surface;
    std::uint32_t firstNormal;
};
static_assert(sizeof(PushConstants) == 116);

} // namespace

Result<InlineSurfaces> InlineSurfaces::create(gpu::Device& device) {
    InlineSurfaces made(device);
    auto corners = gpu::createStorageBufferLayout(device, 1, VK_SHADER_STAGE_VERTEX_BIT);
    if (!corners) {
        return corners.error();
    }
    made.cornerLayout_ = *std::move(corners);
    std::array<VkDescriptorSetLayoutBinding, kBufferCount + 1> bindings = {};
    for (std::uint32_t i = 0; i < bindings.size(); ++i) {
        const VkDescriptorType type = i == kTextureBinding
                                          ? VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
                                          : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        bindings[i] = {i, type, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr};
    }
    auto surface = gpu::createDescriptorSetLayout(device, bindings);
    if (!surface) {
        return surface.error();
    }
    made.surfaceLayout_ = *std::move(surface);
    return made;
}

Status InlineSurfaces::begin(std::size_t drawCount) {
    for (SourcePipeline& pipeline : pipelines_) {
        pipeline.isUsed = false;
    }
    if (poolDrawCount_ >= drawCount) {
        if (poolDrawCount_ > 0) {
            pool_.reset();
        }
        return {};
    }
    const auto count = static_cast<std::uint32_t>(drawCount);
    auto pool = gpu::DescriptorPool::create(*device_,
                                            {.setCount = 2 * count,
                                             .storageBufferCount = (kBufferCount + 1) * count,
                                             .imageCount = count});
    if (!pool) {
        return pool.error();
    }
    pool_ = *std::move(pool);
    poolDrawCount_ = drawCount;
    return {};
}

void InlineSurfaces::end() {
    std::erase_if(pipelines_, [](const SourcePipeline& pipeline) { return !pipeline.isUsed; });
}

Result<const gpu::Pipeline*> InlineSurfaces::pipelineOf(const PassContext& context,
                                                        const gpu::VertexSource& source) {
    const auto known =
        std::find_if(pipelines_.begin(), pipelines_.end(), [&source](const SourcePipeline& made) {
            return made.id == source.id;
        });
    if (known != pipelines_.end()) {
        known->isUsed = true;
        return &known->pipeline;
    }
    const std::array layouts = {
        source.layout, cornerLayout_.get(), context.constants.layout(), surfaceLayout_.get()};
    constexpr std::array kFormats = {FrameTargets::kColorFormat, FrameTargets::kIdFormat};
    auto pipeline = gpu::Pipeline::createGraphics(
        *device_,
        {.vertexSpirv = source.spirv,
         .vertexEntryPoint = source.entryPoint,
         .vertexConstants = source.constants,
         .fragmentSpirv = {mesh_inline_frag_spv, mesh_inline_frag_spv_word_count},
         .setLayouts = layouts,
         .pushConstantSize = sizeof(PushConstants),
         .colorFormats = kFormats,
         .depthFormat = FrameTargets::kDepthFormat,
         .name = "mesh inline"});
    if (!pipeline) {
        return pipeline.error();
    }
    pipelines_.push_back({source.id, *std::move(pipeline), true});
    return &pipelines_.back().pipeline;
}

Status InlineSurfaces::record(const PassContext& context, const Draw& draw) {
    const auto pipeline = pipelineOf(context, draw.source);
    if (!pipeline) {
        return pipeline.error();
    }
    const auto corners = pool_.allocate(cornerLayout_.get());
    if (!corners) {
        return corners.error();
    }
    gpu::writeStorageBuffers(*device_, *corners, std::array{draw.triangles});
    const auto surface = pool_.allocate(surfaceLayout_.get());
    if (!surface) {
        return surface.error();
    }
    gpu::writeStorageBuffers(
        *device_, *surface, std::array{draw.colours, draw.texCoords, draw.triangles, draw.normals});
    gpu::writeImage(*device_, *surface, kTextureBinding, draw.texture);
    const VkCommandBuffer commands = context.commands.handle();
    (*pipeline)->bind(commands);
    (*pipeline)->bindSet(commands, 0, draw.source.set);
    (*pipeline)->bindSet(commands, kCornerSet, *corners);
    (*pipeline)->bindSet(commands, kFrameSet, context.constants.set());
    (*pipeline)->bindSet(commands, kSurfaceSet, *surface);
    (*pipeline)->push(commands,
                      PushConstants{draw.source.words,
                                    context.constants.clipFromWorld(),
                                    draw.constants,
                                    draw.firstNormal});
    vkCmdDraw(commands, draw.cornerCount, 1, 0, 0);
    return {};
}

} // namespace sartor::render
