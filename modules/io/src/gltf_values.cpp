// SPDX-License-Identifier: Apache-2.0
// Encoding of floats, joints and weights. Source: glTF 2.0, 3.6.2 and 3.7.3.
#include "gltf_values.h"

#include "little_endian.h"

#include <sartor/assets/weight_quantization.h>
#include <sartor/base/assert.h>
#include <sartor/io/text.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace sartor::io {
namespace {

template <class Visit>
void withComponent(GltfComponent component, Visit visit) {
    switch (component) {
    case GltfComponent::Int8:
        return visit(std::int8_t{});
    case GltfComponent::Uint8:
        return visit(std::uint8_t{});
    case GltfComponent::Int16:
        return visit(std::int16_t{});
    case GltfComponent::Uint16:
        return visit(std::uint16_t{});
    case GltfComponent::Uint32:
        return visit(std::uint32_t{});
    case GltfComponent::Float:
        return visit(float{});
    }
}

template <class T>
void appendValue(std::vector<std::byte>& bytes, T value) {
    appendBytes(bytes, std::as_bytes(std::span(&value, 1)));
}

// Whether an integer type can hold the number; normalised ones round, the others do not.
template <class T>
bool canHold(float value, bool isNormalized) {
    if (isNormalized) {
        // A rotation may exceed one by rounding.
        constexpr float kLargest = 1.0f + 1e-6f;
        return value <= kLargest && value >= (std::is_signed_v<T> ? -kLargest : 0.0f);
    }
    return value == std::floor(value) &&
           value >= static_cast<float>(std::numeric_limits<T>::min()) &&
           static_cast<double>(value) <= static_cast<double>(std::numeric_limits<T>::max());
}

template <class T>
T encode(float value, bool isNormalized) {
    if (!isNormalized) {
        return static_cast<T>(value);
    }
    const auto steps = static_cast<double>(std::numeric_limits<T>::max());
    return static_cast<T>(
        std::clamp(std::round(static_cast<double>(value) * steps), -steps, steps));
}

} // namespace

std::string typeOf(std::size_t componentCount) {
    return componentCount == 1    ? "SCALAR"
           : componentCount == 16 ? "MAT4"
                                  : "VEC" + std::to_string(componentCount);
}

GltfValues
encodeFloats(std::span<const float> values, std::size_t componentCount, GltfEncoding encoding) {
    SARTOR_ASSERT(values.size() % componentCount == 0);
    const GltfEncoding asFloat;
    withComponent(encoding.component, [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_integral_v<T>) {
            if (!std::all_of(values.begin(), values.end(), [&](float value) {
                    return canHold<T>(value, encoding.isNormalized);
                })) {
                encoding = asFloat;
            }
        } else {
            encoding = asFloat;
        }
    });
    GltfValues encoded{encoding, typeOf(componentCount), componentCount, {}};
    encoded.bytes.reserve(values.size() * sizeOf(encoding.component));
    withComponent(encoding.component, [&](auto zero) {
        using T = decltype(zero);
        for (const float value : values) {
            if constexpr (std::is_integral_v<T>) {
                appendValue(encoded.bytes, encode<T>(value, encoding.isNormalized));
            } else {
                appendValue(encoded.bytes, value);
            }
        }
    });
    return encoded;
}

GltfValues encodeJoints(std::span<const std::uint32_t> joints, GltfComponent preferred) {
    const bool areBytes =
        preferred == GltfComponent::Uint8 &&
        std::all_of(joints.begin(), joints.end(), [](std::uint32_t joint) { return joint < 256; });
    GltfValues encoded;
    encoded.encoding = {areBytes ? GltfComponent::Uint8 : GltfComponent::Uint16, false};
    encoded.type = "VEC4";
    encoded.componentCount = 4;
    for (const std::uint32_t joint : joints) {
        if (areBytes) {
            appendValue(encoded.bytes, static_cast<std::uint8_t>(joint));
        } else {
            appendValue(encoded.bytes, static_cast<std::uint16_t>(joint));
        }
    }
    return encoded;
}

void quantizeWeights(std::span<const float> weights,
                     std::uint32_t steps,
                     std::span<std::uint32_t> quantized) {
    SARTOR_ASSERT(weights.size() == quantized.size());
    constexpr double kTolerance = 1e-4; // of a sum that means one
    std::vector<float> fractions;
    for (const float weight : weights) {
        fractions.push_back(std::isfinite(weight) ? std::clamp(weight, 0.0f, 1.0f) : 0.0f);
    }
    const double sum = std::accumulate(fractions.begin(), fractions.end(), 0.0);
    if (std::abs(sum - 1.0) > kTolerance) {
        std::transform(
            fractions.begin(), fractions.end(), quantized.begin(), [steps](float fraction) {
                return static_cast<std::uint32_t>(
                    std::round(static_cast<double>(fraction) * static_cast<double>(steps)));
            });
        return;
    }
    for (float& fraction : fractions) {
        fraction = static_cast<float>(static_cast<double>(fraction) / sum);
    }
    assets::quantizeWeights(fractions, steps, quantized);
}

std::optional<GltfBounds> boundsOf(const GltfValues& values) {
    GltfBounds bounds;
    bool hasNan = values.count() == 0;
    withComponent(values.encoding.component, [&](auto zero) {
        using T = decltype(zero);
        for (std::size_t c = 0; !hasNan && c < values.componentCount; ++c) {
            T least = std::numeric_limits<T>::max();
            T greatest = std::numeric_limits<T>::lowest();
            for (std::size_t i = 0; i < values.count(); ++i) {
                T value{};
                std::memcpy(&value,
                            values.bytes.data() + i * values.elementSize() + c * sizeof(T),
                            sizeof(T));
                if constexpr (std::is_floating_point_v<T>) {
                    hasNan = hasNan || !std::isfinite(value);
                }
                least = std::min(least, value);
                greatest = std::max(greatest, value);
            }
            if constexpr (std::is_integral_v<T>) {
                bounds.min.push_back(std::to_string(least));
                bounds.max.push_back(std::to_string(greatest));
            } else {
                bounds.min.push_back(toText(least));
                bounds.max.push_back(toText(greatest));
            }
        }
    });
    return hasNan ? std::nullopt : std::optional(std::move(bounds));
}

} // namespace sartor::io
