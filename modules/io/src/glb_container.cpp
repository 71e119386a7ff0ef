// SPDX-License-Identifier: Apache-2.0
// Chunks of a .glb.
#include "glb_container.h"

#include "little_endian.h"

#include <limits>

namespace sartor::io {
namespace {

constexpr std::uint32_t kJson = 0x4E4F534A;
constexpr std::uint32_t kBinary = 0x004E4942;

std::size_t padded(std::size_t size) {
    return (size + 3) / 4 * 4;
}

void appendChunk(std::vector<std::byte>& bytes,
                 std::uint32_t type,
                 std::span<const std::byte> content) {
    appendNumber(bytes, static_cast<std::uint32_t>(padded(content.size())));
    appendNumber(bytes, type);
    appendBytes(bytes, content);
    bytes.resize(padded(bytes.size()), type == kJson ? std::byte{' '} : std::byte{0});
}

} // namespace

Result<std::vector<std::byte>> glbContainer(std::string_view json,
                                            std::span<const std::byte> binary,
                                            std::span<const GlbChunk> others) {
    std::size_t size = 12 + 8 + padded(json.size());
    size += binary.empty() ? 0 : 8 + padded(binary.size());
    for (const GlbChunk& chunk : others) {
        size += 8 + padded(chunk.second.size());
    }
    if (size > std::numeric_limits<std::uint32_t>::max()) {
        return Error{"output.too_large", "a .glb file holds at most 4 GiB"};
    }
    std::vector<std::byte> bytes;
    bytes.reserve(size);
    appendText(bytes, "glTF");
    appendNumber(bytes, std::uint32_t{2});
    appendNumber(bytes, static_cast<std::uint32_t>(size));
    appendChunk(bytes, kJson, std::as_bytes(std::span(json.data(), json.size())));
    if (!binary.empty()) {
        appendChunk(bytes, kBinary, binary);
    }
    for (const auto& [type, content] : others) {
        appendChunk(bytes, type, content);
    }
    return bytes;
}

} // namespace sartor::io
