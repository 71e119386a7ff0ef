// SPDX-License-Identifier: Apache-2.0
// Dual quaternion skinning against a double-precision oracle and closed forms.
#include <support/dqs_oracle.h>
#include <support/small_case.h>

#include <array>
#include <cmath>

using namespace sartor;
using test::DeformCase;
using test::DeformCaseShape;
using test::OracleInfluence;
using test::OracleScale;
using test::SmallCase;
using test::Streams;
using test::translated;
using test::turnedAboutZ;

namespace {

// Vertices lie within 1 m and joints move them by 1 m at most: 1e-5 of the rest diagonal is 3e-5 m.
constexpr double kPositionLimit = 1e-5;
constexpr double kUnitLimit = 1e-5;

const std::array<const char*, 3> kScaleChains = {"dqs", "dqs[scale=two-phase]", "dqs[scale=drop]"};

deform::DeformedMesh skinned(const SmallCase& small, const std::string& chain = "dqs") {
    return test::deformOnCpu(chain, small.make());
}

math::Affine scaledBy(float scale) {
    return {glm::mat3(scale), glm::vec3(0)};
}

// Degrees of a point about z, seen from the origin.
double angleOf(const glm::vec3& point) {
    const glm::dvec3 p(point);
    return glm::degrees(std::atan2(p.y, p.x));
}

// A unit vector between a fixed joint (weight 1 - w) and one that turned.
glm::vec3 blended(double weight, double degrees) {
    const SmallCase small{.positions = {glm::vec3(1, 0, 0)},
                          .influences = {{{0, 1.0 - weight}, {1, weight}}},
                          .palette = {math::Affine(), turnedAboutZ(degrees)}};
    return skinned(small).positions[0];
}

} // namespace

class TstDqs : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTheOracle_data();
    void agreesWithTheOracle();
    void angleOfTheBlend_data();
    void angleOfTheBlend();
    void worstAngleOfTheBlend();
    void keepsTheRadius();
    void elbowsBulge_data();
    void elbowsBulge();
    void bindRotationsDoNotMatter();
    void scaleModes_data();
    void scaleModes();
    void commonStretchIsNeverDropped();
    void mirroredJoints_data();
    void mirroredJoints();
    void antipodalRotations_data();
    void antipodalRotations();
    void halfTurnsJump();
    void cancelledRotationsFollowThePivot();
    void blendsWithLinearSkinning_data();
    void blendsWithLinearSkinning();
    void blendWeightsAreByVertex();
    void marksHazards();
};

void TstDqs::agreesWithTheOracle_data() {
    QTest::addColumn<uint>("influences");
    QTest::addColumn<uint>("vertices");
    QTest::addColumn<int>("streams");
    QTest::addColumn<int>("scale");
    QTest::addColumn<bool>("isScaled");
    for (int scale = 0; scale < 3; ++scale) {
        for (const bool isScaled : {false, true}) {
            for (const uint influences : {1u, 2u, 3u, 4u, 8u, 12u}) {
                QTest::addRow("%s, %u influences%s",
                              kScaleChains[static_cast<std::size_t>(scale)],
                              influences,
                              isScaled ? ", scaled" : "")
                    << influences << 257u << static_cast<int>(Streams::All) << scale << isScaled;
            }
        }
    }
    for (const uint vertices : {0u, 1u, 63u, 64u, 65u, 5000u}) {
        QTest::addRow("%u vertices", vertices)
            << 4u << vertices << static_cast<int>(Streams::All) << 0 << true;
    }
    QTest::addRow("positions alone")
        << 4u << 100u << static_cast<int>(Streams::Positions) << 0 << true;
    QTest::addRow("no tangents") << 4u << 100u << static_cast<int>(Streams::PositionsAndNormals)
                                 << 0 << true;
}

