// SPDX-License-Identifier: Apache-2.0
// A pose laid over a part of another.
#include <sartor/base/assert.h>
#include <sartor/math/quaternion.h>
#include <sartor/pose/masked_layer.h>

namespace sartor::pose {
namespace {

// Also for NaN, which is not above zero.
float clamped(float weight) {
    return weight > 0.0f ? (weight < 1.0f ? weight : 1.0f) : 0.0f;
}

math::Transform mixed(const math::Transform& base, const math::Transform& layer, float weight) {
    if (weight == 0.0f) {
        return base;
    }
    if (weight == 1.0f) {
        return layer;
    }
    return {base.translation * (1.0f - weight) + layer.translation * weight,
            math::nlerpShortest(base.rotation, layer.rotation, weight),
            base.scale * (1.0f - weight) + layer.scale * weight};
}

} // namespace

void blendLayer(const assets::Skeleton& skeleton,
                std::span<const math::Transform> base,
                const MaskedLayer& layer,
                std::span<LayerScratch> scratch,
                std::span<math::Transform> parentFromJoint) {
    const std::size_t count = skeleton.jointCount();
    const bool isModel = layer.rotation == LayerRotation::Model;
    SARTOR_ASSERT(base.size() == count && parentFromJoint.size() == count);
    SARTOR_ASSERT(layer.parentFromJoint.size() == count);
    SARTOR_ASSERT(layer.jointWeights.empty() || layer.jointWeights.size() == count);
    SARTOR_ASSERT(!isModel || scratch.size() == count);
    for (std::size_t joint = 0; joint < count; ++joint) {
        const float factor = layer.jointWeights.empty() ? 1.0f : clamped(layer.jointWeights[joint]);
        const float weight = clamped(layer.weight) * factor;
        math::Transform top = layer.parentFromJoint[joint];
        if (isModel) {
            const JointIndex parent = skeleton.joints()[joint].parent;
            const LayerScratch above =
                parent.isNone() ? LayerScratch{math::identityQuat(), math::identityQuat()}
                                : scratch[parent.value()];
            // Normalised: a chain of a thousand products would not stay unit.
            scratch[joint].modelFromJointInLayer =
                glm::normalize(above.modelFromJointInLayer * top.rotation);
            top.rotation = glm::normalize(glm::conjugate(above.modelFromJoint) *
                                          scratch[joint].modelFromJointInLayer);
            parentFromJoint[joint] = mixed(base[joint], top, weight);
            scratch[joint].modelFromJoint =
                glm::normalize(above.modelFromJoint * parentFromJoint[joint].rotation);
        } else {
            parentFromJoint[joint] = mixed(base[joint], top, weight);
        }
    }
}

} // namespace sartor::pose
