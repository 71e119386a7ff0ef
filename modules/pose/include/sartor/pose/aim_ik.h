// SPDX-License-Identifier: Apache-2.0
// Turns one joint, or several that share the turn, so that an axis points at a target: heads, eyes,
// guns.
#pragma once

#include <sartor/pose/ik_chain.h>

namespace sartor::pose {

/// A joint that aims.
struct AimJoint {
    JointIndex joint;
    /// Part of the turn that is left when it is this joint's turn, [0, 1].
    float weight = 1.0f;
};

/// Most joints that share an aim.
inline constexpr std::size_t kMaximumAimJoints = 16;

/// The joints that aim, from the root down: each below the one before, others may lie between. The
/// last one carries the axis; with a weight of 1 it does what the others left undone.
class AimIkChain {
public:
    /// Errors: "ik.chain" (no joint or more than kMaximumAimJoints, an index that is no joint, a
    /// joint that is not below the one before it, a weight out of range).
    static Result<AimIkChain> create(const assets::Skeleton& skeleton,
                                     std::span<const AimJoint> joints);

    std::span<const AimJoint> joints() const { return joints_; }
    /// All joints from the first that aims to the last, each the parent of the next.
    std::span<const JointIndex> path() const { return path_; }

private:
    std::vector<AimJoint> joints_;
    std::vector<JointIndex> path_;
};

struct AimIkInput {
    glm::vec3 targetModel = glm::vec3(0.0f);
    /// The axis that points at the target, in the space of the last joint. Any length but zero.
    glm::vec3 forwardJoint = glm::vec3(0.0f, 0.0f, 1.0f);
    /// Where the line of sight starts, in the space of the last joint: eyes in front of a head.
    glm::vec3 offsetJoint = glm::vec3(0.0f);
    /// The axis that is turned about the line of sight towards upModel; zero leaves the roll alone.
    glm::vec3 upJoint = glm::vec3(0.0f);
    /// A direction of model space.
    glm::vec3 upModel = glm::vec3(0.0f, 1.0f, 0.0f);
    /// Most that the axis turns away from its direction in the incoming pose, radians, [0, pi].
    float maximumAngle = 3.14159265f;
    /// Part of the way of each local rotation to its solution, [0, 1].
    float weight = 1.0f;
};

/// Turns the joints so that the line from the offset along the forward axis meets the target, by
/// the shortest way; then about that line, where there is an up axis. A target behind is aimed at
/// too, up to the maximum angle.
///
/// isUnreachable: the target is nearer to the last joint than the line of sight passes.
/// isDegenerate: the target lies on the joint or the start of the line, exactly behind, or up along
/// the line. isLimited: the maximum angle held the axis back; isReached is false then, and where
/// the last joint's weight is below 1.
///
/// Space/units: model space, radians. Local translations and scales keep their bits.
/// Cost: O(aiming joints * joints between), no allocation. Threads: re-entrant.
IkFlags solveAimIk(const AimIkChain& chain, const AimIkInput& input, const IkPose& pose);

} // namespace sartor::pose
