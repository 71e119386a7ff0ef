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
        const math::Transform& local = parentFromJoint[i];
        const glm::dmat3 rotation = glm::mat3_cast(glm::normalize(glm::dquat(local.rotation)));
        math::DoubleAffine affine{rotation, glm::dvec3(local.translation)};
        for (int column = 0; column < 3; ++column) {
            affine.linear[column] *= static_cast<double>(local.scale[column]);
        }
        const JointIndex parent = skeleton.joints()[i].parent;
        if (!parent.isNone()) {
            affine = modelFrom[parent.value()] * affine;
        }
        modelFrom[i] = affine;
        modelFromJoint[i] = math::toFloat(affine);
    }
}

std::vector<math::Affine> modelFromJointAtRest(const assets::Skeleton& skeleton) {
    std::vector<math::Transform> parentFromJoint(skeleton.jointCount());
    restPose(skeleton, parentFromJoint);
    std::vector<math::Affine> modelFromJoint(skeleton.jointCount());
    localToModel(skeleton, parentFromJoint, modelFromJoint);
    return modelFromJoint;
}

} // namespace sartor::pose
