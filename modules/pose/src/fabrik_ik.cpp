// SPDX-License-Identifier: Apache-2.0
// FABRIK.
#include "ik_math.h"

#include <sartor/pose/fabrik_ik.h>

namespace sartor::pose {
namespace {

/// From the target back to the root: where each joint would like to be.
void reachBack(const ChainStart& start, std::span<IkScratch> scratch) {
    const std::size_t tip = scratch.size() - 1;
    scratch[tip].goal = start.target;
    for (std::size_t i = tip; i > 0; --i) {
        const glm::dvec3 bone = scratch[i].position - scratch[i - 1].position;
        const glm::dvec3 back = scratch[i - 1].position - scratch[i].goal;
        const double distance = glm::length(back);
        // A goal on the joint itself leaves the bone its direction.
        scratch[i - 1].goal =
            scratch[i].goal + (distance > 0.0 ? back * (glm::length(bone) / distance) : -bone);
    }
}

/// The joints of a chain that is too short lie in line with the target.
void pointAt(const ChainStart& start, std::span<IkScratch> scratch) {
    const glm::dvec3 root = scratch[0].position;
    const glm::dvec3 line = (start.target - root) / start.distance;
    double along = 0.0;
    for (std::size_t i = 1; i < scratch.size(); ++i) {
        along += glm::distance(scratch[i].position, scratch[i - 1].position);
        scratch[i].goal = root + along * line;
    }
}

/// From the root forward: each joint turns the next towards its goal; whether a limit held one.
bool reachForward(const IkChain& chain, const IkPose& pose, std::span<IkScratch> scratch) {
    bool isLimited = false;
    math::DoubleAffine accumulated; // rootParentFromParent
    for (std::size_t i = 0; i + 1 < chain.joints().size(); ++i) {
        const math::Transform& local = pose.parentFromJoint[chain.joints()[i].value()];
        const glm::dvec3 next(pose.parentFromJoint[chain.joints()[i + 1].value()].translation);
        math::DoubleAffine joint = accumulated * withRotation(local, scratch[i].rotation);
        const glm::dvec3 bone = joint.linear * next;
        const glm::dvec3 wanted = scratch[i + 1].goal - joint.translation;
        if (glm::length(bone) > 0.0 && glm::length(wanted) > 0.0) {
            const glm::dquat turn =
                math::shortestRotation(glm::normalize(bone), glm::normalize(wanted));
            scratch[i].rotation =
                turned(chain, i, scratch[i].rotation, accumulated.linear, turn, isLimited);
            joint = accumulated * withRotation(local, scratch[i].rotation);
        }
        accumulated = joint;
    }
    updatePositions(chain, pose, scratch);
    return isLimited;
}

} // namespace

IkFlags solveFabrikIk(const IkChain& chain,
                      const ChainIkInput& input,
                      const IkPose& pose,
                      std::span<IkScratch> scratch) {
    const std::span<IkScratch> own = scratch.first(chain.joints().size());
    const IkScratch& tip = own.back();
    bool isStuck = false;
    return iterateChain(chain, input, pose, own, [&](const ChainStart& start) {
        if (isStuck) {
            return turnTowards(chain, pose, start.target, own);
        }
        if (start.distance > start.length) {
            pointAt(start, own);
        } else {
            reachBack(start, own);
        }
        const glm::dvec3 before = tip.position;
        bool isLimited = reachForward(chain, pose, own);
        if (isLimited && glm::distance(tip.position, before) <=
                             kStandstill * static_cast<double>(input.tolerance) * start.length) {
            isStuck = true;
            isLimited = turnTowards(chain, pose, start.target, own);
        }
        return isLimited;
    });
}

} // namespace sartor::pose
