// SPDX-License-Identifier: Apache-2.0
// The glm types that public headers use, and identity values (glm's `{}` is zero, not identity).
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <type_traits>

// Interpolates the long way round; slerpShortest and nlerpShortest do not.
template <>
glm::quat glm::mix(const glm::quat&, const glm::quat&, float) = delete;
template <>
glm::dquat glm::mix(const glm::dquat&, const glm::dquat&, double) = delete;

namespace sartor::math {

/// The rotation by nothing.
inline glm::quat identityQuat() {
    return glm::quat(1.0f, 0.0f, 0.0f, 0.0f);
}

/// The matrix that changes nothing.
inline glm::mat3 identityMat3() {
    return glm::mat3(1.0f);
}

static_assert(std::is_trivially_copyable_v<glm::mat4>, "snapshots copy matrices with memcpy");
static_assert(sizeof(glm::vec3) == 12 && sizeof(glm::quat) == 16 && sizeof(glm::mat4) == 64);

} // namespace sartor::math
