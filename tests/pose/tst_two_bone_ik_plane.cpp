// SPDX-License-Identifier: Apache-2.0
// The plane in which two bones bend: poles, hinges, twists, and what leaves none.
#include "two_bone_ik_cases.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::pose;
using namespace sartor::test;

class TstTwoBoneIkPlane : public QObject {
    Q_OBJECT

private slots:
    void scaleOfZeroIsDegenerate();
    void bonesWithoutLengthStayFinite();
    void targetOnTheRootFoldsTowardsThePole();
    void targetOnALineNeverFlipsTheKnee();
    void poleOnTheLineKeepsThePlaneOfBefore();
    void withoutAPoleThePoseKeepsItsPlane();
    void poleMayBeAJoint();
    void solvingForThePoseItselfChangesNothing();
    void kneeBendsAboutItsHinge();
    void noiseOfAStraightLegDoesNotRollIt();
    void hingeCanBeGiven();
    void twistTurnsTheKneeAboutTheLine_data() { addParentRows(); }
    void twistTurnsTheKneeAboutTheLine();
};

void TstTwoBoneIkPlane::scaleOfZeroIsDegenerate() {
    test::IkRig rig = test::straightRig(
        {"flat", {{glm::vec3(0), math::identityQuat(), glm::vec3(1, 0, 1)}}}, {1, 1});
    const std::vector<math::Transform> before = rig.parentFromJoint;
    QCOMPARE(solve(rig, towards(glm::dvec3(1, 0, 0), glm::dvec3(0, 0, 1))),
             IkFlags{.isDegenerate = true});
    QVERIFY(test::hasSameBits(rig.parentFromJoint, before));
    // A root joint scaled to nothing: the tip lies on the root.
    test::IkRig hidden = test::straightRig(noParents(), {1, 1});
    hidden.local(0).scale = glm::vec3(0);
    hidden.update();
    const IkFlags flags = solve(hidden, towards(glm::dvec3(1, 0, 0), glm::dvec3(0, 0, 1)));
    QVERIFY(flags.isDegenerate && !flags.isReached && flags.isUnreachable);
    QVERIFY(!glm::any(glm::isnan(hidden.position(2))));
}

void TstTwoBoneIkPlane::bonesWithoutLengthStayFinite() {
    const glm::dvec3 root(0, 2, 0);
    const auto check = [&](const std::vector<float>& lengths,
                           const glm::dvec3& target,
                           const glm::dvec3& tip,
                           bool isReached) {
        test::IkRig rig = test::straightRig(noParents(), lengths);
        const IkFlags flags = solve(rig, towards(target, root + glm::dvec3(0, 0, 10)));
        QCOMPARE(
            flags,
            (IkFlags{.isReached = isReached, .isUnreachable = !isReached, .isDegenerate = true}));
        QCOMPARE_LE(test::maxAbsDiff(rig.position(2), tip), 1e-6);
        QCOMPARE_LE(
            test::maxAbsDiff(glm::distance(rig.position(1), root), static_cast<double>(lengths[0])),
            1e-6);
    };
    check({1, 0}, {0, 0.5, 0}, {0, 1, 0}, false);
    check({1, 0}, {3, 2, 0}, {1, 2, 0}, false);
    check({1, 0}, {-1, 2, 0}, {-1, 2, 0}, true);
    check({0, 1}, {3, 2, 0}, {1, 2, 0}, false);
    check({0, 1}, {0, 2, 1}, {0, 2, 1}, true);
    check({0, 0}, {0, 0.5, 0}, root, false);
    check({0, 0}, root, root, true);
}

void TstTwoBoneIkPlane::targetOnTheRootFoldsTowardsThePole() {
    test::IkRig rig = test::straightRig(noParents(), {1, 1});
    const glm::dvec3 root(0, 2, 0);
    QCOMPARE(solve(rig, towards(root, root + glm::dvec3(0, 0, 10))),
             (IkFlags{.isReached = true, .isDegenerate = true}));
    QCOMPARE_LE(test::maxAbsDiff(rig.position(2), root), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(rig.position(1), root + glm::dvec3(0, 0, 1)), 1e-6);
    // Pole, target and root in one place; bones of two lengths cannot fold to nothing.
    test::IkRig other = test::straightRig(noParents(), {1, 0.5f});
    const IkFlags flags = solve(other, towards(root, root));
    QCOMPARE(flags, (IkFlags{.isUnreachable = true, .isDegenerate = true}));
    QCOMPARE_LE(test::maxAbsDiff(glm::distance(other.position(2), root), 0.5), 1e-6);
}

