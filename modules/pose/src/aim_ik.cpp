// SPDX-License-Identifier: Apache-2.0
// Aiming: heads, eyes, guns.
#include "ik_math.h"

#include <sartor/base/assert.h>
#include <sartor/pose/aim_ik.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace sartor::pose {
namespace {

constexpr double kPi = 3.14159265358979323846;
// Sine below which two directions are one, and an angle next to half a turn.
constexpr double kSameDirection = 1e-6;

/// The line of sight and the up axis in some space.
struct Sight {
    glm::dvec3 eye, forward, up;
};

Sight operator*(const math::DoubleAffine& aFromB, const Sight& sightB) {
    return {math::transformPoint(aFromB, sightB.eye),
            aFromB.linear * sightB.forward,
            aFromB.linear * sightB.up};
}

/// A solve in progress: rotations of the joints that aim, everything else from the pose.
struct Aim {
    const AimIkChain& chain;
    const IkPose& pose;
    std::array<glm::dquat, kMaximumAimJoints> rotations{};

    math::DoubleAffine local(std::size_t position, std::size_t& aiming) const {
        const JointIndex joint = chain.path()[position];
        const math::Transform& transform = pose.parentFromJoint[joint.value()];
        if (aiming < chain.joints().size() && chain.joints()[aiming].joint == joint) {
            return withRotation(transform, rotations[aiming++]);
        }
        return math::toDoubleAffine(transform);
    }

    /// The map from the last joint's space to that of the path's joint `position`, of which
    /// `aiming` is the first aiming joint below.
    math::DoubleAffine jointFromLast(std::size_t position, std::size_t aiming) const {
        math::DoubleAffine accumulated;
        for (std::size_t i = position + 1; i < chain.path().size(); ++i) {
            accumulated = accumulated * local(i, aiming);
        }
        return accumulated;
    }
};

/// The turn about a joint at the origin that brings a target onto the line of sight.
glm::dquat
turnTo(const Sight& sight, const glm::dvec3& target, const glm::dvec3& up, IkFlags& flags) {
    const double distance = glm::length(target);
    const double forwardLength = glm::length(sight.forward);
    if (!(distance > 0.0) || !(forwardLength > 0.0)) {
        flags.isDegenerate = true;
        return glm::dquat(1.0, 0.0, 0.0, 0.0);
    }
    // Where the line of sight comes as far from the joint as the target is.
    const glm::dvec3 forward = sight.forward / forwardLength;
    const double along = glm::dot(sight.eye, forward);
    const double squared = along * along - glm::dot(sight.eye, sight.eye) + distance * distance;
    flags.isUnreachable = squared < 0.0;
    const glm::dvec3 seen = sight.eye + (std::sqrt(std::max(squared, 0.0)) - along) * forward;
    if (!(glm::length(seen) > 0.0)) {
        flags.isDegenerate = true;
        return glm::dquat(1.0, 0.0, 0.0, 0.0);
    }
    const glm::dvec3 from = glm::normalize(seen);
    const glm::dvec3 to = target / distance;
    flags.isDegenerate = flags.isDegenerate || glm::dot(from, to) < kSameDirection - 1.0;
    const glm::dquat swing = math::shortestRotation(from, to);
    if (sight.up == glm::dvec3(0.0)) {
        return swing;
    }
    const glm::dvec3 turnedUp = swing * sight.up;
    const glm::dvec3 present = turnedUp - glm::dot(turnedUp, to) * to;
    const glm::dvec3 wanted = up - glm::dot(up, to) * to;
    if (glm::length(present) <= kSameDirection * glm::length(turnedUp) ||
        glm::length(wanted) <= kSameDirection * glm::length(up)) {
        flags.isDegenerate = true;
        return swing;
    }
    const double roll =
        std::atan2(glm::dot(glm::cross(present, wanted), to), glm::dot(present, wanted));
    return glm::angleAxis(roll, to) * swing;
}

glm::dquat partOf(const glm::dquat& turn, double weight) {
    const glm::dquat shortest = turn.w < 0.0 ? -turn : turn;
    const glm::dvec3 axis(shortest.x, shortest.y, shortest.z);
    const double sine = glm::length(axis);
    if (weight >= 1.0 || !(sine > 0.0)) {
        return turn;
    }
    return glm::angleAxis(2.0 * weight * std::atan2(sine, shortest.w), axis / sine);
}

/// The target, brought so near to the line of sight as the maximum angle asks.
glm::dvec3 heldTarget(const Sight& sight, const AimIkInput& input, IkFlags& flags) {
    const glm::dvec3 target(input.targetModel);
    const glm::dvec3 toTarget = target - sight.eye;
    const double distance = glm::length(toTarget);
    const double forwardLength = glm::length(sight.forward);
    if (!(distance > 0.0) || !(forwardLength > 0.0)) {
        flags.isDegenerate = true;
        return target;
    }
    const glm::dvec3 forward = sight.forward / forwardLength;
    const glm::dvec3 wanted = toTarget / distance;
    const double angle =
        std::atan2(glm::length(glm::cross(forward, wanted)), glm::dot(forward, wanted));
    const double maximum = std::clamp(static_cast<double>(input.maximumAngle), 0.0, kPi);
    if (angle <= maximum) {
        return target;
    }
    flags.isLimited = true;
    flags.isDegenerate = flags.isDegenerate || angle > kPi - kSameDirection;
    const glm::dquat turn = partOf(math::shortestRotation(forward, wanted), maximum / angle);
    return sight.eye + distance * (turn * forward);
}

bool isAllFinite(const AimIkInput& input) {
    return isFinite({input.targetModel,
                     input.forwardJoint,
                     input.offsetJoint,
                     input.upJoint,
                     input.upModel}) &&
           isFinite({input.maximumAngle, input.weight});
}

} // namespace

