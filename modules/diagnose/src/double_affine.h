// SPDX-License-Identifier: Apache-2.0
// Affine maps in double: diagnoses measure errors that float arithmetic would add to.
#pragma once

#include <sartor/math/affine.h>

#include <optional>

namespace sartor::diagnose {

/// pA = linear * pB + translation.
struct DoubleAffine {
    glm::dmat3 linear = glm::dmat3(1.0);
    glm::dvec3 translation = glm::dvec3(0.0);
};

DoubleAffine toDouble(const math::Affine& affine);
math::Affine toFloat(const DoubleAffine& affine);

DoubleAffine operator*(const DoubleAffine& aFromB, const DoubleAffine& bFromC);
glm::dvec3 transformPoint(const DoubleAffine& aFromB, const glm::dvec3& pointB);

/// bFromA, or nothing when the map is singular in the sense of math::inverse, or not finite.
std::optional<DoubleAffine> inverse(const DoubleAffine& aFromB);

bool isFinite(const DoubleAffine& affine);

/// The factors by which a map stretches along its principal directions, largest first, not
/// negative. Source: one-sided Jacobi rotations (Hestenes, 1958); small ones keep their digits.
glm::dvec3 singularValues(const glm::dmat3& linear);

/// Degrees of the rotation part (polar decomposition) of a map, in [0, 180].
double rotationDegrees(const glm::dmat3& linear);

} // namespace sartor::diagnose
