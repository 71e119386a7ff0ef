// SPDX-License-Identifier: Apache-2.0
// Singular values of linear maps: how far they stretch, and along what.
#pragma once

#include <sartor/math/types.h>

namespace sartor::math {

/// linear = left * diagonal(sigma) * transpose(right).
struct SingularValues {
    glm::dmat3 left = glm::dmat3(1.0);  ///< orthogonal
    glm::dvec3 sigma = glm::dvec3(0.0); ///< not negative, falling
    glm::dmat3 right = glm::dmat3(1.0); ///< a rotation
};

/// Singular values of a finite map, small ones as precisely as large ones. Where sigma is zero the
/// columns of `left` are those of the shortest turn of what is left.
///
/// Source: one-sided Jacobi rotations (Hestenes, "Inversion of matrices by biorthogonalization and
/// related results", 1958).
SingularValues singularValues(const glm::dmat3& linear);

} // namespace sartor::math
