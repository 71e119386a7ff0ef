// SPDX-License-Identifier: Apache-2.0
// The Delta Mush sample against a second implementation in double, closed forms, and what must hold
// of it whatever the input.
#include "delta_mush_oracle.h"

#include <sartor/base/parallel.h>

using namespace sartor;
using test::DeformCase;
using test::MushParams;
using test::TubeShape;

namespace {

// 1e-5 of the diagonal of a tube of radius 1 and length 4.
constexpr double kPositionLimit = 5e-5;
constexpr double kUnitLimit = 1e-5;

DeformCase roughTube(std::uint32_t seed, TubeShape shape = {}) {
    test::Random random(seed);
    shape.roughness = 0.1f;
    return test::makeTube(shape, random);
}

/// A closed surface whose vertices are all alike: the mean of the neighbours of one is 1/sqrt(5) of
/// it.
DeformCase icosahedron() {
    const auto g = static_cast<float>((1.0 + std::sqrt(5.0)) / 2.0);
    assets::MeshData data;
    data.name = "icosahedron";
    data.positions = {{-1, g, 0},
                      {1, g, 0},
                      {-1, -g, 0},
                      {1, -g, 0},
                      {0, -1, g},
                      {0, 1, g},
                      {0, -1, -g},
                      {0, 1, -g},
                      {g, 0, -1},
                      {g, 0, 1},
                      {-g, 0, -1},
                      {-g, 0, 1}};
    for (glm::vec3& position : data.positions) {
        position = glm::normalize(position);
        data.normals.push_back(position);
    }
    data.triangles = {0, 11, 5,  0, 5,  1, 0, 1, 7, 0, 7,  10, 0, 10, 11, 1, 5, 9, 5, 11,
                      4, 11, 10, 2, 10, 7, 6, 7, 1, 8, 3,  9,  4, 3,  4,  2, 3, 2, 6, 3,
                      6, 8,  3,  8, 9,  4, 9, 5, 2, 4, 11, 6,  2, 10, 8,  6, 7, 9, 8, 1};
    DeformCase made;
    made.source.influences =
        test::makeInfluences(std::vector<std::vector<test::OracleInfluence>>(12, {{0, 1.0}}), 1);
    made.source.mesh = test::require(assets::Mesh::create(std::move(data)));
    made.source.jointCount = 1;
    made.palette.resize(1);
    return made;
}

} // namespace

class TstDeltaMush : public QObject {
    Q_OBJECT
private slots:
    void agreesWithTheOracle_data();
    void agreesWithTheOracle();
    void identityKeepsTheMesh_data();
    void identityKeepsTheMesh();
    void rigidMotionCommutes();
    void smoothsByTheClosedForm_data();
    void smoothsByTheClosedForm();
    void unitsOfThePaletteAreNoScale();
    void amountGoesFromSkinToMush();
    void pinnedEdgesStay();
    void seamsDoNotTear();
    void morphedNormalsAreCarried();
    void verticesWithoutASurfacePassThrough();
    void targetsMayComeBetweenItAndTheSkin();
    void roughWeightsBecomeSmooth();
    void splitsDoNotMatter();
};

void TstDeltaMush::agreesWithTheOracle_data() {
    QTest::addColumn<MushParams>("params");
    QTest::addColumn<TubeShape>("shape");
    QTest::addColumn<QString>("skin");
    QTest::newRow("initial values") << MushParams{} << TubeShape{} << "lbs";
    QTest::newRow("no pass") << MushParams{.iterations = 0} << TubeShape{} << "lbs";
    QTest::newRow("one pass") << MushParams{.iterations = 1} << TubeShape{} << "lbs";
    QTest::newRow("many passes") << MushParams{.iterations = 60, .strength = 0.8} << TubeShape{}
                                 << "lbs";
    QTest::newRow("free edges") << MushParams{.isFree = true} << TubeShape{} << "lbs";
    QTest::newRow("details follow") << MushParams{.isFollowing = true} << TubeShape{} << "lbs";
    QTest::newRow("half") << MushParams{.amount = 0.5} << TubeShape{} << "lbs";
    QTest::newRow("after dqs") << MushParams{} << TubeShape{} << "dqs";
    QTest::newRow("five joints") << MushParams{.iterations = 5} << TubeShape{.jointCount = 5}
                                 << "lbs";
    QTest::newRow("one joint a vertex")
        << MushParams{.iterations = 20} << TubeShape{.jointCount = 3, .zone = 0.0} << "lbs";
    QTest::newRow("no seam") << MushParams{} << TubeShape{.hasSeam = false} << "lbs";
}

