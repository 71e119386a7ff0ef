// SPDX-License-Identifier: Apache-2.0
// The bind-pose identity on rigs whose answer is known in closed form.
#include <sartor/diagnose/bind_pose.h>
#include <sartor/math/transform.h>

#include <QTest>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <support/compare.h>
#include <support/scene_builder.h>

using namespace sartor;
using diagnose::BindPose;
using diagnose::CommonMap;

namespace {

// Relative to rigs of about two units in floats.
constexpr double kTight = 2e-6;

glm::quat turned(float degrees, const glm::vec3& axis) {
    return glm::angleAxis(glm::radians(degrees), glm::normalize(axis));
}

math::Affine affine(const glm::vec3& translation,
                    const glm::quat& rotation = math::identityQuat(),
                    const glm::vec3& scale = glm::vec3(1.0f)) {
    return math::toAffine({translation, rotation, scale});
}

// A spine of five, each a third of a unit above the other and turned, on a node "root".
struct Rig {
    std::shared_ptr<const assets::Skeleton> skeleton;
    std::vector<JointIndex> joints;
    std::vector<math::Affine> modelFromJoint;
    JointIndex meshNode;

    std::vector<math::Affine> boundAtRest() const {
        std::vector<math::Affine> jointFromBind;
        for (const JointIndex joint : joints) {
            jointFromBind.push_back(math::inverse(modelFromJoint[joint.value()]).value());
        }
        return jointFromBind;
    }

    BindPose measure(std::vector<math::Affine> jointFromBind) const {
        const auto skin = test::require(assets::Skin::create(
            {"skin", joints, std::move(jointFromBind)}, skeleton->jointCount()));
        return diagnose::computeBindPose(*skeleton, *skin, modelFromJoint, meshNode);
    }
};

Rig makeRig(std::size_t jointCount = 5) {
    test::SceneBuilder builder;
    Rig rig;
    JointIndex parent = builder.joint("root", {}, {glm::vec3(0.1f, 0.5f, 0.0f)});
    for (std::size_t i = 0; i < jointCount; ++i) {
        const math::Transform rest{glm::vec3(0.0f, 1.0f / 3.0f, 0.02f),
                                   turned(7.0f, glm::vec3(1.0f, 0.3f, 0.2f)),
                                   glm::vec3(1.0f)};
        parent = builder.joint("spine" + std::to_string(i), parent, rest);
        rig.joints.push_back(parent);
    }
    rig.meshNode = builder.joint(
        "mesh", {}, {glm::vec3(3.0f, 0.0f, 1.0f), turned(90.0f, glm::vec3(1.0f, 0.0f, 0.0f))});
    rig.skeleton = builder.build().skeleton;
    rig.modelFromJoint = test::modelRestPose(*rig.skeleton);
    return rig;
}

} // namespace

class TstBindPose : public QObject {
    Q_OBJECT

private slots:
    // One dimension: the joint is bound at 2, the vertex lies at 3.
    void agreesWithTheNumberLine() {
        test::SceneBuilder builder;
        const JointIndex joint =
            builder.joint("joint", {}, test::moved(glm::vec3(2.0f, 0.0f, 0.0f)));
        const std::uint32_t skin = builder.skin("skin", {joint});
        const import::ImportedScene scene = builder.build();
        const math::Affine jointFromBind = scene.skins[skin]->jointFromBind()[0];
        const glm::vec3 vertex(3.0f, 0.0f, 0.0f);
        QCOMPARE_LE(test::maxAbsDiff(math::transformPoint(jointFromBind, vertex),
                                     glm::vec3(1.0f, 0.0f, 0.0f)),
                    0.0);

        const auto measureAt = [&](float x) {
            const std::vector<math::Affine> pose = {affine(glm::vec3(x, 0.0f, 0.0f))};
            return diagnose::computeBindPose(*scene.skeleton, *scene.skins[skin], pose);
        };
        const BindPose atBind = measureAt(2.0f);
        QCOMPARE(atBind.commonMap, CommonMap::Identity);
        QCOMPARE_LE(test::maxAbsDiff(math::transformPoint(atBind.joints[0].modelFromBind, vertex),
                                     glm::vec3(3.0f, 0.0f, 0.0f)),
                    0.0);
        const BindPose at5 = measureAt(5.0f);
        QCOMPARE_LE(test::maxAbsDiff(math::transformPoint(at5.joints[0].modelFromBind, vertex),
                                     glm::vec3(6.0f, 0.0f, 0.0f)),
                    0.0);
        QCOMPARE(at5.commonMap, CommonMap::Other);
        QCOMPARE_LE(test::maxAbsDiff(at5.commonDifference.length, 3.0), 0.0);

        // Without the inverse bind the joint's whole place is added: 5 + 3.
        const auto unbound = test::require(assets::Skin::create({"skin", {joint}, {math::Affine{}}},
                                                                scene.skeleton->jointCount()));
        const BindPose without = diagnose::computeBindPose(
            *scene.skeleton, *unbound, std::vector{affine(glm::vec3(5.0f, 0.0f, 0.0f))});
        QCOMPARE_LE(test::maxAbsDiff(math::transformPoint(without.joints[0].modelFromBind, vertex),
                                     glm::vec3(8.0f, 0.0f, 0.0f)),
                    0.0);
    }

