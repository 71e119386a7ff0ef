// SPDX-License-Identifier: Apache-2.0
// Inertial transitions: the quintic against its boundary conditions, and poses at both ends.
#include <sartor/pose/inertial_blend.h>

#include <QtTest>

#include <support/compare.h>
#include <support/pose_compare.h>

#include <array>
#include <limits>
#include <vector>

using namespace sartor;
using namespace sartor::pose;
using namespace sartor::test;

namespace {

using Pose = std::vector<math::Transform>;

// Coefficients of the quintic with given value, velocity and acceleration at 0, and zeros at `end`,
// by elimination: the textbook way, without the factored form.
std::array<double, 6> solveQuintic(double value, double velocity, double acceleration, double end) {
    double rows[3][4];
    for (int derivative = 0; derivative < 3; ++derivative) {
        // The sum over k of c_k k! / (k - d)! end^(k - d), of which the first three are known.
        const auto term = [&](int k) {
            double factor = 1.0;
            for (int i = 0; i < derivative; ++i) {
                factor *= k - i;
            }
            return k < derivative ? 0.0 : factor * std::pow(end, k - derivative);
        };
        for (int k = 3; k < 6; ++k) {
            rows[derivative][k - 3] = term(k);
        }
        rows[derivative][3] =
            -(value * term(0) + velocity * term(1) + acceleration / 2.0 * term(2));
    }
    for (int pivot = 0; pivot < 3; ++pivot) {
        for (int row = 0; row < 3; ++row) {
            if (row != pivot) {
                const double factor = rows[row][pivot] / rows[pivot][pivot];
                for (int column = 0; column < 4; ++column) {
                    rows[row][column] -= factor * rows[pivot][column];
                }
            }
        }
    }
    return {value,
            velocity,
            acceleration / 2.0,
            rows[0][3] / rows[0][0],
            rows[1][3] / rows[1][1],
            rows[2][3] / rows[2][2]};
}

double evaluate(const std::array<double, 6>& coefficients, double time) {
    double value = 0.0;
    for (std::size_t k = 6; k-- > 0;) {
        value = value * time + coefficients[k];
    }
    return value;
}

glm::quat aboutZ(double degrees) {
    return glm::quat(glm::angleAxis(glm::radians(degrees), glm::dvec3(0.0, 0.0, 1.0)));
}

double degreesAboutZ(const glm::quat& rotation) {
    const double degrees = glm::degrees(
        2.0 * std::atan2(static_cast<double>(rotation.z), static_cast<double>(rotation.w)));
    return std::remainder(degrees, 360.0);
}

// One joint that turned at `speed` degrees a second and was at `last` when the target stood still
// at 0.
struct TurningJoint {
    TurningJoint(double last, double speed, double step) {
        const math::Transform target;
        math::Transform pose;
        pose.rotation = aboutZ(last);
        computeInertialOffsets(std::span(&pose, 1), std::span(&target, 1), std::span(&offset, 1));
        pose.rotation = aboutZ(last - speed * step);
        computeInertialOffsets(
            std::span(&pose, 1), std::span(&target, 1), std::span(&offsetBefore, 1));
        secondsBetween = step;
    }

    math::Transform at(double elapsed, double duration) const {
        math::Transform joint;
        applyInertialOffsets({.last = std::span(&offset, 1),
                              .beforeLast = std::span(&offsetBefore, 1),
                              .secondsBetween = secondsBetween,
                              .duration = duration,
                              .elapsed = elapsed},
                             std::span(&joint, 1));
        return joint;
    }

    math::Transform offset;
    math::Transform offsetBefore;
    double secondsBetween = 0.0;
};

} // namespace

class TstInertialBlend : public QObject {
    Q_OBJECT

private slots:
    void isTheQuinticOfItsBoundaryConditions_data();
    void isTheQuinticOfItsBoundaryConditions();
    void neverGrowsAndNeverChangesSign();
    void beginsWithTheVelocity();
    void endsExactly();
    void offsetsThatAreNoneStayNone();
    void beginsWithTheLastPose();
    void endsWithTheTargetBitForBit();
    void turnsOnAtItsSpeed();
    void turnsTheShorterWayForAnySign();
    void withoutVelocityItEasesOut();
    void offsetsOfEqualPosesChangeNothing();
    void decaysMorphWeights();
};

void TstInertialBlend::isTheQuinticOfItsBoundaryConditions_data() {
    QTest::addColumn<double>("offset");
    QTest::addColumn<double>("velocity");
    QTest::addColumn<double>("duration");
    for (const double offset : {0.3, 2.0}) {
        for (const double velocity : {0.0, -0.5, -2.0, -4.0, -30.0, 3.0}) {
            for (const double duration : {0.25, 1.0}) {
                QTest::addRow("offset %g, velocity %g, duration %g", offset, velocity, duration)
                    << offset << velocity << duration;
            }
        }
    }
}

