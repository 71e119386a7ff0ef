// SPDX-License-Identifier: Apache-2.0
// Texts of parameters.
#include "number_text.h"

#include <sartor/graph/parameter_text.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace sartor::graph {
namespace {

template <class Number>
std::optional<Number> finiteIn(std::string_view text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = error == std::errc() && end == text.data() + text.size();
    return isWhole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// Parts between separators; one for a text without any.
std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

/// The values of the text: between commas, but three numbers between commas are one vector.
std::vector<std::string_view> valuesOf(std::string_view text, ParameterType type) {
    const std::vector<std::string_view> parts = split(text, ',');
    if (type != ParameterType::Vector3) {
        return parts;
    }
    std::vector<std::string_view> values;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        std::string_view value = parts[i];
        if (value.find(':') == std::string_view::npos && i + 2 < parts.size()) {
            i += 2;
            value = std::string_view(
                value.data(),
                static_cast<std::size_t>(parts[i].data() + parts[i].size() - value.data()));
        }
        values.push_back(value);
    }
    return values;
}

std::optional<glm::vec3> truthIn(std::string_view text) {
    constexpr std::array<std::string_view, 3> kTrue = {"true", "on", "1"};
    constexpr std::array<std::string_view, 3> kFalse = {"false", "off", "0"};
    const bool isTrue = std::find(kTrue.begin(), kTrue.end(), text) != kTrue.end();
    const bool isFalse = std::find(kFalse.begin(), kFalse.end(), text) != kFalse.end();
    return isTrue || isFalse ? std::optional(glm::vec3(isTrue ? 1.0f : 0.0f, 0.0f, 0.0f))
                             : std::nullopt;
}

std::optional<glm::vec3> vectorIn(std::string_view text) {
    const char separator = text.find(':') == std::string_view::npos ? ',' : ':';
    const std::vector<std::string_view> parts = split(text, separator);
    if (parts.size() != 3) {
        return std::nullopt;
    }
    glm::vec3 vector(0.0f);
    for (int i = 0; i < 3; ++i) {
        const auto number = finiteIn<float>(parts[static_cast<std::size_t>(i)]);
        if (!number) {
            return std::nullopt;
        }
        vector[i] = *number;
    }
    return vector;
}

std::optional<glm::vec3> valueIn(std::string_view text, const ParameterDefinition& parameter) {
    switch (parameter.type) {
    case ParameterType::Float: {
        const auto number = finiteIn<float>(text);
        // In floats, as the graph compares.
        const bool isInRange = number && *number >= static_cast<float>(parameter.minimum) &&
                               *number <= static_cast<float>(parameter.maximum);
        return isInRange ? std::optional(glm::vec3(*number, 0.0f, 0.0f)) : std::nullopt;
    }
    case ParameterType::Bool:
        return truthIn(text);
    case ParameterType::Vector3:
        return vectorIn(text);
    case ParameterType::Trigger:
        break;
    }
    return text == "fire" ? std::optional(glm::vec3(1.0f, 0.0f, 0.0f)) : std::nullopt;
}

std::string expectedText(const ParameterDefinition& parameter) {
    switch (parameter.type) {
    case ParameterType::Float:
        return "a number from " + numberText(parameter.minimum) + " to " +
               numberText(parameter.maximum);
    case ParameterType::Bool:
        return "true or false";
    case ParameterType::Vector3:
        return "three numbers as x:y:z";
    case ParameterType::Trigger:
        break;
    }
    return "fire";
}

} // namespace

Result<std::vector<TimedParameterValue>> parseParameterValues(const ParameterDefinition& parameter,
                                                              std::string_view text) {
    std::vector<TimedParameterValue> values;
    for (const std::string_view part : valuesOf(text, parameter.type)) {
        const std::size_t at = part.find('@');
        const auto value = valueIn(part.substr(0, at), parameter);
        const auto time = at == std::string_view::npos ? std::optional(0.0)
                                                       : finiteIn<double>(part.substr(at + 1));
        if (!value || !time || !(*time >= 0.0)) {
            return Error{"graph.parameter_text",
                         "parameter '" + parameter.id + "': '" + std::string(part) +
                             "': expected " + expectedText(parameter) +
                             ", and @SECONDS from 0 on where it begins later"};
        }
        values.push_back({*time, *value});
    }
    return values;
}

} // namespace sartor::graph
