// SPDX-License-Identifier: Apache-2.0
// Shortest numbers, and names of any bytes.
#include <sartor/base/utf8.h>
#include <sartor/io/text.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace sartor::io {
namespace {

template <class T>
std::string shortest(T number) {
    std::array<char, 32> buffer;
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return std::string(buffer.data(), result.ptr);
}

/// C0, DEL, and C1 (U+0080 to U+009F), which terminals obey as well.
bool isControl(std::string_view codePoint) {
    const auto lead = static_cast<std::uint8_t>(codePoint[0]);
    return lead < 0x20 || lead == 0x7F ||
           (lead == 0xC2 && static_cast<std::uint8_t>(codePoint[1]) < 0xA0);
}

std::string escaped(std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    constexpr std::array<std::pair<char, std::string_view>, 3> kNamed = {
        std::pair('\n', "\\n"), std::pair('\r', "\\r"), std::pair('\t', "\\t")};
    std::string text;
    for (const char byte : bytes) {
        const auto named = std::find_if(
            kNamed.begin(), kNamed.end(), [&](const auto& pair) { return pair.first == byte; });
        if (named != kNamed.end()) {
            text += named->second;
            continue;
        }
        const auto value = static_cast<std::uint8_t>(byte);
        text += "\\x";
        text += kDigits[value >> 4];
        text += kDigits[value & 15];
    }
    return text;
}

/// The bytes with each run that is no code point by broken(run), and each code point by
/// written(code point).
template <class Broken, class Written>
std::string rewritten(std::string_view bytes, Broken broken, Written written) {
    std::string text;
    text.reserve(bytes.size());
    while (!bytes.empty()) {
        const Utf8Sequence sequence = utf8SequenceAtFront(bytes);
        const std::string_view part = bytes.substr(0, sequence.length);
        text += sequence.isValid ? written(part) : broken(part);
        bytes.remove_prefix(sequence.length);
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
    return rewritten(
        bytes,
        [](std::string_view) { return kReplacementCharacter; },
        [](std::string_view codePoint) { return codePoint; });
}

std::string printable(std::string_view name) {
    return rewritten(name, escaped, [](std::string_view codePoint) {
        return isControl(codePoint) ? escaped(codePoint) : std::string(codePoint);
    });
}

} // namespace sartor::io