void TstInertialBlend::isTheQuinticOfItsBoundaryConditions() {
    QFETCH(double, offset);
    QFETCH(double, velocity);
    QFETCH(double, duration);
    // As the source has it: velocity towards zero alone, an end that such a velocity can wait for,
    // and an acceleration against overshooting.
    const double start = velocity > 0.0 ? 0.0 : velocity;
    const double end = start < 0.0 ? std::min(duration, -5.0 * offset / start) : duration;
    const double acceleration = std::max(0.0, (-8.0 * start * end - 20.0 * offset) / (end * end));
    const auto quintic = solveQuintic(offset, start, acceleration, end);
    for (int i = 0; i <= 200; ++i) {
        const double elapsed = duration * 1.1 * i / 200.0;
        const double expected = elapsed < end ? evaluate(quintic, elapsed) : 0.0;
        QCOMPARE_LE(maxAbsDiff(decayedOffset(offset, velocity, duration, elapsed), expected),
                    1e-12 * std::max(1.0, offset));
    }
}

void TstInertialBlend::neverGrowsAndNeverChangesSign() {
    for (double velocity = -200.0; velocity < 20.0; velocity += 0.37) {
        double before = 1.5;
        for (int i = 0; i <= 3000; ++i) {
            const double value = decayedOffset(1.5, velocity, 0.4, 0.4 * i / 3000.0);
            QVERIFY(value >= 0.0);
            QCOMPARE_LE(value, before * (1.0 + 1e-15));
            before = value;
        }
    }
}

void TstInertialBlend::beginsWithTheVelocity() {
    constexpr double kStep = 1e-6;
    for (const double velocity : {0.0, -1.0, -5.0, -20.0}) {
        const double measured = (decayedOffset(1.0, velocity, 0.5, kStep) - 1.0) / kStep;
        // Half of the acceleration, at most 20 / 0.25^2, times the step.
        QCOMPARE_LE(maxAbsDiff(measured, velocity), 1e-3);
    }
}

void TstInertialBlend::endsExactly() {
    QCOMPARE(decayedOffset(1.0, 0.0, 0.5, 0.5), 0.0);
    QCOMPARE(decayedOffset(1.0, -100.0, 0.5, 0.05), 0.0);
    QVERIFY(decayedOffset(1.0, -100.0, 0.5, 0.0499) > 0.0);
    QCOMPARE(decayedOffset(1.0, 0.0, 0.0, 0.0), 0.0);
    QCOMPARE(decayedOffset(1.0, 0.0, -1.0, 0.0), 0.0);
    QCOMPARE(decayedOffset(1.0, 0.0, 0.5, 1e300), 0.0);
    QCOMPARE(decayedOffset(1.0, 0.0, 0.5, 0.0), 1.0);
}

void TstInertialBlend::offsetsThatAreNoneStayNone() {
    QCOMPARE(decayedOffset(0.0, -1.0, 0.5, 0.1), 0.0);
    QCOMPARE(decayedOffset(-1.0, -1.0, 0.5, 0.1), 0.0);
    QCOMPARE(decayedOffset(std::numeric_limits<double>::quiet_NaN(), 0.0, 0.5, 0.1), 0.0);
}

void TstInertialBlend::beginsWithTheLastPose() {
    Random random(1);
    const Pose last = randomPose(random, 50);
    const Pose beforeLast = randomPose(random, 50);
    Pose pose = randomPose(random, 50);
    Pose offsets(50);
    Pose offsetsBefore(50);
    computeInertialOffsets(last, pose, offsets);
    computeInertialOffsets(beforeLast, pose, offsetsBefore);
    applyInertialOffsets({offsets, offsetsBefore, 1.0 / 60.0, 0.3, 0.0}, pose);
    for (std::size_t i = 0; i < pose.size(); ++i) {
        QCOMPARE_LE(maxAbsDiff(pose[i].translation, last[i].translation), 1e-6);
        QCOMPARE_LE(maxAbsDiff(pose[i].rotation, last[i].rotation), 1e-6);
        QCOMPARE_LE(maxAbsDiff(pose[i].scale, last[i].scale), 1e-6);
    }
}

void TstInertialBlend::endsWithTheTargetBitForBit() {
    Random random(2);
    const Pose target = randomPose(random, 20);
    const Pose last = randomPose(random, 20);
    Pose offsets(20);
    computeInertialOffsets(last, target, offsets);
    Pose pose = target;
    applyInertialOffsets({offsets, {}, 0.0, 0.3, 0.3}, pose);
    QVERIFY(isSameBits(pose, target));
    // A joint that came fast is there before the others.
    const TurningJoint fast(10.0, -1000.0, 0.01);
    QVERIFY(isSameBits(fast.at(0.06, 1.0), math::Transform()));
    QVERIFY(!isSameBits(fast.at(0.04, 1.0), math::Transform()));
}

