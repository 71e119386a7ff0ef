// SPDX-License-Identifier: Apache-2.0
// Two bones in a graph.
#include "ik_graph.h"

#include <sartor/pose/two_bone_ik.h>

#include <QtTest>

#include <cstring>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

const Record kLeg = {{"root", "Hip"}, {"mid", "Knee"}, {"tip", "Foot"}};

Record legWith(const Record& more) {
    Record record = kLeg;
    record.insert(record.end(), more.begin(), more.end());
    return record;
}

} // namespace

class TstTwoBoneIkNode : public QObject {
    Q_OBJECT

private slots:
    void rejectsWhatIsNoChain_data();
    void rejectsWhatIsNoChain();
    void putsTheTipOnTheTarget();
    void isTheJobOnTheIncomingPose();
    void targetMayHangOnAJoint();
    void polesMayBeJoints();
    void limitsSoftensStretchesAndTwists();
    void weightOfNothingSolvesNothing();
    void keepsItsPlaneFromFrameToFrame();
    void startsAfreshAfterAPause();
};

void TstTwoBoneIkNode::rejectsWhatIsNoChain_data() {
    QTest::addColumn<int>("row");
    QTest::addColumn<QString>("problem");
    QTest::newRow("mid") << 0
                         << "graph.ik_chain /nodes/1/params/mid chain: joint 'Prop' is not between "
                            "'Hip' and 'Foot'";
    QTest::newRow("tip") << 1
                         << "graph.ik_chain /nodes/1/params/mid chain: joint 'Hip' is not below "
                            "joint 'Foot'";
    QTest::newRow("pole") << 2
                          << "graph.missing_param /nodes/1/params/pole_joint expected a joint, "
                             "because `pole_mode` is joint";
    QTest::newRow("flexion") << 3
                             << "graph.ik_limit /nodes/1/params/flexion_maximum expected a maximum "
                                "that is not below the minimum";
}

void TstTwoBoneIkNode::rejectsWhatIsNoChain() {
    QFETCH(const int, row);
    QFETCH(const QString, problem);
    const Record params[] = {{{"root", "Hip"}, {"mid", "Prop"}, {"tip", "Foot"}},
                             {{"root", "Foot"}, {"mid", "Knee"}, {"tip", "Hip"}},
                             legWith({{"pole_mode", "joint"}}),
                             legWith({{"flexion_minimum", 50}, {"flexion_maximum", 40}})};
    const std::vector<std::string> problems = problemsOf(ikGraph("two_bone_ik", params[row], {}));
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(problems[0]), problem);
    // Limits need no character to be seen wrong; joints do.
    const bool isAboutFlexion = row == 3;
    QCOMPARE(
        graph::compile(ikGraph("two_bone_ik", params[row], {}).definition, nullptr).problems.size(),
        std::size_t{isAboutFlexion ? 1u : 0u});
}

void TstTwoBoneIkNode::putsTheTipOnTheTarget() {
    const auto rig = legRig();
    GraphPlayer player(
        ikGraph("two_bone_ik",
                legWith({{"pole_mode", "position"}}),
                {pin("target", vectorInput(0, 0.5, 0)), pin("pole", vectorInput(0, 1, 10))})
            .definition,
        rig);
    player.frame(0.1);
    // Bones of half a metre and half a metre between hip and foot: an even triangle.
    QCOMPARE_LE(maxAbsDiff(positionOf(player, *rig, 1), glm::dvec3(0, 1, 0)), 1e-6);
    QCOMPARE_LE(maxAbsDiff(positionOf(player, *rig, 2), glm::dvec3(0, 0.75, std::sqrt(0.1875))),
                1e-6);
    QCOMPARE_LE(maxAbsDiff(positionOf(player, *rig, 3), glm::dvec3(0, 0.5, 0)), 1e-6);
    QCOMPARE(ikFlagsOf(player), pose::IkFlags{.isReached = true});
    QCOMPARE(player.morphWeights[0], 0.25f); // what is no joint passes through
}

