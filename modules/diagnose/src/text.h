// SPDX-License-Identifier: Apache-2.0
// Numbers in sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sartor::diagnose {

/// Four significant digits, without trailing zeros: "0.25", "1.2e-05".
std::string formatNumber(double value);

/// "1 vertex", "3 vertices".
std::string formatCount(std::uint64_t count, std::string_view one, std::string_view many);

} // namespace sartor::diagnose
