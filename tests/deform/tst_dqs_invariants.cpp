// SPDX-License-Identifier: Apache-2.0
// What must hold of dual quaternion skinning whatever the input: the invariants that every deformer
// is held to.
#include <sartor/base/parallel.h>

#include <support/dqs_oracle.h>
#include <support/small_case.h>

#include <limits>

using namespace sartor;
using test::DeformCase;
using test::OracleInfluence;
using test::SmallCase;

namespace {

// Vertices lie within 1 m and joints move them by 1 m at most: 1e-5 of the rest diagonal is 3e-5 m.
constexpr double kPositionLimit = 3e-5;
constexpr double kUnitLimit = 1e-5;

// Joints that fit into one hemisphere and are well conditioned; scaled and sheared or not.
DeformCase closeJoints(test::Random& random, bool isScaled, std::uint32_t vertices = 300) {
    DeformCase made = test::randomCase(random, {.vertexCount = vertices});
    const glm::quat common = random.rotation();
    for (math::Affine& modelFromBind : made.palette) {
        const glm::quat bend =
            glm::angleAxis(random.uniform(-1.0f, 1.0f), test::randomUnit(random));
        modelFromBind = math::toAffine({random.vector(-1.0f, 1.0f),
                                        common * bend,
                                        isScaled ? random.vector(0.6f, 1.5f) : glm::vec3(1.0f)});
        if (isScaled) {
            modelFromBind.linear = modelFromBind.linear * glm::mat3_cast(random.rotation()) *
                                   glm::mat3(1, 0, 0, .2f, 1, 0, 0, 0, 1);
        }
    }
    return made;
}

// The scale modes that a property holds for.
void addModes(std::initializer_list<const char*> chains) {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<bool>("isScaled");
    for (const bool isScaled : {false, true}) {
        for (const QString chain : chains) {
            QTest::addRow("%s%s", qPrintable(chain), isScaled ? ", scaled" : "")
                << chain << isScaled;
        }
    }
}
void addAllModes() {
    addModes({"dqs", "dqs[scale=two-phase]", "dqs[scale=drop]"});
}

template <int N>
void compareAll(const std::vector<glm::vec<N, float>>& actual,
                const std::vector<glm::vec<N, float>>& expected,
                double limit) {
    QCOMPARE(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
        QCOMPARE_LE(test::maxAbsDiff(actual[i], expected[i]), limit);
    }
}

void compareMeshes(const deform::DeformedMesh& actual, const deform::DeformedMesh& expected) {
    compareAll(actual.positions, expected.positions, kPositionLimit);
    compareAll(actual.normals, expected.normals, kUnitLimit);
    compareAll(actual.tangents, expected.tangents, kUnitLimit);
}

} // namespace

class TstDqsInvariants : public QObject {
    Q_OBJECT

private slots:
    void identityKeepsTheMesh_data() { addAllModes(); }
    void identityKeepsTheMesh();
    void singleInfluenceIsTheJointsMap_data() { addModes({"dqs", "dqs[scale=two-phase]"}); }
    void singleInfluenceIsTheJointsMap();
    void equalJointsAreOneJoint_data() { addModes({"dqs", "dqs[scale=two-phase]"}); }
    void equalJointsAreOneJoint();
    void rigidMotionCommutes_data() { addAllModes(); }
    void rigidMotionCommutes();
    void originShiftCommutes_data();
    void originShiftCommutes();
    void twoPhasesDependOnTheOrigin();
    void orderOfInfluencesHardlyMatters_data() { addAllModes(); }
    void orderOfInfluencesHardlyMatters();
    void signsOfQuaternionsDoNotMatter_data() { addAllModes(); }
    void signsOfQuaternionsDoNotMatter();
    void zeroWeightsAndBrokenJointsAreInert();
    void verticesWithoutInfluencesPassThrough();
    void isContinuousAwayFromHalfTurns();
    void normalsStayPerpendicularToTangents_data() { addAllModes(); }
    void normalsStayPerpendicularToTangents();
    void sidesOfTangentsFollowMirrors();
    void flattenedDirectionsStayDefined();
    void splitsDoNotMatter();
};

