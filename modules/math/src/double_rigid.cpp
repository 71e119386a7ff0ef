// SPDX-License-Identifier: Apache-2.0
// Rigid motions in double.
#include <sartor/math/double_rigid.h>

#include <cmath>

namespace sartor::math {
namespace {

/// Axis (zero for the identity) and half of the angle, in [0, pi/2].
struct HalfTurn {
    glm::dvec3 axis = glm::dvec3(0.0);
    double sine = 0.0; ///< of `angle`
    double angle = 0.0;
};

HalfTurn halfTurn(const glm::dquat& rotation) {
    const double sign = rotation.w < 0.0 ? -1.0 : 1.0;
    const glm::dvec3 vector(sign * rotation.x, sign * rotation.y, sign * rotation.z);
    const double sine = glm::length(vector);
    if (!(sine > 0.0)) {
        return {};
    }
    // atan2 keeps its digits near no turn and near a half turn.
    return {vector / sine, sine, std::atan2(sine, sign * rotation.w)};
}

glm::dquat aboutAxis(const glm::dvec3& axis, double halfAngle) {
    const double sine = std::sin(halfAngle);
    return glm::dquat(std::cos(halfAngle), axis.x * sine, axis.y * sine, axis.z * sine);
}

} // namespace

DoubleRigid operator*(const DoubleRigid& aFromB, const DoubleRigid& bFromC) {
    return {glm::normalize(aFromB.rotation * bFromC.rotation),
            aFromB.rotation * bFromC.translation + aFromB.translation};
}

DoubleRigid inverse(const DoubleRigid& aFromB) {
    const glm::dquat rotation = glm::conjugate(aFromB.rotation);
    return {rotation, -(rotation * aFromB.translation)};
}

DoubleAffine toAffine(const DoubleRigid& aFromB) {
    return {glm::mat3_cast(aFromB.rotation), aFromB.translation};
}

bool isFinite(const DoubleRigid& rigid) {
    return isFinite(toAffine(rigid));
}

DoubleRigid power(const DoubleRigid& motion, std::int64_t exponent) {
    const auto count = static_cast<double>(exponent);
    const HalfTurn turn = halfTurn(motion.rotation);
    if (turn.sine == 0.0) {
        return {.translation = motion.translation * count};
    }
    // With t across the axis, the sum of R^i t for i < n is R^((n - 1) / 2) t sin(n h) / sin(h),
    // h half the angle of R; along the axis nothing turns. No inverse of R - 1, which small angles
    // would spoil.
    const glm::dvec3 along = turn.axis * glm::dot(turn.axis, motion.translation);
    const glm::dvec3 across = motion.translation - along;
    const double ratio = std::sin(count * turn.angle) / turn.sine;
    const glm::dquat middle = aboutAxis(turn.axis, 0.5 * (count - 1.0) * turn.angle);
    return {aboutAxis(turn.axis, count * turn.angle), along * count + middle * (across * ratio)};
}

glm::dvec3 rotationVector(const glm::dquat& rotation) {
    const HalfTurn turn = halfTurn(rotation);
    return turn.axis * (2.0 * turn.angle);
}

glm::dquat rotationFromVector(const glm::dvec3& vector) {
    const double angle = glm::length(vector);
    return angle > 0.0 ? aboutAxis(vector / angle, 0.5 * angle) : glm::dquat(1.0, 0.0, 0.0, 0.0);
}

} // namespace sartor::math
