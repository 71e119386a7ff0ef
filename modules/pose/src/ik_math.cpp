// SPDX-License-Identifier: Apache-2.0
// Steps that several solvers of inverse kinematics take.
#include "ik_math.h"

#include <sartor/base/assert.h>
#include <sartor/pose/local_to_model.h>

#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::pose {
namespace {

// What rounding in floats leaves of a uniform scale after a few products.
constexpr double kSameScale = 1e-4;
// Sine of the angle between bones and line below which a chain is straight.
constexpr double kStraight = 1e-4;
// Radians that each joint of a straight chain is bent by so that it can fold.
constexpr double kFirstBend = 0.1;

} // namespace

math::DoubleAffine modelFromParentOf(const IkPose& pose, JointIndex joint) {
    const JointIndex parent = pose.skeleton.joint(joint).parent;
    if (pose.modelFromJoint.empty() || parent.isNone()) {
        return modelFromJointOf(pose.skeleton, pose.parentFromJoint, parent);
    }
    SARTOR_ASSERT(pose.modelFromJoint.size() == pose.skeleton.jointCount());
    return math::toDouble(pose.modelFromJoint[parent.value()]);
}

bool keepsAngles(const glm::dmat3& linear) {
    const double size = glm::dot(linear[0], linear[0]);
    const double limit = kSameScale * size;
    return std::abs(glm::dot(linear[1], linear[1]) - size) <= limit &&
           std::abs(glm::dot(linear[2], linear[2]) - size) <= limit &&
           std::abs(glm::dot(linear[0], linear[1])) <= limit &&
           std::abs(glm::dot(linear[1], linear[2])) <= limit &&
           std::abs(glm::dot(linear[2], linear[0])) <= limit;
}

bool keepsAngles(const IkPose& pose, std::span<const JointIndex> joints) {
    return std::all_of(joints.begin(), joints.end(), [&](JointIndex joint) {
        const glm::dvec3 scale(pose.parentFromJoint[joint.value()].scale);
        return keepsAngles(glm::dmat3(glm::dvec3(scale.x, 0.0, 0.0),
                                      glm::dvec3(0.0, scale.y, 0.0),
                                      glm::dvec3(0.0, 0.0, scale.z)));
    });
}

glm::dquat properRotation(const glm::dmat3& linear) {
    const double length = glm::length(linear[0]);
    const glm::dvec3 x = linear[0] / length;
    const glm::dvec3 across = linear[1] - glm::dot(linear[1], x) * x;
    const double acrossLength = glm::length(across);
    if (!(length > 0.0) || !(acrossLength > 0.0)) {
        return glm::dquat(1.0, 0.0, 0.0, 0.0);
    }
    const glm::dvec3 y = across / acrossLength;
    // A mirror is turned into its opposite: then the third column is what it would be, negated.
    const double sign = glm::determinant(linear) < 0.0 ? -1.0 : 1.0;
    return glm::normalize(glm::quat_cast(glm::dmat3(sign * x, sign * y, glm::cross(x, y))));
}

bool isFinite(const IkPose& pose, std::span<const JointIndex> joints) {
    return std::all_of(joints.begin(), joints.end(), [&](JointIndex joint) {
        const math::Transform& local = pose.parentFromJoint[joint.value()];
        const glm::quat& q = local.rotation;
        // A rotation of no length has no direction either.
        return isFinite({local.translation, local.scale}) && isFinite({q.x, q.y, q.z, q.w}) &&
               glm::dot(q, q) > 0.0f;
    });
}

bool isFinite(std::initializer_list<float> numbers) {
    return std::all_of(
        numbers.begin(), numbers.end(), [](float number) { return std::isfinite(number); });
}

bool isFinite(std::initializer_list<glm::vec3> vectors) {
    return std::all_of(vectors.begin(), vectors.end(), [](const glm::vec3& vector) {
        return isFinite({vector.x, vector.y, vector.z});
    });
}

void writeRotation(math::Transform& parentFromJoint, const glm::dquat& solved, float weight) {
    if (weight >= 1.0f) {
        parentFromJoint.rotation = glm::quat(solved);
    } else if (weight > 0.0f) {
        parentFromJoint.rotation = math::slerpShortest(
            glm::normalize(parentFromJoint.rotation), glm::quat(solved), weight);
    }
}

void writeModelTransforms(const IkPose& pose,
                          std::span<const JointIndex> joints,
                          const math::DoubleAffine& modelFromParent) {
    if (pose.modelFromJoint.empty()) {
        return;
    }
    math::DoubleAffine modelFromJoint = modelFromParent;
    for (const JointIndex joint : joints) {
        modelFromJoint = modelFromJoint * math::toDoubleAffine(pose.parentFromJoint[joint.value()]);
        pose.modelFromJoint[joint.value()] = math::toFloat(modelFromJoint);
    }
}

void updatePositions(const IkChain& chain, const IkPose& pose, std::span<IkScratch> scratch) {
    math::DoubleAffine accumulated;
    for (std::size_t i = 0; i < chain.joints().size(); ++i) {
        accumulated = accumulated * withRotation(pose.parentFromJoint[chain.joints()[i].value()],
                                                 scratch[i].rotation);
        scratch[i].position = accumulated.translation;
    }
}

glm::dquat turned(const IkChain& chain,
                  std::size_t i,
                  const glm::dquat& rotation,
                  const glm::dmat3& rootParentFromParent,
                  const glm::dquat& turn,
                  bool& isLimited) {
    const glm::dquat space = properRotation(rootParentFromParent);
    const glm::dquat wanted = glm::normalize(glm::conjugate(space) * turn * space * rotation);
    if (chain.limits().empty()) {
        return wanted;
    }
    const glm::dquat held = chain.limits()[i].apply(wanted);
    isLimited = isLimited || held != wanted;
    return held;
}

