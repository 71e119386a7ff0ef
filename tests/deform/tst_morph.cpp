// SPDX-License-Identifier: Apache-2.0
// Morph targets: the order relative to the skin, normals and tangents, sparse and dense targets.
#include <glm/gtc/constants.hpp>

#include <support/deform_fixture.h>

#include <limits>

using namespace sartor;
using test::DeformCase;
using test::OracleInfluence;

namespace {

struct MorphCase {
    assets::MeshData mesh;
    std::vector<assets::MorphTarget> targets;
    std::vector<float> weights;
    std::vector<std::vector<OracleInfluence>> influences = {};
    std::vector<math::Affine> palette = {};

    DeformCase make() const {
        DeformCase made;
        made.source.mesh = test::require(assets::Mesh::create(mesh));
        made.source.morphs =
            test::require(assets::MorphSet::create(targets, mesh.positions.size()));
        made.morphWeights = weights;
        made.source.jointCount = static_cast<std::uint32_t>(palette.size());
        made.palette = palette;
        if (!influences.empty()) {
            made.source.influences = test::makeInfluences(influences, palette.size());
        }
        return made;
    }
};

assets::MeshData oneVertex(const glm::vec3& position) {
    assets::MeshData mesh;
    mesh.name = "one";
    mesh.positions = {position};
    return mesh;
}

assets::MorphTarget target(std::vector<glm::vec3> positions,
                           std::vector<glm::vec3> normals = {},
                           std::vector<glm::vec3> tangents = {}) {
    assets::MorphTarget made;
    made.name = "target";
    for (std::uint32_t vertex = 0;
         vertex < std::max({positions.size(), normals.size(), tangents.size()});
         ++vertex) {
        made.vertices.push_back(vertex);
    }
    made.positionDeltas = std::move(positions);
    made.normalDeltas = std::move(normals);
    made.tangentDeltas = std::move(tangents);
    return made;
}

// A joint at (1,0,0) turned 90 degrees about z, and one that stays; vertex (2,0,0), delta (0,.5,0).
MorphCase orderCase(std::vector<OracleInfluence> influences) {
    const glm::quat turn = glm::angleAxis(glm::half_pi<float>(), glm::vec3(0, 0, 1));
    const math::Affine modelFromJoint = math::toAffine({glm::vec3(1, 0, 0), turn, glm::vec3(1)});
    const math::Affine jointFromBind = {math::identityMat3(), glm::vec3(-1, 0, 0)};
    return {.mesh = oneVertex(glm::vec3(2, 0, 0)),
            .targets = {target({glm::vec3(0, .5f, 0)})},
            .weights = {1.0f},
            .influences = {std::move(influences)},
            .palette = {modelFromJoint * jointFromBind, math::Affine()}};
}

} // namespace

class TstMorph : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTheOracle();
    void beforeTheSkinDeltasTurnWithTheJoint();
    void afterTheSkinDeltasStayInModelSpace();
    void distanceBetweenTheOrdersGrowsWithTheAngle();
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
    const auto actual = test::deformOnCpu("morph", deformCase);
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

void TstMorph::beforeTheSkinDeltasTurnWithTheJoint() {
    QCOMPARE_LE(
        test::maxAbsDiff(test::deformOnCpu("morph+lbs", orderCase({{0, 1.0}}).make()).positions[0],
                         glm::vec3(.5f, 1, 0)),
        1e-6);
    QCOMPARE_LE(
        test::maxAbsDiff(
            test::deformOnCpu("morph+lbs", orderCase({{0, .5}, {1, .5}}).make()).positions[0],
            glm::vec3(1.25f, .75f, 0)),
        1e-6);
}

void TstMorph::afterTheSkinDeltasStayInModelSpace() {
    const std::string chain = "lbs+morph[order=raw]";
    QCOMPARE_LE(
        test::maxAbsDiff(test::deformOnCpu(chain, orderCase({{0, 1.0}}).make()).positions[0],
                         glm::vec3(1, 1.5f, 0)),
        1e-6);
    QCOMPARE_LE(test::maxAbsDiff(
                    test::deformOnCpu(chain, orderCase({{0, .5}, {1, .5}}).make()).positions[0],
                    glm::vec3(1.5f, 1, 0)),
                1e-6);
}

