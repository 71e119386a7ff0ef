// SPDX-License-Identifier: Apache-2.0
// An aim in a graph.
#include "ik_graph.h"

#include <sartor/pose/aim_ik.h>

#include <QtTest>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

Record aimer(const char* joint, double weight = 1.0) {
    return {{"joint", joint}, {"weight", weight}};
}

} // namespace

class TstAimIkNode : public QObject {
    Q_OBJECT

private slots:
    void rejectsWhatIsNoChain();
    void pointsTheAxisAtTheTarget();
    void isTheJobOnTheIncomingPose();
    void clampsItsAngle();
};

void TstAimIkNode::rejectsWhatIsNoChain() {
    QCOMPARE(problemsOf(ikGraph("aim_ik", {{"joints", List{aimer("Foot"), aimer("Knee")}}}, {})),
             std::vector<std::string>{"graph.ik_chain /nodes/1/params/joints aim: joint 'Knee' is "
                                      "not below joint 'Foot'"});
    QCOMPARE(problemsOf(ikGraph("aim_ik", {{"joints", List{}}}, {})),
             std::vector<std::string>{
                 "graph.ik_chain /nodes/1/params/joints aim: expected 1 to 16 joints, not 0"});
    const auto withAxes = [](Record axes) {
        axes.emplace_back("joints", List{aimer("Foot")});
        return problemsOf(ikGraph("aim_ik", std::move(axes), {}));
    };
    const std::vector<std::string> parallel = {
        "graph.ik_axis /nodes/1/params/up_axis expected an axis that is not along `forward_axis`"};
    QCOMPARE(
        withAxes({{"forward_axis", vectorValue(1, 2, 0)}, {"up_axis", vectorValue(-2, -4, 0)}}),
        parallel);
    // Without an axis, +z points at the target.
    QCOMPARE(withAxes({{"up_axis", vectorValue(0, 0, 3)}}), parallel);
    QVERIFY(withAxes({{"up_axis", vectorValue(0, 1, 3)}}).empty());
}

void TstAimIkNode::pointsTheAxisAtTheTarget() {
    const auto rig = legRig();
    GraphPlayer player(ikGraph("aim_ik",
                               {{"joints", List{aimer("Hip", 0.5), aimer("Foot")}},
                                {"forward_axis", vectorValue(0, 1, 0)},
                                {"up_axis", vectorValue(1, 0, 0)},
                                {"offset", vectorValue(0.1, 0, 0)}},
                               {pin("target", vectorInput(1, 0.3, 1))})
                           .definition,
                       rig);
    player.frame(0.1);
    QCOMPARE(ikFlagsOf(player), pose::IkFlags{.isReached = true});
    const glm::dmat4 foot = forwardKinematics(*rig->skeleton, player.parentFromJoint)[3];
    const glm::dvec3 eye(foot * glm::dvec4(0.1, 0, 0, 1));
    QCOMPARE_LE(maxAbsDiff(glm::normalize(glm::dvec3(foot[1])),
                           glm::normalize(glm::dvec3(1, 0.3, 1) - eye)),
                1e-5);
    // Up is +y where nothing else is said.
    QVERIFY(foot[0].y > 0.3);
}

void TstAimIkNode::isTheJobOnTheIncomingPose() {
    const auto rig = smallRig();
    GraphBuilder builder;
    builder.clip("walk", "Walk")
        .node("ik",
              "aim_ik",
              {{"joints", List{aimer("Spine", 0.4), aimer("Head")}}, {"target_joint", "LeftLeg"}},
              {pin("pose", nodeInput("walk")),
               pin("target", vectorInput(1, 2, 3)),
               pin("weight", constantInput(0.7))});
    GraphPlayer player(builder.definition, rig);
    GraphBuilder plain;
    plain.clip("walk", "Walk");
    GraphPlayer incoming(plain.definition, rig);
    const std::vector<pose::AimJoint> joints = {{JointIndex(2), 0.4f}, {JointIndex(3), 1.0f}};
    const auto chain = require(pose::AimIkChain::create(*rig->skeleton, joints));
    for (int frame = 0; frame < 5; ++frame) {
        player.frame(0.13);
        incoming.frame(0.13);
        std::vector<math::Transform> expected = incoming.parentFromJoint;
        const glm::dmat4 leg = forwardKinematics(*rig->skeleton, expected)[4];
        pose::AimIkInput input;
        input.targetModel = glm::vec3(leg * glm::dvec4(1, 2, 3, 1));
        input.weight = 0.7f;
        pose::solveAimIk(chain, input, {*rig->skeleton, expected});
        for (std::size_t joint = 0; joint < expected.size(); ++joint) {
            QCOMPARE_LE(
                maxAbsDiff(player.parentFromJoint[joint].rotation, expected[joint].rotation), 1e-5);
        }
        QVERIFY(hasSameBones(player.parentFromJoint, expected));
    }
}

void TstAimIkNode::clampsItsAngle() {
    const auto rig = legRig();
    GraphPlayer player(ikGraph("aim_ik",
                               {{"joints", List{aimer("Hip")}}, {"maximum_angle", 20}},
                               {pin("target", vectorInput(5, 1, 0))})
                           .definition,
                       rig);
    player.frame(0.1);
    QCOMPARE(ikFlagsOf(player), pose::IkFlags{.isLimited = true});
    QCOMPARE_LE(maxAbsDiff(maxAbsDiff(player.parentFromJoint[1].rotation, math::identityQuat()),
                           glm::radians(20.0)),
                1e-5);
}

QTEST_APPLESS_MAIN(TstAimIkNode)
#include "tst_aim_ik_node.moc"
