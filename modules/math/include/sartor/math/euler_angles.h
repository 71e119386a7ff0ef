// SPDX-License-Identifier: Apache-2.0
// Rotations as three turns about axes, in all twelve orders.
#pragma once

#include <sartor/math/types.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sartor::math {

/// The order in which the turns are applied, each about an axis of the parent that stays where it
/// is: Xyz turns about x first. This is how Maya, Blender and MotionBuilder name orders.
///
/// rotation = R(third letter) * R(second letter) * R(first letter), for column vectors. Turns about
/// axes that are carried along (intrinsic) give the same product read from its other end: intrinsic
/// z, y', x'' is Xyz; reversed() names it.
enum class EulerOrder : std::uint8_t {
    Xyz, ///< three different axes (Tait-Bryan): singular where the middle angle is 90 degrees
    Xzy,
    Yxz,
    Yzx,
    Zxy,
    Zyx,
    Xyx, ///< first and last axis the same (proper Euler): singular where the middle angle is 0
    Xzx,
    Yxy,
    Yzy,
    Zxz,
    Zyz
};

/// By EulerOrder.
inline constexpr std::array<std::string_view, 12> kEulerOrderNames = {
    "xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"};

/// None for text that is not one of the names.
std::optional<EulerOrder> parseEulerOrder(std::string_view name);

/// 0, 1, 2 for x, y, z; in the order of the letters.
std::array<int, 3> axesOf(EulerOrder order);

/// First and last axis are the same.
bool isProperEuler(EulerOrder order);

/// The order with its letters backwards. Intrinsic turns in an order, by angles a, b, c, are fixed
/// turns in the reversed order by c, b, a.
EulerOrder reversed(EulerOrder order);

/// Angles in radians, in the order of the letters. The result is unit.
glm::dquat quatFromEuler(EulerOrder order, const glm::dvec3& angles);

/// Angles of a unit rotation, in radians: of all that give the rotation, those nearest to
/// `previous`, so that a curve has no jumps of a turn. At the singularity only the sum or
/// difference of the outer angles is determined; there the first stays what it was.
///
/// Source: Bernardes and Viollet, "Quaternion to Euler angles conversion: a direct, general and
/// computationally efficient method", 2022, algorithm 2.
glm::dvec3 eulerFromQuat(EulerOrder order,
                         const glm::dquat& rotation,
                         const glm::dvec3& previous = glm::dvec3(0.0));

} // namespace sartor::math
