// SPDX-License-Identifier: Apache-2.0
// Draws a session: what `sartor render` writes and what the editor's viewport shows.
#pragma once

#include <sartor/base/result.h>
#include <sartor/gpu/device.h>
#include <sartor/render/camera.h>
#include <sartor/session/scene_bounds.h>
#include <sartor/session/session.h>
#include <sartor/session/view_options.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sartor::session {

/// Rows from the top, four bytes a pixel in the order blue, green, red, 255; what QImage calls
/// Format_RGB32 on this byte order.
struct Picture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> bgra;
};

/// What is under a pixel.
struct Pick {
    std::size_t instance = 0;
    std::uint32_t triangle = 0;
    /// The corner of that triangle nearest to the pixel.
    std::uint32_t vertex = 0;
};

class SceneView {
public:
    /// A texture that cannot be decoded is a log line and a white surface. Both arguments must
    /// outlive the view. Errors: "gpu.*".
    static Result<std::unique_ptr<SceneView>> create(gpu::Device& device, const Session& session);
    ~SceneView();
    SceneView(const SceneView&) = delete;
    SceneView& operator=(const SceneView&) = delete;
    SceneView(SceneView&&) = delete;
    SceneView& operator=(SceneView&&) = delete;

    /// Draws the current frame of the session it was made for. The session's own device buffers are
    /// used without a round trip when both are on one device.
    /// Errors: "view.joint_out_of_range", "view.vertex_out_of_range", "gpu.*".
    Status render(const ViewOptions& options,
                  const render::Camera& camera,
                  std::uint32_t width,
                  std::uint32_t height,
                  Picture& destination);

    /// Vertex shaders of deformers that the last render() drew with: one for each kind of chain
    /// where the session runs on Backend::Vertex, else none.
    std::size_t inlinePipelineCount() const;

    /// What the last render() shows at a pixel; none for the background.
    std::optional<Pick> pick(std::uint32_t x, std::uint32_t y) const;

private:
    struct State;
    explicit SceneView(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace sartor::session
