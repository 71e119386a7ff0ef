// SPDX-License-Identifier: Apache-2.0
// Collapse told before posing: closed forms, and the ranks that posing gives.
#include <sartor/diagnose/collapse_prediction.h>
#include <sartor/diagnose/explain.h>
#include <sartor/diagnose/motion_pose.h>

#include <QTest>

#include <glm/geometric.hpp>

#include <support/compare.h>
#include <support/scene_builder.h>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace sartor;
using diagnose::AllowedTurn;
using diagnose::ClassifiedJoint;
using diagnose::CollapsePrediction;
using diagnose::JointClass;
// clang-format 14 takes a line that begins with `import` for something else.
using ImportedScene = import::ImportedScene;

namespace {

constexpr std::uint32_t kSides = 8;

// Weight of each joint of a straight limb at a height, by how near its bone is.
std::vector<std::pair<std::uint32_t, float>>
weightsAt(float height, std::uint32_t jointCount, float blend) {
    std::vector<std::pair<std::uint32_t, float>> weights;
    float sum = 0.0f;
    for (std::uint32_t joint = 0; joint < jointCount; ++joint) {
        const float offset = std::abs(height - (static_cast<float>(joint) + 0.5f));
        const float weight = std::max(0.0f, 0.5f + blend - offset);
        weights.emplace_back(joint, weight);
        sum += weight;
    }
    for (auto& [joint, weight] : weights) {
        weight /= sum;
    }
    return weights;
}

// A tube along y around joints one apart, called after what they are; weights run over `blend`.
ImportedScene limb(const std::vector<std::string>& names, float blend) {
    test::SceneBuilder builder;
    std::vector<JointIndex> joints;
    for (const std::string& name : names) {
        joints.push_back(joints.empty()
                             ? builder.joint(name)
                             : builder.joint(name, joints.back(), test::moved({0.0f, 1.0f, 0.0f})));
    }
    assets::MeshData data;
    data.name = "limb";
    std::vector<std::vector<std::pair<std::uint32_t, float>>> weights;
    const auto jointCount = static_cast<std::uint32_t>(joints.size());
    const std::uint32_t rings = 10 * jointCount + 1;
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
        const float height = 0.1f * static_cast<float>(ring);
        for (std::uint32_t side = 0; side < kSides; ++side) {
            const float angle = 6.2831853f * static_cast<float>(side) / kSides;
            data.positions.push_back({0.3f * std::cos(angle), height, 0.3f * std::sin(angle)});
            weights.push_back(weightsAt(height, jointCount, blend));
            if (ring > 0) {
                const std::uint32_t low = (ring - 1) * kSides;
                const std::uint32_t next = (side + 1) % kSides;
                for (const std::uint32_t index : {low + side,
                                                  low + kSides + side,
                                                  low + kSides + next,
                                                  low + side,
                                                  low + kSides + next,
                                                  low + next}) {
                    data.triangles.push_back(index);
                }
            }
        }
    }
    data.influences = test::fileInfluences(weights);
    builder.mesh(data, joints[0], builder.skin("skin", joints));
    return builder.build();
}

// Smallest singular value of a matrix, from the roots of the characteristic cubic of M^T M.
double thinnest(const glm::dmat3& matrix) {
    const glm::dmat3 square = glm::transpose(matrix) * matrix;
    const double mean = (square[0][0] + square[1][1] + square[2][2]) / 3.0;
    const glm::dmat3 rest = square - mean * glm::dmat3(1.0);
    double spread = 0.0;
    for (int column = 0; column < 3; ++column) {
        spread += glm::dot(rest[column], rest[column]);
    }
    const double scale = std::sqrt(spread / 6.0);
    if (scale < 1e-12) {
        return std::sqrt(std::max(mean, 0.0));
    }
    const double half = std::clamp(glm::determinant(rest / scale) / 2.0, -1.0, 1.0);
    const double root = mean + 2.0 * scale * std::cos(std::acos(half) / 3.0 + 2.0943951023931953);
    return std::sqrt(std::max(root, 0.0));
}

// By vertex, what is left in the worst of the poses.
std::vector<double> measured(const ImportedScene& scene,
                             const std::vector<ClassifiedJoint>& joints) {
    const assets::Skeleton& skeleton = *scene.skeleton;
    const auto rest = test::modelRestPose(skeleton);
    const assets::FileInfluences& influences = *scene.instances[0].mesh->fileInfluences();
    std::vector<double> least(scene.instances[0].mesh->vertexCount(), 1.0);
    std::vector<math::Affine> posed(skeleton.jointCount());
    for (const auto& pose : diagnose::makeMotionPoses(skeleton, rest, joints)) {
        diagnose::applyMotionPose(skeleton, rest, pose, posed);
        for (std::size_t vertex = 0; vertex < least.size(); ++vertex) {
            glm::dmat3 blended(0.0);
            for (std::size_t slot = 0; slot < influences.slotsPerVertex; ++slot) {
                const std::size_t entry = vertex * influences.slotsPerVertex + slot;
                const std::uint32_t joint = influences.joints[entry];
                blended += static_cast<double>(influences.weights[entry]) *
                           glm::dmat3(posed[joint].linear) *
                           glm::inverse(glm::dmat3(rest[joint].linear));
            }
            least[vertex] = std::min(least[vertex], thinnest(blended));
        }
    }
    return least;
}

