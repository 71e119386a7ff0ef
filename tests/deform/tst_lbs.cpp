// SPDX-License-Identifier: Apache-2.0
// Linear blend skinning against a double-precision oracle, closed forms, and the invariants that
// every deformer is held to.
#include <glm/gtc/constants.hpp>

#include <support/small_case.h>

#include <cmath>
#include <limits>

using namespace sartor;
using test::DeformCase;
using test::DeformCaseShape;
using test::degreesBetween;
using test::OracleInfluence;
using test::SmallCase;
using test::Streams;
using test::translated;
using test::turnedAboutZ;

namespace {

// Vertices lie within 1 m and joints move them by 1 m at most: 1e-5 of the rest diagonal is 3e-5 m.
constexpr double kPositionLimit = 1e-5;
constexpr double kUnitLimit = 1e-5;

deform::DeformedMesh skinned(const SmallCase& small, const std::string& chain = "lbs") {
    return test::deformOnCpu(chain, small.make());
}

struct LargestErrors {
    double position = 0.0;
    double normal = 0.0;
    double tangent = 0.0;
    double tangentSign = 0.0;
};

LargestErrors errorsAgainstOracle(const DeformCase& deformCase,
                                  const deform::DeformedMesh& actual) {
    LargestErrors errors;
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        const test::OracleVertex expected = test::skinVertex(
            deformCase.palette, deformCase.influencesOf(vertex), deformCase.bindVertex(vertex));
        const auto grow = [](double& largest, double value) { largest = std::max(largest, value); };
        grow(errors.position, test::maxAbsDiff(actual.positions[vertex], expected.position));
        if (!actual.normals.empty()) {
            grow(errors.normal, test::maxAbsDiff(actual.normals[vertex], expected.normal));
        }
        if (!actual.tangents.empty()) {
            const glm::vec4& tangent = actual.tangents[vertex];
            grow(errors.tangent,
                 test::maxAbsDiff(glm::vec3(tangent), glm::dvec3(expected.tangent)));
            grow(errors.tangentSign, test::maxAbsDiff(tangent.w, expected.tangent.w));
        }
    }
    return errors;
}

} // namespace

class TstLbs : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTheOracle_data();
    void agreesWithTheOracle();
    void oneDimensionalNumbers();
    void turnsAboutTheJointsOwnOrigin();
    void staysInsideTheHullOfTheCandidates();
    void blendingMatricesEqualsBlendingPoints();
    void retentionByAngle_data();
    void retentionByAngle();
    void retentionByWeight_data();
    void retentionByWeight();
    void retentionOnAGrid();
    void threeRotationsAboutOneAxis();
    void threeHalfTurnsTurnTheVertexInsideOut();
    void mildStretchSeparatesTheNormalModes();
    void normalsByJointAgreeWithTheOracle();
    void flattenedNormalsStayDefined();
    void normalsDoNotDependOnScale();
    void mirrorsFlipTheTangentsSide();
    void normalsStayPerpendicularToTangents();
    void identityKeepsTheMesh();
    void singleInfluenceIsTheJointsMap();
    void equalJointsAreOneJoint();
    void rigidMotionCommutes();
    void originShiftCommutes();
    void orderOfInfluencesHardlyMatters();
    void weightsAreUsedAsTheyAre();
    void verticesWithoutInfluencesPassThrough();
    void missingStreamsStayMissing();
    void zeroWeightsAndBadSlotsAreInert();
    void zeroSumsFollowTheFirstValidSlot();
};

void TstLbs::agreesWithTheOracle_data() {
    QTest::addColumn<uint>("influences");
    QTest::addColumn<uint>("vertices");
    QTest::addColumn<int>("streams");
    for (const uint influences : {1u, 2u, 3u, 4u, 8u, 12u}) {
        QTest::addRow("%u influences", influences)
            << influences << 257u << static_cast<int>(Streams::All);
    }
    for (const uint vertices : {0u, 1u, 63u, 64u, 65u, 5000u}) {
        QTest::addRow("%u vertices", vertices) << 4u << vertices << static_cast<int>(Streams::All);
    }
    QTest::addRow("positions alone") << 4u << 100u << static_cast<int>(Streams::Positions);
    QTest::addRow("no tangents") << 4u << 100u << static_cast<int>(Streams::PositionsAndNormals);
}

