// SPDX-License-Identifier: Apache-2.0
// Golden numbers of dual quaternion skinning where the joints of a vertex do not fit into one
// hemisphere: which of them the others follow, and what is marked.
#include <support/backends.h>
#include <support/small_case.h>

#include <algorithm>
#include <array>

using namespace sartor;
using test::DeformCase;
using test::OracleInfluence;
using test::SmallCase;
using test::turnedAboutZ;

class TstGoldenAntipodal : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addBackendRows(); }
    void threeJoints_data();
    void threeJoints();
    void cancelledRotationsFollowThePivot();
    void marksHazards();
};

void TstGoldenAntipodal::threeJoints_data() {
    QTest::addColumn<std::vector<double>>("weights");
    QTest::addColumn<double>("expected");
    QTest::newRow("heaviest is the pivot") << std::vector<double>{.34, .33, .33} << 0.0;
    // 2 atan2((.4 + .4) sin 85, .2) with the joint at -170 on the side of the one at 170.
    QTest::newRow("tie by joint index") << std::vector<double>{.2, .4, .4} << 151.8;
}

void TstGoldenAntipodal::threeJoints() {
    QFETCH(std::vector<double>, weights);
    QFETCH(double, expected);
    // Joints at 0, 170 and -170 degrees, in every order of the slots.
    SmallCase small{.positions = {},
                    .influences = {},
                    .palette = {math::Affine(), turnedAboutZ(170), turnedAboutZ(-170)}};
    std::vector<OracleInfluence> influences = {{0, weights[0]}, {1, weights[1]}, {2, weights[2]}};
    const auto isBefore = [](const OracleInfluence& a, const OracleInfluence& b) {
        return a.joint < b.joint;
    };
    do {
        small.positions.emplace_back(1, 0, 0);
        small.influences.push_back(influences);
    } while (std::next_permutation(influences.begin(), influences.end(), isBefore));
    const auto actual = test::deformed("dqs", small.make());
    QCOMPARE(actual.positions.size(), std::size_t{6});
    for (const glm::vec3& position : actual.positions) {
        QCOMPARE_LE(test::maxAbsDiff(test::angleAboutZ(position), expected), 6e-2);
    }
}

void TstGoldenAntipodal::cancelledRotationsFollowThePivot() {
    // Weights that cancel leave no rotation; the heaviest joint's map stands in, scale and all.
    const math::Affine turned = test::translated(1, 2, 3) * turnedAboutZ(90) * test::scaledBy(2);
    const DeformCase made = SmallCase{
        .positions = {glm::vec3(1, 0, 0)},
        .influences = {{{0, .5}, {1, -.5}}},
        .palette = {turned,
                    turned}}.make();
    for (const char* chain : {"dqs", "dqs[scale=two-phase]"}) {
        const auto actual = test::deformed(chain, made);
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[0], glm::vec3(1, 4, 3)), 1e-6);
        QCOMPARE(actual.flags, (std::vector<std::uint32_t>{SARTOR_FLAG_ANTIPODAL}));
    }
    QCOMPARE_LE(
        test::maxAbsDiff(test::deformed("dqs[scale=drop]", made).positions[0], glm::vec3(1, 3, 3)),
        1e-6);
}

void TstGoldenAntipodal::marksHazards() {
    const SmallCase small{
        .positions = std::vector<glm::vec3>(5, glm::vec3(1, 0, 0)),
        .influences = {{{0, 1.0}},                     // one joint has no hazard
                       {{0, .5}, {1, .5}},             // nearly half a turn
                       {{0, .34}, {1, .33}, {2, .33}}, // and no common hemisphere
                       {{3, .5}, {0, .5}},             // 90 degrees are nothing
                       {{0, .4}, {4, .3}, {5, .3}}},   // 120 degrees each way: conflict alone
        .palette = {math::Affine(),
                    turnedAboutZ(170),
                    turnedAboutZ(-170),
                    turnedAboutZ(90),
                    turnedAboutZ(120),
                    turnedAboutZ(-120)}};
    const std::uint32_t conflict = SARTOR_FLAG_HEMISPHERE_CONFLICT;
    const std::uint32_t halfTurn = SARTOR_FLAG_NEAR_HALF_TURN;
    QCOMPARE(test::deformed("dqs", small.make()).flags,
             (std::vector<std::uint32_t>{0, halfTurn, halfTurn | conflict, 0, conflict}));
}

SARTOR_BACKENDS_TEST_MAIN(TstGoldenAntipodal)
#include "tst_golden_antipodal.moc"
