// SPDX-License-Identifier: Apache-2.0
// The matrices behind a palette entry, on a rig small enough to work them out by hand.
#include <sartor/diagnose/bind_history.h>
#include <sartor/math/transform.h>

#include <QTest>

#include <support/compare.h>
#include <support/scene_builder.h>

using namespace sartor;
using diagnose::BindHistoryStep;
using diagnose::BindMatrix;

namespace {

// A quarter turn about z, at (2, 0, 0) on a node at (0, 1, 0); three straight ones beside it make
// the common map.
struct Rig {
    std::shared_ptr<const assets::Skeleton> skeleton;
    std::shared_ptr<const assets::Skin> skin;
    diagnose::BindPose pose;
    JointIndex root;
    JointIndex elbow;

    explicit Rig(const math::Affine& tamper) {
        test::SceneBuilder builder;
        root = builder.joint("root", {}, {glm::vec3(0.0f, 1.0f, 0.0f)});
        elbow =
            builder.joint("elbow",
                          root,
                          {glm::vec3(2.0f, 0.0f, 0.0f),
                           glm::quat(std::sqrt(0.5f), 0.0f, 0.0f, std::sqrt(0.5f)), // w, x, y, z
                           glm::vec3(1.0f)});
        std::vector<JointIndex> joints = {elbow};
        for (int i = 0; i < 3; ++i) {
            joints.push_back(
                builder.joint("beside", root, {glm::vec3(1.0f, static_cast<float>(i), 0.0f)}));
        }
        skeleton = builder.build().skeleton;
        const std::vector<math::Affine> rest = test::modelRestPose(*skeleton);
        std::vector<math::Affine> jointFromBind;
        for (const JointIndex joint : joints) {
            jointFromBind.push_back(math::inverse(rest[joint.value()]).value());
        }
        jointFromBind[0] = jointFromBind[0] * tamper;
        skin = test::require(
            assets::Skin::create({"skin", joints, jointFromBind}, skeleton->jointCount()));
        pose = diagnose::computeBindPose(*skeleton, *skin, rest);
    }

    std::vector<BindHistoryStep> history() const {
        return diagnose::bindHistory(*skeleton, *skin, pose, SkinJointIndex(0));
    }
};

glm::dvec3 image(const BindHistoryStep& step, const glm::dvec3& point) {
    return math::transformPoint(step.matrix, point);
}

std::vector<BindMatrix> kindsOf(const std::vector<BindHistoryStep>& steps) {
    std::vector<BindMatrix> kinds;
    for (const BindHistoryStep& step : steps) {
        kinds.push_back(step.kind);
    }
    return kinds;
}

#define COMPARE_POINT(actual, ...) QCOMPARE_LE(glm::distance(actual, glm::dvec3(__VA_ARGS__)), 1e-6)

} // namespace

class TstBindHistory : public QObject {
    Q_OBJECT

private slots:
    void everyMatrixInOrder() {
        // Bound 0.5 further along x than it stands.
        const Rig rig({.translation = glm::vec3(-0.5f, 0.0f, 0.0f)});
        const std::vector<BindHistoryStep> steps = rig.history();
        QCOMPARE(kindsOf(steps),
                 (std::vector{BindMatrix::ParentFromJoint,
                              BindMatrix::ParentFromJoint,
                              BindMatrix::ModelFromJoint,
                              BindMatrix::JointFromBind,
                              BindMatrix::BindFromJoint,
                              BindMatrix::ModelFromBind,
                              BindMatrix::Common,
                              BindMatrix::Residual}));
        QCOMPARE(steps[0].joint, rig.root);
        QCOMPARE(steps[1].joint, rig.elbow);
        const glm::dvec3 x(1.0, 0.0, 0.0);
        COMPARE_POINT(image(steps[0], x), 1.0, 1.0, 0.0);
        COMPARE_POINT(image(steps[1], x), 2.0, 1.0, 0.0);
        COMPARE_POINT(image(steps[2], x), 2.0, 2.0, 0.0);
        // The joint's place is the origin of its own space, from where it stood at binding.
        COMPARE_POINT(image(steps[3], {2.5, 1.0, 0.0}), 0.0, 0.0, 0.0);
        COMPARE_POINT(image(steps[4], {0.0, 0.0, 0.0}), 2.5, 1.0, 0.0);
        COMPARE_POINT(image(steps[5], x), 0.5, 0.0, 0.0);
        COMPARE_POINT(image(steps[6], x), 1.0, 0.0, 0.0);
        COMPARE_POINT(image(steps[7], x), 0.5, 0.0, 0.0);
    }

    void inversesThatThereAreNotAreLeftOut() {
        const Rig rig({.linear = glm::mat3(0.0f)});
        QCOMPARE(kindsOf(rig.history()),
                 (std::vector{BindMatrix::ParentFromJoint,
                              BindMatrix::ParentFromJoint,
                              BindMatrix::ModelFromJoint,
                              BindMatrix::JointFromBind,
                              BindMatrix::ModelFromBind,
                              BindMatrix::Common,
                              BindMatrix::Residual}));
    }
};

QTEST_GUILESS_MAIN(TstBindHistory)
#include "tst_bind_history.moc"