void TstLbs::agreesWithTheOracle() {
    QFETCH(uint, influences);
    QFETCH(uint, vertices);
    QFETCH(int, streams);
    test::Random random(influences * 10007u + vertices);
    DeformCaseShape shape;
    shape.vertexCount = vertices;
    shape.influencesPerVertex = influences;
    shape.jointCount = 20;
    shape.streams = static_cast<Streams>(streams);
    // Blends of far rotations can be nearly singular; there normals have no digits to compare.
    // Close joints keep the map well conditioned.
    DeformCase deformCase = test::randomCase(random, shape);
    const glm::quat common = random.rotation();
    for (math::Affine& modelFromBind : deformCase.palette) {
        const glm::quat bend =
            glm::angleAxis(random.uniform(-0.7f, 0.7f), test::randomUnit(random));
        modelFromBind =
            math::toAffine({random.vector(-1.0f, 1.0f), common * bend, random.vector(0.7f, 1.4f)});
    }
    const auto actual = test::deformOnCpu("lbs", deformCase);
    QCOMPARE(actual.positions.size(), std::size_t{vertices});
    QCOMPARE(actual.normals.empty(), shape.streams == Streams::Positions || vertices == 0);
    QCOMPARE(actual.tangents.empty(), shape.streams != Streams::All || vertices == 0);
    const LargestErrors errors = errorsAgainstOracle(deformCase, actual);
    QCOMPARE_LE(errors.position, kPositionLimit);
    QCOMPARE_LE(errors.normal, kUnitLimit);
    QCOMPARE_LE(errors.tangent, kUnitLimit);
    QCOMPARE_LE(errors.tangentSign, 0.0);
}

