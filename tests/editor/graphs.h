// SPDX-License-Identifier: Apache-2.0
// Graphs made in memory for the tests of the graph's editor.
#pragma once

#include <sartor/graph/definition.h>
#include <sartor/io/graph_document.h>

#include <string>
#include <utility>
#include <vector>

namespace sartor::test {

/// Whether a file would say the same of both.
inline bool areSameGraph(const graph::GraphDefinition& a, const graph::GraphDefinition& b) {
    return io::graphDocument(a) == io::graphDocument(b);
}

inline graph::NodeDefinition makeNode(std::string id, std::string type, double x, double y) {
    graph::NodeDefinition node;
    node.id = std::move(id);
    node.type = std::move(type);
    node.at = {x, y};
    node.hasPlace = true;
    return node;
}

inline graph::NodeDefinition makeClip(std::string id, std::string clip, double x, double y) {
    graph::NodeDefinition node = makeNode(std::move(id), "clip", x, y);
    node.params = {{"clip", std::move(clip)}};
    return node;
}

inline graph::InputDefinition withThreshold(std::string node, double threshold) {
    graph::InputDefinition input = graph::nodeInput(std::move(node));
    input.fields = {{"threshold", threshold}};
    return input;
}

/// bend and swing blended by the parameter "speed"; a loose clip; a group and a comment.
inline graph::GraphDefinition makeLocomotion() {
    graph::GraphDefinition graph;
    graph::ParameterDefinition speed;
    speed.id = "speed";
    speed.minimum = 0.0;
    speed.maximum = 2.0;
    speed.unit = "m/s";
    graph.parameters = {speed};
    graph.nodes = {makeClip("bend", "Bend", 0, 0),
                   makeClip("swing", "Swing", 0, 160),
                   makeNode("move", "blend_1d", 300, 40),
                   makeClip("loose", "Swing", 300, 260)};
    graph.nodes[2].inputs = {{"value", {graph::parameterInput("speed")}},
                             {"poses", {withThreshold("bend", 0.0), withThreshold("swing", 1.5)}}};
    graph.output = graph::nodeInput("move");
    graph.groups = {{"Locomotion", {"bend", "swing", "move"}}};
    graph.comments = {{"What the legs do", {20, -120}, {240, 60}}};
    return graph;
}

/// Stand and Jump; from Stand at the trigger "jump", back from anywhere at once.
inline graph::GraphDefinition makeMachine() {
    graph::GraphDefinition graph;
    graph::ParameterDefinition jump;
    jump.id = "jump";
    jump.type = graph::ParameterType::Trigger;
    graph.parameters = {jump};
    graph.nodes = {makeClip("bend", "Bend", 0, 0),
                   makeClip("swing", "Swing", 0, 160),
                   makeNode("machine", "state_machine", 300, 40)};
    graph::InputDefinition stand = graph::nodeInput("bend");
    stand.fields = {{"name", "Stand"}};
    graph::InputDefinition leap = graph::nodeInput("swing");
    leap.fields = {{"name", "Jump"}};
    graph.nodes[2].inputs = {{"states", {stand, leap}}};
    const graph::Record trigger = {{"test", "trigger"}, {"parameter", "jump"}};
    graph.nodes[2].params = {
        {"transitions",
         graph::List{
             graph::Record{{"from", "Stand"}, {"to", "Jump"}, {"conditions", graph::List{trigger}}},
             graph::Record{{"from", "*"}, {"to", "Stand"}}}}};
    graph.output = graph::nodeInput("machine");
    return graph;
}

/// A tree of blends over clips with as many nodes as asked for: what an editor must stay fast with.
inline graph::GraphDefinition makeLargeGraph(std::size_t nodeCount) {
    graph::GraphDefinition graph;
    std::vector<std::string> open;
    for (std::size_t i = 0; graph.nodes.size() * 3 < nodeCount * 2; ++i) {
        graph.nodes.push_back(makeClip("clip_" + std::to_string(i), "Bend", 0, 0));
        graph.nodes.back().hasPlace = false;
        open.push_back(graph.nodes.back().id);
    }
    std::size_t next = 0;
    for (std::size_t i = 0; graph.nodes.size() < nodeCount && open.size() - next > 1; ++i) {
        graph::NodeDefinition blend = makeNode("blend_" + std::to_string(i), "blend_1d", 0, 0);
        blend.hasPlace = false;
        graph::PinInputs poses{"poses", {}};
        for (std::size_t k = 0; k < 3 && next < open.size(); ++k) {
            poses.inputs.push_back(withThreshold(open[next++], static_cast<double>(k)));
        }
        blend.inputs = {std::move(poses)};
        open.push_back(blend.id);
        graph.nodes.push_back(std::move(blend));
    }
    graph.output = graph::nodeInput(graph.nodes.back().id);
    return graph;
}

} // namespace sartor::test
