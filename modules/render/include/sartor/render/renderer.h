// SPDX-License-Identifier: Apache-2.0
// Draws meshes, skeletons and helpers into an image without a window.
#pragma once

#include <sartor/assets/material.h>
#include <sartor/base/index.h>
#include <sartor/base/result.h>
#include <sartor/gpu/device.h>
#include <sartor/math/types.h>
#include <sartor/render/camera.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace sartor::render {

using TextureIndex = Index<struct TextureTag>;
using SurfaceIndex = Index<struct SurfaceTag>;

/// What stays the same from frame to frame.
struct SurfaceDescription {
    std::uint32_t vertexCount = 0;
    /// Three vertices each, smaller than vertexCount.
    std::span<const std::uint32_t> triangles = {};
    /// Empty, or one per vertex.
    std::span<const glm::vec2> uvs = {};
    /// Linear.
    glm::vec4 baseColorFactor = glm::vec4(1.0f);
    /// Needs uvs.
    TextureIndex baseColor = {};
    /// Fragments below this alpha are dropped; 0 keeps all.
    float alphaCutoff = 0.0f;
    /// Back faces look like front faces; else they are drawn darker.
    bool isDoubleSided = false;
};

/// One packed vec3 per vertex, from the host or already on the device. Neither is absent.
struct VertexStream {
    std::span<const glm::vec3> host = {};
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceSize offset = 0;
    VkDeviceSize size = 0;
};

enum class Surfacing {
    Material, ///< base colour and texture
    Clay,     ///< one neutral colour
    Colours   ///< SurfaceDraw::colours
};

/// A surface in this frame, in world space.
struct SurfaceDraw {
    SurfaceIndex surface = {};
    VertexStream positions = {};
    /// Absent for flat shading.
    VertexStream normals = {};
    Surfacing surfacing = Surfacing::Material;
    /// One word per vertex, as in colour_ramp.h.
    std::span<const std::uint32_t> colours = {};
};

/// A tapered solid from a joint to its child, drawn over surfaces.
struct Bone {
    glm::vec3 head = glm::vec3(0.0f);
    float halfWidth = 0.0f;
    glm::vec3 tail = glm::vec3(0.0f);
    std::uint32_t colour = 0;
};

/// A line of a width in pixels with a dark rim, drawn over surfaces and bones.
struct Line {
    glm::vec3 begin = glm::vec3(0.0f);
    float widthPixels = 0.0f;
    glm::vec3 end = glm::vec3(0.0f);
    std::uint32_t colour = 0;
};

/// A disc that faces the camera with a dark rim.
struct Dot {
    glm::vec3 center = glm::vec3(0.0f);
    float radiusPixels = 0.0f;
    /// The disc is not larger than a sphere of this radius would be; 0 for no such limit.
    float largestRadius = 0.0f;
    std::uint32_t colour = 0;
};

/// On the ground, y = 0. Lines every `spacing`, stronger ones every ten; fades out at `radius`.
struct Grid {
    float spacing = 0.1f;
    float radius = 5.0f;
    /// A soft shadow below what stands on the ground: its middle (x, z) and half its size; 0 for
    /// none.
    glm::vec2 shadowCenter = glm::vec2(0.0f);
    glm::vec2 shadowSize = glm::vec2(0.0f);
};

/// A grid that suits a scene of that size.
Grid gridFor(const Bounds& bounds);

enum class Wireframe { Off, On };
enum class Smoothing {
    None,       ///< one sample a pixel
    Supersample ///< four samples a pixel
};

struct FrameDescription {
    std::span<const SurfaceDraw> surfaces = {};
    std::span<const Bone> bones = {};
    /// Between bones and lines.
    std::span<const Dot> jointDots = {};
    std::span<const Line> lines = {};
    /// Over everything.
    std::span<const Dot> markers = {};
    std::optional<Grid> grid = {};
    Wireframe wireframe = Wireframe::Off;
    Smoothing smoothing = Smoothing::None;
    Camera camera = {};
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

/// What is under a pixel.
struct SurfaceHit {
    /// Position in FrameDescription::surfaces.
    std::uint32_t draw = 0;
    std::uint32_t triangle = 0;
};

class Renderer {
public:
    /// Errors: "gpu.*".
    static Result<std::unique_ptr<Renderer>> create(gpu::Device& device);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;
    Renderer(Renderer&&) = delete;
    Renderer& operator=(Renderer&&) = delete;

    /// Errors: "render.texture" (sizes that do not fit), "gpu.*".
    Result<TextureIndex> addTexture(const assets::Image& image);
    /// Errors: "render.surface" (an index out of range, counts that do not fit), "gpu.*".
    Result<SurfaceIndex> addSurface(const SurfaceDescription& description);

    /// Rows from the top, blue, green, red, 255.
    /// Errors: "render.surface" (a stream of another length than the surface), "gpu.image_size",
    /// "gpu.*".
    Status render(const FrameDescription& frame, std::vector<std::uint8_t>& bgra);

    /// What the last render() shows at a pixel; none for the background and outside.
    Result<std::optional<SurfaceHit>> hit(std::uint32_t x, std::uint32_t y);

private:
    struct State;
    explicit Renderer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace sartor::render