void TstLbs::oneDimensionalNumbers() {
    // Bound at x = 2, now at 5: the palette moves by 3. A vertex at 3 goes to 6; a palette without
    // the inverse bind would take it to 8; at the bind pose it stays.
    SmallCase small{.positions = {glm::vec3(3, 0, 0)}, .influences = {{{0, 1.0}}}, .palette = {}};
    small.palette = {translated(5, 0, 0) * translated(-2, 0, 0)};
    QCOMPARE(skinned(small).positions[0].x, 6.0f);
    small.palette = {translated(5, 0, 0)};
    QCOMPARE(skinned(small).positions[0].x, 8.0f);
    small.palette = {translated(2, 0, 0) * translated(-2, 0, 0)};
    QCOMPARE(skinned(small).positions[0].x, 3.0f);
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
    const auto actual = test::deformOnCpu("lbs", deformCase);
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
    const auto actual = test::deformOnCpu("lbs", deformCase);
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

namespace {

// Length left of a unit vector between a fixed joint (weight 1 - w) and one that turned.
double retention(double weight, double degrees) {
    const SmallCase small{
        .positions = {glm::vec3(1, 0, 0)},
        .influences = {weight == 0.0 ? std::vector<OracleInfluence>{{0, 1.0}}
                       : weight == 1.0
                           ? std::vector<OracleInfluence>{{1, 1.0}}
                           : std::vector<OracleInfluence>{{0, 1.0 - weight}, {1, weight}}},
        .palette = {math::Affine(), turnedAboutZ(degrees)}};
    return glm::length(glm::dvec3(skinned(small).positions[0]));
}

} // namespace

void TstLbs::retentionByAngle_data() {
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

void TstLbs::retentionByAngle() {
    QFETCH(double, degrees);
    QFETCH(double, expected);
    // The table has six digits; floats add 6e-8.
    QCOMPARE_LE(test::maxAbsDiff(retention(0.5, degrees), expected), 6e-7);
}

void TstLbs::retentionByWeight_data() {
    QTest::addColumn<double>("weight");
    QTest::addColumn<double>("expected");
    const std::array<std::pair<double, double>, 7> table = {
        {{0, 1.0}, {.1, .8544}, {.25, .661438}, {.5, .5}, {.75, .661438}, {.9, .8544}, {1, 1.0}}};
    for (const auto& [weight, expected] : table) {
        QTest::addRow("weight %g", weight) << weight << expected;
    }
}

void TstLbs::retentionByWeight() {
    QFETCH(double, weight);
    QFETCH(double, expected);
    // .8544 is a number of four digits: sqrt(0.73) = 0.854400375.
    QCOMPARE_LE(test::maxAbsDiff(retention(weight, 120.0), expected), 7e-7);
}

void TstLbs::retentionOnAGrid() {
    for (int step = 0; step <= 20; ++step) {
        for (int degrees = 0; degrees <= 180; degrees += 15) {
            const double w = step / 20.0;
            const double cosine = std::cos(glm::radians(static_cast<double>(degrees)));
            const double expected = std::sqrt(1.0 - 2.0 * w * (1.0 - w) * (1.0 - cosine));
            QCOMPARE_LE(test::maxAbsDiff(retention(w, degrees), expected), 5e-7);
        }
    }
}

void TstLbs::threeRotationsAboutOneAxis() {
    const SmallCase small{.positions = {glm::vec3(1, 0, 0)},
                          .influences = {{{0, .4}, {1, .3}, {2, .3}}},
                          .palette = {math::Affine(), turnedAboutZ(120), turnedAboutZ(-120)}};
    QCOMPARE_LE(test::maxAbsDiff(skinned(small).positions[0], glm::vec3(.1f, 0, 0)), 1e-6);
}

void TstLbs::threeHalfTurnsTurnTheVertexInsideOut() {
    // Mean of half turns about x, y and z: -1/3 of the identity, determinant -1/27.
    const auto diagonal = [](float x, float y, float z) {
        return math::Affine{glm::mat3(glm::vec3(x, 0, 0), glm::vec3(0, y, 0), glm::vec3(0, 0, z)),
                            glm::vec3(0)};
    };
    const SmallCase small{
        .positions = {glm::vec3(3, -6, 9)},
        .normals = {glm::vec3(0, 0, 1)},
        .tangents = {glm::vec4(1, 0, 0, 1)},
        .influences = {{{0, 1.0 / 3}, {1, 1.0 / 3}, {2, 1.0 / 3}}},
        .palette = {diagonal(1, -1, -1), diagonal(-1, 1, -1), diagonal(-1, -1, 1)}};
    const auto actual = skinned(small);
    QCOMPARE_LE(test::maxAbsDiff(actual.positions[0], glm::vec3(-1, 2, -3)), 1e-6);
    // The inverse transpose of -I/3 turns the normal round; the tangent's side flips.
    QCOMPARE_LE(test::maxAbsDiff(actual.normals[0], glm::vec3(0, 0, -1)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(actual.tangents[0], glm::vec4(-1, 0, 0, -1)), 1e-6);
}

void TstLbs::mildStretchSeparatesTheNormalModes() {
    const math::Affine stretch = {
        glm::mat3(glm::vec3(1, 0, 0), glm::vec3(0, 2, 0), glm::vec3(0, 0, 1)), glm::vec3(0)};
    const float half = std::sqrt(0.5f);
    const SmallCase small{.positions = {glm::vec3(0)},
                          .normals = {glm::vec3(half, half, 0)},
                          .influences = {{{0, .5}, {1, .5}}},
                          .palette = {math::Affine(), stretch}};
    const glm::vec3 blended = skinned(small).normals[0];
    const glm::vec3 linear = skinned(small, "lbs[normals=linear]").normals[0];
    // The right normal is that of diag(1, 1.5, 1): (1, 1/1.5) made unit.
    QCOMPARE_LE(degreesBetween(blended, glm::vec3(1.5f, 1.0f, 0.0f)), 1e-4);
    QCOMPARE_LE(test::maxAbsDiff(degreesBetween(linear, blended), 22.6199), 1e-3);
    // Inverting each joint first and blending then is a third answer, off by 3.18 degrees.
    const glm::vec3 perJoint = skinned(small, "lbs[normals=per-joint]").normals[0];
    QCOMPARE_LE(degreesBetween(perJoint, glm::vec3(1.0f, 0.75f, 0.0f)), 1e-4);
    QCOMPARE_LE(test::maxAbsDiff(degreesBetween(perJoint, blended), 3.1798), 1e-3);
}

void TstLbs::normalsByJointAgreeWithTheOracle() {
    test::Random random(17);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = 500});
    // Close and well conditioned joints: sums that nearly cancel have no digits to compare. One of
    // them is a hundred times as large.
    for (math::Affine& modelFromBind : deformCase.palette) {
        modelFromBind =
            math::toAffine({random.vector(-1.0f, 1.0f),
                            glm::angleAxis(random.uniform(-0.7f, 0.7f), test::randomUnit(random)),
                            random.vector(0.7f, 1.4f)});
    }
    deformCase.palette[3].linear *= 100.0f;
    const auto actual = test::deformOnCpu("lbs[normals=per-joint]", deformCase);
    for (std::size_t vertex = 0; vertex < actual.normals.size(); ++vertex) {
        glm::dvec3 sum(0.0);
        for (const OracleInfluence& influence : deformCase.influencesOf(vertex)) {
            sum += influence.weight *
                   (glm::inverseTranspose(glm::dmat3(deformCase.palette[influence.joint].linear)) *
                    deformCase.bindVertex(vertex).normal);
        }
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], glm::normalize(sum)), kUnitLimit);
    }
    // A mirror turns the normal over as the surface does, and where one joint is flat the normal
    // tends to the one across it.
    const math::Affine mirror = {glm::mat3(-1, 0, 0, 0, 1, 0, 0, 0, 1), glm::vec3(0)};
    const math::Affine flat = {glm::mat3(1, 0, 0, 0, 1, 0, 0, 0, 0), glm::vec3(0)};
    SmallCase small{.positions = {glm::vec3(0)},
                    .normals = {glm::normalize(glm::vec3(1, 2, 2))},
                    .influences = {{{0, 1.0}}},
                    .palette = {mirror}};
    QCOMPARE_LE(test::maxAbsDiff(skinned(small, "lbs[normals=per-joint]").normals[0],
                                 glm::normalize(glm::vec3(-1, 2, 2))),
                1e-6);
    small.palette = {flat};
    QCOMPARE_LE(
        test::maxAbsDiff(skinned(small, "lbs[normals=per-joint]").normals[0], glm::vec3(0, 0, 1)),
        1e-6);
}

