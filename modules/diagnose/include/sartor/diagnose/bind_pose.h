// SPDX-License-Identifier: Apache-2.0
// The bind-pose identity: in the pose in which a skin was bound, every joint's map is the same.
#pragma once

#include <sartor/assets/skeleton.h>
#include <sartor/assets/skin.h>
#include <sartor/base/index.h>
#include <sartor/import/imported_scene.h>
#include <sartor/math/affine.h>

#include <optional>
#include <span>
#include <vector>

namespace sartor::diagnose {

/// How far a map is from another one.
struct BindDifference {
    /// Model space, in the file's units: how far apart the two put the joint's bind position.
    double length = 0.0;
    /// `length` against BindPose::size.
    double relativeLength = 0.0;
    /// Angle of the rotation between them, [0, 180].
    double degrees = 0.0;
    /// Stretch between them in the direction where it is furthest from 1, as a factor.
    double scale = 1.0;
};

/// One slot of the skin.
struct JointBind {
    JointIndex joint;
    /// R = modelFromJoint * jointFromBind.
    math::Affine modelFromBind;
    /// inverse(A) * R against the identity. Only `length` is measured where A is singular.
    BindDifference residual;
    /// Index into BindPose::groups.
    std::size_t group = 0;
    /// The inverse bind flattens space: its smallest stretch is below 1e-6 of its largest.
    bool isSingular = false;
    /// R turns space inside out (negative determinant).
    bool isMirrored = false;
    /// False where R overflows; there is no residual then, and `spread` leaves the joint out.
    bool isFinite = true;
};

/// Joints that were bound in one and the same pose.
struct BindGroup {
    std::vector<SkinJointIndex> members; ///< slots of the skin
    math::Affine modelFromBind;
};

/// What the common map A is.
enum class CommonMap {
    Identity,      ///< the given pose is the bind pose, and bind space is model space
    NodeTransform, ///< the mesh was bound in the space of its node
    Other          ///< bind space differs from model space by something else (units, axes, place)
};

struct BindPose {
    /// One per slot.
    std::vector<JointBind> joints;
    /// A: the map that most joints agree on.
    math::Affine common;
    /// A against the identity; the length is taken at the middle of the joints' bind positions.
    BindDifference commonDifference;
    CommonMap commonMap = CommonMap::Identity;
    /// Model space: diagonal of the box around the skin's joints, the measure of relative lengths.
    double size = 0.0;
    /// Largest distance of any joint's map from A in the metric of the groups; 0 when all agree.
    double spread = 0.0;
    /// Largest first; the first holds the joints that agree with A. One group: one bind pose. Two
    /// large groups: two bind poses. Very many: the given pose is not the bind pose.
    std::vector<BindGroup> groups;
    /// True when the joints disagree, but every joint keeps the offset from the joint above it that
    /// it had at binding: the given pose is another pose of the same skeleton, not a wrong matrix.
    /// Where most joints disagree, one in ten may have moved, as hips and weapons do.
    bool isOtherPose = false;
};

/// Two maps are the same when they differ by no more than this, in the metric of the groups.
inline constexpr double kBindTolerance = 1e-3;

/// Measures the bind-pose identity of a skin in a pose, usually the rest pose.
///
/// The metric of the groups: the largest distance between the places to which two maps carry four
/// points, the middle of the joints' bind positions and one point at a typical joint's distance
/// along each axis, divided by the model-space length of that distance. It is free of units and
/// sees translation, rotation, scale and shear alike.
///
/// Space/units: modelFromJoint in model space, one per joint of the skeleton (asserted).
/// Errors: none; singular, mirrored and infinite maps are reported, a skin without joints gives
/// no groups.
/// Cost: O(slots log slots) when joints agree. Threads: const, re-entrant.
BindPose computeBindPose(const assets::Skeleton& skeleton,
                         const assets::Skin& skin,
                         std::span<const math::Affine> modelFromJoint,
                         std::optional<JointIndex> meshNode = std::nullopt);

/// One per skin of the scene, in the rest pose; the mesh node is that of the first mesh of the
/// skin.
std::vector<BindPose> computeBindPosesAtRest(const import::ImportedScene& scene);

} // namespace sartor::diagnose
