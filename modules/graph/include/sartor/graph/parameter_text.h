// SPDX-License-Identifier: Apache-2.0
// Values of a graph's parameters as a person writes them on a command line.
#pragma once

#include <sartor/base/result.h>
#include <sartor/graph/definition.h>

#include <glm/vec3.hpp>

#include <string_view>
#include <vector>

namespace sartor::graph {

/// What a parameter is given, and from when.
struct TimedParameterValue {
    double time = 0.0; ///< seconds from the start
    /// x is the number of a Float, 1 or 0 of a Bool, 1 of a Trigger that fires.
    glm::vec3 value = glm::vec3(0.0f);
};

/// Reads one or more values, between commas: "1.5"; "0@0,2@1.5" with the seconds from which each
/// holds; "true", "on" or "1" and their opposites; "fire@0.5"; "1:2:3" or "1,2,3". One without a
/// time holds from the start.
///
/// Errors: "graph.parameter_text" (no value of the parameter's type, out of its range, or no time
/// from 0 on), naming the parameter, the part and what was expected.
Result<std::vector<TimedParameterValue>> parseParameterValues(const ParameterDefinition& parameter,
                                                              std::string_view text);

} // namespace sartor::graph
