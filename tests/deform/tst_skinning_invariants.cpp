// SPDX-License-Identifier: Apache-2.0
// What must hold of every skinning deformer whatever the input.
#include "skinning_test.h"

#include <cmath>

using namespace sartor;
using test::DeformCase;
using test::OracleInfluence;
using test::SmallCase;

namespace {

// Every vertex follows its first joint, whatever the weights.
void compareWithOneJoint(const deform::DeformedMesh& actual, const DeformCase& made) {
    test::compareWithOracle(actual, made, [&](const auto& influences, const auto& bind) {
        return test::skinVertex(
            made.palette, std::vector<OracleInfluence>{{influences[0].joint, 1.0}}, bind);
    });
}

// The same rig, bound and seen from another origin; what comes out, moved back.
deform::DeformedMesh
deformedFrom(const std::string& chain, const DeformCase& deformCase, const glm::vec3& origin) {
    DeformCase moved = deformCase;
    assets::MeshData data;
    data.name = "moved";
    data.positions = test::toVector(deformCase.source.mesh->positions());
    data.normals = test::toVector(deformCase.source.mesh->normals());
    data.tangents = test::toVector(deformCase.source.mesh->tangents());
    for (glm::vec3& position : data.positions) {
        position += origin;
    }
    moved.source.mesh = test::require(assets::Mesh::create(std::move(data)));
    for (math::Affine& modelFromBind : moved.palette) {
        modelFromBind = math::Affine{math::identityMat3(), origin} * modelFromBind *
                        math::Affine{math::identityMat3(), -origin};
    }
    auto actual = test::deformed(chain, moved);
    for (glm::vec3& position : actual.positions) {
        position -= origin;
    }
    return actual;
}

enum class Scale { Any, MayBreak };

// Chains that a property holds for, without scale and with it; or without it alone where scale
// breaks the property by design.
void addChain(const char* chain, Scale scale = Scale::Any) {
    QTest::addRow("%s", chain) << chain << false;
    if (scale == Scale::Any) {
        QTest::addRow("%s, scaled", chain) << chain << true;
    }
}
void addColumns() {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<bool>("isScaled");
}
void addAllChains() {
    addColumns();
    for (const char* chain : {"lbs", "dqs", "dqs[scale=two-phase]", "dqs[scale=drop]"}) {
        addChain(chain);
    }
}
void addScalingChains() {
    addColumns();
    for (const char* chain : {"lbs", "lbs[normals=per-joint]", "dqs", "dqs[scale=two-phase]"}) {
        addChain(chain);
    }
}
void addChainsWithoutOrigin() {
    addColumns();
    addChain("lbs");
    addChain("dqs");
    addChain("dqs[scale=two-phase]", Scale::MayBreak);
    addChain("dqs[scale=drop]", Scale::MayBreak);
}

} // namespace

class TstSkinningInvariants : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addBackendRows(); }
    void identityKeepsTheMesh_data() { addAllChains(); }
    void singleInfluenceIsTheJointsMap_data() { addScalingChains(); }
    void equalJointsAreOneJoint_data() { addScalingChains(); }
    void rigidMotionCommutes_data() { addAllChains(); }
    void originShiftCommutes_data() { addChainsWithoutOrigin(); }
    void orderOfInfluencesHardlyMatters_data() { addAllChains(); }
    void verticesWithoutInfluencesPassThrough_data() { addAllChains(); }
    void identityKeepsTheMesh();
    void singleInfluenceIsTheJointsMap();
    void equalJointsAreOneJoint();
    void rigidMotionCommutes();
    void originShiftCommutes();
    void twoPhasesDependOnTheOrigin();
    void orderOfInfluencesHardlyMatters();
    void verticesWithoutInfluencesPassThrough();
};

void TstSkinningInvariants::identityKeepsTheMesh() {
    QFETCH(QString, chain);
    test::Random random(81);
    DeformCase made = test::randomCase(random, {.vertexCount = 300});
    std::fill(made.palette.begin(), made.palette.end(), math::Affine());
    const auto actual = test::deformed(chain.toStdString(), made);
    const auto positions = made.source.mesh->positions();
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        for (int axis = 0; axis < 3; ++axis) {
            // Four units in the last place of the value: the weights' sum rounds.
            const float value = positions[vertex][axis];
            const float fourUlp = 4.0f * (std::nextafter(std::abs(value), 10.0f) - std::abs(value));
            QCOMPARE_LE(std::abs(actual.positions[vertex][axis] - value), fourUlp);
        }
    }
    test::compareAll(actual.normals, test::toVector(made.source.mesh->normals()), 1e-6);
    test::compareAll(actual.tangents, test::toVector(made.source.mesh->tangents()), 1e-6);
}