void TstTwoBoneIkPlane::targetOnALineNeverFlipsTheKnee() {
    test::Random random(14);
    const glm::dvec3 root(0, 2, 0);
    for (int line = 0; line < 60; ++line) {
        const glm::dvec3 pole = root + 3.0 * test::randomDirection(random);
        // Lines stay away from the half line through the pole, where there is no side.
        glm::dvec3 from;
        glm::dvec3 to;
        double nearest = 0.0;
        do {
            from = root + 1.9 * static_cast<double>(random.uniform(0.2f, 1.0f)) *
                              test::randomDirection(random);
            to = root + 1.9 * static_cast<double>(random.uniform(0.2f, 1.0f)) *
                            test::randomDirection(random);
            nearest = 1.0;
            for (int i = 0; i <= 100; ++i) {
                const glm::dvec3 target = from + (to - from) * (i / 100.0) - root;
                nearest = std::min(
                    {nearest,
                     glm::length(target),
                     glm::length(glm::cross(glm::normalize(target), glm::normalize(pole - root)))});
            }
        } while (nearest < 0.15);
        test::IkRig rig = test::straightRig(noParents(), {1, 1});
        const TwoBoneIkChain chain = chainOf(rig);
        TwoBoneIkState state;
        std::optional<glm::dvec3> before;
        std::optional<glm::quat> rotationBefore;
        constexpr int kSteps = 2000;
        for (int i = 0; i <= kSteps; ++i) {
            // The pose of every frame is the straight leg that the clip gives.
            rig.local(0).rotation = rig.local(1).rotation = math::identityQuat();
            const glm::dvec3 target = from + (to - from) * (static_cast<double>(i) / kSteps);
            const IkFlags flags = solveTwoBoneIk(
                chain, towards(target, pole), {*rig.skeleton, rig.parentFromJoint}, state);
            QCOMPARE(flags, IkFlags{.isReached = true});
            const glm::dvec3 mid = rig.position(1);
            QVERIFY(glm::dot(sideOf(mid - root, target - root),
                             sideOf(pole - root, target - root)) > 0.99);
            if (before) {
                // Steps of 2 mm; near the singular lines the knee is up to a dozen times faster.
                QCOMPARE_LE(glm::distance(mid, *before), 0.03);
                QCOMPARE_LE(test::maxAbsDiff(rig.local(0).rotation, *rotationBefore), 0.06);
            }
            before = mid;
            rotationBefore = rig.local(0).rotation;
        }
    }
}

void TstTwoBoneIkPlane::poleOnTheLineKeepsThePlaneOfBefore() {
    test::IkRig rig = test::straightRig(parentKind("rotated"), {1, 1});
    const TwoBoneIkChain chain = chainOf(rig);
    const glm::dvec3 root = rig.position(0);
    test::Random random(15);
    for (int i = 0; i < 20; ++i) {
        const glm::dvec3 line = test::randomDirection(random);
        const glm::dvec3 side = sideOf(test::randomDirection(random), line);
        TwoBoneIkState state;
        IkFlags flags =
            solveTwoBoneIk(chain, towards(root + 1.2 * line, root + 3.0 * side), rig.pose(), state);
        QCOMPARE(flags, IkFlags{.isReached = true});
        const glm::dvec3 mid = rig.position(1);
        for (const double pole : {3.0, -2.0, 0.0}) {
            flags = solveTwoBoneIk(
                chain, towards(root + 1.2 * line, root + pole * line), rig.pose(), state);
            QCOMPARE(flags, (IkFlags{.isReached = true, .isDegenerate = true}));
            QCOMPARE_LE(test::maxAbsDiff(rig.position(1), mid), 1e-5);
        }
        // Nothing to go by at all: some plane, but finite and there.
        TwoBoneIkState none;
        test::IkRig straight = test::straightRig(parentKind("rotated"), {1, 1});
        flags =
            solveTwoBoneIk(chain,
                           towards(straight.position(2) * 0.4 + root * 0.6, straight.position(2)),
                           straight.pose(),
                           none);
        QCOMPARE(flags, (IkFlags{.isReached = true, .isDegenerate = true}));
    }
}

void TstTwoBoneIkPlane::withoutAPoleThePoseKeepsItsPlane() {
    test::Random random(16);
    for (int i = 0; i < 100; ++i) {
        test::IkRig rig = test::randomRig(parentKind("mirrored"), random, 2);
        const std::vector<glm::dvec3> start = rig.positions();
        // Farther out on the line from root to tip.
        const double upper = glm::distance(start[0], start[1]);
        const double lower = glm::distance(start[1], start[2]);
        const double now = glm::distance(start[0], start[2]);
        TwoBoneIkInput input;
        input.targetModel =
            glm::vec3(start[0] + (start[2] - start[0]) / now * (0.5 * (now + upper + lower)));
        QCOMPARE(solve(rig, input), IkFlags{.isReached = true});
        const glm::dvec3 line = start[2] - start[0];
        QCOMPARE_LE(test::maxAbsDiff(sideOf(rig.position(1) - start[0], line),
                                     sideOf(start[1] - start[0], line)),
                    1e-3);
    }
}

