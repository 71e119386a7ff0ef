// SPDX-License-Identifier: Apache-2.0
// How far a joint may turn away from its rest pose.
#pragma once

#include <sartor/assets/skeleton.h>
#include <sartor/math/types.h>

namespace sartor::pose {

/// A cone or ellipse for the bone's swing, and a range for the twist about it. The bone is the line
/// from the joint to the next of its chain in the rest pose; a local rotation is
/// rest * swing * twist.
///
/// Units: radians. A round cone has two equal angles; a hinge has one of zero.
struct JointLimit {
    /// Largest swing about `axis`, [0, pi].
    float swing = 3.14159265f;
    /// Largest swing about the axis at right angles to `axis` and the bone, [0, pi].
    float swingAcross = 3.14159265f;
    /// Space of the joint; what of it is at right angles to the bone counts. Zero: some axis, which
    /// is enough for a round cone.
    glm::vec3 axisJoint = glm::vec3(0.0f);
    /// Twist about the bone, right-handed, -pi <= twistMinimum <= 0 <= twistMaximum <= pi.
    float twistMinimum = -3.14159265f;
    float twistMaximum = 3.14159265f;
};

/// A JointLimit made ready for one joint.
class RotationLimit {
public:
    /// The limit of `joint`, whose bone ends at `next`, a child. A bone without length points along
    /// the joint's y.
    /// Errors: "ik.limit", naming the joint, for angles out of range or not finite, or an axis
    /// along the bone.
    static Result<RotationLimit> create(const assets::Skeleton& skeleton,
                                        JointIndex joint,
                                        JointIndex next,
                                        const JointLimit& limit);

    /// The rotation within the limits that is next to a local one: the nearest point of the ellipse
    /// of swings (vectors along the axis, as long as the angle), the nearer end of the twists. A
    /// rotation within comes back as it is.
    glm::dquat apply(const glm::dquat& parentFromJoint) const;

    /// Swing and twist of a local rotation.
    struct Angles {
        double swing = 0.0;       ///< about the limit's axis
        double swingAcross = 0.0; ///< about the axis across
        double twist = 0.0;       ///< about the bone, [-pi, pi]
    };
    Angles anglesOf(const glm::dquat& parentFromJoint) const;

    const JointLimit& limit() const { return limit_; }
    const glm::dquat& restRotation() const { return rest_; }
    /// Unit, in the space of the joint.
    const glm::dvec3& bone() const { return bone_; }
    const glm::dvec3& axis() const { return axis_; }
    const glm::dvec3& axisAcross() const { return across_; }

private:
    JointLimit limit_;
    glm::dquat rest_ = glm::dquat(1.0, 0.0, 0.0, 0.0);
    glm::dvec3 bone_ = glm::dvec3(0.0, 1.0, 0.0);
    glm::dvec3 axis_ = glm::dvec3(1.0, 0.0, 0.0);
    glm::dvec3 across_ = glm::dvec3(0.0, 0.0, -1.0);
};

} // namespace sartor::pose
