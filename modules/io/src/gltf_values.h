// SPDX-License-Identifier: Apache-2.0
// Numbers in the component types of glTF accessors.
#pragma once

#include <sartor/import/gltf_component.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sartor::io {

using sartor::import::GltfComponent;

/// What the numbers of an accessor are.
struct GltfEncoding {
    GltfComponent component = GltfComponent::Float;
    bool isNormalized = false;

    bool operator==(const GltfEncoding&) const = default;
};

/// Values as bytes, element after element without gaps.
struct GltfValues {
    GltfEncoding encoding;
    /// "VEC4"
    std::string type;
    std::size_t componentCount = 1;
    std::vector<std::byte> bytes;

    std::size_t elementSize() const { return componentCount * sizeOf(encoding.component); }
    std::size_t count() const { return bytes.size() / elementSize(); }
};

/// The type of an element with so many components: "SCALAR", "VEC3", "MAT4".
std::string typeOf(std::size_t componentCount);

/// The numbers in the given encoding, rounded where it is a fraction; as floats where it cannot
/// hold them: fractions beyond one, whole numbers that are none.
GltfValues
encodeFloats(std::span<const float> values, std::size_t componentCount, GltfEncoding encoding);

/// Bytes, or 16 bits where that does not hold the largest.
GltfValues encodeJoints(std::span<const std::uint32_t> joints, GltfComponent preferred);

/// The weights of a vertex as fractions of `steps`, by largest remainder: those that sum to one
/// within 1e-4 give exactly `steps`, all others are rounded each for itself.
void quantizeWeights(std::span<const float> weights,
                     std::uint32_t steps,
                     std::span<std::uint32_t> quantized);

/// The least and greatest value of each component, as JSON numbers in the terms of the encoding;
/// nothing where a value is NaN or there is none.
struct GltfBounds {
    std::vector<std::string> min;
    std::vector<std::string> max;
};
std::optional<GltfBounds> boundsOf(const GltfValues& values);

} // namespace sartor::io
