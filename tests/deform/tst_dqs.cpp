// SPDX-License-Identifier: Apache-2.0
// Dual quaternion skinning against a double-precision oracle and closed forms. The numbers of
// tst_golden_dual_quaternions, tst_golden_antipodal and tst_golden_scale belong to it, too.
#include "skinning_test.h"

#include <support/dqs_oracle.h>

#include <array>
#include <cmath>

using namespace sartor;
using test::DeformCase;
using test::OracleInfluence;
using test::OracleScale;
using test::SmallCase;
using test::translated;
using test::turnedAboutZ;

namespace {

const std::array<const char*, 3> kScaleChains = {"dqs", "dqs[scale=two-phase]", "dqs[scale=drop]"};

deform::DeformedMesh skinned(const SmallCase& small, const std::string& chain = "dqs") {
    return test::deformed(chain, small.make());
}

} // namespace

class TstDqs : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addBackendRows(); }
    void agreesWithTheOracle_data();
    void agreesWithTheOracle();
    void countsMayDifferByVertex();
    void bindRotationsDoNotMatter();
    void commonStretchIsNeverDropped();
    void mirroredJoints_data();
    void mirroredJoints();
    void blendsWithLinearSkinning_data();
    void blendsWithLinearSkinning();
    void blendWeightsAreByVertex();
};

void TstDqs::agreesWithTheOracle_data() {
    test::addShapeColumns();
    QTest::addColumn<int>("scale");
    QTest::addColumn<bool>("isScaled");
    for (int scale = 0; scale < 3; ++scale) {
        for (const bool isScaled : {false, true}) {
            for (const uint influences : {1u, 2u, 3u, 4u, 8u, 12u}) {
                test::addShapeRow(std::string(kScaleChains[static_cast<std::size_t>(scale)]) +
                                      ", " + std::to_string(influences) + " influences" +
                                      (isScaled ? ", scaled" : ""),
                                  {.vertexCount = 257, .influencesPerVertex = influences})
                    << scale << isScaled;
            }
        }
    }
    test::addShapeRows([](QTestData& row) { row << 0 << true; });
}

void TstDqs::agreesWithTheOracle() {
    QFETCH(int, scale);
    QFETCH(bool, isScaled);
    const DeformCase made = test::fetchCase({.largestBend = 1.2f, .isScaled = isScaled});
    test::compareWithOracle(test::deformed(kScaleChains[static_cast<std::size_t>(scale)], made),
                            made,
                            [&](const auto& influences, const auto& bind) {
                                return test::dualQuatVertex(made.palette,
                                                            influences,
                                                            bind,
                                                            static_cast<OracleScale>(scale));
                            });
}

void TstDqs::countsMayDifferByVertex() {
    const DeformCase made = test::mixedCountsCase();
    test::compareWithOracle(
        test::deformed("dqs", made), made, [&](const auto& influences, const auto& bind) {
            return influences.empty()
                       ? bind
                       : test::dualQuatVertex(made.palette, influences, bind, OracleScale::Repivot);
        });
    // Loops over 1, 2, 4 and 8 influences are unrolled on the CPU, not in shaders: same bits.
    test::compareWithCpu("dqs", made);
}

void TstDqs::bindRotationsDoNotMatter() {
    // Joints that are turned when they are bound: in the bind pose every vertex stays.
    const math::Affine modelFromFirst = turnedAboutZ(90);
    const math::Affine modelFromSecond = translated(0, 1, 0) * turnedAboutZ(180);
    const SmallCase small{.positions = {glm::vec3(.5f, 2, 1)},
                          .influences = {{{0, .5}, {1, .5}}},
                          .palette = {modelFromFirst * *math::inverse(modelFromFirst),
                                      modelFromSecond * *math::inverse(modelFromSecond)}};
    QCOMPARE_LE(test::maxAbsDiff(skinned(small).positions[0], glm::vec3(.5f, 2, 1)), 1e-6);
}

void TstDqs::commonStretchIsNeverDropped() {
    // Positions in hundredths: a factor of all joints. One of them has a scale of its own as well.
    const math::Affine metres = {
        glm::mat3(glm::vec3(.01f, 0, 0), glm::vec3(0, .02f, 0), glm::vec3(0, 0, .01f)),
        glm::vec3(.5f, 0, 0)};
    const SmallCase small{.positions = {glm::vec3(100, 0, 0), glm::vec3(0, 100, 0)},
                          .normals = {glm::vec3(1, 0, 0), glm::normalize(glm::vec3(1, 1, 0))},
                          .influences = {{{0, .5}, {1, .5}}, {{2, 1.0}}},
                          .palette = {metres,
                                      turnedAboutZ(90) * metres,
                                      turnedAboutZ(90) * test::scaledBy(3) * metres}};
    for (const char* chain : kScaleChains) {
        DeformCase made = small.make();
        made.source.commonStretch = metres.linear;
        const auto actual = test::deformed(chain, made);
        // (1.5, 0, 0) turned by 45 degrees about the origin.
        const float along = 1.5f * std::sqrt(.5f);
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[0], glm::vec3(along, along, 0)), 1e-6);
        // (0.5, 2, 0) turned by 90 degrees, three times as far where scale counts. What is dropped
        // is the linear part alone; the translation is the joint's.
        const bool isDropped = std::string_view(chain).find("drop") != std::string_view::npos;
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[1],
                                     isDropped ? glm::vec3(-2, 1.5f, 0) : glm::vec3(-6, 1.5f, 0)),
                    2e-6);
        // The normal of a surface that is twice as high: (1, .5), turned.
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[1], glm::normalize(glm::vec3(-.5f, 1, 0))),
                    1e-6);
    }
}

