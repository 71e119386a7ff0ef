// SPDX-License-Identifier: Apache-2.0
// The sample with optimized centers of rotation against a second implementation in double, closed
// forms, and what must hold of it whatever the input.
#include "cor_oracle.h"

#include <sartor/base/parallel.h>

#include <QElapsedTimer>

using namespace sartor;
using test::DeformCase;
using test::OracleInfluence;
using test::TubeShape;

namespace {

// 1e-5 of the diagonal of a tube of radius 1 and length 4.
constexpr double kPositionLimit = 5e-5;
constexpr double kUnitLimit = 1e-5;

/// Random influences on a tube: up to `influences` of all joints.
DeformCase mixedTube(std::uint32_t seed, std::uint32_t influences, std::uint32_t jointCount = 6) {
    test::Random random(seed);
    DeformCase tube = test::makeTube(
        {.rings = 12, .segments = 10, .jointCount = jointCount, .roughness = 0.2f}, random);
    std::vector<std::vector<OracleInfluence>> rows;
    for (std::size_t vertex = 0; vertex < tube.source.mesh->vertexCount(); ++vertex) {
        rows.push_back(test::randomInfluences(
            random,
            {.influencesPerVertex = 1 + random.below(influences), .jointCount = jointCount}));
    }
    tube.source.influences = test::makeInfluences(rows, jointCount);
    return tube;
}

/// Joints that fit into one hemisphere, scaled, sheared or mirrored or not.
void poseClosely(DeformCase& made, test::Random& random, bool isScaled) {
    const glm::quat common = random.rotation();
    const bool isMirrored = isScaled && random.below(2) == 0;
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
        if (isMirrored) {
            modelFromBind.linear = -modelFromBind.linear;
        }
    }
}

void compareMeshes(const deform::DeformedMesh& actual, const deform::DeformedMesh& expected) {
    QCOMPARE(actual.positions.size(), expected.positions.size());
    for (std::size_t i = 0; i < expected.positions.size(); ++i) {
        QCOMPARE_LE(test::maxAbsDiff(actual.positions[i], expected.positions[i]), kPositionLimit);
        QCOMPARE_LE(test::maxAbsDiff(actual.normals[i], expected.normals[i]), 2.0 * kUnitLimit);
        QCOMPARE_LE(test::maxAbsDiff(actual.tangents[i], expected.tangents[i]), 2.0 * kUnitLimit);
    }
}

} // namespace

class TstCentersOfRotation : public QObject {
    Q_OBJECT
private slots:
    void agreesWithTheOracle_data();
    void agreesWithTheOracle();
    void identityKeepsTheMesh();
    void singleInfluenceIsTheJointsMap();
    void equalJointsAreOneJoint();
    void rigidMotionCommutes();
    void originShiftCommutes();
    void scaleCommutes_data();
    void scaleCommutes();
    void orderOfInfluencesHardlyMatters();
    void twistKeepsTheRadius_data();
    void twistKeepsTheRadius();
    void elbowsBulgeLess_data();
    void elbowsBulgeLess();
    void verticesWithoutACenterFollowLinearly();
    void opposedRotationsTakeThePivots();
    void tiesGoToTheLowestJoint();
    void marksWhatDualQuaternionsMark();
    void carriedTargetsEqualThoseBefore();
    void splitsDoNotMatter();
    void largeMeshesAreReadySoon();
};

void TstCentersOfRotation::agreesWithTheOracle_data() {
    QTest::addColumn<uint>("influences");
    QTest::addColumn<bool>("isScaled");
    QTest::addColumn<double>("sigma");
    QTest::newRow("two influences") << 2u << false << 0.1;
    QTest::newRow("four") << 4u << false << 0.1;
    QTest::newRow("nine, some joints twice") << 9u << false << 0.1;
    QTest::newRow("scaled and mirrored") << 4u << true << 0.1;
    QTest::newRow("narrow") << 3u << false << 0.03;
    QTest::newRow("wide") << 3u << false << 5.0;
}

