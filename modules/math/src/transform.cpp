// SPDX-License-Identifier: Apache-2.0
// Translation, rotation and scale, and their recovery from a matrix.
#include <sartor/math/singular_values.h>
#include <sartor/math/transform.h>

#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace sartor::math {
namespace {

double largestElement(const glm::dmat3& matrix) {
    double largest = 0.0;
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            largest = std::max(largest, std::abs(matrix[column][row]));
        }
    }
    return largest;
}

// Columns made orthonormal and right-handed; columns of no length are filled in.
glm::dmat3 orthonormalColumns(const glm::dmat3& matrix) {
    glm::dmat3 result(1.0);
    int filled[3];
    int filledCount = 0;
    for (int column = 0; column < 3; ++column) {
        glm::dvec3 direction = matrix[column];
        const double original = glm::length(direction);
        for (int i = 0; i < filledCount; ++i) {
            direction -= glm::dot(direction, result[filled[i]]) * result[filled[i]];
        }
        const double length = glm::length(direction);
        if (original > 0.0 && length > 1e-9 * original) {
            result[column] = direction / length;
            filled[filledCount++] = column;
        }
    }
    if (filledCount == 0) {
        return glm::dmat3(1.0);
    }
    if (filledCount == 1) {
        const glm::dvec3 axis = result[filled[0]];
        const glm::dvec3 helper =
            std::abs(axis.x) < 0.6 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0);
        const int second = (filled[0] + 1) % 3;
        result[second] = glm::normalize(helper - glm::dot(helper, axis) * axis);
        filled[filledCount++] = second;
    }
    if (filledCount == 2) {
        const int missing = 3 - filled[0] - filled[1];
        result[missing] = glm::cross(result[(missing + 1) % 3], result[(missing + 2) % 3]);
    }
    return result;
}

// Singular values below this part of the largest are rounding noise of a matrix in float.
constexpr double kNoise = 1e-6;

/// matrix = rotation * right * diagonal(sigma) * transpose(right) * size.
struct Factors {
    glm::dquat rotation;
    glm::dmat3 right;
    glm::dvec3 sigma;
    double size = 0.0;
};

/// Nothing for a matrix of zeros and for one that is not finite.
std::optional<Factors> findFactors(const glm::dmat3& matrix) {
    const double size = largestElement(matrix);
    if (!(size > 0.0) || !std::isfinite(size)) {
        return std::nullopt;
    }
    const SingularValues found = singularValues(matrix / size);
    // matrix / size = left * diagonal(sigma) * transpose(right). Left times transpose(right) is the
    // orthogonal factor; where it is no rotation, the reflection goes into the stretch. A smallest
    // singular value of rounding noise has no sign of its own: there only that axis turns over.
    glm::dvec3 sigma = found.sigma;
    glm::dmat3 left = found.left;
    if (glm::determinant(left) * glm::determinant(found.right) < 0.0) {
        if (sigma[2] > kNoise * sigma[0]) {
            left = -left;
            sigma = -sigma;
        } else {
            left[2] = -left[2];
            sigma[2] = -sigma[2];
        }
    }
    const glm::dmat3 rotation = left * glm::transpose(found.right);
    return Factors{glm::normalize(glm::quat_cast(rotation)), found.right, sigma, size};
}

} // namespace

Affine toAffine(const Transform& aFromB) {
    glm::mat3 linear = glm::mat3_cast(aFromB.rotation);
    linear[0] *= aFromB.scale.x;
    linear[1] *= aFromB.scale.y;
    linear[2] *= aFromB.scale.z;
    return {linear, aFromB.translation};
}

Polar polarDecomposition(const glm::mat3& linear) {
    const glm::dmat3 matrix(linear);
    const std::optional<Factors> factors = findFactors(matrix);
    if (!factors) {
        return {identityQuat(), linear};
    }
    const glm::dmat3& right = factors->right;
    const glm::dvec3& sigma = factors->sigma;
    const glm::dmat3 scaled(right[0] * sigma[0], right[1] * sigma[1], right[2] * sigma[2]);
    const glm::dmat3 stretch = scaled * glm::transpose(right) * factors->size;
    const glm::dmat3 symmetric = 0.5 * (stretch + glm::transpose(stretch));
    return {glm::quat(factors->rotation), glm::mat3(symmetric)};
}

glm::dquat polarRotation(const glm::dmat3& linear) {
    const std::optional<Factors> factors = findFactors(linear);
    return factors ? factors->rotation : glm::dquat(1.0, 0.0, 0.0, 0.0);
}

Decomposition decompose(const Affine& aFromB) {
    const glm::dmat3 linear(aFromB.linear);
    glm::dvec3 scale(glm::length(linear[0]), glm::length(linear[1]), glm::length(linear[2]));
    glm::dmat3 rotation = orthonormalColumns(linear);
    // orthonormalColumns keeps a mirror only when all three columns carry length.
    if (glm::determinant(rotation) < 0.0) {
        rotation[0] = -rotation[0];
        scale.x = -scale.x;
    }
    Decomposition result;
    result.transform.translation = aFromB.translation;
    result.transform.rotation = glm::quat(glm::normalize(glm::quat_cast(rotation)));
    result.transform.scale = glm::vec3(scale);
    const glm::dmat3 rebuilt(toAffine(result.transform).linear);
    const double size = largestElement(linear);
    result.residual =
        size > 0.0 ? static_cast<float>(largestElement(rebuilt - linear) / size) : 0.0f;
    return result;
}

} // namespace sartor::math
