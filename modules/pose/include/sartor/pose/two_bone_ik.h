// SPDX-License-Identifier: Apache-2.0
// Two bones that bend so that the tip meets a target: arms and legs.
#pragma once

#include <sartor/pose/ik_chain.h>

namespace sartor::pose {

/// Root, middle and tip of two bones. Joints between them (twist joints, helpers of a file) go
/// along rigidly.
class TwoBoneIkChain {
public:
    /// `hingeAxisMid`: the axis, in the space of the middle joint, about which a bend is a turn to
    /// the positive side; zero takes it from the bend of the rest pose, where that has one of a
    /// degree or more.
    ///
    /// Errors: "ik.chain" (as IkChain::create(); a middle joint that is not between the two; an
    /// axis that is not finite).
    static Result<TwoBoneIkChain> create(const assets::Skeleton& skeleton,
                                         JointIndex root,
                                         JointIndex mid,
                                         JointIndex tip,
                                         const glm::vec3& hingeAxisMid = glm::vec3(0.0f));

    std::span<const JointIndex> joints() const { return chain_.joints(); }
    JointIndex root() const { return chain_.root(); }
    JointIndex mid() const { return joints()[midPosition_]; }
    JointIndex tip() const { return chain_.tip(); }

    /// Where mid() stands in joints().
    std::size_t midPosition() const { return midPosition_; }
    /// Unit, turned by the root joint's rotation; zero where neither axis nor rest pose has one.
    const glm::dvec3& hingeRoot() const { return hingeRoot_; }

private:
    IkChain chain_;
    std::size_t midPosition_ = 0;
    glm::dvec3 hingeRoot_ = glm::dvec3(0.0);
};

/// Where the middle joint is to point.
enum class Pole : std::uint8_t {
    None,     ///< stay in the plane in which the pose bends, else that of the frame before
    Position, ///< towards a point of model space
    Joint     ///< towards a joint's position in the incoming pose
};

struct TwoBoneIkInput {
    glm::vec3 targetModel = glm::vec3(0.0f);
    Pole pole = Pole::None;
    glm::vec3 poleModel = glm::vec3(0.0f);
    JointIndex poleJoint = {};
    /// Turns the middle joint about the line from root to target, radians, right-handed in model
    /// space.
    float twist = 0.0f;
    /// Part of the way of each local rotation to its solution, [0, 1].
    float weight = 1.0f;
    /// Part of the reach, (0, 1], from which on the tip approaches full extension ever slower and
    /// never with a jolt; 1 for none.
    float soften = 1.0f;
    /// Most that the bones' translations are stretched by, >= 1, where the target is out of reach
    /// or the chain softens; at 1 local translations keep their bits.
    float maximumStretch = 1.0f;
    /// Range of the middle joint, radians: 0 is straight, pi folded back. [0, pi]
    float flexionMinimum = 0.0f;
    float flexionMaximum = 3.14159265f;
};

/// What one frame leaves for the next; zeros before the first.
struct TwoBoneIkState {
    /// Normal of the bend plane in the space of the root joint's parent.
    glm::vec3 bendNormalParent = glm::vec3(0.0f);
    /// Hinge axis turned by the root joint's rotation.
    glm::vec3 hingeRoot = glm::vec3(0.0f);
};

/// Puts the tip on the target by the law of cosines, the middle joint on the pole's side of the
/// line from root to target; lengths and local translations stay unless stretched.
///
/// The bend plane is that of the pole; with none, that of the incoming pose; where that is not
/// unique (isDegenerate), that of the state; else some plane. A pole never loses to the pose, so a
/// straight limb bends at once and a target that moves does not flip it. A pole that lies on the
/// line itself has no side: past it the middle joint comes out on the other.
///
/// The joints turn with the plane: a bend that was about the hinge stays about it. The hinge is
/// the incoming bend where that is clear (3 degrees), otherwise the chain's, otherwise the state's.
/// A bend of less than 30 degrees against the chain's hinge is taken for overextension.
///
/// Space/units: model space, radians; computed in the space of the root's parent, where rotations
/// keep lengths whatever is above. Out of range: weight is clamped, twist is any; soften, stretch
/// and flexion are clamped to their ranges, a maximum below the minimum to it.
/// Cost: O(joints of the chain, and of the root's depth without modelFromJoint), no allocation.
/// Threads: re-entrant.
IkFlags solveTwoBoneIk(const TwoBoneIkChain& chain,
                       const TwoBoneIkInput& input,
                       const IkPose& pose,
                       TwoBoneIkState& state);

/// 0 where three points lie in line, pi where the second bone folds back onto the first, radians.
/// 0 for a bone without length.
double flexionOf(const glm::dvec3& root, const glm::dvec3& mid, const glm::dvec3& tip);

} // namespace sartor::pose