void TstDqs::agreesWithTheOracle() {
    QFETCH(uint, influences);
    QFETCH(uint, vertices);
    QFETCH(int, streams);
    QFETCH(int, scale);
    QFETCH(bool, isScaled);
    test::Random random(influences * 10007u + vertices);
    DeformCaseShape shape;
    shape.vertexCount = vertices;
    shape.influencesPerVertex = influences;
    shape.jointCount = 20;
    shape.streams = static_cast<Streams>(streams);
    DeformCase deformCase = test::randomCase(random, shape);
    // Joints that fit into one hemisphere; elsewhere a sign hangs on the last bit.
    const glm::quat common = random.rotation();
    for (math::Affine& modelFromBind : deformCase.palette) {
        const glm::quat bend =
            glm::angleAxis(random.uniform(-1.2f, 1.2f), test::randomUnit(random));
        modelFromBind = math::toAffine({random.vector(-1.0f, 1.0f),
                                        common * bend,
                                        isScaled ? random.vector(0.7f, 1.4f) : glm::vec3(1.0f)});
    }
    const auto actual =
        test::deformOnCpu(kScaleChains[static_cast<std::size_t>(scale)], deformCase);
    QCOMPARE(actual.positions.size(), std::size_t{vertices});
    QCOMPARE(actual.normals.empty(), shape.streams == Streams::Positions || vertices == 0);
    QCOMPARE(actual.tangents.empty(), shape.streams != Streams::All || vertices == 0);
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        const test::OracleVertex expected = test::dualQuatVertex(deformCase.palette,
                                                                 deformCase.influencesOf(vertex),
                                                                 deformCase.bindVertex(vertex),
                                                                 static_cast<OracleScale>(scale));
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[vertex], expected.position), kPositionLimit);
        if (!actual.normals.empty()) {
            QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], expected.normal), kUnitLimit);
        }
        if (!actual.tangents.empty()) {
            QCOMPARE_LE(test::maxAbsDiff(actual.tangents[vertex], expected.tangent), kUnitLimit);
        }
    }
}

void TstDqs::angleOfTheBlend_data() {
    QTest::addColumn<double>("degrees");
    QTest::addColumn<double>("weight");
    QTest::addColumn<double>("expected");
    const std::array<std::array<double, 3>, 5> table = {{{60, .25, 14.7385},
                                                         {120, .25, 27.7958},
                                                         {120, .75, 92.2042},
                                                         {170, .25, 35.7688},
                                                         {170, .75, 134.2312}}};
    for (const auto& [degrees, weight, expected] : table) {
        QTest::addRow("%g degrees, weight %g", degrees, weight) << degrees << weight << expected;
    }
}

void TstDqs::angleOfTheBlend() {
    QFETCH(double, degrees);
    QFETCH(double, weight);
    QFETCH(double, expected);
    // The table has four digits behind the point.
    QCOMPARE_LE(test::maxAbsDiff(angleOf(blended(weight, degrees)), expected), 6e-5);
}

void TstDqs::worstAngleOfTheBlend() {
    // Linear blending of dual quaternions is not slerp: the largest difference is at half a turn.
    double largest = 0.0;
    for (int step = 1; step < 100; ++step) {
        const double weight = step / 100.0;
        // Just short of half a turn, where the side is still sure.
        const double degrees = 179.999;
        largest = std::max(largest, std::abs(angleOf(blended(weight, degrees)) - weight * degrees));
    }
    QCOMPARE_LE(test::maxAbsDiff(largest, 8.1489), 1e-3);
}

void TstDqs::keepsTheRadius() {
    for (int step = 1; step < 20; ++step) {
        for (int degrees = 0; degrees <= 180; degrees += 5) {
            const double radius = glm::length(glm::dvec3(blended(step / 20.0, degrees)));
            QCOMPARE_LE(test::maxAbsDiff(radius, 1.0), 4e-7);
        }
    }
}

void TstDqs::elbowsBulge_data() {
    QTest::addColumn<double>("degrees");
    QTest::addColumn<double>("expected");
    QTest::newRow("90 degrees") << 90.0 << 1.1335;
    QTest::newRow("120 degrees") << 120.0 << 1.1566;
    QTest::newRow("150 degrees") << 150.0 << 1.1717;
}