void TstCentersOfRotation::agreesWithTheOracle() {
    QFETCH(uint, influences);
    QFETCH(bool, isScaled);
    QFETCH(double, sigma);
    test::Random random(1);
    DeformCase tube = mixedTube(2, influences);
    const std::string chain = "cor[sigma=" + QByteArray::number(sigma).toStdString() + "]";
    const auto triangles = test::trianglesOf(tube);
    for (int pose = 0; pose < 4; ++pose) {
        poseClosely(tube, random, isScaled);
        const auto actual = test::deformWithSamples(chain, tube);
        int withCenter = 0;
        for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
            const auto center = test::oracleCenter(test::weightsOf(tube, vertex), triangles, sigma);
            withCenter += center ? 1 : 0;
            const auto expected = test::centerVertex(
                tube.palette, tube.influencesOf(vertex), center, tube.bindVertex(vertex));
            QCOMPARE_LE(test::maxAbsDiff(actual.positions[vertex], expected.position),
                        kPositionLimit);
            QCOMPARE_LE(test::maxAbsDiff(actual.normals[vertex], expected.normal),
                        2.0 * kUnitLimit);
            QCOMPARE_LE(test::maxAbsDiff(actual.tangents[vertex], expected.tangent),
                        2.0 * kUnitLimit);
        }
        QCOMPARE_GE(withCenter, 50);
    }
}

void TstCentersOfRotation::identityKeepsTheMesh() {
    DeformCase tube = mixedTube(11, 5);
    std::fill(tube.palette.begin(), tube.palette.end(), math::Affine());
    QCOMPARE_LE(test::largestDifference(test::deformWithSamples("cor", tube), test::restOf(tube)),
                1e-6);
}

void TstCentersOfRotation::singleInfluenceIsTheJointsMap() {
    test::Random random(21);
    DeformCase tube = mixedTube(22, 1);
    poseClosely(tube, random, true);
    compareMeshes(test::deformWithSamples("cor", tube), test::deformWithSamples("lbs", tube));
}

void TstCentersOfRotation::equalJointsAreOneJoint() {
    test::Random random(31);
    DeformCase tube = mixedTube(32, 5);
    poseClosely(tube, random, true);
    std::fill(tube.palette.begin(), tube.palette.end(), tube.palette[3]);
    compareMeshes(test::deformWithSamples("cor", tube), test::deformWithSamples("lbs", tube));
}

void TstCentersOfRotation::rigidMotionCommutes() {
    test::Random random(41);
    for (const bool isScaled : {false, true}) {
        DeformCase tube = mixedTube(42, 4);
        poseClosely(tube, random, isScaled);
        const auto before = test::deformWithSamples("cor", tube);
        const math::Affine motion = {glm::mat3_cast(random.rotation()), random.vector(-2.0f, 2.0f)};
        for (math::Affine& modelFromBind : tube.palette) {
            modelFromBind = motion * modelFromBind;
        }
        compareMeshes(test::deformWithSamples("cor", tube), test::movedRigidly(motion, before));
    }
}

void TstCentersOfRotation::originShiftCommutes() {
    // The mesh and the origin of the palette move by one offset: so does the result.
    test::Random random(51);
    DeformCase tube = mixedTube(52, 4);
    poseClosely(tube, random, true);
    auto expected = test::deformWithSamples("cor", tube);
    const glm::vec3 offset(1.5f, -0.5f, 0.75f);
    assets::MeshData data;
    data.name = "shifted";
    for (const glm::vec3& position : tube.source.mesh->positions()) {
        data.positions.push_back(position + offset);
    }
    data.normals = test::toVector(tube.source.mesh->normals());
    data.tangents = test::toVector(tube.source.mesh->tangents());
    data.triangles = test::toVector(tube.source.mesh->triangles());
    tube.source.mesh = test::require(assets::Mesh::create(std::move(data)));
    for (math::Affine& modelFromBind : tube.palette) {
        modelFromBind = test::about(offset, modelFromBind);
    }
    for (glm::vec3& position : expected.positions) {
        position += offset;
    }
    compareMeshes(test::deformWithSamples("cor", tube), expected);
}

void TstCentersOfRotation::scaleCommutes_data() {
    QTest::addColumn<float>("scale");
    // Areas times places of the larger ones are no floats, nor are areas of the smaller ones.
    for (const float scale : {1e13f, 1e20f, 1e30f, 1e-13f, 1e-25f}) {
        QTest::addRow("%g", static_cast<double>(scale)) << scale;
    }
}

