// SPDX-License-Identifier: Apache-2.0
// Affine maps: what a matrix palette entry is. Named aFromB at every use.
#pragma once

#include <sartor/math/types.h>

#include <array>
#include <optional>

namespace sartor::math {

/// pA = linear * pB + translation. Any linear part: rotation, scale, shear, mirror.
struct Affine {
    glm::mat3 linear = identityMat3();
    glm::vec3 translation = glm::vec3(0.0f);
};

/// aFromC = aFromB * bFromC.
inline Affine operator*(const Affine& aFromB, const Affine& bFromC) {
    return {aFromB.linear * bFromC.linear, aFromB.linear * bFromC.translation + aFromB.translation};
}

inline glm::vec3 transformPoint(const Affine& aFromB, const glm::vec3& pointB) {
    return aFromB.linear * pointB + aFromB.translation;
}

inline glm::vec3 transformVector(const Affine& aFromB, const glm::vec3& vectorB) {
    return aFromB.linear * vectorB;
}

/// Matrix of cofactors: det(M) * inverse(transpose(M)), defined for singular matrices as well.
/// Its columns are the cross products of the columns of M in cyclic order.
glm::mat3 cofactor(const glm::mat3& matrix);

/// Direction of a normal under the map: cofactor times the sign of the determinant, unit length.
/// The normal itself comes back where the map flattens everything. Sign of a zero determinant: +1.
glm::vec3 transformNormal(const Affine& aFromB, const glm::vec3& normalB);

/// bFromA, or nothing when the linear part is singular (|det| below 1e-12 of the product of its
/// column lengths) or the map is not finite. Computed in double.
std::optional<Affine> inverse(const Affine& aFromB);

bool isFinite(const Affine& affine);

/// Column-major 4x4 with the last row 0, 0, 0, 1.
glm::mat4 toMat4(const Affine& affine);
/// Drops the fourth row.
Affine fromMat4(const glm::mat4& matrix);

/// Three rows of four, the form of SARTOR_FORMAT_F32X12.
std::array<float, 12> toRows(const Affine& affine);

} // namespace sartor::math
