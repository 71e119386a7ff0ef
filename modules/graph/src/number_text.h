// SPDX-License-Identifier: Apache-2.0
// Numbers in messages.
#pragma once

#include <charconv>
#include <iterator>
#include <string>

namespace sartor::graph {

/// The shortest text that reads as the same number.
inline std::string numberText(double number) {
    char text[32];
    const auto end = std::to_chars(std::begin(text), std::end(text), number).ptr;
    return {text, end};
}

} // namespace sartor::graph
