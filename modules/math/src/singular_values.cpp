// SPDX-License-Identifier: Apache-2.0
// Singular values of linear maps.
#include <sartor/math/quaternion.h>
#include <sartor/math/singular_values.h>

#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sartor::math {
SingularValues singularValues(const glm::dmat3& linear) {
    // Three columns need six; the convergence is quadratic.
    constexpr int kMaximumSweeps = 30;
    SingularValues found;
    glm::dmat3 columns = linear;
    bool isDone = false;
    for (int sweep = 0; sweep < kMaximumSweeps && !isDone; ++sweep) {
        isDone = true;
        for (const auto& [p, q] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)}) {
            const double alpha = glm::dot(columns[p], columns[p]);
            const double beta = glm::dot(columns[q], columns[q]);
            const double gamma = glm::dot(columns[p], columns[q]);
            if (std::abs(gamma) <= 1e-16 * std::sqrt(alpha * beta)) {
                continue;
            }
            isDone = false;
            const double zeta = (beta - alpha) / (2.0 * gamma);
            const double tangent =
                (zeta < 0.0 ? -1.0 : 1.0) / (std::abs(zeta) + std::sqrt(1.0 + zeta * zeta));
            const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
            const double sine = cosine * tangent;
            for (glm::dmat3* matrix : {&columns, &found.right}) {
                const glm::dvec3 first = (*matrix)[p];
                (*matrix)[p] = cosine * first - sine * (*matrix)[q];
                (*matrix)[q] = sine * first + cosine * (*matrix)[q];
            }
        }
    }
    std::array<int, 3> order = {0, 1, 2};
    std::sort(order.begin(), order.end(), [&columns](int a, int b) {
        return glm::dot(columns[a], columns[a]) > glm::dot(columns[b], columns[b]);
    });
    const glm::dmat3 right = found.right;
    // Another order of the columns can be another handedness; the last one makes up for it.
    const bool isOdd = order[1] != (order[0] + 1) % 3;
    if (isOdd) {
        columns[order[2]] = -columns[order[2]];
    }
    for (int i = 0; i < 3; ++i) {
        const int from = order[static_cast<std::size_t>(i)];
        found.sigma[i] = glm::length(columns[from]);
        found.right[i] = isOdd && i == 2 ? -right[from] : right[from];
        if (found.sigma[i] > 0.0) {
            found.left[i] = columns[from] / found.sigma[i];
        }
    }
    // What has no length has no direction of its own: the shortest turn of what is left fills in.
    const double smallest = 1e-14 * found.sigma[0];
    if (found.sigma[1] <= smallest) {
        found.left = glm::mat3_cast(shortestRotation(found.right[0], found.left[0])) * found.right;
    } else if (found.sigma[2] <= smallest) {
        found.left[2] = glm::cross(found.left[0], found.left[1]);
    }
    return found;
}

} // namespace sartor::math
