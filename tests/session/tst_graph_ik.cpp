// SPDX-License-Identifier: Apache-2.0
// Chains of a running graph, as they are drawn and dragged.
#include <sartor/session/graph_ik.h>

#include <QtTest>

#include <glm/trigonometric.hpp>

#include <support/graph_fixture.h>
#include <support/ik_fixture.h>

using namespace sartor;
using namespace sartor::graph;
using session::findGraphIk;
using session::GraphIk;
using session::IkHandle;
using session::moveIkHandle;
using test::GraphBuilder;
using test::GraphPlayer;
using test::pin;

namespace {

/// Root, hip, knee, foot straight down from (0, 2, 0), with a prop ahead that is turned and scaled.
std::shared_ptr<const Rig> makeRig() {
    test::RigBuilder builder;
    const auto moved = [](float x, float y, float z) {
        math::Transform transform;
        transform.translation = glm::vec3(x, y, z);
        return transform;
    };
    const JointIndex root = builder.joint("root");
    const JointIndex hip = builder.joint("hip", root, moved(0, 2, 0));
    const JointIndex knee = builder.joint("knee", hip, moved(0, -1, 0));
    builder.joint("foot", knee, moved(0, -1, 0));
    math::Transform prop = moved(0, 1, 2);
    prop.rotation = glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 0, 1));
    prop.scale = glm::vec3(2);
    builder.joint("prop", root, prop);
    return builder.build();
}

InputDefinition vectorInput(double x, double y, double z) {
    return constantInput(List{x, y, z});
}

GraphBuilder legGraph(const Record& more, std::vector<PinInputs> inputs) {
    GraphBuilder builder;
    builder.node("rest", "rest_pose");
    inputs.push_back(pin("pose", nodeInput("rest")));
    Record params = {{"root", "hip"}, {"mid", "knee"}, {"tip", "foot"}};
    params.insert(params.end(), more.begin(), more.end());
    builder.node("leg", "two_bone_ik", params, std::move(inputs));
    return builder;
}

std::vector<math::Affine> modelOf(const GraphPlayer& player, const Rig& rig) {
    std::vector<math::Affine> model;
    for (const glm::dmat4& matrix :
         test::forwardKinematics(*rig.skeleton, player.parentFromJoint)) {
        model.push_back(math::fromMat4(glm::mat4(matrix)));
    }
    return model;
}

std::vector<GraphIk> findIn(GraphPlayer& player, const Rig& rig) {
    player.frame(0.1);
    return findGraphIk(player.instance, modelOf(player, rig));
}

} // namespace

class TstGraphIk : public QObject {
    Q_OBJECT

private slots:
    void findsTwoBonesWithTheirEnds();
    void findsLongerChainsWithTheirLimits();
    void findsAims();
    void whatNodesSayIsNoHandle();
    void whatIsNotActiveIsNotFound();
    void movedHandlesStandWhereTheyWerePut_data();
    void movedHandlesStandWhereTheyWerePut();
    void movingWhatIsGoneChangesNothing();
};

void TstGraphIk::findsTwoBonesWithTheirEnds() {
    const auto rig = makeRig();
    GraphPlayer player(
        legGraph({{"pole_mode", "position"}, {"flexion_maximum", 90}},
                 {pin("target", vectorInput(0, 0.2, 0)), pin("pole", vectorInput(0, 2, 5))})
            .definition,
        rig);
    const std::vector<GraphIk> found = findIn(player, *rig);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].node.c_str(), "leg");
    const session::IkDrawing& drawing = found[0].drawing;
    QCOMPARE(drawing.joints,
             (std::vector<JointIndex>{JointIndex(1), JointIndex(2), JointIndex(3)}));
    QCOMPARE(drawing.targetModel, std::optional(glm::vec3(0, 0.2f, 0)));
    QCOMPARE(drawing.poleModel, std::optional(glm::vec3(0, 2, 5)));
    QVERIFY(drawing.flexion.has_value());
    QCOMPARE_LE(test::maxAbsDiff(drawing.flexion->second, glm::radians(90.0)), 1e-6);
    QCOMPARE(drawing.flags, pose::IkFlags{.isReached = true});
    QCOMPARE(found[0].handles.size(), std::size_t{2});
    // A pole that is a joint is drawn, and is no handle.
    GraphPlayer joint(legGraph({{"pole_mode", "joint"}, {"pole_joint", "prop"}}, {}).definition,
                      rig);
    const std::vector<GraphIk> other = findIn(joint, *rig);
    QCOMPARE(other[0].drawing.poleModel, std::optional(glm::vec3(0, 1, 2)));
    QCOMPARE(other[0].handles.size(), std::size_t{1});
}

