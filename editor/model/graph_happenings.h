// SPDX-License-Identifier: Apache-2.0
// What a graph did in a frame that one looks for later: events of clips, transitions of machines.
#pragma once

#include <sartor/graph/graph_instance.h>

#include <QString>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace sartor::editor {

struct GraphHappening {
    enum class Kind {
        Event,     ///< of a clip; `name` is its name
        Transition ///< of a state machine, from `from` to `to`
    };
    Kind kind = Kind::Event;
    double time = 0.0; ///< seconds since the start of the graph
    std::string node{};
    std::string name{};
    std::string from{};
    std::string to{};
    float weight = 0.0f; ///< of the node in the output, [0, 1]

    bool operator==(const GraphHappening&) const = default;
};

/// A frame as it is seen from outside.
struct GraphFrameSeen {
    double time = 0.0; ///< at its end
    double dt = 0.0;
    std::span<const graph::Event> events{};
    /// Before the frame; empty where that is not known, and then no transition is found.
    std::span<const graph::NodeActivity> before{};
    std::span<const graph::NodeActivity> after{};
};

/// In the order of their times; transitions are at the end of the frame, which is when they begin.
/// A cut from a state to itself cannot be told from staying there.
std::vector<GraphHappening> happeningsOf(const graph::CompiledGraph& graph,
                                         const GraphFrameSeen& frame);

/// "step_left", "Stand → Jump".
QString happeningText(const GraphHappening& happening);

} // namespace sartor::editor
