// SPDX-License-Identifier: Apache-2.0
// Random local poses, and the comparison of poses bit by bit.
#pragma once

#include <sartor/math/transform.h>

#include <support/compare.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

namespace sartor::test {

static_assert(sizeof(math::Transform) == 10 * sizeof(float), "compared as memory: no padding");

inline bool isSameBits(const math::Transform& a, const math::Transform& b) {
    return std::memcmp(&a, &b, sizeof(a)) == 0;
}

inline bool isSameBits(std::span<const math::Transform> a, std::span<const math::Transform> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

/// Translations within 2 m, any rotation, scales from 0.5 to 2 that differ by axis.
inline math::Transform randomTransform(Random& random) {
    math::Transform transform;
    transform.translation = random.vector(-2.0f, 2.0f);
    transform.rotation = random.rotation();
    transform.scale = random.vector(0.5f, 2.0f);
    return transform;
}

inline std::vector<math::Transform> randomPose(Random& random, std::size_t jointCount) {
    std::vector<math::Transform> pose(jointCount);
    std::generate(pose.begin(), pose.end(), [&] { return randomTransform(random); });
    return pose;
}

} // namespace sartor::test
