// SPDX-License-Identifier: Apache-2.0
// Values of a graph's parameters over time, as a person writes them.
#pragma once

#include <sartor/base/result.h>
#include <sartor/graph/graph_instance.h>

#include <span>
#include <string>
#include <vector>

namespace sartor::cli {

/// What --set options say, NAME=VALUES with values as parseParameterValues() reads them:
/// "speed=0@0,2@1.5", "target=0:1:2", "jump=fire@0.5".
class GraphSchedule {
public:
    /// Errors: "usage.pair" (not NAME=VALUE), "usage.unknown" (no such parameter), "usage.value"
    /// (no value of its type and range, or no time), each naming the option.
    static Result<GraphSchedule> parse(std::span<const std::string> settings,
                                       const graph::CompiledGraph& graph);

    /// Sets what begins before or at `time`, in seconds from the start, and was not set before. To
    /// be called with times that rise, before each update. Triggers are fired.
    void apply(double time, graph::GraphInstance& instance);

private:
    struct Change {
        double time = 0.0;
        graph::ParameterIndex parameter;
        glm::vec3 value = glm::vec3(0.0f);
    };

    std::vector<Change> changes_; // by time, of one time in the order of the options
    std::size_t next_ = 0;
};

} // namespace sartor::cli
