// SPDX-License-Identifier: Apache-2.0
// Hundreds of nodes: all at work, or all but a few asleep.
#include <QtTest>

#include <support/allocation_count.h>
#include <support/double_blend.h>
#include <support/graph_fixture.h>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

const char* const kClips[] = {"Idle", "Walk", "Run", "Wave"};
constexpr double kDuration = 64.0;

/// A tree of machines above `clipCount` clips, a power of two. Each goes from its first state to
/// its second in 64 s, by even steps, once "go" is true. Returns the id of the root.
std::string addTree(GraphBuilder& graph, const std::string& prefix, int clipCount) {
    std::vector<std::string> level;
    for (int i = 0; i < clipCount; ++i) {
        level.push_back(prefix + std::to_string(i));
        graph.clip(level.back(), kClips[i % 4]);
    }
    int count = 0;
    while (level.size() > 1) {
        std::vector<std::string> above;
        for (std::size_t i = 0; i < level.size(); i += 2) {
            above.push_back(prefix + "machine" + std::to_string(count++));
            const Record condition = {{"test", "true"}, {"parameter", "go"}};
            graph.node(
                above.back(),
                "state_machine",
                {{"transitions",
                  List{Record{{"from", "a"},
                              {"to", "b"},
                              {"duration", kDuration},
                              {"easing", "linear"},
                              {"interrupts", false},
                              {"conditions", List{condition}}}}}},
                {{"states",
                  {linkTo(level[i], {{"name", "a"}}), linkTo(level[i + 1], {{"name", "b"}})}}});
        }
        level = above;
    }
    return level[0];
}

DoublePose treeOracle(const Rig& rig, int first, int clipCount, double time, double weight) {
    if (clipCount == 1) {
        const double durations[] = {2.0, 1.0, 0.75, 1.5};
        return clipOracle(rig, kClips[first % 4], std::fmod(time, durations[first % 4]));
    }
    const int half = clipCount / 2;
    return blended(treeOracle(rig, first, half, time, weight),
                   treeOracle(rig, first + half, half, time, weight),
                   weight);
}

} // namespace

class TstLargeGraph : public QObject {
    Q_OBJECT

private slots:
    void fiveHundredNodesAtWork();
    void aBranchThatSleepsIsNotTouched();
};

void TstLargeGraph::fiveHundredNodesAtWork() {
    const auto rig = smallRig();
    GraphBuilder graph;
    graph.parameter({.id = "go", .type = ParameterType::Bool});
    addTree(graph, "", 256);
    QCOMPARE(graph.definition.nodes.size(), std::size_t{511});
    GraphPlayer player(graph.definition, rig);
    // A tree is walked down and up: not a pose for each of its nodes.
    QCOMPARE_LE(player.shared->poseSlotCount(), std::size_t{12});
    player.frame(0.0);
    player.setBool("go", true);
    // A machine that is entered goes on in the next frame, so it takes one for each level until
    // all are on their way; no time goes by, and all clips are at the same time.
    for (int level = 0; level < 8; ++level) {
        player.frame(0.0);
    }
    player.frame(8.0);
    for (const NodeActivity& activity : player.instance.activity()) {
        QVERIFY(activity.isActive);
    }
    QCOMPARE(player.instance.taskCount(), std::size_t{511});
    QCOMPARE_LE(maxAbsDiff(player, treeOracle(*rig, 0, 256, 8.0, 8.0 / kDuration)), 1e-4);
    const std::size_t before = allocationCount;
    for (int i = 0; i < 100; ++i) {
        player.frame(0.01);
    }
    QCOMPARE(allocationCount - before, std::size_t{0});
}

void TstLargeGraph::aBranchThatSleepsIsNotTouched() {
    const auto rig = smallRig();
    GraphBuilder graph;
    graph.parameter({.id = "go", .type = ParameterType::Bool});
    const std::string tree = addTree(graph, "", 256);
    graph.clip("idle", "Idle")
        .node("top",
              "state_machine",
              {},
              {{"states", {linkTo("idle", {{"name", "idle"}}), linkTo(tree, {{"name", "tree"}})}}});
    GraphPlayer player(graph.definition, rig);
    const std::vector<std::byte> before(player.instance.state().begin(),
                                        player.instance.state().end());
    for (int i = 0; i < 10; ++i) {
        player.frame(0.05);
    }
    std::size_t activeCount = 0;
    for (const NodeActivity& activity : player.instance.activity()) {
        activeCount += activity.isActive ? 1 : 0;
    }
    QCOMPARE(activeCount, std::size_t{2});
    QCOMPARE(player.instance.taskCount(), std::size_t{1});
    // In the state nothing has changed but the frame, the two that play, and when they did.
    std::size_t changedCount = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        changedCount += before[i] != player.instance.state()[i] ? 1u : 0u;
    }
    QCOMPARE_LE(changedCount, std::size_t{128});
    QCOMPARE_LE(maxAbsDiff(player, clipOracle(*rig, "Idle", 0.5)), 5e-6);
}

QTEST_APPLESS_MAIN(TstLargeGraph)
#include "tst_large_graph.moc"