void TstDeltaMush::agreesWithTheOracle() {
    QFETCH(MushParams, params);
    QFETCH(TubeShape, shape);
    QFETCH(QString, skin);
    DeformCase tube = roughTube(11, shape);
    test::Random random(12);
    test::poseTube(tube, random, 50.0f);
    const auto skinned = test::deformWithSamples(skin.toStdString(), tube);
    std::vector<glm::dvec3> positions;
    std::vector<test::OracleVertex> rest;
    for (std::size_t vertex = 0; vertex < skinned.positions.size(); ++vertex) {
        positions.emplace_back(skinned.positions[vertex]);
        rest.push_back(tube.bindVertex(vertex));
    }
    const auto expected = test::MushOracle(tube, params).deform(positions, rest);
    const auto actual = test::deformWithSamples(skin.toStdString() + "+" + params.text(), tube);
    double positionError = 0.0;
    double directionError = 0.0;
    double moved = 0.0;
    for (std::size_t vertex = 0; vertex < expected.size(); ++vertex) {
        positionError = std::max(
            positionError, test::maxAbsDiff(actual.positions[vertex], expected[vertex].position));
        moved =
            std::max(moved, test::maxAbsDiff(actual.positions[vertex], skinned.positions[vertex]));
        if (params.amount == 1.0) {
            directionError =
                std::max({directionError,
                          test::maxAbsDiff(actual.normals[vertex], expected[vertex].normal),
                          test::maxAbsDiff(actual.tangents[vertex], expected[vertex].tangent)});
        }
    }
    QCOMPARE_LE(positionError, kPositionLimit);
    // The frames come from sums over short edges.
    QCOMPARE_LE(directionError, 10.0 * kUnitLimit);
    if (params.iterations > 0) {
        QCOMPARE_GE(moved, 0.01);
    }
}

void TstDeltaMush::identityKeepsTheMesh_data() {
    agreesWithTheOracle_data();
}

void TstDeltaMush::identityKeepsTheMesh() {
    QFETCH(MushParams, params);
    QFETCH(TubeShape, shape);
    QFETCH(QString, skin);
    const DeformCase tube = roughTube(21, shape);
    const auto actual = test::deformWithSamples(skin.toStdString() + "+" + params.text(), tube);
    const auto rest = test::restOf(tube);
    for (std::size_t vertex = 0; vertex < rest.positions.size(); ++vertex) {
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[vertex], rest.positions[vertex]), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], rest.normals[vertex]), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(actual.tangents[vertex], rest.tangents[vertex]), 1e-6);
    }
}

void TstDeltaMush::rigidMotionCommutes() {
    test::Random random(31);
    DeformCase tube = roughTube(32, {.jointCount = 4});
    test::poseTube(tube, random, 60.0f);
    const char* chain = "lbs+delta_mush[iterations=15]";
    const auto before = test::deformWithSamples(chain, tube);
    const math::Affine motion = {glm::mat3_cast(random.rotation()), random.vector(-2.0f, 2.0f)};
    for (math::Affine& modelFromBind : tube.palette) {
        modelFromBind = motion * modelFromBind;
    }
    const auto after = test::deformWithSamples(chain, tube);
    const auto expected = test::movedRigidly(motion, before);
    for (std::size_t vertex = 0; vertex < expected.positions.size(); ++vertex) {
        QCOMPARE_LE(test::maxAbsDiff(after.positions[vertex], expected.positions[vertex]),
                    kPositionLimit);
        QCOMPARE_LE(test::maxAbsDiff(after.normals[vertex], expected.normals[vertex]),
                    5.0 * kUnitLimit);
        QCOMPARE_LE(test::maxAbsDiff(after.tangents[vertex], expected.tangents[vertex]),
                    5.0 * kUnitLimit);
    }
}

void TstDeltaMush::smoothsByTheClosedForm_data() {
    QTest::addColumn<int>("iterations");
    QTest::addColumn<double>("strength");
    QTest::newRow("one pass") << 1 << 1.0;
    QTest::newRow("two") << 2 << 0.5;
    QTest::newRow("ten") << 10 << 0.25;
}

void TstDeltaMush::smoothsByTheClosedForm() {
    QFETCH(int, iterations);
    QFETCH(double, strength);
    // Twice as large, the smoothed surface is, but not the details: f of the radius is left by
    // smoothing, so the radius comes to 2 f + (1 - f).
    DeformCase made = icosahedron();
    made.palette[0].linear = glm::mat3(2.0f);
    const double left = std::pow(1.0 - strength * (1.0 - 1.0 / std::sqrt(5.0)), iterations);
    MushParams params{.iterations = iterations, .strength = strength};
    const auto radius = [&made](const MushParams& how) {
        return double{glm::length(test::deformWithSamples("lbs+" + how.text(), made).positions[3])};
    };
    QCOMPARE_LE(test::maxAbsDiff(radius(params), 1.0 + left), 1e-6);
    params.isFollowing = true;
    QCOMPARE_LE(test::maxAbsDiff(radius(params), 2.0), 1e-6);
}

