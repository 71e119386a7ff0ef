// SPDX-License-Identifier: Apache-2.0
// PNG through stb_image_write.
#include <sartor/base/file.h>
#include <sartor/io/png_writer.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace sartor::io {

Status writePng(const std::filesystem::path& path, const BgraImage& image) {
    // stb counts in int: three bytes a pixel, and a filter byte a row.
    const std::uint64_t pixelCount = std::uint64_t{image.width} * image.height;
    const std::uint64_t largest = std::numeric_limits<int>::max() / 4;
    if (pixelCount == 0 || pixelCount > largest || image.bgra.size() != pixelCount * 4) {
        return Error{"output.picture",
                     path.string() + ": " + std::to_string(image.bgra.size()) +
                         " bytes are no picture of " + std::to_string(image.width) + " x " +
                         std::to_string(image.height)};
    }
    std::vector<std::uint8_t> rgb(pixelCount * 3);
    for (std::size_t i = 0; i < pixelCount; ++i) {
        rgb[i * 3] = image.bgra[i * 4 + 2];
        rgb[i * 3 + 1] = image.bgra[i * 4 + 1];
        rgb[i * 3 + 2] = image.bgra[i * 4];
    }
    std::vector<std::byte> bytes;
    const auto append = [](void* context, void* data, int size) {
        auto& destination = *static_cast<std::vector<std::byte>*>(context);
        const auto* begin = static_cast<const std::byte*>(data);
        destination.insert(destination.end(), begin, begin + size);
    };
    const int isWritten = stbi_write_png_to_func(append,
                                                 &bytes,
                                                 static_cast<int>(image.width),
                                                 static_cast<int>(image.height),
                                                 3,
                                                 rgb.data(),
                                                 static_cast<int>(image.width * 3));
    if (isWritten == 0) {
        return Error{"output.picture", path.string() + ": the picture could not be compressed"};
    }
    return writeFileAtomically(path, bytes);
}

} // namespace sartor::io
