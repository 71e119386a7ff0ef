// SPDX-License-Identifier: Apache-2.0
// Cyclic coordinate descent.
#include "ik_math.h"

#include <sartor/pose/ccd_ik.h>

namespace sartor::pose {

bool turnTowards(const IkChain& chain,
                 const IkPose& pose,
                 const glm::dvec3& target,
                 std::span<IkScratch> scratch) {
    const std::span<const JointIndex> joints = chain.joints();
    const auto local = [&](std::size_t i) -> const math::Transform& {
        return pose.parentFromJoint[joints[i].value()];
    };
    // The tip in the space of each joint does not change while joints above are turned.
    const std::size_t tip = joints.size() - 1;
    scratch[tip].goal = glm::dvec3(0.0);
    for (std::size_t i = tip; i > 0; --i) {
        scratch[i - 1].goal =
            math::transformPoint(withRotation(local(i), scratch[i].rotation), scratch[i].goal);
    }
    bool isLimited = false;
    math::DoubleAffine accumulated; // rootParentFromParent
    for (std::size_t i = 0; i < tip; ++i) {
        math::DoubleAffine joint = accumulated * withRotation(local(i), scratch[i].rotation);
        const glm::dvec3 toTip = math::transformPoint(joint, scratch[i].goal) - joint.translation;
        const glm::dvec3 toTarget = target - joint.translation;
        if (glm::length(toTip) > 0.0 && glm::length(toTarget) > 0.0) {
            const glm::dquat turn =
                math::shortestRotation(glm::normalize(toTip), glm::normalize(toTarget));
            scratch[i].rotation =
                turned(chain, i, scratch[i].rotation, accumulated.linear, turn, isLimited);
            joint = accumulated * withRotation(local(i), scratch[i].rotation);
        }
        accumulated = joint;
    }
    updatePositions(chain, pose, scratch);
    return isLimited;
}

IkFlags solveCcdIk(const IkChain& chain,
                   const ChainIkInput& input,
                   const IkPose& pose,
                   std::span<IkScratch> scratch) {
    return iterateChain(chain, input, pose, scratch, [&](const ChainStart& start) {
        return turnTowards(chain, pose, start.target, scratch);
    });
}

} // namespace sartor::pose
