// SPDX-License-Identifier: Apache-2.0
// Root motion that is changed on its way to the output.
#include <QtTest>

#include <support/motion_graph.h>

using namespace sartor;
using namespace sartor::graph;

namespace {

/// A clip below an override with constants for its inputs.
test::GraphPlayer playerOf(const char* clip, Record params, const std::array<double, 4>& values) {
    test::GraphBuilder builder;
    builder.definition.rootMotion = test::motionOf(pose::RootMotionOwner::Entity);
    builder.clip("clip", clip);
    std::vector<PinInputs> inputs = {test::pin("pose", nodeInput("clip"))};
    const char* const kNames[] = {"x", "y", "z", "yaw"};
    for (std::size_t i = 0; i < 4; ++i) {
        inputs.push_back(test::pin(kNames[i], constantInput(values[i])));
    }
    builder.node("change", "root_motion_override", std::move(params), std::move(inputs));
    return test::GraphPlayer(builder.definition, test::walkerRig());
}

double degreesOf(const pose::RootMotionDelta& delta) {
    return glm::degrees(math::rotationVector(delta.rotation).y);
}

} // namespace

class TstRootMotionOverrideNode : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput();
    void changesComponentsAlone_data();
    void changesComponentsAlone();
    void keepsWhatItIsNotAsked();
    void turnsKeepTheLean();
    void leavesThePoseAlone();
    void isWrittenInTheBooks();
    void reachesThePoseInComponentsThatAreNotTaken();
    void doesNothingWithoutRootMotion();
};

void TstRootMotionOverrideNode::rejectsInvalidInput() {
    test::GraphBuilder builder;
    builder.clip("clip", "Forward")
        .node("change",
              "root_motion_override",
              {{"z_mode", "double"}},
              {test::pin("pose", nodeInput("clip"))});
    const CompileResult result = compile(builder.definition, test::walkerRig());
    QCOMPARE(result.problems.size(), std::size_t{1});
    QCOMPARE(result.problems[0].path, std::string("/nodes/1/params/z_mode"));
}

void TstRootMotionOverrideNode::changesComponentsAlone_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<int>("component");
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("expected");
    // Of half a second of a walk at 1 m/s along z.
    QTest::newRow("z scaled") << "z_mode=scale" << 2 << 3.0 << 1.5;
    QTest::newRow("z scaled away") << "z_mode=scale" << 2 << 0.0 << 0.0;
    QTest::newRow("z added") << "z_mode=add" << 2 << 2.0 << 1.5;
    QTest::newRow("z replaced") << "z_mode=replace" << 2 << -2.0 << -1.0;
    QTest::newRow("x scaled, there is none") << "x_mode=scale" << 0 << 3.0 << 0.0;
    QTest::newRow("x added") << "x_mode=add" << 0 << 0.5 << 0.25;
    QTest::newRow("y replaced") << "y_mode=replace" << 1 << 4.0 << 2.0;
    QTest::newRow("yaw added") << "yaw_mode=add" << 3 << 90.0 << 45.0;
    QTest::newRow("yaw replaced, to the right") << "yaw_mode=replace" << 3 << -20.0 << -10.0;
}

void TstRootMotionOverrideNode::changesComponentsAlone() {
    QFETCH(QString, mode);
    QFETCH(int, component);
    QFETCH(double, value);
    QFETCH(double, expected);
    std::array<double, 4> values{7.0, 7.0, 7.0, 7.0};
    values[static_cast<std::size_t>(component)] = value;
    test::GraphPlayer player =
        playerOf("Forward",
                 {{mode.section('=', 0, 0).toStdString(), mode.section('=', 1).toStdString()}},
                 values);
    const pose::RootMotionDelta delta = player.frame(0.5).rootMotion;
    const double actual = component == 3 ? degreesOf(delta) : delta.translation[component];
    QCOMPARE_LE(std::abs(actual - expected), 1e-6);
    for (int other = 0; other < 3; ++other) {
        if (other != component) {
            QCOMPARE_LE(std::abs(delta.translation[other] - (other == 2 ? 0.5 : 0.0)), 1e-9);
        }
    }
}

void TstRootMotionOverrideNode::keepsWhatItIsNotAsked() {
    test::GraphPlayer plain = playerOf("Off axis", {}, {1, 2, 3, 4});
    test::GraphBuilder builder;
    builder.definition.rootMotion = test::motionOf(pose::RootMotionOwner::Entity);
    builder.clip("clip", "Off axis");
    test::GraphPlayer without(builder.definition, test::walkerRig());
    for (int i = 0; i < 50; ++i) {
        const auto a = plain.frame(0.13).rootMotion;
        const auto b = without.frame(0.13).rootMotion;
        QVERIFY(a.translation == b.translation && a.rotation == b.rotation);
    }
}