void TstDqs::mirroredJoints_data() {
    QTest::addColumn<QString>("chain");
    QTest::newRow("repivot") << "dqs";
    QTest::newRow("two-phase") << "dqs[scale=two-phase]";
}

void TstDqs::mirroredJoints() {
    QFETCH(QString, chain);
    const math::Affine mirror = translated(2, 0, 0) * test::scaledBy(glm::vec3(-1, 1, 1));
    SmallCase small{.positions = {glm::vec3(1, 2, 3)},
                    .normals = {glm::vec3(0, 1, 0)},
                    .tangents = {glm::vec4(1, 0, 0, 1)},
                    .influences = {{{0, 1.0}}},
                    .palette = {mirror, turnedAboutZ(60) * mirror}};
    const auto one = skinned(small, chain.toStdString());
    QCOMPARE_LE(test::maxAbsDiff(one.positions[0], glm::vec3(1, 2, 3)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(one.normals[0], glm::vec3(0, 1, 0)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(one.tangents[0], glm::vec4(-1, 0, 0, -1)), 1e-6);
    // Between two mirrors the turn of both is blended: mirror, then 30 degrees.
    small.influences = {{{0, .5}, {1, .5}}};
    const auto two = skinned(small, chain.toStdString());
    const math::Affine expected = turnedAboutZ(30) * mirror;
    QCOMPARE_LE(
        test::maxAbsDiff(two.positions[0], math::transformPoint(expected, glm::vec3(1, 2, 3))),
        2e-6);
    QCOMPARE_LE(test::maxAbsDiff(two.normals[0], turnedAboutZ(30).linear[1]), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(two.tangents[0], glm::vec4(-turnedAboutZ(30).linear[0], -1)),
                1e-6);
}

void TstDqs::blendsWithLinearSkinning_data() {
    QTest::addColumn<float>("share");
    for (const float share : {0.0f, 0.25f, 0.5f, 1.0f}) {
        QTest::addRow("share %g", static_cast<double>(share)) << share;
    }
}

void TstDqs::blendsWithLinearSkinning() {
    QFETCH(float, share);
    test::Random random(71);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = 200});
    test::bringJointsClose(random, deformCase, {.largestBend = 0.7f});
    const auto actual = test::deformed("dqs[blend=" + std::to_string(share) + "]", deformCase);
    const double s = static_cast<double>(share);
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        const auto influences = deformCase.influencesOf(vertex);
        const test::OracleVertex bind = deformCase.bindVertex(vertex);
        const glm::dmat3 linear =
            (1.0 - s) * test::blendedMap(deformCase.palette, influences).linear +
            s * test::dualQuatLinear(deformCase.palette, influences, OracleScale::Repivot);
        const glm::dvec3 position =
            (1.0 - s) * test::blendedPoints(deformCase.palette, influences, bind.position) +
            s * test::dualQuatPoint(
                    deformCase.palette, influences, bind.position, OracleScale::Repivot);
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[vertex], position),
                    test::kSkinnedPositionLimit);
        QCOMPARE_LE(
            test::maxAbsDiff(actual.normals[vertex], test::blendedNormal(linear, bind.normal)),
            test::kSkinnedUnitLimit);
        QCOMPARE_LE(test::maxAbsDiff(glm::vec3(actual.tangents[vertex]),
                                     glm::normalize(linear * glm::dvec3(bind.tangent))),
                    test::kSkinnedUnitLimit);
    }
}

void TstDqs::blendWeightsAreByVertex() {
    // Half a turn at equal weights: linear skinning loses the radius, dual quaternions keep it.
    assets::MeshData data;
    data.name = "blend";
    data.positions.assign(5, glm::vec3(1, 0, 0));
    data.skinBlend = {0.0f, 1.0f, 0.5f, -1.0f, 2.0f};
    DeformCase made;
    made.source.mesh = test::require(assets::Mesh::create(data));
    made.palette = {math::Affine(), turnedAboutZ(120)};
    made.source.jointCount = 2;
    made.source.influences =
        test::makeInfluences(std::vector<std::vector<OracleInfluence>>(5, {{0, .5}, {1, .5}}), 2);
    const auto radii = [&](const std::string& chain) {
        std::vector<double> all;
        for (const glm::vec3& position : test::deformed(chain, made).positions) {
            all.push_back(glm::length(glm::dvec3(position)));
        }
        return all;
    };
    const auto compare = [](const std::vector<double>& actual, const std::vector<double>& right) {
        for (std::size_t i = 0; i < right.size(); ++i) {
            QCOMPARE_LE(test::maxAbsDiff(actual[i], right[i]), 1e-6);
        }
    };
    compare(radii("dqs"), {.5, 1, .75, .5, 1});
    // The param scales what is painted.
    compare(radii("dqs[blend=0.5]"), {.5, .75, .625, .5, 1});
    compare(radii("lbs"), {.5, .5, .5, .5, .5});
}

SARTOR_BACKENDS_TEST_MAIN(TstDqs)
#include "tst_dqs.moc"
