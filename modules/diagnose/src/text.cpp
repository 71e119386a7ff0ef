// SPDX-License-Identifier: Apache-2.0
// Numbers in sentences.
#include "text.h"

#include <array>
#include <cstdio>

namespace sartor::diagnose {

std::string formatNumber(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
}

std::string formatCount(std::uint64_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

} // namespace sartor::diagnose