namespace {

/// Direction from the root to the joint farthest from it, unit.
glm::dvec3 directionOf(std::span<const IkScratch> scratch) {
    glm::dvec3 farthest(0.0);
    for (const IkScratch& joint : scratch) {
        const glm::dvec3 offset = joint.position - scratch[0].position;
        farthest = glm::length(offset) > glm::length(farthest) ? offset : farthest;
    }
    return glm::normalize(farthest);
}

/// Whether all joints lie on a line through the root.
bool isStraight(const ChainStart& start, std::span<const IkScratch> scratch) {
    const glm::dvec3 line = directionOf(scratch);
    return std::all_of(scratch.begin(), scratch.end(), [&](const IkScratch& joint) {
        return glm::length(glm::cross(joint.position - scratch[0].position, line)) <=
               kStraight * start.length;
    });
}

/// Bends a straight chain a little, towards a target beside it. Where the target is in line, the
/// axis lies between two at right angles: that leaves something for a joint that is a hinge about
/// either.
void bend(const IkChain& chain,
          const IkPose& pose,
          ChainStart& start,
          std::span<IkScratch> scratch) {
    const glm::dvec3 line = directionOf(scratch.first(chain.joints().size()));
    glm::dvec3 axis = glm::cross(line, start.target - scratch[0].position);
    if (glm::length(axis) <= kStraight * start.length) {
        start.flags.isDegenerate = true;
        const glm::dvec3 side = math::perpendicularTo(line);
        axis = side + glm::cross(line, side);
    }
    const glm::dquat turn = glm::angleAxis(kFirstBend, glm::normalize(axis));
    glm::dmat3 accumulated(1.0);
    for (std::size_t i = 0; i + 1 < chain.joints().size(); ++i) {
        bool isLimited = false;
        scratch[i].rotation = turned(chain, i, scratch[i].rotation, accumulated, turn, isLimited);
        accumulated = accumulated * withRotation(pose.parentFromJoint[chain.joints()[i].value()],
                                                 scratch[i].rotation)
                                        .linear;
    }
    updatePositions(chain, pose, scratch);
}

} // namespace

ChainStart startChain(const IkChain& chain,
                      const ChainIkInput& input,
                      const IkPose& pose,
                      std::span<IkScratch> scratch) {
    const std::span<const JointIndex> joints = chain.joints();
    SARTOR_ASSERT(scratch.size() >= joints.size());
    ChainStart start;
    start.modelFromParent = modelFromParentOf(pose, chain.root());
    if (!isFinite({input.targetModel}) || !isFinite({input.weight, input.tolerance}) ||
        !math::isFinite(start.modelFromParent) || !isFinite(pose, joints)) {
        start.flags.isInvalid = true;
        return start;
    }
    const std::optional<math::DoubleAffine> parentFromModel = math::inverse(start.modelFromParent);
    if (!parentFromModel) {
        start.flags.isDegenerate = true;
        return start;
    }
    start.target = math::transformPoint(*parentFromModel, glm::dvec3(input.targetModel));
    start.flags.isApproximate = !keepsAngles(start.modelFromParent.linear) ||
                                !keepsAngles(pose, joints.first(joints.size() - 2));
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const glm::dquat rotation =
            glm::normalize(glm::dquat(pose.parentFromJoint[joints[i].value()].rotation));
        // The pose may be outside of the limits; the solution never is.
        scratch[i].rotation = i + 1 < joints.size() && !chain.limits().empty()
                                  ? chain.limits()[i].apply(rotation)
                                  : rotation;
    }
    updatePositions(chain, pose, scratch);
    double longest = 0.0;
    for (std::size_t i = 1; i < joints.size(); ++i) {
        const double bone = glm::distance(scratch[i].position, scratch[i - 1].position);
        start.length += bone;
        longest = std::max(longest, bone);
        start.flags.isDegenerate = start.flags.isDegenerate || !(bone > 0.0);
    }
    const glm::dvec3 toTarget = start.target - scratch[0].position;
    start.distance = glm::length(toTarget);
    const double tolerance = static_cast<double>(input.tolerance) * start.length;
    start.flags.isUnreachable = start.distance > start.length + tolerance ||
                                start.distance < 2.0 * longest - start.length - tolerance;
    start.isSolvable = start.length > 0.0;
    const bool isThere =
        glm::distance(scratch[joints.size() - 1].position, start.target) <= tolerance;
    if (start.isSolvable && !isThere && start.distance < start.length - tolerance &&
        isStraight(start, scratch.first(joints.size()))) {
        bend(chain, pose, start, scratch);
    }
    return start;
}

IkFlags finishChain(const IkChain& chain,
                    const ChainIkInput& input,
                    const IkPose& pose,
                    const ChainStart& start,
                    std::span<IkScratch> scratch) {
    const std::span<const JointIndex> joints = chain.joints();
    IkFlags flags = start.flags;
    double length = 0.0;
    for (std::size_t i = 1; i < joints.size(); ++i) {
        length += glm::length(start.modelFromParent.linear *
                              (scratch[i].position - scratch[i - 1].position));
    }
    flags.isReached = glm::length(start.modelFromParent.linear *
                                  (scratch[joints.size() - 1].position - start.target)) <=
                      static_cast<double>(input.tolerance) * length;
    flags.isLimited = flags.isLimited && !flags.isReached;
    const float weight = std::clamp(input.weight, 0.0f, 1.0f);
    for (std::size_t i = 0; i + 1 < joints.size(); ++i) {
        writeRotation(pose.parentFromJoint[joints[i].value()], scratch[i].rotation, weight);
    }
    writeModelTransforms(pose, joints, start.modelFromParent);
    return flags;
}

} // namespace sartor::pose
