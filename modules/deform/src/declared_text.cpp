// SPDX-License-Identifier: Apache-2.0
// What texts of a declaration may look like.
#include "declared_text.h"

#include <sartor/base/utf8.h>

#include <algorithm>
#include <cstddef>

namespace sartor::deform {

namespace {

bool isLowerOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

} // namespace

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const Utf8Sequence sequence = utf8SequenceAtFront(text);
        if (!sequence.isValid) {
            return false;
        }
        text.remove_prefix(sequence.length);
    }
    return true;
}

bool isWord(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return isLowerOrDigit(c) || c == '_' || c == '-';
    });
}

bool isDottedId(std::string_view text) {
    std::size_t dot = text.find('.');
    if (dot == std::string_view::npos || dot == 0 ||
        !std::all_of(
            text.begin(), text.begin() + static_cast<std::ptrdiff_t>(dot), isLowerOrDigit)) {
        return false;
    }
    while (dot != std::string_view::npos) {
        const std::size_t next = text.find('.', dot + 1);
        if (!isWord(text.substr(dot + 1, next - dot - 1))) {
            return false;
        }
        dot = next;
    }
    return true;
}

} // namespace sartor::deform
