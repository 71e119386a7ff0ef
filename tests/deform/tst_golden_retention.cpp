// SPDX-License-Identifier: Apache-2.0
// Golden numbers of linear blend skinning: how much of its distance to the axis a vertex keeps
// between joints that turned, and where it goes.
#include <support/backends.h>
#include <support/small_case.h>

#include <array>
#include <cmath>
#include <utility>

using namespace sartor;
using test::DeformCase;
using test::SmallCase;
using test::Turn;
using test::turnedAboutZ;

namespace {

// By vertex, what is left of a distance of one.
std::vector<double> radii(const SmallCase& small) {
    std::vector<double> all;
    for (const glm::vec3& position : test::deformed("lbs", small.make()).positions) {
        all.push_back(glm::length(glm::dvec3(position)));
    }
    return all;
}

} // namespace

class TstGoldenRetention : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addBackendRows(); }
    void byAngle_data();
    void byAngle();
    void byWeight_data();
    void byWeight();
    void onAGrid();
    void angle_data();
    void angle();
    void threeRotationsAboutOneAxis();
    void threeHalfTurnsTurnTheVertexInsideOut();
    void twistJoints_data();
    void twistJoints();
    void oneDimension();
};

void TstGoldenRetention::byAngle_data() {
    QTest::addColumn<double>("degrees");
    QTest::addColumn<double>("expected");
    const std::array<std::pair<double, double>, 8> table = {{{0, 1.0},
                                                             {30, .965926},
                                                             {60, .866025},
                                                             {90, .707107},
                                                             {120, .5},
                                                             {150, .258819},
                                                             {170, .087156},
                                                             {180, 0.0}}};
    for (const auto& [degrees, expected] : table) {
        QTest::addRow("%g degrees", degrees) << degrees << expected;
    }
}

void TstGoldenRetention::byAngle() {
    QFETCH(double, degrees);
    QFETCH(double, expected);
    // The table has six digits; floats add 6e-8.
    QCOMPARE_LE(
        test::maxAbsDiff(radii(test::betweenTurns(std::array{Turn{.5, degrees}}))[0], expected),
        6e-7);
}

void TstGoldenRetention::byWeight_data() {
    QTest::addColumn<double>("weight");
    QTest::addColumn<double>("expected");
    const std::array<std::pair<double, double>, 7> table = {
        {{0, 1.0}, {.1, .8544}, {.25, .661438}, {.5, .5}, {.75, .661438}, {.9, .8544}, {1, 1.0}}};
    for (const auto& [weight, expected] : table) {
        QTest::addRow("weight %g", weight) << weight << expected;
    }
}

void TstGoldenRetention::byWeight() {
    QFETCH(double, weight);
    QFETCH(double, expected);
    // .8544 is a number of four digits: sqrt(0.73) = 0.854400375.
    QCOMPARE_LE(
        test::maxAbsDiff(radii(test::betweenTurns(std::array{Turn{weight, 120.0}}))[0], expected),
        7e-7);
}

void TstGoldenRetention::onAGrid() {
    std::vector<Turn> turns;
    for (int step = 0; step <= 20; ++step) {
        for (int degrees = 0; degrees <= 180; degrees += 15) {
            turns.push_back({step / 20.0, static_cast<double>(degrees)});
        }
    }
    const std::vector<double> actual = radii(test::betweenTurns(turns));
    QCOMPARE(actual.size(), turns.size());
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const double w = turns[i].weight;
        const double cosine = std::cos(glm::radians(turns[i].degrees));
        const double expected = std::sqrt(1.0 - 2.0 * w * (1.0 - w) * (1.0 - cosine));
        QCOMPARE_LE(test::maxAbsDiff(actual[i], expected), 5e-7);
    }
}

void TstGoldenRetention::angle_data() {
    QTest::addColumn<double>("degrees");
    QTest::addColumn<double>("expected");
    QTest::newRow("120 degrees, weight .25") << 120.0 << 19.1066;
    QTest::newRow("170 degrees, weight .25") << 170.0 << 4.9250;
}

void TstGoldenRetention::angle() {
    QFETCH(double, degrees);
    QFETCH(double, expected);
    // The mean of rotations does not turn by the mean of the angles; the table has four digits.
    const DeformCase made = test::betweenTurns(std::array{Turn{.25, degrees}}).make();
    QCOMPARE_LE(
        test::maxAbsDiff(test::angleAboutZ(test::deformed("lbs", made).positions[0]), expected),
        6e-5);
}

