// SPDX-License-Identifier: Apache-2.0
// Surfaces in extreme poses: the collapse of a twisted tube, and all measures once more by hand.
#include <sartor/diagnose/range_of_motion.h>

#include <QTest>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/trigonometric.hpp>

#include <support/compare.h>
#include <support/lbs_oracle.h>
#include <support/scene_builder.h>

#include <algorithm>
#include <cmath>
#include <map>

using namespace sartor;
using diagnose::MotionMeasure;
using diagnose::MotionPose;
// clang-format 14 takes a line that begins with `import` for something else.
using ImportedScene = import::ImportedScene;

namespace {

constexpr std::uint32_t kSides = 12;
constexpr std::uint32_t kRings = 9;
constexpr float kRadius = 0.5f;
const glm::dvec3 kUp(0.0, 1.0, 0.0);

// A tube along y from 0 to 4 with its lids, around two joints at 0 and 2; weights go over from one
// to the other between 1 and 3, and are equal at 2.
assets::MeshData tube() {
    assets::MeshData data;
    data.name = "tube";
    std::vector<std::vector<std::pair<std::uint32_t, float>>> weights;
    const auto add = [&](const glm::vec3& position) {
        data.positions.push_back(position);
        const float share = std::min(1.0f, std::max(0.0f, 0.5f * (position.y - 1.0f)));
        weights.push_back({{0, 1.0f - share}, {1, share}});
    };
    for (std::uint32_t ring = 0; ring < kRings; ++ring) {
        for (std::uint32_t side = 0; side < kSides; ++side) {
            const float angle = 6.2831853f * static_cast<float>(side) / kSides;
            add({kRadius * std::cos(angle),
                 0.5f * static_cast<float>(ring),
                 kRadius * std::sin(angle)});
        }
    }
    add({0.0f, 0.0f, 0.0f});
    add({0.0f, 4.0f, 0.0f});
    for (std::uint32_t side = 0; side < kSides; ++side) {
        const std::uint32_t next = (side + 1) % kSides;
        for (std::uint32_t ring = 0; ring + 1 < kRings; ++ring) {
            const std::uint32_t low = ring * kSides;
            const std::uint32_t high = low + kSides;
            for (const std::uint32_t index :
                 {low + side, high + side, high + next, low + side, high + next, low + next}) {
                data.triangles.push_back(index);
            }
        }
        const std::uint32_t last = (kRings - 1) * kSides;
        for (const std::uint32_t index :
             {kRings * kSides, side, next, kRings * kSides + 1, last + next, last + side}) {
            data.triangles.push_back(index);
        }
    }
    data.influences = test::fileInfluences(weights);
    return data;
}

ImportedScene sceneOf(const assets::MeshData& data) {
    test::SceneBuilder builder;
    const JointIndex lower = builder.joint("lower");
    const JointIndex upper =
        builder.joint("upper", lower, test::moved(glm::vec3(0.0f, 2.0f, 0.0f)));
    builder.mesh(data, lower, builder.skin("skin", {lower, upper}));
    return builder.build();
}

MotionPose turned(double degrees, const glm::dvec3& axis) {
    const glm::dmat3 rotation(glm::rotate(glm::dmat4(1.0), glm::radians(degrees), axis));
    return {diagnose::JointClass::Any, "turned", {{JointIndex(1), rotation}}};
}

MotionMeasure measureOf(const ImportedScene& scene, const MotionPose& pose) {
    return diagnose::measureMotion(scene, std::vector{pose})[0].at(0);
}

} // namespace

