// SPDX-License-Identifier: Apache-2.0
// Morph targets: the order relative to the skin, normals and tangents, sparse and dense targets.
#include "morph_case.h"

#include <support/backends.h>

#include <cmath>
#include <limits>

using namespace sartor;
using test::DeformCase;
using test::MorphCase;
using test::oneVertex;
using test::orderCase;
using test::target;

class TstMorph : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addBackendRows(); }
    void agreesWithTheOracle();
    void carriedIsPreSkinForLinearSkinning();
    void carriedIsPreSkinForDualQuaternions_data();
    void carriedIsPreSkinForDualQuaternions();
    void tangentDeltasKeepTheirPlaceInTheFrame_data();
    void tangentDeltasKeepTheirPlaceInTheFrame();
    void tangentDeltasKeepTheirLength();
    void orderMustFitTheChain_data();
    void orderMustFitTheChain();
    void onlyWhoCarriesAsksForLinearParts();
    void touchedNormalsAreUnitAgain();
    void untouchedNormalsKeepTheirBits();
    void cancelledNormalsKeepTheirValue();
    void tangentsKeepTheirSide();
    void sparseTargetsEqualDenseOnes();
    void targetsMayLackAttributes();
    void weightsOutsideZeroToOneExtrapolate();
    void meshesWithoutTargetsPassThrough();
    void nonfiniteWeightsAreZeroAndRecorded();
};

void TstMorph::agreesWithTheOracle() {
    test::Random random(21);
    const DeformCase deformCase = test::randomCase(random, {.vertexCount = 700, .targetCount = 9});
    const auto actual = test::deformed("morph", deformCase);
    std::vector<test::OracleVertex> expected;
    std::vector<glm::dvec3> normalSums(actual.positions.size(), glm::dvec3(0));
    std::vector<glm::dvec3> tangentSums = normalSums;
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        expected.push_back(deformCase.bindVertex(vertex));
    }
    for (std::size_t t = 0; t < deformCase.morphWeights.size(); ++t) {
        const assets::MorphTarget& morph = deformCase.source.morphs->targets()[t];
        const double weight = static_cast<double>(deformCase.morphWeights[t]);
        for (std::size_t entry = 0; entry < morph.vertices.size(); ++entry) {
            const std::uint32_t vertex = morph.vertices[entry];
            expected[vertex].position += weight * glm::dvec3(morph.positionDeltas[entry]);
            normalSums[vertex] += weight * glm::dvec3(morph.normalDeltas[entry]);
            tangentSums[vertex] += weight * glm::dvec3(morph.tangentDeltas[entry]);
        }
    }
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[vertex], expected[vertex].position), 1e-6);
        const glm::dvec3 normal = expected[vertex].normal + normalSums[vertex];
        const glm::dvec3 tangent = glm::dvec3(expected[vertex].tangent) + tangentSums[vertex];
        // Sums that nearly cancel have fewer digits.
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], glm::normalize(normal)),
                    1e-6 / glm::length(normal));
        QCOMPARE_LE(test::maxAbsDiff(glm::vec3(actual.tangents[vertex]), glm::normalize(tangent)),
                    1e-6 / glm::length(tangent));
        QCOMPARE(actual.tangents[vertex].w, deformCase.source.mesh->tangents()[vertex].w);
    }
}

namespace {

DeformCase closeCase(std::uint32_t seed) {
    test::Random random(seed);
    DeformCase made = test::randomCase(random, {.vertexCount = 400, .targetCount = 5});
    test::bringJointsClose(random, made);
    return made;
}

// Units in the last place between two floats; nothing near zero, where they mean nothing.
double ulpDistance(float a, float b) {
    const float larger = std::max(std::abs(a), std::abs(b));
    if (larger <= 0.1f) {
        return 0.0;
    }
    return static_cast<double>(std::abs(a - b)) /
           static_cast<double>(std::nextafter(larger, 2.0f * larger) - larger);
}

void compareDirections(const deform::DeformedMesh& actual, const deform::DeformedMesh& expected) {
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], expected.normals[vertex]), 1e-5);
        QCOMPARE_LE(test::maxAbsDiff(actual.tangents[vertex], expected.tangents[vertex]), 1e-5);
    }
}

} // namespace

void TstMorph::carriedIsPreSkinForLinearSkinning() {
    const DeformCase deformCase = closeCase(24);
    const auto expected = test::deformed("morph+lbs", deformCase);
    const auto actual = test::deformed("lbs+morph[order=carried]", deformCase);
    double largest = 0.0;
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        // The sums of the terms round at the size of the whole position.
        const float size = glm::length(expected.positions[vertex]);
        for (int axis = 0; axis < 3; ++axis) {
            const float a = actual.positions[vertex][axis];
            const float b = expected.positions[vertex][axis];
            largest =
                std::max(largest, std::min(ulpDistance(a, b), ulpDistance(size + a - b, size)));
        }
    }
    QCOMPARE_LE(largest, 4.0);
    compareDirections(actual, expected);
}

