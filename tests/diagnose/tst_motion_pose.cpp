// SPDX-License-Identifier: Apache-2.0
// Extreme poses: where bones point, how far they turn, and what stays where it is.
#include <sartor/diagnose/motion_pose.h>

#include <QTest>

#include <glm/trigonometric.hpp>

#include <support/compare.h>
#include <support/scene_builder.h>

using namespace sartor;
using diagnose::JointClass;
using diagnose::MotionPose;

namespace {

enum Body : std::size_t {
    kHips,
    kSpine,
    kSpine1,
    kNeck,
    kHead,
    kLeftArm,
    kLeftForeArm,
    kLeftHand,
    kLeftTwist,
    kRightArm,
    kRightForeArm,
    kLeftUpLeg,
    kLeftLeg,
    kLeftFoot,
    kBodyCount
};

// Arms stretched out sideways, legs down; left is +X.
std::shared_ptr<const assets::Skeleton> body() {
    test::SceneBuilder builder;
    const auto add = [&](std::size_t parent, const glm::vec3& offset) {
        builder.joint("joint", JointIndex(parent), test::moved(offset));
    };
    builder.joint("joint", {}, test::moved(glm::vec3(0.0f, 1.0f, 0.0f)));
    add(kHips, {0.0f, 0.2f, 0.0f});
    add(kSpine, {0.0f, 0.2f, 0.0f});
    add(kSpine1, {0.0f, 0.2f, 0.0f});
    add(kNeck, {0.0f, 0.1f, 0.0f});
    add(kSpine1, {0.2f, 0.1f, 0.0f});
    add(kLeftArm, {0.3f, 0.0f, 0.0f});
    add(kLeftForeArm, {0.3f, 0.0f, 0.0f});
    add(kLeftForeArm, {0.0f, 0.3f, 0.0f}); // a helper that must not turn the bone's direction
    add(kSpine1, {-0.2f, 0.1f, 0.0f});
    add(kRightArm, {-0.3f, 0.0f, 0.0f});
    add(kHips, {0.1f, 0.0f, 0.0f});
    add(kLeftUpLeg, {0.0f, -0.4f, 0.0f});
    add(kLeftLeg, {0.0f, -0.4f, 0.0f});
    // The hand has a finger, so that the forearm has a child with more below it than the helper.
    builder.joint("joint", JointIndex(kLeftHand), test::moved(glm::vec3(0.1f, 0.0f, 0.0f)));
    return builder.build().skeleton;
}

const std::vector<diagnose::ClassifiedJoint> kJoints = {
    {JointIndex(kSpine), JointClass::Spine},
    {JointIndex(kSpine1), JointClass::Spine},
    {JointIndex(kNeck), JointClass::Neck},
    {JointIndex(kLeftArm), JointClass::Shoulder},
    {JointIndex(kLeftForeArm), JointClass::Elbow},
    {JointIndex(kLeftHand), JointClass::Wrist},
    {JointIndex(kRightArm), JointClass::Shoulder},
    {JointIndex(kLeftUpLeg), JointClass::Hip},
    {JointIndex(kLeftLeg), JointClass::Knee}};

class Posed {
public:
    explicit Posed(const std::vector<diagnose::ClassifiedJoint>& joints = kJoints)
        : skeleton_(body())
        , rest_(test::modelRestPose(*skeleton_))
        , poses_(diagnose::makeMotionPoses(*skeleton_, rest_, joints)) {}

    const std::vector<MotionPose>& poses() const { return poses_; }
    const std::vector<math::Affine>& rest() const { return rest_; }

    // The pose of that name for that joint.
    std::vector<math::Affine> model(const char* name, std::size_t joint) const {
        std::vector<math::Affine> modelFromJoint(rest_.size());
        for (const MotionPose& pose : poses_) {
            if (pose.name == name && pose.turns[0].joint.value() == joint) {
                diagnose::applyMotionPose(*skeleton_, rest_, pose, modelFromJoint);
                return modelFromJoint;
            }
        }
        return {};
    }

private:
    std::shared_ptr<const assets::Skeleton> skeleton_;
    std::vector<math::Affine> rest_;
    std::vector<MotionPose> poses_;
};

glm::dvec3 direction(const std::vector<math::Affine>& pose, std::size_t from, std::size_t to) {
    return glm::normalize(glm::dvec3(pose[to].translation) - glm::dvec3(pose[from].translation));
}

constexpr double kDirectionTolerance = 1e-5;

} // namespace