void TstTwoBoneIkNode::isTheJobOnTheIncomingPose() {
    const auto rig = smallRig();
    GraphBuilder builder;
    builder.clip("walk", "Walk")
        .node("ik",
              "two_bone_ik",
              {{"root", "Root"}, {"mid", "Hips"}, {"tip", "Head"}},
              {pin("pose", nodeInput("walk")), pin("target", vectorInput(0.2, 0.4, 0.1))});
    GraphPlayer player(builder.definition, rig);
    GraphBuilder plain;
    plain.clip("walk", "Walk");
    GraphPlayer incoming(plain.definition, rig);
    const auto chain = require(
        pose::TwoBoneIkChain::create(*rig->skeleton, JointIndex(0), JointIndex(1), JointIndex(3)));
    pose::TwoBoneIkState state;
    for (int frame = 0; frame < 5; ++frame) {
        player.frame(0.13);
        incoming.frame(0.13);
        std::vector<math::Transform> expected = incoming.parentFromJoint;
        pose::TwoBoneIkInput input;
        input.targetModel = glm::vec3(0.2f, 0.4f, 0.1f);
        const pose::IkFlags flags =
            pose::solveTwoBoneIk(chain, input, {*rig->skeleton, expected}, state);
        QVERIFY(hasSameBits(player.parentFromJoint, expected));
        QCOMPARE(ikFlagsOf(player), flags);
        QVERIFY(player.morphWeights == incoming.morphWeights);
    }
}

void TstTwoBoneIkNode::targetMayHangOnAJoint() {
    const auto rig = legRig();
    // Prop stands a metre ahead of the hips, whose y is the model's z: (0, -1.2, 0.6) of it is
    // 0.6 metres back and 0.3 metres down.
    GraphPlayer player(ikGraph("two_bone_ik",
                               legWith({{"target_joint", "Prop"}}),
                               {pin("target", vectorInput(0, -1.2, 0.6))})
                           .definition,
                       rig);
    player.frame(0.1);
    QCOMPARE_LE(maxAbsDiff(positionOf(player, *rig, 3), glm::dvec3(0, 0.7, 0.4)), 1e-6);
}

void TstTwoBoneIkNode::polesMayBeJoints() {
    const auto rig = legRig();
    GraphPlayer player(ikGraph("two_bone_ik",
                               legWith({{"pole_mode", "joint"}, {"pole_joint", "Prop"}}),
                               {pin("target", vectorInput(0, 0.5, 0))})
                           .definition,
                       rig);
    player.frame(0.1);
    QCOMPARE_LE(maxAbsDiff(positionOf(player, *rig, 2), glm::dvec3(0, 0.75, std::sqrt(0.1875))),
                1e-6);
}

void TstTwoBoneIkNode::limitsSoftensStretchesAndTwists() {
    const auto rig = legRig();
    const auto footOf =
        [&](const Record& more, double down, double twist = 0.0, std::size_t joint = 3) {
            GraphPlayer player(ikGraph("two_bone_ik",
                                       legWith(more),
                                       {pin("target", vectorInput(0, 1 - down, 0)),
                                        pin("pole", vectorInput(0, 1, 10)),
                                        pin("twist", constantInput(twist))})
                                   .definition,
                               rig);
            player.frame(0.1);
            return positionOf(player, *rig, joint);
        };
    const Record pole = {{"pole_mode", "position"}};
    const auto with = [&](const char* param, double value) {
        return Record{{"pole_mode", "position"}, {param, value}};
    };
    QCOMPARE_LE(
        maxAbsDiff(footOf(with("flexion_maximum", 90), 0.2), glm::dvec3(0, 1 - std::sqrt(0.5), 0)),
        1e-6);
    QCOMPARE_LE(
        maxAbsDiff(footOf(with("flexion_minimum", 60), 1.0), glm::dvec3(0, 1 - std::sqrt(0.75), 0)),
        1e-6);
    QCOMPARE_LE(
        maxAbsDiff(footOf(with("soften", 0.8), 1.0), glm::dvec3(0, 0.2 * std::exp(-1.0), 0)), 1e-6);
    QCOMPARE_LE(maxAbsDiff(footOf(with("maximum_stretch", 1.5), 1.2), glm::dvec3(0, -0.2, 0)),
                1e-6);
    // A quarter turn about the line down, right-handed: from +z to -x.
    QCOMPARE_LE(maxAbsDiff(footOf(pole, 0.5, 90.0, 2), glm::dvec3(-std::sqrt(0.1875), 0.75, 0)),
                1e-6);
}