void TstInertialBlend::turnsOnAtItsSpeed() {
    // Turning back to 0 from 30 degrees at 60 degrees a second: the angle is the scalar quintic.
    const TurningJoint joint(30.0, -60.0, 0.02);
    for (const double elapsed : {0.0, 0.01, 0.1, 0.25, 0.39}) {
        const double expected =
            glm::degrees(decayedOffset(glm::radians(30.0), glm::radians(-60.0), 0.4, elapsed));
        QCOMPARE_LE(maxAbsDiff(degreesAboutZ(joint.at(elapsed, 0.4).rotation), expected), 1e-4);
    }
}

void TstInertialBlend::turnsTheShorterWayForAnySign() {
    TurningJoint joint(-150.0, 90.0, 0.02);
    const double expected = degreesAboutZ(joint.at(0.1, 0.4).rotation);
    QVERIFY(expected < 0.0 && expected > -150.0);
    joint.offset.rotation = -joint.offset.rotation;
    QCOMPARE_LE(maxAbsDiff(degreesAboutZ(joint.at(0.1, 0.4).rotation), expected), 1e-4);
    joint.offsetBefore.rotation = -joint.offsetBefore.rotation;
    QCOMPARE_LE(maxAbsDiff(degreesAboutZ(joint.at(0.1, 0.4).rotation), expected), 1e-4);
    // Past half a turn within the two poses: -179 was 179 before, two degrees of movement away
    // from 0, which counts as none.
    const TurningJoint over(-179.0, 100.0, 0.02);
    const double still = glm::degrees(decayedOffset(glm::radians(179.0), 0.0, 0.4, 0.1));
    const TurningJoint away(-179.0, -100.0, 0.02);
    QCOMPARE_LE(maxAbsDiff(degreesAboutZ(away.at(0.1, 0.4).rotation), -still), 1e-3);
    QVERIFY(degreesAboutZ(over.at(0.1, 0.4).rotation) > -still + 1.0);
}

void TstInertialBlend::withoutVelocityItEasesOut() {
    // Closed form: 1 - smootherstep.
    Random random(3);
    const Pose target = randomPose(random, 5);
    const Pose last = randomPose(random, 5);
    Pose offsets(5);
    computeInertialOffsets(last, target, offsets);
    for (const double s : {0.1, 0.5, 0.8}) {
        Pose pose = target;
        applyInertialOffsets({offsets, {}, 0.0, 2.0, 2.0 * s}, pose);
        const double left = 1.0 - s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
        for (std::size_t i = 0; i < pose.size(); ++i) {
            const glm::dvec3 from(last[i].translation);
            const glm::dvec3 to(target[i].translation);
            QCOMPARE_LE(maxAbsDiff(pose[i].translation, to + (from - to) * left), 1e-6);
            const glm::vec3 scale =
                target[i].scale + (last[i].scale - target[i].scale) * static_cast<float>(left);
            QCOMPARE_LE(maxAbsDiff(pose[i].scale, scale), 1e-6);
            QCOMPARE_LE(maxAbsDiff(math::slerpShortest(target[i].rotation,
                                                       last[i].rotation,
                                                       static_cast<float>(left)),
                                   pose[i].rotation),
                        2e-6);
        }
    }
}

void TstInertialBlend::offsetsOfEqualPosesChangeNothing() {
    Random random(4);
    const Pose target = randomPose(random, 10);
    Pose offsets(10);
    computeInertialOffsets(target, target, offsets);
    Pose pose = target;
    applyInertialOffsets({offsets, offsets, 0.01, 0.3, 0.1}, pose);
    for (std::size_t i = 0; i < pose.size(); ++i) {
        QVERIFY(pose[i].translation == target[i].translation);
        QVERIFY(pose[i].scale == target[i].scale);
        QCOMPARE_LE(maxAbsDiff(pose[i].rotation, target[i].rotation), 1e-6);
    }
}

void TstInertialBlend::decaysMorphWeights() {
    const std::vector<float> last{0.5f, -0.5f, 0.0f, 0.25f};
    const std::vector<float> before{0.6f, -0.6f, 1.0f, 0.0f};
    std::vector<float> weights{0.1f, 0.2f, 0.3f, 0.4f};
    applyInertialOffsets({last, before, 0.1, 0.5, 0.2}, weights);
    const double moved = decayedOffset(0.5, -1.0, 0.5, 0.2);
    const double still = decayedOffset(0.25, 0.0, 0.5, 0.2);
    // The velocities are differences of floats.
    QCOMPARE_LE(maxAbsDiff(static_cast<double>(weights[0]), 0.1 + moved), 1e-6);
    QCOMPARE_LE(maxAbsDiff(static_cast<double>(weights[1]), 0.2 - moved), 1e-6);
    QCOMPARE(weights[2], 0.3f);
    QCOMPARE_LE(maxAbsDiff(static_cast<double>(weights[3]), 0.4 + still), 1e-6);
    applyInertialOffsets({last, {}, 0.1, 0.5, 0.5}, weights);
    QCOMPARE(weights[2], 0.3f);
}

QTEST_GUILESS_MAIN(TstInertialBlend)
#include "tst_inertial_blend.moc"
