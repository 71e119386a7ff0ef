// SPDX-License-Identifier: Apache-2.0
// Additive layers.
#include <sartor/base/assert.h>
#include <sartor/math/quaternion.h>
#include <sartor/pose/additive_blend.h>

#include <cmath>

namespace sartor::pose {
namespace {

float usable(float weight) {
    return std::isfinite(weight) ? weight : 0.0f;
}

float addScale(float base, float value, float reference, float weight) {
    const float quotient = value / reference;
    return quotient > 0.0f && std::isfinite(quotient) ? base * std::pow(quotient, weight)
                                                      : base + weight * (value - reference);
}

math::Transform addTransform(const math::Transform& base,
                             const math::Transform& value,
                             const math::Transform& reference,
                             float weight) {
    const glm::quat difference = glm::conjugate(reference.rotation) * value.rotation;
    math::Transform result;
    result.translation = base.translation + weight * (value.translation - reference.translation);
    result.rotation = glm::normalize(base.rotation * math::scaleAngle(difference, weight));
    for (int axis = 0; axis < 3; ++axis) {
        result.scale[axis] =
            addScale(base.scale[axis], value.scale[axis], reference.scale[axis], weight);
    }
    return result;
}

} // namespace

void addPose(std::span<const math::Transform> base,
             const AdditiveLayer& layer,
             std::span<math::Transform> parentFromJoint) {
    SARTOR_ASSERT(base.size() == parentFromJoint.size());
    SARTOR_ASSERT(layer.value.size() == base.size() && layer.reference.size() == base.size());
    SARTOR_ASSERT(layer.jointWeights.empty() || layer.jointWeights.size() == base.size());
    for (std::size_t joint = 0; joint < base.size(); ++joint) {
        const float weight = layer.jointWeights.empty()
                                 ? usable(layer.weight)
                                 : usable(usable(layer.weight) * usable(layer.jointWeights[joint]));
        parentFromJoint[joint] =
            weight == 0.0f
                ? base[joint]
                : addTransform(base[joint], layer.value[joint], layer.reference[joint], weight);
    }
}

void addMorphWeights(std::span<const float> base,
                     const AdditiveMorphLayer& layer,
                     std::span<float> morphWeights) {
    SARTOR_ASSERT(base.size() == morphWeights.size());
    SARTOR_ASSERT(layer.value.size() == base.size() && layer.reference.size() == base.size());
    const float weight = usable(layer.weight);
    for (std::size_t i = 0; i < base.size(); ++i) {
        morphWeights[i] =
            weight == 0.0f ? base[i] : base[i] + weight * (layer.value[i] - layer.reference[i]);
    }
}

} // namespace sartor::pose
