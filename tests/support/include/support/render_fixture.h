// SPDX-License-Identifier: Apache-2.0
// Two triangles, a renderer that draws them, and what its pictures say at single pixels.
#pragma once

#include <sartor/render/renderer.h>

#include <QtTest/qtest.h>

#include <support/gpu_main.h>
#include <support/verify_ok.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sartor::test {

inline constexpr std::uint32_t kSize = 200;
inline constexpr std::uint32_t kRed = 0xff2010e0;
inline constexpr std::uint32_t kGreen = 0xff30d020;
inline constexpr std::uint32_t kBlue = 0xffe04010;

struct Pixel {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
};

inline Pixel pixelOf(const render::FrameDescription& frame, const glm::vec3& world) {
    const float aspect = static_cast<float>(frame.width) / static_cast<float>(frame.height);
    const glm::vec4 clip =
        frame.camera.clipFromView(aspect) * (frame.camera.viewFromWorld() * glm::vec4(world, 1.0f));
    const glm::vec2 place =
        (glm::vec2(clip) / clip.w * 0.5f + 0.5f) *
        glm::vec2(static_cast<float>(frame.width), static_cast<float>(frame.height));
    return {static_cast<std::uint32_t>(place.x), static_cast<std::uint32_t>(place.y)};
}

/// Red in the low byte, as in colour_ramp.h.
inline std::uint32_t colourAt(const render::FrameDescription& frame,
                              const std::vector<std::uint8_t>& bgra,
                              const Pixel& pixel) {
    const std::size_t at = 4 * (std::size_t{pixel.y} * frame.width + pixel.x);
    return static_cast<std::uint32_t>(bgra[at + 2]) |
           static_cast<std::uint32_t>(bgra[at + 1]) << 8 |
           static_cast<std::uint32_t>(bgra[at]) << 16 | 0xff000000u;
}

inline std::array<int, 3> channels(std::uint32_t colour) {
    return {static_cast<int>(colour & 0xff),
            static_cast<int>((colour >> 8) & 0xff),
            static_cast<int>((colour >> 16) & 0xff)};
}

inline int sum(std::uint32_t colour) {
    const auto [red, green, blue] = channels(colour);
    return red + green + blue;
}

/// Two triangles in the plane z = 0, one left and one right of the middle, facing +Z.
struct TwoTriangles {
    std::vector<glm::vec3> positions = {{-1.0f, -0.5f, 0.0f},
                                        {-0.1f, -0.5f, 0.0f},
                                        {-0.5f, 0.5f, 0.0f},
                                        {0.1f, -0.5f, 0.0f},
                                        {1.0f, -0.5f, 0.0f},
                                        {0.5f, 0.5f, 0.0f}};
    std::vector<glm::vec3> normals = std::vector<glm::vec3>(6, glm::vec3(0.0f, 0.0f, 1.0f));
    std::vector<glm::vec2> uvs = {
        {0.25f, 0.5f}, {0.25f, 0.5f}, {0.25f, 0.5f}, {0.75f, 0.5f}, {0.75f, 0.5f}, {0.75f, 0.5f}};
    std::vector<std::uint32_t> triangles = {0, 1, 2, 3, 4, 5};

    glm::vec3 middle(std::size_t triangle) const {
        const std::size_t first = 3 * triangle;
        return (positions[first] + positions[first + 1] + positions[first + 2]) / 3.0f;
    }
};

/// Base of tests that draw; they call startDrawing() in init() and endDrawing() in cleanup().
class RenderFixture {
protected:
    void startDrawing() {
        shape_ = {};
        open(gpu::Staging::WhenNeeded);
    }

    void endDrawing() {
        QVERIFY(device_ != nullptr);
        renderer_.reset();
        expectNoValidationMessages(*device_);
        device_.reset();
    }

    void open(gpu::Staging staging) {
        renderer_.reset();
        device_.reset();
        auto device = createTestDevice(staging);
        SARTOR_VERIFY_OK(device);
        device_ = *std::move(device);
        auto renderer = render::Renderer::create(*device_);
        SARTOR_VERIFY_OK(renderer);
        renderer_ = *std::move(renderer);
        const auto surface = renderer_->addSurface(description());
        SARTOR_VERIFY_OK(surface);
        surface_ = *surface;
    }

    render::SurfaceDescription description() const {
        return {.vertexCount = 6, .triangles = shape_.triangles, .uvs = shape_.uvs};
    }

    render::SurfaceDraw draw() const {
        return {.surface = surface_,
                .positions = {.host = shape_.positions},
                .normals = {.host = shape_.normals}};
    }

    static render::FrameDescription frameOf(std::span<const render::SurfaceDraw> surfaces) {
        return {
            .surfaces = surfaces, .camera = {.distance = 4.0f}, .width = kSize, .height = kSize};
    }

    std::uint32_t at(const render::FrameDescription& frame, const glm::vec3& world) const {
        return colourAt(frame, bgra_, pixelOf(frame, world));
    }

    void renderFrame(const render::FrameDescription& frame) {
        const Status status = renderer_->render(frame, bgra_);
        SARTOR_VERIFY_OK(status);
        QCOMPARE(bgra_.size(), std::size_t{4} * frame.width * frame.height);
    }

    std::unique_ptr<gpu::Device> device_;
    std::unique_ptr<render::Renderer> renderer_;
    TwoTriangles shape_;
    render::SurfaceIndex surface_;
    std::vector<std::uint8_t> bgra_;
};

} // namespace sartor::test
