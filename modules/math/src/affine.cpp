// SPDX-License-Identifier: Apache-2.0
// Affine maps.
#include <sartor/math/affine.h>
#include <sartor/math/double_affine.h>

#include <glm/geometric.hpp>

namespace sartor::math {

glm::mat3 cofactor(const glm::mat3& matrix) {
    return glm::mat3(glm::cross(matrix[1], matrix[2]),
                     glm::cross(matrix[2], matrix[0]),
                     glm::cross(matrix[0], matrix[1]));
}

glm::vec3 transformNormal(const Affine& aFromB, const glm::vec3& normalB) {
    const glm::mat3 cofactors = cofactor(aFromB.linear);
    const float determinant = glm::dot(aFromB.linear[0], cofactors[0]);
    const glm::vec3 normalA = cofactors * normalB * (determinant < 0.0f ? -1.0f : 1.0f);
    const float length = glm::length(normalA);
    return length > 0.0f ? normalA / length : normalB;
}

std::optional<Affine> inverse(const Affine& aFromB) {
    const std::optional<DoubleAffine> bFromA = inverse(toDouble(aFromB));
    return bFromA ? std::optional(toFloat(*bFromA)) : std::nullopt;
}

bool isFinite(const Affine& affine) {
    return isFinite(toDouble(affine));
}

glm::mat4 toMat4(const Affine& affine) {
    return glm::mat4(glm::vec4(affine.linear[0], 0.0f),
                     glm::vec4(affine.linear[1], 0.0f),
                     glm::vec4(affine.linear[2], 0.0f),
                     glm::vec4(affine.translation, 1.0f));
}

Affine fromMat4(const glm::mat4& matrix) {
    return {glm::mat3(matrix), glm::vec3(matrix[3])};
}

std::array<float, 12> toRows(const Affine& affine) {
    std::array<float, 12> rows;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            rows[static_cast<std::size_t>(row * 4 + column)] = affine.linear[column][row];
        }
        rows[static_cast<std::size_t>(row * 4 + 3)] = affine.translation[row];
    }
    return rows;
}

} // namespace sartor::math
