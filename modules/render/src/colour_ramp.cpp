// SPDX-License-Identifier: Apache-2.0
// Colour ramps as paths through OKLab.
#include <sartor/render/colour_ramp.h>

#include <glm/common.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace sartor::render {

namespace {

constexpr float kPi = 3.14159265f;

float linearFromEncoded(float encoded) {
    return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

float encodedFromLinear(float linear) {
    return linear <= 0.0031308f ? linear * 12.92f : 1.055f * std::pow(linear, 1.0f / 2.4f) - 0.055f;
}

/// Lightness, colourfulness and hue in degrees.
struct Stop {
    float lightness = 0.0f;
    float chroma = 0.0f;
    float hue = 0.0f;
};

glm::vec3 oklabFromStop(const Stop& stop) {
    const float angle = stop.hue * kPi / 180.0f;
    return glm::vec3(stop.lightness, stop.chroma * std::cos(angle), stop.chroma * std::sin(angle));
}

/// Straight lines in OKLab between stops at equal distances.
std::uint32_t along(std::span<const Stop> stops, float value) {
    if (std::isnan(value)) {
        return kInvalidColour;
    }
    const auto last = static_cast<float>(stops.size() - 1);
    const float place = std::clamp(value, 0.0f, 1.0f) * last;
    const auto index = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    const float fraction = place - static_cast<float>(index);
    return colourFromOklab(glm::mix(
        oklabFromStop(stops[index]), oklabFromStop(stops[index + 1]), glm::vec3(fraction)));
}

// Lightness in equal steps: equal steps of the weight look equal.
constexpr std::array<Stop, 5> kWeightStops = {{{0.34f, 0.130f, 270.0f},
                                               {0.48f, 0.115f, 235.0f},
                                               {0.62f, 0.105f, 192.0f},
                                               {0.76f, 0.150f, 145.0f},
                                               {0.90f, 0.180f, 103.0f}}};

constexpr std::array<Stop, 4> kResidualStops = {{{0.62f, 0.035f, 160.0f},
                                                 {0.72f, 0.120f, 95.0f},
                                                 {0.66f, 0.190f, 50.0f},
                                                 {0.60f, 0.240f, 10.0f}}};

} // namespace

glm::vec3 oklabFromColour(std::uint32_t colour) {
    std::array<float, 3> linear = {};
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const auto byte = static_cast<float>((colour >> (8 * channel)) & 0xffu);
        linear[channel] = linearFromEncoded(byte / 255.0f);
    }
    const auto [red, green, blue] = linear;
    const float l = std::cbrt(0.4122214708f * red + 0.5363325363f * green + 0.0514459929f * blue);
    const float m = std::cbrt(0.2119034982f * red + 0.6806995451f * green + 0.1073969566f * blue);
    const float s = std::cbrt(0.0883024619f * red + 0.2817188376f * green + 0.6299787005f * blue);
    return glm::vec3(0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s,
                     1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
                     0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s);
}

std::uint32_t colourFromOklab(const glm::vec3& oklab) {
    const float l = oklab.x + 0.3963377774f * oklab.y + 0.2158037573f * oklab.z;
    const float m = oklab.x - 0.1055613458f * oklab.y - 0.0638541728f * oklab.z;
    const float s = oklab.x - 0.0894841775f * oklab.y - 1.2914855480f * oklab.z;
    const float l3 = l * l * l;
    const float m3 = m * m * m;
    const float s3 = s * s * s;
    const std::array<float, 3> linear = {
        4.0767416621f * l3 - 3.3077115913f * m3 + 0.2309699292f * s3,
        -1.2684380046f * l3 + 2.6097574011f * m3 - 0.3413193965f * s3,
        -0.0041960863f * l3 - 0.7034186147f * m3 + 1.7076147010f * s3};
    std::uint32_t colour = 0xff000000u;
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const float encoded = encodedFromLinear(std::clamp(linear[channel], 0.0f, 1.0f));
        const auto byte = static_cast<std::uint32_t>(std::lround(encoded * 255.0f));
        colour |= std::min(byte, 255u) << (8 * channel);
    }
    return colour;
}

std::uint32_t weightColour(float value) {
    return along(kWeightStops, value);
}

std::uint32_t residualColour(float value) {
    return along(kResidualStops, value);
}

std::uint32_t directionColour(const glm::vec3& vector) {
    std::uint32_t colour = 0xff000000u;
    for (int axis = 0; axis < 3; ++axis) {
        if (std::isnan(vector[axis])) {
            return kInvalidColour;
        }
        const float component = std::clamp(vector[axis] * 0.5f + 0.5f, 0.0f, 1.0f);
        colour |= static_cast<std::uint32_t>(std::lround(component * 255.0f)) << (8 * axis);
    }
    return colour;
}

std::uint32_t categoryColour(std::size_t index) {
    // The golden angle: the next hue always falls into the largest gap that is left.
    constexpr float kGoldenAngle = 137.50776f;
    constexpr std::array<float, 3> kLightness = {0.70f, 0.58f, 0.80f};
    const float hue = std::fmod(20.0f + kGoldenAngle * static_cast<float>(index % 4096), 360.0f);
    return colourFromOklab(oklabFromStop({kLightness[index % 3], 0.13f, hue}));
}

} // namespace sartor::render
