// SPDX-License-Identifier: Apache-2.0
// Code points in bytes that may be anything.
#include <sartor/base/assert.h>
#include <sartor/base/utf8.h>

#include <cstdint>

namespace sartor {

Utf8Sequence utf8SequenceAtFront(std::string_view bytes) {
    SARTOR_ASSERT(!bytes.empty());
    const auto byteAt = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
    const std::uint8_t lead = byteAt(0);
    if (lead < 0x80) {
        return {1, true};
    }
    // Only the second byte has a range of its own, which keeps out overlong forms, surrogates and
    // everything above U+10FFFF.
    std::size_t length = 0;
    std::uint8_t low = 0x80;
    std::uint8_t high = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
        length = 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        length = 3;
        low = lead == 0xE0 ? 0xA0 : 0x80;
        high = lead == 0xED ? 0x9F : 0xBF;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        length = 4;
        low = lead == 0xF0 ? 0x90 : 0x80;
        high = lead == 0xF4 ? 0x8F : 0xBF;
    } else {
        return {};
    }
    for (std::size_t i = 1; i < length; ++i) {
        if (i == bytes.size() || byteAt(i) < low || byteAt(i) > high) {
            return {i, false};
        }
        low = 0x80;
        high = 0xBF;
    }
    return {length, true};
}

} // namespace sartor
