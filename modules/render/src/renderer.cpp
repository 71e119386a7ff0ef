// SPDX-License-Identifier: Apache-2.0
// The passes of a frame: background and surfaces with ids, then what is drawn over them.
#include "background_frag_spv.h"
#include "background_vert_spv.h"
#include "bone_frag_spv.h"
#include "bone_vert_spv.h"
#include "dot_frag_spv.h"
#include "dot_vert_spv.h"
#include "grid_frag_spv.h"
#include "grid_vert_spv.h"
#include "line_frag_spv.h"
#include "line_vert_spv.h"
#include "mesh_frag_spv.h"
#include "mesh_vert_spv.h"
#include "texture.h"

#include <sartor/gpu/commands.h>
#include <sartor/gpu/descriptors.h>
#include <sartor/gpu/image.h>
#include <sartor/gpu/pipeline.h>
#include <sartor/render/renderer.h>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>

namespace sartor::render {

namespace {

constexpr VkFormat kColorFormat = VK_FORMAT_B8G8R8A8_UNORM;
constexpr VkFormat kIdFormat = VK_FORMAT_R32G32_UINT;
constexpr VkFormat kDepthFormat = VK_FORMAT_D32_SFLOAT;

/// Dark rims of lines and dots, in pixels.
constexpr float kRimPixels = 1.0f;
constexpr float kRimAlpha = 0.55f;

constexpr gpu::Access kNothing = {};
constexpr gpu::Access kColorWrite = {VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                                     VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT};
constexpr gpu::Access kColorReadWrite = {VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                                         VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT |
                                             VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT};
constexpr gpu::Access kDepthReadWrite = {
    VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT,
    VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT};

/// shaders/viewport/frame.glsl
struct FrameConstants {
    glm::mat4 clipFromWorld;
    glm::vec4 cameraWorld;
    glm::vec4 keyWorld;
    glm::vec4 fillWorld;
    glm::vec4 viewport;
    glm::vec4 grid;
    glm::vec4 shadow;
};
static_assert(sizeof(FrameConstants) == 160);

/// shaders/viewport/mesh.glsl
struct SurfaceConstants {
    glm::vec4 baseColor;
    float alphaCutoff;
    float wireframe;
    std::uint32_t flags;
    std::uint32_t drawNumber;
    std::uint32_t firstPosition;
    std::uint32_t firstNormal;
};
static_assert(sizeof(SurfaceConstants) == 40);
constexpr std::uint32_t kHasNormals = 1;
constexpr std::uint32_t kHasColours = 2;
constexpr std::uint32_t kHasTexture = 4;
constexpr std::uint32_t kIsDoubleSided = 8;

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

/// Written by the host each frame; grows when it has to.
class FrameBuffer {
public:
    Status write(gpu::Device& device, std::span<const std::byte> bytes, VkBufferUsageFlags usage) {
        if (bytes.size() > buffer_.size()) {
            Result<gpu::Buffer> larger =
                gpu::Buffer::create(device,
                                    {.size = bytes.size() + bytes.size() / 2,
                                     .usage = usage,
                                     .memory = gpu::MemoryUse::HostWrite,
                                     .name = "frame data"});
            if (!larger) {
                return larger.error();
            }
            buffer_ = *std::move(larger);
        }
        if (!bytes.empty()) {
            std::memcpy(buffer_.mapped().data(), bytes.data(), bytes.size());
        }
        return {};
    }
    VkDescriptorBufferInfo info(VkDeviceSize size) const { return {buffer_.handle(), 0, size}; }

private:
    gpu::Buffer buffer_;
};

struct Surface {
    std::uint32_t vertexCount = 0;
    std::uint32_t cornerCount = 0;
    glm::vec4 baseColorFactor = glm::vec4(1.0f);
    TextureIndex baseColor;
    float alphaCutoff = 0.0f;
    bool isDoubleSided = false;
    gpu::Buffer triangles;
    gpu::Buffer uvs;
};

/// What comes from the host for one draw of a frame.
struct DrawBuffers {
    FrameBuffer positions;
    FrameBuffer normals;
    FrameBuffer colours;
};

/// A stream as a shader sees it: a binding and where in it the first float is.
struct BoundStream {
    VkDescriptorBufferInfo binding = {};
    std::uint32_t first = 0;
};

struct Targets {
    gpu::Image color;
    gpu::Image id;
    gpu::Image depth;
    /// Only for supersampling: the picture at its final size.
    gpu::Image resolved;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t scale = 0;
};

template <class Element>
std::span<const std::byte> bytesOf(const std::vector<Element>& elements) {
    return std::as_bytes(std::span(elements));
}

std::span<const std::uint32_t> words(const std::uint32_t* data, std::uint32_t count) {
    return {data, count};
}

Status checkSurface(const SurfaceDescription& description, VkDeviceSize largestRange) {
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
    if (std::uint64_t{description.vertexCount} * sizeof(glm::vec3) > largestRange ||
        description.triangles.size_bytes() > largestRange) {
        return invalid("more vertices or triangles than the device can bind");
    }
    return {};
}

gpu::Commands::ImageTransition
moved(const gpu::Image& image, VkImageLayout from, VkImageLayout to) {
    gpu::Commands::ImageTransition transition;
    transition.image = image.handle();
    transition.range = image.range();
    transition.from = from;
    transition.to = to;
    return transition;
}

} // namespace

Grid gridFor(const Bounds& bounds) {
    Grid grid;
    const float size = bounds.radius();
    if (bounds.isEmpty || !(size > 0.0f) || !std::isfinite(size)) {
        return grid;
    }
    // The ground below the scene, measured from the origin, where the grid is.
    const float reach =
        std::max({size, std::abs(bounds.center().x) + size, std::abs(bounds.center().z) + size});
    grid.spacing = std::pow(10.0f, std::round(std::log10(size * 0.12f)));
    grid.radius = reach * 4.0f;
    // What floats above the ground casts none.
    if (std::abs(bounds.minimum.y) < 0.1f * size) {
        grid.shadowCenter = glm::vec2(bounds.center().x, bounds.center().z);
        const glm::vec3 half = (bounds.maximum - bounds.minimum) * 0.5f;
        // Arms that are spread far above the ground do not widen it.
        const float widest = size * 0.35f;
        grid.shadowSize = glm::min(glm::vec2(half.x, half.z), glm::vec2(widest)) + 0.08f * size;
    }
    return grid;
}

struct Renderer::State {
    explicit State(gpu::Device& owner) : device(owner) {}