class TstRangeOfMotion : public QObject {
    Q_OBJECT

private slots:
    void aTwistCollapsesTheMiddleByTheCosineOfHalf_data() {
        QTest::addColumn<double>("degrees");
        QTest::addColumn<double>("kept");
        QTest::newRow("0") << 0.0 << 1.0;
        QTest::newRow("30") << 30.0 << 0.965926;
        QTest::newRow("60") << 60.0 << 0.866025;
        QTest::newRow("90") << 90.0 << 0.707107;
        QTest::newRow("120") << 120.0 << 0.5;
        QTest::newRow("150") << 150.0 << 0.258819;
        QTest::newRow("170") << 170.0 << 0.087156;
        QTest::newRow("180") << 180.0 << 0.0;
    }
    void aTwistCollapsesTheMiddleByTheCosineOfHalf() {
        QFETCH(const double, degrees);
        QFETCH(const double, kept);
        const MotionMeasure measure = measureOf(sceneOf(tube()), turned(degrees, kUp));
        QCOMPARE_LE(test::maxAbsDiff(measure.collapse, kept), 1e-6);
        if (degrees > 0.0) {
            QCOMPARE(measure.collapseVertex / kSides, 4u);
        }
        // Between the blended rings and their neighbours, that is from 1 to 3.
        QCOMPARE(measure.bentTriangleCount, std::uint64_t{4 * 2 * kSides});
    }

    void agreesWithMeasuresByHand_data() {
        QTest::addColumn<double>("degrees");
        QTest::addColumn<bool>("isTwist");
        QTest::newRow("twist by 90") << 90.0 << true;
        QTest::newRow("twist by 170") << 170.0 << true;
        QTest::newRow("bend by 60") << 60.0 << false;
        QTest::newRow("bend by 90") << 90.0 << false;
    }
    void agreesWithMeasuresByHand();

    void aRigidTurnChangesNothing() {
        assets::MeshData data = tube();
        for (std::size_t i = 0; i < data.influences->weights.size(); i += 2) {
            data.influences->weights[i] = 0.0f;
            data.influences->weights[i + 1] = 1.0f;
        }
        const MotionMeasure measure =
            measureOf(sceneOf(data), turned(120.0, glm::dvec3(1.0, 0.0, 0.0)));
        QCOMPARE(measure.bentTriangleCount, std::uint64_t{0});
        QCOMPARE(measure.areaRatio, 1.0);
        QCOMPARE_LE(test::maxAbsDiff(measure.volumeRatio.value(), 1.0), 1e-6);
        QCOMPARE(measure.longest.ratio, 1.0);
        QCOMPARE(measure.collapse, 1.0);
        QCOMPARE(measure.intersectionCount, std::uint64_t{0});
    }

    void aQuarterTwistFlipsNothing() {
        QCOMPARE(measureOf(sceneOf(tube()), turned(90.0, kUp)).flippedTriangleCount,
                 std::uint64_t{0});
    }

    void whatIsTurnedInsideOutIsCounted() {
        // A strip whose end is carried over its start: the triangle between them comes to lie on
        // its back. By hand: the first corners stay, the last is turned by 180 degrees about x.
        assets::MeshData data;
        data.name = "strip";
        data.positions = {{0.0f, 1.0f, 0.0f},
                          {1.0f, 1.0f, 0.0f},
                          {0.0f, 1.9f, 0.0f},
                          {0.0f, 2.9f, 0.0f},
                          {1.0f, 2.9f, 0.0f},
                          {1.0f, 3.9f, 0.0f}};
        data.triangles = {0, 1, 2, 3, 4, 5};
        // Of the first triangle the tip follows the upper joint by 0.9; the second is rigid.
        data.influences = test::fileInfluences({{{0, 1.0f}, {1, 0.0f}},
                                                {{0, 1.0f}, {1, 0.0f}},
                                                {{0, 0.1f}, {1, 0.9f}},
                                                {{1, 1.0f}, {0, 0.0f}},
                                                {{1, 1.0f}, {0, 0.0f}},
                                                {{1, 1.0f}, {0, 0.0f}}});
        const ImportedScene scene = sceneOf(data);
        const auto flips = [&](double degrees, const glm::dvec3& axis) {
            return measureOf(scene, turned(degrees, axis));
        };
        // The tip turns about (0, 2, 0): by 180 degrees from 1.9 to 2.08 and the map of the
        // corners, a third of 0.9 of the turn, still leads up and to the front: no flip.
        QCOMPARE(flips(180.0, glm::dvec3(1.0, 0.0, 0.0)).flippedTriangleCount, std::uint64_t{0});
        // About a joint at its other side it is carried below the edge it stands on.
        assets::MeshData far = data;
        far.positions[2] = {0.0f, 2.9f, 0.0f};
        const MotionMeasure folded =
            measureOf(sceneOf(far), turned(180.0, glm::dvec3(1.0, 0.0, 0.0)));
        const double tip = 0.1 * 2.9 + 0.9 * 1.1;
        QVERIFY(tip > 1.0);
        QCOMPARE(folded.flippedTriangleCount, std::uint64_t{0});
        far.positions[2] = {0.0f, 3.9f, 0.0f};
        const double below = 0.1 * 3.9 + 0.9 * 0.1;
        QVERIFY(below < 1.0);
        const MotionMeasure flipped =
            measureOf(sceneOf(far), turned(180.0, glm::dvec3(1.0, 0.0, 0.0)));
        QCOMPARE(flipped.flippedTriangleCount, std::uint64_t{1});
        QCOMPARE(flipped.flippedVertex, 0u);
    }