void TstMorph::carriedIsPreSkinForDualQuaternions_data() {
    QTest::addColumn<QString>("skin");
    for (const char* skin : {"dqs", "dqs[scale=two-phase]", "dqs[scale=drop]", "dqs[blend=0.5]"}) {
        QTest::newRow(skin) << skin;
    }
}

void TstMorph::carriedIsPreSkinForDualQuaternions() {
    QFETCH(QString, skin);
    const DeformCase deformCase = closeCase(25);
    const auto expected = test::deformed("morph+" + skin.toStdString(), deformCase);
    const auto actual = test::deformed(skin.toStdString() + "+morph[order=carried]", deformCase);
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[vertex], expected.positions[vertex]), 2e-6);
    }
    compareDirections(actual, expected);
}

void TstMorph::tangentDeltasKeepTheirPlaceInTheFrame_data() {
    QTest::addColumn<QString>("chain");
    QTest::newRow("linear") << "lbs+morph[order=tangent]";
    QTest::newRow("dual quaternions") << "dqs+morph[order=tangent]";
}

void TstMorph::tangentDeltasKeepTheirPlaceInTheFrame() {
    QFETCH(QString, chain);
    // Joints that turn, stretch and mirror, one for each vertex; the frames are those of the
    // surface, by hand.
    test::Random random(26);
    constexpr std::size_t kCount = 100;
    MorphCase morphCase{.mesh = {}, .targets = {}, .weights = {.5f}};
    std::vector<glm::vec3> deltas;
    for (std::size_t vertex = 0; vertex < kCount; ++vertex) {
        const glm::quat frame = random.rotation();
        const float side = vertex % 2 == 0 ? 1.0f : -1.0f;
        const float mirror = vertex % 3 == 0 ? -1.0f : 1.0f;
        deltas.push_back(random.vector(-1, 1));
        morphCase.mesh.positions.push_back(random.vector(-1, 1));
        morphCase.mesh.normals.push_back(frame * glm::vec3(0, 0, 1));
        morphCase.mesh.tangents.emplace_back(frame * glm::vec3(1, 0, 0), side);
        morphCase.influences.push_back({{vertex, 1.0}});
        morphCase.palette.push_back(
            math::toAffine({random.vector(-1, 1),
                            random.rotation(),
                            random.vector(0.5f, 2) * glm::vec3(mirror, 1, 1)}));
    }
    morphCase.targets = {target(deltas, deltas, deltas)};
    const DeformCase made = morphCase.make();
    const auto skinned = test::deformed("lbs", made);
    const auto actual = test::deformed(chain.toStdString(), made);
    const auto bitangent = [](const glm::dvec3& normal, const glm::dvec4& tangent) {
        return glm::cross(normal, glm::dvec3(tangent)) * tangent.w;
    };
    for (std::size_t vertex = 0; vertex < kCount; ++vertex) {
        const glm::dvec3 bindNormal(morphCase.mesh.normals[vertex]);
        const glm::dvec4 bindTangent(morphCase.mesh.tangents[vertex]);
        const glm::dvec3 normal(skinned.normals[vertex]);
        const glm::dvec4 tangent(skinned.tangents[vertex]);
        const glm::dvec3 d = glm::dvec3(deltas[vertex]) * .5;
        const glm::dvec3 moved =
            glm::dot(d, glm::dvec3(bindTangent)) * glm::dvec3(tangent) +
            glm::dot(d, bitangent(bindNormal, bindTangent)) * bitangent(normal, tangent) +
            glm::dot(d, bindNormal) * normal;
        const glm::dvec3 skinnedPosition(skinned.positions[vertex]);
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[vertex], skinnedPosition + moved), 5e-6);
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], glm::normalize(normal + moved)), 2e-5);
        QCOMPARE_LE(test::maxAbsDiff(glm::vec3(actual.tangents[vertex]),
                                     glm::normalize(glm::dvec3(tangent) + moved)),
                    2e-5);
        QCOMPARE(actual.tangents[vertex].w, skinned.tangents[vertex].w);
    }
}