void TstMorph::distanceBetweenTheOrdersGrowsWithTheAngle() {
    // |D| 2 sin(angle / 2) with |D| = 0.5.
    const std::array<std::pair<float, double>, 4> table = {
        {{30.0f, .2588}, {60.0f, .5}, {90.0f, .7071}, {180.0f, 1.0}}};
    for (const auto& [degrees, expected] : table) {
        MorphCase morphCase = orderCase({{0, 1.0}});
        const glm::quat turn = glm::angleAxis(glm::radians(degrees), glm::vec3(0, 0, 1));
        morphCase.palette[0] = math::toAffine({glm::vec3(1, 0, 0), turn, glm::vec3(1)}) *
                               math::Affine{math::identityMat3(), glm::vec3(-1, 0, 0)};
        const auto before = test::deformOnCpu("morph+lbs", morphCase.make());
        const auto after = test::deformOnCpu("lbs+morph[order=raw]", morphCase.make());
        const double distance =
            static_cast<double>(glm::length(before.positions[0] - after.positions[0]));
        QCOMPARE_LE(test::maxAbsDiff(distance, expected), 5e-5);
    }
}

void TstMorph::touchedNormalsAreUnitAgain() {
    MorphCase morphCase{.mesh = oneVertex(glm::vec3(0)),
                        .targets = {target({}, {glm::vec3(2, 0, 0)})},
                        .weights = {.5f}};
    morphCase.mesh.normals = {glm::vec3(0, 1, 0)};
    const auto actual = test::deformOnCpu("morph", morphCase.make());
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
    const auto actual = test::deformOnCpu("morph", morphCase.make());
    QVERIFY(actual.normals[0] == normal);
    QVERIFY(actual.tangents[0] == glm::vec4(normal, -1));
    QCOMPARE(actual.positions[0], glm::vec3(1, 0, 0));
}

void TstMorph::cancelledNormalsKeepTheirValue() {
    MorphCase morphCase{.mesh = oneVertex(glm::vec3(0)),
                        .targets = {target({}, {glm::vec3(0, -1, 0)})},
                        .weights = {1.0f}};
    morphCase.mesh.normals = {glm::vec3(0, 1, 0)};
    QCOMPARE(test::deformOnCpu("morph", morphCase.make()).normals[0], glm::vec3(0, 1, 0));
}

void TstMorph::tangentsKeepTheirSide() {
    MorphCase morphCase{.mesh = oneVertex(glm::vec3(0)),
                        .targets = {target({}, {}, {glm::vec3(-2, 0, 0)})},
                        .weights = {1.0f}};
    morphCase.mesh.tangents = {glm::vec4(1, 0, 0, -1)};
    QCOMPARE(test::deformOnCpu("morph", morphCase.make()).tangents[0], glm::vec4(-1, 0, 0, -1));
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
    QVERIFY(test::haveEqualBits(test::deformOnCpu("morph+lbs", sparse),
                                test::deformOnCpu("morph+lbs", denseCase)));
}

void TstMorph::targetsMayLackAttributes() {
    // The first target has positions alone, the second normals alone.
    MorphCase morphCase{
        .mesh = oneVertex(glm::vec3(0)),
        .targets = {target({glm::vec3(1, 2, 3)}), target({}, {glm::vec3(1, -1, 0)})},
        .weights = {2.0f, 1.0f}};
    morphCase.mesh.normals = {glm::vec3(0, 1, 0)};
    const auto actual = test::deformOnCpu("morph", morphCase.make());
    QCOMPARE(actual.positions[0], glm::vec3(2, 4, 6));
    QCOMPARE(actual.normals[0], glm::vec3(1, 0, 0));
}

void TstMorph::weightsOutsideZeroToOneExtrapolate() {
    MorphCase morphCase{.mesh = oneVertex(glm::vec3(0)),
                        .targets = {target({glm::vec3(1, 0, 0)})},
                        .weights = {-.5f}};
    QCOMPARE(test::deformOnCpu("morph", morphCase.make()).positions[0], glm::vec3(-.5f, 0, 0));
    morphCase.weights = {2.0f};
    QCOMPARE(test::deformOnCpu("morph", morphCase.make()).positions[0], glm::vec3(2, 0, 0));
}

void TstMorph::meshesWithoutTargetsPassThrough() {
    test::Random random(23);
    const DeformCase deformCase = test::randomCase(random, {.vertexCount = 130});
    QVERIFY(test::haveEqualBits(test::deformOnCpu("morph+lbs", deformCase),
                                test::deformOnCpu("lbs", deformCase)));
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

QTEST_GUILESS_MAIN(TstMorph)
#include "tst_morph.moc"
