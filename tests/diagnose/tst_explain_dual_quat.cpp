// SPDX-License-Identifier: Apache-2.0
// One vertex under dual quaternion skinning, against numbers worked out by hand.
#include <sartor/diagnose/explain_dual_quat.h>
#include <sartor/math/transform.h>

#include <QTest>

#include <glm/trigonometric.hpp>

#include <support/compare.h>
#include <support/scene_builder.h>

#include <array>
#include <cmath>

using namespace sartor;
using diagnose::DualQuatExplanation;

namespace {

// What a rotation by a float quaternion leaves of double numbers.
constexpr double kFloatRotation = 1e-6;

// Joints at the origin that turn about z by the given degrees, one vertex at (1, 0, 0).
struct Fan {
    std::vector<std::pair<std::uint32_t, float>> weights;
    std::vector<math::Transform> poses;

    Result<DualQuatExplanation> explain(std::uint32_t vertex = 0) const {
        test::SceneBuilder builder;
        std::vector<JointIndex> joints;
        for (std::size_t slot = 0; slot < poses.size(); ++slot) {
            joints.push_back(builder.joint("j" + std::to_string(slot)));
        }
        const std::uint32_t skin = builder.skin("skin", joints);
        assets::MeshData data;
        data.name = "fan";
        data.positions = {glm::vec3(1, 0, 0)};
        data.influences = test::fileInfluences({weights});
        builder.mesh(std::move(data), joints[0], skin);
        const import::ImportedScene scene = builder.build();
        const auto influences =
            test::require(assets::buildInfluences(
                              *scene.instances[0].mesh->fileInfluences(), poses.size(), {}))
                .influences;
        const std::vector<math::Affine> pose = test::modelPose(*scene.skeleton, poses);
        return diagnose::explainDualQuatBlend({*scene.skeleton,
                                               *scene.instances[0].mesh,
                                               vertex,
                                               *influences,
                                               joints,
                                               scene.skins[0]->jointFromBind(),
                                               pose,
                                               nullptr,
                                               {}});
    }
};

math::Transform turned(float degrees, float scale = 1.0f) {
    return {glm::vec3(0.0f),
            glm::angleAxis(glm::radians(degrees), glm::vec3(0, 0, 1)),
            glm::vec3(scale)};
}

} // namespace

class TstExplainDualQuat : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput() {
        const Fan fan{{{0, 1.0f}}, {turned(0)}};
        QCOMPARE(fan.explain(1).error().message,
                 std::string("explain: vertex 1 of mesh 'fan', which has 1"));
    }

    void showsPivotSignsAndBlend() {
        // Of equally heavy joints the lower one is the pivot, wherever its slot stands.
        const Fan fan{{{2, .4f}, {0, .2f}, {1, .4f}}, {turned(0), turned(170), turned(-170)}};
        const DualQuatExplanation explanation = test::require(fan.explain());
        QCOMPARE(explanation.influences.size(), std::size_t{3});
        QCOMPARE(explanation.influences[explanation.pivot].slot, SkinJointIndex(1));
        // A quaternion may come in either sign; with its own it is in the pivot's hemisphere.
        const std::array<double, 3> apart = {170.0 + 170.0, 170.0, 0.0};
        for (std::size_t i = 0; i < apart.size(); ++i) {
            const diagnose::DualQuatStep& step = explanation.influences[i];
            QCOMPARE(step.sign, step.dotPivot < 0.0 ? -1.0 : 1.0);
            QCOMPARE_LE(test::maxAbsDiff(step.sign * step.dotPivot,
                                         std::abs(std::cos(glm::radians(apart[i] / 2)))),
                        kFloatRotation);
        }
        QCOMPARE_LE(test::maxAbsDiff(explanation.smallestDot, -std::cos(glm::radians(85.0))),
                    kFloatRotation);
        const double angle =
            glm::degrees(std::atan2(explanation.positionModel.y, explanation.positionModel.x));
        QCOMPARE_LE(test::maxAbsDiff(angle, 151.8), 6e-2);
        QCOMPARE_LE(test::maxAbsDiff(glm::length(explanation.positionModel), 1.0), kFloatRotation);
        QVERIFY2(explanation.verdict.starts_with("No choice of signs"),
                 explanation.verdict.c_str());
    }

    void saysHowFarJointsAreApart() {
        const Fan fan{{{0, .5f}, {1, .5f}}, {turned(0), turned(172)}};
        QCOMPARE(test::require(fan.explain()).verdict,
                 std::string("'j1' is 172 degrees from 'j0': beyond 180 the vertex jumps to the "
                             "other side. Twist joints between the two help."));
        const Fan calm{{{0, .5f}, {1, .5f}}, {turned(0), turned(90)}};
        const DualQuatExplanation explanation = test::require(calm.explain());
        QVERIFY(explanation.verdict.empty());
        const double half = std::sqrt(0.5);
        QCOMPARE_LE(test::maxAbsDiff(explanation.positionModel, glm::dvec3(half, half, 0)),
                    kFloatRotation);
        QCOMPARE_LE(test::maxAbsDiff(explanation.length, std::cos(glm::radians(22.5))),
                    kFloatRotation);
    }

    void repivotsScale() {
        const Fan fan{{{1, 1.0f}}, {turned(0), turned(90, 3)}};
        QCOMPARE_LE(
            test::maxAbsDiff(test::require(fan.explain()).positionModel, glm::dvec3(0, 3, 0)),
            kFloatRotation);
    }
};

QTEST_GUILESS_MAIN(TstExplainDualQuat)
#include "tst_explain_dual_quat.moc"