void TstDeltaMush::unitsOfThePaletteAreNoScale() {
    // Positions in centimetres, and a palette that brings them to metres.
    test::Random random(41);
    DeformCase metres = roughTube(42);
    test::poseTube(metres, random, 50.0f);
    DeformCase centimetres = metres;
    assets::MeshData data;
    data.name = "centimetres";
    for (const glm::vec3& position : metres.source.mesh->positions()) {
        data.positions.push_back(100.0f * position);
    }
    data.normals = test::toVector(metres.source.mesh->normals());
    data.tangents = test::toVector(metres.source.mesh->tangents());
    data.triangles = test::toVector(metres.source.mesh->triangles());
    centimetres.source.mesh = test::require(assets::Mesh::create(std::move(data)));
    centimetres.source.commonStretch = glm::mat3(0.01f);
    for (math::Affine& modelFromBind : centimetres.palette) {
        modelFromBind.linear *= 0.01f;
    }
    for (const char* chain : {"lbs+delta_mush", "lbs+delta_mush[scale=follow]"}) {
        QCOMPARE_LE(test::largestDifference(test::deformWithSamples(chain, centimetres),
                                            test::deformWithSamples(chain, metres)),
                    kPositionLimit);
    }
}

void TstDeltaMush::amountGoesFromSkinToMush() {
    test::Random random(51);
    DeformCase tube = roughTube(52);
    test::poseTube(tube, random, 50.0f);
    QCOMPARE_EQ(test::deformWithSamples("lbs+delta_mush[amount=0]", tube).positions,
                test::deformWithSamples("lbs", tube).positions);
    QCOMPARE_LE(test::largestDifference(test::deformWithSamples("lbs+delta_mush[amount=0]", tube),
                                        test::deformWithSamples("lbs", tube)),
                1e-6);
}

void TstDeltaMush::pinnedEdgesStay() {
    test::Random random(61);
    DeformCase tube = roughTube(62);
    test::poseTube(tube, random, 90.0f);
    const auto skinned = test::deformWithSamples("lbs", tube).positions;
    const auto distance = [&](const char* chain) {
        const auto actual = test::deformWithSamples(chain, tube).positions;
        return test::maxAbsDiff(actual[0], skinned[0]);
    };
    QCOMPARE_LE(distance("lbs+delta_mush[boundary=pinned]"), 1e-6);
    QCOMPARE_GE(distance("lbs+delta_mush[boundary=free,iterations=50]"), 1e-4);
}

void TstDeltaMush::seamsDoNotTear() {
    test::Random random(71);
    const TubeShape shape{.jointCount = 3};
    DeformCase tube = roughTube(72, shape);
    test::poseTube(tube, random, 70.0f);
    const auto actual = test::deformWithSamples("lbs+delta_mush", tube).positions;
    for (std::uint32_t ring = 0; ring < shape.rings; ++ring) {
        const std::uint32_t first = ring * (shape.segments + 1);
        QCOMPARE_EQ(actual[first], actual[first + shape.segments]);
    }
}

void TstDeltaMush::morphedNormalsAreCarried() {
    // A target that turns normals and moves nothing: each normal is turned by the same frames.
    test::Random random(81);
    DeformCase tube = roughTube(82);
    const auto plain = tube;
    assets::MorphTarget target;
    target.name = "turn";
    for (std::uint32_t vertex = 0; vertex < tube.source.mesh->vertexCount(); ++vertex) {
        target.vertices.push_back(vertex);
        target.positionDeltas.emplace_back(0.0f);
        target.normalDeltas.push_back(random.vector(-0.3f, 0.3f));
    }
    const auto deltas = target.normalDeltas;
    tube.source.morphs = test::require(
        assets::MorphSet::create({std::move(target)}, tube.source.mesh->vertexCount()));
    tube.morphWeights = {1.0f};
    test::poseTube(tube, random, 60.0f);
    const auto actual = test::deformWithSamples("morph+lbs+delta_mush", tube);
    std::vector<glm::dvec3> positions;
    std::vector<test::OracleVertex> rest;
    const auto skinned = test::deformWithSamples("lbs", tube);
    for (std::size_t vertex = 0; vertex < skinned.positions.size(); ++vertex) {
        positions.emplace_back(skinned.positions[vertex]);
        rest.push_back(tube.bindVertex(vertex));
        rest.back().normal = glm::normalize(rest.back().normal + glm::dvec3(deltas[vertex]));
    }
    const auto expected = test::MushOracle(tube, {}).deform(positions, rest);
    for (std::size_t vertex = 0; vertex < expected.size(); ++vertex) {
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], expected[vertex].normal), 1e-4);
    }
}