void TstSkinningInvariants::singleInfluenceIsTheJointsMap() {
    QFETCH(QString, chain);
    QFETCH(bool, isScaled);
    test::Random random(82);
    DeformCase made = test::closeCase(random, isScaled);
    std::vector<std::vector<OracleInfluence>> rows;
    for (std::uint32_t vertex = 0; vertex < 300; ++vertex) {
        rows.push_back({{vertex % 8, 1.0}});
    }
    made.source.influences = test::makeInfluences(rows, 8);
    compareWithOneJoint(test::deformed(chain.toStdString(), made), made);
}

void TstSkinningInvariants::equalJointsAreOneJoint() {
    QFETCH(QString, chain);
    QFETCH(bool, isScaled);
    test::Random random(83);
    DeformCase made = test::closeCase(random, isScaled);
    std::fill(made.palette.begin(), made.palette.end(), made.palette[3]);
    compareWithOneJoint(test::deformed(chain.toStdString(), made), made);
}

void TstSkinningInvariants::rigidMotionCommutes() {
    QFETCH(QString, chain);
    QFETCH(bool, isScaled);
    test::Random random(84);
    DeformCase deformCase = test::closeCase(random, isScaled);
    auto expected = test::deformed(chain.toStdString(), deformCase);
    const math::Affine motion =
        math::toAffine({random.vector(-1.0f, 1.0f), random.rotation(), glm::vec3(1.0f)});
    for (std::size_t vertex = 0; vertex < expected.positions.size(); ++vertex) {
        expected.positions[vertex] = math::transformPoint(motion, expected.positions[vertex]);
        expected.normals[vertex] = motion.linear * expected.normals[vertex];
        const glm::vec4 tangent = expected.tangents[vertex];
        expected.tangents[vertex] = glm::vec4(motion.linear * glm::vec3(tangent), tangent.w);
    }
    for (math::Affine& modelFromBind : deformCase.palette) {
        modelFromBind = motion * modelFromBind;
    }
    test::compareMeshes(test::deformed(chain.toStdString(), deformCase), expected);
}

void TstSkinningInvariants::originShiftCommutes() {
    QFETCH(QString, chain);
    QFETCH(bool, isScaled);
    test::Random random(85);
    const DeformCase made = test::closeCase(random, isScaled);
    const std::string text = chain.toStdString();
    test::compareMeshes(deformedFrom(text, made, glm::vec3(2, -1, 3)), test::deformed(text, made));
}

void TstSkinningInvariants::twoPhasesDependOnTheOrigin() {
    // Declared, and why the default is another mode.
    test::Random random(86);
    const DeformCase made = test::closeCase(random, true);
    const auto here = test::deformed("dqs[scale=two-phase]", made);
    const auto there = deformedFrom("dqs[scale=two-phase]", made, glm::vec3(2, -1, 3));
    double largest = 0.0;
    for (std::size_t vertex = 0; vertex < here.positions.size(); ++vertex) {
        largest =
            std::max(largest, test::maxAbsDiff(here.positions[vertex], there.positions[vertex]));
    }
    QCOMPARE_GE(largest, 0.1);
}

void TstSkinningInvariants::orderOfInfluencesHardlyMatters() {
    QFETCH(QString, chain);
    QFETCH(bool, isScaled);
    test::Random random(87);
    DeformCase deformCase = test::closeCase(random, isScaled);
    const auto expected = test::deformed(chain.toStdString(), deformCase);
    std::vector<std::vector<OracleInfluence>> rows;
    for (std::size_t vertex = 0; vertex < expected.positions.size(); ++vertex) {
        rows.push_back(deformCase.influencesOf(vertex));
        std::reverse(rows.back().begin(), rows.back().end());
    }
    deformCase.source.influences = test::makeInfluences(rows, deformCase.palette.size());
    const auto actual = test::deformed(chain.toStdString(), deformCase);
    // Sums in another order: a few units in the last place of values up to 3.
    test::compareAll(actual.positions, expected.positions, 1e-6);
    test::compareAll(actual.normals, expected.normals, 1e-6);
}

void TstSkinningInvariants::verticesWithoutInfluencesPassThrough() {
    QFETCH(QString, chain);
    const SmallCase small{.positions = {glm::vec3(1, 2, 3), glm::vec3(1, 2, 3)},
                          .normals = {glm::vec3(0, 0, 1), glm::vec3(0, 0, 1)},
                          .tangents = {glm::vec4(1, 0, 0, -1), glm::vec4(1, 0, 0, -1)},
                          .influences = {{}, {{0, 1.0}}},
                          .palette = {test::turnedAboutZ(90)}};
    const auto actual = test::deformed(chain.toStdString(), small.make());
    QCOMPARE(actual.positions[0], glm::vec3(1, 2, 3));
    QCOMPARE(actual.normals[0], glm::vec3(0, 0, 1));
    QCOMPARE(actual.tangents[0], glm::vec4(1, 0, 0, -1));
    QCOMPARE_LE(test::maxAbsDiff(actual.positions[1], glm::vec3(-2, 1, 3)), 1e-6);
}

SARTOR_BACKENDS_TEST_MAIN(TstSkinningInvariants)
#include "tst_skinning_invariants.moc"
