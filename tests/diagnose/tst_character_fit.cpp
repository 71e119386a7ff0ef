// SPDX-License-Identifier: Apache-2.0
// Measures of a rod of two bones, whose values follow from its numbers.
#include <sartor/diagnose/character_fit.h>

#include <QTest>

#include <support/scene_builder.h>

#include <cmath>

using namespace sartor;
using namespace sartor::test;
using import::ImportedScene;

namespace {

using Weights = std::vector<std::vector<std::pair<std::uint32_t, float>>>;

// Joints at 0, 1 and 3 on the x axis, bound as they rest; three vertices that make one triangle.
ImportedScene rod(const std::vector<glm::vec3>& positions, const Weights& weights) {
    SceneBuilder builder;
    const JointIndex root = builder.joint("root");
    const JointIndex middle = builder.joint("middle", root, moved(glm::vec3(1.0f, 0.0f, 0.0f)));
    const JointIndex end = builder.joint("end", middle, moved(glm::vec3(2.0f, 0.0f, 0.0f)));
    assets::MeshData mesh;
    mesh.name = "rod";
    mesh.positions = positions;
    mesh.triangles = {0, 1, 2};
    mesh.influences = fileInfluences(weights);
    builder.mesh(std::move(mesh), root, builder.skin("rod", {root, middle, end}));
    return builder.build();
} // namespace

const Weights kOnTheRoot = {{{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}};

} // namespace

class TstCharacterFit : public QObject {
    Q_OBJECT

private slots:
    void measuresDistancesToBones() {
        // Bones reach from 0 to 1, from 1 to 3, and the last is a point: vertices are 0.5 beside
        // the first, 2 before the second, and 0.25 * 1 + 0.75 * 2 from the second and the last.
        const auto fit = diagnose::computeCharacterFit(
            rod({{0.5f, 0.5f, 0.0f}, {-1.0f, 0.0f, 0.0f}, {3.0f, 0.0f, 0.0f}},
                {{{0, 1.0f}}, {{1, 1.0f}}, {{2, 0.75f}, {0, 0.25f}}}));
        // From (-1, 0, 0) to (3, 0.5, 0); the skeleton is smaller.
        const double size = std::hypot(4.0, 0.5);
        QVERIFY(std::abs(fit.locality - (0.5 + 2.0 + 0.25 * 2.0) / 3.0 / size) < 1e-6);
        // The first bone carries (0, 0.5, 0) once and (2, 0, 0) by a quarter, the second (-2, 0,
        // 0); the last has no end and does not count.
        QVERIFY(std::abs(fit.offCentre - (std::hypot(0.5, 0.5) + 2.0) / 2.25 / size) < 1e-6);
        QCOMPARE(fit.bindSpread, 0.0);
        QCOMPARE(fit.bindResidual, 0.0);
        QCOMPARE(fit.badIndexCount, std::uint64_t{0});
        QVERIFY(fit.weightError < 1e-7);
    }

    void aPartOnOneBoneDoesNotStretch() {
        const auto fit = diagnose::computeCharacterFit(
            rod({{0.5f, 0.5f, 0.0f}, {0.7f, 0.1f, 0.0f}, {0.2f, 0.0f, 0.4f}}, kOnTheRoot));
        QVERIFY(fit.stretch < 1e-5);
    }

    void aPartOnTwoBonesStretches() {
        const auto fit = diagnose::computeCharacterFit(
            rod({{0.9f, 0.5f, 0.0f}, {1.1f, 0.5f, 0.0f}, {1.0f, 0.3f, 0.0f}},
                {{{0, 1.0f}}, {{1, 1.0f}}, {{0, 0.5f}, {1, 0.5f}}}));
        QVERIFY(fit.stretch > 0.05);
    }

    void countsWhatTheFileSays() {
        const auto fit = diagnose::computeCharacterFit(
            rod({{0.5f, 0.5f, 0.0f}, {0.7f, 0.1f, 0.0f}, {0.2f, 0.0f, 0.4f}},
                {{{3, 0.25f}, {0, 0.5f}}, {{0, 1.5f}, {9, 0.0f}}, {{7, 1.0f}, {0, 0.0f}}}));
        QCOMPARE(fit.badIndexCount, std::uint64_t{2});
        QCOMPARE(fit.weightError, 0.5);
    }

    void measuresTheBind() {
        ImportedScene scene = rod({{0.5f, 0.5f, 0.0f}, {0.7f, 0.1f, 0.0f}, {0.2f, 0.0f, 0.4f}},
                                  {{{0, 1.0f}}, {{1, 1.0f}}, {{2, 1.0f}}});
        std::vector<math::Affine> binds(scene.skins[0]->jointFromBind().begin(),
                                        scene.skins[0]->jointFromBind().end());
        binds[2].translation.x += 0.3f;
        const auto joints = scene.skins[0]->joints();
        scene.skins[0] = require(assets::Skin::create(
            {"rod", {joints.begin(), joints.end()}, binds}, scene.skeleton->jointCount()));
        const auto fit = diagnose::computeCharacterFit(scene);
        // The skeleton is 3 long.
        QVERIFY(std::abs(fit.bindResidual - 0.1) < 0.02);
        QVERIFY(fit.bindSpread > 0.1);
    }
};

QTEST_GUILESS_MAIN(TstCharacterFit)
#include "tst_character_fit.moc"