void TstLbs::flattenedNormalsStayDefined() {
    const auto diagonal = [](float x, float y, float z) {
        return math::Affine{glm::mat3(glm::vec3(x, 0, 0), glm::vec3(0, y, 0), glm::vec3(0, 0, z)),
                            glm::vec3(0)};
    };
    SmallCase small{.positions = {glm::vec3(1, 2, 3)},
                    .normals = {glm::normalize(glm::vec3(1, 2, 2))},
                    .tangents = {glm::vec4(0, 0, 1, -1)},
                    .influences = {{{0, 1.0}}},
                    .palette = {}};
    // Flat in z: the normal of the plane; the tangent along z has no image and stays; the side of a
    // zero determinant is +1.
    small.palette = {diagonal(1, 1, 0)};
    auto actual = skinned(small);
    QCOMPARE_LE(test::maxAbsDiff(actual.normals[0], glm::vec3(0, 0, 1)), 1e-6);
    QCOMPARE(actual.tangents[0], glm::vec4(0, 0, 1, -1));
    // Flat to a line and to a point: the normal stays.
    for (const float x : {1.0f, 0.0f}) {
        small.palette = {diagonal(x, 0, 0)};
        actual = skinned(small);
        QCOMPARE(actual.normals[0], small.normals[0]);
        QCOMPARE(skinned(small, "lbs[normals=linear]").normals[0],
                 x == 0.0f ? small.normals[0] : glm::vec3(1, 0, 0));
    }
}

void TstLbs::normalsDoNotDependOnScale() {
    const glm::mat3 shape(glm::vec3(1, .2f, 0), glm::vec3(.1f, 1.5f, .3f), glm::vec3(0, .4f, .8f));
    SmallCase small{.positions = {glm::vec3(0)},
                    .normals = {glm::normalize(glm::vec3(1, 2, 2))},
                    .tangents = {glm::vec4(1, 0, 0, 1)},
                    .influences = {{{0, 1.0}}},
                    .palette = {{shape, glm::vec3(0)}}};
    const auto expected = skinned(small);
    for (const float scale : {1e-15f, 1e-3f, 1e10f, 1e20f}) {
        small.palette = {{shape * scale, glm::vec3(0)}};
        const auto actual = skinned(small);
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[0], expected.normals[0]), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(actual.tangents[0], expected.tangents[0]), 1e-6);
    }
}

void TstLbs::mirrorsFlipTheTangentsSide() {
    const math::Affine mirror = {
        glm::mat3(glm::vec3(-1, 0, 0), glm::vec3(0, 1, 0), glm::vec3(0, 0, 1)), glm::vec3(0)};
    const SmallCase small{.positions = {glm::vec3(1, 0, 0)},
                          .normals = {glm::vec3(0, 1, 0)},
                          .tangents = {glm::vec4(1, 0, 0, 1)},
                          .influences = {{{0, 1.0}}},
                          .palette = {mirror}};
    const auto actual = skinned(small);
    QCOMPARE(actual.normals[0], glm::vec3(0, 1, 0));
    QCOMPARE(actual.tangents[0], glm::vec4(-1, 0, 0, -1));
}

