// SPDX-License-Identifier: Apache-2.0
// Poses at the ends of what joints of a body can do.
#pragma once

#include <sartor/diagnose/joint_class.h>
#include <sartor/math/affine.h>
#include <sartor/math/types.h>

#include <span>
#include <string>
#include <vector>

namespace sartor::diagnose {

/// A turn about the place of a joint, in model space and in the rest pose; what is below follows.
struct JointTurn {
    JointIndex joint;
    glm::dmat3 rotation = glm::dmat3(1.0);
};

struct MotionPose {
    JointClass kind = JointClass::Any;
    /// "elbow bent forward by 145"
    std::string name;
    /// One joint; all of a spine or neck, which share the angle; all fingers of a hand, each by the
    /// angle towards the palm, and the thumb, whose first joint is nearest to the hand's, by half.
    std::vector<JointTurn> turns;
};

/// By joint of the skeleton the unit direction of its bone in the rest pose, in model space: to the
/// classified joint that follows it in its limb; without one to the middle of its children, of
/// those with the most joints below them; without any on from its parent.
/// Shapes: modelFromJointRest has one entry per joint of the skeleton (asserted).
std::vector<glm::dvec3> findBoneDirections(const assets::Skeleton& skeleton,
                                           std::span<const math::Affine> modelFromJointRest,
                                           std::span<const ClassifiedJoint> joints);

/// The poses of every classified joint: bends towards what lies in front of, behind, above, below
/// and beside the character, and twists about the bone (findBoneDirections), each to the end of
/// what a healthy adult can do.
///
/// Space: model space as glTF has it, +Y up and +Z in front; the rest pose is that of the file.
/// Source: normal ranges of the American Academy of Orthopaedic Surgeons.
std::vector<MotionPose> makeMotionPoses(const assets::Skeleton& skeleton,
                                        std::span<const math::Affine> modelFromJointRest,
                                        std::span<const ClassifiedJoint> joints);

/// Model transforms of all joints in the pose.
/// Shapes: both spans have one entry per joint of the skeleton (asserted); may not alias.
void applyMotionPose(const assets::Skeleton& skeleton,
                     std::span<const math::Affine> modelFromJointRest,
                     const MotionPose& pose,
                     std::span<math::Affine> modelFromJoint);

} // namespace sartor::diagnose