    void mostEdgesAreStretchedLess() {
        // Of the edges of the tube in a bend, ordered by hand in agreesWithMeasuresByHand().
        const MotionMeasure measure =
            measureOf(sceneOf(tube()), turned(90.0, glm::dvec3(1.0, 0.0, 0.0)));
        QVERIFY(measure.stretchOfMost > 1.0);
        QVERIFY(measure.stretchOfMost <= measure.longest.ratio);
        QCOMPARE(measureOf(sceneOf(tube()), turned(0.0, kUp)).stretchOfMost, 1.0);
    }

    void aFoldGoesThroughItself() {
        const ImportedScene scene = sceneOf(tube());
        const glm::dvec3 side(1.0, 0.0, 0.0);
        QCOMPARE(measureOf(scene, turned(30.0, side)).intersectionCount, std::uint64_t{0});
        const MotionMeasure folded = measureOf(scene, turned(150.0, side));
        QVERIFY(folded.intersectionCount > 0);
        QVERIFY(!folded.intersections.empty());
        QVERIFY(folded.isIntersectionComplete);
    }

    void whatIsSoAtRestDoesNotCount() {
        assets::MeshData data = tube();
        // A blade through the wall of the lower half, which goes nowhere, and one of the upper
        // half.
        for (const float height : {0.25f, 3.75f}) {
            const auto first = static_cast<std::uint32_t>(data.positions.size());
            for (const glm::vec3& corner : {glm::vec3(0.3f, 0.0f, 0.05f),
                                            glm::vec3(0.9f, 0.0f, 0.07f),
                                            glm::vec3(0.9f, 0.1f, 0.09f)}) {
                data.positions.push_back(corner + glm::vec3(0.0f, height, 0.0f));
                const float share = height > 2.0f ? 1.0f : 0.0f;
                for (const auto& [joint, weight] :
                     {std::pair(0u, 1.0f - share), std::pair(1u, share)}) {
                    data.influences->joints.push_back(joint);
                    data.influences->weights.push_back(weight);
                }
            }
            for (std::uint32_t i = 0; i < 3; ++i) {
                data.triangles.push_back(first + i);
            }
        }
        const MotionMeasure measure = measureOf(sceneOf(data), turned(20.0, kUp));
        QCOMPARE(measure.intersectionCount, std::uint64_t{0});
        QVERIFY(!measure.volumeRatio);
    }

    void countsOnlyMeshesThatThePoseMoves() {
        assets::MeshData data = tube();
        for (std::size_t i = 0; i < data.influences->weights.size(); i += 2) {
            data.influences->weights[i] = 1.0f;
            data.influences->weights[i + 1] = 0.0f;
        }
        const auto measures =
            diagnose::measureMotion(sceneOf(data), std::vector{turned(90.0, kUp)});
        QCOMPARE(measures.size(), std::size_t{1});
        QVERIFY(measures[0].empty());
        QVERIFY(diagnose::measureMotion(sceneOf(data), {}).empty());
    }
};

