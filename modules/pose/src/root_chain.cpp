// SPDX-License-Identifier: Apache-2.0
// A joint's transform through its ancestors.
#include "root_chain.h"

#include <algorithm>
#include <cmath>

namespace sartor::pose {
namespace {

bool isUniform(const glm::vec3& scale) {
    constexpr float kSame = 1e-6f; // of the scale: a few roundings in float
    const float size = std::max({std::abs(scale.x), std::abs(scale.y), std::abs(scale.z)});
    return std::abs(scale.x - scale.y) <= kSame * size &&
           std::abs(scale.x - scale.z) <= kSame * size;
}

} // namespace

RootChain::RootChain(const math::Transform& parentFromJoint) {
    prepend(parentFromJoint);
    isConformal_ = true;
}

void RootChain::prepend(const math::Transform& parentFromJoint) {
    const glm::dquat rotation = glm::normalize(glm::dquat(parentFromJoint.rotation));
    math::DoubleAffine local{glm::mat3_cast(rotation), glm::dvec3(parentFromJoint.translation)};
    for (int column = 0; column < 3; ++column) {
        local.linear[column] *= static_cast<double>(parentFromJoint.scale[column]);
    }
    affine_ = local * affine_;
    rotation_ = glm::normalize(rotation * rotation_);
    isConformal_ = isConformal_ && isUniform(parentFromJoint.scale);
}

glm::dquat RootChain::rotation() const {
    return isConformal_ ? rotation_ : math::polarRotation(affine_.linear);
}

} // namespace sartor::pose
