// SPDX-License-Identifier: Apache-2.0
// Collapse told before posing: closed forms. What posing gives is in tst_collapse_ranks.
#include <sartor/diagnose/collapse_prediction.h>
#include <sartor/diagnose/explain.h>

#include <QTest>

#include <glm/geometric.hpp>

#include <support/compare.h>
#include <support/procedural_rigs.h>

#include <algorithm>
#include <cmath>

using namespace sartor;
using diagnose::AllowedTurn;
using diagnose::ClassifiedJoint;
using diagnose::CollapsePrediction;
using diagnose::JointClass;
// clang-format 14 takes a line that begins with `import` for something else.
using ImportedScene = import::ImportedScene;

namespace {

constexpr std::uint32_t kSides = 8;

// A straight limb upwards whose bones are one long, with ten rings to each.
ImportedScene limb(const std::vector<std::string>& names) {
    std::vector<test::RigBone> bones;
    for (const std::string& name : names) {
        const auto parent = static_cast<int>(bones.size()) - 1;
        const glm::vec3 from(0.0f, static_cast<float>(bones.size()), 0.0f);
        bones.push_back({name, parent, from, from + glm::vec3(0.0f, 1.0f, 0.0f), 0.3f});
    }
    return test::rigFromBones(bones, 11, kSides);
}

// The joint of the rig that has a name.
JointIndex jointOf(const ImportedScene& scene, std::string_view name) {
    for (std::size_t i = 0; i < scene.skeleton->jointCount(); ++i) {
        if (scene.skeleton->joints()[i].name == name) {
            return JointIndex(i);
        }
    }
    qFatal("no joint of this name");
}

} // namespace

class TstCollapsePrediction : public QObject {
    Q_OBJECT

private slots:
    void keepsWhatTheTablesSay() {
        const std::vector<std::pair<double, double>> byDegrees = {{0.0, 1.0},
                                                                  {30.0, 0.965926},
                                                                  {60.0, 0.866025},
                                                                  {90.0, 0.707107},
                                                                  {120.0, 0.5},
                                                                  {150.0, 0.258819},
                                                                  {170.0, 0.087156},
                                                                  {180.0, 0.0}};
        for (const auto& [degrees, kept] : byDegrees) {
            QCOMPARE_LE(std::abs(diagnose::predictRetention(0.5, degrees) - kept), 5e-7);
        }
        const std::vector<std::pair<double, double>> byShare = {{0.0, 1.0},
                                                                {0.1, 0.8544},
                                                                {0.25, 0.661438},
                                                                {0.5, 0.5},
                                                                {0.75, 0.661438},
                                                                {0.9, 0.8544},
                                                                {1.0, 1.0}};
        for (const auto& [share, kept] : byShare) {
            QCOMPARE_LE(std::abs(diagnose::predictRetention(share, 120.0) - kept), 5e-6);
        }
        const std::vector<double> byTwistJoints = {0.0872, 0.7373, 0.8802, 0.9320};
        for (std::uint32_t count = 0; count < byTwistJoints.size(); ++count) {
            const double kept = diagnose::twistRetention(count, 170.0);
            QCOMPARE_LE(std::abs(kept - byTwistJoints[count]), 6e-5);
            QCOMPARE(diagnose::countTwistJoints(170.0, kept - 1e-6), count);
            QCOMPARE(diagnose::countTwistJoints(170.0, kept + 1e-6), count + 1);
        }
    }

    void anElbowBulgesByTheKnownAmount() {
        const std::vector<std::pair<double, double>> rows = {
            {90.0, 1.1335}, {120.0, 1.1566}, {150.0, 1.1717}};
        for (const auto& [degrees, expected] : rows) {
            const AllowedTurn turn{glm::dvec3(0.0, 0.0, 1.0), degrees, "bent"};
            double most = 1.0;
            for (int i = -1000; i <= 1000; ++i) {
                const double height = 0.001 * i;
                most = std::max(most,
                                diagnose::predictBulge({1.0, height, 0.0},
                                                       glm::dvec3(0.0),
                                                       {0.0, -1.0, 0.0},
                                                       {0.0, 1.0, 0.0},
                                                       turn,
                                                       0.5 * (height + 1.0)));
            }
            QCOMPARE_LE(std::abs(most - expected), 1e-4);
        }
    }

