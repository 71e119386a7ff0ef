// SPDX-License-Identifier: Apache-2.0
// Morph targets: the order relative to the skin, normals and tangents, sparse and dense targets.
#include <glm/gtc/constants.hpp>

#include <support/deform_fixture.h>

#include <algorithm>
#include <cmath>
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
    void carriedDeltasTurnWithTheSkin_data();
    void carriedDeltasTurnWithTheSkin();
    void carriedIsPreSkinForLinearSkinning();
    void carriedIsPreSkinForDualQuaternions_data();
    void carriedIsPreSkinForDualQuaternions();
    void tangentDeltasKeepTheirPlaceInTheFrame_data();
    void tangentDeltasKeepTheirPlaceInTheFrame();
    void tangentDeltasKeepTheirLength();
    void orderMustFitTheChain_data();
    void orderMustFitTheChain();
    void onlyWhoCarriesAsksForLinearParts();
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

void TstMorph::carriedDeltasTurnWithTheSkin_data() {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<bool>("isBlended");
    QTest::addColumn<glm::vec3>("expected");
    const auto row = [](const char* chain, bool isBlended, const glm::vec3& expected) {
        QTest::addRow("%s%s", chain, isBlended ? ", blended" : "")
            << chain << isBlended << expected;
    };
    row("morph+lbs", false, glm::vec3(.5f, 1, 0));
    row("lbs+morph[order=raw]", false, glm::vec3(1, 1.5f, 0));
    row("lbs+morph[order=carried]", false, glm::vec3(.5f, 1, 0));
    row("morph+lbs", true, glm::vec3(1.25f, .75f, 0));
    row("lbs+morph[order=carried]", true, glm::vec3(1.25f, .75f, 0));
    row("lbs+morph[order=raw]", true, glm::vec3(1.5f, 1, 0));
    row("morph+dqs", false, glm::vec3(.5f, 1, 0));
    row("dqs+morph[order=carried]", false, glm::vec3(.5f, 1, 0));
    row("morph+dqs", true, glm::vec3(1.3536f, 1.0607f, 0));
    row("dqs+morph[order=carried]", true, glm::vec3(1.3536f, 1.0607f, 0));
    row("dqs+morph[order=raw]", true, glm::vec3(1.7071f, 1.2071f, 0));
}

void TstMorph::carriedDeltasTurnWithTheSkin() {
    QFETCH(QString, chain);
    QFETCH(bool, isBlended);
    QFETCH(glm::vec3, expected);
    const MorphCase morphCase = isBlended ? orderCase({{0, .5}, {1, .5}}) : orderCase({{0, 1.0}});
    // The table has four digits.
    QCOMPARE_LE(
        test::maxAbsDiff(test::deformOnCpu(chain.toStdString(), morphCase.make()).positions[0],
                         expected),
        5e-5);
}

namespace {

// Joints that are well conditioned and fit into one hemisphere; with targets.
DeformCase closeCase(std::uint32_t seed) {
    test::Random random(seed);
    DeformCase made = test::randomCase(random, {.vertexCount = 400, .targetCount = 5});
    for (math::Affine& modelFromBind : made.palette) {
        modelFromBind =
            math::toAffine({random.vector(-1.0f, 1.0f),
                            glm::angleAxis(random.uniform(-0.8f, 0.8f), test::randomUnit(random)),
                            random.vector(0.7f, 1.4f)});
    }
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
    const auto expected = test::deformOnCpu("morph+lbs", deformCase);
    const auto actual = test::deformOnCpu("lbs+morph[order=carried]", deformCase);
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
    const auto expected = test::deformOnCpu("morph+" + skin.toStdString(), deformCase);
    const auto actual = test::deformOnCpu(skin.toStdString() + "+morph[order=carried]", deformCase);
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
    // A joint that turns, stretches and mirrors; the frame is that of the surface, by hand.
    test::Random random(26);
    for (int round = 0; round < 100; ++round) {
        const glm::quat frame = random.rotation();
        const glm::vec3 delta = random.vector(-1, 1);
        MorphCase morphCase{.mesh = oneVertex(random.vector(-1, 1)),
                            .targets = {target({delta}, {delta}, {delta})},
                            .weights = {.5f},
                            .influences = {{{0, 1.0}}}};
        morphCase.mesh.normals = {frame * glm::vec3(0, 0, 1)};
        morphCase.mesh.tangents = {glm::vec4(frame * glm::vec3(1, 0, 0), round % 2 == 0 ? 1 : -1)};
        const float mirror = round % 3 == 0 ? -1.0f : 1.0f;
        morphCase.palette = {math::toAffine({random.vector(-1, 1),
                                             random.rotation(),
                                             random.vector(0.5f, 2) * glm::vec3(mirror, 1, 1)})};
        const DeformCase made = morphCase.make();
        const auto skinned = test::deformOnCpu("lbs", made);
        const auto actual = test::deformOnCpu(chain.toStdString(), made);
        const auto bitangent = [](const glm::dvec3& normal, const glm::dvec4& tangent) {
            return glm::cross(normal, glm::dvec3(tangent)) * tangent.w;
        };
        const glm::dvec3 bindNormal(morphCase.mesh.normals[0]);
        const glm::dvec4 bindTangent(morphCase.mesh.tangents[0]);
        const glm::dvec3 normal(skinned.normals[0]);
        const glm::dvec4 tangent(skinned.tangents[0]);
        const glm::dvec3 d = glm::dvec3(delta) * .5;
        const glm::dvec3 moved =
            glm::dot(d, glm::dvec3(bindTangent)) * glm::dvec3(tangent) +
            glm::dot(d, bitangent(bindNormal, bindTangent)) * bitangent(normal, tangent) +
            glm::dot(d, bindNormal) * normal;
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[0], glm::dvec3(skinned.positions[0]) + moved),
                    5e-6);
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[0], glm::normalize(normal + moved)), 2e-5);
        QCOMPARE_LE(test::maxAbsDiff(glm::vec3(actual.tangents[0]),
                                     glm::normalize(glm::dvec3(tangent) + moved)),
                    2e-5);
        QCOMPARE(actual.tangents[0].w, skinned.tangents[0].w);
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
    QCOMPARE_LE(test::maxAbsDiff(test::deformOnCpu("lbs+morph[order=carried]", made).positions[0],
                                 glm::vec3(0, 2, 0)),
                1e-6);
    QCOMPARE_LE(test::maxAbsDiff(test::deformOnCpu("lbs+morph[order=tangent]", made).positions[0],
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
