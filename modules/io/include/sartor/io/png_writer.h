// SPDX-License-Identifier: Apache-2.0
// PNG pictures.
#pragma once

#include <sartor/base/result.h>

#include <cstdint>
#include <filesystem>
#include <span>

namespace sartor::io {

/// Rows from the top, four bytes a pixel: blue, green, red and one that is ignored. Borrowed.
struct BgraImage {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::span<const std::uint8_t> bgra;
};

/// Writes an opaque 8-bit RGB picture, atomically.
/// Errors: "output.picture" (sizes that do not fit, or zero), "file.unwritable".
Status writePng(const std::filesystem::path& path, const BgraImage& image);

} // namespace sartor::io
