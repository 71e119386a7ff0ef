// SPDX-License-Identifier: Apache-2.0
// Normals and tangents of linear blend skinning: by mode, at maps without an inverse, at mirrors.
#include "skinning_test.h"

#include <cmath>

using namespace sartor;
using test::DeformCase;
using test::OracleInfluence;
using test::SmallCase;

namespace {

deform::DeformedMesh skinned(const SmallCase& small, const std::string& chain = "lbs") {
    return test::deformed(chain, small.make());
}

} // namespace

class TstLbsNormals : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addBackendRows(); }
    void normalsByJointAgreeWithTheOracle();
    void flattenedNormalsStayDefined();
    void normalsDoNotDependOnScale();
    void mirrorsFlipTheTangentsSide();
    void normalsStayPerpendicularToTangents();
};

void TstLbsNormals::normalsByJointAgreeWithTheOracle() {
    test::Random random(17);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = 500});
    // One of the joints is a hundred times as large.
    test::bringJointsClose(random, deformCase, {.largestBend = 0.7f});
    deformCase.palette[3].linear *= 100.0f;
    const auto actual = test::deformed("lbs[normals=per-joint]", deformCase);
    for (std::size_t vertex = 0; vertex < actual.normals.size(); ++vertex) {
        glm::dvec3 sum(0.0);
        for (const OracleInfluence& influence : deformCase.influencesOf(vertex)) {
            sum += influence.weight *
                   (glm::inverseTranspose(glm::dmat3(deformCase.palette[influence.joint].linear)) *
                    deformCase.bindVertex(vertex).normal);
        }
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], glm::normalize(sum)),
                    test::kSkinnedUnitLimit);
    }
    // A mirror turns the normal over as the surface does, and where one joint is flat the normal
    // tends to the one across it.
    const math::Affine mirror = test::scaledBy(glm::vec3(-1, 1, 1));
    const math::Affine flat = test::scaledBy(glm::vec3(1, 1, 0));
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

void TstLbsNormals::flattenedNormalsStayDefined() {
    SmallCase small{.positions = {glm::vec3(1, 2, 3)},
                    .normals = {glm::normalize(glm::vec3(1, 2, 2))},
                    .tangents = {glm::vec4(0, 0, 1, -1)},
                    .influences = {{{0, 1.0}}},
                    .palette = {}};
    // Flat in z: the normal of the plane; the tangent along z has no image and stays; the side of a
    // zero determinant is +1.
    small.palette = {test::scaledBy(glm::vec3(1, 1, 0))};
    auto actual = skinned(small);
    QCOMPARE_LE(test::maxAbsDiff(actual.normals[0], glm::vec3(0, 0, 1)), 1e-6);
    QCOMPARE(actual.tangents[0], glm::vec4(0, 0, 1, -1));
    // Flat to a line and to a point: the normal stays.
    for (const float x : {1.0f, 0.0f}) {
        small.palette = {test::scaledBy(glm::vec3(x, 0, 0))};
        actual = skinned(small);
        QCOMPARE(actual.normals[0], small.normals[0]);
        QCOMPARE(skinned(small, "lbs[normals=linear]").normals[0],
                 x == 0.0f ? small.normals[0] : glm::vec3(1, 0, 0));
    }
}

void TstLbsNormals::normalsDoNotDependOnScale() {
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

void TstLbsNormals::mirrorsFlipTheTangentsSide() {
    const math::Affine mirror = test::scaledBy(glm::vec3(-1, 1, 1));
    const SmallCase small{.positions = {glm::vec3(1, 0, 0)},
                          .normals = {glm::vec3(0, 1, 0)},
                          .tangents = {glm::vec4(1, 0, 0, 1)},
                          .influences = {{{0, 1.0}}},
                          .palette = {mirror}};
    const auto actual = skinned(small);
    QCOMPARE(actual.normals[0], glm::vec3(0, 1, 0));
    QCOMPARE(actual.tangents[0], glm::vec4(-1, 0, 0, -1));
}

void TstLbsNormals::normalsStayPerpendicularToTangents() {
    // Two joints of any rotation and scale for each vertex.
    test::Random random(13);
    SmallCase small{.positions = {}, .influences = {}, .palette = {}};
    std::vector<glm::quat> frames;
    for (std::size_t vertex = 0; vertex < 200; ++vertex) {
        frames.push_back(random.rotation());
        small.positions.emplace_back(0);
        small.normals.push_back(frames.back() * glm::vec3(0, 0, 1));
        small.tangents.emplace_back(frames.back() * glm::vec3(1, 0, 0), 1);
        small.influences.push_back({{2 * vertex, .25}, {2 * vertex + 1, .75}});
        small.palette.push_back(test::randomAffine(random));
        small.palette.push_back(test::randomAffine(random));
    }
    const auto actual = skinned(small);
    for (std::size_t vertex = 0; vertex < frames.size(); ++vertex) {
        const glm::vec3 normal = actual.normals[vertex];
        const glm::vec4 tangent = actual.tangents[vertex];
        QCOMPARE_LE(std::abs(glm::dot(normal, glm::vec3(tangent))), 1e-5f);
        const glm::dmat3 linear = test::blendedMap(small.palette, small.influences[vertex]).linear;
        QVERIFY(test::hasBitangentOf(linear, frames[vertex], normal, tangent));
    }
}

SARTOR_BACKENDS_TEST_MAIN(TstLbsNormals)
#include "tst_lbs_normals.moc"
