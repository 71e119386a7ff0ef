// SPDX-License-Identifier: Apache-2.0
// Unit dual quaternions: rigid maps in the form that dual quaternion skinning blends.
#pragma once

#include <sartor/math/affine.h>

namespace sartor::math {

/// real + epsilon * dual. A rigid map when real is unit and real . dual = 0.
struct DualQuat {
    glm::quat real = identityQuat();
    glm::quat dual = glm::quat(0.0f, 0.0f, 0.0f, 0.0f);
};

/// dual = 1/2 * (0, translation) * rotation.
/// Source: Kavan et al., "Geometric Skinning with Approximate Dual Quaternion Blending", 2008.
DualQuat fromRigid(const glm::quat& rotation, const glm::vec3& translation);

glm::vec3 translationOf(const DualQuat& aFromB);

glm::vec3 transformPoint(const DualQuat& aFromB, const glm::vec3& pointB);

/// aFromC = aFromB * bFromC.
DualQuat operator*(const DualQuat& aFromB, const DualQuat& bFromC);

} // namespace sartor::math
