// SPDX-License-Identifier: Apache-2.0
// Levels of detail with fewer joints: what they cost, on an arm whose chords are known.
#include "random_scene.h"

#include <sartor/diagnose/detail_level.h>

#include <QTest>

#include <support/lbs_oracle.h>
#include <support/verify_ok.h>

#include <cmath>

using namespace sartor;
using diagnose::DetailLevel;
// clang-format 14 takes a line that begins with `import` for something else.
using ImportedScene = import::ImportedScene;

namespace {

constexpr double kMillimetreTolerance = 1e-3;

// Joints along x at 0, 1 and 2, of which the last turns by 90 degrees; a vertex at 3 on the last, a
// sleeve that knows the first and the last alone.
ImportedScene arm() {
    test::SceneBuilder builder;
    const glm::vec3 step(1.0f, 0.0f, 0.0f);
    const JointIndex upper = builder.joint("upper");
    const JointIndex lower = builder.joint("lower", upper, test::moved(step));
    const JointIndex hand = builder.joint("hand", lower, test::moved(step));
    const std::uint32_t body = builder.skin("body", {upper, lower, hand});
    const std::uint32_t sleeve = builder.skin("sleeve", {hand, upper});
    assets::MeshData data;
    data.name = "arm";
    data.positions = {3.0f * step, 0.5f * step};
    data.influences =
        test::fileInfluences({{{2, 0.6f}, {1, 0.3f}, {0, 0.1f}}, {{0, 1.0f}, {1, 0.0f}}});
    builder.mesh(data, upper, body);
    data.name = "sleeve";
    data.positions = {4.0f * step, 0.5f * step};
    data.influences = test::fileInfluences({{{0, 1.0f}}, {{1, 1.0f}}});
    builder.mesh(data, upper, sleeve);
    assets::ClipData clip;
    clip.jointTracks = {test::turningZ(hand, {90.0f})};
    builder.clip(std::move(clip));
    return builder.build();
}

Result<DetailLevel> simulate(const ImportedScene& scene, diagnose::DetailOptions options) {
    return diagnose::simulateDetailLevel(scene, options, diagnose::chooseMoments(scene));
}

std::vector<float> weightsOf(const diagnose::DetailMesh& mesh, std::size_t vertex) {
    const auto offsets = mesh.influences->offsets();
    const auto row =
        mesh.influences->weights().subspan(offsets[vertex], offsets[vertex + 1] - offsets[vertex]);
    return {row.begin(), row.end()};
}

} // namespace

class TstDetailLevel : public QObject {
    Q_OBJECT

private slots:
    void rejectsWhatCannotBe_data() {
        QTest::addColumn<unsigned>("removed");
        QTest::addColumn<unsigned>("bits");
        QTest::addColumn<QString>("message");
        QTest::newRow("no heir") << 0u << 0u << "skin 'body': joint 'upper' cannot go";
        QTest::newRow("bits") << 2u << 40u << "weights of 40 bits; expected 1 to 24";
    }
    void rejectsWhatCannotBe() {
        QFETCH(const unsigned, removed);
        QFETCH(const unsigned, bits);
        QFETCH(const QString, message);
        const auto level = simulate(arm(), {.removed = {JointIndex(removed)}, .weightBits = bits});
        QVERIFY(!level);
        QVERIFY2(QString::fromStdString(level.error().message).contains(message),
                 level.error().message.c_str());
    }

    void costsNothingWhenNothingGoes() {
        const auto level = simulate(arm(), {});
        SARTOR_VERIFY_OK(level);
        QCOMPARE(level->jointsBefore, std::size_t{3});
        QCOMPARE(level->jointsAfter, std::size_t{3});
        QCOMPARE(level->meshes.size(), std::size_t{2});
        for (const diagnose::DetailMesh& mesh : level->meshes) {
            QCOMPARE(mesh.cost.changedCount, std::uint64_t{0});
            QCOMPARE(mesh.cost.maxMillimetres, 0.0);
        }
    }

    void costsTheChordOfTheLostJoint() {
        const auto level = simulate(arm(), {.removed = {JointIndex(2)}});
        SARTOR_VERIFY_OK(level);
        QCOMPARE(level->jointsAfter, std::size_t{2});
        QCOMPARE(level->skins[0].skin->jointCount(), std::size_t{2});
        const double chord = 2.0 * std::sin(std::acos(-1.0) / 4.0);
        // Six tenths of the vertex turned about the wrist, one unit away.
        const diagnose::DetailMesh& body = level->meshes[0];
        QCOMPARE(body.cost.changedCount, std::uint64_t{1});
        QCOMPARE_LE(test::maxAbsDiff(body.cost.maxMillimetres, 600.0 * chord),
                    kMillimetreTolerance);
        QCOMPARE(body.influencesBefore, 3u);
        QCOMPARE(body.influencesAfter, 2u);
        QCOMPARE(body.cost.worst[0].moment.time, 1.0f);
        // The sleeve has no lower arm: its upper arm inherits, two units from the wrist.
        const diagnose::DetailMesh& sleeve = level->meshes[1];
        QCOMPARE_LE(test::maxAbsDiff(sleeve.cost.maxMillimetres, 2000.0 * chord),
                    kMillimetreTolerance);
        QCOMPARE(level->skins[1].newFromOld[0], SkinJointIndex(0));
        QCOMPARE(level->skins[1].skin->joint(SkinJointIndex(0)), JointIndex(0));
    }