void TstDeltaMush::verticesWithoutASurfacePassThrough() {
    // A triangle whose corners are one line, a point of no triangle, and one real triangle.
    assets::MeshData data;
    data.name = "scraps";
    data.positions = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {5, 5, 5}, {0, 2, 0}, {1, 2, 0}, {0, 3, 0}};
    data.normals.assign(7, glm::vec3(0, 0, 1));
    data.triangles = {0, 1, 2, 4, 5, 6};
    DeformCase scraps;
    scraps.source.mesh = test::require(assets::Mesh::create(std::move(data)));
    scraps.source.jointCount = 1;
    scraps.source.influences =
        test::makeInfluences(std::vector<std::vector<test::OracleInfluence>>(7, {{0, 1.0}}), 1);
    scraps.palette = {test::turnedAboutZ(30)};
    const auto skinned = test::deformWithSamples("lbs", scraps);
    const auto actual = test::deformWithSamples("lbs+delta_mush[boundary=free]", scraps);
    for (const std::size_t vertex : {0u, 1u, 2u, 3u}) {
        QCOMPARE_EQ(actual.positions[vertex], skinned.positions[vertex]);
        QCOMPARE_EQ(actual.normals[vertex], skinned.normals[vertex]);
    }
    // Ten passes leave nothing of the real one, either; one pass does, and it is rigid.
    QCOMPARE_EQ(actual.positions, skinned.positions);
    const auto once = test::deformWithSamples("lbs+delta_mush[boundary=free,iterations=1]", scraps);
    QCOMPARE_LE(test::largestDifference(once, skinned), 1e-6);
    // No triangle at all.
    test::Random random(91);
    const DeformCase cloud = test::randomCase(random, {.vertexCount = 50});
    QCOMPARE_EQ(test::deformWithSamples("lbs+delta_mush", cloud).positions,
                test::deformWithSamples("lbs", cloud).positions);
}

void TstDeltaMush::targetsMayComeBetweenItAndTheSkin() {
    // It reads what all joints have in common, and yet does not skin: what must stand before the
    // skin may stand behind it.
    test::Random random(95);
    DeformCase tube = roughTube(96);
    assets::MorphTarget target;
    target.name = "still";
    target.vertices = {0};
    target.positionDeltas = {glm::vec3(0.0f)};
    tube.source.morphs = test::require(
        assets::MorphSet::create({std::move(target)}, tube.source.mesh->vertexCount()));
    tube.morphWeights = {1.0f};
    test::poseTube(tube, random, 50.0f);
    // At rest it changes nothing, and the target neither.
    QCOMPARE_LE(
        test::largestDifference(test::deformWithSamples("delta_mush+morph[order=pre]+lbs", tube),
                                test::deformWithSamples("lbs", tube)),
        2e-6);
}

void TstDeltaMush::roughWeightsBecomeSmooth() {
    // One joint to a vertex, half a turn apart by 90 degrees of twist: rings of a tube tear apart
    // by the whole angle. Smoothing spreads it.
    test::Random random(101);
    const TubeShape shape{.rings = 41, .zone = 0.0, .hasSeam = false};
    DeformCase tube = test::makeTube(shape, random);
    tube.palette[1] = test::turned(glm::vec3(0, 1, 0), 90.0);
    const auto steepest = [&](const char* chain) {
        const auto mesh = test::deformWithSamples(chain, tube);
        double most = 0.0;
        for (std::uint32_t ring = 0; ring + 1 < shape.rings; ++ring) {
            const glm::vec3 a = mesh.positions[ring * shape.segments];
            const glm::vec3 b = mesh.positions[(ring + 1) * shape.segments];
            most = std::max(most, test::degreesBetween({a.x, 0, a.z}, {b.x, 0, b.z}));
        }
        return most;
    };
    QCOMPARE_LE(test::maxAbsDiff(steepest("lbs"), 90.0), 1e-4);
    QCOMPARE_LE(steepest("lbs+delta_mush[iterations=40]"), 25.0);
}

void TstDeltaMush::splitsDoNotMatter() {
    test::Random random(111);
    DeformCase tube = roughTube(112, {.rings = 120, .segments = 60, .jointCount = 5});
    test::poseTube(tube, random, 60.0f);
    deform::DeformedMesh expected;
    {
        const ScopedThreadLimit serial(1);
        expected = test::deformWithSamples("lbs+delta_mush", tube);
    }
    for (const std::size_t threads : {2u, 7u}) {
        const ScopedThreadLimit limit(threads);
        QVERIFY(test::haveEqualBits(test::deformWithSamples("lbs+delta_mush", tube), expected));
    }
}

QTEST_GUILESS_MAIN(TstDeltaMush)
#include "tst_delta_mush.moc"