void TstTwoBoneIkNode::weightOfNothingSolvesNothing() {
    const auto rig = legRig();
    GraphBuilder builder =
        ikGraph("two_bone_ik",
                kLeg,
                {pin("target", vectorInput(0, 0.5, 0)), pin("weight", parameterInput("weight"))});
    builder.number("weight", 0.0, 0.0, 1.0);
    GraphPlayer player(builder.definition, rig);
    player.frame(0.1);
    for (std::size_t joint = 0; joint < rig->skeleton->jointCount(); ++joint) {
        QVERIFY(hasSameBits({&player.parentFromJoint[joint], 1},
                            {&rig->skeleton->joints()[joint].parentFromJointRest, 1}));
    }
    QCOMPARE(player.activity("ik").flags, 0u);
    player.setFloat("weight", 0.5f);
    player.frame(0.1);
    // Half of a bend of 120 degrees.
    QCOMPARE_LE(maxAbsDiff(maxAbsDiff(player.parentFromJoint[2].rotation, math::identityQuat()),
                           glm::radians(60.0)),
                1e-4);
}

void TstTwoBoneIkNode::keepsItsPlaneFromFrameToFrame() {
    const auto rig = legRig();
    GraphBuilder builder =
        ikGraph("two_bone_ik",
                legWith({{"pole_mode", "position"}}),
                {pin("target", vectorInput(0, 0.5, 0)), pin("pole", parameterInput("pole"))});
    builder.parameter(
        {.id = "pole", .type = ParameterType::Vector3, .initial = vectorValue(3, 1, 3)});
    GraphPlayer player(builder.definition, rig);
    const ParameterIndex pole = player.instance.graph().findParameter("pole");
    player.frame(0.1);
    const glm::dvec3 knee = positionOf(player, *rig, 2);
    QCOMPARE(ikFlagsOf(player), pose::IkFlags{.isReached = true});
    const std::vector<std::byte> saved(player.instance.state().begin(),
                                       player.instance.state().end());
    // On the line itself a pole has no side.
    player.instance.setVector3(pole, glm::vec3(0, -4, 0));
    player.frame(0.1);
    QCOMPARE(ikFlagsOf(player), (pose::IkFlags{.isReached = true, .isDegenerate = true}));
    QCOMPARE_LE(maxAbsDiff(positionOf(player, *rig, 2), knee), 1e-5);
    const std::vector<math::Transform> expected = player.parentFromJoint;
    // What is kept is part of the state.
    player.frame(0.1);
    SARTOR_ASSERT(player.instance.restore(saved).isOk());
    player.instance.setVector3(pole, glm::vec3(0, -4, 0));
    player.frame(0.1);
    QVERIFY(hasSameBits(player.parentFromJoint, expected));
}

void TstTwoBoneIkNode::startsAfreshAfterAPause() {
    const auto rig = legRig();
    GraphBuilder builder = ikGraph("two_bone_ik",
                                   legWith({{"pole_mode", "position"}}),
                                   {pin("target", vectorInput(0, 0.5, 0)),
                                    pin("pole", parameterInput("pole")),
                                    pin("weight", parameterInput("weight"))});
    builder
        .parameter({.id = "pole", .type = ParameterType::Vector3, .initial = vectorValue(3, 1, 3)})
        .number("weight", 1.0, 0.0, 1.0);
    GraphPlayer player(builder.definition, rig);
    GraphPlayer fresh(builder.definition, rig);
    player.frame(0.1);
    player.setFloat("weight", 0.0f);
    player.frame(0.1);
    for (GraphPlayer* each : {&player, &fresh}) {
        each->setFloat("weight", 1.0f);
        each->instance.setVector3(each->instance.graph().findParameter("pole"),
                                  glm::vec3(0, -4, 0));
        each->frame(0.1);
    }
    QVERIFY(hasSameBits(player.parentFromJoint, fresh.parentFromJoint));
}

QTEST_APPLESS_MAIN(TstTwoBoneIkNode)
#include "tst_two_bone_ik_node.moc"