void TstDqsInvariants::identityKeepsTheMesh() {
    QFETCH(QString, chain);
    test::Random random(81);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = 300});
    std::fill(deformCase.palette.begin(), deformCase.palette.end(), math::Affine());
    const auto actual = test::deformOnCpu(chain.toStdString(), deformCase);
    const auto positions = deformCase.source.mesh->positions();
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        for (int axis = 0; axis < 3; ++axis) {
            const float value = positions[vertex][axis];
            const float fourUlp = 4.0f * (std::nextafter(std::abs(value), 10.0f) - std::abs(value));
            QCOMPARE_LE(std::abs(actual.positions[vertex][axis] - value), fourUlp);
        }
    }
    compareAll(actual.normals, test::toVector(deformCase.source.mesh->normals()), 1e-6);
    compareAll(actual.tangents, test::toVector(deformCase.source.mesh->tangents()), 1e-6);
}

void TstDqsInvariants::singleInfluenceIsTheJointsMap() {
    QFETCH(QString, chain);
    QFETCH(bool, isScaled);
    test::Random random(82);
    DeformCase deformCase = closeJoints(random, isScaled);
    std::vector<std::vector<OracleInfluence>> rows;
    for (std::uint32_t vertex = 0; vertex < 300; ++vertex) {
        rows.push_back({{vertex % 8, 1.0}});
    }
    deformCase.source.influences = test::makeInfluences(rows, 8);
    // What linear skinning makes of one joint is that joint's map.
    compareMeshes(test::deformOnCpu(chain.toStdString(), deformCase),
                  test::deformOnCpu("lbs", deformCase));
}

void TstDqsInvariants::equalJointsAreOneJoint() {
    QFETCH(QString, chain);
    QFETCH(bool, isScaled);
    test::Random random(83);
    DeformCase deformCase = closeJoints(random, isScaled);
    std::fill(deformCase.palette.begin(), deformCase.palette.end(), deformCase.palette[3]);
    compareMeshes(test::deformOnCpu(chain.toStdString(), deformCase),
                  test::deformOnCpu("lbs", deformCase));
}

void TstDqsInvariants::rigidMotionCommutes() {
    QFETCH(QString, chain);
    QFETCH(bool, isScaled);
    test::Random random(84);
    DeformCase deformCase = closeJoints(random, isScaled);
    auto expected = test::deformOnCpu(chain.toStdString(), deformCase);
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
    compareMeshes(test::deformOnCpu(chain.toStdString(), deformCase), expected);
}

namespace {

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
    auto actual = test::deformOnCpu(chain, moved);
    for (glm::vec3& position : actual.positions) {
        position -= origin;
    }
    return actual;
}

} // namespace

void TstDqsInvariants::originShiftCommutes_data() {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<bool>("isScaled");
    QTest::newRow("repivot, scaled") << "dqs" << true;
    for (const QString chain : {"dqs", "dqs[scale=two-phase]", "dqs[scale=drop]"}) {
        QTest::newRow(qPrintable(chain)) << chain << false;
    }
}

void TstDqsInvariants::originShiftCommutes() {
    QFETCH(QString, chain);
    QFETCH(bool, isScaled);
    test::Random random(85);
    const DeformCase deformCase = closeJoints(random, isScaled);
    const std::string text = chain.toStdString();
    compareMeshes(deformedFrom(text, deformCase, glm::vec3(2, -1, 3)),
                  test::deformOnCpu(text, deformCase));
}

void TstDqsInvariants::twoPhasesDependOnTheOrigin() {
    // Declared, and why the default is another mode.
    test::Random random(86);
    const DeformCase deformCase = closeJoints(random, true);
    const auto here = test::deformOnCpu("dqs[scale=two-phase]", deformCase);
    const auto there = deformedFrom("dqs[scale=two-phase]", deformCase, glm::vec3(2, -1, 3));
    double largest = 0.0;
    for (std::size_t vertex = 0; vertex < here.positions.size(); ++vertex) {
        largest =
            std::max(largest, test::maxAbsDiff(here.positions[vertex], there.positions[vertex]));
    }
    QCOMPARE_GE(largest, 0.1);
}

