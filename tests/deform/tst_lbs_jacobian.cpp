// SPDX-License-Identifier: Apache-2.0
// Normals and tangents by the full derivative of the skinned surface, against its differences in
// double precision.
#include "surface_case.h"

#include <support/backends.h>

#include <algorithm>
#include <cmath>

using namespace sartor;
using test::DeformCase;
using test::degreesBetween;
using test::OracleInfluence;
using test::OracleVertex;
using test::Surface;

namespace {

const char* const kChain = "lbs[normals=jacobian]";

// A plane on which two joints have weights that rise linearly; the second turns and moves.
Surface linearPlane() {
    Surface plane;
    plane.place = [](double u, double v) { return glm::dvec3(2 * u - 1, 2 * v - 1, 0); };
    plane.influences = [](double u, double v) { return test::between(.1 + .5 * u + .3 * v); };
    plane.palette = {math::Affine(),
                     test::translated(.2f, .1f, .5f) * test::turned(70, glm::vec3(1, -2, .5f))};
    return plane;
}

// Largest angles to what the surface says, in degrees.
struct LargestAngles {
    double normal = 0.0;
    double tangent = 0.0;
};

LargestAngles anglesTo(const Surface& surface, const deform::DeformedMesh& actual) {
    LargestAngles largest;
    for (std::size_t vertex = 0; vertex < actual.normals.size(); ++vertex) {
        const OracleVertex expected =
            surface.skinnedFrame(surface.uOf(vertex), surface.vOf(vertex));
        largest.normal = std::max(
            largest.normal, degreesBetween(actual.normals[vertex], glm::vec3(expected.normal)));
        largest.tangent = std::max(largest.tangent,
                                   degreesBetween(glm::vec3(actual.tangents[vertex]),
                                                  glm::vec3(glm::dvec3(expected.tangent))));
    }
    return largest;
}

} // namespace

class TstLbsJacobian : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addBackendRows(); }
    void isExactWhereWeightsAreLinear();
    void convergesOnBentTubes_data();
    void convergesOnBentTubes();
    void leastSquaresOnIrregularMeshes();
    void foldsFollowTheTriangles();
    void hardEdgesKeepTheirSides();
    void placesOnALine();
    void isTheBlendedMapWithoutSlopes();
    void rigidMotionCommutes();
    void mirrorsKeepTheOutside();
    void repeatedJointsCountOnce();
    void backendsAgree();
};

void TstLbsJacobian::isExactWhereWeightsAreLinear() {
    const Surface plane = linearPlane();
    const DeformCase made = plane.make();
    const auto actual = test::deformed(kChain, made);
    for (std::size_t vertex = 0; vertex < actual.normals.size(); ++vertex) {
        const OracleVertex expected = plane.skinnedFrame(plane.uOf(vertex), plane.vOf(vertex));
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[vertex], expected.position), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], expected.normal), 1e-5);
        QCOMPARE_LE(test::maxAbsDiff(actual.tangents[vertex], expected.tangent), 1e-5);
    }
    // The blended map alone is far off here.
    QCOMPARE_GE(anglesTo(plane, test::deformed("lbs", made)).normal, 10.0);
}

void TstLbsJacobian::convergesOnBentTubes_data() {
    QTest::addColumn<math::Affine>("second");
    QTest::newRow("bent") << test::turned(80, glm::vec3(1, 0, 0));
    QTest::newRow("twisted") << test::turned(120, glm::vec3(0, 0, 1));
    QTest::newRow("bent, twisted, stretched and moved")
        << test::translated(.1f, .2f, .3f) * test::turned(60, glm::vec3(1, 2, 2)) *
               test::scaledBy(glm::vec3(1.5f, .8f, 1.2f));
}

void TstLbsJacobian::convergesOnBentTubes() {
    QFETCH(math::Affine, second);
    const Surface coarse = test::makeTube(24, 24, second);
    const Surface fine = test::makeTube(48, 48, second);
    const LargestAngles coarseAngles = anglesTo(coarse, test::deformed(kChain, coarse.make()));
    const LargestAngles fineAngles = anglesTo(fine, test::deformed(kChain, fine.make()));
    // Second order: half the distance, a quarter of the angle.
    QCOMPARE_LE(fineAngles.normal, 0.35 * coarseAngles.normal);
    QCOMPARE_LE(fineAngles.tangent, std::max(0.35 * coarseAngles.tangent, 1e-3));
    QCOMPARE_LE(fineAngles.normal, 0.25);
    QCOMPARE_LE(fineAngles.tangent, 0.25);
    QCOMPARE_GE(anglesTo(fine, test::deformed("lbs", fine.make())).normal, 5.0);
}

