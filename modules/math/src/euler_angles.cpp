// SPDX-License-Identifier: Apache-2.0
// Rotations as three turns about axes.
#include <sartor/math/euler_angles.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sartor::math {
namespace {

constexpr double kPi = std::numbers::pi;
// Radians from the singularity within which the first angle is kept: well above what rounding
// of a unit quaternion leaves of the middle angle there, 1e-16.
constexpr double kSingular = 1e-9;

// The angle plus whole turns that is nearest to another.
double nearest(double angle, double to) {
    return to + std::remainder(angle - to, 2.0 * kPi);
}

glm::dvec3 nearest(const glm::dvec3& angles, const glm::dvec3& to) {
    return {nearest(angles.x, to.x), nearest(angles.y, to.y), nearest(angles.z, to.z)};
}

} // namespace

std::optional<EulerOrder> parseEulerOrder(std::string_view name) {
    const auto found = std::find(kEulerOrderNames.begin(), kEulerOrderNames.end(), name);
    if (found == kEulerOrderNames.end()) {
        return std::nullopt;
    }
    return static_cast<EulerOrder>(found - kEulerOrderNames.begin());
}

std::array<int, 3> axesOf(EulerOrder order) {
    const std::string_view name = kEulerOrderNames[static_cast<std::size_t>(order)];
    return {name[0] - 'x', name[1] - 'x', name[2] - 'x'};
}

bool isProperEuler(EulerOrder order) {
    const std::array<int, 3> axes = axesOf(order);
    return axes[0] == axes[2];
}

EulerOrder reversed(EulerOrder order) {
    const std::string_view name = kEulerOrderNames[static_cast<std::size_t>(order)];
    const std::array<char, 3> backwards = {name[2], name[1], name[0]};
    return *parseEulerOrder({backwards.data(), backwards.size()});
}

glm::dquat quatFromEuler(EulerOrder order, const glm::dvec3& angles) {
    glm::dquat rotation(1.0, 0.0, 0.0, 0.0);
    const std::array<int, 3> axes = axesOf(order);
    for (int turn = 0; turn < 3; ++turn) {
        glm::dvec3 axis(0.0);
        axis[axes[static_cast<std::size_t>(turn)]] = 1.0;
        rotation = glm::dquat(std::cos(0.5 * angles[turn]), std::sin(0.5 * angles[turn]) * axis) *
                   rotation;
    }
    return rotation;
}

glm::dvec3 eulerFromQuat(EulerOrder order, const glm::dquat& rotation, const glm::dvec3& previous) {
    const std::array<int, 3> axes = axesOf(order);
    const bool isProper = isProperEuler(order);
    const int i = axes[0];
    const int j = axes[1];
    const int k = 3 - i - j; // of three different axes the last, else the one that is not used
    const int parity = (i - j) * (j - k) * (k - i) / 2;
    const glm::dvec3 imaginary(rotation.x, rotation.y, rotation.z);
    double a = rotation.w;
    double b = imaginary[i];
    double c = imaginary[j];
    double d = imaginary[k] * parity;
    if (!isProper) {
        const double w = a;
        a = w - imaginary[j];
        b = imaginary[i] + imaginary[k] * parity;
        c = imaginary[j] + w;
        d = imaginary[k] * parity - imaginary[i];
    }
    // From 0 to pi, singular at both.
    const double middle = 2.0 * std::atan2(std::hypot(c, d), std::hypot(a, b));
    const double halfSum = std::atan2(b, a);
    const double halfDifference = std::atan2(d, c);
    const double sign = isProper ? 1.0 : parity;
    glm::dvec3 angles(halfSum - halfDifference, middle, halfSum + halfDifference);
    const bool isAtZero = middle < kSingular;
    const bool isAtPi = middle > kPi - kSingular;
    if (isAtZero || isAtPi) {
        angles.x = previous.x;
        angles.z = isAtZero ? 2.0 * halfSum - angles.x : 2.0 * halfDifference + angles.x;
    }
    angles.z *= sign;
    const double shift = isProper ? 0.0 : 0.5 * kPi;
    angles.y -= shift;
    // Each rotation has a second set of angles, beyond the singularity.
    const glm::dvec3 first = nearest(angles, previous);
    if (isAtZero || isAtPi) {
        return first;
    }
    const glm::dvec3 twin = nearest(
        glm::dvec3(angles.x + kPi, (isProper ? 0.0 : kPi) - angles.y, angles.z + kPi), previous);
    const auto distance = [&](const glm::dvec3& other) {
        return glm::dot(other - previous, other - previous);
    };
    return distance(twin) < distance(first) ? twin : first;
}

} // namespace sartor::math
