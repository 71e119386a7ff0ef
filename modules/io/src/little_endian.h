// SPDX-License-Identifier: Apache-2.0
// Appending little-endian numbers and raw memory to a growing file.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sartor::io {

static_assert(std::endian::native == std::endian::little,
              "the writers copy floats and indices as they lie in memory");

template <std::unsigned_integral T>
void appendNumber(std::vector<std::byte>& bytes, T number) {
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        bytes.push_back(static_cast<std::byte>(number >> (8 * i)));
    }
}

inline void appendBytes(std::vector<std::byte>& bytes, std::span<const std::byte> more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

inline void appendText(std::vector<std::byte>& bytes, std::string_view text) {
    appendBytes(bytes, std::as_bytes(std::span(text.data(), text.size())));
}

} // namespace sartor::io