void TstDqs::elbowsBulge() {
    QFETCH(double, degrees);
    QFETCH(double, expected);
    // The outer side of an arm of radius 1 along x, bent at the origin; weights rise from -1 to 1.
    SmallCase small{
        .positions = {}, .influences = {}, .palette = {math::Affine(), turnedAboutZ(degrees)}};
    constexpr int kSteps = 2000;
    for (int step = 1; step < kSteps; ++step) {
        const double weight = static_cast<double>(step) / kSteps;
        small.positions.emplace_back(static_cast<float>(2.0 * weight - 1.0), -1.0f, 0.0f);
        small.influences.push_back({{0, 1.0 - weight}, {1, weight}});
    }
    const auto distanceToBone = [](const glm::dvec3& point, const glm::dvec3& direction) {
        const double along = std::max(glm::dot(point, direction), 0.0);
        return glm::length(point - along * direction);
    };
    const double angle = glm::radians(degrees);
    double furthest = 0.0;
    for (const glm::vec3& position : skinned(small).positions) {
        const glm::dvec3 point(position);
        furthest = std::max(
            furthest,
            std::min(distanceToBone(point, glm::dvec3(-1, 0, 0)),
                     distanceToBone(point, glm::dvec3(std::cos(angle), std::sin(angle), 0))));
    }
    QCOMPARE_LE(test::maxAbsDiff(furthest, expected), 6e-5);
}

void TstDqs::bindRotationsDoNotMatter() {
    // Joints that are turned when they are bound: in the bind pose every vertex stays.
    const math::Affine modelFromFirst = turnedAboutZ(90);
    const math::Affine modelFromSecond = translated(0, 1, 0) * turnedAboutZ(180);
    const SmallCase small{.positions = {glm::vec3(.5f, 2, 1)},
                          .influences = {{{0, .5}, {1, .5}}},
                          .palette = {modelFromFirst * *math::inverse(modelFromFirst),
                                      modelFromSecond * *math::inverse(modelFromSecond)}};
    QCOMPARE_LE(test::maxAbsDiff(skinned(small).positions[0], glm::vec3(.5f, 2, 1)), 1e-6);
}

void TstDqs::scaleModes_data() {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<float>("origin");
    QTest::addColumn<float>("degrees");
    QTest::addColumn<glm::vec3>("expected");
    const auto row = [](const char* chain, float origin, float degrees, const glm::vec3& expected) {
        QTest::addRow("%s, origin at %g, %g degrees",
                      chain,
                      static_cast<double>(origin),
                      static_cast<double>(degrees))
            << chain << origin << degrees << expected;
    };
    row("dqs[scale=two-phase]", 0, 90, glm::vec3(10.4038f, -.4038f, 0));
    row("dqs[scale=two-phase]", 10, 90, glm::vec3(8.9393f, 1.0607f, 0));
    row("dqs", 0, 90, glm::vec3(8.7929f, .9142f, 0));
    row("dqs", 10, 90, glm::vec3(8.7929f, .9142f, 0));
    row("dqs", 0, 0, glm::vec3(10, 1.5f, 0));
    row("dqs[scale=two-phase]", 0, 0, glm::vec3(10, 1.5f, 0));
    row("lbs", 0, 0, glm::vec3(10, 1.5f, 0));
}

void TstDqs::scaleModes() {
    QFETCH(QString, chain);
    QFETCH(float, origin);
    QFETCH(float, degrees);
    QFETCH(glm::vec3, expected);
    // One joint stays, one turns and doubles the size about (10, 0, 0); seen from two origins.
    const math::Affine second = translated(10, 0, 0) * turnedAboutZ(static_cast<double>(degrees)) *
                                scaledBy(2) * translated(-10, 0, 0);
    const math::Affine shift = translated(-origin, 0, 0);
    const math::Affine back = translated(origin, 0, 0);
    const SmallCase small{.positions = {math::transformPoint(shift, glm::vec3(10, 1, 0))},
                          .influences = {{{0, .5}, {1, .5}}},
                          .palette = {math::Affine(), shift * second * back}};
    const glm::vec3 actual =
        math::transformPoint(back, skinned(small, chain.toStdString()).positions[0]);
    QCOMPARE_LE(test::maxAbsDiff(actual, expected), 6e-5);
}

