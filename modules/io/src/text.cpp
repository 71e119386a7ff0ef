// SPDX-License-Identifier: Apache-2.0
// Shortest numbers, and repair of names that are not UTF-8.
#include <sartor/base/utf8.h>
#include <sartor/io/text.h>

#include <array>
#include <charconv>
#include <cstdint>

namespace sartor::io {
namespace {

template <class T>
std::string shortest(T number) {
    std::array<char, 32> buffer;
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return std::string(buffer.data(), result.ptr);
}

enum class Controls { Kept, Replaced };

std::string repaired(std::string_view bytes, Controls controls) {
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size();) {
        const Utf8Sequence sequence = utf8SequenceAtFront(bytes.substr(i));
        const std::string_view part = bytes.substr(i, sequence.length);
        const auto lead = static_cast<std::uint8_t>(part[0]);
        // C0, DEL, and C1 (U+0080 to U+009F), which terminals obey as well.
        const bool isControl =
            lead < 0x20 || lead == 0x7F ||
            (lead == 0xC2 && part.size() == 2 && static_cast<std::uint8_t>(part[1]) < 0xA0);
        const bool isReplaced = !sequence.isValid || (isControl && controls == Controls::Replaced);
        text += isReplaced ? kReplacementCharacter : part;
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
