// SPDX-License-Identifier: Apache-2.0
// Tolerances with their reasons, and differences that print well. QCOMPARE compares floats with a
// relative tolerance of its own and accepts 1e-5 near zero, so tests write
// QCOMPARE_LE(maxAbsDiff(actual, expected), kTolerance).
#pragma once

#include <sartor/math/affine.h>
#include <sartor/math/quaternion.h>
#include <sartor/math/types.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

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

/// Random numbers that are the same with every standard library.
class Random {
public:
    explicit Random(std::uint32_t seed) : engine_(seed) {}

    /// In [low, high).
    float uniform(float low, float high) {
        const double unit = static_cast<double>(engine_()) / 4294967296.0;
        return static_cast<float>(low + (static_cast<double>(high) - low) * unit);
    }
    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>(engine_() % count);
    }
    glm::vec3 vector(float low, float high) {
        const float x = uniform(low, high);
        const float y = uniform(low, high);
        return glm::vec3(x, y, uniform(low, high));
    }
    /// Unit; every rotation can come out.
    glm::quat rotation() {
        for (;;) {
            const float w = uniform(-1.0f, 1.0f);
            const glm::vec3 v = vector(-1.0f, 1.0f);
            const float squared = w * w + glm::dot(v, v);
            if (squared > 0.01f && squared <= 1.0f) {
                return glm::normalize(glm::quat(w, v.x, v.y, v.z));
            }
        }
    }

private:
    std::mt19937 engine_;
};

} // namespace sartor::test
