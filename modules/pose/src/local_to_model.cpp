// SPDX-License-Identifier: Apache-2.0
// From the local pose to model space.
#include <sartor/base/assert.h>
#include <sartor/math/double_affine.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/sampling.h>

#include <algorithm>
#include <vector>

namespace sartor::pose {

void localToModel(const assets::Skeleton& skeleton,
                  std::span<const math::Transform> parentFromJoint,
                  std::span<math::Affine> modelFromJoint) {
    SARTOR_ASSERT(parentFromJoint.size() == skeleton.jointCount());
    SARTOR_ASSERT(modelFromJoint.size() == skeleton.jointCount());
    // In double, and from rotations that are exactly unit: rounding at every joint of a deep chain
    // adds up to more than a float's last places where the leaves are far out.
    thread_local std::vector<math::DoubleAffine> modelFrom;
    modelFrom.resize(std::max(modelFrom.size(), parentFromJoint.size()));
    for (std::size_t i = 0; i < parentFromJoint.size(); ++i) {
        math::DoubleAffine affine = math::toDoubleAffine(parentFromJoint[i]);
        const JointIndex parent = skeleton.joints()[i].parent;
        if (!parent.isNone()) {
            affine = modelFrom[parent.value()] * affine;
        }
        modelFrom[i] = affine;
        modelFromJoint[i] = math::toFloat(affine);
    }
}

math::DoubleAffine modelFromJointOf(const assets::Skeleton& skeleton,
                                    std::span<const math::Transform> parentFromJoint,
                                    JointIndex joint) {
    SARTOR_ASSERT(parentFromJoint.size() == skeleton.jointCount());
    math::DoubleAffine modelFromJoint;
    for (; !joint.isNone(); joint = skeleton.joint(joint).parent) {
        modelFromJoint = math::toDoubleAffine(parentFromJoint[joint.value()]) * modelFromJoint;
    }
    return modelFromJoint;
}

std::vector<math::Affine> modelFromJointAtRest(const assets::Skeleton& skeleton) {
    std::vector<math::Transform> parentFromJoint(skeleton.jointCount());
    restPose(skeleton, parentFromJoint);
    std::vector<math::Affine> modelFromJoint(skeleton.jointCount());
    localToModel(skeleton, parentFromJoint, modelFromJoint);
    return modelFromJoint;
}

} // namespace sartor::pose