void TstCentersOfRotation::scaleCommutes() {
    QFETCH(const float, scale);
    test::Random random(55);
    DeformCase tube = mixedTube(56, 4);
    poseClosely(tube, random, true);
    const auto expected = test::deformWithSamples("cor", tube);
    assets::MeshData data;
    data.name = "scaled";
    for (const glm::vec3& position : tube.source.mesh->positions()) {
        data.positions.push_back(scale * position);
    }
    data.normals = test::toVector(tube.source.mesh->normals());
    data.tangents = test::toVector(tube.source.mesh->tangents());
    data.triangles = test::toVector(tube.source.mesh->triangles());
    tube.source.mesh = test::require(assets::Mesh::create(std::move(data)));
    for (math::Affine& modelFromBind : tube.palette) {
        modelFromBind.translation *= scale;
    }
    auto actual = test::deformWithSamples("cor", tube);
    for (glm::vec3& position : actual.positions) {
        position = glm::vec3(glm::dvec3(position) / static_cast<double>(scale));
    }
    compareMeshes(actual, expected);
}

void TstCentersOfRotation::orderOfInfluencesHardlyMatters() {
    test::Random random(61);
    DeformCase tube = mixedTube(62, 5);
    poseClosely(tube, random, true);
    const auto expected = test::deformWithSamples("cor", tube);
    std::vector<std::vector<OracleInfluence>> rows;
    for (std::size_t vertex = 0; vertex < tube.source.mesh->vertexCount(); ++vertex) {
        auto row = tube.influencesOf(vertex);
        std::reverse(row.begin(), row.end());
        rows.push_back(std::move(row));
    }
    tube.source.influences = test::makeInfluences(rows, tube.palette.size());
    QCOMPARE_LE(test::largestDifference(test::deformWithSamples("cor", tube), expected), 5e-6);
}

void TstCentersOfRotation::twistKeepsTheRadius_data() {
    QTest::addColumn<double>("degrees");
    for (const double degrees : {30.0, 90.0, 120.0, 170.0}) {
        QTest::addRow("%g degrees", degrees) << degrees;
    }
}

void TstCentersOfRotation::twistKeepsTheRadius() {
    QFETCH(double, degrees);
    // The centers are on the axis, whatever the weights: the tube keeps its radius where the mean
    // of matrices loses it, down to the cosine of half the angle.
    test::Random random(71);
    DeformCase tube = test::makeTube({}, random);
    tube.palette[1] = test::turned(glm::vec3(0, 1, 0), degrees);
    const auto actual = test::deformWithSamples("cor", tube);
    double leastOfLinear = 1.0;
    const auto linear = test::deformWithSamples("lbs", tube);
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        const glm::dvec3 p(actual.positions[vertex]);
        QCOMPARE_LE(test::maxAbsDiff(std::hypot(p.x, p.z), 1.0), 2e-6);
        QCOMPARE_LE(test::maxAbsDiff(p.y, double{tube.source.mesh->positions()[vertex].y}), 2e-6);
        const glm::dvec3 q(linear.positions[vertex]);
        leastOfLinear = std::min(leastOfLinear, std::hypot(q.x, q.z));
    }
    // The middle ring has equal weights.
    QCOMPARE_LE(test::maxAbsDiff(leastOfLinear, std::cos(glm::radians(degrees / 2.0))), 2e-6);
}

void TstCentersOfRotation::elbowsBulgeLess_data() {
    QTest::addColumn<double>("degrees");
    QTest::addColumn<double>("expected");
    QTest::addColumn<double>("ofDualQuaternions");
    // Evaluated in double for a ring at each height: centers are on the axis, so only heights
    // count.
    QTest::newRow("90 degrees") << 90.0 << 1.08483 << 1.1335;
    QTest::newRow("120 degrees") << 120.0 << 1.06292 << 1.1566;
    QTest::newRow("150 degrees") << 150.0 << 1.03211 << 1.1717;
}