void TstGoldenRetention::threeRotationsAboutOneAxis() {
    const SmallCase small{.positions = {glm::vec3(1, 0, 0)},
                          .influences = {{{0, .4}, {1, .3}, {2, .3}}},
                          .palette = {math::Affine(), turnedAboutZ(120), turnedAboutZ(-120)}};
    QCOMPARE_LE(
        test::maxAbsDiff(test::deformed("lbs", small.make()).positions[0], glm::vec3(.1f, 0, 0)),
        1e-6);
}

void TstGoldenRetention::threeHalfTurnsTurnTheVertexInsideOut() {
    // Mean of half turns about x, y and z: -1/3 of the identity, determinant -1/27.
    const SmallCase small{.positions = {glm::vec3(3, -6, 9)},
                          .normals = {glm::vec3(0, 0, 1)},
                          .tangents = {glm::vec4(1, 0, 0, 1)},
                          .influences = {{{0, 1.0 / 3}, {1, 1.0 / 3}, {2, 1.0 / 3}}},
                          .palette = {test::scaledBy(glm::vec3(1, -1, -1)),
                                      test::scaledBy(glm::vec3(-1, 1, -1)),
                                      test::scaledBy(glm::vec3(-1, -1, 1))}};
    const auto actual = test::deformed("lbs", small.make());
    QCOMPARE_LE(test::maxAbsDiff(actual.positions[0], glm::vec3(-1, 2, -3)), 1e-6);
    // The inverse transpose of -I/3 turns the normal round; the tangent's side flips.
    QCOMPARE_LE(test::maxAbsDiff(actual.normals[0], glm::vec3(0, 0, -1)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(actual.tangents[0], glm::vec4(-1, 0, 0, -1)), 1e-6);
}

void TstGoldenRetention::twistJoints_data() {
    QTest::addColumn<int>("twistJoints");
    QTest::addColumn<double>("expected");
    const std::array<double, 4> table = {.0872, .7373, .8802, .9320};
    for (int count = 0; count < 4; ++count) {
        QTest::addRow("%d twist joints", count) << count << table[static_cast<std::size_t>(count)];
    }
}

void TstGoldenRetention::twistJoints() {
    QFETCH(int, twistJoints);
    QFETCH(double, expected);
    // A forearm twisted by 170 degrees: the joints share the twist, and the weights of the vertices
    // along it run linearly from each joint to the next.
    constexpr int kSteps = 50;
    const int last = twistJoints + 1;
    SmallCase small{.positions = {}, .influences = {}, .palette = {}};
    for (int joint = 0; joint <= last; ++joint) {
        small.palette.push_back(turnedAboutZ(170.0 * joint / last));
    }
    for (int joint = 0; joint < last; ++joint) {
        for (int step = 1; step < kSteps; ++step) {
            const double weight = static_cast<double>(step) / kSteps;
            const auto index = static_cast<std::size_t>(joint);
            small.positions.emplace_back(1, 0, joint + weight);
            small.influences.push_back({{index, 1.0 - weight}, {index + 1, weight}});
        }
    }
    double thinnest = 1.0;
    for (const glm::vec3& position : test::deformed("lbs", small.make()).positions) {
        thinnest = std::min(thinnest, glm::length(glm::dvec2(position.x, position.y)));
    }
    QCOMPARE_LE(test::maxAbsDiff(thinnest, expected), 6e-5);
}

void TstGoldenRetention::oneDimension() {
    // Bound at x = 2, now at 5: the palette moves by 3. A vertex at 3 goes to 6; a palette without
    // the inverse bind would take it to 8; at the bind pose it stays.
    const SmallCase small{.positions = std::vector<glm::vec3>(3, glm::vec3(3, 0, 0)),
                          .influences = {{{0, 1.0}}, {{1, 1.0}}, {{2, 1.0}}},
                          .palette = {test::translated(5, 0, 0) * test::translated(-2, 0, 0),
                                      test::translated(5, 0, 0),
                                      test::translated(2, 0, 0) * test::translated(-2, 0, 0)}};
    const auto actual = test::deformed("lbs", small.make());
    QCOMPARE(actual.positions[0].x, 6.0f);
    QCOMPARE(actual.positions[1].x, 8.0f);
    QCOMPARE(actual.positions[2].x, 3.0f);
}

SARTOR_BACKENDS_TEST_MAIN(TstGoldenRetention)
#include "tst_golden_retention.moc"