    void findsNothingInASkinBoundAtRest() {
        const Rig rig = makeRig();
        const BindPose bind = rig.measure(rig.boundAtRest());
        QCOMPARE(bind.groups.size(), std::size_t{1});
        QCOMPARE(bind.commonMap, CommonMap::Identity);
        QVERIFY(!bind.isOtherPose);
        QCOMPARE_LE(bind.spread, kTight);
        for (const diagnose::JointBind& joint : bind.joints) {
            QCOMPARE_LE(joint.residual.length, kTight);
            QCOMPARE_LE(joint.residual.degrees, 1e-4);
            QCOMPARE_LE(test::maxAbsDiff(joint.residual.scale, 1.0), kTight);
            QVERIFY(!joint.isSingular && !joint.isMirrored && joint.isFinite);
        }
        const double expected = static_cast<double>(
            glm::distance(rig.modelFromJoint[rig.joints[0].value()].translation,
                          rig.modelFromJoint[rig.joints[4].value()].translation));
        QCOMPARE_LE(std::abs(bind.size - expected), 0.05);
    }

    void findsTheCommonMapOfAWholeRig_data() {
        QTest::addColumn<glm::vec3>("translation");
        QTest::addColumn<float>("degrees");
        QTest::addColumn<float>("scale");
        QTest::newRow("translation") << glm::vec3(1.0f, -2.0f, 0.5f) << 0.0f << 1.0f;
        QTest::newRow("centimetres") << glm::vec3(0.0f) << 0.0f << 0.01f;
        QTest::newRow("axes") << glm::vec3(0.0f) << 90.0f << 1.0f;
        QTest::newRow("all") << glm::vec3(0.2f, 0.1f, 4.0f) << -90.0f << 100.0f;
    }
    void findsTheCommonMapOfAWholeRig() {
        QFETCH(const glm::vec3, translation);
        QFETCH(const float, degrees);
        QFETCH(const float, scale);
        const math::Affine common =
            affine(translation, turned(degrees, glm::vec3(1.0f, 0.0f, 0.0f)), glm::vec3(scale));
        const Rig rig = makeRig();
        std::vector<math::Affine> jointFromBind = rig.boundAtRest();
        for (math::Affine& map : jointFromBind) {
            map = map * common;
        }
        const BindPose bind = rig.measure(jointFromBind);
        const double size = std::max(1.0, static_cast<double>(scale));
        QCOMPARE_LE(test::maxAbsDiff(bind.common, common), 4.0 * kTight * size);
        QCOMPARE(bind.commonMap, CommonMap::Other);
        QCOMPARE(bind.groups.size(), std::size_t{1});
        QCOMPARE_LE(test::maxAbsDiff(bind.commonDifference.scale, static_cast<double>(scale)),
                    kTight * size);
        QCOMPARE_LE(
            test::maxAbsDiff(bind.commonDifference.degrees, std::abs(static_cast<double>(degrees))),
            1e-3);
        for (const diagnose::JointBind& joint : bind.joints) {
            QCOMPARE_LE(joint.residual.relativeLength, 10.0 * kTight);
            QCOMPARE_LE(joint.residual.degrees, 1e-3);
        }
    }

    void recognisesTheTransformOfTheMeshNode() {
        const Rig rig = makeRig();
        std::vector<math::Affine> jointFromBind = rig.boundAtRest();
        for (math::Affine& map : jointFromBind) {
            map = map * rig.modelFromJoint[rig.meshNode.value()];
        }
        QCOMPARE(rig.measure(jointFromBind).commonMap, CommonMap::NodeTransform);
    }