void TstLbsJacobian::leastSquaresOnIrregularMeshes() {
    // Weights that are no linear function, on a plane whose vertices lie anyhow: the gradient is
    // that of the best line through the neighbours, by the inverse squares of their distances. The
    // second joint lifts, so it is the slope of the surface.
    test::Random random(43);
    Surface plane = linearPlane();
    plane.columns = 6;
    plane.rows = 6;
    plane.palette = {math::Affine(), test::translated(0, 0, 1)};
    assets::MeshData data;
    data.name = "irregular";
    std::vector<std::vector<OracleInfluence>> influences;
    plane.appendTo(data, influences);
    for (std::size_t vertex = 0; vertex < data.positions.size(); ++vertex) {
        data.positions[vertex] +=
            glm::vec3(random.uniform(-.1f, .1f), random.uniform(-.1f, .1f), 0);
        const glm::vec3 p = data.positions[vertex];
        influences[vertex] =
            test::between(.4 + .2 * static_cast<double>(p.x * p.y) + .1 * static_cast<double>(p.x));
    }
    const DeformCase made = test::makeCase(data, influences, plane.palette);
    const auto actual = test::deformed(kChain, made);
    for (std::size_t vertex = 0; vertex < data.positions.size(); ++vertex) {
        glm::dmat2 squares(0.0);
        glm::dvec2 pulls(0.0);
        for (std::size_t element = 0; element < data.triangles.size(); ++element) {
            const std::size_t first = element - element % 3;
            if (data.triangles[element] != vertex) {
                continue;
            }
            for (const std::size_t other : {data.triangles[first + (element + 1) % 3],
                                            data.triangles[first + (element + 2) % 3]}) {
                const glm::dvec2 offset(glm::dvec3(data.positions[other]) -
                                        glm::dvec3(data.positions[vertex]));
                const double rise =
                    made.influencesOf(other)[1].weight - made.influencesOf(vertex)[1].weight;
                squares += glm::outerProduct(offset, offset) / glm::dot(offset, offset);
                pulls += rise * offset / glm::dot(offset, offset);
            }
        }
        const glm::dvec2 slope = glm::inverse(squares) * pulls;
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex],
                                     glm::normalize(glm::dvec3(-slope.x, -slope.y, 1.0))),
                    2e-6);
    }
}

void TstLbsJacobian::foldsFollowTheTriangles() {
    // The second joint drags so far back that the plane runs backwards: its upper side is below
    // now, for the derivative and for the triangles alike, though no map mirrors.
    Surface plane = linearPlane();
    plane.palette = {math::Affine(), test::translated(-8, 0, 0)};
    for (const char* chain : {kChain, "lbs[normals=recompute]"}) {
        const auto actual = test::deformed(chain, plane.make());
        for (std::size_t vertex = 0; vertex < actual.normals.size(); ++vertex) {
            QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], glm::vec3(0, 0, -1)), 1e-5);
            QCOMPARE(actual.tangents[vertex].w, 1.0f);
        }
    }
}

void TstLbsJacobian::hardEdgesKeepTheirSides() {
    // Two planes that meet at a right angle in x = 1; each has slopes of weights of its own.
    Surface floor = linearPlane();
    Surface wall = floor;
    wall.place = [](double u, double v) { return glm::dvec3(1, 2 * v - 1, 2 * u); };
    floor.influences = [](double u, double v) { return test::between(.2 + .3 * u + .2 * v); };
    wall.influences = [](double u, double v) { return test::between(.5 - .4 * u + .2 * v); };
    assets::MeshData data;
    data.name = "step";
    std::vector<std::vector<OracleInfluence>> influences;
    floor.appendTo(data, influences);
    wall.appendTo(data, influences);
    const std::size_t half = data.positions.size() / 2;
    const auto actual = test::deformed(kChain, test::makeCase(data, influences, floor.palette));
    for (std::size_t vertex = 0; vertex < half; ++vertex) {
        const double u = floor.uOf(vertex);
        const double v = floor.vOf(vertex);
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], floor.skinnedFrame(u, v).normal),
                    1e-5);
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[half + vertex], wall.skinnedFrame(u, v).normal),
                    1e-5);
    }
}

