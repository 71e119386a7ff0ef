// SPDX-License-Identifier: Apache-2.0
// What must hold of dual quaternion skinning whatever the input, beside what must hold of every
// skinning deformer and what the conformance kit checks.
#include "skinning_test.h"

#include <support/dqs_oracle.h>

#include <cmath>

using namespace sartor;
using test::DeformCase;
using test::SmallCase;

namespace {

void addAllModes() {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<bool>("isScaled");
    for (const bool isScaled : {false, true}) {
        for (const char* chain : {"dqs", "dqs[scale=two-phase]", "dqs[scale=drop]"}) {
            QTest::addRow("%s%s", chain, isScaled ? ", scaled" : "") << chain << isScaled;
        }
    }
}

} // namespace

class TstDqsInvariants : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addBackendRows(); }
    void signsOfQuaternionsDoNotMatter_data() { addAllModes(); }
    void normalsStayPerpendicularToTangents_data() { addAllModes(); }
    void signsOfQuaternionsDoNotMatter();
    void zeroWeightsAndBrokenJointsAreInert();
    void isContinuousAwayFromHalfTurns();
    void normalsStayPerpendicularToTangents();
    void sidesOfTangentsFollowMirrors();
    void flattenedDirectionsStayDefined();
};

void TstDqsInvariants::signsOfQuaternionsDoNotMatter() {
    QFETCH(QString, chain);
    QFETCH(bool, isScaled);
    test::Random random(88);
    const DeformCase deformCase = test::closeCase(random, isScaled);
    const auto runner = test::require(
        deform::CpuChainRunner::create(test::planChain(chain.toStdString(), deformCase.source)));
    const auto outputs = [&] {
        return deform::DeformedMesh{test::toVector(runner->positions()),
                                    test::toVector(runner->normals()),
                                    test::toVector(runner->tangents()),
                                    test::toVector(runner->flags())};
    };
    QVERIFY(runner->run(deformCase.frame()).isOk());
    const auto expected = outputs();
    for (std::uint32_t bits = 1; bits < 256; bits += 5) {
        deform::FrameSource frame = deformCase.frame();
        for (std::size_t joint = 0; joint < deformCase.rigidParts.size(); ++joint) {
            if ((bits >> joint & 1u) != 0) {
                math::DualQuat& rigid = deformCase.rigidParts[joint].rigid;
                rigid.real = -rigid.real;
                rigid.dual = -rigid.dual;
            }
        }
        frame.rigidParts = deformCase.rigidParts;
        QVERIFY(runner->run(frame).isOk());
        QVERIFY(test::haveEqualBits(outputs(), expected));
    }
}

void TstDqsInvariants::zeroWeightsAndBrokenJointsAreInert() {
    const auto skinnedFromFile = [](const std::vector<std::uint32_t>& joints,
                                    const std::vector<float>& weights) {
        return test::deformedFromFile(
            "dqs", {math::Affine(), test::turnedAboutZ(90)}, joints, weights);
    };
    const glm::vec3 expected = skinnedFromFile({0, 1}, {.5f, .5f});
    QCOMPARE_LE(test::maxAbsDiff(expected, glm::vec3(std::sqrt(.5f), std::sqrt(.5f), 0)), 1e-6);
    // A broken joint and one that does not exist, both without weight, and one that has weight.
    QCOMPARE(skinnedFromFile({2, 0, 99, 1}, {0.0f, .5f, 0.0f, .5f}), expected);
    QCOMPARE(skinnedFromFile({0, 99, 1}, {.25f, .5f, .25f}), expected);
    // A broken joint with weight takes the identity's place; no weight at all follows a joint.
    QCOMPARE(skinnedFromFile({2}, {1.0f}), glm::vec3(1, 0, 0));
    QCOMPARE_LE(test::maxAbsDiff(skinnedFromFile({1, 0}, {0.0f, 0.0f}), glm::vec3(0, 1, 0)), 1e-6);
}

void TstDqsInvariants::isContinuousAwayFromHalfTurns() {
    // Up to 160 degrees between joints a small step of the pose is a small step of the vertex.
    SmallCase small{.positions = {}, .influences = {}, .palette = {math::Affine()}};
    for (int step = 0; step <= 1600; ++step) {
        const std::size_t joint = small.palette.size();
        small.positions.emplace_back(1, 0.5f, 0.2f);
        small.influences.push_back({{0, .45}, {joint, .3}, {joint + 1, .25}});
        small.palette.push_back(test::turnedAboutZ(step * 0.05));
        small.palette.push_back(test::turnedAboutZ(step * -0.05));
    }
    const auto actual = test::deformed("dqs", small.make());
    QCOMPARE(actual.positions.size(), std::size_t{1601});
    for (std::size_t step = 1; step < actual.positions.size(); ++step) {
        QCOMPARE_LE(glm::length(actual.positions[step] - actual.positions[step - 1]), 2e-3f);
    }
}

