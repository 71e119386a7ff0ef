// SPDX-License-Identifier: Apache-2.0
// The mirror through graphs.
#include <sartor/pose/mirror.h>

#include <QtTest>

#include <support/graph_fixture.h>
#include <support/pose_compare.h>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

GraphBuilder mirrored(Record params = {}) {
    GraphBuilder graph;
    graph.parameter({.id = "active", .type = ParameterType::Bool, .initial = true})
        .clip("walk", "Walk")
        .node("mirror",
              "mirror",
              std::move(params),
              {pin("pose", nodeInput("walk")), pin("active", parameterInput("active"))});
    return graph;
}

GraphPlayer walkAlone(const char* rootJoint = "") {
    GraphBuilder graph;
    graph.clip("walk", "Walk");
    graph.definition.rootMotion.joint = rootJoint;
    return {graph.definition, smallRig()};
}

} // namespace

class TstMirrorNode : public QObject {
    Q_OBJECT

private slots:
    void mirrorsAsTheJobDoes_data();
    void mirrorsAsTheJobDoes();
    void passesThroughWhereItIsNotActive();
    void mirrorsTheMotion_data();
    void mirrorsTheMotion();
    void saysWhatIsWrongWithPairs();
};

void TstMirrorNode::mirrorsAsTheJobDoes_data() {
    QTest::addColumn<int>("axis");
    QTest::addColumn<bool>("usesNames");
    QTest::addColumn<bool>("hasPair");
    QTest::newRow("names") << 0 << true << false;
    QTest::newRow("y") << 1 << true << false;
    QTest::newRow("pairs alone") << 2 << false << true;
}

void TstMirrorNode::mirrorsAsTheJobDoes() {
    QFETCH(int, axis);
    QFETCH(bool, usesNames);
    QFETCH(bool, hasPair);
    const char* const names[] = {"x", "y", "z"};
    Record params{{"axis", names[axis]}, {"names", usesNames}};
    std::vector<pose::MirrorPair> pairs;
    if (hasPair) {
        params.emplace_back("pairs", List{Record{{"a", "Spine"}, {"b", "RightLeg"}}});
        pairs.push_back({JointIndex(2u), JointIndex(5u)});
    }
    GraphPlayer player(mirrored(params).definition, smallRig());
    GraphPlayer walk = walkAlone();
    const pose::MirrorMap map = require(pose::MirrorMap::create(
        *smallRig()->skeleton,
        {.axis = static_cast<pose::MirrorAxis>(axis),
         .names = usesNames ? pose::MirrorNames::Sides : pose::MirrorNames::Ignored,
         .pairs = pairs}));
    QCOMPARE(map.partners()[4].value(), usesNames ? 5u : 4u);
    for (int i = 0; i < 5; ++i) {
        player.frame(0.17);
        walk.frame(0.17);
        std::vector<math::Transform> expected(6);
        pose::mirrorPose(map, walk.parentFromJoint, expected);
        QVERIFY(isSameBits(player.parentFromJoint, expected));
        QCOMPARE(player.morphWeights, walk.morphWeights);
    }
}

void TstMirrorNode::passesThroughWhereItIsNotActive() {
    GraphPlayer player(mirrored().definition, smallRig());
    GraphPlayer walk = walkAlone();
    player.setBool("active", false);
    player.frame(0.2);
    walk.frame(0.2);
    QVERIFY(isSameBits(player.parentFromJoint, walk.parentFromJoint));
    QCOMPARE(player.instance.taskCount(), std::size_t{1});
}

void TstMirrorNode::mirrorsTheMotion_data() {
    QTest::addColumn<int>("axis");
    QTest::newRow("x") << 0;
    QTest::newRow("y") << 1;
    QTest::newRow("z") << 2;
}

void TstMirrorNode::mirrorsTheMotion() {
    QFETCH(int, axis);
    const char* const names[] = {"x", "y", "z"};
    GraphBuilder graph = mirrored({{"axis", names[axis]}});
    graph.definition.rootMotion = {.joint = "Hips", .components = {.full = true}};
    GraphPlayer player(graph.definition, smallRig());
    GraphBuilder alone;
    alone.clip("walk", "Walk");
    alone.definition.rootMotion = {.joint = "Hips", .components = {.full = true}};
    GraphPlayer walk(alone.definition, smallRig());
    glm::dmat3 reflection(1.0);
    reflection[axis][axis] = -1.0;
    double turned = 0.0;
    for (int i = 0; i < 10; ++i) {
        const auto actual = player.frame(0.07).rootMotion;
        const auto motion = walk.frame(0.07).rootMotion;
        QCOMPARE_LE(maxAbsDiff(actual.translation, reflection * motion.translation), 1e-12);
        QCOMPARE_LE(maxAbsDiff(glm::mat3_cast(actual.rotation),
                               reflection * glm::mat3_cast(motion.rotation) * reflection),
                    1e-12);
        turned += glm::length(glm::axis(motion.rotation) * glm::angle(motion.rotation));
    }
    QVERIFY(turned > 0.1);
}

void TstMirrorNode::saysWhatIsWrongWithPairs() {
    const List pairs{Record{{"a", "LeftLeg"}, {"b", "RightLeg"}},
                     Record{{"a", "Spine"}, {"b", "LeftLeg"}}};
    const CompileResult result = compile(mirrored({{"pairs", pairs}}).definition, smallRig());
    QVERIFY(result.graph == nullptr);
    QCOMPARE(result.problems.size(), std::size_t{1});
    QCOMPARE(result.problems[0].code, std::string("graph.mirror"));
    QCOMPARE(result.problems[0].path, std::string("/nodes/1/params/pairs"));
    QCOMPARE(result.problems[0].message,
             std::string("mirror: pair 1: joint 4 'LeftLeg' already has a partner"));
}

QTEST_APPLESS_MAIN(TstMirrorNode)
#include "tst_mirror_node.moc"
