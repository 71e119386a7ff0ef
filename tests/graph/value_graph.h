// SPDX-License-Identifier: Apache-2.0
// A node that yields values, in a graph that asks for them.
#pragma once

#include <support/graph_fixture.h>

#include <string>
#include <utility>
#include <vector>

namespace sartor::test {

/// A graph with the parameters "a", "b" (any number), "on" and "off" (truths) and "v" (a vector),
/// and the node "node" of that type.
inline GraphBuilder
valueGraph(std::string type, graph::Record params, std::vector<graph::PinInputs> inputs) {
    GraphBuilder graph;
    graph.number("a", 0.0, -1e9, 1e9)
        .number("b", 0.0, -1e9, 1e9)
        .parameter({.id = "on", .type = graph::ParameterType::Bool, .initial = true})
        .parameter({.id = "off", .type = graph::ParameterType::Bool})
        .parameter({.id = "v", .type = graph::ParameterType::Vector3});
    graph.node("node", std::move(type), std::move(params), std::move(inputs));
    return graph;
}

/// Has a clip run at the speed that the node's output says, so that it is asked for.
inline GraphPlayer playValue(GraphBuilder graph, std::string output = "value") {
    graph.node("clip",
               "clip",
               {{"clip", "Walk"}},
               {pin("speed", graph::nodeInput("node", std::move(output)))});
    return {graph.definition, smallRig()};
}

/// The same for a truth.
inline GraphPlayer playTruth(GraphBuilder graph) {
    graph.node("clip", "clip", {{"clip", "Walk"}}, {pin("seek", graph::nodeInput("node"))});
    return {graph.definition, smallRig()};
}

} // namespace sartor::test