class TstMotionPose : public QObject {
    Q_OBJECT

private slots:
    void bonesPointWhereTheNameSays_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<unsigned>("joint");
        QTest::addColumn<unsigned>("tip");
        QTest::addColumn<QVector<double>>("expected");
        const auto row = [](const char* name, Body joint, Body tip, double x, double y, double z) {
            QTest::newRow(name) << QByteArray(name) << static_cast<unsigned>(joint)
                                << static_cast<unsigned>(tip) << QVector<double>{x, y, z};
        };
        const auto s = [](double degrees) { return std::sin(glm::radians(degrees)); };
        const auto c = [](double degrees) { return std::cos(glm::radians(degrees)); };
        row("shoulder raised", kLeftArm, kLeftForeArm, s(10), c(10), 0.0);
        row("shoulder lowered", kLeftArm, kLeftForeArm, s(10), -c(10), 0.0);
        row("shoulder in front", kLeftArm, kLeftForeArm, 0.0, 0.0, 1.0);
        row("shoulder back by 60", kLeftArm, kLeftForeArm, c(60), 0.0, -s(60));
        row("elbow bent by 90", kLeftForeArm, kLeftHand, 0.0, 0.0, 1.0);
        row("elbow bent by 145", kLeftForeArm, kLeftHand, c(145), 0.0, s(145));
        row("hip bent by 120", kLeftUpLeg, kLeftLeg, 0.0, -c(120), s(120));
        row("hip back by 30", kLeftUpLeg, kLeftLeg, 0.0, -c(30), -s(30));
        row("hip spread by 45", kLeftUpLeg, kLeftLeg, s(45), -c(45), 0.0);
        row("hip crossed by 30", kLeftUpLeg, kLeftLeg, -s(30), -c(30), 0.0);
        row("knee bent by 135", kLeftLeg, kLeftFoot, 0.0, -c(135), -s(135));
        row("neck bent forward by 45", kNeck, kHead, 0.0, c(45), s(45));
        row("neck bent aside by 45", kNeck, kHead, s(45), c(45), 0.0);
        row("neck bent aside by -45", kNeck, kHead, -s(45), c(45), 0.0);
        // Two joints share the angle; what is above has all of it.
        row("spine bent forward by 80", kSpine, kSpine1, 0.0, c(40), s(40));
    }
    void bonesPointWhereTheNameSays() {
        QFETCH(const QByteArray, name);
        QFETCH(const unsigned, joint);
        QFETCH(const unsigned, tip);
        QFETCH(const QVector<double>, expected);
        const Posed posed;
        const auto pose = posed.model(name, joint);
        QVERIFY(!pose.empty());
        QCOMPARE_LE(test::maxAbsDiff(direction(pose, joint, tip),
                                     glm::dvec3(expected[0], expected[1], expected[2])),
                    kDirectionTolerance);
        // The joint stays where it was, and bones keep their lengths.
        QCOMPARE_LE(test::maxAbsDiff(pose[joint].translation, posed.rest()[joint].translation),
                    1e-6);
        for (std::size_t i = 1; i < pose.size(); ++i) {
            const auto parent = body()->joints()[i].parent.value();
            QCOMPARE_LE(
                test::maxAbsDiff(
                    glm::length(pose[i].translation - pose[parent].translation),
                    glm::length(posed.rest()[i].translation - posed.rest()[parent].translation)),
                1e-5);
        }
    }

    void theWholeSpineTurnsByTheAngle() {
        const Posed posed;
        const auto pose = posed.model("spine bent forward by 80", kSpine);
        const double radians = glm::radians(80.0);
        QCOMPARE_LE(test::maxAbsDiff(direction(pose, kSpine1, kNeck),
                                     glm::dvec3(0.0, std::cos(radians), std::sin(radians))),
                    kDirectionTolerance);
        QCOMPARE_LE(test::maxAbsDiff(direction(pose, kNeck, kHead),
                                     glm::dvec3(0.0, std::cos(radians), std::sin(radians))),
                    kDirectionTolerance);
        // The legs do not follow the spine.
        QCOMPARE_LE(test::maxAbsDiff(pose[kLeftFoot], posed.rest()[kLeftFoot]), 1e-6);
    }

    void twistsKeepTheBoneAndTurnTheRest() {
        const Posed posed;
        const auto pose = posed.model("elbow twisted by 80", kLeftForeArm);
        QCOMPARE_LE(
            test::maxAbsDiff(pose[kLeftHand].translation, posed.rest()[kLeftHand].translation),
            1e-6);
        const double radians = glm::radians(80.0);
        QCOMPARE_LE(test::maxAbsDiff(direction(pose, kLeftForeArm, kLeftTwist),
                                     glm::dvec3(0.0, std::cos(radians), std::sin(radians))),
                    kDirectionTolerance);
    }

    void theRightSideIsTheMirrorOfTheLeft() {
        const Posed posed;
        for (const char* name : {"shoulder raised", "shoulder in front", "shoulder back by 60"}) {
            const glm::dvec3 left = direction(posed.model(name, kLeftArm), kLeftArm, kLeftForeArm);
            const glm::dvec3 right =
                direction(posed.model(name, kRightArm), kRightArm, kRightForeArm);
            QCOMPARE_LE(test::maxAbsDiff(glm::dvec3(-left.x, left.y, left.z), right),
                        kDirectionTolerance);
        }
    }

    void bendsAlongTheBoneFindAnotherWay() {
        // An upright bone cannot bend up, and one in front cannot bend to the front.
        const Posed posed(
            {{JointIndex(kNeck), JointClass::Any}, {JointIndex(kNeck), JointClass::Wrist}});
        QCOMPARE(posed.poses().size(), std::size_t{13});
        for (const MotionPose& pose : posed.poses()) {
            QCOMPARE_LE(test::maxAbsDiff(glm::determinant(pose.turns[0].rotation), 1.0), 1e-9);
            QVERIFY(test::maxAbsDiff(pose.turns[0].rotation, glm::dmat3(1.0)) > 0.5);
        }
    }

    void fingersBendTowardsThePalm_data() {
        QTest::addColumn<double>("side");
        QTest::addColumn<int>("turn");
        QTest::newRow("left, palm below") << 1.0 << 0;
        QTest::newRow("right, palm below") << -1.0 << 0;
        QTest::newRow("left, hanging down") << 1.0 << 1;
        QTest::newRow("right, hanging down") << -1.0 << 1;
    }
    void fingersBendTowardsThePalm() {
        QFETCH(const double, side);
        QFETCH(const int, turn);
        // Palm down, fingers outwards, thumb in front; or turned about z, so that the fingers point
        // down and the palm inwards.
        const auto placed = [&](double out, double up, double front) {
            return turn == 0 ? glm::vec3(side * out, up, front) : glm::vec3(side * up, -out, front);
        };
        test::SceneBuilder builder;
        const JointIndex body = builder.joint("body");
        const JointIndex hand = builder.joint(
            "hand", body, test::moved(glm::vec3(static_cast<float>(side), 0.0f, 0.0f)));
        std::vector<diagnose::ClassifiedJoint> joints;
        const auto add = [&](JointIndex parent, const glm::vec3& offset) {
            const JointIndex joint = builder.joint("finger", parent, test::moved(offset));
            joints.push_back({joint, JointClass::Finger});
            return joint;
        };
        const JointIndex thumb = add(hand, placed(0.03, 0.0, 0.04));
        const JointIndex thumbTip = add(thumb, placed(0.03, 0.0, 0.01));
        const JointIndex index = add(hand, placed(0.1, 0.0, 0.02));
        const JointIndex indexTip = add(index, placed(0.04, 0.0, 0.0));
        add(add(hand, placed(0.1, 0.0, -0.02)), placed(0.04, 0.0, 0.0));
        const auto skeleton = builder.build().skeleton;
        const auto rest = test::modelRestPose(*skeleton);
        const auto poses = diagnose::makeMotionPoses(*skeleton, rest, joints);
        // All fingers of a hand together, by two angles.
        QCOMPARE(poses.size(), std::size_t(2));
        QCOMPARE(poses[1].name, std::string("finger bent by 80"));
        QCOMPARE(poses[1].turns.size(), joints.size());
        std::vector<math::Affine> posed(rest.size());
        diagnose::applyMotionPose(*skeleton, rest, poses[1], posed);
        const double angle = glm::radians(80.0);
        const glm::dvec3 expected(placed(std::cos(angle), -std::sin(angle), 0.0));
        QCOMPARE_LE(test::maxAbsDiff(direction(posed, index.value(), indexTip.value()), expected),
                    kDirectionTolerance);
        // The thumb by half, to the same side.
        const glm::dvec3 before = direction(rest, thumb.value(), thumbTip.value());
        const glm::dvec3 after = direction(posed, thumb.value(), thumbTip.value());
        QCOMPARE_LE(test::maxAbsDiff(glm::degrees(std::acos(glm::dot(before, after))), 40.0), 1e-3);
        QVERIFY(glm::dot(after, glm::dvec3(placed(0.0, -1.0, 0.0))) > 0.6);
    }

    void isCalmAboutNothing() {
        QVERIFY(Posed(std::vector<diagnose::ClassifiedJoint>()).poses().empty());
    }
};

QTEST_GUILESS_MAIN(TstMotionPose)
#include "tst_motion_pose.moc"
