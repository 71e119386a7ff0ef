// SPDX-License-Identifier: Apache-2.0
// Limits of swing and twist about the rest pose.
#include <sartor/pose/joint_limit.h>

#include <QtTest>

#include <glm/gtc/constants.hpp>

#include <support/ik_fixture.h>

#include <limits>

using namespace sartor;
using namespace sartor::pose;

namespace {

constexpr double kPi = glm::pi<double>();
constexpr double kLimitTolerance = 1e-6; // radians: what a rotation in floats holds

/// A joint whose rest rotation and bone are both at an angle.
std::shared_ptr<const assets::Skeleton> makeSkeleton() {
    assets::Joint joint{"shoulder", {}, {}, 0};
    joint.parentFromJointRest.rotation = glm::normalize(glm::quat(0.5f, 0.1f, -0.7f, 0.2f));
    assets::Joint next{"elbow", JointIndex(0), {}, 1};
    next.parentFromJointRest.translation = glm::vec3(0.2f, -0.9f, 0.3f);
    return test::require(assets::Skeleton::create({joint, next}));
}

Result<RotationLimit> makeLimit(const JointLimit& limit) {
    static const auto skeleton = makeSkeleton();
    return RotationLimit::create(*skeleton, JointIndex(0), JointIndex(1), limit);
}

/// Swing and twist from where they take the bone and a vector across it: no quaternion is split.
struct Measured {
    double swing = 0.0;
    double alongAxis = 0.0; ///< the swing as a vector along its axis, two parts
    double acrossAxis = 0.0;
    double twist = 0.0;
};

Measured measure(const RotationLimit& limit, const glm::dquat& parentFromJoint) {
    const glm::dmat3 turn =
        glm::transpose(glm::mat3_cast(limit.restRotation())) * glm::mat3_cast(parentFromJoint);
    const glm::dvec3 bone = limit.bone();
    const glm::dvec3 turned = turn * bone;
    Measured measured;
    const glm::dvec3 normal = glm::cross(bone, turned);
    measured.swing = std::atan2(glm::length(normal), glm::dot(bone, turned));
    const glm::dvec3 axis = glm::length(normal) > 0.0 ? glm::normalize(normal) : limit.axis();
    measured.alongAxis = measured.swing * glm::dot(axis, limit.axis());
    measured.acrossAxis = measured.swing * glm::dot(axis, limit.axisAcross());
    // The swing's axis itself is turned by the twist alone, seen before the swing.
    const double c = std::cos(measured.swing);
    const double s = std::sin(measured.swing);
    const glm::dvec3 vector = turn * limit.axis();
    const glm::dvec3 back =
        vector * c - glm::cross(axis, vector) * s + axis * glm::dot(axis, vector) * (1.0 - c);
    measured.twist = std::atan2(glm::dot(back, limit.axisAcross()), glm::dot(back, limit.axis()));
    return measured;
}

} // namespace

class TstJointLimit : public QObject {
    Q_OBJECT

private slots:
    void rejectsAnglesOutOfRange_data();
    void rejectsAnglesOutOfRange();
    void anglesAreThoseOfTheBone();
    void rotationsWithinStayAsTheyAre();
    void coneAndTwistHold();
    void ellipseHoldsAndTakesTheNearestSwing();
    void hingeTurnsAboutItsAxisAlone();
    void twistTakesTheNearerEnd();
    void halfATurnStaysFinite();
};

void TstJointLimit::rejectsAnglesOutOfRange_data() {
    QTest::addColumn<int>("row");
    QTest::addColumn<QString>("message");
    const QString swing = "limit of joint 'shoulder': expected swings from 0 to 180 degrees";
    const QString twist =
        "limit of joint 'shoulder': expected a twist from -180..0 to 0..180 degrees";
    const QString axis = "limit of joint 'shoulder': expected an axis that is not along the bone";
    QTest::newRow("swing below") << 0 << swing;
    QTest::newRow("swing above") << 1 << swing;
    QTest::newRow("swing across NaN") << 2 << swing;
    QTest::newRow("twist minimum above 0") << 3 << twist;
    QTest::newRow("twist maximum below 0") << 4 << twist;
    QTest::newRow("twist minimum infinite") << 5 << twist;
    QTest::newRow("axis along the bone") << 6 << axis;
    QTest::newRow("axis NaN") << 7 << axis;
}

