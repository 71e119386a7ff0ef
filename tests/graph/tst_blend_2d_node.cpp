// SPDX-License-Identifier: Apache-2.0
// The blend on a plane through graphs, against double.
#include "blended_pose.h"

#include <QtTest>

#include <support/allocation_count.h>
#include <support/pose_compare.h>

#include <cmath>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

using Places = std::vector<std::pair<const char*, glm::dvec2>>;

const Places kTriangle{{"idle", {0.0, 0.0}}, {"walk", {2.0, 0.0}}, {"run", {0.0, 4.0}}};

GraphBuilder plane(const char* method, const Places& places = kTriangle) {
    GraphBuilder graph;
    graph.number("x", 0.0, -100.0, 100.0)
        .number("y", 0.0, -100.0, 100.0)
        .clip("idle", "Idle")
        .clip("walk", "Walk")
        .clip("run", "Run")
        .clip("wave", "Wave");
    std::vector<InputDefinition> poses;
    for (const auto& [node, place] : places) {
        poses.push_back(linkTo(node, {{"x", place.x}, {"y", place.y}}));
    }
    graph.node("move",
               "blend_2d",
               {{"method", method}},
               {pin("x", parameterInput("x")), pin("y", parameterInput("y")), {"poses", poses}});
    return graph;
}

void goTo(GraphPlayer& player, float x, float y) {
    player.setFloat("x", x);
    player.setFloat("y", y);
}

} // namespace

class TstBlend2dNode : public QObject {
    Q_OBJECT

private slots:
    void blendsTheCornersOfTheTriangle_data();
    void blendsTheCornersOfTheTriangle();
    void blendsBandsOfAllInputs();
    void atAPlaceTheInputPassesThrough();
    void whatHasNoWeightIsNotUpdated();
    void degenerateInputsAreDefined();
    void refusesMoreThanItCanHold();
    void allocatesNothing();
};

void TstBlend2dNode::blendsTheCornersOfTheTriangle_data() {
    QTest::addColumn<float>("x");
    QTest::addColumn<float>("y");
    QTest::addColumn<std::vector<double>>("weights");
    QTest::newRow("inside") << 0.5f << 1.0f << std::vector<double>{0.5, 0.25, 0.25};
    QTest::newRow("on an edge") << 0.5f << 0.0f << std::vector<double>{0.75, 0.25, 0.0};
    QTest::newRow("below") << 1.0f << -7.0f << std::vector<double>{0.5, 0.5, 0.0};
    QTest::newRow("far to the left") << -90.0f << 1.0f << std::vector<double>{0.75, 0.0, 0.25};
}

void TstBlend2dNode::blendsTheCornersOfTheTriangle() {
    QFETCH(float, x);
    QFETCH(float, y);
    QFETCH(std::vector<double>, weights);
    GraphPlayer player(plane("delaunay").definition, smallRig());
    goTo(player, x, y);
    player.frame(0.0);
    for (int i = 1; i < 10; ++i) {
        player.frame(0.15);
        const double time = 0.15 * i;
        const auto at = [&](const char* clip, double duration) {
            return clipOracle(*smallRig(), clip, std::fmod(time, duration));
        };
        const DoublePose expected =
            blendOracle({at("Idle", 2.0), at("Walk", 1.0), at("Run", 0.75)}, weights);
        QCOMPARE_LE(maxAbsDiff(player, expected), kBlendTolerance);
    }
}

void TstBlend2dNode::blendsBandsOfAllInputs() {
    // In the middle of a square all four are as close; Johansen's weights are equal there.
    const Places square{
        {"idle", {-1.0, -1.0}}, {"walk", {1.0, -1.0}}, {"run", {1.0, 1.0}}, {"wave", {-1.0, 1.0}}};
    GraphPlayer player(plane("gradient_band", square).definition, smallRig());
    player.frame(0.0);
    player.frame(0.3);
    const std::shared_ptr<const Rig> rig = smallRig();
    const DoublePose expected = blendOracle({clipOracle(*rig, "Idle", 0.3),
                                             clipOracle(*rig, "Walk", 0.3),
                                             clipOracle(*rig, "Run", 0.3),
                                             clipOracle(*rig, "Wave", 0.3)},
                                            {0.25, 0.25, 0.25, 0.25});
    QCOMPARE_LE(maxAbsDiff(player, expected), kBlendTolerance);
    QCOMPARE(player.instance.taskCount(), std::size_t{5});
}

