// SPDX-License-Identifier: Apache-2.0
// One pose for many inputs.
#include <QtTest>

#include <support/graph_fixture.h>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

/// Two states that read the same clip through a cache.
GraphBuilder sharing() {
    GraphBuilder graph;
    graph.parameter({.id = "go", .type = ParameterType::Trigger})
        .clip("walk", "Walk")
        .node("cache", "pose_cache", {}, {pin("pose", nodeInput("walk"))})
        .node("machine",
              "state_machine",
              {{"transitions",
                List{Record{
                    {"from", "a"},
                    {"to", "b"},
                    {"duration", 1},
                    {"conditions", List{Record{{"test", "trigger"}, {"parameter", "go"}}}}}}}},
              {{"states", {linkTo("cache", {{"name", "a"}}), linkTo("cache", {{"name", "b"}})}}});
    graph.definition.clips = {{"Walk", {{"step", 0.5}}, {}}};
    return graph;
}

} // namespace

class TstPoseCacheNode : public QObject {
    Q_OBJECT

private slots:
    void isMadeOnceForAllWhoReadIt();
    void eachReaderGetsTheRootMotion();
};

void TstPoseCacheNode::isMadeOnceForAllWhoReadIt() {
    const auto rig = smallRig();
    GraphPlayer player(sharing().definition, rig);
    player.frame(0.25);
    player.fire("go");
    // Both states play: time goes by once, an event comes once, and one clip is sampled.
    const GraphUpdate update = player.frame(0.25);
    QCOMPARE(update.events.size(), std::size_t{1});
    QCOMPARE(player.activity("walk").time, 0.5);
    QCOMPARE_LE(maxAbsDiff(player, clipOracle(*rig, "Walk", 0.5)), 2e-6);
    QCOMPARE(player.instance.taskCount(), std::size_t{2}); // the clip, and the mix of the states
    QCOMPARE_LE(maxAbsDiff(player.activity("cache").weight, 1.0), 1e-6);
}

void TstPoseCacheNode::eachReaderGetsTheRootMotion() {
    GraphBuilder graph = sharing();
    graph.definition.rootMotion.joint = "Root";
    graph.definition.rootMotion.components = {.xz = true, .y = true, .yaw = true, .full = true};
    GraphBuilder alone;
    alone.clip("walk", "Walk");
    alone.definition.rootMotion = graph.definition.rootMotion;
    GraphPlayer player(graph.definition, smallRig());
    GraphPlayer expected(alone.definition, smallRig());
    for (int i = 0; i < 8; ++i) {
        if (i == 2) {
            player.fire("go");
        }
        const pose::RootMotionDelta motion = player.frame(0.125).rootMotion;
        const pose::RootMotionDelta wanted = expected.frame(0.125).rootMotion;
        QVERIFY(glm::length(wanted.translation) > 0.01);
        QCOMPARE_LE(maxAbsDiff(motion.translation, wanted.translation), 1e-9);
    }
}

QTEST_APPLESS_MAIN(TstPoseCacheNode)
#include "tst_pose_cache_node.moc"