void TstJointLimit::rejectsAnglesOutOfRange() {
    QFETCH(const int, row);
    QFETCH(const QString, message);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const JointLimit limits[] = {{.swing = -0.01f},
                                 {.swing = 3.2f},
                                 {.swingAcross = nan},
                                 {.twistMinimum = 0.1f},
                                 {.twistMaximum = -0.1f},
                                 {.twistMinimum = -std::numeric_limits<float>::infinity()},
                                 {.axisJoint = glm::vec3(-0.2f, 0.9f, -0.3f)},
                                 {.axisJoint = glm::vec3(nan, 0, 0)}};
    const Result<RotationLimit> limit = makeLimit(limits[row]);
    QVERIFY(!limit);
    QCOMPARE(limit.error().code.c_str(), "ik.limit");
    QCOMPARE(QString::fromStdString(limit.error().message), message);
}

void TstJointLimit::anglesAreThoseOfTheBone() {
    const RotationLimit limit = test::require(makeLimit({.axisJoint = glm::vec3(1, 0, 0)}));
    test::Random random(31);
    for (int i = 0; i < 500; ++i) {
        const glm::dquat rotation(random.rotation());
        const RotationLimit::Angles angles = limit.anglesOf(rotation);
        const Measured measured = measure(limit, rotation);
        QCOMPARE_LE(test::maxAbsDiff(angles.swing, measured.alongAxis), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(angles.swingAcross, measured.acrossAxis), 1e-6);
        QCOMPARE_LE(std::abs(std::remainder(angles.twist - measured.twist, 2.0 * kPi)), 1e-6);
    }
}

void TstJointLimit::rotationsWithinStayAsTheyAre() {
    test::Random random(32);
    const RotationLimit free = test::require(makeLimit({}));
    const RotationLimit narrow = test::require(makeLimit(
        {.swing = 0.5f, .swingAcross = 0.3f, .twistMinimum = -0.2f, .twistMaximum = 0.4f}));
    int within = 0;
    for (int i = 0; i < 500; ++i) {
        const glm::dquat any(random.rotation());
        QVERIFY(free.apply(any) == any);
        const glm::dvec3 axis = test::randomDirection(random);
        const glm::dquat near = narrow.restRotation() *
                                glm::angleAxis(static_cast<double>(random.uniform(0, 0.5f)), axis);
        const Measured measured = measure(narrow, near);
        const bool isWithin =
            std::hypot(measured.alongAxis / 0.5, measured.acrossAxis / 0.3) < 1.0 &&
            measured.twist > -0.2 && measured.twist < 0.4;
        QCOMPARE(narrow.apply(near) == near, isWithin);
        within += isWithin ? 1 : 0;
    }
    QVERIFY(within > 50 && within < 450);
}

void TstJointLimit::coneAndTwistHold() {
    const double swing = 0.6;
    const RotationLimit limit = test::require(makeLimit(
        {.swing = 0.6f, .swingAcross = 0.6f, .twistMinimum = -0.1f, .twistMaximum = 0.7f}));
    test::Random random(33);
    for (int i = 0; i < 500; ++i) {
        const glm::dquat rotation(random.rotation());
        const Measured before = measure(limit, rotation);
        // As a pose stores it.
        const Measured after = measure(limit, glm::dquat(glm::quat(limit.apply(rotation))));
        QCOMPARE_LE(after.swing, swing + kLimitTolerance);
        QCOMPARE_GE(after.twist, -0.1 - kLimitTolerance);
        QCOMPARE_LE(after.twist, 0.7 + kLimitTolerance);
        // A round cone keeps the direction of the swing, and all of what is allowed.
        const double factor = std::min(1.0, swing / before.swing);
        QCOMPARE_LE(test::maxAbsDiff(after.alongAxis, before.alongAxis * factor), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(after.acrossAxis, before.acrossAxis * factor), 1e-6);
    }
}

