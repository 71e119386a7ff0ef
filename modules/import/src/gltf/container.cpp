// SPDX-License-Identifier: Apache-2.0
// GLB chunks and the text encoding of the JSON.
#include "gltf/container.h"

#include "gltf/failure.h"

#include <sartor/base/utf8.h>

#include <bit>
#include <cstdint>
#include <cstring>

namespace sartor::import::gltf {
namespace {

static_assert(std::endian::native == std::endian::little, "glTF data is read in place");

constexpr std::size_t kHeaderSize = 12;
constexpr std::size_t kChunkHeaderSize = 8;
constexpr std::uint32_t kMagic = 0x46546C67;       // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;   // "JSON"
constexpr std::uint32_t kBinaryChunk = 0x004E4942; // "BIN"

std::uint32_t wordAt(std::span<const std::byte> bytes, std::size_t offset) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + offset, sizeof word);
    return word;
}

std::string_view asText(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Container openGlb(std::span<const std::byte> file, Notes& notes) {
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
        const std::span<const std::byte> content = file.subspan(offset, chunkLength);
        offset += chunkLength;
        if (chunk == 0 && type != kJsonChunk) {
            fail("gltf.chunk", place, "expected the JSON chunk first");
        }
        if (chunk == 0) {
            container.json = asText(content);
        } else if (chunk == 1 && type == kBinaryChunk) {
            container.binary = content;
        } else {
            notes.info("gltf.chunk_ignored",
                       place,
                       "a chunk of " + std::to_string(chunkLength) +
                           " bytes that glTF does not know here was ignored");
        }
    }
    if (container.json.data() == nullptr) {
        fail("file.truncated", "GLB header", "there is no JSON chunk");
    }
    return container;
}

// The code unit of a JSON escape (backslash, u, four digits) at the front.
std::optional<unsigned> escapedUnit(std::string_view text) {
    if (text.size() < 6 || text[0] != '\\' || text[1] != 'u') {
        return std::nullopt;
    }
    unsigned unit = 0;
    for (const char c : text.substr(2, 4)) {
        const unsigned digit = c >= '0' && c <= '9'   ? static_cast<unsigned>(c - '0')
                               : c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a') + 10
                               : c >= 'A' && c <= 'F' ? static_cast<unsigned>(c - 'A') + 10
                                                      : 16;
        if (digit > 15) {
            return std::nullopt;
        }
        unit = unit * 16 + digit;
    }
    return unit;
}

} // namespace

Container openContainer(std::span<const std::byte> file, Notes& notes) {
    if (file.empty()) {
        fail("file.truncated", "file", "it is empty");
    }
    if (file.size() >= 4 && wordAt(file, 0) == kMagic) {
        return openGlb(file, notes);
    }
    Container container;
    container.json = asText(file);
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (container.json.starts_with(kByteOrderMark)) {
        container.json.remove_prefix(kByteOrderMark.size());
        notes.info("file.byte_order_mark", "", "a byte order mark before the JSON was skipped");
    }
    return container;
}

std::string repairText(std::string_view text) {
    std::string repaired;
    repaired.reserve(text.size());
    while (!text.empty()) {
        std::size_t taken = 0;
        if (const std::optional<unsigned> unit = escapedUnit(text)) {
            const bool isHigh = *unit >= 0xD800 && *unit <= 0xDBFF;
            const bool isLow = *unit >= 0xDC00 && *unit <= 0xDFFF;
            const std::optional<unsigned> next =
                isHigh ? escapedUnit(text.substr(6)) : std::nullopt;
            const bool isPair = next && *next >= 0xDC00 && *next <= 0xDFFF;
            taken = isPair ? 12 : 6;
            if (isLow || (isHigh && !isPair)) {
                repaired += "\\ufffd";
            } else {
                repaired += text.substr(0, taken);
            }
        } else if (text[0] == '\\' && text.size() > 1 &&
                   static_cast<unsigned char>(text[1]) < 0x80) {
            taken = 2; // so that the second of two backslashes starts no escape
            repaired += text.substr(0, taken);
        } else {
            const Utf8Sequence sequence = utf8SequenceAtFront(text);
            taken = sequence.length;
            repaired += sequence.isValid ? text.substr(0, taken) : kReplacementCharacter;
        }
        text.remove_prefix(taken);
    }
    return repaired;
}

} // namespace sartor::import::gltf
