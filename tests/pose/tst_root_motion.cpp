// SPDX-License-Identifier: Apache-2.0
// What of a root joint's movement belongs to the character, and moving a root joint.
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/root_motion.h>

#include <QtTest>

#include <support/compare.h>
#include <support/root_motion_clips.h>
#include <support/root_motion_oracle.h>

using namespace sartor;
using namespace sartor::pose;

namespace {

math::DoubleRigid randomRigid(test::Random& random) {
    return {glm::normalize(glm::dquat(random.rotation())), glm::dvec3(random.vector(-2, 2))};
}

const JointIndex kRoot(1);

} // namespace

class TstRootMotion : public QObject {
    Q_OBJECT

private slots:
    void yawIsTheTwistAboutUp();
    void upsideDownHasNoHeading();
    void componentsAreTakenAlone_data();
    void componentsAreTakenAlone();
    void planarIsThatOfTheMatrix();
    void rootAtTheReferenceIsTheIdentity();
    void ownAxesOfAJointDoNotMatter();
    void movesARootThroughItsAncestors_data();
    void movesARootThroughItsAncestors();
    void rootOfADeepChainStaysWhereItIs();
};

void TstRootMotion::yawIsTheTwistAboutUp() {
    // What is left after the twist has no twist.
    test::Random random(1);
    for (int i = 0; i < 200; ++i) {
        const glm::dquat rotation = glm::normalize(glm::dquat(random.rotation()));
        const glm::dquat twist = yawOf(rotation);
        QVERIFY(twist.x == 0.0 && twist.z == 0.0);
        QCOMPARE_LE(std::abs(glm::length(twist) - 1.0), 1e-15);
        QCOMPARE_LE(std::abs((glm::conjugate(twist) * rotation).y), 1e-15);
        QCOMPARE_LE(std::abs((rotation * glm::conjugate(twist)).y), 1e-15);
    }
}

void TstRootMotion::upsideDownHasNoHeading() {
    QVERIFY(yawOf(glm::dquat(0, 1, 0, 0)) == glm::dquat(1, 0, 0, 0));
    QVERIFY(yawOf(glm::dquat(1e-9, 0, 1e-9, 1)) == glm::dquat(1, 0, 0, 0));
}

void TstRootMotion::componentsAreTakenAlone_data() {
    QTest::addColumn<bool>("xz");
    QTest::addColumn<bool>("y");
    QTest::addColumn<bool>("yaw");
    for (int bits = 0; bits < 8; ++bits) {
        QTest::addRow("xz %d y %d yaw %d", bits & 1, bits >> 1 & 1, bits >> 2)
            << ((bits & 1) != 0) << ((bits & 2) != 0) << ((bits & 4) != 0);
    }
}

void TstRootMotion::componentsAreTakenAlone() {
    QFETCH(bool, xz);
    QFETCH(bool, y);
    QFETCH(bool, yaw);
    const RootMotionComponents components{.xz = xz, .y = y, .yaw = yaw};
    QCOMPARE(components.isNone(), !xz && !y && !yaw);
    const math::DoubleRigid moved{
        glm::dquat(test::yaw(30) * glm::angleAxis(0.5f, glm::vec3(1, 0, 0))), glm::dvec3(1, 2, 3)};
    const math::DoubleRigid taken = modelFromCharacter(moved, {}, components);
    QCOMPARE_LE(test::maxAbsDiff(taken.translation, glm::dvec3(xz ? 1 : 0, y ? 2 : 0, xz ? 3 : 0)),
                1e-15);
    QCOMPARE_LE(test::maxAbsDiff(glm::quat(taken.rotation), test::yaw(yaw ? 30 : 0)), 1e-6);
}

void TstRootMotion::planarIsThatOfTheMatrix() {
    test::Random random(2);
    for (int i = 0; i < 200; ++i) {
        const math::DoubleRigid moved = randomRigid(random);
        const math::DoubleRigid taken = modelFromCharacter(moved, {}, {});
        QCOMPARE_LE(test::maxAbsDiff(test::matrixOf(taken), test::planarOf(test::matrixOf(moved))),
                    1e-12);
        const math::DoubleRigid full = modelFromCharacter(moved, {}, {.full = true});
        QCOMPARE_LE(test::maxAbsDiff(test::matrixOf(full), test::matrixOf(moved)), 1e-14);
    }
}

void TstRootMotion::rootAtTheReferenceIsTheIdentity() {
    test::Random random(3);
    for (int i = 0; i < 200; ++i) {
        const math::DoubleRigid rest = randomRigid(random);
        const RootMotionReference reference{rest.rotation, rest.translation};
        for (const RootMotionComponents components :
             {RootMotionComponents{}, {.y = true}, {.xz = false}, {.full = true}}) {
            QCOMPARE_LE(
                test::maxAbsDiff(test::matrixOf(modelFromCharacter(rest, reference, components)),
                                 glm::dmat4(1.0)),
                1e-14);
        }
    }
}

void TstRootMotion::ownAxesOfAJointDoNotMatter() {
    // A character that is moved by a planar motion is found there, however its joint is turned:
    // also upside down, where the joint's own rotation has no heading.
    test::Random random(4);
    for (int i = 0; i < 200; ++i) {
        math::DoubleRigid rest = randomRigid(random);
        if (i % 4 == 0) {
            rest.rotation = glm::dquat(0, 1, 0, 0);
        }
        const math::DoubleRigid planar{
            glm::dquat(test::yaw(static_cast<double>(random.uniform(-180, 180)))),
            glm::dvec3(random.uniform(-2, 2), 0, random.uniform(-2, 2))};
        const math::DoubleRigid found = modelFromCharacter(
            planar * rest, {rest.rotation, rest.translation}, RootMotionComponents{});
        QCOMPARE_LE(test::maxAbsDiff(test::matrixOf(found), test::matrixOf(planar)), 1e-6);
    }
}

