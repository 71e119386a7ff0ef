// SPDX-License-Identifier: Apache-2.0
// Affine maps in double.
#include <sartor/math/double_affine.h>

#include <glm/matrix.hpp>

#include <cmath>

namespace sartor::math {

DoubleAffine toDoubleAffine(const Transform& aFromB) {
    const glm::dmat3 rotation = glm::mat3_cast(glm::normalize(glm::dquat(aFromB.rotation)));
    DoubleAffine affine{rotation, glm::dvec3(aFromB.translation)};
    for (int column = 0; column < 3; ++column) {
        affine.linear[column] *= static_cast<double>(aFromB.scale[column]);
    }
    return affine;
}

std::optional<DoubleAffine> inverse(const DoubleAffine& aFromB) {
    const double determinant = glm::determinant(aFromB.linear);
    const double scale = glm::length(aFromB.linear[0]) * glm::length(aFromB.linear[1]) *
                         glm::length(aFromB.linear[2]);
    if (!isFinite(aFromB) || !(std::abs(determinant) > 1e-12 * scale)) {
        return std::nullopt;
    }
    const glm::dmat3 inverted = glm::inverse(aFromB.linear);
    return DoubleAffine{inverted, -(inverted * aFromB.translation)};
}

bool isFinite(const DoubleAffine& affine) {
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            if (!std::isfinite(affine.linear[column][row])) {
                return false;
            }
        }
        if (!std::isfinite(affine.translation[column])) {
            return false;
        }
    }
    return true;
}

} // namespace sartor::math