void TstDqs::commonStretchIsNeverDropped() {
    // Positions in hundredths: a factor of all joints. One of them has a scale of its own as well.
    const math::Affine metres = {
        glm::mat3(glm::vec3(.01f, 0, 0), glm::vec3(0, .02f, 0), glm::vec3(0, 0, .01f)),
        glm::vec3(.5f, 0, 0)};
    const SmallCase small{
        .positions = {glm::vec3(100, 0, 0), glm::vec3(0, 100, 0)},
        .normals = {glm::vec3(1, 0, 0), glm::normalize(glm::vec3(1, 1, 0))},
        .influences = {{{0, .5}, {1, .5}}, {{2, 1.0}}},
        .palette = {metres, turnedAboutZ(90) * metres, turnedAboutZ(90) * scaledBy(3) * metres}};
    for (const char* chain : kScaleChains) {
        DeformCase made = small.make();
        made.source.commonStretch = metres.linear;
        const auto actual = test::deformOnCpu(chain, made);
        // (1.5, 0, 0) turned by 45 degrees about the origin.
        const float along = 1.5f * std::sqrt(.5f);
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[0], glm::vec3(along, along, 0)), 1e-6);
        // (0.5, 2, 0) turned by 90 degrees, three times as far where scale counts. What is dropped
        // is the linear part alone; the translation is the joint's.
        const bool isDropped = std::string_view(chain).find("drop") != std::string_view::npos;
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[1],
                                     isDropped ? glm::vec3(-2, 1.5f, 0) : glm::vec3(-6, 1.5f, 0)),
                    2e-6);
        // The normal of a surface that is twice as high: (1, .5), turned.
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[1], glm::normalize(glm::vec3(-.5f, 1, 0))),
                    1e-6);
    }
}

void TstDqs::mirroredJoints_data() {
    QTest::addColumn<QString>("chain");
    QTest::newRow("repivot") << "dqs";
    QTest::newRow("two-phase") << "dqs[scale=two-phase]";
}

