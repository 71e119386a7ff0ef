// SPDX-License-Identifier: Apache-2.0
// Normals from the deformed geometry: closed forms of cylinder and sphere, hard edges and seams,
// and a plain evaluation in double precision.
#include "surface_case.h"

#include <support/backends.h>

#include <algorithm>
#include <array>
#include <cmath>

using namespace sartor;
using test::DeformCase;
using test::degreesBetween;
using test::OracleInfluence;
using test::Surface;

namespace {

const std::string kChain = "lbs[normals=recompute]";
const std::string kByArea = "lbs[normals=recompute,weighting=area]";

enum class Weighting { Angle, Area };

// Whether two vertices are one point of a smooth surface: same place, same influences, same normal.
bool areSmooth(const DeformCase& made, std::size_t a, std::size_t b) {
    const auto influencesA = made.influencesOf(a);
    const auto influencesB = made.influencesOf(b);
    const auto isEqual = [](const OracleInfluence& x, const OracleInfluence& y) {
        return x.joint == y.joint && x.weight == y.weight;
    };
    return made.source.mesh->positions()[a] == made.source.mesh->positions()[b] &&
           std::equal(influencesA.begin(),
                      influencesA.end(),
                      influencesB.begin(),
                      influencesB.end(),
                      isEqual) &&
           degreesBetween(made.source.mesh->normals()[a], made.source.mesh->normals()[b]) < 0.5;
}

// By every triangle for every vertex, from the positions that came out.
std::vector<glm::dvec3>
normalsOf(const DeformCase& made, const std::vector<glm::vec3>& positions, Weighting weighting) {
    const auto triangles = made.source.mesh->triangles();
    std::vector<glm::dvec3> normals(positions.size(), glm::dvec3(0));
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        for (std::size_t element = 0; element < triangles.size(); ++element) {
            const std::size_t first = element - element % 3;
            if (!areSmooth(made, vertex, triangles[element])) {
                continue;
            }
            const glm::dvec3 here(positions[triangles[element]]);
            const glm::dvec3 a = glm::dvec3(positions[triangles[first + (element + 1) % 3]]) - here;
            const glm::dvec3 b = glm::dvec3(positions[triangles[first + (element + 2) % 3]]) - here;
            const glm::dvec3 normal = glm::cross(a, b);
            const double angle = std::atan2(glm::length(normal), glm::dot(a, b));
            normals[vertex] +=
                weighting == Weighting::Area ? normal : angle * glm::normalize(normal);
        }
        normals[vertex] = glm::normalize(normals[vertex]);
    }
    return normals;
}

void compareWithOracle(const std::string& chain, const DeformCase& made, Weighting weighting) {
    const auto actual = test::deformed(chain, made);
    const auto expected = normalsOf(made, actual.positions, weighting);
    for (std::size_t vertex = 0; vertex < actual.normals.size(); ++vertex) {
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], expected[vertex]), 1e-5);
        const glm::vec3 tangent(actual.tangents[vertex]);
        QCOMPARE_LE(std::abs(glm::dot(tangent, actual.normals[vertex])), 1e-6f);
        QCOMPARE_LE(std::abs(glm::length(tangent) - 1.0f), 1e-6f);
    }
}

// A sphere of radius 1 without its poles.
Surface makeSphere(std::uint32_t columns, std::uint32_t rows) {
    Surface sphere = test::makeTube(columns, rows, math::Affine());
    sphere.place = [](double u, double v) {
        const double angle = 2.0 * 3.14159265358979323846 * (u - std::floor(u));
        const double height = 2.4 * (v - .5);
        return glm::dvec3(std::cos(height) * std::cos(angle),
                          std::cos(height) * std::sin(angle),
                          std::sin(height));
    };
    return sphere;
}

} // namespace

class TstLbsRecompute : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addBackendRows(); }
    void cylinder();
    void sphere();
    void agreesWithTheOracle_data();
    void agreesWithTheOracle();
    void followsMorphTargets();
    void hardEdgesStayHard();
    void seamsStayClosed();
    void mirrorsKeepTheOutside();
    void sizeDoesNotMatter();
    void whatNoTriangleSaysStays();
    void meshesWithoutNormals();
    void backendsAgree();
};

