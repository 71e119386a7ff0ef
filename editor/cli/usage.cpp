// SPDX-License-Identifier: Apache-2.0
// Messages about command lines.
#include "usage.h"

#include <sartor/base/similar_names.h>
#include <sartor/io/text.h>

#include <CLI/Error.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace sartor::cli {
namespace {

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
           (alike.empty() ? help : "; did you mean " + alternatives(alike) + "?");
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