void TstRootMotion::movesARootThroughItsAncestors_data() {
    QTest::addColumn<math::Transform>("armature");
    QTest::addColumn<bool>("isExact");
    const glm::quat turn = glm::angleAxis(0.7f, glm::normalize(glm::vec3(1, 2, 3)));
    const glm::vec3 place(1, 2, 3);
    QTest::newRow("identity") << math::Transform{} << true;
    QTest::newRow("translated") << math::Transform{.translation = place} << true;
    QTest::newRow("rotated") << math::Transform{.rotation = turn} << true;
    QTest::newRow("z up, centimetres")
        << math::Transform{{},
                           glm::angleAxis(glm::radians(-90.0f), glm::vec3(1, 0, 0)),
                           glm::vec3(0.01f)}
        << true;
    QTest::newRow("scaled") << math::Transform{place, turn, glm::vec3(2)} << true;
    QTest::newRow("inverted") << math::Transform{place, turn, glm::vec3(-1)} << true;
    QTest::newRow("mirrored") << math::Transform{place, turn, glm::vec3(-1, 1, 1)} << true;
    QTest::newRow("stretched") << math::Transform{place, turn, glm::vec3(1, 2, 1)} << false;
    QTest::newRow("scaled to nothing") << math::Transform{place, turn, glm::vec3(0)} << true;
}

void TstRootMotion::movesARootThroughItsAncestors() {
    QFETCH(math::Transform, armature);
    QFETCH(bool, isExact);
    test::Random random(5);
    const auto skeleton = test::walkerSkeleton(armature);
    for (int i = 0; i < 50; ++i) {
        std::vector<math::Transform> pose;
        for (const assets::Joint& joint : skeleton->joints()) {
            pose.push_back(joint.parentFromJointRest);
        }
        pose[1] = {random.vector(-1, 1), random.rotation(), random.vector(0.5f, 2.0f)};
        pose[2].rotation = random.rotation();
        std::vector<math::Affine> before(4);
        std::vector<math::Affine> after(4);
        localToModel(*skeleton, pose, before);
        const math::DoubleRigid motion = randomRigid(random);
        const math::DoubleRigid root = findModelFromRoot(*skeleton, pose, kRoot);
        const float residual = moveRoot(*skeleton, kRoot, motion, pose);
        localToModel(*skeleton, pose, after);
        QCOMPARE(residual == 0.0f || (isExact && residual < 1e-5f), isExact);
        QCOMPARE_LE(std::abs(glm::length(pose[1].rotation) - 1.0f), 1e-6f);
        QVERIFY(math::isFinite(math::toAffine(pose[1])));
        if (armature.scale == glm::vec3(0)) {
            QCOMPARE_LE(test::maxAbsDiff(after[3], before[3]), 0.0);
            continue;
        }
        for (std::size_t joint = 1; joint < 4; ++joint) {
            const math::Affine expected =
                math::toFloat(toAffine(motion) * math::toDouble(before[joint]));
            // A stretched ancestor cannot be undone, but the root's place is right all the same.
            if (isExact) {
                QCOMPARE_LE(test::maxAbsDiff(after[joint], expected), 2e-5);
            } else if (joint == 1) {
                QCOMPARE_LE(test::maxAbsDiff(after[joint].translation, expected.translation), 2e-5);
            }
        }
        if (isExact) {
            const math::DoubleRigid moved = findModelFromRoot(*skeleton, pose, kRoot);
            QCOMPARE_LE(test::maxAbsDiff(test::matrixOf(moved), test::matrixOf(motion * root)),
                        2e-6);
        }
        QCOMPARE_LE(test::maxAbsDiff(after[0], before[0]), 0.0);
    }
}

void TstRootMotion::rootOfADeepChainStaysWhereItIs() {
    // Motion and its inverse, through many turned and scaled ancestors.
    test::Random random(6);
    std::vector<assets::Joint> joints;
    for (std::uint32_t i = 0; i < 200; ++i) {
        const float scale = random.uniform(0.9f, 1.1f);
        joints.push_back(test::jointOf("",
                                       i == 0 ? JointIndex() : JointIndex(i - 1),
                                       {random.vector(-1, 1), random.rotation(), glm::vec3(scale)},
                                       i));
    }
    const auto skeleton = *assets::Skeleton::create(joints);
    std::vector<math::Transform> pose;
    for (const assets::Joint& joint : skeleton->joints()) {
        pose.push_back(joint.parentFromJointRest);
    }
    const JointIndex leaf(199);
    const math::DoubleRigid before = findModelFromRoot(*skeleton, pose, leaf);
    const math::DoubleRigid motion = randomRigid(random);
    QCOMPARE(moveRoot(*skeleton, leaf, motion, pose), 0.0f);
    QCOMPARE_LE(test::maxAbsDiff(test::matrixOf(findModelFromRoot(*skeleton, pose, leaf)),
                                 test::matrixOf(motion * before)),
                2e-5);
    QCOMPARE(moveRoot(*skeleton, leaf, math::inverse(motion), pose), 0.0f);
    QCOMPARE_LE(test::maxAbsDiff(test::matrixOf(findModelFromRoot(*skeleton, pose, leaf)),
                                 test::matrixOf(before)),
                4e-5);
}

QTEST_GUILESS_MAIN(TstRootMotion)
#include "tst_root_motion.moc"