void TstDqs::mirroredJoints() {
    QFETCH(QString, chain);
    const math::Affine mirror = {
        glm::mat3(glm::vec3(-1, 0, 0), glm::vec3(0, 1, 0), glm::vec3(0, 0, 1)), glm::vec3(2, 0, 0)};
    SmallCase small{.positions = {glm::vec3(1, 2, 3)},
                    .normals = {glm::vec3(0, 1, 0)},
                    .tangents = {glm::vec4(1, 0, 0, 1)},
                    .influences = {{{0, 1.0}}},
                    .palette = {mirror, turnedAboutZ(60) * mirror}};
    const auto one = skinned(small, chain.toStdString());
    QCOMPARE_LE(test::maxAbsDiff(one.positions[0], glm::vec3(1, 2, 3)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(one.normals[0], glm::vec3(0, 1, 0)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(one.tangents[0], glm::vec4(-1, 0, 0, -1)), 1e-6);
    // Between two mirrors the turn of both is blended: mirror, then 30 degrees.
    small.influences = {{{0, .5}, {1, .5}}};
    const auto two = skinned(small, chain.toStdString());
    const math::Affine expected = turnedAboutZ(30) * mirror;
    QCOMPARE_LE(
        test::maxAbsDiff(two.positions[0], math::transformPoint(expected, glm::vec3(1, 2, 3))),
        2e-6);
    QCOMPARE_LE(test::maxAbsDiff(two.normals[0], turnedAboutZ(30).linear[1]), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(two.tangents[0], glm::vec4(-turnedAboutZ(30).linear[0], -1)),
                1e-6);
}

void TstDqs::antipodalRotations_data() {
    QTest::addColumn<std::vector<double>>("weights");
    QTest::addColumn<double>("expected");
    QTest::newRow("heaviest is the pivot") << std::vector<double>{.34, .33, .33} << 0.0;
    QTest::newRow("tie by joint index") << std::vector<double>{.2, .4, .4} << 151.8;
}

void TstDqs::antipodalRotations() {
    QFETCH(std::vector<double>, weights);
    QFETCH(double, expected);
    // Joints at 0, 170 and -170 degrees, in every order of the slots.
    std::vector<OracleInfluence> influences = {{0, weights[0]}, {1, weights[1]}, {2, weights[2]}};
    const auto isBefore = [](const OracleInfluence& a, const OracleInfluence& b) {
        return a.joint < b.joint;
    };
    do {
        const SmallCase small{.positions = {glm::vec3(1, 0, 0)},
                              .influences = {influences},
                              .palette = {math::Affine(), turnedAboutZ(170), turnedAboutZ(-170)}};
        QCOMPARE_LE(test::maxAbsDiff(angleOf(skinned(small).positions[0]), expected), 6e-2);
    } while (std::next_permutation(influences.begin(), influences.end(), isBefore));
}

void TstDqs::halfTurnsJump() {
    // Inherent and declared: on either side of half a turn the blend goes round the other way.
    QCOMPARE_LE(test::maxAbsDiff(angleOf(blended(.5, 179.9)), 89.95), 1e-3);
    QCOMPARE_LE(test::maxAbsDiff(angleOf(blended(.5, 180.1)), -89.95), 1e-3);
}

void TstDqs::cancelledRotationsFollowThePivot() {
    // Weights that cancel leave no rotation; the heaviest joint's map stands in, scale and all.
    const math::Affine turned = translated(1, 2, 3) * turnedAboutZ(90) * scaledBy(2);
    const SmallCase small{.positions = {glm::vec3(1, 0, 0)},
                          .influences = {{{0, .5}, {1, -.5}}},
                          .palette = {turned, turned}};
    for (const char* chain : {"dqs", "dqs[scale=two-phase]"}) {
        const auto actual = skinned(small, chain);
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[0], glm::vec3(1, 4, 3)), 1e-6);
        QCOMPARE(actual.flags, (std::vector<std::uint32_t>{SARTOR_FLAG_ANTIPODAL}));
    }
    QCOMPARE_LE(
        test::maxAbsDiff(skinned(small, "dqs[scale=drop]").positions[0], glm::vec3(1, 3, 3)), 1e-6);
}

void TstDqs::blendsWithLinearSkinning_data() {
    QTest::addColumn<float>("share");
    for (const float share : {0.0f, 0.25f, 0.5f, 1.0f}) {
        QTest::addRow("share %g", static_cast<double>(share)) << share;
    }
}

void TstDqs::blendsWithLinearSkinning() {
    QFETCH(float, share);
    test::Random random(71);
    DeformCase deformCase = test::randomCase(random, {.vertexCount = 200});
    // Close joints keep every map well conditioned.
    for (math::Affine& modelFromBind : deformCase.palette) {
        modelFromBind =
            math::toAffine({random.vector(-1.0f, 1.0f),
                            glm::angleAxis(random.uniform(-0.7f, 0.7f), test::randomUnit(random)),
                            random.vector(0.7f, 1.4f)});
    }
    const auto actual = test::deformOnCpu("dqs[blend=" + std::to_string(share) + "]", deformCase);
    const double s = static_cast<double>(share);
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        const auto influences = deformCase.influencesOf(vertex);
        const test::OracleVertex bind = deformCase.bindVertex(vertex);
        const glm::dmat3 linear =
            (1.0 - s) * test::blendedMap(deformCase.palette, influences).linear +
            s * test::dualQuatLinear(deformCase.palette, influences, OracleScale::Repivot);
        const glm::dvec3 position =
            (1.0 - s) * test::blendedPoints(deformCase.palette, influences, bind.position) +
            s * test::dualQuatPoint(
                    deformCase.palette, influences, bind.position, OracleScale::Repivot);
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[vertex], position), kPositionLimit);
        QCOMPARE_LE(
            test::maxAbsDiff(actual.normals[vertex], test::blendedNormal(linear, bind.normal)),
            kUnitLimit);
        QCOMPARE_LE(test::maxAbsDiff(glm::vec3(actual.tangents[vertex]),
                                     glm::normalize(linear * glm::dvec3(bind.tangent))),
                    kUnitLimit);
    }
}

