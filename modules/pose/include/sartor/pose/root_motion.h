// SPDX-License-Identifier: Apache-2.0
// What of a root joint's movement belongs to the character as a whole.
#pragma once

#include <sartor/assets/skeleton.h>
#include <sartor/math/double_rigid.h>
#include <sartor/math/transform.h>

#include <span>

namespace sartor::pose {

/// Motion of one frame, in the character's own frame at the beginning of the frame: its +Y is up
/// and its +Z is where it was heading. A character is moved by worldFromModel = worldFromModel *
/// delta. Units: those of the model, radians.
using RootMotionDelta = math::DoubleRigid;

/// Which parts of the root's movement are taken out of the pose. The others stay in it.
struct RootMotionComponents {
    bool xz = true;    ///< translation along the ground
    bool y = false;    ///< up and down, from the height at the beginning of the clip
    bool yaw = true;   ///< heading: the twist of the rotation about +Y
    bool full = false; ///< the whole rigid motion, whatever the others say

    bool isNone() const { return !xz && !y && !yaw && !full; }
    bool operator==(const RootMotionComponents&) const = default;
};

/// Who gets the motion that was taken out: exactly one.
enum class RootMotionOwner {
    Entity, ///< the caller moves the character; the pose stays in place
    Pose,   ///< the root joint carries it, added up since the start
    Discard ///< nobody: the pose stays in place and so does the character
};

/// Where the root joint is, in model space, while the character stands at the origin and heads
/// along +Z.
struct RootMotionReference {
    glm::dquat rotation = glm::dquat(1.0, 0.0, 0.0, 0.0);
    glm::dvec3 position = glm::dvec3(0.0);
};

/// Twist about +Y of a rotation. The identity where the rotation turns up down, which has no
/// heading.
glm::dquat yawOf(const glm::dquat& rotation);

/// Where the character is, from a root joint in model space: what `components` take of it. The
/// identity for a root at the reference.
math::DoubleRigid modelFromCharacter(const math::DoubleRigid& modelFromRoot,
                                     const RootMotionReference& reference,
                                     RootMotionComponents components);

/// Rigid part of a joint's model transform in a local pose: its place, and its rotation without the
/// scales of ancestors; where they shear it, the nearest rotation.
///
/// Shapes: as the skeleton. Cost: O(ancestors), no allocation.
math::DoubleRigid findModelFromRoot(const assets::Skeleton& skeleton,
                                    std::span<const math::Transform> parentFromJoint,
                                    JointIndex root);

/// Moves a joint with all below it, in model space: modelFromRoot becomes motion * modelFromRoot,
/// written to the joint's local transform through its ancestors, wherever they are in the pose.
/// Returns how far the result is from what was asked, as math::Decomposition::residual: above 0
/// only below ancestors of different scales along different axes, which turn a rotation into shear.
/// Below ancestors that scale to nothing there is nothing to move, and the pose stays as it is.
///
/// Shapes: as the skeleton. Cost: O(ancestors), no allocation.
float moveRoot(const assets::Skeleton& skeleton,
               JointIndex root,
               const math::DoubleRigid& motion,
               std::span<math::Transform> parentFromJoint);

} // namespace sartor::pose