// Ranks from 0, equal values (to 1e-5: poses are kept in float) share the mean of theirs.
std::vector<double> ranks(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return values[a] < values[b];
    });
    std::vector<double> result(values.size());
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        while (end < order.size() && values[order[end]] - values[order[begin]] < 1e-5) {
            ++end;
        }
        for (std::size_t i = begin; i < end; ++i) {
            result[order[i]] = 0.5 * static_cast<double>(begin + end - 1);
        }
    }
    return result;
}

double rankCorrelation(const std::vector<double>& first, const std::vector<double>& second) {
    const std::vector<double> a = ranks(first);
    const std::vector<double> b = ranks(second);
    const double mean = 0.5 * static_cast<double>(a.size() - 1);
    double both = 0.0;
    double ofA = 0.0;
    double ofB = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        both += (a[i] - mean) * (b[i] - mean);
        ofA += (a[i] - mean) * (a[i] - mean);
        ofB += (b[i] - mean) * (b[i] - mean);
    }
    return both / std::sqrt(ofA * ofB);
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

    void ranksVerticesAsPosingDoes_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<float>("blend");
        QTest::addColumn<bool>("isAny");
        const QStringList arm{"Shoulder", "UpperArm", "LowerArm", "Hand"};
        const QStringList leg{"Hips", "UpperLeg", "LowerLeg", "Foot"};
        const QStringList tail{"a", "b", "c", "d", "e", "f"};
        for (const float blend : {0.1f, 0.3f, 0.5f, 0.9f}) {
            QTest::addRow("arm %g", static_cast<double>(blend)) << arm << blend << false;
            QTest::addRow("leg %g", static_cast<double>(blend)) << leg << blend << false;
            QTest::addRow("tail %g", static_cast<double>(blend)) << tail << blend << true;
        }
    }
    void ranksVerticesAsPosingDoes() {
        QFETCH(const QStringList, names);
        QFETCH(const float, blend);
        QFETCH(const bool, isAny);
        std::vector<std::string> words;
        for (const QString& name : names) {
            words.push_back(name.toStdString());
        }
        const ImportedScene scene = limb(words, blend);
        std::vector<ClassifiedJoint> joints = diagnose::classifyJoints(scene);
        for (std::uint32_t joint = 1; isAny && joint < words.size(); ++joint) {
            joints.push_back({JointIndex(joint), JointClass::Any});
        }
        QVERIFY(joints.size() > 1);
        // Only what the suite moves, so that both speak of the same motions.
        const auto turns = diagnose::findAllowedTurns(scene, joints, 0.0);
        const CollapsePrediction prediction = diagnose::predictCollapse(scene, turns).at(0);
        std::vector<double> predicted;
        for (const auto& vertex : prediction.vertices) {
            predicted.push_back(vertex.retention);
        }
        const std::vector<double> posed = measured(scene, joints);
        const double correlation = rankCorrelation(predicted, posed);
        qInfo("rank correlation %.4f", correlation);
        QCOMPARE_GE(correlation, 0.9);
        QCOMPARE_LE(test::maxAbsDiff(predicted[0], posed[0]), 1e-5);
        QVERIFY(*std::min_element(posed.begin(), posed.end()) < 0.9);
    }

    void aRegionNamesItsJointsAndWhatHelps() {
        const ImportedScene scene = limb({"a", "b"}, 0.5f);
        const std::vector<ClassifiedJoint> joints = {{JointIndex(1), JointClass::Any, 170.0}};
        const auto turns = diagnose::findAllowedTurns(scene, joints);
        const CollapsePrediction prediction = diagnose::predictCollapse(scene, turns).at(0);
        QCOMPARE(prediction.regions.size(), std::size_t{1});
        const diagnose::CollapseRegion& region = prediction.regions[0];
        QCOMPARE(region.hinge, JointIndex(1));
        QCOMPARE(region.turned, JointIndex(1));
        QCOMPARE(region.still, JointIndex(0));
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
        const ImportedScene scene = limb({"Shoulder", "UpperArm", "LowerArm", "Hand"}, 0.5f);
        const auto turns = diagnose::findAllowedTurns(
            scene, std::vector<ClassifiedJoint>{{JointIndex(3), JointClass::Wrist}}, 0.0);
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
        const ImportedScene scene = limb({"a", "b"}, 0.5f);
        const std::vector<ClassifiedJoint> joints = {{JointIndex(1), JointClass::Any, 0.0}};
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
