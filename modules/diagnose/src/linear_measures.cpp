// SPDX-License-Identifier: Apache-2.0
// Stretch and turn of linear maps.
#include "linear_measures.h"

#include <sartor/math/quaternion.h>
#include <sartor/math/transform.h>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::diagnose {

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