void TstLbs::normalsStayPerpendicularToTangents() {
    test::Random random(13);
    for (int round = 0; round < 200; ++round) {
        const glm::quat frame = random.rotation();
        const glm::vec3 direction = frame * glm::vec3(1, 0, 0);
        const SmallCase small{.positions = {glm::vec3(0)},
                              .normals = {frame * glm::vec3(0, 0, 1)},
                              .tangents = {glm::vec4(direction, 1)},
                              .influences = {{{0, .25}, {1, .75}}},
                              .palette = {test::randomAffine(random), test::randomAffine(random)}};
        const auto actual = skinned(small);
        QCOMPARE_LE(std::abs(glm::dot(actual.normals[0], glm::vec3(actual.tangents[0]))), 1e-5f);
        // The side is that of the bitangent under the map.
        const glm::dmat3 linear =
            test::blendedMap(small.palette, std::vector<OracleInfluence>{{0, .25}, {1, .75}})
                .linear;
        const glm::dvec3 bitangent = linear * glm::dvec3(frame * glm::vec3(0, 1, 0));
        const glm::dvec3 made =
            glm::cross(glm::dvec3(actual.normals[0]), glm::dvec3(actual.tangents[0])) *
            static_cast<double>(actual.tangents[0].w);
        QCOMPARE_GE(glm::dot(bitangent, made), 0.0);
    }
}

void TstLbs::identityKeepsTheMesh() {
    test::Random random(14);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = 300});
    std::fill(deformCase.palette.begin(), deformCase.palette.end(), math::Affine());
    const auto actual = test::deformOnCpu("lbs", deformCase);
    const auto positions = deformCase.source.mesh->positions();
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        for (int axis = 0; axis < 3; ++axis) {
            // Four units in the last place of the value: the weights' sum rounds.
            const float value = positions[vertex][axis];
            const float fourUlp = 4.0f * (std::nextafter(std::abs(value), 10.0f) - std::abs(value));
            QCOMPARE_LE(std::abs(actual.positions[vertex][axis] - value), fourUlp);
        }
        QCOMPARE_LE(
            test::maxAbsDiff(actual.normals[vertex], deformCase.source.mesh->normals()[vertex]),
            test::kUnitTolerance);
    }
}

void TstLbs::singleInfluenceIsTheJointsMap() {
    test::Random random(15);
    const DeformCase deformCase =
        test::randomCase(random, {.vertexCount = 300, .influencesPerVertex = 1});
    const auto actual = test::deformOnCpu("lbs", deformCase);
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        const math::Affine& joint = deformCase.palette[deformCase.influencesOf(vertex)[0].joint];
        const glm::dvec3 expected =
            glm::dmat3(joint.linear) * glm::dvec3(deformCase.source.mesh->positions()[vertex]) +
            glm::dvec3(joint.translation);
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[vertex], expected), 1e-6);
    }
}

void TstLbs::equalJointsAreOneJoint() {
    test::Random random(16);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = 300});
    std::fill(deformCase.palette.begin(), deformCase.palette.end(), deformCase.palette[0]);
    const auto actual = test::deformOnCpu("lbs", deformCase);
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        QCOMPARE_LE(
            test::maxAbsDiff(actual.positions[vertex],
                             math::transformPoint(deformCase.palette[0],
                                                  deformCase.source.mesh->positions()[vertex])),
            kPositionLimit);
    }
}

void TstLbs::rigidMotionCommutes() {
    test::Random random(17);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = 300});
    const auto before = test::deformOnCpu("lbs", deformCase);
    const math::Affine motion =
        math::toAffine({random.vector(-2, 2), random.rotation(), glm::vec3(1)});
    for (math::Affine& joint : deformCase.palette) {
        joint = motion * joint;
    }
    const auto after = test::deformOnCpu("lbs", deformCase);
    for (std::size_t vertex = 0; vertex < after.positions.size(); ++vertex) {
        QCOMPARE_LE(test::maxAbsDiff(after.positions[vertex],
                                     math::transformPoint(motion, before.positions[vertex])),
                    kPositionLimit);
        QCOMPARE_LE(test::maxAbsDiff(after.normals[vertex], motion.linear * before.normals[vertex]),
                    1e-4); // blends of far rotations are badly conditioned for normals
    }
}

