// SPDX-License-Identifier: Apache-2.0
// Transitions by inertia through graphs: no jump, no cost of the old pose, the same bits again.
#include <QtTest>

#include <support/allocation_count.h>
#include <support/graph_fixture.h>
#include <support/pose_compare.h>

#include <vector>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

using Pose = std::vector<math::Transform>;

GraphBuilder switching(double duration = 0.5) {
    GraphBuilder graph;
    graph.number("index", 0.0, -5.0, 5.0)
        .parameter({.id = "cut", .type = ParameterType::Bool})
        .parameter({.id = "seek", .type = ParameterType::Bool})
        .clip("walk", "Walk")
        .node("run",
              "clip",
              {{"clip", "Run"}},
              {pin("seek", parameterInput("seek")), pin("seek_time", constantInput(0.6))})
        .node("switch",
              "inertial_switch",
              {},
              {pin("index", parameterInput("index")),
               pin("cut", parameterInput("cut")),
               pin("duration", constantInput(duration)),
               {"poses", {nodeInput("walk"), nodeInput("run")}}});
    return graph;
}

GraphPlayer alone(const char* clip) {
    GraphBuilder graph;
    graph.clip("clip", clip);
    return {graph.definition, smallRig()};
}

double difference(const Pose& a, const Pose& b) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max({largest,
                            maxAbsDiff(a[i].translation, b[i].translation),
                            maxAbsDiff(a[i].rotation, b[i].rotation),
                            maxAbsDiff(a[i].scale, b[i].scale)});
    }
    return largest;
}

double difference(const std::vector<float>& a, const std::vector<float>& b) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, static_cast<double>(std::abs(a[i] - b[i])));
    }
    return largest;
}

} // namespace

class TstInertialSwitchNode : public QObject {
    Q_OBJECT

private slots:
    void withoutASwitchTheInputPassesThrough();
    void aSwitchDoesNotJump();
    void theNewPoseAloneIsPlayed();
    void endsWithTheNewPoseBitForBit();
    void goesOnFromWhatIsShown();
    void aCutBridgesAJumpBelow();
    void withoutTimeThePoseJumps();
    void evaluatingTwiceGivesTheSame();
    void whatNobodySawIsNotCarriedOn();
    void stateGoesOnWithTheSameBits();
    void positionsAreTakenToOnesThatThereAre();
    void allocatesNothing();
};

void TstInertialSwitchNode::withoutASwitchTheInputPassesThrough() {
    GraphPlayer player(switching().definition, smallRig());
    GraphPlayer walk = alone("Walk");
    for (int i = 0; i < 10; ++i) {
        player.frame(0.07);
        walk.frame(0.07);
        QVERIFY(isSameBits(player.parentFromJoint, walk.parentFromJoint));
        QCOMPARE(player.morphWeights, walk.morphWeights);
    }
}

void TstInertialSwitchNode::aSwitchDoesNotJump() {
    GraphPlayer player(switching().definition, smallRig());
    player.frame(0.2);
    player.frame(0.01);
    const Pose last = player.parentFromJoint;
    const std::vector<float> lastWeights = player.morphWeights;
    player.setFloat("index", 1.0f);
    // A frame without time shows the last pose again.
    player.frame(0.0);
    QCOMPARE_LE(difference(player.parentFromJoint, last), 2e-6);
    QCOMPARE_LE(difference(player.morphWeights, lastWeights), 1e-6);
    // Then steps are as small as the time: nowhere more than the fastest turns and moves allow.
    Pose before = player.parentFromJoint;
    for (int i = 0; i < 600; ++i) {
        player.frame(0.001);
        QCOMPARE_LE(difference(player.parentFromJoint, before), 0.06);
        before = player.parentFromJoint;
    }
    GraphPlayer run = alone("Run");
    run.frame(0.0);
    QVERIFY(difference(run.parentFromJoint, last) > 0.5);
}

void TstInertialSwitchNode::theNewPoseAloneIsPlayed() {
    GraphPlayer player(switching().definition, smallRig());
    player.frame(0.1);
    player.setFloat("index", 1.0f);
    player.frame(0.1);
    QVERIFY(!player.activity("walk").isActive);
    QCOMPARE(player.activity("run").weight, 1.0f);
    QCOMPARE(player.instance.taskCount(), std::size_t{2});
}

void TstInertialSwitchNode::endsWithTheNewPoseBitForBit() {
    GraphPlayer player(switching(0.5).definition, smallRig());
    GraphPlayer run = alone("Run");
    player.frame(0.1);
    player.frame(0.1);
    player.setFloat("index", 1.0f);
    for (int i = 1; i <= 12; ++i) {
        player.frame(0.0625);
        run.frame(0.0625);
        QCOMPARE(isSameBits(player.parentFromJoint, run.parentFromJoint), i >= 8);
        QCOMPARE(player.morphWeights == run.morphWeights, i >= 8);
    }
}