void TstTwoBoneIkPlane::poleMayBeAJoint() {
    test::IkRig rig = test::makeRig(
        noParents(), {{glm::vec3(0, 2, 0)}, {glm::vec3(0, -1, 0)}, {glm::vec3(0, -1, 0)}});
    TwoBoneIkInput input;
    input.targetModel = glm::vec3(0, 1, 0);
    input.pole = Pole::Joint;
    input.poleJoint = JointIndex(1); // beside the root, at (0.1, 2.1, 0.1)
    QCOMPARE(solve(rig, input), IkFlags{.isReached = true});
    const double half = std::sqrt(0.75 / 2.0);
    QCOMPARE_LE(test::maxAbsDiff(rig.position(1), glm::dvec3(half, 1.5, half)), 1e-6);
}

void TstTwoBoneIkPlane::solvingForThePoseItselfChangesNothing() {
    test::Random random(17);
    for (const test::ParentKind& kind : test::parentKinds()) {
        for (int i = 0; i < 50; ++i) {
            test::IkRig rig = test::randomRig(kind, random, 2);
            // Bends of every kind, of which the clear ones are their own hinge.
            rig.local(1).rotation =
                glm::angleAxis(random.uniform(0.7f, 2.4f), glm::normalize(random.vector(-1, 1)));
            rig.update();
            const std::vector<glm::dvec3> start = rig.positions();
            const double sine = glm::length(glm::cross(glm::normalize(start[1] - start[0]),
                                                       glm::normalize(start[2] - start[1])));
            if (sine < 0.2 || flexionDegrees(rig) < 35.0) {
                continue;
            }
            const std::vector<math::Transform> before = rig.parentFromJoint;
            QCOMPARE(solve(rig, towards(start[2], start[1])),
                     (IkFlags{.isReached = true, .isApproximate = !kind.keepsAngles}));
            for (std::size_t joint = 0; joint < before.size(); ++joint) {
                QCOMPARE_LE(
                    test::maxAbsDiff(rig.parentFromJoint[joint].rotation, before[joint].rotation),
                    2e-4);
            }
        }
    }
}

void TstTwoBoneIkPlane::kneeBendsAboutItsHinge() {
    // A knee that bends about x in the rest pose keeps doing so wherever the pole is: the thigh
    // rolls instead.
    std::vector<math::Transform> bones{
        {glm::vec3(0, 2, 0)}, {glm::vec3(0, -1, 0)}, {glm::vec3(0, -1, 0)}};
    bones[1].rotation = glm::angleAxis(0.2f, glm::vec3(1, 0, 0));
    test::Random random(18);
    for (int i = 0; i < 100; ++i) {
        test::IkRig rig = test::makeRig(noParents(), bones);
        const glm::dvec3 root = rig.position(0);
        const glm::dvec3 target =
            root + static_cast<double>(random.uniform(0.3f, 1.9f)) * test::randomDirection(random);
        const IkFlags flags = solve(rig, towards(target, root + test::randomDirection(random)));
        QCOMPARE(flags, IkFlags{.isReached = true});
        const glm::quat& knee = rig.local(1).rotation;
        QCOMPARE_LE(static_cast<double>(std::max(std::abs(knee.y), std::abs(knee.z))), 1e-5);
        QVERIFY(knee.x * knee.w > 0.0f); // and to the same side
        QCOMPARE_LE(test::maxAbsDiff(degreesOf(2.0 * std::atan2(static_cast<double>(knee.x),
                                                                static_cast<double>(knee.w))),
                                     flexionDegrees(rig)),
                    0.01);
    }
}