void TstRangeOfMotion::agreesWithMeasuresByHand() {
    QFETCH(const double, degrees);
    QFETCH(const bool, isTwist);
    const assets::MeshData data = tube();
    const MotionPose pose = turned(degrees, isTwist ? kUp : glm::dvec3(1.0, 0.0, 0.0));
    const MotionMeasure measure = measureOf(sceneOf(data), pose);

    const glm::dvec3 pivot(0.0, 2.0, 0.0);
    std::vector<glm::dvec3> rest;
    std::vector<glm::dvec3> posed;
    std::vector<double> shares;
    for (std::size_t i = 0; i < data.positions.size(); ++i) {
        rest.emplace_back(data.positions[i]);
        shares.push_back(static_cast<double>(data.influences->weights[2 * i + 1]));
        posed.push_back((1.0 - shares[i]) * rest[i] +
                        shares[i] * (pivot + pose.turns[0].rotation * (rest[i] - pivot)));
    }
    double restArea = 0.0;
    double posedArea = 0.0;
    double restVolume = 0.0;
    double posedVolume = 0.0;
    double longest = 1.0;
    double shortest = 1.0;
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> ratios;
    for (std::size_t i = 0; i < data.triangles.size(); i += 3) {
        const std::array<std::uint32_t, 3> corners = {
            data.triangles[i], data.triangles[i + 1], data.triangles[i + 2]};
        const auto area = [&](const std::vector<glm::dvec3>& at) {
            // Heron's formula.
            const double a = glm::distance(at[corners[0]], at[corners[1]]);
            const double b = glm::distance(at[corners[1]], at[corners[2]]);
            const double c = glm::distance(at[corners[2]], at[corners[0]]);
            const double s = 0.5 * (a + b + c);
            return std::sqrt(std::max(0.0, s * (s - a) * (s - b) * (s - c)));
        };
        const auto volume = [&](const std::vector<glm::dvec3>& at) {
            return glm::determinant(glm::dmat3(at[corners[0]], at[corners[1]], at[corners[2]])) /
                   6.0;
        };
        restVolume += volume(rest);
        posedVolume += volume(posed);
        const double sum = shares[corners[0]] + shares[corners[1]] + shares[corners[2]];
        if (sum == 0.0 || sum == 3.0) {
            continue; // carried by one joint
        }
        restArea += area(rest);
        posedArea += area(posed);
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = corners[k];
            const std::uint32_t to = corners[(k + 1) % 3];
            const double ratio =
                glm::distance(posed[from], posed[to]) / glm::distance(rest[from], rest[to]);
            longest = std::max(longest, ratio);
            if (shares[from] > 0.0 || shares[to] > 0.0) {
                if (shares[from] < 1.0 || shares[to] < 1.0) {
                    ratios[std::minmax(from, to)] = ratio;
                }
            }
            shortest = std::min(shortest, ratio);
        }
    }
    std::vector<double> sorted;
    for (const auto& [edge, ratio] : ratios) {
        sorted.push_back(ratio);
    }
    std::sort(sorted.begin(), sorted.end());
    QVERIFY(restVolume > 0.0);
    constexpr double kTolerance = 1e-5;
    QCOMPARE_LE(test::maxAbsDiff(measure.areaRatio, posedArea / restArea), kTolerance);
    QCOMPARE_LE(test::maxAbsDiff(measure.volumeRatio.value(), posedVolume / restVolume),
                kTolerance);
    QCOMPARE_LE(test::maxAbsDiff(measure.stretchOfMost, sorted.at(sorted.size() * 99 / 100)),
                kTolerance);
    QCOMPARE_LE(test::maxAbsDiff(measure.longest.ratio, longest), kTolerance);
    QCOMPARE_LE(test::maxAbsDiff(measure.shortest.ratio, shortest), kTolerance);
    for (const diagnose::EdgeStretch& edge : {measure.longest, measure.shortest}) {
        const double ratio = glm::distance(posed[edge.vertices[0]], posed[edge.vertices[1]]) /
                             glm::distance(rest[edge.vertices[0]], rest[edge.vertices[1]]);
        QCOMPARE_LE(
            test::maxAbsDiff(edge.ratio, edge.vertices[0] == edge.vertices[1] ? 1.0 : ratio),
            kTolerance);
    }
}

QTEST_GUILESS_MAIN(TstRangeOfMotion)
#include "tst_range_of_motion.moc"
