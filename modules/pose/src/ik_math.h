// SPDX-License-Identifier: Apache-2.0
// Steps that several solvers of inverse kinematics take. In double: a chain far from the origin
// still meets its target.
#pragma once

#include <sartor/math/double_affine.h>
#include <sartor/math/quaternion.h>
#include <sartor/pose/ik_chain.h>

#include <initializer_list>

namespace sartor::pose {

/// A local transform whose rotation is being solved for.
inline math::DoubleAffine withRotation(const math::Transform& parentFromJoint,
                                       const glm::dquat& rotation,
                                       double stretch = 1.0) {
    math::DoubleAffine affine{glm::mat3_cast(rotation),
                              stretch * glm::dvec3(parentFromJoint.translation)};
    for (int column = 0; column < 3; ++column) {
        affine.linear[column] *= static_cast<double>(parentFromJoint.scale[column]);
    }
    return affine;
}

/// Model transform of the space in which a joint's local transform is given.
math::DoubleAffine modelFromParentOf(const IkPose& pose, JointIndex joint);

/// Whether a map keeps all angles: rotation, uniform scale, mirror.
bool keepsAngles(const glm::dmat3& linear);

/// Whether the scales of the first `count` joints of a chain keep all angles, so that a rotation
/// below them is one above them too.
bool keepsAngles(const IkPose& pose, std::span<const JointIndex> joints);

/// The rotation of a map that keeps angles; of a mirror, the rotation of its opposite, with which a
/// rotation changes spaces all the same. Near to it for other maps.
glm::dquat properRotation(const glm::dmat3& linear);

/// Whether all numbers of the chain's local transforms are finite.
bool isFinite(const IkPose& pose, std::span<const JointIndex> joints);

bool isFinite(std::initializer_list<float> numbers);
bool isFinite(std::initializer_list<glm::vec3> vectors);

/// Puts `weight` of the way to a solved rotation into the local pose; all of it or nothing is
/// exact.
void writeRotation(math::Transform& parentFromJoint, const glm::dquat& solved, float weight);

/// Writes the model transforms of the chain's joints, where the pose has some.
void writeModelTransforms(const IkPose& pose,
                          std::span<const JointIndex> joints,
                          const math::DoubleAffine& modelFromParent);

/// Where a solver for a chain of any length starts.
struct ChainStart {
    bool isSolvable = false;
    IkFlags flags;
    math::DoubleAffine modelFromParent;  ///< of the space of the root's local transform
    glm::dvec3 target = glm::dvec3(0.0); ///< in that space
    double length = 0.0;                 ///< of all bones, in that space
    double distance = 0.0;               ///< of the target from the root
};

/// Fills rotations and positions of the scratch from the pose, within the limits; tells whether the
/// target can be reached, and bends a chain that is straight towards a target it must fold for.
///
/// Shapes: scratch.size() >= chain.joints().size().
ChainStart startChain(const IkChain& chain,
                      const ChainIkInput& input,
                      const IkPose& pose,
                      std::span<IkScratch> scratch);

/// Positions of all joints from the rotations. Space: that of the root's parent.
void updatePositions(const IkChain& chain, const IkPose& pose, std::span<IkScratch> scratch);

/// The local rotation of the chain's joint `i` after a turn that is given in the space of the
/// root's parent, held by the joint's limit; says so.
glm::dquat turned(const IkChain& chain,
                  std::size_t i,
                  const glm::dquat& rotation,
                  const glm::dmat3& rootParentFromParent,
                  const glm::dquat& turn,
                  bool& isLimited);

/// One pass of cyclic coordinate descent, from the root to the tip; whether a limit held a joint.
bool turnTowards(const IkChain& chain,
                 const IkPose& pose,
                 const glm::dvec3& target,
                 std::span<IkScratch> scratch);

/// Part of the tolerance that a pass must move the tip by to be worth another.
inline constexpr double kStandstill = 0.01;

/// Ends what startChain() began: flags, local rotations, model transforms.
IkFlags finishChain(const IkChain& chain,
                    const ChainIkInput& input,
                    const IkPose& pose,
                    const ChainStart& start,
                    std::span<IkScratch> scratch);

/// Solves in passes until the tip is there, stands still, or the cap is met. `pass` changes the
/// rotations and updates the positions; it returns whether a limit held a joint.
template <class Pass>
IkFlags iterateChain(const IkChain& chain,
                     const ChainIkInput& input,
                     const IkPose& pose,
                     std::span<IkScratch> scratch,
                     const Pass& pass) {
    ChainStart start = startChain(chain, input, pose, scratch);
    if (!start.isSolvable) {
        return start.flags;
    }
    const double tolerance = static_cast<double>(input.tolerance) * start.length;
    const IkScratch& tip = scratch[chain.joints().size() - 1];
    for (std::uint32_t i = 0; i < input.maximumIterations; ++i) {
        if (glm::distance(tip.position, start.target) <= tolerance) {
            break;
        }
        const glm::dvec3 before = tip.position;
        start.flags.isLimited = pass(start);
        if (glm::distance(tip.position, before) <= kStandstill * tolerance) {
            break;
        }
    }
    return finishChain(chain, input, pose, start, scratch);
}

} // namespace sartor::pose