void TstGraphIk::findsLongerChainsWithTheirLimits() {
    const auto rig = makeRig();
    for (const char* type : {"ccd_ik", "fabrik_ik"}) {
        GraphBuilder builder;
        builder.node("rest", "rest_pose")
            .node("chain",
                  type,
                  {{"root", "#1"},
                   {"tip", "foot"},
                   {"limits",
                    List{Record{{"joint", "knee"}, {"swing", 30}, {"twist_minimum", -10}}}}},
                  {pin("pose", nodeInput("rest")), pin("target", vectorInput(1, 1, 0))});
        GraphPlayer player(builder.definition, rig);
        const std::vector<GraphIk> found = findIn(player, *rig);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].drawing.joints.size(), std::size_t{3});
        QCOMPARE(found[0].drawing.limits.size(), std::size_t{2});
        const pose::JointLimit& limit = found[0].drawing.limits[1].limit();
        QCOMPARE_LE(test::maxAbsDiff(limit.swing, glm::radians(30.0)), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(limit.swingAcross, glm::radians(30.0)), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(limit.twistMinimum, glm::radians(-10.0)), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(found[0].drawing.limits[0].limit().swing, glm::radians(180.0)),
                    1e-6);
    }
}

void TstGraphIk::findsAims() {
    const auto rig = makeRig();
    GraphBuilder builder;
    builder.node("rest", "rest_pose")
        .node("look",
              "aim_ik",
              {{"joints", List{Record{{"joint", "hip"}}, Record{{"joint", "foot"}}}}},
              {pin("pose", nodeInput("rest")), pin("target", vectorInput(1, 1, 4))});
    GraphPlayer player(builder.definition, rig);
    const std::vector<GraphIk> found = findIn(player, *rig);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].drawing.joints, std::vector<JointIndex>{JointIndex(3)});
    QCOMPARE(found[0].handles.size(), std::size_t{1});
    QCOMPARE(found[0].handles[0].pin.c_str(), "target");
}

void TstGraphIk::whatNodesSayIsNoHandle() {
    // An input that was never connected has a constant to come.
    const auto rig = makeRig();
    GraphPlayer player(legGraph({}, {}).definition, rig);
    const std::vector<GraphIk> found = findIn(player, *rig);
    QCOMPARE(found[0].handles.size(), std::size_t{1});
    QCOMPARE(found[0].drawing.targetModel, std::optional(glm::vec3(0)));
    QVERIFY(!found[0].drawing.poleModel);
    QVERIFY(!found[0].drawing.flexion);
    // What a node says is drawn where it says, and is not to be dragged.
    GraphBuilder builder;
    builder.node(
        "place",
        "vector_from_numbers",
        {},
        {pin("x", constantInput(0.5)), pin("y", constantInput(1)), pin("z", constantInput(0.25))});
    GraphBuilder leg = legGraph({}, {pin("target", nodeInput("place"))});
    leg.definition.nodes.push_back(builder.definition.nodes[0]);
    GraphPlayer linked(leg.definition, rig);
    const std::vector<GraphIk> driven = findIn(linked, *rig);
    QCOMPARE(driven[0].drawing.targetModel, std::optional(glm::vec3(0.5f, 1, 0.25f)));
    QVERIFY(driven[0].handles.empty());
}

