// SPDX-License-Identifier: Apache-2.0
// Values of a graph's parameters over time.
#include "graph_schedule.h"

#include <sartor/graph/parameter_text.h>

#include <algorithm>
#include <string_view>

namespace sartor::cli {
namespace {

using graph::ParameterDefinition;
using graph::ParameterType;

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
        const auto values = graph::parseParameterValues(graph.parameters()[parameter.value()],
                                                        text.substr(equals + 1));
        if (!values) {
            return Error{"usage.value", option + ": " + values.error().message};
        }
        for (const graph::TimedParameterValue& value : *values) {
            schedule.changes_.push_back({value.time, parameter, value.value});
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
