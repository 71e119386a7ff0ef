// SPDX-License-Identifier: Apache-2.0
// Linear blend skinning against a double-precision oracle and closed forms. The numbers of
// tst_golden_retention and tst_golden_normals belong to it, too.
#include "skinning_test.h"

#include <glm/gtc/constants.hpp>

#include <cmath>

using namespace sartor;
using test::DeformCase;
using test::OracleInfluence;
using test::SmallCase;
using test::translated;
using test::turnedAboutZ;

namespace {

deform::DeformedMesh skinned(const SmallCase& small) {
    return test::deformed("lbs", small.make());
}

} // namespace

class TstLbs : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addBackendRows(); }
    void agreesWithTheOracle_data();
    void agreesWithTheOracle();
    void countsMayDifferByVertex();
    void turnsAboutTheJointsOwnOrigin();
    void staysInsideTheHullOfTheCandidates();
    void blendingMatricesEqualsBlendingPoints();
    void weightsAreUsedAsTheyAre();
    void missingStreamsStayMissing();
    void zeroWeightsAndBadSlotsAreInert();
};

void TstLbs::agreesWithTheOracle_data() {
    test::addShapeColumns();
    test::addShapeRows();
}

void TstLbs::agreesWithTheOracle() {
    const DeformCase made = test::fetchCase({.largestBend = 0.7f});
    test::compareWithOracle(
        test::deformed("lbs", made), made, [&](const auto& influences, const auto& bind) {
            return test::skinVertex(made.palette, influences, bind);
        });
}

void TstLbs::countsMayDifferByVertex() {
    const DeformCase made = test::mixedCountsCase();
    test::compareWithOracle(
        test::deformed("lbs", made), made, [&](const auto& influences, const auto& bind) {
            return test::skinVertex(made.palette, influences, bind);
        });
    // Loops over 1, 2, 4 and 8 influences are unrolled on the CPU, not in shaders: same bits.
    test::compareWithCpu("lbs", made);
}

void TstLbs::turnsAboutTheJointsOwnOrigin() {
    const glm::quat turn = glm::angleAxis(glm::half_pi<float>(), glm::vec3(1, 0, 0));
    const math::Affine modelFromJoint = math::toAffine({glm::vec3(1, 0, 0), turn, glm::vec3(1)});
    const SmallCase small{.positions = {glm::vec3(1, 1, 0)},
                          .influences = {{{0, 1.0}}},
                          .palette = {modelFromJoint * translated(-1, 0, 0)}};
    QCOMPARE_LE(test::maxAbsDiff(skinned(small).positions[0], glm::vec3(1, 0, 1)), 1e-6);
}

void TstLbs::staysInsideTheHullOfTheCandidates() {
    test::Random random(11);
    const DeformCase deformCase = test::randomCase(random, {.vertexCount = 200});
    const auto actual = test::deformed("lbs", deformCase);
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        for (int direction = 0; direction < 16; ++direction) {
            const glm::dvec3 axis(test::randomUnit(random));
            double furthest = -1e9;
            for (const OracleInfluence& influence : deformCase.influencesOf(vertex)) {
                const math::Affine& joint = deformCase.palette[influence.joint];
                const glm::dvec3 candidate(
                    math::transformPoint(joint, deformCase.source.mesh->positions()[vertex]));
                furthest = std::max(furthest, glm::dot(axis, candidate));
            }
            QCOMPARE_LE(glm::dot(axis, glm::dvec3(actual.positions[vertex])), furthest + 1e-5);
        }
    }
}

void TstLbs::blendingMatricesEqualsBlendingPoints() {
    test::Random random(12);
    const DeformCase deformCase = test::randomCase(random, {.vertexCount = 500});
    const auto actual = test::deformed("lbs", deformCase);
    double largest = 0.0;
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        largest =
            std::max(largest,
                     test::maxAbsDiff(actual.positions[vertex],
                                      test::blendedPoints(deformCase.palette,
                                                          deformCase.influencesOf(vertex),
                                                          deformCase.bindVertex(vertex).position)));
    }
    QCOMPARE_LE(largest, 2e-6);
}

void TstLbs::weightsAreUsedAsTheyAre() {
    // What happens to sums other than one is decided when the influences are built.
    const SmallCase small{.positions = {glm::vec3(1, 0, 0), glm::vec3(1, 0, 0)},
                          .influences = {{{0, .5}}, {{0, 1.5}, {1, -.5}}},
                          .palette = {translated(2, 0, 0), translated(0, 4, 0)}};
    const auto actual = skinned(small);
    QCOMPARE(actual.positions[0], glm::vec3(1.5f, 0, 0));
    QCOMPARE(actual.positions[1], glm::vec3(4, -2, 0));
}

void TstLbs::missingStreamsStayMissing() {
    const SmallCase small{.positions = {glm::vec3(1, 0, 0)},
                          .tangents = {glm::vec4(1, 0, 0, 1)},
                          .influences = {{{0, 1.0}}},
                          .palette = {turnedAboutZ(90)}};
    const auto actual = skinned(small);
    QVERIFY(actual.normals.empty());
    QCOMPARE_LE(test::maxAbsDiff(actual.tangents[0], glm::vec4(0, 1, 0, 1)), 1e-6);
}

void TstLbs::zeroWeightsAndBadSlotsAreInert() {
    const auto skinnedFromFile = [](const std::vector<std::uint32_t>& joints,
                                    const std::vector<float>& weights) {
        return test::deformedFromFile(
            "lbs", {translated(0, 2, 0), translated(4, 0, 0)}, joints, weights);
    };
    const glm::vec3 expected = skinnedFromFile({0, 1}, {.5f, .5f});
    QCOMPARE(expected, glm::vec3(3, 1, 0));
    // A broken joint and one that does not exist, both with weight zero.
    QCOMPARE(skinnedFromFile({2, 0, 99, 1}, {0.0f, .5f, 0.0f, .5f}), expected);
    // One that does not exist but has weight is dropped as well, and the rest renormalised.
    QCOMPARE(skinnedFromFile({0, 99, 1}, {.25f, .5f, .25f}), expected);
    // A broken joint with weight takes the identity's place.
    QCOMPARE(skinnedFromFile({2}, {1.0f}), glm::vec3(1, 0, 0));
    // No weight at all follows the first slot that names a joint.
    QCOMPARE(skinnedFromFile({1, 0}, {0.0f, 0.0f}), glm::vec3(5, 0, 0));
}

SARTOR_BACKENDS_TEST_MAIN(TstLbs)
#include "tst_lbs.moc"