void TstDqs::blendWeightsAreByVertex() {
    // Half a turn at equal weights: linear skinning loses the radius, dual quaternions keep it.
    assets::MeshData data;
    data.name = "blend";
    data.positions.assign(5, glm::vec3(1, 0, 0));
    data.skinBlend = {0.0f, 1.0f, 0.5f, -1.0f, 2.0f};
    DeformCase made;
    made.source.mesh = test::require(assets::Mesh::create(data));
    made.palette = {math::Affine(), turnedAboutZ(120)};
    made.source.jointCount = 2;
    made.source.influences =
        test::makeInfluences(std::vector<std::vector<OracleInfluence>>(5, {{0, .5}, {1, .5}}), 2);
    const auto radii = [&](const std::string& chain) {
        std::vector<double> all;
        for (const glm::vec3& position : test::deformOnCpu(chain, made).positions) {
            all.push_back(glm::length(glm::dvec3(position)));
        }
        return all;
    };
    const auto compare = [](const std::vector<double>& actual, const std::vector<double>& right) {
        for (std::size_t i = 0; i < right.size(); ++i) {
            QCOMPARE_LE(test::maxAbsDiff(actual[i], right[i]), 1e-6);
        }
    };
    compare(radii("dqs"), {.5, 1, .75, .5, 1});
    // The param scales what is painted.
    compare(radii("dqs[blend=0.5]"), {.5, .75, .625, .5, 1});
    compare(radii("lbs"), {.5, .5, .5, .5, .5});
}

void TstDqs::marksHazards() {
    const SmallCase small{
        .positions = std::vector<glm::vec3>(5, glm::vec3(1, 0, 0)),
        .influences = {{{0, 1.0}},                     // one joint has no hazard
                       {{0, .5}, {1, .5}},             // nearly half a turn
                       {{0, .34}, {1, .33}, {2, .33}}, // and no common hemisphere
                       {{3, .5}, {0, .5}},             // 90 degrees are nothing
                       {{0, .4}, {4, .3}, {5, .3}}},   // 120 degrees each way: conflict alone
        .palette = {math::Affine(),
                    turnedAboutZ(170),
                    turnedAboutZ(-170),
                    turnedAboutZ(90),
                    turnedAboutZ(120),
                    turnedAboutZ(-120)}};
    const DeformCase made = small.make();
    const auto runner =
        test::require(deform::CpuChainRunner::create(test::planChain("dqs", made.source)));
    QVERIFY(runner->run(made.frame()).isOk());
    const std::uint32_t conflict = SARTOR_FLAG_HEMISPHERE_CONFLICT;
    const std::uint32_t halfTurn = SARTOR_FLAG_NEAR_HALF_TURN;
    QCOMPARE(test::toVector(runner->flags()),
             (std::vector<std::uint32_t>{0, halfTurn, halfTurn | conflict, 0, conflict}));
    const deform::FlagCounts expected = {.badIndices = 0,
                                         .zeroSums = 0,
                                         .antipodal = 0,
                                         .hemisphereConflicts = 2,
                                         .nearHalfTurns = 2};
    QVERIFY(runner->faults().flags == expected);
}

QTEST_GUILESS_MAIN(TstDqs)
#include "tst_dqs.moc"
