// SPDX-License-Identifier: Apache-2.0
// Reading small files of lines "name value" in a fixed order.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace sartor::deform {

/// Takes "name value\n" off the front and gives the value; none where something else stands there.
inline std::optional<std::string_view> takeLine(std::string_view& text, std::string_view name) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos || !text.starts_with(name) || text.size() <= name.size() ||
        text[name.size()] != ' ') {
        return std::nullopt;
    }
    const std::string_view value = text.substr(name.size() + 1, end - name.size() - 1);
    text.remove_prefix(end + 1);
    return value;
}

/// Whether there is a text and all of it is a number.
template <class Number>
bool parseNumber(std::optional<std::string_view> text, Number& number) {
    if (!text) {
        return false;
    }
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    return error == std::errc() && end == text->data() + text->size();
}

} // namespace sartor::deform
