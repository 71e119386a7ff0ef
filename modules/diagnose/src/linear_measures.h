// SPDX-License-Identifier: Apache-2.0
// How far a linear map stretches and turns.
#pragma once

#include <sartor/math/types.h>

namespace sartor::diagnose {

/// The factors by which a map stretches along its principal directions, largest first, not
/// negative. Source: one-sided Jacobi rotations (Hestenes, 1958); small ones keep their digits.
glm::dvec3 singularValues(const glm::dmat3& linear);

/// Degrees of the rotation part (polar decomposition) of a map, in [0, 180].
double rotationDegrees(const glm::dmat3& linear);

} // namespace sartor::diagnose
