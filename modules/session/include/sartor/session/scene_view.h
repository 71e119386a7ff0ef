// SPDX-License-Identifier: Apache-2.0
// Draws a session: what `sartor render` writes and what the editor's viewport shows.
#pragma once

#include <sartor/base/index.h>
#include <sartor/base/result.h>
#include <sartor/diagnose/bind_pose.h>
#include <sartor/gpu/device.h>
#include <sartor/render/camera.h>
#include <sartor/session/session.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace sartor::session {

/// What the surface shows.
enum class ViewMode {
    Shaded,       ///< base colour and light
    Weights,      ///< influence of one joint, perceptual ramp; no influence has a colour of its own
    Dominant,     ///< the heaviest joint of each vertex, one colour a joint
    Influences,   ///< number of influences, 1 to 8 and more over the ramp of the weights
    WeightSum,    ///< |sum of the file's weights - 1|, 1e-6 to 1 over the ramp of the residuals
    Displacement, ///< distance from the place in the rest pose, up to half the model's diagonal
    Bind,         ///< bind-pose residual of the dominant joint, 1e-5 to 0.1 (bindSeverity)
    Normals       ///< direction as colour
};

struct ViewOptions {
    ViewMode mode = ViewMode::Shaded;
    /// For Weights; also drawn highlighted in the skeleton.
    std::optional<JointIndex> joint = {};
    bool showMesh = true;
    bool showTextures = true;
    /// Links from parent to child, drawn over the mesh; always there for a scene without one.
    bool showSkeleton = false;
    bool showAxes = false; ///< X red, Y green, Z blue at every joint, drawn over the mesh
    bool showGrid = true;
    bool showWireframe = false;
    bool isSmooth = false; ///< four samples a pixel
    /// Marked with a dot.
    std::optional<std::pair<std::size_t, std::uint32_t>> markedVertex = {}; ///< instance, vertex
};

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

/// What the Bind mode shows of a joint: the largest of relative length, angle in radians and
/// stretch away from 1, so that one number is bad when any of them is. Infinite where the joint's
/// map is singular or not finite.
double bindSeverity(const diagnose::JointBind& joint);

/// Colours of the view modes, as data: one RGBA word (red in the low byte) a vertex of the
/// instance. Empty for Shaded. Needs an evaluated session.
std::vector<std::uint32_t>
viewColours(const Session& session, std::size_t instance, const ViewOptions& options);

/// The box around everything the current frame shows: deformed meshes, else joints.
render::Bounds sceneBounds(const Session& session);

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

    /// What the last render() shows at a pixel; none for the background.
    std::optional<Pick> pick(std::uint32_t x, std::uint32_t y) const;

private:
    struct State;
    explicit SceneView(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace sartor::session