    void aRegionNamesItsJointsAndWhatHelps() {
        const ImportedScene scene = limb({"a", "b"});
        const std::vector<ClassifiedJoint> joints = {{jointOf(scene, "b"), JointClass::Any, 170.0}};
        const auto turns = diagnose::findAllowedTurns(scene, joints);
        const CollapsePrediction prediction = diagnose::predictCollapse(scene, turns).at(0);
        QCOMPARE(prediction.regions.size(), std::size_t{1});
        const diagnose::CollapseRegion& region = prediction.regions[0];
        QCOMPARE(region.hinge, jointOf(scene, "b"));
        QCOMPARE(region.turned, jointOf(scene, "b"));
        QCOMPARE(region.still, jointOf(scene, "a"));
        QCOMPARE_LE(std::abs(region.worst - 0.087156), 1e-5);
        QCOMPARE(region.worstVertex / kSides, 10u);
        QVERIFY(region.mean > region.worst && region.mean < 0.75);
        QVERIFY(region.vertices.size() % kSides == 0);
        QVERIFY(region.bulge > 1.05);
        QCOMPARE(region.twistJointCount, 3u);
        QCOMPARE_LE(std::abs(region.twistRetention - 0.9320), 6e-5);
        QCOMPARE(region.turn, std::string("any bent to the front by 170"));
        QVERIFY(!region.isTwist);
        const std::vector<std::string> remedies = diagnose::describeRemedies(scene, region);
        QCOMPARE(remedies.size(), std::size_t{3});
        QCOMPARE(remedies[0],
                 std::string("3 helper joints at 'b' that share the turn evenly bring "
                             "the least that is kept from 0.09 to 0.93"));
        // What the formula says the rings around the joint bulge by.
        double bulge = 1.0;
        for (const std::uint32_t vertex : region.vertices) {
            bulge = std::max(bulge, prediction.vertices[vertex].bulge);
        }
        QCOMPARE(remedies[1],
                 "dual quaternion skinning keeps the whole distance from the joint here, but "
                 "bulges by " +
                     std::to_string(std::lround(100.0 * (bulge - 1.0))) + " %");
        QCOMPARE(remedies[2], std::string("a corrective shape driven by the joint keeps any form"));
    }

    void aTwistIsSharedByTwistJoints() {
        const ImportedScene scene = limb({"Shoulder", "UpperArm", "LowerArm", "Hand"});
        const auto turns = diagnose::findAllowedTurns(
            scene, std::vector<ClassifiedJoint>{{jointOf(scene, "Hand"), JointClass::Wrist}}, 0.0);
        const CollapsePrediction prediction =
            diagnose::predictCollapse(scene, turns, {.retention = 0.8}).at(0);
        QCOMPARE(prediction.regions.size(), std::size_t{1});
        const diagnose::CollapseRegion& region = prediction.regions[0];
        QCOMPARE(region.turn, std::string("wrist twisted by 80"));
        QVERIFY(region.isTwist);
        QCOMPARE_LE(std::abs(region.worst - std::cos(std::acos(-1.0) * 40.0 / 180.0)), 1e-5);
        const std::vector<std::string> remedies = diagnose::describeRemedies(scene, region);
        QCOMPARE(remedies.size(), std::size_t{2});
        // cos(20 degrees).
        QCOMPARE(remedies[0],
                 std::string("1 twist joint between 'LowerArm' and 'Hand' that takes half of the "
                             "turn brings the least that is kept from 0.77 to 0.94"));
    }

