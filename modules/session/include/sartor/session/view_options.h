// SPDX-License-Identifier: Apache-2.0
// What a picture of a session shows.
#pragma once

#include <sartor/base/index.h>
#include <sartor/math/double_rigid.h>
#include <sartor/session/ik_shapes.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
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
    Collapse,     ///< what linear blending takes at the widest turns of joints, nothing to all
    Hazards,      ///< what the chain could not do well (sartor.flags), by hazardSeverity
    Normals,      ///< direction as colour
    Ids,          ///< the first joint index that the file gives each vertex, one colour an index
    Direction     ///< from the place in the file to where it is now, up to half the diagonal
};

/// The ground that a character has come to by its root motion; pictures are in its own space.
struct Ground {
    math::DoubleRigid worldFromModel{};
    /// Where the grid has its middle: near the character, in the world, x and z.
    glm::dvec2 centerWorld = glm::dvec2(0.0);
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
    Ground ground{};
    bool showWireframe = false;
    bool isSmooth = false; ///< four samples a pixel
    /// Chains that are solved, drawn over the mesh.
    std::vector<IkDrawing> chains = {};
    /// Marked with a dot.
    std::optional<std::pair<std::size_t, std::uint32_t>> markedVertex = {}; ///< instance, vertex
};

} // namespace sartor::session
