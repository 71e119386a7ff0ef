// SPDX-License-Identifier: Apache-2.0
// Rigid motions in double: what characters are moved by, and what adds up over days.
#pragma once

#include <sartor/math/double_affine.h>

#include <cstdint>

namespace sartor::math {

/// pA = rotation * pB + translation. Rotation unit, Hamilton.
struct DoubleRigid {
    glm::dquat rotation = glm::dquat(1.0, 0.0, 0.0, 0.0);
    glm::dvec3 translation = glm::dvec3(0.0);
};

/// aFromC = aFromB * bFromC. The rotation is made unit again, so that products of any length stay
/// rigid.
DoubleRigid operator*(const DoubleRigid& aFromB, const DoubleRigid& bFromC);

/// bFromA.
DoubleRigid inverse(const DoubleRigid& aFromB);

inline glm::dvec3 transformPoint(const DoubleRigid& aFromB, const glm::dvec3& pointB) {
    return aFromB.rotation * pointB + aFromB.translation;
}

DoubleAffine toAffine(const DoubleRigid& aFromB);

bool isFinite(const DoubleRigid& rigid);

/// The motion done `exponent` times, its inverse for what is below 0. In closed form, as the sum of
/// a geometric series of rotations, so that a million times is as exact as the angle of one.
DoubleRigid power(const DoubleRigid& motion, std::int64_t exponent);

/// Axis times angle in radians, angle in [0, pi]: the logarithm of a rotation. Unit; q and -q are
/// the same rotation.
glm::dvec3 rotationVector(const glm::dquat& rotation);

/// The other way round; any angle.
glm::dquat rotationFromVector(const glm::dvec3& vector);

} // namespace sartor::math
