// SPDX-License-Identifier: Apache-2.0
// Names of the file as valid UTF-8.
#include "assimp_input.h"

#include <cstring>
#include <string_view>

namespace sartor::import {
namespace {

// Bytes of the UTF-8 sequence at the start of `text`; 0 when it is not one (Unicode 15, table 3-7).
std::size_t sequenceLength(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    const auto isTail = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
    const unsigned lead = byte(0);
    if (lead < 0x80u) {
        return 1;
    }
    if (lead >= 0xC2u && lead <= 0xDFu) {
        return isTail(1) ? 2 : 0;
    }
    if (lead >= 0xE0u && lead <= 0xEFu) {
        const bool isOverlong = lead == 0xE0u && byte(1) < 0xA0u;
        const bool isSurrogate = lead == 0xEDu && byte(1) > 0x9Fu;
        return isTail(1) && isTail(2) && !isOverlong && !isSurrogate ? 3 : 0;
    }
    if (lead >= 0xF0u && lead <= 0xF4u) {
        const bool isOverlong = lead == 0xF0u && byte(1) < 0x90u;
        const bool isTooLarge = lead == 0xF4u && byte(1) > 0x8Fu;
        return isTail(1) && isTail(2) && isTail(3) && !isOverlong && !isTooLarge ? 4 : 0;
    }
    return 0;
}

} // namespace

std::string textOf(const aiString& string) {
    std::string_view rest(string.data, strnlen(string.data, sizeof(string.data)));
    std::string text;
    while (!rest.empty()) {
        const std::size_t length = sequenceLength(rest);
        text += length == 0 ? std::string_view("\xEF\xBF\xBD") : rest.substr(0, length);
        rest.remove_prefix(length == 0 ? 1 : length);
    }
    return text;
}

} // namespace sartor::import
