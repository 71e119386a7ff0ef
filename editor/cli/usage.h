// SPDX-License-Identifier: Apache-2.0
// What is wrong with a command line, said better than its parser does.
#pragma once

#include <sartor/base/result.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace sartor::cli {

/// For what the parser refused: names an unknown command or option, with the options of the command
/// that are spelled alike; else the parser's own words.
std::string usageMessage(const CLI::App& app,
                         const CLI::ParseError& error,
                         std::span<const char* const> arguments);

/// Refuses options that were given and would have no effect.
/// Errors: "usage.together", "REASON: --option has no effect".
Status expectNoneOf(const CLI::App& command,
                    std::initializer_list<const char*> options,
                    std::string_view reason);

/// For numbers that are given as text: finite, and at least `minimum`.
CLI::Validator finiteFrom(double minimum);
/// Finite.
CLI::Validator finiteNumber();
/// The largest index or count that an option takes.
inline constexpr std::uint64_t kMaximumIndex = std::numeric_limits<std::uint32_t>::max();
/// A whole number in a range.
CLI::Validator wholeNumber(std::uint64_t minimum, std::uint64_t maximum);

} // namespace sartor::cli
