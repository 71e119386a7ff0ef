// SPDX-License-Identifier: Apache-2.0
// Bytes and escapes that are no text, replaced.
#include "gltf/json_text.h"

#include <sartor/base/utf8.h>

#include <optional>

namespace sartor::import::gltf {
namespace {

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

std::string placeBeyondDepth(std::string_view text, std::size_t depth) {
    std::size_t level = 0;
    std::size_t line = 1;
    std::size_t lineStart = 0;
    bool isInString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n') {
            ++line;
            lineStart = i + 1;
        } else if (isInString && c == '\\') {
            ++i;
        } else if (c == '"') {
            isInString = !isInString;
        } else if (!isInString && (c == '[' || c == '{')) {
            if (++level > depth) {
                return "line " + std::to_string(line) + ", column " +
                       std::to_string(i - lineStart + 1);
            }
        } else if (!isInString && (c == ']' || c == '}') && level > 0) {
            --level;
        }
    }
    return {};
}

} // namespace sartor::import::gltf
