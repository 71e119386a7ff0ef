// SPDX-License-Identifier: Apache-2.0
// A chain that is solved, as shapes to draw: bend plane, limits, target and pole.
#pragma once

#include <sartor/pose/ik_chain.h>
#include <sartor/render/overlay.h>

#include <optional>
#include <span>
#include <vector>

namespace sartor::session {

/// What is drawn of one chain.
struct IkDrawing {
    /// From the root to the tip; three for two bones.
    std::vector<JointIndex> joints;
    std::optional<glm::vec3> targetModel = std::nullopt;
    /// Of two bones.
    std::optional<glm::vec3> poleModel = std::nullopt;
    /// Range of the middle one of three joints, radians; 0 is straight.
    std::optional<std::pair<float, float>> flexion = std::nullopt;
    /// None, or one for each joint but the tip, of joints that are each the parent of the next.
    std::vector<pose::RotationLimit> limits = {};
    pose::IkFlags flags = {};
};

struct IkShapes {
    std::vector<render::Line> lines;
    std::vector<render::Dot> dots;
};

/// Of a pose after it was solved: a cross at the target, green where it was reached, amber where
/// it was not, red where the chain is degenerate; the line from the tip to a target that was
/// missed; the triangle of a bend with the line to its pole, and the narrow cone about the pole in
/// which a target has no side; the arc that the last bone may sweep between its limits of flexion;
/// for each limit the cone or ellipse of directions that its bone may have, and the arc of its
/// twist. What is not finite is left out.
///
/// Space/units: model space; `sceneRadius` half the diagonal of what is seen, which the size of
/// markers follows. Shapes: modelFromJoint.size() == skeleton.jointCount(), joints inside of it.
IkShapes ikShapes(const assets::Skeleton& skeleton,
                  std::span<const math::Affine> modelFromJoint,
                  const IkDrawing& drawing,
                  float sceneRadius);

/// Half the angle of the cone about a pole that is drawn, radians: a target in it turns the plane
/// fast.
inline constexpr float kPoleConeAngle = 0.087f;

} // namespace sartor::session