void TstInertialSwitchNode::goesOnFromWhatIsShown() {
    GraphPlayer player(switching().definition, smallRig());
    player.frame(0.2);
    player.frame(0.01);
    player.setFloat("index", 1.0f);
    player.frame(0.05);
    player.frame(0.05);
    const Pose shown = player.parentFromJoint;
    player.setFloat("index", 0.0f);
    player.frame(0.0);
    QCOMPARE_LE(difference(player.parentFromJoint, shown), 2e-6);
    // Far from either pose, so this is no accident.
    GraphPlayer walk = alone("Walk");
    walk.frame(0.0);
    QVERIFY(difference(shown, walk.parentFromJoint) > 0.1);
}

void TstInertialSwitchNode::aCutBridgesAJumpBelow() {
    GraphPlayer player(switching().definition, smallRig());
    player.setFloat("index", 1.0f);
    player.frame(0.1);
    player.frame(0.01);
    const Pose last = player.parentFromJoint;
    player.setBool("seek", true);
    player.setBool("cut", true);
    player.frame(0.0);
    QCOMPARE_LE(difference(player.parentFromJoint, last), 2e-6);
    // It is the change that counts: while it stays true the transition goes on to its end.
    for (int i = 0; i < 6; ++i) {
        player.frame(0.1);
    }
    GraphPlayer run = alone("Run");
    run.frame(0.6);
    QVERIFY(difference(run.parentFromJoint, last) > 0.1);
    QCOMPARE_LE(difference(player.parentFromJoint, run.parentFromJoint), 1e-5);
}

void TstInertialSwitchNode::withoutTimeThePoseJumps() {
    GraphPlayer player(switching(0.0).definition, smallRig());
    GraphPlayer run = alone("Run");
    player.frame(0.1);
    player.setFloat("index", 1.0f);
    player.frame(0.0625);
    run.frame(0.0625);
    QVERIFY(isSameBits(player.parentFromJoint, run.parentFromJoint));
}

void TstInertialSwitchNode::evaluatingTwiceGivesTheSame() {
    GraphPlayer player(switching().definition, smallRig());
    GraphPlayer once(switching().definition, smallRig());
    for (int i = 0; i < 20; ++i) {
        for (GraphPlayer* each : {&player, &once}) {
            each->setFloat("index", static_cast<float>(i / 4 % 2));
            each->frame(0.05);
        }
        QVERIFY(isSameBits(player.parentFromJoint, once.parentFromJoint));
        player.instance.evaluate(player.parentFromJoint, player.morphWeights);
        QVERIFY(isSameBits(player.parentFromJoint, once.parentFromJoint));
        QCOMPARE(player.morphWeights, once.morphWeights);
    }
}

void TstInertialSwitchNode::whatNobodySawIsNotCarriedOn() {
    GraphPlayer player(switching().definition, smallRig());
    GraphPlayer run = alone("Run");
    player.frame(0.1);
    require(player.instance.update(0.1)); // not evaluated
    player.setFloat("index", 1.0f);
    player.frame(0.0625);
    run.frame(0.0625);
    QVERIFY(isSameBits(player.parentFromJoint, run.parentFromJoint));
    // Nor is a switch whose first frame nobody saw.
    player.frame(0.0625);
    player.setFloat("index", 0.0f);
    require(player.instance.update(0.0625));
    player.frame(0.0625);
    GraphPlayer walk = alone("Walk");
    walk.frame(0.0625);
    walk.frame(0.0625);
    QVERIFY(isSameBits(player.parentFromJoint, walk.parentFromJoint));
}

void TstInertialSwitchNode::stateGoesOnWithTheSameBits() {
    GraphPlayer player(switching().definition, smallRig());
    player.frame(0.1);
    player.frame(0.1);
    player.setFloat("index", 1.0f);
    player.frame(0.05);
    const auto bytes = player.instance.state();
    const std::vector<std::byte> state(bytes.begin(), bytes.end());
    player.frame(0.05);
    const Pose expected = player.parentFromJoint;
    player.frame(0.05);
    const Pose later = player.parentFromJoint;
    GraphPlayer other(switching().definition, smallRig());
    require(other.instance.restore(state));
    other.frame(0.05);
    QVERIFY(isSameBits(other.parentFromJoint, expected));
    other.frame(0.05);
    QVERIFY(isSameBits(other.parentFromJoint, later));
}

void TstInertialSwitchNode::positionsAreTakenToOnesThatThereAre() {
    GraphPlayer player(switching().definition, smallRig());
    player.setFloat("index", -3.0f);
    player.frame(0.1);
    QVERIFY(player.activity("walk").isActive);
    player.setFloat("index", 5.0f);
    player.frame(0.1);
    QVERIFY(player.activity("run").isActive);
    player.setFloat("index", 0.4f);
    player.frame(0.1);
    QVERIFY(player.activity("walk").isActive);
}

void TstInertialSwitchNode::allocatesNothing() {
    GraphPlayer player(switching().definition, smallRig());
    player.frame(0.0);
    const std::size_t before = allocationCount;
    for (int i = 0; i < 1000; ++i) {
        player.setFloat("index", static_cast<float>(i / 7 % 2));
        player.frame(0.016);
    }
    QCOMPARE(allocationCount - before, std::size_t{0});
}

QTEST_APPLESS_MAIN(TstInertialSwitchNode)
#include "tst_inertial_switch_node.moc"