void TstLbsRecompute::cylinder() {
    // Turned and made larger: normals point away from the axis, whatever the triangles.
    Surface tube = test::makeTube(12, 7, math::Affine());
    const math::Affine motion = test::translated(1, 2, 3) * test::turned(50, glm::vec3(1, 2, 2)) *
                                test::scaledBy(glm::vec3(2, 2, .5f));
    tube.palette = {motion, motion};
    const DeformCase made = tube.make();
    for (const std::string& chain : {kChain, kByArea}) {
        const auto actual = test::deformed(chain, made);
        for (std::size_t vertex = 0; vertex < actual.normals.size(); ++vertex) {
            const double v = tube.vOf(vertex);
            if (chain == kByArea && (v <= 0.0 || v >= 1.0)) {
                continue; // at the ends one side has two triangles, the other one
            }
            const glm::vec3 expected =
                test::turned(50, glm::vec3(1, 2, 2)).linear * made.source.mesh->normals()[vertex];
            QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], expected), 2e-6);
        }
    }
}

void TstLbsRecompute::sphere() {
    // The finer the mesh, the nearer to the radius; second order.
    const auto largestAngle = [](const std::string& chain, std::uint32_t count) {
        const DeformCase made = makeSphere(2 * count, count).make();
        const auto actual = test::deformed(chain, made);
        double largest = 0.0;
        for (std::size_t vertex = 2 * count + 1; vertex + 2 * count + 1 < actual.normals.size();
             ++vertex) { // not at the open ends
            largest =
                std::max(largest, degreesBetween(actual.normals[vertex], actual.positions[vertex]));
        }
        return largest;
    };
    for (const std::string& chain : {kChain, kByArea}) {
        const double coarse = largestAngle(chain, 20);
        const double fine = largestAngle(chain, 40);
        QCOMPARE_LE(fine, 0.3 * coarse);
        QCOMPARE_LE(fine, 0.3);
    }
}

void TstLbsRecompute::agreesWithTheOracle_data() {
    QTest::addColumn<math::Affine>("second");
    QTest::newRow("bent") << test::turned(80, glm::vec3(1, 0, 0));
    QTest::newRow("twisted") << test::turned(170, glm::vec3(0, 0, 1));
    QTest::newRow("bent, twisted, stretched and moved")
        << test::translated(.1f, .2f, .3f) * test::turned(60, glm::vec3(1, 2, 2)) *
               test::scaledBy(glm::vec3(1.5f, .8f, 1.2f));
}

void TstLbsRecompute::agreesWithTheOracle() {
    QFETCH(math::Affine, second);
    const DeformCase made = test::makeTube(15, 12, second).make();
    compareWithOracle(kChain, made, Weighting::Angle);
    compareWithOracle(kByArea, made, Weighting::Area);
}

void TstLbsRecompute::followsMorphTargets() {
    DeformCase made = test::makeTube(15, 12, test::turned(80, glm::vec3(1, 0, 0))).make();
    test::Random random(51);
    assets::MorphTarget target;
    target.name = "bumps";
    for (std::uint32_t vertex = 0; vertex < made.source.mesh->vertexCount(); ++vertex) {
        const bool isSeam = vertex % 16 == 0 || vertex % 16 == 15; // moved apart they are no seam
        if (!isSeam) {
            target.vertices.push_back(vertex);
            target.positionDeltas.push_back(random.vector(-.02f, .02f));
        }
    }
    made.source.morphs =
        test::require(assets::MorphSet::create({target}, made.source.mesh->vertexCount()));
    made.morphWeights = {1.0f};
    compareWithOracle("morph+" + kChain, made, Weighting::Angle);
}

void TstLbsRecompute::hardEdgesStayHard() {
    // A box of six planes, turned and sheared by one joint: every side is flat, the edges are hard.
    assets::MeshData data;
    data.name = "box";
    std::vector<std::vector<OracleInfluence>> influences;
    for (int side = 0; side < 6; ++side) {
        Surface plane = test::makeTube(3, 3, math::Affine());
        plane.place = [side](double u, double v) {
            const double sign = side < 3 ? 1.0 : -1.0;
            glm::dvec3 place(0);
            place[side % 3] = sign;
            place[(side + 1) % 3] = 2 * u - 1;
            place[(side + 2) % 3] = sign * (2 * v - 1);
            return place;
        };
        plane.influences = [](double, double) { return std::vector<OracleInfluence>{{0, 1.0}}; };
        plane.appendTo(data, influences);
    }
    const math::Affine map = test::turned(50, glm::vec3(1, 2, 2)) *
                             math::Affine{glm::mat3(1, 0, 0, .3f, 1, 0, 0, .2f, 2), glm::vec3(1)};
    const std::vector<glm::vec3> bindNormals = data.normals;
    const DeformCase made = test::makeCase(std::move(data), influences, {map});
    const glm::dmat3 normalMap = glm::inverseTranspose(glm::dmat3(map.linear));
    for (const std::string& chain : {kChain, kByArea}) {
        const auto actual = test::deformed(chain, made);
        QCOMPARE(actual.normals.size(), std::size_t{96});
        for (std::size_t vertex = 0; vertex < actual.normals.size(); ++vertex) {
            const glm::dvec3 expected = glm::normalize(normalMap * glm::dvec3(bindNormals[vertex]));
            QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], expected), 2e-6);
        }
    }
}