    void measuresTheOneWrongJoint_data() {
        QTest::addColumn<glm::vec3>("translation");
        QTest::addColumn<float>("degrees");
        QTest::addColumn<float>("scale");
        QTest::addColumn<float>("unit");
        QTest::newRow("moved") << glm::vec3(0.0f, 0.3f, 0.4f) << 0.0f << 1.0f << 1.0f;
        QTest::newRow("turned") << glm::vec3(0.0f) << 25.0f << 1.0f << 1.0f;
        QTest::newRow("scaled up") << glm::vec3(0.0f) << 0.0f << 1.5f << 1.0f;
        QTest::newRow("scaled down") << glm::vec3(0.0f) << 0.0f << 0.5f << 1.0f;
        QTest::newRow("all, in a rig in millimetres")
            << glm::vec3(0.1f, 0.0f, 0.0f) << 40.0f << 2.0f << 0.001f;
    }
    void measuresTheOneWrongJoint() {
        QFETCH(const glm::vec3, translation);
        QFETCH(const float, degrees);
        QFETCH(const float, scale);
        QFETCH(const float, unit);
        const Rig rig = makeRig();
        constexpr std::size_t kWrong = 2;
        const math::Affine common = affine(glm::vec3(0.0f), math::identityQuat(), glm::vec3(unit));
        std::vector<math::Affine> jointFromBind = rig.boundAtRest();
        // In joint space: the residual's rotation and scale are about the joint, its length is what
        // the joint moved.
        jointFromBind[kWrong] =
            affine(translation, turned(degrees, glm::vec3(0.0f, 1.0f, 1.0f)), glm::vec3(scale)) *
            jointFromBind[kWrong];
        for (math::Affine& map : jointFromBind) {
            map = map * common;
        }
        const BindPose bind = rig.measure(jointFromBind);
        QCOMPARE(bind.groups.size(), std::size_t{2});
        QCOMPARE(bind.groups[0].members.size(), std::size_t{4});
        QCOMPARE(bind.groups[1].members, std::vector<SkinJointIndex>{SkinJointIndex(kWrong)});
        QCOMPARE_LE(test::maxAbsDiff(bind.common, common), 4.0 * kTight);
        const diagnose::BindDifference& residual = bind.joints[kWrong].residual;
        // The wrong matrix puts the joint's own bind position where the matrix's inverse says; seen
        // through A it is off by the inverse of the error, applied to the origin.
        const math::Affine error =
            affine(translation, turned(degrees, glm::vec3(0.0f, 1.0f, 1.0f)), glm::vec3(scale));
        const double length =
            static_cast<double>(glm::length(math::inverse(error).value().translation));
        QCOMPARE_LE(test::maxAbsDiff(residual.length, length), 10.0 * kTight);
        QCOMPARE_LE(test::maxAbsDiff(residual.relativeLength, length / bind.size), 10.0 * kTight);
        QCOMPARE_LE(test::maxAbsDiff(residual.degrees, static_cast<double>(degrees)), 1e-3);
        QCOMPARE_LE(test::maxAbsDiff(residual.scale, static_cast<double>(scale)), 10.0 * kTight);
        QVERIFY(bind.spread > diagnose::kBindTolerance);
        for (std::size_t i = 0; i < bind.joints.size(); ++i) {
            QCOMPARE(bind.joints[i].group, std::size_t{i == kWrong ? 1u : 0u});
            if (i != kWrong) {
                QCOMPARE_LE(bind.joints[i].residual.length, 10.0 * kTight);
            }
        }
    }

    void tellsTwoBindPosesApart() {
        const Rig rig = makeRig(7);
        std::vector<math::Affine> jointFromBind = rig.boundAtRest();
        const math::Affine second = affine(glm::vec3(0.0f, 0.2f, 0.0f));
        for (const std::size_t slot : {0u, 3u, 5u}) {
            jointFromBind[slot] = jointFromBind[slot] * second;
        }
        const BindPose bind = rig.measure(jointFromBind);
        QCOMPARE(bind.groups.size(), std::size_t{2});
        QCOMPARE(bind.groups[0].members.size(), std::size_t{4});
        const std::vector<SkinJointIndex> expected = {
            SkinJointIndex(0), SkinJointIndex(3), SkinJointIndex(5)};
        QCOMPARE(bind.groups[1].members, expected);
        QCOMPARE(bind.commonMap, CommonMap::Identity);
        QCOMPARE_LE(test::maxAbsDiff(bind.groups[1].modelFromBind, second), kTight);
        QVERIFY(!bind.isOtherPose);
    }

    void knowsAnotherPoseFromAWrongMatrix() {
        Rig rig = makeRig();
        const std::vector<math::Affine> jointFromBind = rig.boundAtRest();
        std::vector<math::Transform> local(rig.skeleton->jointCount());
        pose::restPose(*rig.skeleton, local);
        test::Random random(7);
        for (const JointIndex joint : rig.joints) {
            local[joint.value()].rotation = random.rotation();
        }
        // The topmost joint may be anywhere.
        local[rig.joints[0].value()].translation += glm::vec3(1.0f, 2.0f, 3.0f);
        rig.modelFromJoint = test::modelPose(*rig.skeleton, local);
        QVERIFY(rig.measure(jointFromBind).groups.size() > 3);
        QVERIFY(rig.measure(jointFromBind).isOtherPose);

        local[rig.joints[3].value()].translation += glm::vec3(0.01f, 0.0f, 0.0f);
        rig.modelFromJoint = test::modelPose(*rig.skeleton, local);
        QVERIFY(!rig.measure(jointFromBind).isOtherPose);
    }