void TstMorph::tangentDeltasKeepTheirLength() {
    // Stretched to twice the height: carried deltas grow with the surface, tangent ones do not.
    MorphCase morphCase{.mesh = oneVertex(glm::vec3(0)),
                        .targets = {target({glm::vec3(0, 1, 0)})},
                        .weights = {1.0f},
                        .influences = {{{0, 1.0}}},
                        .palette = {{glm::mat3(1, 0, 0, 0, 2, 0, 0, 0, 1), glm::vec3(0)}}};
    morphCase.mesh.normals = {glm::vec3(0, 1, 0)};
    morphCase.mesh.tangents = {glm::vec4(1, 0, 0, 1)};
    const DeformCase made = morphCase.make();
    QCOMPARE_LE(test::maxAbsDiff(test::deformed("lbs+morph[order=carried]", made).positions[0],
                                 glm::vec3(0, 2, 0)),
                1e-6);
    QCOMPARE_LE(test::maxAbsDiff(test::deformed("lbs+morph[order=tangent]", made).positions[0],
                                 glm::vec3(0, 1, 0)),
                1e-6);
}

void TstMorph::orderMustFitTheChain_data() {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<bool>("hasTangents");
    QTest::addColumn<QString>("message");
    QTest::newRow("pre after the skin")
        << "dqs+morph" << true
        << "chain.order: stage 'morph' of 'sartor.morph' has order=pre and must stand before the "
           "skinning stage";
    QTest::newRow("carried before the skin")
        << "morph[order=carried]+lbs" << true
        << "chain.missing_input: stage 'morph' of 'sartor.morph' with order=carried reads "
           "'sartor.linear', but no stage before it writes that";
    QTest::newRow("tangent before the skin")
        << "morph[order=tangent]+lbs" << true
        << "chain.missing_input: stage 'morph' of 'sartor.morph' with order=tangent reads "
           "'sartor.linear', but no stage before it writes that";
    QTest::newRow("tangent without tangents")
        << "lbs+morph[order=tangent]" << false
        << "chain.missing_input: stage 'morph' of 'sartor.morph' with order=tangent reads "
           "'sartor.tangent', but mesh 'one' has no tangents";
}

void TstMorph::orderMustFitTheChain() {
    QFETCH(QString, chain);
    QFETCH(bool, hasTangents);
    QFETCH(QString, message);
    MorphCase morphCase = orderCase({{0, 1.0}});
    morphCase.mesh.normals = {glm::vec3(0, 0, 1)};
    if (hasTangents) {
        morphCase.mesh.tangents = {glm::vec4(1, 0, 0, 1)};
    }
    const auto plan = deform::ChainPlan::create(
        test::require(deform::parseChain(chain.toStdString(), test::builtPlugins())),
        morphCase.make().source);
    QVERIFY(!plan);
    QCOMPARE(QString::fromStdString(plan.error().code + ": " + plan.error().message), message);
}

void TstMorph::onlyWhoCarriesAsksForLinearParts() {
    const DeformCase made = orderCase({{0, 1.0}}).make();
    const auto hasLinear = [&](const std::string& chain) {
        const auto plan = test::planChain(chain, made.source);
        return std::any_of(
            plan->buffers().begin(),
            plan->buffers().end(),
            [](const deform::PlannedBuffer& buffer) { return buffer.semantic == "sartor.linear"; });
    };
    QVERIFY(!hasLinear("morph+lbs"));
    QVERIFY(!hasLinear("lbs+morph[order=raw]"));
    QVERIFY(hasLinear("lbs+morph[order=carried]"));
}

void TstMorph::touchedNormalsAreUnitAgain() {
    MorphCase morphCase{.mesh = oneVertex(glm::vec3(0)),
                        .targets = {target({}, {glm::vec3(2, 0, 0)})},
                        .weights = {.5f}};
    morphCase.mesh.normals = {glm::vec3(0, 1, 0)};
    const auto actual = test::deformed("morph", morphCase.make());
    QCOMPARE_LE(test::maxAbsDiff(actual.normals[0], glm::normalize(glm::vec3(1, 1, 0))),
                test::kUnitTolerance);
    QCOMPARE(actual.positions[0], glm::vec3(0));
}

void TstMorph::untouchedNormalsKeepTheirBits() {
    // Not exactly unit in floats: another normalisation would change it.
    const glm::vec3 normal(0.6f, 0.8000001f, 0.0f);
    MorphCase morphCase{.mesh = oneVertex(glm::vec3(0)),
                        .targets = {target({glm::vec3(1, 0, 0)}, {glm::vec3(0)}, {glm::vec3(0)})},
                        .weights = {1.0f}};
    morphCase.mesh.normals = {normal};
    morphCase.mesh.tangents = {glm::vec4(normal, -1)};
    const auto actual = test::deformed("morph", morphCase.make());
    QVERIFY(actual.normals[0] == normal);
    QVERIFY(actual.tangents[0] == glm::vec4(normal, -1));
    QCOMPARE(actual.positions[0], glm::vec3(1, 0, 0));
}