Result<AimIkChain> AimIkChain::create(const assets::Skeleton& skeleton,
                                      std::span<const AimJoint> joints) {
    if (joints.empty() || joints.size() > kMaximumAimJoints) {
        return Error{"ik.chain",
                     "aim: expected 1 to " + std::to_string(kMaximumAimJoints) + " joints, not " +
                         std::to_string(joints.size())};
    }
    AimIkChain made;
    for (const AimJoint& aiming : joints) {
        if (aiming.joint.isNone() || aiming.joint.value() >= skeleton.jointCount()) {
            return Error{"ik.chain",
                         "aim: expected joints of the skeleton's " +
                             std::to_string(skeleton.jointCount())};
        }
        const std::string& name = skeleton.joint(aiming.joint).name;
        if (!(aiming.weight >= 0.0f && aiming.weight <= 1.0f)) {
            return Error{"ik.chain", "aim: joint '" + name + "': expected a weight from 0 to 1"};
        }
        if (made.joints_.empty()) {
            made.path_.push_back(aiming.joint);
        } else {
            const JointIndex above = made.joints_.back().joint;
            const Result<IkChain> between = IkChain::create(skeleton, above, aiming.joint);
            if (!between) {
                return Error{"ik.chain",
                             "aim: joint '" + name + "' is not below joint '" +
                                 skeleton.joint(above).name + "'"};
            }
            made.path_.insert(
                made.path_.end(), between->joints().begin() + 1, between->joints().end());
        }
        made.joints_.push_back(aiming);
    }
    return made;
}

IkFlags solveAimIk(const AimIkChain& chain, const AimIkInput& input, const IkPose& pose) {
    IkFlags flags;
    SARTOR_ASSERT(!chain.joints().empty());
    const math::DoubleAffine modelFromFirstParent = modelFromParentOf(pose, chain.path().front());
    if (!isAllFinite(input) || !math::isFinite(modelFromFirstParent) ||
        !isFinite(pose, chain.path())) {
        flags.isInvalid = true;
        return flags;
    }
    Aim aim{chain, pose};
    for (std::size_t i = 0; i < chain.joints().size(); ++i) {
        const math::Transform& local = pose.parentFromJoint[chain.joints()[i].joint.value()];
        aim.rotations[i] = glm::normalize(glm::dquat(local.rotation));
    }
    const Sight sightLast{
        glm::dvec3(input.offsetJoint), glm::dvec3(input.forwardJoint), glm::dvec3(input.upJoint)};
    const auto sightModel = [&] {
        std::size_t below = 0; // counted up by local(), so one after the other
        const math::DoubleAffine modelFromFirst = modelFromFirstParent * aim.local(0, below);
        return modelFromFirst * (aim.jointFromLast(0, below) * sightLast);
    };
    const glm::dvec3 target = heldTarget(sightModel(), input, flags);
    math::DoubleAffine modelFromParent = modelFromFirstParent;
    bool isUniform = true;
    std::size_t aiming = 0;
    for (std::size_t i = 0; i < chain.path().size(); ++i) {
        const std::size_t current = aiming;
        const math::DoubleAffine parentFromJoint = aim.local(i, aiming);
        if (current == aiming) { // does not aim
            modelFromParent = modelFromParent * parentFromJoint;
            continue;
        }
        const std::optional<math::DoubleAffine> parentFromModel = math::inverse(modelFromParent);
        if (!parentFromModel) {
            flags.isDegenerate = true;
            return flags;
        }
        isUniform = isUniform && keepsAngles(modelFromParent.linear);
        // In the joint's parent space, from the joint: only there its rotation is one.
        Sight sight = parentFromJoint * (aim.jointFromLast(i, aiming) * sightLast);
        sight.eye -= parentFromJoint.translation;
        const glm::dquat turn =
            turnTo(sight,
                   math::transformPoint(*parentFromModel, target) - parentFromJoint.translation,
                   parentFromModel->linear * glm::dvec3(input.upModel),
                   flags);
        aim.rotations[current] =
            glm::normalize(partOf(turn, static_cast<double>(chain.joints()[current].weight)) *
                           aim.rotations[current]);
        std::size_t again = current;
        modelFromParent = modelFromParent * aim.local(i, again);
    }
    flags.isApproximate = !isUniform;
    const Sight result = sightModel();
    const glm::dvec3 toTarget = glm::dvec3(input.targetModel) - result.eye;
    flags.isReached = glm::length(glm::cross(result.forward, toTarget)) <=
                          kIkTolerance * glm::length(result.forward) * glm::length(toTarget) &&
                      glm::dot(result.forward, toTarget) > 0.0;
    const float weight = std::clamp(input.weight, 0.0f, 1.0f);
    for (std::size_t i = 0; i < chain.joints().size(); ++i) {
        writeRotation(
            pose.parentFromJoint[chain.joints()[i].joint.value()], aim.rotations[i], weight);
    }
    writeModelTransforms(pose, chain.path(), modelFromFirstParent);
    return flags;
}

} // namespace sartor::pose
