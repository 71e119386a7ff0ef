// SPDX-License-Identifier: Apache-2.0
// Colours that stand for numbers. A colour is one word, red in the low byte, alpha in the high one,
// encoded for display (sRGB).
#pragma once

#include <sartor/math/types.h>

#include <cstddef>
#include <cstdint>

namespace sartor::render {

/// The OKLab space: L is lightness as seen, a and b are green-red and blue-yellow. Distances in it
/// are about as large as they look.
/// Source: Bjorn Ottosson, "A perceptual color space for image processing", 2020.
glm::vec3 oklabFromColour(std::uint32_t colour);
/// Components outside of what a display can show are cut off.
std::uint32_t colourFromOklab(const glm::vec3& oklab);

/// What has no influence at all; on no ramp, so that it cannot be taken for a small weight.
inline constexpr std::uint32_t kNoInfluenceColour = 0xff8a7d84;

/// A weight in [0, 1], dark blue over teal to yellow; lightness rises evenly with the value.
/// Values outside are clamped; NaN gives kInvalidColour.
std::uint32_t weightColour(float value);

/// Something that should be zero, in [0, 1]: calm grey-green over orange to red. Clamped;
/// NaN gives kInvalidColour.
std::uint32_t residualColour(float value);

/// NaN, in every view.
inline constexpr std::uint32_t kInvalidColour = 0xffff00ff;

/// A vector of length 0 to 1 as colour: grey without length, red for +x, green for +y, blue for +z,
/// the colours opposite for the other way; components outside are clamped. NaN gives
/// kInvalidColour.
std::uint32_t directionColour(const glm::vec3& vector);

/// One of endlessly many hues of like lightness; neighbours in number are far apart in hue.
std::uint32_t categoryColour(std::size_t index);

} // namespace sartor::render