    void limitsAndStoresAfterTheRemoval() {
        const auto limited = simulate(arm(), {.maximumInfluences = 2});
        SARTOR_VERIFY_OK(limited);
        const std::vector<float> kept = weightsOf(limited->meshes[0], 0);
        QCOMPARE(kept.size(), std::size_t{2});
        QCOMPARE_LE(test::maxAbsDiff(static_cast<double>(kept[0]), 2.0 / 3.0), 1e-6);
        QCOMPARE(limited->meshes[0].influencesAfter, 2u);
        // After the removal there are two influences, so a limit of two takes nothing.
        const auto both = simulate(arm(), {.removed = {JointIndex(2)}, .maximumInfluences = 2});
        SARTOR_VERIFY_OK(both);
        QCOMPARE_LE(test::maxAbsDiff(static_cast<double>(weightsOf(both->meshes[0], 0)[0]), 0.9),
                    1e-6);
        const auto stored = simulate(arm(), {.weightBits = 2});
        SARTOR_VERIFY_OK(stored);
        // 1.8, 0.9 and 0.3 thirds.
        QCOMPARE(weightsOf(stored->meshes[0], 0), (std::vector<float>{2.0f / 3.0f, 1.0f / 3.0f}));
    }

    void countsAMeshThatIsUsedTwiceOnce() {
        ImportedScene scene = arm();
        scene.instances.push_back(scene.instances[0]);
        scene.instances.push_back(scene.instances[0]);
        scene.instances.back().skin = 1;
        // The rows of the body name a slot that the sleeve does not have; it is left out.
        const auto level = simulate(scene, {.removed = {JointIndex(2)}});
        SARTOR_VERIFY_OK(level);
        QCOMPARE(level->meshes.size(), std::size_t{3});
        QCOMPARE(level->meshes[2].instance, 3u);
    }

    void leavesMeshesAloneThatNoSkinDeforms() {
        ImportedScene scene = arm();
        scene.instances[0].skin.reset();
        scene.skins[1] = test::require(assets::Skin::create({"empty", {}, {}}, 3));
        const auto level = simulate(scene, {.removed = {JointIndex(2)}});
        SARTOR_VERIFY_OK(level);
        QVERIFY(level->meshes.empty());
    }

    void agreesWithTheOracle_data() {
        QTest::addColumn<unsigned>("seed");
        for (const unsigned seed : {1u, 2u, 3u, 4u}) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }
    void agreesWithTheOracle();
};

void TstDetailLevel::agreesWithTheOracle() {
    QFETCH(const unsigned, seed);
    test::Random random(seed);
    const ImportedScene scene = test::randomScene(random, 12, 200);
    std::vector<JointIndex> removed;
    for (std::size_t joint = 1; joint < 12; joint += 2) {
        removed.emplace_back(joint);
    }
    const auto moments = diagnose::chooseMoments(scene);
    const auto level = diagnose::simulateDetailLevel(scene, {.removed = removed}, moments);
    SARTOR_VERIFY_OK(level);

    // Every joint carries what it has, and then what the first that stays above it has.
    const assets::FileInfluences& file = *scene.instances[0].mesh->fileInfluences();
    double largest = 0.0;
    for (const diagnose::Moment& moment : moments) {
        std::vector<math::Affine> palette(12);
        diagnose::evaluateMoment(scene, moment, palette);
        for (std::size_t i = 0; i < palette.size(); ++i) {
            palette[i] = palette[i] * scene.skins[0]->jointFromBind()[i];
        }
        for (std::size_t vertex = 0; vertex < file.vertexCount(); ++vertex) {
            std::vector<test::OracleInfluence> before;
            double sum = 0.0;
            for (std::size_t i = 0; i < file.slotsPerVertex; ++i) {
                const std::size_t slot = vertex * file.slotsPerVertex + i;
                before.push_back({file.joints[slot], static_cast<double>(file.weights[slot])});
                sum += before.back().weight;
            }
            std::vector<test::OracleInfluence> after = before;
            for (test::OracleInfluence& influence : after) {
                while (influence.joint % 2 == 1) {
                    influence.joint = scene.skeleton->joints()[influence.joint].parent.value();
                }
            }
            const glm::dvec3 position(scene.instances[0].mesh->positions()[vertex]);
            const double distance = glm::length(test::blendedPoints(palette, after, position) -
                                                test::blendedPoints(palette, before, position)) /
                                    sum;
            largest = std::max(largest, distance);
        }
    }
    QCOMPARE_LE(test::maxAbsDiff(level->meshes[0].cost.maxMillimetres, 1000.0 * largest), 2e-3);
    QVERIFY(largest > 0.1);
}

QTEST_GUILESS_MAIN(TstDetailLevel)
#include "tst_detail_level.moc"
