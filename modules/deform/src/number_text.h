// SPDX-License-Identifier: Apache-2.0
// Numbers in chains and in what is said of them.
#pragma once

#include <array>
#include <charconv>
#include <string>

namespace sartor::deform {

/// As few digits as give the same number again.
inline std::string shortestNumber(double value) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return {digits.data(), end.ptr};
}

} // namespace sartor::deform