    void theClassesThatAreGivenSayWhereBonesLead() {
        // A helper beside the limb has more below it than the next joint: only classes tell that
        // the bone leads upwards, and that a turn about y twists.
        test::SceneBuilder builder;
        const JointIndex root = builder.joint("r");
        const JointIndex bone = builder.joint("p", root, test::moved({0.0f, 1.0f, 0.0f}));
        const JointIndex next = builder.joint("q", bone, test::moved({0.0f, 1.0f, 0.0f}));
        const JointIndex helper = builder.joint("h", bone, test::moved({1.0f, 0.0f, 0.0f}));
        builder.joint("i", helper, test::moved({1.0f, 0.0f, 0.0f}));
        assets::MeshData data;
        data.positions = {{0.3f, 1.0f, 0.0f}, {0.0f, 1.0f, 0.3f}, {-0.3f, 1.0f, 0.0f}};
        data.triangles = {0, 1, 2};
        data.influences = test::fileInfluences(
            {{{0u, 0.5f}, {1u, 0.5f}}, {{0u, 0.5f}, {1u, 0.5f}}, {{0u, 0.5f}, {2u, 0.5f}}});
        builder.mesh(data, root, builder.skin("skin", {root, bone, next}));
        const ImportedScene scene = builder.build();
        const std::vector<ClassifiedJoint> joints = {{bone, JointClass::Elbow},
                                                     {next, JointClass::Wrist}};
        const auto turns = diagnose::findAllowedTurns(scene, joints, 30.0);
        QCOMPARE_LE(test::maxAbsDiff(turns.bones[bone.value()], glm::dvec3(0.0, 1.0, 0.0)), 1e-6);
        for (const AllowedTurn& turn : turns.ofJoint[bone.value()]) {
            QCOMPARE(turn.isTwist, turn.name.starts_with("elbow twisted"));
        }
        QCOMPARE(turns.ofJoint[bone.value()].size(), std::size_t{4});
        // Six of the root, which has no class, by what such joints are given.
        QCOMPARE(turns.ofJoint[root.value()].size(), std::size_t{6});
        for (const AllowedTurn& turn : turns.ofJoint[root.value()]) {
            QCOMPARE_LE(std::abs(turn.degrees - 30.0), 1e-9);
        }
        // What moves no skin turns nowhere.
        QVERIFY(turns.ofJoint[helper.value()].empty());
    }

    void aTwistJointTurnsAboutItsLimbAlone() {
        // At the beginning of the forearm, which leads along x, and with nothing to say where its
        // own bone leads.
        test::SceneBuilder builder;
        const JointIndex upper = builder.joint("LeftArm");
        const JointIndex fore =
            builder.joint("LeftForeArm", upper, test::moved({0.5f, 0.0f, 0.0f}));
        const JointIndex twist = builder.joint("LeftForeArmTwist", fore);
        const JointIndex hand = builder.joint("LeftHand", fore, test::moved({0.5f, 0.0f, 0.0f}));
        assets::MeshData data;
        data.positions = {{0.6f, 0.1f, 0.0f}, {0.7f, 0.0f, 0.1f}, {0.8f, 0.1f, 0.0f}};
        data.triangles = {0, 1, 2};
        data.influences = test::fileInfluences(
            {{{1u, 0.5f}, {2u, 0.5f}}, {{1u, 0.25f}, {2u, 0.75f}}, {{1u, 1.0f}}});
        builder.mesh(data, upper, builder.skin("skin", {upper, fore, twist, hand}));
        const ImportedScene scene = builder.build();
        const auto turns = diagnose::findAllowedTurns(scene, diagnose::classifyJoints(scene));
        const std::vector<AllowedTurn>& ofTwist = turns.ofJoint[twist.value()];
        QCOMPARE(ofTwist.size(), std::size_t{2});
        for (const AllowedTurn& turn : ofTwist) {
            QCOMPARE_LE(std::abs(std::abs(turn.axis.x) - 1.0), 1e-6);
            QCOMPARE_LE(std::abs(turn.degrees - 45.0), 1e-6);
            QVERIFY(turn.isTwist);
        }
        const CollapsePrediction prediction = diagnose::predictCollapse(scene, turns).at(0);
        // cos(22.5 degrees), and the root of 1 - 2 * 3/16 * (1 - cos(45 degrees)).
        QCOMPARE_LE(std::abs(prediction.vertices[0].retention - 0.923879533), 1e-8);
        QCOMPARE_LE(std::abs(prediction.vertices[1].retention - 0.943485582), 1e-8);
        QCOMPARE(prediction.vertices[2].retention, 1.0);
    }

    void aJointThatCannotTurnTakesNothing() {
        const ImportedScene scene = limb({"a", "b"});
        const std::vector<ClassifiedJoint> joints = {{jointOf(scene, "b"), JointClass::Any, 0.0}};
        const CollapsePrediction prediction =
            diagnose::predictCollapse(scene, diagnose::findAllowedTurns(scene, joints)).at(0);
        QVERIFY(prediction.regions.empty());
        for (const auto& vertex : prediction.vertices) {
            QCOMPARE(vertex.retention, 1.0);
        }
    }
};

QTEST_GUILESS_MAIN(TstCollapsePrediction)
#include "tst_collapse_prediction.moc"
