// SPDX-License-Identifier: Apache-2.0
// The additive layer through graphs: every kind of reference, against double.
#include <QtTest>

#include <support/allocation_count.h>
#include <support/graph_fixture.h>
#include <support/pose_compare.h>

#include <cmath>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

// Wave on top of Walk, compared with what `params` say.
GraphBuilder waving(Record params, bool hasReference = false) {
    GraphBuilder graph;
    graph.number("weight", 1.0, -2.0, 2.0)
        .clip("walk", "Walk")
        .clip("wave", "Wave")
        .clip("idle", "Idle");
    std::vector<PinInputs> inputs{pin("base", nodeInput("walk")),
                                  pin("additive", nodeInput("wave")),
                                  pin("weight", parameterInput("weight"))};
    if (hasReference) {
        inputs.push_back(pin("reference", nodeInput("idle")));
    }
    graph.node("sum", "additive", std::move(params), std::move(inputs));
    return graph;
}

DoublePose restOracle() {
    return clipOracle(*smallRig(), "no clip of that name", 0.0);
}

// slerp(identity, reference^-1 * value, weight) in double.
glm::dquat scaledDifference(const glm::dquat& reference, const glm::dquat& value, double weight) {
    glm::dquat difference = glm::normalize(glm::conjugate(reference) * value);
    difference = difference.w < 0.0 ? -difference : difference;
    const double angle = 2.0 * std::acos(std::min(difference.w, 1.0));
    return angle < 1e-6 ? glm::dquat(1.0, 0.0, 0.0, 0.0)
                        : glm::angleAxis(angle * weight, glm::axis(difference));
}

DoublePose addOracle(const DoublePose& base,
                     const DoublePose& value,
                     const DoublePose& reference,
                     double weight,
                     std::size_t firstJoint = 0) {
    DoublePose result = base;
    for (std::size_t i = firstJoint; i < base.joints.size(); ++i) {
        const auto& from = reference.joints[i];
        const auto& to = value.joints[i];
        auto& joint = result.joints[i];
        joint.rotation =
            glm::normalize(joint.rotation * scaledDifference(from.rotation, to.rotation, weight));
        joint.translation += weight * (to.translation - from.translation);
        joint.scale *= glm::pow(to.scale / from.scale, glm::dvec3(weight));
    }
    for (std::size_t i = 0; i < base.morphWeights.size(); ++i) {
        result.morphWeights[i] += weight * (value.morphWeights[i] - reference.morphWeights[i]);
    }
    return result;
}

} // namespace

class TstAdditiveNode : public QObject {
    Q_OBJECT

private slots:
    void addsTheDifferenceToItsReference_data();
    void addsTheDifferenceToItsReference();
    void theMaskPicksJoints();
    void withoutWeightTheLayerIsNotUpdated();
    void motionIsThatOfTheBase();
    void theReferenceMustBeSaid_data();
    void theReferenceMustBeSaid();
    void allocatesNothing();
};

void TstAdditiveNode::addsTheDifferenceToItsReference_data() {
    QTest::addColumn<float>("weight");
    for (const float weight : {1.0f, 0.5f, -0.5f, 1.5f}) {
        QTest::addRow("weight %g", static_cast<double>(weight)) << weight;
    }
}

void TstAdditiveNode::addsTheDifferenceToItsReference() {
    QFETCH(float, weight);
    const std::shared_ptr<const Rig> rig = smallRig();
    GraphPlayer rest(waving({{"reference", "rest"}}).definition, rig);
    GraphPlayer frame(
        waving({{"reference", "frame"}, {"reference_clip", "Run"}, {"reference_time", 0.25}})
            .definition,
        rig);
    GraphPlayer late(
        waving({{"reference", "frame"}, {"reference_clip", "Run"}, {"reference_time", 99.0}})
            .definition,
        rig);
    GraphPlayer other(waving({{"reference", "pose"}}, true).definition, rig);
    for (GraphPlayer* player : {&rest, &frame, &late, &other}) {
        player->setFloat("weight", weight);
        player->frame(0.0);
    }
    for (int i = 1; i < 8; ++i) {
        const double time = 0.12 * i;
        const DoublePose base = clipOracle(*rig, "Walk", std::fmod(time, 1.0));
        const DoublePose value = clipOracle(*rig, "Wave", std::fmod(time, 1.5));
        const auto check = [&](GraphPlayer& player, const DoublePose& reference) {
            player.frame(0.12);
            const auto w = static_cast<double>(weight);
            return maxAbsDiff(player, addOracle(base, value, reference, w));
        };
        // Differences close to half a turn have an axis of fewer digits.
        QCOMPARE_LE(check(rest, restOracle()), 2e-5);
        QCOMPARE_LE(check(frame, clipOracle(*rig, "Run", 0.25)), 2e-5);
        QCOMPARE_LE(check(late, clipOracle(*rig, "Run", 0.75)), 2e-5);
        QCOMPARE_LE(check(other, clipOracle(*rig, "Idle", std::fmod(time, 2.0))), 2e-5);
    }
}

