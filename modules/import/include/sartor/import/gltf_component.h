// SPDX-License-Identifier: Apache-2.0
// The component types of glTF accessors, for what reads and what writes them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::import {

/// Source: glTF 2.0, 3.6.2.2.
enum class GltfComponent : std::uint16_t {
    Int8 = 5120,
    Uint8 = 5121,
    Int16 = 5122,
    Uint16 = 5123,
    Uint32 = 5125,
    Float = 5126
};

/// In bytes.
constexpr std::size_t sizeOf(GltfComponent component) {
    switch (component) {
    case GltfComponent::Int8:
    case GltfComponent::Uint8:
        return 1;
    case GltfComponent::Int16:
    case GltfComponent::Uint16:
        return 2;
    case GltfComponent::Uint32:
    case GltfComponent::Float:
        break;
    }
    return 4;
}

} // namespace sartor::import
