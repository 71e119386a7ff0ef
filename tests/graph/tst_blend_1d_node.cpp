// SPDX-License-Identifier: Apache-2.0
// The blend along a line through graphs, against double.
#include "blended_pose.h"

#include <QtTest>

#include <support/allocation_count.h>
#include <support/pose_compare.h>

#include <cmath>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

GraphBuilder locomotion(const std::vector<std::pair<std::string, double>>& inputs = {
                            {"idle", 0.0}, {"walk", 1.5}, {"run", 4.0}}) {
    GraphBuilder graph;
    graph.number("speed", 0.0, -10.0, 10.0)
        .clip("idle", "Idle")
        .clip("walk", "Walk")
        .clip("run", "Run");
    std::vector<InputDefinition> poses;
    for (const auto& [node, threshold] : inputs) {
        poses.push_back(linkTo(node, {{"threshold", threshold}}));
    }
    graph.node("move", "blend_1d", {}, {pin("value", parameterInput("speed")), {"poses", poses}});
    return graph;
}

DoublePose at(const char* clip, double seconds, double duration) {
    return clipOracle(*smallRig(), clip, std::fmod(seconds, duration));
}

} // namespace

class TstBlend1dNode : public QObject {
    Q_OBJECT

private slots:
    void blendsTheNeighbours_data();
    void blendsTheNeighbours();
    void atAThresholdTheInputPassesThrough();
    void whatHasNoWeightIsNotUpdated();
    void orderOfInputsDoesNotMatter();
    void blendsTheMotionOfTheFrame();
    void allocatesNothing();
};

void TstBlend1dNode::blendsTheNeighbours_data() {
    QTest::addColumn<float>("speed");
    QTest::addColumn<std::vector<double>>("weights");
    QTest::newRow("between idle and walk") << 0.375f << std::vector<double>{0.75, 0.25, 0.0};
    QTest::newRow("between walk and run") << 2.75f << std::vector<double>{0.0, 0.5, 0.5};
    QTest::newRow("before") << -3.0f << std::vector<double>{1.0, 0.0, 0.0};
    QTest::newRow("after") << 9.0f << std::vector<double>{0.0, 0.0, 1.0};
}

void TstBlend1dNode::blendsTheNeighbours() {
    QFETCH(float, speed);
    QFETCH(std::vector<double>, weights);
    GraphPlayer player(locomotion().definition, smallRig());
    player.setFloat("speed", speed);
    player.frame(0.0);
    for (int i = 1; i < 40; ++i) {
        player.frame(0.097);
        const double time = 0.097 * i;
        const DoublePose expected = blendOracle(
            {at("Idle", time, 2.0), at("Walk", time, 1.0), at("Run", time, 0.75)}, weights);
        QCOMPARE_LE(maxAbsDiff(player, expected), kBlendTolerance);
    }
}

void TstBlend1dNode::atAThresholdTheInputPassesThrough() {
    GraphPlayer player(locomotion().definition, smallRig());
    GraphBuilder alone;
    alone.clip("walk", "Walk");
    GraphPlayer walk(alone.definition, smallRig());
    player.setFloat("speed", 1.5f);
    for (int i = 0; i < 10; ++i) {
        player.frame(0.13);
        walk.frame(0.13);
        QVERIFY(isSameBits(player.parentFromJoint, walk.parentFromJoint));
        QCOMPARE(player.morphWeights, walk.morphWeights);
        QCOMPARE(player.instance.taskCount(), std::size_t{1});
    }
}

void TstBlend1dNode::whatHasNoWeightIsNotUpdated() {
    GraphPlayer player(locomotion().definition, smallRig());
    player.setFloat("speed", 3.5f);
    player.frame(0.1);
    QVERIFY(!player.activity("idle").isActive);
    QCOMPARE_LE(std::abs(player.activity("walk").weight - 0.2f), 1e-6f);
    QCOMPARE_LE(std::abs(player.activity("run").weight - 0.8f), 1e-6f);
    QCOMPARE(player.instance.taskCount(), std::size_t{3});
}

void TstBlend1dNode::orderOfInputsDoesNotMatter() {
    GraphPlayer sorted(locomotion().definition, smallRig());
    GraphPlayer unsorted(locomotion({{"run", 4.0}, {"idle", 0.0}, {"walk", 1.5}}).definition,
                         smallRig());
    for (float speed = -1.0f; speed < 5.0f; speed += 0.25f) {
        for (GraphPlayer* player : {&sorted, &unsorted}) {
            player->setFloat("speed", speed);
            player->frame(0.07);
        }
        QVERIFY(isSameBits(sorted.parentFromJoint, unsorted.parentFromJoint));
    }
}

void TstBlend1dNode::blendsTheMotionOfTheFrame() {
    const auto withMotion = [](GraphBuilder graph) {
        graph.definition.rootMotion.joint = "Hips";
        return GraphPlayer(graph.definition, smallRig());
    };
    GraphBuilder walkAlone;
    walkAlone.clip("walk", "Walk");
    GraphBuilder runAlone;
    runAlone.clip("run", "Run");
    GraphPlayer walk = withMotion(walkAlone);
    GraphPlayer run = withMotion(runAlone);
    GraphPlayer blend = withMotion(locomotion());
    blend.setFloat("speed", 2.125f);
    double moved = 0.0;
    for (int i = 0; i < 30; ++i) {
        const auto a = walk.frame(0.05).rootMotion;
        const auto b = run.frame(0.05).rootMotion;
        const auto actual = blend.frame(0.05).rootMotion;
        // Yaws alone, so the mean of the angles is that of the rotations.
        const auto yawOf = [](const glm::dquat& rotation) {
            return std::remainder(2.0 * std::atan2(rotation.y, rotation.w), 2.0 * std::acos(-1.0));
        };
        const double yaw = 0.75 * yawOf(a.rotation) + 0.25 * yawOf(b.rotation);
        QCOMPARE_LE(maxAbsDiff(actual.translation, a.translation * 0.75 + b.translation * 0.25),
                    1e-7);
        QCOMPARE_LE(std::abs(yawOf(actual.rotation) - yaw), 1e-6);
        moved += glm::length(actual.translation);
    }
    QVERIFY(moved > 0.1);
}

void TstBlend1dNode::allocatesNothing() {
    GraphPlayer player(locomotion().definition, smallRig());
    player.frame(0.0);
    const std::size_t before = allocationCount;
    for (int i = 0; i < 1000; ++i) {
        player.setFloat("speed", static_cast<float>(i % 60) * 0.1f);
        player.frame(0.016);
    }
    QCOMPARE(allocationCount - before, std::size_t{0});
}

QTEST_APPLESS_MAIN(TstBlend1dNode)
#include "tst_blend_1d_node.moc"
