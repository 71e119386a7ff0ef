// SPDX-License-Identifier: Apache-2.0
// Messages about command lines.
#include "usage.h"

#include <sartor/io/text.h>

#include <CLI/Error.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace sartor::cli {
namespace {

/// How many letters have to be put in, left out, exchanged or swapped with their neighbour.
/// Source: Damerau, "A technique for computer detection and correction of spelling errors", 1964;
/// the form that touches no letter twice.
std::size_t slipCount(std::string_view a, std::string_view b) {
    std::vector<std::size_t> beforeLast;
    std::vector<std::size_t> last(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::vector<std::size_t> row(b.size() + 1, i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t exchanged = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, exchanged});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
            }
        }
        beforeLast = std::exchange(last, std::move(row));
    }
    return last[b.size()];
}

/// At most three of the candidates: those that begin with the word or end in it, and those that a
/// slip of the fingers makes of it.
std::vector<std::string> namesLike(std::string_view word, std::span<const std::string> candidates) {
    constexpr std::size_t kMost = 3;
    const auto letters = [](std::string_view name) {
        return name.substr(std::min(name.find_first_not_of('-'), name.size()));
    };
    const std::string_view typed = letters(word);
    std::vector<std::pair<std::size_t, std::string>> alike;
    for (const std::string& candidate : candidates) {
        const std::string_view name = letters(candidate);
        const std::size_t slips = slipCount(typed, name);
        const bool isPart = typed.size() >= 3 && (name.starts_with(typed) || name.ends_with(typed));
        if (isPart || slips <= std::min(typed.size(), name.size()) / 3) {
            alike.emplace_back(slips, candidate);
        }
    }
    std::stable_sort(
        alike.begin(), alike.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(kMost, alike.size()); ++i) {
        names.push_back(alike[i].second);
    }
    return names;
}

std::string list(std::span<const std::string> names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    }
    return text;
}

/// "sartor plugin new" of the sub-command of a sub-command.
std::string callOf(const CLI::App& command) {
    const CLI::App* parent = command.get_parent();
    return (parent == nullptr ? "" : callOf(*parent) + " ") + command.get_name();
}

std::string unexpected(const CLI::App& command, const std::string& argument) {
    const std::string help = "; '" + callOf(command) + " --help' tells what there is";
    if (!argument.starts_with('-')) {
        return "'" + argument + "' was not expected" + help;
    }
    std::vector<std::string> known;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            known.push_back("--" + name);
        }
    }
    const std::string name = argument.substr(0, argument.find('='));
    const std::vector<std::string> alike = namesLike(name, known);
    return "there is no option '" + name + "'" +
           (alike.empty() ? help : "; did you mean " + list(alike) + "?");
}

} // namespace

std::string usageMessage(const CLI::App& app,
                         const CLI::ParseError& error,
                         std::span<const char* const> arguments) {
    const std::vector<std::string> left = app.remaining();
    if (const std::vector<CLI::App*> chosen = app.get_subcommands();
        !chosen.empty() && left.empty()) {
        return usageMessage(*chosen.front(), error, arguments.subspan(arguments.empty() ? 0 : 1));
    }
    const std::vector<const CLI::App*> commands = app.get_subcommands({});
    if (app.get_subcommands().empty() && !commands.empty() && !arguments.empty() &&
        arguments[0][0] != '-') {
        std::string names;
        for (const CLI::App* command : commands) {
            if (!command->get_group().empty()) {
                names += (names.empty() ? "" : ", ") + command->get_name();
            }
        }
        return "there is no command '" + std::string(arguments[0]) + "'; there is " + names;
    }
    const auto option = std::find_if(left.begin(), left.end(), [](const std::string& argument) {
        return argument.starts_with('-');
    });
    // A mistyped option is often why another one is missing, so it comes first.
    if (option != left.end()) {
        return unexpected(app, *option);
    }
    const bool isLeft =
        error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) && !left.empty();
    return isLeft ? unexpected(app, left.front()) : error.what();
}

Status expectNoneOf(const CLI::App& command,
                    std::initializer_list<const char*> options,
                    std::string_view reason) {
    for (const char* option : options) {
        if (command.count(option) > 0) {
            return Error{"usage.together", std::string(reason) + ": " + option + " has no effect"};
        }
    }
    return {};
}

CLI::Validator finiteFrom(double minimum) {
    return CLI::Validator(
        [minimum](const std::string& text) {
            double value = 0.0;
            const char* const last = text.data() + text.size();
            const auto [end, error] = std::from_chars(text.data(), last, value);
            const bool isFine =
                error == std::errc() && end == last && std::isfinite(value) && value >= minimum;
            const std::string bound =
                std::isinf(minimum) ? "" : " of at least " + io::toText(minimum);
            return isFine ? std::string() : "'" + text + "' is not a number" + bound;
        },
        "");
}

CLI::Validator finiteNumber() {
    return finiteFrom(-std::numeric_limits<double>::infinity());
}

CLI::Validator wholeNumber(std::uint64_t minimum, std::uint64_t maximum) {
    return CLI::Validator(
        [minimum, maximum](const std::string& text) {
            std::uint64_t value = 0;
            const char* const last = text.data() + text.size();
            const auto [end, error] = std::from_chars(text.data(), last, value);
            const bool isFine =
                error == std::errc() && end == last && value >= minimum && value <= maximum;
            return isFine ? std::string()
                          : "'" + text + "' is not a whole number from " + std::to_string(minimum) +
                                " to " + std::to_string(maximum);
        },
        "");
}

} // namespace sartor::cli
