// SPDX-License-Identifier: Apache-2.0
// Tolerances with their reasons, and differences that print well. QCOMPARE compares floats with a
// relative tolerance of its own and accepts 1e-5 near zero, so tests write
// QCOMPARE_LE(maxAbsDiff(actual, expected), kTolerance).
#pragma once

#include <sartor/math/affine.h>
#include <sartor/math/quaternion.h>
#include <sartor/math/random.h>
#include <sartor/math/types.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sartor::test {

/// Metres at a model size of 2 m: about 40 units in the last place of a float.
inline constexpr double kPositionTolerance = 1e-5;
/// Radians: what a unit quaternion in floats can hold after a few products.
inline constexpr double kAngleTolerance = 1e-4;
/// Components of unit vectors after one normalisation in floats.
inline constexpr double kUnitTolerance = 1e-6;

inline double maxAbsDiff(double a, double b) {
    const double difference = std::abs(a - b);
    return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

template <int N, class A, class B>
double maxAbsDiff(const glm::vec<N, A>& a, const glm::vec<N, B>& b) {
    double largest = 0.0;
    for (int i = 0; i < N; ++i) {
        largest =
            std::max(largest, maxAbsDiff(static_cast<double>(a[i]), static_cast<double>(b[i])));
    }
    return largest;
}

template <class A, class B>
double maxAbsDiff(const glm::mat<3, 3, A>& a, const glm::mat<3, 3, B>& b) {
    return std::max({maxAbsDiff(a[0], b[0]), maxAbsDiff(a[1], b[1]), maxAbsDiff(a[2], b[2])});
}

inline double maxAbsDiff(const math::Affine& a, const math::Affine& b) {
    return std::max(maxAbsDiff(a.linear, b.linear), maxAbsDiff(a.translation, b.translation));
}

/// Radians between rotations; q and -q are equal.
inline double maxAbsDiff(const glm::quat& a, const glm::quat& b) {
    return static_cast<double>(math::angleBetween(a, b));
}

using math::Random;

} // namespace sartor::test