void TstLbsRecompute::seamsStayClosed() {
    // The first and the last column of the tube are split by their texture coordinates alone.
    const Surface tube = test::makeTube(12, 12, test::turned(80, glm::vec3(1, 2, 2)));
    const DeformCase made = tube.make();
    const auto actual = test::deformed(kChain, made);
    for (std::size_t row = 0; row <= 12; ++row) {
        const std::size_t first = row * 13;
        QVERIFY(made.source.mesh->positions()[first] == made.source.mesh->positions()[first + 12]);
        QVERIFY(actual.normals[first] == actual.normals[first + 12]);
    }
}

void TstLbsRecompute::mirrorsKeepTheOutside() {
    const math::Affine mirror = test::scaledBy(glm::vec3(-1, 1, 1));
    Surface tube = test::makeTube(12, 12, test::turned(80, glm::vec3(1, 2, 2)));
    const auto expected = test::deformed(kChain, tube.make());
    for (math::Affine& joint : tube.palette) {
        joint = mirror * joint;
    }
    const auto actual = test::deformed(kChain, tube.make());
    for (std::size_t vertex = 0; vertex < actual.normals.size(); ++vertex) {
        QCOMPARE_LE(
            test::maxAbsDiff(actual.normals[vertex], mirror.linear * expected.normals[vertex]),
            2e-6);
        QCOMPARE(actual.tangents[vertex].w, -expected.tangents[vertex].w);
    }
}

void TstLbsRecompute::sizeDoesNotMatter() {
    Surface tube = test::makeTube(12, 12, test::turned(80, glm::vec3(1, 2, 2)));
    const std::vector<math::Affine> palette = tube.palette;
    for (const std::string& chain : {kChain, kByArea}) {
        tube.palette = palette;
        const auto expected = test::deformed(chain, tube.make());
        for (const float size : {1e-12f, 1e12f}) {
            tube.palette = {test::scaledBy(size) * palette[0], test::scaledBy(size) * palette[1]};
            const auto actual = test::deformed(chain, tube.make());
            for (std::size_t vertex = 0; vertex < actual.normals.size(); ++vertex) {
                QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], expected.normals[vertex]),
                            5e-6);
            }
        }
    }
}

void TstLbsRecompute::whatNoTriangleSaysStays() {
    // A vertex without triangles, and one whose only triangle has no area.
    assets::MeshData data;
    data.name = "left over";
    data.positions = {glm::vec3(5, 0, 0), glm::vec3(0), glm::vec3(1, 0, 0), glm::vec3(2, 0, 0)};
    data.normals.assign(4, glm::normalize(glm::vec3(0, 1, 2)));
    data.tangents.assign(4, glm::vec4(1, 0, 0, -1));
    data.triangles = {1, 2, 3};
    const DeformCase made =
        test::makeCase(data,
                       std::vector<std::vector<OracleInfluence>>(4, {{0, 1.0}}),
                       {test::turnedAboutZ(90) * test::scaledBy(glm::vec3(1, 2, 1))});
    QVERIFY(test::haveEqualBits(test::deformed(kChain, made), test::deformed("lbs", made)));
    QVERIFY(test::haveEqualBits(test::deformed(kByArea, made), test::deformed("lbs", made)));
}

void TstLbsRecompute::meshesWithoutNormals() {
    // Tangents still lie in the surface that the triangles make.
    const Surface tube = test::makeTube(12, 12, test::turned(80, glm::vec3(1, 0, 0)));
    assets::MeshData data;
    data.name = "bare";
    std::vector<std::vector<OracleInfluence>> influences;
    tube.appendTo(data, influences);
    const DeformCase whole = test::makeCase(data, influences, tube.palette);
    data.normals.clear();
    const DeformCase bare = test::makeCase(data, influences, tube.palette);
    const auto expected = test::deformed(kChain, whole);
    const auto actual = test::deformed(kChain, bare);
    QVERIFY(actual.normals.empty());
    QVERIFY(actual.tangents == expected.tangents);
}

void TstLbsRecompute::backendsAgree() {
    const DeformCase made = test::makeTube(40, 40, test::turned(100, glm::vec3(1, 2, 2))).make();
    test::compareWithCpu(kChain, made);
    test::compareWithCpu(kByArea, made);
}

SARTOR_BACKENDS_TEST_MAIN(TstLbsRecompute)
#include "tst_lbs_recompute.moc"
