// SPDX-License-Identifier: Apache-2.0
// Draws meshes, skeletons and helpers into an image without a window.
#pragma once

#include <sartor/assets/material.h>
#include <sartor/base/result.h>
#include <sartor/gpu/device.h>
#include <sartor/render/camera.h>
#include <sartor/render/grid.h>
#include <sartor/render/overlay.h>
#include <sartor/render/surface.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace sartor::render {

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
    /// Errors: "render.surface" (a surface that is not there, a stream of another length than the
    /// surface), "gpu.image_size", "gpu.*".
    Status render(const FrameDescription& frame, std::vector<std::uint8_t>& bgra);

    /// What the last render() shows at a pixel; none for the background and outside.
    Result<std::optional<SurfaceHit>> hit(std::uint32_t x, std::uint32_t y);

    /// Pipelines of the last frame that have a vertex shader of somebody else
    /// (SurfaceDraw::source); all other surfaces are drawn with the one that only reads streams.
    std::size_t inlinePipelineCount() const;

private:
    struct State;
    explicit Renderer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace sartor::render
