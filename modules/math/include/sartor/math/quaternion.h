// SPDX-License-Identifier: Apache-2.0
// Interpolation and comparison of rotations. glm::mix goes the long way round and is not used here.
#pragma once

#include <sartor/math/types.h>

#include <cmath>

namespace sartor::math {

/// Angle in radians of the rotation that takes `a` to `b`, in [0, pi]; q and -q are the same
/// rotation. Both unit. Precise for small angles, where acos of the dot product is not.
inline float angleBetween(const glm::quat& a, const glm::quat& b) {
    const glm::quat difference = glm::conjugate(a) * b;
    const float sine = glm::length(glm::vec3(difference.x, difference.y, difference.z));
    return 2.0f * std::atan2(sine, std::abs(difference.w));
}

/// The rotation about the same axis by `factor` times the angle, which is that of the shorter way
/// round, in [0, pi]: slerp from the identity, beyond both ends as well. `rotation` unit, result
/// unit.
inline glm::quat scaleAngle(const glm::quat& rotation, float factor) {
    const glm::quat shorter = rotation.w < 0.0f ? -rotation : rotation;
    const glm::vec3 imaginary(shorter.x, shorter.y, shorter.z);
    const float sine = glm::length(imaginary);
    if (sine < 1e-18f) {
        return identityQuat();
    }
    const float half = std::atan2(sine, shorter.w) * factor;
    return glm::quat(std::cos(half), imaginary * (std::sin(half) / sine));
}

/// Spherical interpolation along the shortest arc; the result is unit. Ends of another length than
/// one are blended as they are, which is what the formula says of the keys of a file.
/// Source: glTF 2.0, appendix C.4.
inline glm::quat slerpShortest(const glm::quat& from, const glm::quat& to, float t) {
    const float cosine = glm::dot(from, to);
    const glm::quat end = cosine < 0.0f ? -to : to;
    // atan2 of the chord lengths stays exact where acos of a cosine near one has lost its digits.
    const float fromLength = glm::length(from);
    const float endLength = glm::length(end);
    const float angle = 2.0f * std::atan2(glm::length(end * fromLength - from * endLength),
                                          glm::length(end * fromLength + from * endLength));
    const float sine = std::sin(angle);
    if (sine < 1e-6f) {
        return glm::normalize(from * (1.0f - t) + end * t);
    }
    return glm::normalize(from * (std::sin((1.0f - t) * angle) / sine) +
                          end * (std::sin(t * angle) / sine));
}

/// Normalised linear interpolation along the shorter arc; both unit, result unit.
inline glm::quat nlerpShortest(const glm::quat& from, const glm::quat& to, float t) {
    const glm::quat end = glm::dot(from, to) < 0.0f ? -to : to;
    return glm::normalize(from * (1.0f - t) + end * t);
}

/// A unit vector at right angles to a unit vector; the same one every time.
glm::dvec3 perpendicularTo(const glm::dvec3& unit);

/// The rotation by the smallest angle that takes one unit vector to another. Opposite vectors are
/// joined by half a turn about perpendicularTo(from).
glm::dquat shortestRotation(const glm::dvec3& from, const glm::dvec3& to);

} // namespace sartor::math