void TstDqsInvariants::orderOfInfluencesHardlyMatters() {
    QFETCH(QString, chain);
    QFETCH(bool, isScaled);
    test::Random random(87);
    DeformCase deformCase = closeJoints(random, isScaled);
    const auto expected = test::deformOnCpu(chain.toStdString(), deformCase);
    std::vector<std::vector<OracleInfluence>> rows;
    for (std::size_t vertex = 0; vertex < expected.positions.size(); ++vertex) {
        rows.push_back(deformCase.influencesOf(vertex));
        std::reverse(rows.back().begin(), rows.back().end());
    }
    deformCase.source.influences = test::makeInfluences(rows, deformCase.palette.size());
    const auto actual = test::deformOnCpu(chain.toStdString(), deformCase);
    // Sums in another order: a few units in the last place of values up to 3.
    compareAll(actual.positions, expected.positions, 1e-6);
    compareAll(actual.normals, expected.normals, 1e-6);
}

void TstDqsInvariants::signsOfQuaternionsDoNotMatter() {
    QFETCH(QString, chain);
    QFETCH(bool, isScaled);
    test::Random random(88);
    const DeformCase deformCase = closeJoints(random, isScaled);
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
        SmallCase small{.positions = {glm::vec3(1, 0, 0)},
                        .influences = {{}},
                        .palette = {math::Affine(), test::turnedAboutZ(90), math::Affine()}};
        small.palette[2].linear[0][0] = std::numeric_limits<float>::quiet_NaN();
        DeformCase made = small.make();
        const assets::FileInfluences file{
            static_cast<std::uint32_t>(joints.size()), joints, weights};
        made.source.influences = test::require(assets::buildInfluences(file, 3, {})).influences;
        return test::deformOnCpu("dqs", made).positions[0];
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

void TstDqsInvariants::verticesWithoutInfluencesPassThrough() {
    const SmallCase small{.positions = {glm::vec3(1, 2, 3), glm::vec3(1, 2, 3)},
                          .normals = {glm::vec3(0, 0, 1), glm::vec3(0, 0, 1)},
                          .tangents = {glm::vec4(1, 0, 0, -1), glm::vec4(1, 0, 0, -1)},
                          .influences = {{}, {{0, 1.0}}},
                          .palette = {test::turnedAboutZ(90)}};
    const auto actual = test::deformOnCpu("dqs", small.make());
    QCOMPARE(actual.positions[0], glm::vec3(1, 2, 3));
    QCOMPARE(actual.normals[0], glm::vec3(0, 0, 1));
    QCOMPARE(actual.tangents[0], glm::vec4(1, 0, 0, -1));
    QCOMPARE_LE(test::maxAbsDiff(actual.positions[1], glm::vec3(-2, 1, 3)), 1e-6);
}

void TstDqsInvariants::isContinuousAwayFromHalfTurns() {
    // Up to 160 degrees between joints a small step of the pose is a small step of the vertex.
    glm::vec3 last(0.0f);
    for (int step = 0; step <= 1600; ++step) {
        const SmallCase small{.positions = {glm::vec3(1, 0.5f, 0.2f)},
                              .influences = {{{0, .45}, {1, .3}, {2, .25}}},
                              .palette = {math::Affine(),
                                          test::turnedAboutZ(step * 0.05),
                                          test::turnedAboutZ(step * -0.05)}};
        const glm::vec3 position = test::deformOnCpu("dqs", small.make()).positions[0];
        if (step > 0) {
            QCOMPARE_LE(glm::length(position - last), 2e-3f);
        }
        last = position;
    }
}

void TstDqsInvariants::normalsStayPerpendicularToTangents() {
    QFETCH(QString, chain);
    QFETCH(bool, isScaled);
    test::Random random(89);
    DeformCase deformCase = closeJoints(random, isScaled);
    assets::MeshData data;
    data.name = "frames";
    data.positions = test::toVector(deformCase.source.mesh->positions());
    for (std::size_t vertex = 0; vertex < data.positions.size(); ++vertex) {
        const glm::quat frame = random.rotation();
        data.normals.push_back(frame * glm::vec3(0, 0, 1));
        data.tangents.emplace_back(frame * glm::vec3(1, 0, 0), 1.0f);
    }
    deformCase.source.mesh = test::require(assets::Mesh::create(std::move(data)));
    const auto actual = test::deformOnCpu(chain.toStdString(), deformCase);
    for (std::size_t vertex = 0; vertex < actual.normals.size(); ++vertex) {
        const glm::vec3 tangent(actual.tangents[vertex]);
        QCOMPARE_LE(std::abs(glm::dot(actual.normals[vertex], tangent)), 1e-5f);
        QCOMPARE_LE(std::abs(glm::length(actual.normals[vertex]) - 1.0f), 1e-6f);
        QCOMPARE_LE(std::abs(glm::length(tangent) - 1.0f), 1e-6f);
    }
}

void TstDqsInvariants::sidesOfTangentsFollowMirrors() {
    test::Random random(90);
    for (int round = 0; round < 200; ++round) {
        const float side = round % 2 == 0 ? 1.0f : -1.0f;
        const auto joint = [&] {
            return math::toAffine(
                {random.vector(-1.0f, 1.0f),
                 glm::angleAxis(random.uniform(-0.5f, 0.5f), test::randomUnit(random)),
                 random.vector(0.8f, 1.25f) * glm::vec3(1, side, 1)});
        };
        const glm::quat frame = random.rotation();
        const SmallCase small{.positions = {glm::vec3(0)},
                              .normals = {frame * glm::vec3(0, 0, 1)},
                              .tangents = {glm::vec4(frame * glm::vec3(1, 0, 0), 1)},
                              .influences = {{{0, .25}, {1, .75}}},
                              .palette = {joint(), joint()}};
        const auto actual = test::deformOnCpu("dqs", small.make());
        QCOMPARE(actual.tangents[0].w, side);
        // The bitangent that the three make is that of the surface.
        const glm::dmat3 linear =
            test::dualQuatLinear(small.palette,
                                 std::vector<OracleInfluence>{{0, .25}, {1, .75}},
                                 test::OracleScale::Repivot);
        const glm::dvec3 bitangent = linear * glm::dvec3(frame * glm::vec3(0, 1, 0));
        const glm::dvec3 made =
            glm::cross(glm::dvec3(actual.normals[0]), glm::dvec3(actual.tangents[0])) *
            static_cast<double>(actual.tangents[0].w);
        QCOMPARE_GE(glm::dot(bitangent, made), 0.0);
    }
}

void TstDqsInvariants::flattenedDirectionsStayDefined() {
    const math::Affine flat = {glm::mat3(1, 0, 0, 0, 1, 0, 0, 0, 0), glm::vec3(0)};
    SmallCase small{.positions = {glm::vec3(1, 2, 3)},
                    .normals = {glm::normalize(glm::vec3(1, 2, 2))},
                    .tangents = {glm::vec4(0, 0, 1, -1)},
                    .influences = {{{0, 1.0}}},
                    .palette = {flat}};
    auto actual = test::deformOnCpu("dqs", small.make());
    QCOMPARE_LE(test::maxAbsDiff(actual.positions[0], glm::vec3(1, 2, 0)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(actual.normals[0], glm::vec3(0, 0, 1)), 1e-6);
    QCOMPARE(actual.tangents[0], glm::vec4(0, 0, 1, -1));
    // To a point: hidden, and directions keep their values.
    small.palette = {{glm::mat3(0.0f), glm::vec3(4, 5, 6)}};
    actual = test::deformOnCpu("dqs", small.make());
    QCOMPARE(actual.positions[0], glm::vec3(4, 5, 6));
    QCOMPARE(actual.normals[0], small.normals[0]);
}

void TstDqsInvariants::splitsDoNotMatter() {
    test::Random random(91);
    const DeformCase deformCase = closeJoints(random, true, 5000);
    deform::DeformedMesh expected;
    {
        const ScopedThreadLimit serial(1);
        expected = test::deformOnCpu("dqs", deformCase);
    }
    for (const std::size_t threads : {2u, 7u}) {
        const ScopedThreadLimit limit(threads);
        QVERIFY(test::haveEqualBits(test::deformOnCpu("dqs", deformCase), expected));
    }
}

QTEST_GUILESS_MAIN(TstDqsInvariants)
#include "tst_dqs_invariants.moc"
