// SPDX-License-Identifier: Apache-2.0
// Affine maps in double, for sums and differences that float arithmetic would add errors to.
#pragma once

#include <sartor/math/transform.h>

#include <optional>

namespace sartor::math {

/// pA = linear * pB + translation.
struct DoubleAffine {
    glm::dmat3 linear = glm::dmat3(1.0);
    glm::dvec3 translation = glm::dvec3(0.0);
};

inline DoubleAffine toDouble(const Affine& affine) {
    return {glm::dmat3(affine.linear), glm::dvec3(affine.translation)};
}

/// The rotation is taken as exactly unit, whatever rounding left of it.
DoubleAffine toDoubleAffine(const Transform& aFromB);

inline Affine toFloat(const DoubleAffine& affine) {
    return {glm::mat3(affine.linear), glm::vec3(affine.translation)};
}

/// aFromC = aFromB * bFromC.
inline DoubleAffine operator*(const DoubleAffine& aFromB, const DoubleAffine& bFromC) {
    return {aFromB.linear * bFromC.linear, aFromB.linear * bFromC.translation + aFromB.translation};
}

inline glm::dvec3 transformPoint(const DoubleAffine& aFromB, const glm::dvec3& pointB) {
    return aFromB.linear * pointB + aFromB.translation;
}

/// bFromA, or nothing when the linear part is singular (|det| below 1e-12 of the product of its
/// column lengths) or the map is not finite.
std::optional<DoubleAffine> inverse(const DoubleAffine& aFromB);

bool isFinite(const DoubleAffine& affine);

} // namespace sartor::math