void TstRootMotionOverrideNode::turnsKeepTheLean() {
    // With all of the rotation extracted, a change of the turn leaves the rest of it.
    test::GraphBuilder builder;
    builder.definition.rootMotion = test::motionOf(pose::RootMotionOwner::Entity, {.full = true});
    builder.clip("clip", "Off axis")
        .node("change",
              "root_motion_override",
              {{"yaw_mode", "replace"}},
              {test::pin("pose", nodeInput("clip")), test::pin("yaw", constantInput(30.0))});
    test::GraphPlayer player(builder.definition, test::walkerRig());
    test::GraphPlayer plain = playerOf("Idle", {}, {});
    for (int i = 0; i < 10; ++i) {
        const pose::RootMotionDelta changed = player.frame(0.1).rootMotion;
        const auto& source = player.instance.rootMotionLedger().sources()[1];
        QCOMPARE_LE(
            std::abs(glm::degrees(2.0 * std::atan2(changed.rotation.y, changed.rotation.w)) - 3.0),
            0.05);
        const glm::dquat before =
            glm::conjugate(pose::yawOf(source.before.rotation)) * source.before.rotation;
        const glm::dquat after = glm::conjugate(pose::yawOf(changed.rotation)) * changed.rotation;
        QCOMPARE_LE(1.0 - std::abs(glm::dot(before, after)), 1e-6);
    }
}

void TstRootMotionOverrideNode::leavesThePoseAlone() {
    test::GraphPlayer changed = playerOf("Circle", {{"z_mode", "replace"}}, {0, 0, 9, 0});
    test::GraphPlayer plain = playerOf("Circle", {}, {});
    for (int i = 0; i < 20; ++i) {
        changed.frame(0.17);
        plain.frame(0.17);
        for (std::size_t joint = 0; joint < 4; ++joint) {
            QVERIFY(changed.parentFromJoint[joint].translation ==
                    plain.parentFromJoint[joint].translation);
            QVERIFY(changed.parentFromJoint[joint].rotation ==
                    plain.parentFromJoint[joint].rotation);
        }
    }
}

void TstRootMotionOverrideNode::isWrittenInTheBooks() {
    test::GraphPlayer player = playerOf("Forward", {{"z_mode", "scale"}}, {0, 0, 2, 0});
    for (int i = 0; i < 30; ++i) {
        player.frame(0.1);
        const auto sources = player.instance.rootMotionLedger().sources();
        QCOMPARE(sources.size(), std::size_t{2});
        QCOMPARE(sources[0].node, 0U);
        QVERIFY(sources[1].kind == pose::RootMotionSource::Kind::Override);
        QCOMPARE(sources[1].node, 1U);
        QCOMPARE_LE(std::abs(sources[1].before.translation.z - 0.1), 1e-7);
        QCOMPARE_LE(std::abs(sources[1].delta.translation.z - 0.2), 1e-7);
        QCOMPARE_LE(player.instance.rootMotionLedger().conservationError().distance, 1e-5);
    }
    QCOMPARE_LE(std::abs(player.instance.rootMotionLedger().lastFrame().path.translation.z - 6.0),
                1e-6);
}

void TstRootMotionOverrideNode::reachesThePoseInComponentsThatAreNotTaken() {
    test::GraphBuilder builder;
    builder.definition.rootMotion = test::motionOf(pose::RootMotionOwner::Pose);
    builder.definition.rootMotion.components = {.xz = true, .y = false, .yaw = true};
    builder.clip("clip", "Forward")
        .node("change",
              "root_motion_override",
              {{"y_mode", "replace"}},
              {test::pin("pose", nodeInput("clip")), test::pin("y", constantInput(4.0))});
    test::GraphPlayer player(builder.definition, test::walkerRig());
    player.frame(0.0);
    const float height = player.parentFromJoint[1].translation.y;
    for (int i = 0; i < 30; ++i) {
        player.frame(0.1);
        QCOMPARE_LE(player.instance.rootMotionLedger().conservationError().distance, 1e-5);
    }
    QCOMPARE_LE(std::abs(player.parentFromJoint[1].translation.y - height - 12.0f), 1e-4f);
}

void TstRootMotionOverrideNode::doesNothingWithoutRootMotion() {
    test::GraphBuilder builder;
    builder.clip("clip", "Forward")
        .node("change",
              "root_motion_override",
              {{"z_mode", "replace"}},
              {test::pin("pose", nodeInput("clip")), test::pin("z", constantInput(5.0))});
    test::GraphPlayer player(builder.definition, test::walkerRig());
    QVERIFY(player.frame(0.5).rootMotion.translation == glm::dvec3(0.0));
    QCOMPARE_LE(test::maxAbsDiff(player.parentFromJoint[1].translation, glm::vec3(0, 0, 0.5f)),
                1e-6);
    QCOMPARE(player.instance.rootMotionLedger().frameCount(), std::size_t{0});
}

QTEST_GUILESS_MAIN(TstRootMotionOverrideNode)
#include "tst_root_motion_override_node.moc"