    void letsHipsMoveInAnotherPose() {
        Rig rig = makeRig(20);
        const std::vector<math::Affine> jointFromBind = rig.boundAtRest();
        std::vector<math::Transform> local(rig.skeleton->jointCount());
        pose::restPose(*rig.skeleton, local);
        // One joint moved and nothing else: a wrong place, not a pose.
        local[rig.joints[15].value()].translation += glm::vec3(0.1f, 0.0f, 0.0f);
        rig.modelFromJoint = test::modelPose(*rig.skeleton, local);
        QVERIFY(!rig.measure(jointFromBind).isOtherPose);
        test::Random random(11);
        for (const JointIndex joint : rig.joints) {
            local[joint.value()].rotation = random.rotation();
        }
        rig.modelFromJoint = test::modelPose(*rig.skeleton, local);
        QVERIFY(rig.measure(jointFromBind).isOtherPose);
        for (const std::size_t slot : {3u, 7u}) {
            local[rig.joints[slot].value()].translation += glm::vec3(0.1f, 0.0f, 0.0f);
        }
        rig.modelFromJoint = test::modelPose(*rig.skeleton, local);
        QVERIFY(!rig.measure(jointFromBind).isOtherPose);
    }

    void reportsSingularMirroredAndInfiniteMaps() {
        Rig rig = makeRig();
        std::vector<math::Affine> jointFromBind = rig.boundAtRest();
        jointFromBind[1].linear = glm::mat3(0.0f);
        jointFromBind[2].linear[1] = jointFromBind[2].linear[0];
        jointFromBind[3].linear[0] = -jointFromBind[3].linear[0];
        rig.modelFromJoint[rig.joints[4].value()].linear[0].x =
            std::numeric_limits<float>::infinity();
        const BindPose bind = rig.measure(jointFromBind);
        const std::vector<bool> singular = {false, true, true, false, false};
        const std::vector<bool> mirrored = {false, false, false, true, false};
        for (std::size_t i = 0; i < bind.joints.size(); ++i) {
            QCOMPARE(bind.joints[i].isSingular, singular[i]);
            QCOMPARE(bind.joints[i].isMirrored, mirrored[i]);
            QCOMPARE(bind.joints[i].isFinite, i != 4);
            QVERIFY(std::isfinite(bind.joints[i].residual.length));
            QVERIFY(std::isfinite(bind.joints[i].residual.degrees));
        }
        QVERIFY(std::isfinite(bind.spread));
    }

    void doesNotDependOnTheOrderOfSlots() {
        Rig rig = makeRig(6);
        std::vector<math::Affine> jointFromBind = rig.boundAtRest();
        jointFromBind[4] = affine(glm::vec3(0.1f)) * jointFromBind[4];
        const BindPose forward = rig.measure(jointFromBind);
        std::reverse(rig.joints.begin(), rig.joints.end());
        std::reverse(jointFromBind.begin(), jointFromBind.end());
        const BindPose backward = rig.measure(jointFromBind);
        QCOMPARE_LE(test::maxAbsDiff(forward.spread, backward.spread), 1e-9);
        QCOMPARE_LE(test::maxAbsDiff(forward.common, backward.common), kTight);
        QCOMPARE_LE(
            test::maxAbsDiff(forward.joints[4].residual.length, backward.joints[1].residual.length),
            kTight);
    }

    void isCalmAboutDegenerateSkins() {
        test::SceneBuilder builder;
        const JointIndex a = builder.joint("a");
        const JointIndex b = builder.joint("b", a);
        builder.skin("none", {}, {});
        builder.skin("one place", {a, b});
        builder.skin("one place, one wrong", {a, b}, {math::Affine{}, affine(glm::vec3(0.5f))});
        const import::ImportedScene scene = builder.build();
        const auto rest = test::modelRestPose(*scene.skeleton);
        const auto measure = [&](std::size_t skin) {
            return diagnose::computeBindPose(*scene.skeleton, *scene.skins[skin], rest);
        };
        QVERIFY(measure(0).groups.empty());
        QCOMPARE(measure(1).groups.size(), std::size_t{1});
        QCOMPARE(measure(1).size, 0.0);
        QCOMPARE(measure(2).groups.size(), std::size_t{2});
        QVERIFY(measure(2).size > 0.0);
    }
};

QTEST_GUILESS_MAIN(TstBindPose)
#include "tst_bind_pose.moc"
