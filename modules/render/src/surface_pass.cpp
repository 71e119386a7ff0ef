// SPDX-License-Identifier: Apache-2.0
// Draws the background and the surfaces, with the ids that tell what is under a pixel.
#include "surface_pass.h"

#include "background_frag_spv.h"
#include "background_vert_spv.h"
#include "mesh_frag_spv.h"
#include "mesh_vert_spv.h"

#include <algorithm>
#include <string>

namespace sartor::render {

namespace {

// shaders/viewport/mesh_flags.glsl
constexpr std::uint32_t kHasNormals = 1;
constexpr std::uint32_t kHasColours = 2;
constexpr std::uint32_t kHasTexture = 4;
constexpr std::uint32_t kIsDoubleSided = 8;

// Bindings of set 1.
constexpr std::uint32_t kStreamCount = 5;
constexpr std::uint32_t kTextureBinding = kStreamCount;

constexpr glm::vec4 kClay(0.55f, 0.54f, 0.52f, 1.0f);
constexpr float kWireframeStrength = 0.55f;

bool isThere(const VertexStream& stream) {
    return stream.buffer != VK_NULL_HANDLE || !stream.host.empty();
}

Status checkSurface(const SurfaceDescription& description,
                    std::size_t textureCount,
                    VkDeviceSize largestRange) {
    const auto invalid = [](std::string message) {
        return Error{"render.surface", std::move(message)};
    };
    if (description.triangles.size() % 3 != 0) {
        return invalid(std::to_string(description.triangles.size()) +
                       " triangle corners, expected a multiple of 3");
    }
    for (std::size_t i = 0; i < description.triangles.size(); ++i) {
        if (description.triangles[i] >= description.vertexCount) {
            return invalid("corner " + std::to_string(i) + " is vertex " +
                           std::to_string(description.triangles[i]) + ", expected less than " +
                           std::to_string(description.vertexCount));
        }
    }
    if (!description.uvs.empty() && description.uvs.size() != description.vertexCount) {
        return invalid(std::to_string(description.uvs.size()) + " texture coordinates for " +
                       std::to_string(description.vertexCount) + " vertices");
    }
    if (!description.baseColor.isNone() && description.uvs.empty()) {
        return invalid("a texture without texture coordinates");
    }
    if (!description.baseColor.isNone() && description.baseColor.value() >= textureCount) {
        return invalid("texture " + std::to_string(description.baseColor.value()) +
                       ", expected less than " + std::to_string(textureCount));
    }
    if (std::uint64_t{description.vertexCount} * sizeof(glm::vec3) > largestRange ||
        description.triangles.size_bytes() > largestRange) {
        return invalid("more vertices or triangles than the device can bind");
    }
    return {};
}

} // namespace

Result<SurfacePass> SurfacePass::create(gpu::Device& device, const FrameConstants& constants) {
    Result<InlineSurfaces> inlineSurfaces = InlineSurfaces::create(device);
    if (!inlineSurfaces) {
        return inlineSurfaces.error();
    }
    SurfacePass made(device, *std::move(inlineSurfaces));
    Status status = made.createLayout();
    if (status) {
        status = made.createPipelines(constants);
    }
    if (status) {
        status = made.createStandIns();
    }
    if (!status) {
        return status.error();
    }
    return made;
}

Status SurfacePass::createLayout() {
    std::array<VkDescriptorSetLayoutBinding, kStreamCount + 1> bindings = {};
    for (std::uint32_t i = 0; i < kStreamCount; ++i) {
        bindings[i] = {
            i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_VERTEX_BIT, nullptr};
    }
    bindings[kTextureBinding] = {kTextureBinding,
                                 VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                 1,
                                 VK_SHADER_STAGE_FRAGMENT_BIT,
                                 nullptr};
    Result<gpu::DescriptorSetLayout> layout = gpu::createDescriptorSetLayout(*device_, bindings);
    if (!layout) {
        return layout.error();
    }
    layout_ = *std::move(layout);
    return {};
}

Status SurfacePass::createPipelines(const FrameConstants& constants) {
    const std::array frameOnly = {constants.layout()};
    const std::array withSurface = {constants.layout(), layout_.get()};
    constexpr std::array kFormats = {FrameTargets::kColorFormat, FrameTargets::kIdFormat};
    Result<gpu::Pipeline> background = gpu::Pipeline::createGraphics(
        *device_,
        {.vertexSpirv = {background_vert_spv, background_vert_spv_word_count},
         .fragmentSpirv = {background_frag_spv, background_frag_spv_word_count},
         .setLayouts = frameOnly,
         .colorFormats = kFormats,
         .depthFormat = FrameTargets::kDepthFormat,
         .depthTest = gpu::DepthTest::None,
         .name = "background"});
    if (!background) {
        return background.error();
    }
    backgroundPipeline_ = *std::move(background);
    Result<gpu::Pipeline> mesh =
        gpu::Pipeline::createGraphics(*device_,
                                      {.vertexSpirv = {mesh_vert_spv, mesh_vert_spv_word_count},
                                       .fragmentSpirv = {mesh_frag_spv, mesh_frag_spv_word_count},
                                       .setLayouts = withSurface,
                                       .pushConstantSize = sizeof(PushConstants),
                                       .colorFormats = kFormats,
                                       .depthFormat = FrameTargets::kDepthFormat,
                                       .name = "mesh"});
    if (!mesh) {
        return mesh.error();
    }
    meshPipeline_ = *std::move(mesh);
    return {};
}

Status SurfacePass::createStandIns() {
    Result<Sampler> sampler = createSampler(*device_);
    if (!sampler) {
        return sampler.error();
    }
    sampler_ = *std::move(sampler);
    Result<gpu::Image> white = createTexture(*device_, {1, 1, {255, 255, 255, 255}});
    if (!white) {
        return white.error();
    }
    white_ = *std::move(white);
    Result<gpu::Buffer> nothing = gpu::Buffer::create(
        *device_, {.size = 16, .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, .name = "nothing"});
    if (!nothing) {
        return nothing.error();
    }
    nothing_ = *std::move(nothing);
    return {};
}

Result<TextureIndex> SurfacePass::addTexture(const assets::Image& image) {
    Result<gpu::Image> texture = createTexture(*device_, image);
    if (!texture) {
        return texture.error();
    }
    textures_.push_back(*std::move(texture));
    return TextureIndex(textures_.size() - 1);
}

Result<SurfaceIndex> SurfacePass::addSurface(const SurfaceDescription& description) {
    const Status valid = checkSurface(
        description, textures_.size(), device_->properties().limits.maxStorageBufferRange);
    if (!valid) {
        return valid.error();
    }
    Surface surface;
    surface.vertexCount = description.vertexCount;
    surface.cornerCount = static_cast<std::uint32_t>(description.triangles.size());
    surface.baseColorFactor = description.baseColorFactor;
    surface.baseColor = description.baseColor;
    surface.alphaCutoff = description.alphaCutoff;
    surface.isDoubleSided = description.isDoubleSided;
    const auto fill = [this](gpu::Buffer& buffer, std::span<const std::byte> bytes) -> Status {
        if (bytes.empty()) {
            return {};
        }
        Result<gpu::Buffer> made = gpu::Buffer::create(
            *device_,
            {.size = bytes.size(), .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, .name = "surface"});
        if (!made) {
            return made.error();
        }
        buffer = *std::move(made);
        return gpu::upload(*device_, buffer, bytes);
    };
    Status status = fill(surface.triangles, std::as_bytes(description.triangles));
    if (status) {
        status = fill(surface.uvs, std::as_bytes(description.uvs));
    }
    if (!status) {
        return status.error();
    }
    surfaces_.push_back(std::move(surface));
    return SurfaceIndex(surfaces_.size() - 1);
}

Status SurfacePass::record(const PassContext& context, const FrameDescription& frame) {
    drawBuffers_.resize(std::max(drawBuffers_.size(), frame.surfaces.size()));
    if (Status status = preparePool(frame.surfaces.size()); !status) {
        return status;
    }
    if (Status status = inlineSurfaces_.begin(frame.surfaces.size()); !status) {
        return status;
    }
    const VkCommandBuffer handle = context.commands.handle();
    context.commands.beginLabel("surfaces");
    context.targets.beginSurfaces(context.commands);
    bindWithFrame(context, backgroundPipeline_);
    vkCmdDraw(handle, 3, 1, 0, 0);
    for (std::size_t i = 0; i < frame.surfaces.size(); ++i) {
        const SurfaceDraw& draw = frame.surfaces[i];
        if (draw.surface.value() >= surfaces_.size()) {
            return Error{"render.surface",
                         "draw " + std::to_string(i) + " is of surface " +
                             std::to_string(draw.surface.value()) + ", expected less than " +
                             std::to_string(surfaces_.size())};
        }
        const Surface& surface = surfaces_[draw.surface.value()];
        if (surface.cornerCount == 0) {
            continue;
        }
        SurfaceConstants constants = {};
        const bool isMaterial = draw.surfacing == Surfacing::Material;
        constants.baseColor = isMaterial ? surface.baseColorFactor : kClay;
        constants.alphaCutoff = isMaterial ? surface.alphaCutoff : 0.0f;
        constants.wireframe = frame.wireframe == Wireframe::On ? kWireframeStrength : 0.0f;
        constants.flags = surface.isDoubleSided ? kIsDoubleSided : 0u;
        constants.drawNumber = static_cast<std::uint32_t>(i);
        const Status status = draw.source ? recordInline(context, draw, constants)
                                          : recordStreams(context, draw, constants);
        if (!status) {
            return status;
        }
    }
    inlineSurfaces_.end();
    vkCmdEndRendering(handle);
    context.commands.endLabel();
    return {};
}

Status SurfacePass::recordStreams(const PassContext& context,
                                  const SurfaceDraw& draw,
                                  const SurfaceConstants& constants) {
    PushConstants push = {constants, 0, 0};
    const Result<VkDescriptorSet> set = bindSurface(draw, push);
    if (!set) {
        return set.error();
    }
    const VkCommandBuffer commands = context.commands.handle();
    bindWithFrame(context, meshPipeline_);
    meshPipeline_.bindSet(commands, 1, *set);
    meshPipeline_.push(commands, push);
    vkCmdDraw(commands, surfaces_[draw.surface.value()].cornerCount, 1, 0, 0);
    return {};
}

Status SurfacePass::recordInline(const PassContext& context,
                                 const SurfaceDraw& draw,
                                 const SurfaceConstants& constants) {
    const Surface& surface = surfaces_[draw.surface.value()];
    InlineSurfaces::Draw made{.source = *draw.source,
                              .triangles = {surface.triangles.handle(), 0, VK_WHOLE_SIZE},
                              .constants = constants,
                              .cornerCount = surface.cornerCount};
    const Result<Appearance> appearance = appearanceOf(draw, made.constants);
    if (!appearance) {
        return appearance.error();
    }
    made.colours = appearance->colours;
    made.texCoords = appearance->texCoords;
    made.texture = appearance->texture;
    made.normals = {nothing_.handle(), 0, VK_WHOLE_SIZE};
    if (!draw.source->makesNormals && isThere(draw.normals)) {
        const Result<BoundStream> normals = bindStream(
            draw.normals, surface, drawBuffers_[constants.drawNumber].normals, "normals");
        if (!normals) {
            return normals.error();
        }
        made.normals = normals->binding;
        made.firstNormal = normals->first;
        made.constants.flags |= kHasNormals;
    }
    return inlineSurfaces_.record(context, made);
}

Status SurfacePass::preparePool(std::size_t drawCount) {
    if (poolDrawCount_ >= drawCount) {
        if (poolDrawCount_ > 0) {
            pool_.reset();
        }
        return {};
    }
    const auto count = static_cast<std::uint32_t>(drawCount);
    Result<gpu::DescriptorPool> made = gpu::DescriptorPool::create(
        *device_,
        {.setCount = count, .storageBufferCount = kStreamCount * count, .imageCount = count});
    if (!made) {
        return made.error();
    }
    pool_ = *std::move(made);
    poolDrawCount_ = drawCount;
    return {};
}

Result<SurfacePass::BoundStream> SurfacePass::bindStream(const VertexStream& stream,
                                                         const Surface& surface,
                                                         HostBuffer& buffer,
                                                         std::string_view name) {
    const VkDeviceSize expected = VkDeviceSize{surface.vertexCount} * sizeof(glm::vec3);
    if (stream.buffer == VK_NULL_HANDLE) {
        if (stream.host.size() != surface.vertexCount) {
            return Error{"render.surface",
                         std::to_string(stream.host.size()) + " " + std::string(name) +
                             " for a surface of " + std::to_string(surface.vertexCount) +
                             " vertices"};
        }
        const Status status = buffer.write(*device_, std::as_bytes(stream.host));
        if (!status) {
            return status.error();
        }
        return BoundStream{buffer.info(expected), 0};
    }
    if (stream.size < expected || stream.offset % sizeof(float) != 0) {
        return Error{"render.surface",
                     "device " + std::string(name) + " of " + std::to_string(stream.size) +
                         " bytes at " + std::to_string(stream.offset) + ", expected " +
                         std::to_string(expected) + " bytes at a multiple of 4"};
    }
    const VkDeviceSize alignment = device_->properties().limits.minStorageBufferOffsetAlignment;
    const VkDeviceSize start = stream.offset / alignment * alignment;
    const VkDeviceSize before = stream.offset - start;
    return BoundStream{{stream.buffer, start, before + expected},
                       static_cast<std::uint32_t>(before / sizeof(float))};
}

Result<SurfacePass::Appearance> SurfacePass::appearanceOf(const SurfaceDraw& draw,
                                                          SurfaceConstants& constants) {
    const Surface& surface = surfaces_[draw.surface.value()];
    const VkDescriptorBufferInfo absent = {nothing_.handle(), 0, VK_WHOLE_SIZE};
    Appearance appearance{
        absent, absent, {sampler_.get(), white_.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL}};
    if (draw.surfacing == Surfacing::Colours) {
        if (draw.colours.size() != surface.vertexCount) {
            return Error{"render.surface",
                         std::to_string(draw.colours.size()) + " colours for a surface of " +
                             std::to_string(surface.vertexCount) + " vertices"};
        }
        HostBuffer& colours = drawBuffers_[constants.drawNumber].colours;
        const Status status = colours.write(*device_, std::as_bytes(draw.colours));
        if (!status) {
            return status.error();
        }
        appearance.colours = colours.info(draw.colours.size_bytes());
        constants.flags |= kHasColours;
    }
    if (draw.surfacing == Surfacing::Material && !surface.baseColor.isNone()) {
        appearance.texture.imageView = textures_[surface.baseColor.value()].view();
        appearance.texCoords = {surface.uvs.handle(), 0, VK_WHOLE_SIZE};
        constants.flags |= kHasTexture;
    }
    return appearance;
}

Result<VkDescriptorSet> SurfacePass::bindSurface(const SurfaceDraw& draw,
                                                 PushConstants& constants) {
    const Surface& surface = surfaces_[draw.surface.value()];
    DrawBuffers& own = drawBuffers_[constants.surface.drawNumber];
    const Result<BoundStream> positions =
        bindStream(draw.positions, surface, own.positions, "positions");
    if (!positions) {
        return positions.error();
    }
    constants.firstPosition = positions->first;
    VkDescriptorBufferInfo normalBinding = {nothing_.handle(), 0, VK_WHOLE_SIZE};
    if (isThere(draw.normals)) {
        const Result<BoundStream> normals =
            bindStream(draw.normals, surface, own.normals, "normals");
        if (!normals) {
            return normals.error();
        }
        normalBinding = normals->binding;
        constants.firstNormal = normals->first;
        constants.surface.flags |= kHasNormals;
    }
    const Result<Appearance> appearance = appearanceOf(draw, constants.surface);
    if (!appearance) {
        return appearance.error();
    }
    const Result<VkDescriptorSet> set = pool_.allocate(layout_.get());
    if (!set) {
        return set;
    }
    const std::array<VkDescriptorBufferInfo, kStreamCount> buffers = {
        positions->binding,
        normalBinding,
        appearance->colours,
        appearance->texCoords,
        {surface.triangles.handle(), 0, VK_WHOLE_SIZE}};
    gpu::writeStorageBuffers(*device_, *set, buffers);
    gpu::writeImage(*device_, *set, kTextureBinding, appearance->texture);
    return set;
}

} // namespace sartor::render
