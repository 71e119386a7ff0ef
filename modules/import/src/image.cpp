// SPDX-License-Identifier: Apache-2.0
// The decoder, and bounds on what it may be asked for.
#include <sartor/import/image.h>

#include <limits>
#include <memory>

// Only what is needed, and no file access of the library's own.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace sartor::import {

Result<assets::Image> decodeImage(const assets::EncodedImage& image) {
    constexpr std::int64_t kMaximumPixelCount = std::int64_t{64} << 20;
    const std::string where = "image '" + image.name + "'";
    if (image.bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        return Error{"image.too_large",
                     where + ": " + std::to_string(image.bytes.size()) +
                         " bytes, at most 2147483647 are decoded"};
    }
    const auto* bytes = reinterpret_cast<const stbi_uc*>(image.bytes.data());
    const auto size = static_cast<int>(image.bytes.size());
    const auto failure = [&] {
        const char* reason = stbi_failure_reason();
        return Error{"image.undecodable",
                     where + ": " + (reason != nullptr ? reason : "unknown format") +
                         ", expected PNG or JPEG"};
    };
    int width = 0;
    int height = 0;
    int channels = 0;
    // The header alone first, so that a small file cannot ask for a huge allocation.
    if (size == 0 || stbi_info_from_memory(bytes, size, &width, &height, &channels) == 0 ||
        width <= 0 || height <= 0) {
        return failure();
    }
    if (std::int64_t{width} * height > kMaximumPixelCount) {
        return Error{"image.too_large",
                     where + ": " + std::to_string(width) + " x " + std::to_string(height) +
                         " pixels, at most " + std::to_string(kMaximumPixelCount) + " are decoded"};
    }
    const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
        stbi_load_from_memory(bytes, size, &width, &height, &channels, STBI_rgb_alpha),
        stbi_image_free);
    if (!pixels) {
        return failure();
    }
    assets::Image decoded;
    decoded.width = static_cast<std::uint32_t>(width);
    decoded.height = static_cast<std::uint32_t>(height);
    const std::size_t byteCount = std::size_t{4} * decoded.width * decoded.height;
    decoded.rgba.assign(pixels.get(), pixels.get() + byteCount);
    return decoded;
}

} // namespace sartor::import
