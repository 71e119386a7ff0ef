// SPDX-License-Identifier: Apache-2.0
// Shortest numbers, and repair of names that are not UTF-8.
#include <sartor/io/text.h>

#include <array>
#include <charconv>
#include <cstdint>

namespace sartor::io {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

template <class T>
std::string shortest(T number) {
    std::array<char, 32> buffer;
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return std::string(buffer.data(), result.ptr);
}

/// How many bytes the sequence at `position` has, and whether it is a whole code point. For a
/// broken one: the longest start of a possible sequence, at least one byte.
struct Sequence {
    std::size_t length = 1;
    bool isValid = false;
};

Sequence sequenceAt(std::string_view bytes, std::size_t position) {
    const auto byteAt = [&](std::size_t offset) -> std::uint8_t {
        return static_cast<std::uint8_t>(bytes[position + offset]);
    };
    const std::uint8_t lead = byteAt(0);
    if (lead < 0x80) {
        return {1, true};
    }
    // Table 3-7 of the Unicode standard: only the second byte has a range of its own, which keeps
    // out overlong forms, surrogates and everything above U+10FFFF.
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
        if (position + i == bytes.size() || byteAt(i) < low || byteAt(i) > high) {
            return {i, false};
        }
        low = 0x80;
        high = 0xBF;
    }
    return {length, true};
}

enum class Controls { Kept, Replaced };

std::string repaired(std::string_view bytes, Controls controls) {
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size();) {
        const Sequence sequence = sequenceAt(bytes, i);
        const std::string_view part = bytes.substr(i, sequence.length);
        const auto lead = static_cast<std::uint8_t>(part[0]);
        // C0, DEL, and C1 (U+0080 to U+009F), which terminals obey as well.
        const bool isControl =
            lead < 0x20 || lead == 0x7F ||
            (lead == 0xC2 && part.size() == 2 && static_cast<std::uint8_t>(part[1]) < 0xA0);
        const bool isReplaced = !sequence.isValid || (isControl && controls == Controls::Replaced);
        text += isReplaced ? kReplacement : part;
        i += sequence.length;
    }
    return text;
}

} // namespace

std::string toText(float number) {
    return shortest(number);
}

std::string toText(double number) {
    return shortest(number);
}

std::string validUtf8(std::string_view bytes) {
    return repaired(bytes, Controls::Kept);
}

std::string printable(std::string_view name) {
    return repaired(name, Controls::Replaced);
}

} // namespace sartor::io
