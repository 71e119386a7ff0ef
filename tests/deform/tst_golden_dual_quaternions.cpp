// SPDX-License-Identifier: Apache-2.0
// Golden numbers of dual quaternion skinning between joints that turned: angle, radius, bulge.
#include <support/backends.h>
#include <support/small_case.h>

#include <array>
#include <cmath>

using namespace sartor;
using test::SmallCase;
using test::Turn;
using test::turnedAboutZ;

namespace {

std::vector<glm::vec3> skinned(const SmallCase& small) {
    return test::deformed("dqs", small.make()).positions;
}

// Degrees of a unit vector between a joint that stays and one that turned.
double angleOf(const Turn& turn) {
    return test::angleAboutZ(skinned(test::betweenTurns(std::array{turn}))[0]);
}

} // namespace

class TstGoldenDualQuaternions : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addBackendRows(); }
    void angle_data();
    void angle();
    void largestDifferenceToSlerp();
    void radius();
    void elbowBulge_data();
    void elbowBulge();
    void halfTurnsJump();
};

void TstGoldenDualQuaternions::angle_data() {
    QTest::addColumn<double>("degrees");
    QTest::addColumn<double>("weight");
    QTest::addColumn<double>("expected");
    const std::array<std::array<double, 3>, 5> table = {{{60, .25, 14.7385},
                                                         {120, .25, 27.7958},
                                                         {120, .75, 92.2042},
                                                         {170, .25, 35.7688},
                                                         {170, .75, 134.2312}}};
    for (const auto& [degrees, weight, expected] : table) {
        QTest::addRow("%g degrees, weight %g", degrees, weight) << degrees << weight << expected;
    }
}

void TstGoldenDualQuaternions::angle() {
    QFETCH(double, degrees);
    QFETCH(double, weight);
    QFETCH(double, expected);
    // The table has four digits behind the point.
    QCOMPARE_LE(test::maxAbsDiff(angleOf({weight, degrees}), expected), 6e-5);
}

void TstGoldenDualQuaternions::largestDifferenceToSlerp() {
    // Linear blending of dual quaternions is not slerp: the largest difference is at half a turn,
    // just short of which the side is still sure, and a weight of .24.
    std::vector<Turn> turns;
    for (int step = 1; step < 100; ++step) {
        for (const double degrees : {90.0, 150.0, 179.999}) {
            turns.push_back({step / 100.0, degrees});
        }
    }
    const std::vector<glm::vec3> actual = skinned(test::betweenTurns(turns));
    double largest = 0.0;
    Turn worst;
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const double difference =
            std::abs(test::angleAboutZ(actual[i]) - turns[i].weight * turns[i].degrees);
        if (difference > largest + 1e-4) { // .24 and .76 are alike
            largest = difference;
            worst = turns[i];
        }
    }
    QCOMPARE_LE(test::maxAbsDiff(largest, 8.1489), 1e-3);
    QCOMPARE(worst.weight, .24);
    QCOMPARE(worst.degrees, 179.999);
}

void TstGoldenDualQuaternions::radius() {
    std::vector<Turn> turns;
    for (int step = 1; step < 20; ++step) {
        for (int degrees = 0; degrees <= 180; degrees += 5) {
            turns.push_back({step / 20.0, static_cast<double>(degrees)});
        }
    }
    for (const glm::vec3& position : skinned(test::betweenTurns(turns))) {
        QCOMPARE_LE(test::maxAbsDiff(glm::length(glm::dvec3(position)), 1.0), 4e-7);
    }
}

void TstGoldenDualQuaternions::elbowBulge_data() {
    QTest::addColumn<double>("degrees");
    QTest::addColumn<double>("expected");
    QTest::newRow("90 degrees") << 90.0 << 1.1335;
    QTest::newRow("120 degrees") << 120.0 << 1.1566;
    QTest::newRow("150 degrees") << 150.0 << 1.1717;
}

void TstGoldenDualQuaternions::elbowBulge() {
    QFETCH(double, degrees);
    QFETCH(double, expected);
    // The outer side of an arm of radius 1 along x, bent at the origin; weights rise from -1 to 1.
    SmallCase small{
        .positions = {}, .influences = {}, .palette = {math::Affine(), turnedAboutZ(degrees)}};
    constexpr int kSteps = 2000;
    for (int step = 1; step < kSteps; ++step) {
        const double weight = static_cast<double>(step) / kSteps;
        small.positions.emplace_back(static_cast<float>(2.0 * weight - 1.0), -1.0f, 0.0f);
        small.influences.push_back({{0, 1.0 - weight}, {1, weight}});
    }
    const auto distanceToBone = [](const glm::dvec3& point, const glm::dvec3& direction) {
        const double along = std::max(glm::dot(point, direction), 0.0);
        return glm::length(point - along * direction);
    };
    const double angle = glm::radians(degrees);
    double furthest = 0.0;
    for (const glm::vec3& position : skinned(small)) {
        const glm::dvec3 point(position);
        furthest = std::max(
            furthest,
            std::min(distanceToBone(point, glm::dvec3(-1, 0, 0)),
                     distanceToBone(point, glm::dvec3(std::cos(angle), std::sin(angle), 0))));
    }
    QCOMPARE_LE(test::maxAbsDiff(furthest, expected), 6e-5);
}

void TstGoldenDualQuaternions::halfTurnsJump() {
    // Inherent and declared: on either side of half a turn the blend goes round the other way.
    QCOMPARE_LE(test::maxAbsDiff(angleOf({.5, 179.9}), 89.95), 1e-3);
    QCOMPARE_LE(test::maxAbsDiff(angleOf({.5, 180.1}), -89.95), 1e-3);
}

SARTOR_BACKENDS_TEST_MAIN(TstGoldenDualQuaternions)
#include "tst_golden_dual_quaternions.moc"