    gpu::Device& device;
    std::optional<gpu::Commands> commands;
    gpu::DescriptorSetLayout frameLayout;
    gpu::DescriptorSetLayout surfaceLayout;
    gpu::DescriptorSetLayout overlayLayout;
    gpu::Pipeline backgroundPipeline;
    gpu::Pipeline meshPipeline;
    gpu::Pipeline gridPipeline;
    gpu::Pipeline bonePipeline;
    gpu::Pipeline linePipeline;
    gpu::Pipeline lineRimPipeline;
    gpu::Pipeline dotPipeline;
    Sampler sampler;
    gpu::Image white;
    /// Stands where a stream is absent.
    gpu::Buffer nothing;
    std::vector<gpu::Image> textures;
    std::vector<Surface> surfaces;
    /// One for each draw, kept from frame to frame.
    std::vector<DrawBuffers> drawBuffers;
    FrameBuffer frameConstants;
    FrameBuffer boneBuffer;
    FrameBuffer lineBuffer;
    FrameBuffer jointDotBuffer;
    FrameBuffer markerBuffer;
    std::optional<gpu::DescriptorPool> pool;
    std::size_t poolSurfaceCount = 0;
    Targets targets;
    /// The targets hold a whole frame.
    bool hasPicture = false;

    Status createLayouts();
    Status createPipelines();
    Status createShared();
    Status prepareTargets(const FrameDescription& frame);
    Status preparePool(std::size_t surfaceCount);
    Status writeFrame(const FrameDescription& frame);
    Result<BoundStream> bindStream(const VertexStream& stream,
                                   const Surface& surface,
                                   FrameBuffer& buffer,
                                   std::string_view name);
    Result<VkDescriptorSet> bindSurface(const SurfaceDraw& draw, SurfaceConstants& constants);
    Status drawSurfaces(const FrameDescription& frame, VkDescriptorSet frameSet);
    Status drawOverlays(const FrameDescription& frame, VkDescriptorSet frameSet);
    Result<VkDescriptorSet> overlaySet(const FrameBuffer& buffer, VkDeviceSize size);
    void beginPass(std::span<const VkRenderingAttachmentInfo> colors, VkAttachmentLoadOp depthLoad);
    void clearDepth();
    Result<std::span<const std::byte>> recordReadBack();
    bool isSmooth() const { return targets.scale > 1; }
};

Status Renderer::State::createLayouts() {
    const std::array frameBindings = {
        VkDescriptorSetLayoutBinding{0,
                                     VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                     1,
                                     VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                                     nullptr}};
    std::array<VkDescriptorSetLayoutBinding, 6> surfaceBindings = {};
    for (std::uint32_t i = 0; i < 5; ++i) {
        surfaceBindings[i] = {
            i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_VERTEX_BIT, nullptr};
    }
    surfaceBindings[5] = {
        5, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr};
    struct Wanted {
        gpu::DescriptorSetLayout* layout;
        std::span<const VkDescriptorSetLayoutBinding> bindings;
    };
    const std::array wanted = {Wanted{&frameLayout, frameBindings},
                               Wanted{&surfaceLayout, surfaceBindings},
                               Wanted{&overlayLayout, std::span(surfaceBindings).first(1)}};
    for (const Wanted& each : wanted) {
        Result<gpu::DescriptorSetLayout> layout =
            gpu::createDescriptorSetLayout(device, each.bindings);
        if (!layout) {
            return layout.error();
        }
        *each.layout = *std::move(layout);
    }
    return {};
}

Status Renderer::State::createPipelines() {
    const std::array frameOnly = {frameLayout.get()};
    const std::array withSurface = {frameLayout.get(), surfaceLayout.get()};
    const std::array withOverlay = {frameLayout.get(), overlayLayout.get()};
    constexpr std::array kWithId = {kColorFormat, kIdFormat};
    constexpr std::array kColorOnly = {kColorFormat};
    const gpu::GraphicsPipelineOptions overlay = {.setLayouts = withOverlay,
                                                  .colorFormats = kColorOnly,
                                                  .depthFormat = kDepthFormat,
                                                  .blending = gpu::Blending::Alpha};
    const auto make = [this](gpu::Pipeline& pipeline,
                             const gpu::GraphicsPipelineOptions& options) -> Status {
        Result<gpu::Pipeline> made = gpu::Pipeline::createGraphics(device, options);
        if (!made) {
            return made.error();
        }
        pipeline = *std::move(made);
        return {};
    };

    Status status =
        make(backgroundPipeline,
             {.vertexSpirv = words(background_vert_spv, background_vert_spv_word_count),
              .fragmentSpirv = words(background_frag_spv, background_frag_spv_word_count),
              .setLayouts = frameOnly,
              .colorFormats = kWithId,
              .depthFormat = kDepthFormat,
              .depthTest = gpu::DepthTest::None,
              .name = "background"});
    if (!status) {
        return status;
    }
    status = make(meshPipeline,
                  {.vertexSpirv = words(mesh_vert_spv, mesh_vert_spv_word_count),
                   .fragmentSpirv = words(mesh_frag_spv, mesh_frag_spv_word_count),
                   .setLayouts = withSurface,
                   .pushConstantSize = sizeof(SurfaceConstants),
                   .colorFormats = kWithId,
                   .depthFormat = kDepthFormat,
                   .name = "mesh"});
    if (!status) {
        return status;
    }
    gpu::GraphicsPipelineOptions options = overlay;
    options.setLayouts = frameOnly;
    options.vertexSpirv = words(grid_vert_spv, grid_vert_spv_word_count);
    options.fragmentSpirv = words(grid_frag_spv, grid_frag_spv_word_count);
    options.depthTest = gpu::DepthTest::LessOrEqualNoWrite;
    options.name = "grid";
    status = make(gridPipeline, options);
    if (!status) {
        return status;
    }
    options = overlay;
    options.vertexSpirv = words(bone_vert_spv, bone_vert_spv_word_count);
    options.fragmentSpirv = words(bone_frag_spv, bone_frag_spv_word_count);
    options.blending = gpu::Blending::None;
    options.name = "bone";
    status = make(bonePipeline, options);
    if (!status) {
        return status;
    }
    options = overlay;
    options.pushConstantSize = sizeof(RimConstants);
    options.vertexSpirv = words(line_vert_spv, line_vert_spv_word_count);
    options.fragmentSpirv = words(line_frag_spv, line_frag_spv_word_count);
    options.name = "line";
    status = make(linePipeline, options);
    if (!status) {
        return status;
    }
    options.depthTest = gpu::DepthTest::None;
    options.name = "line rim";
    status = make(lineRimPipeline, options);
    if (!status) {
        return status;
    }
    options.vertexSpirv = words(dot_vert_spv, dot_vert_spv_word_count);
    options.fragmentSpirv = words(dot_frag_spv, dot_frag_spv_word_count);
    options.name = "dot";
    return make(dotPipeline, options);
}

Status Renderer::State::createShared() {
    Result<gpu::Commands> made = gpu::Commands::create(device, "frame");
    if (!made) {
        return made.error();
    }
    commands = *std::move(made);
    Result<Sampler> samplerMade = createSampler(device);
    if (!samplerMade) {
        return samplerMade.error();
    }
    sampler = *std::move(samplerMade);
    Result<gpu::Image> whiteMade = createTexture(device, {1, 1, {255, 255, 255, 255}});
    if (!whiteMade) {
        return whiteMade.error();
    }
    white = *std::move(whiteMade);
    Result<gpu::Buffer> nothingMade = gpu::Buffer::create(
        device, {.size = 16, .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, .name = "nothing"});
    if (!nothingMade) {
        return nothingMade.error();
    }
    nothing = *std::move(nothingMade);
    return {};
}

Status Renderer::State::prepareTargets(const FrameDescription& frame) {
    const std::uint32_t scale = frame.smoothing == Smoothing::Supersample ? 2 : 1;
    if (targets.width == frame.width && targets.height == frame.height && targets.scale == scale) {
        return {};
    }
    targets = {};
    const std::uint32_t largest = device.properties().limits.maxImageDimension2D;
    if (frame.width == 0 || frame.height == 0 || frame.width > largest / scale ||
        frame.height > largest / scale) {
        return Error{"gpu.image_size",
                     "a picture of " + std::to_string(frame.width) + " x " +
                         std::to_string(frame.height) + ", expected 1 to " +
                         std::to_string(largest / scale) + " each"};
    }
    Targets made;
    const VkExtent2D extent = {frame.width * scale, frame.height * scale};
    struct Wanted {
        gpu::Image* image;
        gpu::ImageOptions options;
    };
    std::vector<Wanted> wanted = {
        {&made.color,
         {.extent = extent,
          .format = kColorFormat,
          .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
          .name = "color"}},
        {&made.id,
         {.extent = extent,
          .format = kIdFormat,
          .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
          .name = "id"}},
        {&made.depth,
         {.extent = extent,
          .format = kDepthFormat,
          .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
          .aspect = VK_IMAGE_ASPECT_DEPTH_BIT,
          .name = "depth"}}};
    if (scale > 1) {
        wanted.push_back(
            {&made.resolved,
             {.extent = {frame.width, frame.height},
              .format = kColorFormat,
              .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
              .name = "resolved"}});
    }
    for (const Wanted& each : wanted) {
        Result<gpu::Image> image = gpu::Image::create(device, each.options);
        if (!image) {
            return image.error();
        }
        *each.image = *std::move(image);
    }
    made.width = frame.width;
    made.height = frame.height;
    made.scale = scale;
    targets = std::move(made);
    return {};
}

Status Renderer::State::preparePool(std::size_t surfaceCount) {
    if (pool && poolSurfaceCount >= surfaceCount) {
        pool->reset();
        return {};
    }
    constexpr std::uint32_t kOverlaySets = 4;
    const auto count = static_cast<std::uint32_t>(surfaceCount);
    Result<gpu::DescriptorPool> made =
        gpu::DescriptorPool::create(device,
                                    {.setCount = 1 + kOverlaySets + count,
                                     .storageBufferCount = kOverlaySets + 5 * count,
                                     .uniformBufferCount = 1,
                                     .imageCount = count});
    if (!made) {
        return made.error();
    }
    pool = *std::move(made);
    poolSurfaceCount = surfaceCount;
    return {};
}

Status Renderer::State::writeFrame(const FrameDescription& frame) {
    const float width = static_cast<float>(frame.width * targets.scale);
    const float height = static_cast<float>(frame.height * targets.scale);
    const Camera& camera = frame.camera;
    const glm::mat4 viewFromWorld = camera.viewFromWorld();
    const glm::mat4 worldFromView = glm::inverse(viewFromWorld);
    const auto lightFrom = [&](const glm::vec3& view) {
        return worldFromView * glm::vec4(glm::normalize(view), 0.0f);
    };
    FrameConstants constants = {};
    constants.clipFromWorld = camera.clipFromView(width / height) * viewFromWorld;
    constants.cameraWorld = glm::vec4(camera.positionWorld(), 1.0f);
    constants.keyWorld = lightFrom(glm::vec3(-0.55f, 0.75f, 0.70f));
    constants.fillWorld = lightFrom(glm::vec3(0.90f, 0.05f, 0.35f));
    constants.viewport = glm::vec4(width, height, 1.0f / width, 1.0f / height);
    const float pixelsPerUnit = height * 0.5f / std::tan(camera.verticalFieldOfView * 0.5f);
    const Grid grid = frame.grid.value_or(Grid{});
    constants.grid =
        glm::vec4(grid.spacing, grid.radius, pixelsPerUnit, static_cast<float>(targets.scale));
    constants.shadow = glm::vec4(grid.shadowCenter, grid.shadowSize);
    Status status = frameConstants.write(
        device, std::as_bytes(std::span(&constants, 1)), VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    if (status) {
        status = boneBuffer.write(device, std::as_bytes(frame.bones), kStorage);
    }
    if (status) {
        status = lineBuffer.write(device, std::as_bytes(frame.lines), kStorage);
    }
    const auto deviceDots = [](std::span<const Dot> dots) {
        std::vector<DeviceDot> result;
        result.reserve(dots.size());
        for (const Dot& dot : dots) {
            result.push_back(
                {glm::vec4(dot.center, dot.radiusPixels), dot.largestRadius, dot.colour, {}});
        }
        return result;
    };
    if (status) {
        status = jointDotBuffer.write(device, bytesOf(deviceDots(frame.jointDots)), kStorage);
    }
    if (status) {
        status = markerBuffer.write(device, bytesOf(deviceDots(frame.markers)), kStorage);
    }
    return status;
}

Result<BoundStream> Renderer::State::bindStream(const VertexStream& stream,
                                                const Surface& surface,
                                                FrameBuffer& buffer,
                                                std::string_view name) {
    const VkDeviceSize expected = VkDeviceSize{surface.vertexCount} * sizeof(glm::vec3);
    if (stream.buffer == VK_NULL_HANDLE) {
        if (stream.host.size() != surface.vertexCount) {
            return Error{"render.surface",
                         std::to_string(stream.host.size()) + " " + std::string(name) +
                             " for a surface of " + std::to_string(surface.vertexCount) +
                             " vertices"};
        }
        const Status status =
            buffer.write(device, std::as_bytes(stream.host), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
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
    const VkDeviceSize alignment = device.properties().limits.minStorageBufferOffsetAlignment;
    const VkDeviceSize start = stream.offset / alignment * alignment;
    const VkDeviceSize before = stream.offset - start;
    return BoundStream{{stream.buffer, start, before + expected},
                       static_cast<std::uint32_t>(before / sizeof(float))};
}

Result<VkDescriptorSet> Renderer::State::bindSurface(const SurfaceDraw& draw,
                                                     SurfaceConstants& constants) {
    const Surface& surface = surfaces[draw.surface.value()];
    DrawBuffers& own = drawBuffers[constants.drawNumber];
    const Result<BoundStream> positions =
        bindStream(draw.positions, surface, own.positions, "positions");
    if (!positions) {
        return positions.error();
    }
    constants.firstPosition = positions->first;
    const VkDescriptorBufferInfo absent = {nothing.handle(), 0, VK_WHOLE_SIZE};
    std::array<VkDescriptorBufferInfo, 5> buffers = {
        positions->binding, absent, absent, absent, {surface.triangles.handle(), 0, VK_WHOLE_SIZE}};
    if (draw.normals.buffer != VK_NULL_HANDLE || !draw.normals.host.empty()) {
        const Result<BoundStream> normals =
            bindStream(draw.normals, surface, own.normals, "normals");
        if (!normals) {
            return normals.error();
        }
        buffers[1] = normals->binding;
        constants.firstNormal = normals->first;
        constants.flags |= kHasNormals;
    }
    if (draw.surfacing == Surfacing::Colours) {
        if (draw.colours.size() != surface.vertexCount) {
            return Error{"render.surface",
                         std::to_string(draw.colours.size()) + " colours for a surface of " +
                             std::to_string(surface.vertexCount) + " vertices"};
        }
        const Status status = own.colours.write(
            device, std::as_bytes(draw.colours), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
        if (!status) {
            return status.error();
        }
        buffers[2] = own.colours.info(draw.colours.size_bytes());
        constants.flags |= kHasColours;
    }
    const gpu::Image* texture = &white;
    if (draw.surfacing == Surfacing::Material && !surface.baseColor.isNone()) {
        texture = &textures[surface.baseColor.value()];
        buffers[3] = {surface.uvs.handle(), 0, VK_WHOLE_SIZE};
        constants.flags |= kHasTexture;
    }
    const Result<VkDescriptorSet> set = pool->allocate(surfaceLayout.get());
    if (!set) {
        return set;
    }
    gpu::writeStorageBuffers(device, *set, buffers);
    const VkDescriptorImageInfo image = {
        sampler.get(), texture->view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    VkWriteDescriptorSet write = {};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = *set;
    write.dstBinding = 5;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    write.pImageInfo = &image;
    vkUpdateDescriptorSets(device.handle(), 1, &write, 0, nullptr);
    return set;
}

void Renderer::State::beginPass(std::span<const VkRenderingAttachmentInfo> colors,
                                VkAttachmentLoadOp depthLoad) {
    const VkExtent2D extent = targets.color.extent();
    VkRenderingAttachmentInfo depth = {};
    depth.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO;
    depth.imageView = targets.depth.view();
    depth.imageLayout = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL;
    depth.loadOp = depthLoad;
    depth.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    depth.clearValue.depthStencil = {1.0f, 0};
    VkRenderingInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_RENDERING_INFO;
    info.renderArea.extent = extent;
    info.layerCount = 1;
    info.colorAttachmentCount = static_cast<std::uint32_t>(colors.size());
    info.pColorAttachments = colors.data();
    info.pDepthAttachment = &depth;
    vkCmdBeginRendering(commands->handle(), &info);
    const VkViewport viewport = {0.0f,
                                 0.0f,
                                 static_cast<float>(extent.width),
                                 static_cast<float>(extent.height),
                                 0.0f,
                                 1.0f};
    vkCmdSetViewport(commands->handle(), 0, 1, &viewport);
    const VkRect2D scissor = {{0, 0}, extent};
    vkCmdSetScissor(commands->handle(), 0, 1, &scissor);
}

void Renderer::State::clearDepth() {
    VkClearAttachment clear = {};
    clear.aspectMask = VK_IMAGE_ASPECT_DEPTH_BIT;
    clear.clearValue.depthStencil = {1.0f, 0};
    const VkClearRect rect = {{{0, 0}, targets.color.extent()}, 0, 1};
    vkCmdClearAttachments(commands->handle(), 1, &clear, 1, &rect);
}

Status Renderer::State::drawSurfaces(const FrameDescription& frame, VkDescriptorSet frameSet) {
    VkRenderingAttachmentInfo color = {};
    color.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO;
    color.imageView = targets.color.view();
    color.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    color.loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    color.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    VkRenderingAttachmentInfo id = color;
    id.imageView = targets.id.view();
    const VkCommandBuffer handle = commands->handle();
    commands->beginLabel("surfaces");
    beginPass(std::array{color, id}, VK_ATTACHMENT_LOAD_OP_CLEAR);
    backgroundPipeline.bind(handle);
    backgroundPipeline.bindSet(handle, 0, frameSet);
    vkCmdDraw(handle, 3, 1, 0, 0);
    meshPipeline.bind(handle);
    meshPipeline.bindSet(handle, 0, frameSet);
    for (std::size_t i = 0; i < frame.surfaces.size(); ++i) {
        const SurfaceDraw& draw = frame.surfaces[i];
        const Surface& surface = surfaces[draw.surface.value()];
        if (surface.cornerCount == 0) {
            continue;
        }
        SurfaceConstants constants = {};
        const bool isMaterial = draw.surfacing == Surfacing::Material;
        constants.baseColor =
            isMaterial ? surface.baseColorFactor : glm::vec4(0.55f, 0.54f, 0.52f, 1.0f);
        constants.alphaCutoff = isMaterial ? surface.alphaCutoff : 0.0f;
        constants.wireframe = frame.wireframe == Wireframe::On ? 0.55f : 0.0f;
        constants.flags = surface.isDoubleSided ? kIsDoubleSided : 0u;
        constants.drawNumber = static_cast<std::uint32_t>(i);
        const Result<VkDescriptorSet> set = bindSurface(draw, constants);
        if (!set) {
            return set.error();
        }
        meshPipeline.bindSet(handle, 1, *set);
        meshPipeline.push(handle, constants);
        vkCmdDraw(handle, surface.cornerCount, 1, 0, 0);
    }
    vkCmdEndRendering(handle);
    commands->endLabel();
    return {};
}

Result<VkDescriptorSet> Renderer::State::overlaySet(const FrameBuffer& buffer, VkDeviceSize size) {
    const Result<VkDescriptorSet> set = pool->allocate(overlayLayout.get());
    if (set) {
        gpu::writeStorageBuffers(device, *set, std::array{buffer.info(size)});
    }
    return set;
}

Status Renderer::State::drawOverlays(const FrameDescription& frame, VkDescriptorSet frameSet) {
    VkRenderingAttachmentInfo color = {};
    color.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO;
    color.imageView = targets.color.view();
    color.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    color.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD;
    color.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    const VkCommandBuffer handle = commands->handle();

    struct Batch {
        const FrameBuffer* buffer;
        VkDeviceSize size;
        std::uint32_t count;
        VkDescriptorSet set = VK_NULL_HANDLE;
    };
    const auto batch = [](const FrameBuffer& buffer, std::size_t count, std::size_t size) {
        return Batch{&buffer, count * size, static_cast<std::uint32_t>(count)};
    };
    std::array batches = {batch(boneBuffer, frame.bones.size(), sizeof(Bone)),
                          batch(lineBuffer, frame.lines.size(), sizeof(Line)),
                          batch(jointDotBuffer, frame.jointDots.size(), sizeof(DeviceDot)),
                          batch(markerBuffer, frame.markers.size(), sizeof(DeviceDot))};
    for (Batch& each : batches) {
        if (each.count == 0) {
            continue;
        }
        const Result<VkDescriptorSet> set = overlaySet(*each.buffer, each.size);
        if (!set) {
            return set.error();
        }
        each.set = *set;
    }
    const auto& [bones, lines, jointDots, markers] = batches;

    const auto draw = [&](const gpu::Pipeline& pipeline, const Batch& what, std::uint32_t corners) {
        pipeline.bindSet(handle, 0, frameSet);
        pipeline.bindSet(handle, 1, what.set);
        vkCmdDraw(handle, corners, what.count, 0, 0);
    };
    const auto drawRimmed =
        [&](const gpu::Pipeline& rim, const gpu::Pipeline& core, const Batch& what) {
            rim.bind(handle);
            rim.push(handle, RimConstants{kRimPixels, kRimAlpha});
            draw(rim, what, 6);
            core.bind(handle);
            core.push(handle, RimConstants{0.0f, 1.0f});
            draw(core, what, 6);
        };

    commands->beginLabel("overlays");
    beginPass(std::array{color}, VK_ATTACHMENT_LOAD_OP_LOAD);
    if (frame.grid) {
        gridPipeline.bind(handle);
        gridPipeline.bindSet(handle, 0, frameSet);
        vkCmdDraw(handle, 6, 1, 0, 0);
    }
    if (bones.count > 0) {
        // Solid among themselves, but never hidden by a surface.
        clearDepth();
        bonePipeline.bind(handle);
        draw(bonePipeline, bones, 24);
    }
    if (jointDots.count > 0) {
        drawRimmed(dotPipeline, dotPipeline, jointDots);
    }
    if (lines.count > 0) {
        clearDepth();
        drawRimmed(lineRimPipeline, linePipeline, lines);
    }
    if (markers.count > 0) {
        drawRimmed(dotPipeline, dotPipeline, markers);
    }
    vkCmdEndRendering(handle);
    commands->endLabel();
    return {};
}

Result<std::span<const std::byte>> Renderer::State::recordReadBack() {
    auto drawn = moved(targets.color,
                       VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                       VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    drawn.first = kColorWrite;
    drawn.second = gpu::kTransferRead;
    commands->transition(drawn);
    const gpu::Image* source = &targets.color;
    if (isSmooth()) {
        source = &targets.resolved;
        auto empty =
            moved(*source, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
        empty.first = kNothing;
        empty.second = gpu::kTransferWrite;
        commands->transition(empty);
        // Half the size with a linear filter: the mean of exactly the four samples.
        const auto end = [](VkExtent2D extent) {
            return VkOffset3D{static_cast<std::int32_t>(extent.width),
                              static_cast<std::int32_t>(extent.height),
                              1};
        };
        VkImageBlit blit = {};
        blit.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
        blit.srcOffsets[1] = end(targets.color.extent());
        blit.dstSubresource = blit.srcSubresource;
        blit.dstOffsets[1] = end(source->extent());
        vkCmdBlitImage(commands->handle(),
                       targets.color.handle(),
                       VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                       source->handle(),
                       VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                       1,
                       &blit,
                       VK_FILTER_LINEAR);
        auto filled = moved(
            *source, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
        filled.first = gpu::kTransferWrite;
        filled.second = gpu::kTransferRead;
        commands->transition(filled);
    }
    const VkDeviceSize size = VkDeviceSize{4} * targets.width * targets.height;
    const auto staging = commands->stage(size, gpu::MemoryUse::HostRead);
    if (!staging) {
        return staging.error();
    }
    VkBufferImageCopy region = {};
    region.bufferOffset = staging->offset;
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageExtent = {targets.width, targets.height, 1};
    vkCmdCopyImageToBuffer(commands->handle(),
                           source->handle(),
                           VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                           staging->buffer,
                           1,
                           &region);
    commands->barrier(gpu::kTransferWrite, gpu::kHostRead);
    return std::span<const std::byte>(staging->bytes);
}

Renderer::Renderer(std::unique_ptr<State> state) : state_(std::move(state)) {}

Renderer::~Renderer() = default;

Result<std::unique_ptr<Renderer>> Renderer::create(gpu::Device& device) {
    auto state = std::make_unique<State>(device);
    Status status = state->createLayouts();
    if (status) {
        status = state->createPipelines();
    }
    if (status) {
        status = state->createShared();
    }
    if (!status) {
        return status.error();
    }
    return std::unique_ptr<Renderer>(new Renderer(std::move(state)));
}

Result<TextureIndex> Renderer::addTexture(const assets::Image& image) {
    Result<gpu::Image> texture = createTexture(state_->device, image);
    if (!texture) {
        return texture.error();
    }
    state_->textures.push_back(*std::move(texture));
    return TextureIndex(state_->textures.size() - 1);
}

Result<SurfaceIndex> Renderer::addSurface(const SurfaceDescription& description) {
    const Status valid =
        checkSurface(description, state_->device.properties().limits.maxStorageBufferRange);
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
            state_->device,
            {.size = bytes.size(), .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, .name = "surface"});
        if (!made) {
            return made.error();
        }
        buffer = *std::move(made);
        return gpu::upload(state_->device, buffer, bytes);
    };
    Status status = fill(surface.triangles, std::as_bytes(description.triangles));
    if (status) {
        status = fill(surface.uvs, std::as_bytes(description.uvs));
    }
    if (!status) {
        return status.error();
    }
    state_->surfaces.push_back(std::move(surface));
    return SurfaceIndex(state_->surfaces.size() - 1);
}

Status Renderer::render(const FrameDescription& frame, std::vector<std::uint8_t>& bgra) {
    State& state = *state_;
    state.hasPicture = false;
    state.drawBuffers.resize(std::max(state.drawBuffers.size(), frame.surfaces.size()));
    Status status = state.prepareTargets(frame);
    if (status) {
        status = state.preparePool(frame.surfaces.size());
    }
    if (status) {
        status = state.writeFrame(frame);
    }
    if (status) {
        status = state.commands->begin();
    }
    if (!status) {
        return status;
    }
    const Result<VkDescriptorSet> frameSet = state.pool->allocate(state.frameLayout.get());
    if (!frameSet) {
        return frameSet.error();
    }
    const VkDescriptorBufferInfo constants = state.frameConstants.info(sizeof(FrameConstants));
    VkWriteDescriptorSet write = {};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = *frameSet;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    write.pBufferInfo = &constants;
    vkUpdateDescriptorSets(state.device.handle(), 1, &write, 0, nullptr);

    // Streams on the device were written by compute work of an earlier submission.
    gpu::Commands& commands = *state.commands;
    commands.barrier(gpu::kComputeWrite, gpu::kGraphicsRead);
    commands.barrier(gpu::kTransferWrite, gpu::kGraphicsRead);
    for (const gpu::Image* image : {&state.targets.color, &state.targets.id}) {
        auto fresh =
            moved(*image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        fresh.second = kColorWrite;
        commands.transition(fresh);
    }
    auto depth = moved(
        state.targets.depth, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL);
    depth.second = kDepthReadWrite;
    commands.transition(depth);

    status = state.drawSurfaces(frame, *frameSet);
    if (!status) {
        return status;
    }
    commands.barrier(kColorWrite, kColorReadWrite);
    commands.barrier(kDepthReadWrite, kDepthReadWrite);
    status = state.drawOverlays(frame, *frameSet);
    if (!status) {
        return status;
    }
    auto ids = moved(state.targets.id,
                     VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                     VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    ids.first = kColorWrite;
    ids.second = gpu::kTransferRead;
    commands.transition(ids);
    const auto picture = state.recordReadBack();
    if (!picture) {
        return picture.error();
    }
    status = commands.submitAndWait();
    if (!status) {
        return status;
    }
    bgra.resize(picture->size());
    std::memcpy(bgra.data(), picture->data(), picture->size());
    state.hasPicture = true;
    return {};
}

Result<std::optional<SurfaceHit>> Renderer::hit(std::uint32_t x, std::uint32_t y) {
    const Targets& targets = state_->targets;
    if (!state_->hasPicture || x >= targets.width || y >= targets.height) {
        return std::optional<SurfaceHit>();
    }
    gpu::Commands& commands = *state_->commands;
    Status status = commands.begin();
    if (!status) {
        return status.error();
    }
    std::array<std::uint32_t, 2> id = {};
    const auto staging = commands.stage(sizeof(id), gpu::MemoryUse::HostRead);
    if (!staging) {
        return staging.error();
    }
    VkBufferImageCopy region = {};
    region.bufferOffset = staging->offset;
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageOffset = {static_cast<std::int32_t>(x * targets.scale),
                          static_cast<std::int32_t>(y * targets.scale),
                          0};
    region.imageExtent = {1, 1, 1};
    vkCmdCopyImageToBuffer(commands.handle(),
                           targets.id.handle(),
                           VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                           staging->buffer,
                           1,
                           &region);
    commands.barrier(gpu::kTransferWrite, gpu::kHostRead);
    status = commands.submitAndWait();
    if (!status) {
        return status.error();
    }
    std::memcpy(id.data(), staging->bytes.data(), sizeof(id));
    if (id[0] == 0) {
        return std::optional<SurfaceHit>();
    }
    return std::optional<SurfaceHit>(SurfaceHit{id[0] - 1, id[1]});
}

} // namespace sartor::render
