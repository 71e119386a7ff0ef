// SPDX-License-Identifier: Apache-2.0
// What solvers of inverse kinematics share: the chain, the pose they change, what they report.
#pragma once

#include <sartor/assets/skeleton.h>
#include <sartor/math/affine.h>
#include <sartor/math/transform.h>
#include <sartor/pose/joint_limit.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sartor::pose {

/// The part of a chain's length within which a tip is at its target.
inline constexpr double kIkTolerance = 1e-4;

/// What a solver found out, of its solution at full weight. All false but isReached is the
/// ordinary case; a tip that is held back by softening or by the cap of iterations is not reached
/// without another flag.
struct IkFlags {
    /// The tip is at the target: within kIkTolerance of the chain's length, or the tolerance given;
    /// for an aim the target is within kIkTolerance radians of the line of sight.
    bool isReached = false;
    /// The target is farther than the chain is long, or nearer than it can fold.
    bool isUnreachable = false;
    /// A limit of a joint, or of the aim's angle, stopped the chain.
    bool isLimited = false;
    /// No unique plane or direction (target on the root, pole on the line to the target, a bone
    /// without length, a chain straight towards its target), or a scale of zero above the chain.
    bool isDegenerate = false;
    /// Scale that is not uniform, or shear: lengths change with rotations, so the solution is the
    /// best of a few passes, and angles are those of the parent's space.
    bool isApproximate = false;
    /// A number that is not finite, in the input or in the pose above or of the chain: the pose is
    /// unchanged.
    bool isInvalid = false;

    bool isClamped() const { return isUnreachable || isLimited; }
    bool operator==(const IkFlags&) const = default;
};

/// "ik.unreachable", "ik.limit_reached", "ik.degenerate", "ik.approximate", "ik.invalid": one for
/// each flag that says so.
std::vector<std::string_view> ikCodes(const IkFlags& flags);

/// One bit for each flag, in the order of the members.
std::uint32_t ikFlagBits(const IkFlags& flags);
IkFlags ikFlagsOfBits(std::uint32_t bits);

/// The pose that a solver changes.
///
/// The solver reads the local pose, and of modelFromJoint, which may be empty, the parent of the
/// chain's first joint. It writes local rotations, and the model transforms of the chain's joints,
/// first to last. Those of other joints below the chain (the hand's fingers, the foot's toes, a
/// joint beside the chain) are those of before: localToModel() for them once all solvers ran.
struct IkPose {
    const assets::Skeleton& skeleton;
    std::span<math::Transform> parentFromJoint;  ///< skeleton.jointCount()
    std::span<math::Affine> modelFromJoint = {}; ///< skeleton.jointCount(), or none
};

/// Joints from a root down to a tip, each the parent of the next, with what limits their turning.
class IkChain {
public:
    /// The chain between two joints. `limits`: none, or one for each joint but the tip, from the
    /// root on.
    ///
    /// Errors: "ik.chain" (an index that is no joint, a tip that is not below the root), "ik.limit"
    /// (see JointLimit; another number of limits).
    static Result<IkChain> create(const assets::Skeleton& skeleton,
                                  JointIndex root,
                                  JointIndex tip,
                                  std::span<const JointLimit> limits = {});

    /// From the root to the tip.
    std::span<const JointIndex> joints() const { return joints_; }
    JointIndex root() const { return joints_.front(); }
    JointIndex tip() const { return joints_.back(); }

    /// Empty, or one for each joint but the tip.
    std::span<const RotationLimit> limits() const { return limits_; }

private:
    std::vector<JointIndex> joints_;
    std::vector<RotationLimit> limits_;
};

/// Memory that a solver needs for each joint of its chain.
struct IkScratch {
    glm::dquat rotation;
    glm::dvec3 position;
    glm::dvec3 goal;
};

/// What a solver for chains of any length is asked.
struct ChainIkInput {
    glm::vec3 targetModel = glm::vec3(0.0f);
    /// Part of the way of each local rotation to its solution, [0, 1].
    float weight = 1.0f;
    std::uint32_t maximumIterations = 32;
    /// Distance of the tip from the target that counts as reached, as part of the chain's length.
    float tolerance = static_cast<float>(kIkTolerance);
};

} // namespace sartor::pose
