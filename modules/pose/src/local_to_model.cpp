// SPDX-License-Identifier: Apache-2.0
// From the local pose to model space.
#include <sartor/base/assert.h>
#include <sartor/pose/local_to_model.h>

namespace sartor::pose {

void localToModel(const assets::Skeleton& skeleton,
                  std::span<const math::Transform> parentFromJoint,
                  std::span<math::Affine> modelFromJoint) {
    SARTOR_ASSERT(parentFromJoint.size() == skeleton.jointCount());
    SARTOR_ASSERT(modelFromJoint.size() == skeleton.jointCount());
    for (std::size_t i = 0; i < parentFromJoint.size(); ++i) {
        const math::Affine local = math::toAffine(parentFromJoint[i]);
        const JointIndex parent = skeleton.joints()[i].parent;
        modelFromJoint[i] = parent.isNone() ? local : modelFromJoint[parent.value()] * local;
    }
}

} // namespace sartor::pose