void TstDqsInvariants::normalsStayPerpendicularToTangents() {
    QFETCH(QString, chain);
    QFETCH(bool, isScaled);
    test::Random random(89);
    DeformCase deformCase = test::closeCase(random, isScaled);
    assets::MeshData data;
    data.name = "frames";
    data.positions = test::toVector(deformCase.source.mesh->positions());
    for (std::size_t vertex = 0; vertex < data.positions.size(); ++vertex) {
        const glm::quat frame = random.rotation();
        data.normals.push_back(frame * glm::vec3(0, 0, 1));
        data.tangents.emplace_back(frame * glm::vec3(1, 0, 0), 1.0f);
    }
    deformCase.source.mesh = test::require(assets::Mesh::create(std::move(data)));
    const auto actual = test::deformed(chain.toStdString(), deformCase);
    for (std::size_t vertex = 0; vertex < actual.normals.size(); ++vertex) {
        const glm::vec3 tangent(actual.tangents[vertex]);
        QCOMPARE_LE(std::abs(glm::dot(actual.normals[vertex], tangent)), 1e-5f);
        QCOMPARE_LE(std::abs(glm::length(actual.normals[vertex]) - 1.0f), 1e-6f);
        QCOMPARE_LE(std::abs(glm::length(tangent) - 1.0f), 1e-6f);
    }
}

void TstDqsInvariants::sidesOfTangentsFollowMirrors() {
    test::Random random(90);
    SmallCase small{.positions = {}, .influences = {}, .palette = {}};
    std::vector<glm::quat> frames;
    const auto sideOf = [](std::size_t vertex) { return vertex % 2 == 0 ? 1.0f : -1.0f; };
    for (std::size_t vertex = 0; vertex < 200; ++vertex) {
        frames.push_back(random.rotation());
        small.positions.emplace_back(0);
        small.normals.push_back(frames.back() * glm::vec3(0, 0, 1));
        small.tangents.emplace_back(frames.back() * glm::vec3(1, 0, 0), 1);
        small.influences.push_back({{2 * vertex, .25}, {2 * vertex + 1, .75}});
        for (int joint = 0; joint < 2; ++joint) {
            small.palette.push_back(math::toAffine(
                {random.vector(-1.0f, 1.0f),
                 glm::angleAxis(random.uniform(-0.5f, 0.5f), test::randomUnit(random)),
                 random.vector(0.8f, 1.25f) * glm::vec3(1, sideOf(vertex), 1)}));
        }
    }
    const auto actual = test::deformed("dqs", small.make());
    for (std::size_t vertex = 0; vertex < frames.size(); ++vertex) {
        QCOMPARE(actual.tangents[vertex].w, sideOf(vertex));
        const glm::dmat3 linear = test::dualQuatLinear(
            small.palette, small.influences[vertex], test::OracleScale::Repivot);
        QVERIFY(test::hasBitangentOf(
            linear, frames[vertex], actual.normals[vertex], actual.tangents[vertex]));
    }
}

void TstDqsInvariants::flattenedDirectionsStayDefined() {
    const math::Affine flat = test::scaledBy(glm::vec3(1, 1, 0));
    SmallCase small{.positions = {glm::vec3(1, 2, 3)},
                    .normals = {glm::normalize(glm::vec3(1, 2, 2))},
                    .tangents = {glm::vec4(0, 0, 1, -1)},
                    .influences = {{{0, 1.0}}},
                    .palette = {flat}};
    auto actual = test::deformed("dqs", small.make());
    QCOMPARE_LE(test::maxAbsDiff(actual.positions[0], glm::vec3(1, 2, 0)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(actual.normals[0], glm::vec3(0, 0, 1)), 1e-6);
    QCOMPARE(actual.tangents[0], glm::vec4(0, 0, 1, -1));
    // To a point: hidden, and directions keep their values.
    small.palette = {{glm::mat3(0.0f), glm::vec3(4, 5, 6)}};
    actual = test::deformed("dqs", small.make());
    QCOMPARE(actual.positions[0], glm::vec3(4, 5, 6));
    QCOMPARE(actual.normals[0], small.normals[0]);
}

SARTOR_BACKENDS_TEST_MAIN(TstDqsInvariants)
#include "tst_dqs_invariants.moc"