void TstJointLimit::ellipseHoldsAndTakesTheNearestSwing() {
    const RotationLimit limit = test::require(
        makeLimit({.swing = 0.9f, .swingAcross = 0.25f, .axisJoint = glm::vec3(0, 0, 2)}));
    test::Random random(34);
    for (int i = 0; i < 300; ++i) {
        const glm::dquat rotation(random.rotation());
        const Measured before = measure(limit, rotation);
        const Measured after = measure(limit, limit.apply(rotation));
        const double outside = std::hypot(before.alongAxis / 0.9, before.acrossAxis / 0.25);
        QCOMPARE_LE(std::hypot(after.alongAxis / 0.9, after.acrossAxis / 0.25), 1.0 + 1e-6);
        if (outside <= 1.0) {
            continue;
        }
        // No point of the ellipse is nearer than the one that came out.
        const double distance =
            std::hypot(after.alongAxis - before.alongAxis, after.acrossAxis - before.acrossAxis);
        for (int step = 0; step < 720; ++step) {
            const double angle = step * kPi / 360.0;
            QCOMPARE_LE(distance,
                        std::hypot(0.9 * std::cos(angle) - before.alongAxis,
                                   0.25 * std::sin(angle) - before.acrossAxis) +
                            1e-6);
        }
    }
}

void TstJointLimit::hingeTurnsAboutItsAxisAlone() {
    const RotationLimit limit = test::require(makeLimit({.swing = 1.2f,
                                                         .swingAcross = 0.0f,
                                                         .axisJoint = glm::vec3(1, 0, 0),
                                                         .twistMinimum = 0.0f,
                                                         .twistMaximum = 0.0f}));
    test::Random random(35);
    for (int i = 0; i < 300; ++i) {
        const glm::dquat rotation(random.rotation());
        const Measured before = measure(limit, rotation);
        const Measured after = measure(limit, limit.apply(rotation));
        QCOMPARE_LE(std::abs(after.acrossAxis), kLimitTolerance);
        QCOMPARE_LE(std::abs(after.twist), kLimitTolerance);
        QCOMPARE_LE(test::maxAbsDiff(after.alongAxis, std::clamp(before.alongAxis, -1.2, 1.2)),
                    1e-6);
    }
}

void TstJointLimit::twistTakesTheNearerEnd() {
    const RotationLimit limit =
        test::require(makeLimit({.twistMinimum = -0.5f, .twistMaximum = 1.0f}));
    const auto twistAfter = [&](double angle) {
        return measure(limit,
                       limit.apply(limit.restRotation() * glm::angleAxis(angle, limit.bone())))
            .twist;
    };
    QCOMPARE_LE(test::maxAbsDiff(twistAfter(0.8), 0.8), 1e-9);
    QCOMPARE_LE(test::maxAbsDiff(twistAfter(2.0), 1.0), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(twistAfter(-2.0), -0.5), 1e-6);
    // 3.1 is 2.1 above the one end and 2.68 below the other, the long way round.
    QCOMPARE_LE(test::maxAbsDiff(twistAfter(3.1), 1.0), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(twistAfter(-2.5), -0.5), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(twistAfter(-3.0), 1.0), 1e-6); // 2.5 above, 2.28 round
    // Nearer to the upper end across the half turn.
    const RotationLimit lopsided =
        test::require(makeLimit({.twistMinimum = 0.0f, .twistMaximum = 2.0f}));
    const glm::dquat rotation = lopsided.restRotation() * glm::angleAxis(-2.5, lopsided.bone());
    QCOMPARE_LE(test::maxAbsDiff(measure(lopsided, lopsided.apply(rotation)).twist, 2.0), 1e-6);
}

void TstJointLimit::halfATurnStaysFinite() {
    const RotationLimit limit = test::require(makeLimit({.swing = 0.4f, .swingAcross = 0.4f}));
    for (const glm::dvec3& axis :
         {limit.axis(), limit.axisAcross(), glm::normalize(limit.axis() + limit.axisAcross())}) {
        const glm::dquat held = limit.apply(limit.restRotation() * glm::angleAxis(kPi, axis));
        QCOMPARE_LE(test::maxAbsDiff(measure(limit, held).swing, 0.4), 1e-6);
        QCOMPARE_LE(std::abs(measure(limit, held).twist), 1e-6);
    }
}

QTEST_GUILESS_MAIN(TstJointLimit)
#include "tst_joint_limit.moc"
