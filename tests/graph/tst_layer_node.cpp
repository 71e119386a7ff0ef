// SPDX-License-Identifier: Apache-2.0
// The masked layer through graphs: joint by joint against the job and against double.
#include "blended_pose.h"

#include <sartor/pose/masked_layer.h>

#include <QtTest>

#include <support/allocation_count.h>
#include <support/pose_compare.h>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

// Root 0, Hips 1, Spine 2, Head 3, LeftLeg 4, RightLeg 5.
Value rule(const char* joint, double weight = 1.0, const char* reach = "subtree", int feather = 0) {
    return Record{{"joint", joint}, {"weight", weight}, {"reach", reach}, {"feather", feather}};
}

GraphBuilder layered(List mask, const char* rotation = "local", double morphWeights = 0.0) {
    GraphBuilder graph;
    graph.number("weight", 1.0, 0.0, 1.0)
        .clip("walk", "Walk")
        .clip("run", "Run")
        .node("layered",
              "layer",
              {{"mask", std::move(mask)}, {"rotation", rotation}, {"morph_weights", morphWeights}},
              {pin("base", nodeInput("walk")),
               pin("layer", nodeInput("run")),
               pin("weight", parameterInput("weight"))});
    return graph;
}

GraphPlayer alone(const char* clip) {
    GraphBuilder graph;
    graph.clip("clip", clip);
    return {graph.definition, smallRig()};
}

} // namespace

class TstLayerNode : public QObject {
    Q_OBJECT

private slots:
    void theMaskPicksJoints();
    void weightsMixAsInDouble();
    void feathersAreWeights();
    void modelRotationIsThatOfTheJob();
    void morphWeightsHaveAWeightOfTheirOwn();
    void withoutWeightTheLayerIsNotUpdated();
    void motionIsThatOfTheBase();
    void allocatesNothing();
};

void TstLayerNode::theMaskPicksJoints() {
    GraphPlayer player(layered({rule("Hips"), rule("RightLeg", 0.0)}).definition, smallRig());
    GraphPlayer walk = alone("Walk");
    GraphPlayer run = alone("Run");
    for (int i = 0; i < 5; ++i) {
        player.frame(0.11);
        walk.frame(0.11);
        run.frame(0.11);
        for (const std::size_t joint : {0u, 5u}) {
            QVERIFY(isSameBits(player.parentFromJoint[joint], walk.parentFromJoint[joint]));
        }
        for (const std::size_t joint : {1u, 2u, 3u, 4u}) {
            QVERIFY(isSameBits(player.parentFromJoint[joint], run.parentFromJoint[joint]));
        }
        QCOMPARE(player.morphWeights, walk.morphWeights);
    }
}

void TstLayerNode::weightsMixAsInDouble() {
    GraphPlayer player(layered({}, "local", 1.0).definition, smallRig());
    player.setFloat("weight", 0.3f);
    player.frame(0.0);
    player.frame(0.2);
    const std::shared_ptr<const Rig> rig = smallRig();
    const DoublePose expected =
        blendOracle({clipOracle(*rig, "Walk", 0.2), clipOracle(*rig, "Run", 0.2)}, {0.7, 0.3});
    QCOMPARE_LE(maxAbsDiff(player, expected), kBlendTolerance);
}

void TstLayerNode::feathersAreWeights() {
    GraphPlayer player(layered({rule("Hips", 1.0, "subtree", 1)}).definition, smallRig());
    player.frame(0.0);
    player.frame(0.2);
    const std::shared_ptr<const Rig> rig = smallRig();
    const DoublePose walk = clipOracle(*rig, "Walk", 0.2);
    const DoublePose run = clipOracle(*rig, "Run", 0.2);
    DoublePose expected = run;
    expected.joints[0] = walk.joints[0];
    expected.joints[1] = blendOracle({walk, run}, {0.5, 0.5}).joints[1];
    expected.morphWeights = walk.morphWeights;
    QCOMPARE_LE(maxAbsDiff(player, expected), kBlendTolerance);
}

void TstLayerNode::modelRotationIsThatOfTheJob() {
    GraphPlayer player(layered({rule("LeftLeg")}, "model").definition, smallRig());
    player.setFloat("weight", 0.6f);
    GraphPlayer walk = alone("Walk");
    GraphPlayer run = alone("Run");
    player.frame(0.3);
    walk.frame(0.3);
    run.frame(0.3);
    const std::vector<float> mask{0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f};
    std::vector<pose::LayerScratch> scratch(6);
    std::vector<math::Transform> expected(6);
    pose::blendLayer(*smallRig()->skeleton,
                     walk.parentFromJoint,
                     {.parentFromJoint = run.parentFromJoint,
                      .weight = 0.6f,
                      .jointWeights = mask,
                      .rotation = pose::LayerRotation::Model},
                     scratch,
                     expected);
    QVERIFY(isSameBits(player.parentFromJoint, expected));
    QVERIFY(!isSameBits(expected[4], walk.parentFromJoint[4]));
}

void TstLayerNode::morphWeightsHaveAWeightOfTheirOwn() {
    GraphPlayer player(layered({rule("Head")}, "local", 0.5).definition, smallRig());
    player.setFloat("weight", 0.5f);
    GraphPlayer walk = alone("Walk");
    GraphPlayer run = alone("Run");
    player.frame(0.3);
    walk.frame(0.3);
    run.frame(0.3);
    for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE_LE(std::abs(player.morphWeights[i] -
                             (0.75f * walk.morphWeights[i] + 0.25f * run.morphWeights[i])),
                    1e-6f);
    }
}

void TstLayerNode::withoutWeightTheLayerIsNotUpdated() {
    GraphPlayer player(layered({}).definition, smallRig());
    GraphPlayer walk = alone("Walk");
    player.setFloat("weight", 0.0f);
    player.frame(0.3);
    walk.frame(0.3);
    QVERIFY(!player.activity("run").isActive);
    QCOMPARE(player.instance.taskCount(), std::size_t{1});
    QVERIFY(isSameBits(player.parentFromJoint, walk.parentFromJoint));
}

void TstLayerNode::motionIsThatOfTheBase() {
    GraphBuilder graph = layered({rule("Spine")});
    graph.definition.rootMotion.joint = "Hips";
    GraphPlayer player(graph.definition, smallRig());
    GraphBuilder walkAlone;
    walkAlone.clip("walk", "Walk");
    walkAlone.definition.rootMotion.joint = "Hips";
    GraphPlayer walk(walkAlone.definition, smallRig());
    for (int i = 0; i < 10; ++i) {
        const auto actual = player.frame(0.07).rootMotion;
        const auto expected = walk.frame(0.07).rootMotion;
        QVERIFY(actual.translation == expected.translation);
        QVERIFY(actual.rotation == expected.rotation);
    }
}

void TstLayerNode::allocatesNothing() {
    GraphPlayer player(layered({rule("Spine")}, "model").definition, smallRig());
    player.frame(0.0);
    const std::size_t before = allocationCount;
    for (int i = 0; i < 1000; ++i) {
        player.setFloat("weight", static_cast<float>(i % 11) * 0.1f);
        player.frame(0.016);
    }
    QCOMPARE(allocationCount - before, std::size_t{0});
}

QTEST_APPLESS_MAIN(TstLayerNode)
#include "tst_layer_node.moc"