void TstTwoBoneIkPlane::noiseOfAStraightLegDoesNotRollIt() {
    // Clips that stretch a leg, a hair over or beside full extension: the thigh must not jump.
    std::vector<math::Transform> bones{
        {glm::vec3(0, 2, 0)}, {glm::vec3(0, -1, 0)}, {glm::vec3(0, -1, 0)}};
    bones[1].rotation = glm::angleAxis(0.2f, glm::vec3(1, 0, 0));
    test::Random random(19);
    test::IkRig rig = test::makeRig(noParents(), bones);
    const TwoBoneIkChain chain = chainOf(rig);
    glm::quat before = math::identityQuat();
    TwoBoneIkState state;
    for (int i = 0; i < 400; ++i) {
        rig.local(0).rotation = math::identityQuat();
        // From 10 degrees of flexion to 10 degrees of overextension, with noise to the side.
        const float flexion = glm::radians(10.0f - 0.05f * static_cast<float>(i));
        rig.local(1).rotation = glm::angleAxis(flexion, glm::vec3(1, 0, 0)) *
                                glm::angleAxis(random.uniform(-1e-3f, 1e-3f), glm::vec3(0, 0, 1));
        const IkFlags flags = solveTwoBoneIk(chain,
                                             towards({0.2, 0.6, 0.3}, {0.5, 1, 10}),
                                             {*rig.skeleton, rig.parentFromJoint},
                                             state);
        QCOMPARE(flags, IkFlags{.isReached = true});
        if (i > 0) {
            QCOMPARE_LE(test::maxAbsDiff(rig.local(0).rotation, before), 0.06);
        }
        before = rig.local(0).rotation;
    }
    // Without a hinge in the rest pose that of the last clear bend serves.
    test::IkRig straight = test::straightRig(noParents(), {1, 1});
    TwoBoneIkState own;
    for (int i = 0; i < 100; ++i) {
        straight.local(0).rotation = math::identityQuat();
        straight.local(1).rotation = i == 0 ? glm::angleAxis(0.1f, glm::vec3(1, 0, 0))
                                            : glm::angleAxis(random.uniform(-1e-3f, 1e-3f),
                                                             glm::normalize(random.vector(-1, 1)));
        solveTwoBoneIk(chainOf(straight),
                       towards({0.2, 0.6, 0.3}, {0.5, 1, 10}),
                       {*straight.skeleton, straight.parentFromJoint},
                       own);
        if (i > 0) {
            QCOMPARE_LE(test::maxAbsDiff(straight.local(0).rotation, before), 0.01);
        }
        before = straight.local(0).rotation;
    }
}

void TstTwoBoneIkPlane::hingeCanBeGiven() {
    for (const float sign : {1.0f, -1.0f}) {
        test::IkRig rig = test::straightRig(noParents(), {1, 1});
        const TwoBoneIkChain chain = test::require(TwoBoneIkChain::create(
            *rig.skeleton, rig.chain[0], rig.chain[1], rig.chain[2], glm::vec3(3 * sign, 0, 0)));
        TwoBoneIkState state;
        QCOMPARE(solveTwoBoneIk(chain, towards({0, 1, 0}, {10, 2, 0}), rig.pose(), state),
                 IkFlags{.isReached = true});
        const glm::quat& knee = rig.local(1).rotation;
        QCOMPARE_LE(test::maxAbsDiff(glm::dvec3(knee.y, knee.z, 0), glm::dvec3(0)), 1e-6);
        // 120 degrees to the positive side of the axis.
        const glm::quat expected = glm::angleAxis(glm::radians(120.0f) * sign, glm::vec3(1, 0, 0));
        QCOMPARE_LE(test::maxAbsDiff(knee, expected), 1e-5);
    }
}

void TstTwoBoneIkPlane::twistTurnsTheKneeAboutTheLine() {
    QFETCH(const QString, parents);
    const test::ParentKind& kind = parentKind(parents);
    if (!kind.keepsAngles) {
        return; // there angles are those of the parents' space
    }
    test::Random random(20);
    for (int i = 0; i < 50; ++i) {
        test::IkRig plain = test::randomRig(kind, random, 2);
        const std::vector<glm::dvec3> start = plain.positions();
        const double upper = glm::distance(start[0], start[1]);
        const glm::dvec3 line = test::randomDirection(random);
        TwoBoneIkInput input =
            towards(start[0] + std::max(upper, glm::distance(start[1], start[2])) * line,
                    start[0] + test::randomDirection(random));
        test::IkRig turned = plain;
        solve(plain, input);
        input.twist = random.uniform(-3, 3);
        QCOMPARE(solve(turned, input), IkFlags{.isReached = true});
        const double c = std::cos(static_cast<double>(input.twist));
        const double s = std::sin(static_cast<double>(input.twist));
        const glm::dvec3 v = plain.position(1) - start[0];
        // Rodrigues' formula.
        const glm::dvec3 expected =
            v * c + glm::cross(line, v) * s + line * glm::dot(line, v) * (1 - c);
        QCOMPARE_LE(test::maxAbsDiff(turned.position(1) - start[0], expected), 1e-4);
    }
}

QTEST_GUILESS_MAIN(TstTwoBoneIkPlane)
#include "tst_two_bone_ik_plane.moc"
