// SPDX-License-Identifier: Apache-2.0
// What the viewport needs to know to colour a surface.
#pragma once

#include <sartor/math/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sartor::assets {

/// An image as the file holds it, still compressed.
struct EncodedImage {
    std::string name;
    std::string mimeType;
    std::vector<std::byte> bytes;
};

/// Decoded pixels: four bytes each, rows from the top, sRGB colour, straight alpha.
struct Image {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgba;
};

struct Material {
    std::string name;
    /// Linear colour and alpha, multiplied with the texture.
    glm::vec4 baseColorFactor = glm::vec4(1.0f);
    /// Index of an image of the scene.
    std::optional<std::uint32_t> baseColorImage;
    /// Fragments below this alpha are dropped; 0 keeps all.
    float alphaCutoff = 0.0f;
    bool isDoubleSided = false;
};

} // namespace sartor::assets
