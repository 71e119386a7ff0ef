// SPDX-License-Identifier: Apache-2.0
// GLB chunks.
#include "gltf/container.h"

#include "gltf/failure.h"

#include <simdjson.h>

#include <bit>
#include <cstdint>
#include <string_view>

namespace sartor::import::gltf {
namespace {

static_assert(std::endian::native == std::endian::little, "glTF data is read in place");

constexpr std::size_t kHeaderSize = 12;
constexpr std::size_t kChunkHeaderSize = 8;
constexpr std::uint32_t kMagic = 0x46546C67;       // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;   // "JSON"
constexpr std::uint32_t kBinaryChunk = 0x004E4942; // "BIN"

std::uint32_t wordAt(const Bytes& bytes, std::size_t offset) {
    std::uint32_t word = 0;
    bytes.copy(offset, std::as_writable_bytes(std::span(&word, 1)));
    return word;
}

std::string textOf(const Bytes& bytes) {
    std::string text;
    text.reserve(bytes.size() + simdjson::SIMDJSON_PADDING);
    text.resize(bytes.size());
    bytes.copy(0, std::as_writable_bytes(std::span(text)));
    return text;
}

Container openGlb(const Bytes& file, Notes& notes) {
    if (file.size() < kHeaderSize) {
        fail("file.truncated",
             "GLB header",
             std::to_string(file.size()) + " bytes, expected at least 12");
    }
    if (const std::uint32_t version = wordAt(file, 4); version != 2) {
        fail("gltf.version",
             "GLB header",
             "container version " + std::to_string(version) + ", expected 2");
    }
    const std::size_t length = wordAt(file, 8);
    if (length > file.size()) {
        fail("file.truncated",
             "GLB header",
             "declares " + std::to_string(length) + " bytes, the file has " +
                 std::to_string(file.size()));
    }
    if (length < file.size()) {
        notes.warning("gltf.trailing_bytes",
                      "GLB header",
                      std::to_string(file.size() - length) +
                          " bytes after the declared end were ignored");
    }
    Container container;
    bool hasJson = false;
    std::size_t offset = kHeaderSize;
    for (std::size_t chunk = 0; offset < length; ++chunk) {
        const std::string place = "GLB chunk " + std::to_string(chunk);
        if (length - offset < kChunkHeaderSize) {
            fail("file.truncated",
                 place,
                 std::to_string(length - offset) + " bytes are left for its header, expected 8");
        }
        const std::size_t chunkLength = wordAt(file, offset);
        const std::uint32_t type = wordAt(file, offset + 4);
        offset += kChunkHeaderSize;
        if (chunkLength > length - offset) {
            fail("file.truncated",
                 place,
                 "declares " + std::to_string(chunkLength) + " bytes, " +
                     std::to_string(length - offset) + " are left");
        }
        const Bytes content = file.part(offset, chunkLength);
        offset += chunkLength;
        if (chunk == 0 && type != kJsonChunk) {
            fail("gltf.chunk", place, "expected the JSON chunk first");
        }
        if (chunk == 0) {
            container.json = textOf(content);
            hasJson = true;
        } else if (chunk == 1 && type == kBinaryChunk) {
            container.binary = content;
        } else {
            notes.info("gltf.chunk_ignored",
                       place,
                       "a chunk of " + std::to_string(chunkLength) +
                           " bytes that glTF does not know here was ignored");
        }
    }
    if (!hasJson) {
        fail("file.truncated", "GLB header", "there is no JSON chunk");
    }
    return container;
}

} // namespace

Container openContainer(const Bytes& file, Notes& notes) {
    if (file.size() == 0) {
        fail("file.truncated", "file", "it is empty");
    }
    if (file.size() >= 4 && wordAt(file, 0) == kMagic) {
        return openGlb(file, notes);
    }
    Container container;
    container.json = textOf(file);
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (container.json.starts_with(kByteOrderMark)) {
        container.json.erase(0, kByteOrderMark.size());
        notes.info("file.byte_order_mark", "", "a byte order mark before the JSON was skipped");
    }
    return container;
}

} // namespace sartor::import::gltf