void TstLbsJacobian::placesOnALine() {
    // A sliver without area: the slope along it is all that is known.
    assets::MeshData data;
    data.name = "sliver";
    data.positions = {glm::vec3(0), glm::vec3(1, 0, 0), glm::vec3(2, 0, 0)};
    data.normals.assign(3, glm::vec3(0, 0, 1));
    data.tangents.assign(3, glm::vec4(1, 0, 0, 1));
    data.triangles = {0, 1, 2};
    const std::vector<math::Affine> palette = {math::Affine(), test::translated(0, 0, 1)};
    const DeformCase made =
        test::makeCase(data, {test::between(.25), test::between(.5), test::between(.75)}, palette);
    const auto actual = test::deformed(kChain, made);
    // z rises by a quarter for each metre of x.
    for (std::size_t vertex = 0; vertex < 3; ++vertex) {
        QCOMPARE_LE(
            test::maxAbsDiff(actual.normals[vertex], glm::normalize(glm::vec3(-.25f, 0, 1))), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(glm::vec3(actual.tangents[vertex]),
                                     glm::normalize(glm::vec3(1, 0, .25f))),
                    1e-6);
    }
}

void TstLbsJacobian::isTheBlendedMapWithoutSlopes() {
    // Vertices that no triangle has, and meshes whose vertices follow one joint each.
    test::Random random(41);
    const DeformCase points = test::randomCase(random, {.vertexCount = 200});
    QVERIFY(test::haveEqualBits(test::deformed(kChain, points), test::deformed("lbs", points)));
    Surface tube = test::makeTube(16, 16, test::turned(60, glm::vec3(1, 2, 2)));
    tube.influences = [](double, double v) { return test::between(v < .5 ? 0.0 : 1.0); };
    const DeformCase parts = tube.make();
    QVERIFY(test::haveEqualBits(test::deformed(kChain, parts), test::deformed("lbs", parts)));
}

void TstLbsJacobian::rigidMotionCommutes() {
    // Vertices at the end of a joint's reach know nothing of its slope; moving all joints together
    // must not show that.
    test::Random random(42);
    Surface tube = test::makeTube(16, 16, test::turned(60, glm::vec3(1, 2, 2)));
    tube.influences = [](double, double v) { return test::between(2.0 * v - .5); };
    const auto before = test::deformed(kChain, tube.make());
    const math::Affine motion =
        math::toAffine({glm::vec3(3, -5, 4), random.rotation(), glm::vec3(1)});
    for (math::Affine& joint : tube.palette) {
        joint = motion * joint;
    }
    const auto after = test::deformed(kChain, tube.make());
    for (std::size_t vertex = 0; vertex < after.normals.size(); ++vertex) {
        QCOMPARE_LE(test::maxAbsDiff(after.normals[vertex], motion.linear * before.normals[vertex]),
                    3e-5);
    }
}

void TstLbsJacobian::mirrorsKeepTheOutside() {
    const math::Affine mirror = test::scaledBy(glm::vec3(-1, 1, 1));
    Surface tube = test::makeTube(48, 48, test::turned(60, glm::vec3(1, 2, 2)));
    const auto expected = test::deformed(kChain, tube.make());
    for (math::Affine& joint : tube.palette) {
        joint = mirror * joint;
    }
    const auto actual = test::deformed(kChain, tube.make());
    for (std::size_t vertex = 0; vertex < actual.normals.size(); ++vertex) {
        const glm::vec3 tangent(expected.tangents[vertex]);
        QCOMPARE_LE(
            test::maxAbsDiff(actual.normals[vertex], mirror.linear * expected.normals[vertex]),
            1e-6);
        QCOMPARE_LE(
            test::maxAbsDiff(actual.tangents[vertex], glm::vec4(mirror.linear * tangent, -1)),
            1e-6);
    }
}

void TstLbsJacobian::repeatedJointsCountOnce() {
    // The same weights, written as two influences of one joint.
    Surface plane = linearPlane();
    const auto expected = test::deformed(kChain, plane.make());
    plane.influences = [](double u, double v) {
        const double weight = .1 + .5 * u + .3 * v;
        return std::vector<OracleInfluence>{
            {1, .25 * weight}, {0, 1.0 - weight}, {1, .75 * weight}};
    };
    const auto actual = test::deformed(kChain, plane.make());
    for (std::size_t vertex = 0; vertex < actual.normals.size(); ++vertex) {
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], expected.normals[vertex]), 2e-6);
    }
}

void TstLbsJacobian::backendsAgree() {
    const Surface tube = test::makeTube(40, 40, test::turned(100, glm::vec3(1, 2, 2)));
    test::compareWithCpu(kChain, tube.make());
}

SARTOR_BACKENDS_TEST_MAIN(TstLbsJacobian)
#include "tst_lbs_jacobian.moc"