void TstGraphIk::whatIsNotActiveIsNotFound() {
    const auto rig = makeRig();
    GraphBuilder builder = legGraph({}, {});
    builder.node("other", "rest_pose"); // the output
    GraphPlayer player(builder.definition, rig);
    QVERIFY(findIn(player, *rig).empty());
}

void TstGraphIk::movedHandlesStandWhereTheyWerePut_data() {
    QTest::addColumn<bool>("isParameter");
    QTest::addColumn<bool>("isCarried");
    QTest::newRow("constant") << false << false;
    QTest::newRow("parameter") << true << false;
    QTest::newRow("constant of a joint") << false << true;
    QTest::newRow("parameter of a joint") << true << true;
}

void TstGraphIk::movedHandlesStandWhereTheyWerePut() {
    QFETCH(const bool, isParameter);
    QFETCH(const bool, isCarried);
    const auto rig = makeRig();
    GraphBuilder builder = legGraph(
        isCarried ? Record{{"target_joint", "prop"}} : Record{},
        {pin("target", isParameter ? parameterInput("place") : vectorInput(0.1, 0.2, 0.3))});
    builder.parameter(
        {.id = "place", .type = ParameterType::Vector3, .initial = List{0.1, 0.2, 0.3}});
    GraphPlayer player(builder.definition, rig);
    const std::vector<GraphIk> before = findIn(player, *rig);
    QCOMPARE(before[0].handles.size(), std::size_t{1});
    const IkHandle& handle = before[0].handles[0];
    QCOMPARE(handle.parameter.c_str(), isParameter ? "place" : "");
    // Of the prop: turned by a quarter about z, twice as large.
    const glm::vec3 expected =
        isCarried ? glm::vec3(-0.4f, 1.2f, 2.6f) : glm::vec3(0.1f, 0.2f, 0.3f);
    QCOMPARE_LE(test::maxAbsDiff(handle.positionModel, expected), 1e-6);
    const glm::vec3 place(0.3f, 0.7f, -0.4f);
    GraphDefinition moved = builder.definition;
    moveIkHandle(moved, handle, place);
    QVERIFY(moved != builder.definition);
    GraphPlayer after(moved, rig);
    const std::vector<GraphIk> found = findIn(after, *rig);
    QCOMPARE_LE(test::maxAbsDiff(found[0].handles[0].positionModel, place), 2e-5);
    const std::vector<math::Affine> model = modelOf(after, *rig);
    QCOMPARE_LE(test::maxAbsDiff(model[3].translation, place), 2e-4);
    // Without an input of its own the node gets one.
    GraphDefinition bare = legGraph({}, {}).definition;
    moveIkHandle(bare,
                 {.node = "leg",
                  .pin = "target",
                  .parameter = {},
                  .positionModel = {},
                  .modelFromValue = {}},
                 place);
    GraphPlayer third(bare, rig);
    QCOMPARE_LE(test::maxAbsDiff(findIn(third, *rig)[0].handles[0].positionModel, place), 2e-5);
}

void TstGraphIk::movingWhatIsGoneChangesNothing() {
    const GraphDefinition definition = legGraph({}, {}).definition;
    GraphDefinition moved = definition;
    IkHandle handle{
        .node = "arm", .pin = "target", .parameter = {}, .positionModel = {}, .modelFromValue = {}};
    moveIkHandle(moved, handle, glm::vec3(1));
    handle.parameter = "none";
    moveIkHandle(moved, handle, glm::vec3(1));
    handle = {
        .node = "leg", .pin = "target", .parameter = {}, .positionModel = {}, .modelFromValue = {}};
    handle.modelFromValue.linear = glm::mat3(0.0f);
    moveIkHandle(moved, handle, glm::vec3(1));
    QVERIFY(moved == definition);
}

QTEST_GUILESS_MAIN(TstGraphIk)
#include "tst_graph_ik.moc"
