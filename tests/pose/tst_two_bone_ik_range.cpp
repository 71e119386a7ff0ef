// SPDX-License-Identifier: Apache-2.0
// How far two bones go: softening, stretch, and limits of the flexion.
#include "two_bone_ik_cases.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::pose;
using namespace sartor::test;

class TstTwoBoneIkRange : public QObject {
    Q_OBJECT

private slots:
    void softeningApproachesFullExtension();
    void stretchReachesFartherByTheSameFactor();
    void stretchAndSofteningMeetTheTarget();
    void flexionStaysInItsLimits();
};

void TstTwoBoneIkRange::softeningApproachesFullExtension() {
    const glm::dvec3 root(0, 2, 0);
    double before = 0.0;
    double slopeBefore = 1.0;
    for (int i = 100; i <= 400; ++i) {
        const double distance = 0.01 * i;
        test::IkRig rig = test::straightRig(noParents(), {1, 1});
        TwoBoneIkInput input = towards(root + glm::dvec3(0, -distance, 0), {0, 2, 10});
        input.soften = 0.9f;
        const IkFlags flags = solve(rig, input);
        const double extent = glm::distance(rig.position(2), root);
        const double expected =
            distance <= 1.8 ? distance : 1.8 + 0.2 * (1.0 - std::exp(-(distance - 1.8) / 0.2));
        QCOMPARE_LE(test::maxAbsDiff(extent, expected), 2e-6);
        QCOMPARE(flags.isReached, distance < 1.81 - 1e-6 || expected > distance - 2e-4);
        QCOMPARE(flags.isUnreachable, distance > 2.0 + 1e-5);
        if (i > 100) {
            // Never faster than the target, never faster than before: no jolt.
            const double slope = (extent - before) / 0.01;
            QCOMPARE_LE(slope, slopeBefore + 1e-3);
            QCOMPARE_GE(slope, -1e-3);
            slopeBefore = slope;
        }
        before = extent;
    }
}

void TstTwoBoneIkRange::stretchReachesFartherByTheSameFactor() {
    test::Random random(21);
    for (int i = 0; i < 50; ++i) {
        test::IkRig rig = test::randomRig(parentKind("scaled"), random, 2);
        const std::vector<math::Transform> before = rig.parentFromJoint;
        const glm::dvec3 root = rig.position(0);
        const double length = rig.length();
        const double factor = static_cast<double>(random.uniform(0.9f, 1.8f));
        TwoBoneIkInput input = towards(root + factor * length * test::randomDirection(random),
                                       root + test::randomDirection(random));
        input.maximumStretch = 1.5f;
        const IkFlags flags = solve(rig, input);
        const double expected = std::clamp(factor, 1.0, 1.5);
        QCOMPARE(
            flags,
            (IkFlags{.isReached = factor <= 1.5 + 1e-4, .isUnreachable = factor > 1.5 + 1e-5}));
        for (std::size_t bone = 1; bone < 3; ++bone) {
            const glm::vec3 translation = before[rig.chain[bone].value()].translation;
            QCOMPARE_LE(test::maxAbsDiff(glm::dvec3(rig.local(bone).translation),
                                         glm::dvec3(translation) * expected),
                        1e-5);
        }
        if (factor < 0.99) {
            QVERIFY(test::hasSameBones(rig.parentFromJoint, before));
        }
        QVERIFY(rig.local(0).translation == before[rig.chain[0].value()].translation);
        QCOMPARE_LE(test::modelError(rig), 1e-5);
    }
}

void TstTwoBoneIkRange::stretchAndSofteningMeetTheTarget() {
    for (const double distance : {1.5, 1.85, 1.95, 2.0, 2.2}) {
        test::IkRig rig = test::straightRig(noParents(), {1, 1});
        TwoBoneIkInput input = towards({0, 2 - distance, 0}, {0, 2, 10});
        input.soften = 0.9f;
        input.maximumStretch = 1.3f;
        QCOMPARE(solve(rig, input), IkFlags{.isReached = true});
        QCOMPARE_LE(test::maxAbsDiff(rig.position(2), glm::dvec3(input.targetModel)), 1e-5);
        const double soft =
            distance <= 1.8 ? distance : 1.8 + 0.2 * (1.0 - std::exp(-(distance - 1.8) / 0.2));
        QCOMPARE_LE(
            test::maxAbsDiff(glm::distance(rig.position(0), rig.position(1)), distance / soft),
            1e-5);
    }
}

void TstTwoBoneIkRange::flexionStaysInItsLimits() {
    test::Random random(22);
    int limited = 0;
    for (int i = 0; i < 500; ++i) {
        test::IkRig rig = test::randomRig(parentKind("mirrored"), random, 2);
        const std::vector<glm::dvec3> start = rig.positions();
        const double upper = glm::distance(start[0], start[1]);
        const double lower = glm::distance(start[1], start[2]);
        const double low = static_cast<double>(random.uniform(5, 80));
        const double high = low + static_cast<double>(random.uniform(1, 90));
        const double distance = static_cast<double>(random.uniform(0.05f, 1.2f)) * (upper + lower);
        const glm::dvec3 line = test::randomDirection(random);
        TwoBoneIkInput input =
            towards(start[0] + distance * line, start[0] + test::randomDirection(random));
        input.flexionMinimum = static_cast<float>(glm::radians(low));
        input.flexionMaximum = static_cast<float>(glm::radians(high));
        const IkFlags flags = solve(rig, input);
        const auto spanOf = [&](double degrees) {
            return std::sqrt(upper * upper + lower * lower +
                             2 * upper * lower * std::cos(glm::radians(degrees)));
        };
        QCOMPARE_GE(flexionDegrees(rig), low - 1e-3);
        QCOMPARE_LE(flexionDegrees(rig), high + 1e-3);
        const double extent = std::clamp(distance, spanOf(high), spanOf(low));
        QCOMPARE_LE(test::maxAbsDiff(rig.position(2), start[0] + extent * line), 1e-4);
        const bool isFree = std::abs(extent - distance) < 1e-9;
        QCOMPARE(flags.isReached, isFree);
        QCOMPARE(flags.isLimited, !isFree);
        QCOMPARE(flags.isUnreachable,
                 distance > upper + lower || distance < std::abs(upper - lower));
        limited += flags.isLimited ? 1 : 0;
    }
    QVERIFY(limited > 100 && limited < 480);
}

QTEST_GUILESS_MAIN(TstTwoBoneIkRange)
#include "tst_two_bone_ik_range.moc"