void TstLbs::originShiftCommutes() {
    test::Random random(18);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = 300});
    const auto before = test::deformOnCpu("lbs", deformCase);
    const glm::vec3 shift(0.5f, -1.0f, 0.25f);
    assets::MeshData moved;
    for (const glm::vec3& position : deformCase.source.mesh->positions()) {
        moved.positions.push_back(position + shift);
    }
    deformCase.source.mesh = test::require(assets::Mesh::create(std::move(moved)));
    for (math::Affine& joint : deformCase.palette) {
        joint = translated(shift.x, shift.y, shift.z) * joint *
                translated(-shift.x, -shift.y, -shift.z);
    }
    const auto after = test::deformOnCpu("lbs", deformCase);
    for (std::size_t vertex = 0; vertex < after.positions.size(); ++vertex) {
        QCOMPARE_LE(test::maxAbsDiff(after.positions[vertex], before.positions[vertex] + shift),
                    kPositionLimit);
    }
}

void TstLbs::orderOfInfluencesHardlyMatters() {
    test::Random random(19);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = 300});
    const auto before = test::deformOnCpu("lbs", deformCase);
    std::vector<std::vector<OracleInfluence>> rows;
    for (std::size_t vertex = 0; vertex < before.positions.size(); ++vertex) {
        rows.push_back(deformCase.influencesOf(vertex));
        std::reverse(rows.back().begin(), rows.back().end());
    }
    deformCase.source.influences = test::makeInfluences(rows, deformCase.palette.size());
    const auto after = test::deformOnCpu("lbs", deformCase);
    double largest = 0.0;
    for (std::size_t vertex = 0; vertex < after.positions.size(); ++vertex) {
        largest =
            std::max(largest, test::maxAbsDiff(after.positions[vertex], before.positions[vertex]));
    }
    QCOMPARE_LE(largest, 1e-6);
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

void TstLbs::verticesWithoutInfluencesPassThrough() {
    const SmallCase small{.positions = {glm::vec3(1, 2, 3), glm::vec3(1, 2, 3)},
                          .normals = {glm::vec3(0, 0, 1), glm::vec3(0, 0, 1)},
                          .tangents = {glm::vec4(1, 0, 0, -1), glm::vec4(1, 0, 0, -1)},
                          .influences = {{}, {{0, 1.0}}},
                          .palette = {turnedAboutZ(90)}};
    const auto actual = skinned(small);
    QCOMPARE(actual.positions[0], glm::vec3(1, 2, 3));
    QCOMPARE(actual.normals[0], glm::vec3(0, 0, 1));
    QCOMPARE(actual.tangents[0], glm::vec4(1, 0, 0, -1));
    QCOMPARE_LE(test::maxAbsDiff(actual.positions[1], glm::vec3(-2, 1, 3)), 1e-6);
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

namespace {

// One vertex at (1,0,0) with slots as a file has them, three joints of which the last is broken.
glm::vec3 skinnedFromFile(const std::vector<std::uint32_t>& joints,
                          const std::vector<float>& weights) {
    SmallCase small{.positions = {glm::vec3(1, 0, 0)},
                    .influences = {{}},
                    .palette = {translated(0, 2, 0), translated(4, 0, 0), math::Affine()}};
    small.palette[2].linear[0][0] = std::numeric_limits<float>::quiet_NaN();
    DeformCase made = small.make();
    const assets::FileInfluences file{static_cast<std::uint32_t>(joints.size()), joints, weights};
    made.source.influences = test::require(assets::buildInfluences(file, 3, {})).influences;
    return test::deformOnCpu("lbs", made).positions[0];
}

} // namespace

void TstLbs::zeroWeightsAndBadSlotsAreInert() {
    const glm::vec3 expected = skinnedFromFile({0, 1}, {.5f, .5f});
    QCOMPARE(expected, glm::vec3(3, 1, 0));
    // A broken joint and one that does not exist, both with weight zero.
    QCOMPARE(skinnedFromFile({2, 0, 99, 1}, {0.0f, .5f, 0.0f, .5f}), expected);
    // One that does not exist but has weight is dropped as well, and the rest renormalised.
    QCOMPARE(skinnedFromFile({0, 99, 1}, {.25f, .5f, .25f}), expected);
    // A broken joint with weight takes the identity's place.
    QCOMPARE(skinnedFromFile({2}, {1.0f}), glm::vec3(1, 0, 0));
}

void TstLbs::zeroSumsFollowTheFirstValidSlot() {
    QCOMPARE(skinnedFromFile({1, 0}, {0.0f, 0.0f}), glm::vec3(5, 0, 0));
}

QTEST_GUILESS_MAIN(TstLbs)
#include "tst_lbs.moc"
