// SPDX-License-Identifier: Apache-2.0
// What of a root joint's movement belongs to the character as a whole.
#include "root_chain.h"

#include <sartor/base/assert.h>
#include <sartor/pose/root_motion.h>

#include <cmath>
#include <optional>

namespace sartor::pose {

glm::dquat yawOf(const glm::dquat& rotation) {
    const double length = std::hypot(rotation.w, rotation.y);
    // Below this the digits of a rotation in float say nothing about the heading.
    constexpr double kLeast = 1e-6;
    return length > kLeast ? glm::dquat(rotation.w / length, 0.0, rotation.y / length, 0.0)
                           : glm::dquat(1.0, 0.0, 0.0, 0.0);
}

math::DoubleRigid modelFromCharacter(const math::DoubleRigid& modelFromRoot,
                                     const RootMotionReference& reference,
                                     RootMotionComponents components) {
    const glm::dquat turn = modelFromRoot.rotation * glm::conjugate(reference.rotation);
    if (components.full) {
        return {turn, modelFromRoot.translation - turn * reference.position};
    }
    math::DoubleRigid result;
    if (components.yaw) {
        result.rotation = yawOf(turn);
    }
    const glm::dvec3 moved = modelFromRoot.translation - result.rotation * reference.position;
    result.translation = {
        components.xz ? moved.x : 0.0, components.y ? moved.y : 0.0, components.xz ? moved.z : 0.0};
    return result;
}

math::DoubleRigid findModelFromRoot(const assets::Skeleton& skeleton,
                                    std::span<const math::Transform> parentFromJoint,
                                    JointIndex root) {
    SARTOR_ASSERT(parentFromJoint.size() == skeleton.jointCount());
    RootChain chain(parentFromJoint[root.value()]);
    for (JointIndex at = skeleton.joint(root).parent; !at.isNone();
         at = skeleton.joint(at).parent) {
        chain.prepend(parentFromJoint[at.value()]);
    }
    return chain.rigid();
}

float moveRoot(const assets::Skeleton& skeleton,
               JointIndex root,
               const math::DoubleRigid& motion,
               std::span<math::Transform> parentFromJoint) {
    SARTOR_ASSERT(parentFromJoint.size() == skeleton.jointCount());
    RootChain modelFromParent;
    for (JointIndex at = skeleton.joint(root).parent; !at.isNone();
         at = skeleton.joint(at).parent) {
        modelFromParent.prepend(parentFromJoint[at.value()]);
    }
    const std::optional<math::DoubleAffine> parentFromModel = inverse(modelFromParent.affine());
    if (!parentFromModel) {
        return 0.0f;
    }
    math::Transform& local = parentFromJoint[root.value()];
    const math::DoubleAffine motionInParent =
        *parentFromModel * toAffine(motion) * modelFromParent.affine();
    if (modelFromParent.isConformal()) {
        const glm::dquat turn = modelFromParent.rotation();
        const glm::dquat moved =
            glm::conjugate(turn) * motion.rotation * turn * glm::dquat(local.rotation);
        local.rotation = glm::quat(glm::normalize(moved));
        local.translation =
            glm::vec3(transformPoint(motionInParent, glm::dvec3(local.translation)));
        return 0.0f;
    }
    const math::DoubleAffine moved = motionInParent * math::toDouble(math::toAffine(local));
    const math::Decomposition nearest = math::decompose(math::toFloat(moved));
    local = nearest.transform;
    return nearest.residual;
}

} // namespace sartor::pose
