// SPDX-License-Identifier: Apache-2.0
// Values of a graph's parameters over time.
#include "graph_schedule.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace sartor::cli {
namespace {

using graph::ParameterDefinition;
using graph::ParameterType;

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

std::optional<glm::vec3> truthIn(std::string_view text) {
    constexpr std::array<std::string_view, 2> kTrue = {"true", "1"};
    constexpr std::array<std::string_view, 2> kFalse = {"false", "0"};
    const bool isTrue = std::find(kTrue.begin(), kTrue.end(), text) != kTrue.end();
    const bool isFalse = std::find(kFalse.begin(), kFalse.end(), text) != kFalse.end();
    return isTrue || isFalse ? std::optional(glm::vec3(isTrue ? 1.0f : 0.0f, 0.0f, 0.0f))
                             : std::nullopt;
}

std::optional<glm::vec3> valueIn(std::string_view text, ParameterType type) {
    switch (type) {
    case ParameterType::Float: {
        const auto number = finiteIn<float>(text);
        return number ? std::optional(glm::vec3(*number, 0.0f, 0.0f)) : std::nullopt;
    }
    case ParameterType::Bool:
        return truthIn(text);
    case ParameterType::Vector3: {
        const std::vector<std::string_view> parts = split(text, ':');
        glm::vec3 vector(0.0f);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto number = finiteIn<float>(parts[i]);
            if (parts.size() != 3 || !number) {
                return std::nullopt;
            }
            vector[static_cast<int>(i)] = *number;
        }
        return vector;
    }
    case ParameterType::Trigger:
        break;
    }
    return text == "fire" ? std::optional(glm::vec3(1.0f, 0.0f, 0.0f)) : std::nullopt;
}

std::string_view expectedText(ParameterType type) {
    switch (type) {
    case ParameterType::Float:
        return "a number";
    case ParameterType::Bool:
        return "true or false";
    case ParameterType::Vector3:
        return "three numbers as x:y:z";
    case ParameterType::Trigger:
        break;
    }
    return "fire";
}

std::string parameterNames(const graph::CompiledGraph& graph) {
    std::string names;
    for (const ParameterDefinition& parameter : graph.parameters()) {
        names += (names.empty() ? "" : ", ") + parameter.id;
    }
    return names.empty() ? "the graph has none" : "there is " + names;
}

} // namespace

Result<GraphSchedule> GraphSchedule::parse(std::span<const std::string> settings,
                                           const graph::CompiledGraph& graph) {
    GraphSchedule schedule;
    for (const std::string& setting : settings) {
        const std::string option = "--set " + setting;
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == setting.size()) {
            return Error{"usage.pair", option + ": expected the form NAME=VALUE"};
        }
        const std::string_view text(setting);
        const graph::ParameterIndex parameter = graph.findParameter(text.substr(0, equals));
        if (parameter.isNone()) {
            return Error{"usage.unknown",
                         option + ": there is no parameter '" +
                             std::string(text.substr(0, equals)) + "'; " + parameterNames(graph)};
        }
        const ParameterType type = graph.parameters()[parameter.value()].type;
        for (const std::string_view part : split(text.substr(equals + 1), ',')) {
            const std::size_t at = part.find('@');
            const auto value = valueIn(part.substr(0, at), type);
            const auto time = at == std::string_view::npos ? std::optional(0.0)
                                                           : finiteIn<double>(part.substr(at + 1));
            if (!value || !time || !(*time >= 0.0)) {
                return Error{"usage.value",
                             option + ": '" + std::string(part) + "': expected " +
                                 std::string(expectedText(type)) +
                                 ", and @SECONDS from 0 on where it begins later"};
            }
            schedule.changes_.push_back({*time, parameter, *value});
        }
    }
    std::stable_sort(schedule.changes_.begin(),
                     schedule.changes_.end(),
                     [](const Change& a, const Change& b) { return a.time < b.time; });
    return schedule;
}

void GraphSchedule::apply(double time, graph::GraphInstance& instance) {
    // Frames that begin at 0.1, 0.2, ... are a rounding before or after it.
    constexpr double kRounding = 1e-9;
    for (; next_ < changes_.size() && changes_[next_].time <= time + kRounding; ++next_) {
        const Change& change = changes_[next_];
        switch (instance.graph().parameters()[change.parameter.value()].type) {
        case ParameterType::Float:
            instance.setFloat(change.parameter, change.value.x);
            break;
        case ParameterType::Bool:
            instance.setBool(change.parameter, change.value.x != 0.0f);
            break;
        case ParameterType::Vector3:
            instance.setVector3(change.parameter, change.value);
            break;
        case ParameterType::Trigger:
            instance.fireTrigger(change.parameter);
            break;
        }
    }
}

} // namespace sartor::cli
