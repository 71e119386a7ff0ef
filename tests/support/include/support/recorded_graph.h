// SPDX-License-Identifier: Apache-2.0
// A graph with transitions of both kinds, driven the same way each time.
#pragma once

#include <support/graph_fixture.h>

#include <cstring>

namespace sartor::test {

/// States walk, run and idle; trigger "go" leads on, by a cross-fade, then inertially, then round.
inline graph::GraphDefinition recordedGraph() {
    using graph::List;
    using graph::Record;
    const auto transition = [](const char* from, const char* to, const char* kind) {
        return Record{{"from", from},
                      {"to", to},
                      {"kind", kind},
                      {"conditions", List{Record{{"test", "trigger"}, {"parameter", "go"}}}}};
    };
    GraphBuilder graph;
    graph.number("speed", 1, -2, 2)
        .parameter({.id = "go", .type = graph::ParameterType::Trigger})
        .node("walk",
              "clip",
              {{"clip", "Walk"}, {"sync_group", "feet"}},
              {pin("speed", graph::parameterInput("speed"))})
        .clip("run", "Run", {{"sync_group", "feet"}})
        .clip("idle", "Idle")
        .node("machine",
              "state_machine",
              {{"transitions",
                List{transition("walk", "run", "cross_fade"),
                     transition("run", "idle", "inertial"),
                     transition("idle", "walk", "cross_fade")}}},
              {{"states",
                {linkTo("walk", {{"name", "walk"}}),
                 linkTo("run", {{"name", "run"}}),
                 linkTo("idle", {{"name", "idle"}})}}});
    graph.definition.clips = {{"Walk", {{"step", 0.5}}, {}}};
    return graph.definition;
}

/// What comes to the graph before frame `frame`.
inline void driveRecordedGraph(GraphPlayer& player, int frame) {
    player.setFloat("speed", static_cast<float>(frame % 7) / 3.0f - 0.5f);
    if (frame % 13 == 6) {
        player.fire("go");
    }
}

inline bool haveSameBits(std::span<const math::Transform> a, std::span<const math::Transform> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

} // namespace sartor::test
