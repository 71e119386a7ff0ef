// SPDX-License-Identifier: Apache-2.0
// What nodes for chains of any length must do, whichever solver they have.
#pragma once

#include "ik_graph.h"

#include <QtTest>

namespace sartor::test {

class ChainIkNodeChecks {
public:
    using Solver = pose::IkFlags (*)(const pose::IkChain&,
                                     const pose::ChainIkInput&,
                                     const pose::IkPose&,
                                     std::span<pose::IkScratch>);

    ChainIkNodeChecks(std::string type, Solver solver) : type_(std::move(type)), solver_(solver) {}

    void rejectsWhatIsNoChain() const {
        using graph::List;
        using graph::Record;
        QCOMPARE(
            problemsOf(ikGraph(type_, {{"root", "Foot"}, {"tip", "Hip"}}, {})),
            std::vector<std::string>{"graph.ik_chain /nodes/1/params/tip chain: joint 'Hip' is "
                                     "not below joint 'Foot'"});
        const auto withLimits = [&](const List& limits) {
            return problemsOf(
                ikGraph(type_, {{"root", "Hip"}, {"tip", "Foot"}, {"limits", limits}}, {}));
        };
        QCOMPARE(withLimits({Record{{"joint", "Foot"}}, Record{{"joint", "Prop"}}}),
                 (std::vector<std::string>{
                     "graph.ik_limit /nodes/1/params/limits/0/joint joint 'Foot' is none of the "
                     "chain's joints above its tip",
                     "graph.ik_limit /nodes/1/params/limits/1/joint joint 'Prop' is none of the "
                     "chain's joints above its tip"}));
        QCOMPARE(withLimits({Record{{"joint", "Hip"}, {"axis", vectorValue(0, 0, 1)}}}),
                 std::vector<std::string>{"graph.ik_limit /nodes/1/params/limits/0 limit of joint "
                                          "'Hip': expected an axis that is not along the bone"});
        QCOMPARE(withLimits({Record{{"joint", "Hip"}}, Record{{"joint", "Hip"}, {"swing", 20}}}),
                 std::vector<std::string>{"graph.ik_limit /nodes/1/params/limits/1/joint joint "
                                          "'Hip' has a limit already"});
    }

    void putsTheTipOnTheTarget() const {
        const auto rig = legRig();
        GraphPlayer player(
            ikGraph(
                type_,
                {{"root", "Hip"}, {"tip", "Foot"}, {"iterations", 200}, {"target_joint", "Prop"}},
                {pin("target", vectorInput(0, -1.2, 0.6))})
                .definition,
            rig);
        player.frame(0.1);
        QVERIFY(ikFlagsOf(player).isReached);
        QCOMPARE_LE(maxAbsDiff(positionOf(player, *rig, 3), glm::dvec3(0, 0.7, 0.4)), 1.1e-4);
        QCOMPARE(player.morphWeights[0], 0.25f);
    }

    void isTheJobOnTheIncomingPose() const {
        const auto rig = smallRig();
        GraphBuilder builder;
        builder.clip("walk", "Walk")
            .node("ik",
                  type_,
                  {{"root", "Root"}, {"tip", "Head"}, {"iterations", 7}, {"tolerance", 1e-3}},
                  {pin("pose", graph::nodeInput("walk")),
                   pin("target", vectorInput(0.2, 0.4, 0.1)),
                   pin("weight", graph::constantInput(0.6))});
        GraphPlayer player(builder.definition, rig);
        GraphBuilder plain;
        plain.clip("walk", "Walk");
        GraphPlayer incoming(plain.definition, rig);
        const pose::IkChain chain =
            require(pose::IkChain::create(*rig->skeleton, JointIndex(0), JointIndex(3)));
        for (int frame = 0; frame < 5; ++frame) {
            player.frame(0.13);
            incoming.frame(0.13);
            std::vector<math::Transform> expected = incoming.parentFromJoint;
            std::vector<pose::IkScratch> scratch(4);
            const pose::IkFlags flags = solver_(chain,
                                                {.targetModel = glm::vec3(0.2f, 0.4f, 0.1f),
                                                 .weight = 0.6f,
                                                 .maximumIterations = 7,
                                                 .tolerance = 1e-3f},
                                                {*rig->skeleton, expected},
                                                scratch);
            QVERIFY(hasSameBits(player.parentFromJoint, expected));
            QCOMPARE(ikFlagsOf(player), flags);
        }
    }

    void limitsHold() const {
        const auto rig = legRig();
        const auto kneeAngle = [&](const graph::List& limits) {
            GraphPlayer player(
                ikGraph(type_,
                        {{"root", "Hip"}, {"tip", "Foot"}, {"iterations", 100}, {"limits", limits}},
                        {pin("target", vectorInput(0, 0.7, 0.1))})
                    .definition,
                rig);
            player.frame(0.1);
            return std::pair(maxAbsDiff(player.parentFromJoint[2].rotation, math::identityQuat()),
                             ikFlagsOf(player).isLimited);
        };
        QVERIFY(kneeAngle({}).first > glm::radians(90.0));
        // One angle is a round cone.
        const auto [angle, isLimited] = kneeAngle({graph::Record{
            {"joint", "Knee"}, {"swing", 30}, {"twist_minimum", 0}, {"twist_maximum", 0}}});
        QVERIFY(isLimited);
        QCOMPARE_LE(angle, glm::radians(30.0) + 1e-4);
    }

private:
    std::string type_;
    Solver solver_;
};

} // namespace sartor::test
