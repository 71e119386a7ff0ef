// SPDX-License-Identifier: Apache-2.0
// Transitions that carry on the old movement's momentum.
#include <sartor/base/assert.h>
#include <sartor/pose/inertial_blend.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sartor::pose {
namespace {

double velocityOf(double last, double beforeLast, double seconds) {
    return seconds > 0.0 ? (last - beforeLast) / seconds : 0.0;
}

// What is left of a vector along its own direction.
glm::dvec3 decayedVector(const glm::dvec3& last,
                         const glm::dvec3& beforeLast,
                         const InertialOffsets& offsets) {
    const double length = glm::length(last);
    if (length == 0.0) {
        return glm::dvec3(0.0);
    }
    const glm::dvec3 direction = last / length;
    const double velocity =
        velocityOf(length, glm::dot(beforeLast, direction), offsets.secondsBetween);
    return direction * decayedOffset(length, velocity, offsets.duration, offsets.elapsed);
}

// What is left of a rotation about its own axis; the velocity is that of the twist about the axis.
glm::dquat decayedRotation(const glm::quat& last,
                           const glm::quat& beforeLast,
                           const InertialOffsets& offsets) {
    const glm::dquat rotation(last.w < 0.0f ? -last : last);
    const glm::dvec3 imaginary(rotation.x, rotation.y, rotation.z);
    const double sine = glm::length(imaginary);
    if (sine == 0.0) {
        return glm::dquat(1.0, 0.0, 0.0, 0.0);
    }
    const glm::dvec3 axis = imaginary / sine;
    const double angle = 2.0 * std::atan2(sine, rotation.w);
    const glm::dquat before(beforeLast);
    const double angleBefore =
        2.0 * std::atan2(glm::dot(glm::dvec3(before.x, before.y, before.z), axis), before.w);
    // q and -q are a whole turn apart: the difference is the smaller one.
    const double difference = std::remainder(angle - angleBefore, 2.0 * std::numbers::pi);
    const double velocity = velocityOf(difference, 0.0, offsets.secondsBetween);
    const double half = decayedOffset(angle, velocity, offsets.duration, offsets.elapsed) / 2.0;
    const glm::dvec3 decayed = axis * std::sin(half);
    return glm::dquat(std::cos(half), decayed.x, decayed.y, decayed.z);
}

} // namespace

double decayedOffset(double offset, double velocity, double duration, double elapsed) {
    if (!(offset > 0.0)) {
        return 0.0;
    }
    const double start = std::min(velocity, 0.0);
    // Sooner where the velocity alone would lead past zero: the quintic (1 - s)^5 is the steepest.
    const double end = start < 0.0 ? std::min(duration, -5.0 * offset / start) : duration;
    if (!(elapsed < end)) {
        return 0.0;
    }
    // With s = elapsed / end, and velocity and acceleration in units of offset and end, the quintic
    // is (1 - s)^3 (1 + p s + q s^2). Without an acceleration it would undershoot for velocities
    // below -2.5; the least that keeps it from that is -8 * velocity - 20.
    const double s = std::max(elapsed, 0.0) / end;
    const double v = start * end / offset;
    const double a = std::max(-8.0 * v - 20.0, 0.0);
    const double p = 3.0 + v;
    const double q = a / 2.0 + 3.0 * v + 6.0;
    const double rest = 1.0 - s;
    return std::max(offset * rest * rest * rest * (1.0 + s * (p + s * q)), 0.0);
}

void computeInertialOffsets(std::span<const math::Transform> source,
                            std::span<const math::Transform> target,
                            std::span<math::Transform> offsets) {
    SARTOR_ASSERT(source.size() == offsets.size() && target.size() == offsets.size());
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        offsets[i] = {source[i].translation - target[i].translation,
                      glm::normalize(source[i].rotation * glm::conjugate(target[i].rotation)),
                      source[i].scale - target[i].scale};
    }
}

void applyInertialOffsets(const InertialOffsets& offsets,
                          std::span<math::Transform> parentFromJoint) {
    SARTOR_ASSERT(offsets.last.size() == parentFromJoint.size());
    SARTOR_ASSERT(offsets.beforeLast.empty() ||
                  offsets.beforeLast.size() == parentFromJoint.size());
    if (!(offsets.elapsed < offsets.duration)) {
        return;
    }
    for (std::size_t i = 0; i < parentFromJoint.size(); ++i) {
        const math::Transform& last = offsets.last[i];
        const math::Transform& before = offsets.beforeLast.empty() ? last : offsets.beforeLast[i];
        math::Transform& joint = parentFromJoint[i];
        const auto add = [&](glm::vec3& value, const glm::vec3& offset, const glm::vec3& earlier) {
            const glm::dvec3 left = decayedVector(glm::dvec3(offset), glm::dvec3(earlier), offsets);
            value = glm::vec3(glm::dvec3(value) + left);
        };
        add(joint.translation, last.translation, before.translation);
        add(joint.scale, last.scale, before.scale);
        const glm::dquat turn = decayedRotation(last.rotation, before.rotation, offsets);
        if (turn.x != 0.0 || turn.y != 0.0 || turn.z != 0.0) {
            joint.rotation = glm::quat(glm::normalize(turn * glm::dquat(joint.rotation)));
        }
    }
}

void applyInertialOffsets(const InertialMorphOffsets& offsets, std::span<float> morphWeights) {
    SARTOR_ASSERT(offsets.last.size() == morphWeights.size());
    SARTOR_ASSERT(offsets.beforeLast.empty() || offsets.beforeLast.size() == morphWeights.size());
    for (std::size_t i = 0; i < morphWeights.size(); ++i) {
        const auto last = static_cast<double>(offsets.last[i]);
        const auto before =
            offsets.beforeLast.empty() ? last : static_cast<double>(offsets.beforeLast[i]);
        const double sign = last < 0.0 ? -1.0 : 1.0;
        const double velocity = velocityOf(last, before, offsets.secondsBetween) * sign;
        const double left =
            decayedOffset(last * sign, velocity, offsets.duration, offsets.elapsed) * sign;
        morphWeights[i] = static_cast<float>(static_cast<double>(morphWeights[i]) + left);
    }
}

} // namespace sartor::pose
