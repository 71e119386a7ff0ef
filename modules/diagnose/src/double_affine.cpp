// SPDX-License-Identifier: Apache-2.0
// Affine maps in double.
#include "double_affine.h"

#include <sartor/math/quaternion.h>
#include <sartor/math/transform.h>

#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::diagnose {

DoubleAffine toDouble(const math::Affine& affine) {
    return {glm::dmat3(affine.linear), glm::dvec3(affine.translation)};
}

math::Affine toFloat(const DoubleAffine& affine) {
    return {glm::mat3(affine.linear), glm::vec3(affine.translation)};
}

DoubleAffine operator*(const DoubleAffine& aFromB, const DoubleAffine& bFromC) {
    return {aFromB.linear * bFromC.linear, aFromB.linear * bFromC.translation + aFromB.translation};
}

glm::dvec3 transformPoint(const DoubleAffine& aFromB, const glm::dvec3& pointB) {
    return aFromB.linear * pointB + aFromB.translation;
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

glm::dvec3 singularValues(const glm::dmat3& linear) {
    glm::dmat3 columns = linear;
    // Six sweeps are more than three columns ever need: the convergence is quadratic.
    for (int sweep = 0; sweep < 6; ++sweep) {
        for (int pair = 0; pair < 3; ++pair) {
            const int p = pair == 2 ? 1 : 0;
            const int q = pair == 0 ? 1 : 2;
            const double cross = glm::dot(columns[p], columns[q]);
            if (cross == 0.0) {
                continue;
            }
            const double difference =
                glm::dot(columns[q], columns[q]) - glm::dot(columns[p], columns[p]);
            const double zeta = difference / (2.0 * cross);
            const double tangent =
                (zeta < 0.0 ? -1.0 : 1.0) / (std::abs(zeta) + std::sqrt(1.0 + zeta * zeta));
            const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
            const double sine = cosine * tangent;
            const glm::dvec3 first = columns[p];
            columns[p] = cosine * first - sine * columns[q];
            columns[q] = sine * first + cosine * columns[q];
        }
    }
    glm::dvec3 values(glm::length(columns[0]), glm::length(columns[1]), glm::length(columns[2]));
    std::sort(&values[0], &values[0] + 3, [](double a, double b) { return a > b; });
    return values;
}

double rotationDegrees(const glm::dmat3& linear) {
    const math::Polar polar = math::polarDecomposition(glm::mat3(linear));
    return glm::degrees(
        static_cast<double>(math::angleBetween(math::identityQuat(), polar.rotation)));
}

} // namespace sartor::diagnose