void TstAdditiveNode::theMaskPicksJoints() {
    const std::shared_ptr<const Rig> rig = smallRig();
    GraphPlayer player(
        waving({{"reference", "rest"}, {"mask", List{Record{{"joint", "Head"}}}}}).definition, rig);
    player.frame(0.0);
    player.frame(0.3);
    DoublePose expected = clipOracle(*rig, "Walk", 0.3);
    expected.joints[3] =
        addOracle(expected, clipOracle(*rig, "Wave", 0.3), restOracle(), 1.0).joints[3];
    QCOMPARE_LE(maxAbsDiff(player, expected), 2e-5);
}

void TstAdditiveNode::withoutWeightTheLayerIsNotUpdated() {
    GraphPlayer player(waving({{"reference", "pose"}}, true).definition, smallRig());
    GraphBuilder alone;
    alone.clip("walk", "Walk");
    GraphPlayer walk(alone.definition, smallRig());
    player.setFloat("weight", 0.0f);
    player.frame(0.2);
    walk.frame(0.2);
    QVERIFY(isSameBits(player.parentFromJoint, walk.parentFromJoint));
    QVERIFY(!player.activity("wave").isActive && !player.activity("idle").isActive);
    QCOMPARE(player.instance.taskCount(), std::size_t{1});
}

void TstAdditiveNode::motionIsThatOfTheBase() {
    GraphBuilder graph = waving({{"reference", "frame"}, {"reference_clip", "Run"}});
    graph.definition.rootMotion.joint = "Hips";
    GraphPlayer player(graph.definition, smallRig());
    GraphBuilder alone;
    alone.clip("walk", "Walk");
    alone.definition.rootMotion.joint = "Hips";
    GraphPlayer walk(alone.definition, smallRig());
    for (int i = 0; i < 10; ++i) {
        const auto actual = player.frame(0.07).rootMotion;
        const auto expected = walk.frame(0.07).rootMotion;
        QVERIFY(actual.translation == expected.translation);
        QVERIFY(actual.rotation == expected.rotation);
    }
}

void TstAdditiveNode::theReferenceMustBeSaid_data() {
    QTest::addColumn<bool>("isLinked");
    QTest::addColumn<QString>("reference");
    QTest::addColumn<QString>("clip");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("path");
    QTest::newRow("nothing") << false << ""
                             << ""
                             << "graph.missing_param"
                             << "/nodes/3/params/reference";
    QTest::newRow("no pose") << false << "pose"
                             << ""
                             << "graph.missing_input"
                             << "/nodes/3/inputs/reference";
    QTest::newRow("a pose too many") << true << "rest"
                                     << ""
                                     << "graph.unused_input"
                                     << "/nodes/3/inputs/reference";
    QTest::newRow("no clip") << false << "frame"
                             << ""
                             << "graph.missing_param"
                             << "/nodes/3/params/reference_clip";
    QTest::newRow("a clip too many") << false << "rest"
                                     << "Run"
                                     << "graph.unused_param"
                                     << "/nodes/3/params/reference_clip";
}

void TstAdditiveNode::theReferenceMustBeSaid() {
    QFETCH(bool, isLinked);
    QFETCH(QString, reference);
    QFETCH(QString, clip);
    QFETCH(QString, code);
    QFETCH(QString, path);
    Record params;
    if (!reference.isEmpty()) {
        params.emplace_back("reference", reference.toStdString());
    }
    if (!clip.isEmpty()) {
        params.emplace_back("reference_clip", clip.toStdString());
    }
    const CompileResult result = compile(waving(params, isLinked).definition, smallRig());
    QVERIFY(result.graph == nullptr);
    QCOMPARE(result.problems.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(result.problems[0].code), code);
    QCOMPARE(QString::fromStdString(result.problems[0].path), path);
}

void TstAdditiveNode::allocatesNothing() {
    GraphPlayer player(waving({{"reference", "pose"}}, true).definition, smallRig());
    player.frame(0.0);
    const std::size_t before = allocationCount;
    for (int i = 0; i < 1000; ++i) {
        player.setFloat("weight", static_cast<float>(i % 5) * 0.25f);
        player.frame(0.016);
    }
    QCOMPARE(allocationCount - before, std::size_t{0});
}

QTEST_APPLESS_MAIN(TstAdditiveNode)
#include "tst_additive_node.moc"