void TstMorph::cancelledNormalsKeepTheirValue() {
    MorphCase morphCase{.mesh = oneVertex(glm::vec3(0)),
                        .targets = {target({}, {glm::vec3(0, -1, 0)})},
                        .weights = {1.0f}};
    morphCase.mesh.normals = {glm::vec3(0, 1, 0)};
    QCOMPARE(test::deformed("morph", morphCase.make()).normals[0], glm::vec3(0, 1, 0));
}

void TstMorph::tangentsKeepTheirSide() {
    MorphCase morphCase{.mesh = oneVertex(glm::vec3(0)),
                        .targets = {target({}, {}, {glm::vec3(-2, 0, 0)})},
                        .weights = {1.0f}};
    morphCase.mesh.tangents = {glm::vec4(1, 0, 0, -1)};
    QCOMPARE(test::deformed("morph", morphCase.make()).tangents[0], glm::vec4(-1, 0, 0, -1));
}

void TstMorph::sparseTargetsEqualDenseOnes() {
    test::Random random(22);
    DeformCase sparse = test::randomCase(random, {.vertexCount = 300, .targetCount = 6});
    std::vector<assets::MorphTarget> dense;
    for (const assets::MorphTarget& morph : sparse.source.morphs->targets()) {
        std::vector<glm::vec3> positions(300, glm::vec3(0));
        std::vector<glm::vec3> normals = positions;
        std::vector<glm::vec3> tangents = positions;
        for (std::size_t entry = 0; entry < morph.vertices.size(); ++entry) {
            positions[morph.vertices[entry]] = morph.positionDeltas[entry];
            normals[morph.vertices[entry]] = morph.normalDeltas[entry];
            tangents[morph.vertices[entry]] = morph.tangentDeltas[entry];
        }
        dense.push_back(target(positions, normals, tangents));
    }
    DeformCase denseCase = sparse;
    denseCase.source.morphs = test::require(assets::MorphSet::create(std::move(dense), 300));
    QVERIFY(test::haveEqualBits(test::deformed("morph+lbs", sparse),
                                test::deformed("morph+lbs", denseCase)));
}

void TstMorph::targetsMayLackAttributes() {
    // The first target has positions alone, the second normals alone.
    MorphCase morphCase{
        .mesh = oneVertex(glm::vec3(0)),
        .targets = {target({glm::vec3(1, 2, 3)}), target({}, {glm::vec3(1, -1, 0)})},
        .weights = {2.0f, 1.0f}};
    morphCase.mesh.normals = {glm::vec3(0, 1, 0)};
    const auto actual = test::deformed("morph", morphCase.make());
    QCOMPARE(actual.positions[0], glm::vec3(2, 4, 6));
    QCOMPARE(actual.normals[0], glm::vec3(1, 0, 0));
}

void TstMorph::weightsOutsideZeroToOneExtrapolate() {
    MorphCase morphCase{.mesh = oneVertex(glm::vec3(0)),
                        .targets = {target({glm::vec3(1, 0, 0)})},
                        .weights = {-.5f}};
    QCOMPARE(test::deformed("morph", morphCase.make()).positions[0], glm::vec3(-.5f, 0, 0));
    morphCase.weights = {2.0f};
    QCOMPARE(test::deformed("morph", morphCase.make()).positions[0], glm::vec3(2, 0, 0));
}

void TstMorph::meshesWithoutTargetsPassThrough() {
    test::Random random(23);
    const DeformCase deformCase = test::randomCase(random, {.vertexCount = 130});
    QVERIFY(test::haveEqualBits(test::deformed("morph+lbs", deformCase),
                                test::deformed("lbs", deformCase)));
}

void TstMorph::nonfiniteWeightsAreZeroAndRecorded() {
    MorphCase morphCase{.mesh = oneVertex(glm::vec3(0)),
                        .targets = {target({glm::vec3(1, 0, 0)}), target({glm::vec3(0, 1, 0)})},
                        .weights = {std::numeric_limits<float>::quiet_NaN(), 1.0f}};
    const DeformCase made = morphCase.make();
    const auto runner =
        test::require(deform::CpuChainRunner::create(test::planChain("morph", made.source)));
    QVERIFY(runner->run(made.frame()).isOk());
    QCOMPARE(runner->positions()[0], glm::vec3(0, 1, 0));
    QCOMPARE(runner->faults().nonfiniteMorphWeights, std::vector<std::uint32_t>{0});
}

SARTOR_BACKENDS_TEST_MAIN(TstMorph)
#include "tst_morph.moc"