void TstCentersOfRotation::elbowsBulgeLess() {
    QFETCH(double, degrees);
    QFETCH(double, expected);
    QFETCH(double, ofDualQuaternions);
    // An arm of radius 1 along y, bent about z at its middle; weights rise from -1 to 1.
    test::Random random(81);
    DeformCase arm = test::makeTube({.rings = 401, .segments = 24, .hasSeam = false}, random);
    arm.palette[1] = test::turnedAboutZ(degrees);
    const auto bulge = [&](const char* chain) {
        const double angle = glm::radians(degrees);
        const glm::dvec3 upper(-std::sin(angle), std::cos(angle), 0.0);
        const auto distanceToBone = [](const glm::dvec3& point, const glm::dvec3& direction) {
            const double along = std::max(glm::dot(point, direction), 0.0);
            return glm::length(point - along * direction);
        };
        double furthest = 0.0;
        for (const glm::vec3& position : test::deformWithSamples(chain, arm).positions) {
            const glm::dvec3 point(position);
            furthest = std::max(furthest,
                                std::min(distanceToBone(point, glm::dvec3(0, -1, 0)),
                                         distanceToBone(point, upper)));
        }
        return furthest;
    };
    QCOMPARE_LE(test::maxAbsDiff(bulge("dqs"), ofDualQuaternions), 1e-4);
    const double ofCenters = bulge("cor");
    QCOMPARE_LE(test::maxAbsDiff(ofCenters, expected), 1e-5);
    QCOMPARE_LE(ofCenters, ofDualQuaternions - 0.04);
}

void TstCentersOfRotation::verticesWithoutACenterFollowLinearly() {
    // No triangle; and triangles that follow other joints than a vertex does.
    test::Random random(91);
    DeformCase cloud = test::randomCase(random, {.vertexCount = 60});
    compareMeshes(test::deformWithSamples("cor", cloud), test::deformWithSamples("lbs", cloud));

    DeformCase tube = mixedTube(92, 2, 3);
    std::vector<std::vector<OracleInfluence>> rows;
    for (std::size_t vertex = 0; vertex < tube.source.mesh->vertexCount(); ++vertex) {
        rows.push_back({{vertex % 3, 1.0}});
    }
    tube.source.influences = test::makeInfluences(rows, 3);
    poseClosely(tube, random, false);
    compareMeshes(test::deformWithSamples("cor", tube), test::deformWithSamples("lbs", tube));
}

void TstCentersOfRotation::opposedRotationsTakeThePivots() {
    // Half a turn apart with equal weights about one axis, and two more so that they cancel: the
    // lowest joint's rotation stands in, nothing is NaN.
    test::Random random(101);
    DeformCase tube = test::makeTube({.zone = 4.0}, random);
    tube.palette[0] = test::turned(glm::vec3(0, 1, 0), 0.0);
    tube.palette[1] = test::turned(glm::vec3(0, 1, 0), 180.0);
    const auto actual = test::deformWithSamples("cor", tube);
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        const glm::dvec3 p(actual.positions[vertex]);
        QCOMPARE_LE(test::maxAbsDiff(std::hypot(p.x, p.z), 1.0), 2e-6);
    }
}

void TstCentersOfRotation::tiesGoToTheLowestJoint() {
    // Rotations by 0, 170 and -170 degrees with weights .2, .4, .4 do not fit into one hemisphere:
    // towards joint 1 they come to 151.8 degrees, towards joint 2 to as much the other way.
    test::Random random(161);
    DeformCase tube = test::makeTube({.jointCount = 3}, random);
    for (const double degrees : {0.0, 170.0, -170.0}) {
        tube.palette[degrees == 0.0  ? 0
                     : degrees > 0.0 ? 1
                                     : 2] = test::turned(glm::vec3(0, 1, 0), degrees);
    }
    std::vector<OracleInfluence> row = {{0, 0.2}, {1, 0.4}, {2, 0.4}};
    for (int order = 0; order < 2; ++order) {
        tube.source.influences = test::makeInfluences(
            std::vector<std::vector<OracleInfluence>>(tube.source.mesh->vertexCount(), row), 3);
        const auto actual = test::deformWithSamples("cor", tube);
        for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
            const glm::vec3 rest = tube.source.mesh->positions()[vertex];
            const glm::vec3 expected = test::turned(glm::vec3(0, 1, 0), 151.8).linear * rest;
            // The angle is rounded to a tenth of a degree.
            QCOMPARE_LE(test::maxAbsDiff(actual.positions[vertex], expected), 1e-3);
        }
        std::reverse(row.begin(), row.end());
    }
}