void TstBlend2dNode::atAPlaceTheInputPassesThrough() {
    GraphBuilder alone;
    alone.clip("run", "Run");
    GraphPlayer run(alone.definition, smallRig());
    run.frame(0.2);
    for (const char* method : {"delaunay", "gradient_band"}) {
        GraphPlayer player(plane(method).definition, smallRig());
        goTo(player, 0.0f, 4.0f);
        player.frame(0.2);
        QVERIFY(isSameBits(player.parentFromJoint, run.parentFromJoint));
        QCOMPARE(player.instance.taskCount(), std::size_t{1});
    }
}

void TstBlend2dNode::whatHasNoWeightIsNotUpdated() {
    GraphPlayer player(plane("delaunay").definition, smallRig());
    goTo(player, 1.0f, 0.0f);
    player.frame(0.1);
    QVERIFY(player.activity("idle").isActive && player.activity("walk").isActive);
    QVERIFY(!player.activity("run").isActive);
    QCOMPARE(player.instance.taskCount(), std::size_t{3});
}

void TstBlend2dNode::degenerateInputsAreDefined() {
    for (const char* method : {"delaunay", "gradient_band"}) {
        const Places onALine{{"idle", {0.0, 1.0}}, {"walk", {4.0, 1.0}}, {"run", {2.0, 1.0}}};
        GraphPlayer line(plane(method, onALine).definition, smallRig());
        goTo(line, 3.0f, 50.0f);
        line.frame(0.1);
        QVERIFY(!line.activity("idle").isActive);
        QCOMPARE(line.activity("walk").weight, 0.5f);
        QCOMPARE(line.activity("run").weight, 0.5f);
        const Places atOnePlace{{"idle", {1.0, 1.0}}, {"walk", {1.0, 1.0}}};
        GraphPlayer one(plane(method, atOnePlace).definition, smallRig());
        one.frame(0.1);
        QCOMPARE(one.activity("idle").weight, 1.0f);
        QVERIFY(!one.activity("walk").isActive);
    }
}

void TstBlend2dNode::refusesMoreThanItCanHold() {
    GraphBuilder graph;
    std::vector<InputDefinition> poses;
    for (int i = 0; i < 1025; ++i) {
        const std::string id = "clip" + std::to_string(i);
        graph.clip(id, "Walk");
        poses.push_back(linkTo(id, {{"x", i}, {"y", i % 7}}));
    }
    graph.node("move", "blend_2d", {}, {{"poses", poses}});
    const CompileResult result = compile(graph.definition, smallRig());
    QVERIFY(result.graph == nullptr);
    QCOMPARE(result.problems.size(), std::size_t{1});
    QCOMPARE(result.problems[0].code, std::string("graph.blend_space"));
    QCOMPARE(result.problems[0].path, std::string("/nodes/1025/inputs/poses"));
    QCOMPARE(result.problems[0].message,
             std::string("blend space: 1025 samples on a plane, expected at most 1024"));
}

void TstBlend2dNode::allocatesNothing() {
    for (const char* method : {"delaunay", "gradient_band"}) {
        GraphPlayer player(plane(method).definition, smallRig());
        player.frame(0.0);
        const std::size_t before = allocationCount;
        for (int i = 0; i < 1000; ++i) {
            goTo(player, static_cast<float>(i % 31) * 0.1f, static_cast<float>(i % 37) * 0.15f);
            player.frame(0.016);
        }
        QCOMPARE(allocationCount - before, std::size_t{0});
    }
}

QTEST_APPLESS_MAIN(TstBlend2dNode)
#include "tst_blend_2d_node.moc"
