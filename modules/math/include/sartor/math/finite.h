// SPDX-License-Identifier: Apache-2.0
// Whether long runs of numbers are finite, at the speed of memory.
#pragma once

#include <sartor/math/types.h>

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace sartor::math {

/// Whether all components are.
template <int kLength>
bool isFinite(const glm::vec<kLength, float>& vector) {
    for (int i = 0; i < kLength; ++i) {
        if (!std::isfinite(vector[i])) {
            return false;
        }
    }
    return true;
}

/// Index of the first number that is NaN or infinite; nothing where all are finite.
std::optional<std::size_t> findNonfinite(std::span<const float> values);

/// The components of vectors or quaternions, one after the other.
template <class Vector>
std::span<const float> componentsOf(const std::vector<Vector>& vectors) {
    constexpr auto kLength = static_cast<std::size_t>(Vector::length());
    static_assert(sizeof(Vector) == kLength * sizeof(float));
    return {reinterpret_cast<const float*>(vectors.data()), vectors.size() * kLength};
}
inline std::span<const float> componentsOf(const std::vector<float>& values) {
    return values;
}

/// Index of the first vector with a component that is NaN or infinite.
template <class Vector>
std::optional<std::size_t> findNonfinite(const std::vector<Vector>& vectors) {
    const std::optional<std::size_t> found = findNonfinite(componentsOf(vectors));
    return found ? std::optional(*found / static_cast<std::size_t>(Vector::length()))
                 : std::nullopt;
}
inline std::optional<std::size_t> findNonfinite(const std::vector<float>& values) {
    return findNonfinite(std::span<const float>(values));
}

} // namespace sartor::math