void TstCentersOfRotation::marksWhatDualQuaternionsMark() {
    // The same rotations are blended in the same way; only vertices without a center have none.
    test::Random random(151);
    DeformCase tube = mixedTube(152, 4);
    const auto triangles = test::trianglesOf(tube);
    std::uint32_t seen = 0;
    for (int pose = 0; pose < 5; ++pose) {
        for (math::Affine& modelFromBind : tube.palette) {
            modelFromBind = math::Affine{glm::mat3_cast(random.rotation()), glm::vec3(0.0f)};
        }
        const auto actual = test::deformWithSamples("cor", tube).flags;
        const auto expected = test::deformWithSamples("dqs", tube).flags;
        QCOMPARE(actual.size(), expected.size());
        for (std::size_t vertex = 0; vertex < actual.size(); ++vertex) {
            const bool hasCenter =
                test::oracleCenter(test::weightsOf(tube, vertex), triangles, 0.1).has_value();
            QCOMPARE(actual[vertex], hasCenter ? expected[vertex] : 0u);
            seen |= actual[vertex];
        }
    }
    QCOMPARE(seen,
             std::uint32_t{SARTOR_FLAG_HEMISPHERE_CONFLICT} |
                 std::uint32_t{SARTOR_FLAG_NEAR_HALF_TURN});
}

void TstCentersOfRotation::carriedTargetsEqualThoseBefore() {
    // The map of a vertex is affine, and sartor.linear is its linear part.
    test::Random random(111);
    DeformCase tube = mixedTube(112, 4);
    poseClosely(tube, random, true);
    assets::MorphTarget target;
    target.name = "any";
    for (std::uint32_t vertex = 0; vertex < tube.source.mesh->vertexCount(); ++vertex) {
        target.vertices.push_back(vertex);
        target.positionDeltas.push_back(random.vector(-0.2f, 0.2f));
    }
    tube.source.morphs = test::require(
        assets::MorphSet::create({std::move(target)}, tube.source.mesh->vertexCount()));
    tube.morphWeights = {0.7f};
    const auto before = test::deformWithSamples("morph+cor", tube);
    const auto after = test::deformWithSamples("cor+morph[order=carried]", tube);
    QCOMPARE_LE(test::largestDifference(before, after), 5e-6);
    QCOMPARE_GE(test::largestDifference(before, test::deformWithSamples("cor", tube)), 0.01);
}

void TstCentersOfRotation::splitsDoNotMatter() {
    test::Random random(121);
    DeformCase tube =
        test::makeTube({.rings = 80, .segments = 40, .jointCount = 5, .roughness = 0.1f}, random);
    test::poseTube(tube, random, 60.0f);
    deform::DeformedMesh expected;
    {
        const ScopedThreadLimit serial(1);
        expected = test::deformWithSamples("cor", tube);
    }
    for (const std::size_t threads : {2u, 7u}) {
        const ScopedThreadLimit limit(threads);
        QVERIFY(test::haveEqualBits(test::deformWithSamples("cor", tube), expected));
    }
}

void TstCentersOfRotation::largeMeshesAreReadySoon() {
#ifdef NDEBUG
    // 20 022 vertices with four of 60 joints each.
    test::Random random(131);
    DeformCase tube =
        test::makeTube({.rings = 142, .segments = 141, .jointCount = 60, .hasSeam = false}, random);
    std::vector<std::vector<OracleInfluence>> rows;
    for (const glm::vec3& position : tube.source.mesh->positions()) {
        const double at = (double{position.y} / 4.0 + 0.5) * 56.0;
        std::vector<OracleInfluence> row;
        double sum = 0.0;
        for (int k = 0; k < 4; ++k) {
            row.push_back({static_cast<std::size_t>(at) + static_cast<std::size_t>(k),
                           0.2 + double{random.uniform(0.0f, 1.0f)}});
            sum += row.back().weight;
        }
        for (OracleInfluence& influence : row) {
            influence.weight /= sum;
        }
        rows.push_back(std::move(row));
    }
    tube.source.influences = test::makeInfluences(rows, 60);
    QElapsedTimer timer;
    timer.start();
    test::planWithSamples("cor", tube.source);
    QCOMPARE_LE(static_cast<double>(timer.elapsed()) / 1000.0, 30.0);
#else
    QSKIP("measured in builds with optimisation");
#endif
}

QTEST_GUILESS_MAIN(TstCentersOfRotation)
#include "tst_centers_of_rotation.moc"
