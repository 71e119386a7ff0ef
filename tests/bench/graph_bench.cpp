// SPDX-License-Identifier: Apache-2.0
// Frames of pose graphs: what they cost, and that a branch which sleeps costs nothing.
#include <nlohmann/json.hpp>

#include <support/graph_fixture.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

/// A chain of joints with a clip of a second that moves them all.
std::shared_ptr<const Rig> chainRig(int jointCount) {
    Random random(1);
    RigBuilder builder;
    std::vector<JointIndex> joints;
    for (int i = 0; i < jointCount; ++i) {
        joints.push_back(
            builder.joint("joint " + std::to_string(i), i == 0 ? JointIndex() : joints.back()));
    }
    std::vector<float> times;
    for (int key = 0; key <= 30; ++key) {
        times.push_back(static_cast<float>(key) / 30.0f);
    }
    builder.clip(randomClip("Walk", joints, times, random));
    return builder.build();
}

/// A machine of two states: a clip that plays, and one that is `sleeperCount` nodes deep or, with
/// 0, another clip.
GraphDefinition machine(int sleeperCount) {
    GraphBuilder graph;
    graph.clip("walk", "Walk").clip("sleeper", "Walk");
    std::string sleeper = "sleeper";
    for (int i = 0; i < sleeperCount; ++i) {
        const std::string above = "sleeper " + std::to_string(i);
        graph.node(above, "pose_cache", {}, {pin("pose", nodeInput(sleeper))});
        sleeper = above;
    }
    graph.node(
        "machine",
        "state_machine",
        {},
        {{"states", {linkTo("walk", {{"name", "walk"}}), linkTo(sleeper, {{"name", "sleeper"}})}}});
    return graph.definition;
}

double microsecondsPerFrame(GraphPlayer& player, int frameCount) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < frameCount; ++i) {
        player.frame(1.0 / 60.0);
    }
    const std::chrono::duration<double, std::micro> elapsed =
        std::chrono::steady_clock::now() - start;
    return elapsed.count() / frameCount;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char** argv) {
    const bool isSmoke = argc > 1 && std::string_view(argv[1]) == "--smoke";
    const int sampleCount = isSmoke ? 3 : 41;
    const int frameCount = isSmoke ? 20 : 500;
    const int jointCount = 100;
    const auto rig = chainRig(jointCount);
    GraphPlayer without(machine(0), rig);
    GraphPlayer with(machine(500), rig);
    // In turns, so that whatever else the machine does falls on both.
    std::vector<double> withoutTimes;
    std::vector<double> withTimes;
    std::vector<double> ratios;
    for (int sample = 0; sample < sampleCount; ++sample) {
        withoutTimes.push_back(microsecondsPerFrame(without, frameCount));
        withTimes.push_back(microsecondsPerFrame(with, frameCount));
        ratios.push_back(withTimes.back() / withoutTimes.back());
    }
    const nlohmann::ordered_json result = {{"joints", jointCount},
                                           {"sleeping_nodes", 501},
                                           {"without_microseconds", median(withoutTimes)},
                                           {"with_microseconds", median(withTimes)},
                                           {"with_sleeping_branch_over_without", median(ratios)}};
    std::printf("%s\n", result.dump(2).c_str());
    return 0;
}
