// SPDX-License-Identifier: Apache-2.0
// Two bones against the law of cosines, and what no solution may ever do.
#include "two_bone_ik_cases.h"

#include <QtTest>

#include <support/allocation_count.h>

using namespace sartor;
using namespace sartor::pose;
using namespace sartor::test;

class TstTwoBoneIk : public QObject {
    Q_OBJECT

private slots:
    void rejectsWhatIsNoChain_data();
    void rejectsWhatIsNoChain();
    void numbersThatAreNotFiniteLeaveThePoseAlone_data();
    void numbersThatAreNotFiniteLeaveThePoseAlone();
    void bendsAsTheLawOfCosinesSays_data();
    void bendsAsTheLawOfCosinesSays();
    void reachesWhatIsInReach_data() { addParentRows(); }
    void reachesWhatIsInReach();
    void pointsAtWhatIsOutOfReach_data() { addParentRows(); }
    void pointsAtWhatIsOutOfReach();
    void foldsForWhatIsTooNear();
    void scaleOfTheRootThatIsNotUniformIsApproximate();
    void mirrorsAndScalesWithinTheChainAreExact();
    void weightIsPartOfTheLocalRotation();
    void jointsBetweenGoAlong();
    void worksWithoutModelTransforms();
    void allocatesNothing();
    void flexionIsTheAngleBetweenTheBones();
};

void TstTwoBoneIk::rejectsWhatIsNoChain_data() {
    QTest::addColumn<unsigned>("root");
    QTest::addColumn<unsigned>("mid");
    QTest::addColumn<unsigned>("tip");
    QTest::addColumn<bool>("isAxisFinite");
    QTest::addColumn<QString>("message");
    // bone 0, beside, bone 1, beside, bone 2, beside
    QTest::newRow("tip above the root")
        << 4u << 2u << 0u << true << "chain: joint 'bone 0' is not below joint 'bone 2'";
    QTest::newRow("tip beside") << 0u << 2u << 1u << true
                                << "chain: joint 'bone 1' is not between 'bone 0' and 'beside'";
    QTest::newRow("one joint") << 2u << 2u << 2u << true
                               << "chain: joint 'bone 1' is not below joint 'bone 1'";
    QTest::newRow("no such joint")
        << 0u << 2u << 60u << true << "chain: expected a root and a tip of the skeleton's 6 joints";
    QTest::newRow("mid is the tip")
        << 0u << 4u << 4u << true << "chain: joint 'bone 2' is not between 'bone 0' and 'bone 2'";
    QTest::newRow("mid is the root")
        << 0u << 0u << 4u << true << "chain: joint 'bone 0' is not between 'bone 0' and 'bone 2'";
    QTest::newRow("mid beside") << 0u << 3u << 4u << true
                                << "chain: joint 'beside' is not between 'bone 0' and 'bone 2'";
    QTest::newRow("no such mid") << 0u << 77u << 4u << true
                                 << "chain: the middle joint is not between 'bone 0' and 'bone 2'";
    QTest::newRow("axis") << 0u << 2u << 4u << false
                          << "chain: expected a hinge axis of finite numbers";
}

void TstTwoBoneIk::rejectsWhatIsNoChain() {
    QFETCH(const unsigned, root);
    QFETCH(const unsigned, mid);
    QFETCH(const unsigned, tip);
    QFETCH(const bool, isAxisFinite);
    QFETCH(const QString, message);
    const test::IkRig rig = test::straightRig(noParents(), {1, 1});
    const auto chain = TwoBoneIkChain::create(*rig.skeleton,
                                              JointIndex(root),
                                              JointIndex(mid),
                                              JointIndex(tip),
                                              isAxisFinite ? glm::vec3(0) : glm::vec3(0, kNaN, 0));
    QVERIFY(!chain);
    QCOMPARE(chain.error().code.c_str(), "ik.chain");
    QCOMPARE(QString::fromStdString(chain.error().message), message);
}

void TstTwoBoneIk::numbersThatAreNotFiniteLeaveThePoseAlone_data() {
    QTest::addColumn<int>("what");
    const char* rows[] = {"target",
                          "pole",
                          "twist",
                          "weight",
                          "soften",
                          "stretch",
                          "minimum",
                          "maximum",
                          "rotation",
                          "translation",
                          "no rotation",
                          "parent"};
    for (int i = 0; i < 12; ++i) {
        QTest::newRow(rows[i]) << i;
    }
}

void TstTwoBoneIk::numbersThatAreNotFiniteLeaveThePoseAlone() {
    QFETCH(const int, what);
    for (const float bad : {kNaN, kInfinity}) {
        test::IkRig rig = test::straightRig(parentKind("scaled"), {1, 1});
        TwoBoneIkInput input = towards(rig.position(0) + glm::dvec3(0, -1, 0), glm::dvec3(0, 0, 9));
        switch (what) {
        case 0:
            input.targetModel.y = bad;
            break;
        case 1:
            input.poleModel.z = bad;
            break;
        case 2:
            input.twist = bad;
            break;
        case 3:
            input.weight = bad;
            break;
        case 4:
            input.soften = bad;
            break;
        case 5:
            input.maximumStretch = bad;
            break;
        case 6:
            input.flexionMinimum = bad;
            break;
        case 7:
            input.flexionMaximum = bad;
            break;
        case 8:
            rig.local(1).rotation.x = bad;
            break;
        case 9:
            rig.local(2).translation.x = bad;
            break;
        case 10:
            rig.local(1).rotation = glm::quat(0, 0, 0, 0);
            break;
        default:
            rig.modelFromJoint[1].translation.x = bad;
            break; // the chain's parent
        }
        const std::vector<math::Transform> before = rig.parentFromJoint;
        TwoBoneIkState state;
        const IkFlags flags = solveTwoBoneIk(chainOf(rig), input, rig.pose(), state);
        QCOMPARE(flags, IkFlags{.isInvalid = true});
        QVERIFY(test::hasSameBits(rig.parentFromJoint, before));
    }
}

void TstTwoBoneIk::bendsAsTheLawOfCosinesSays_data() {
    QTest::addColumn<glm::dvec3>("target");
    QTest::addColumn<glm::dvec3>("pole");
    QTest::addColumn<glm::dvec3>("mid");
    // Bones of length 1 from (0, 2, 0). The knee lies half way along the line and
    // sqrt(1 - (d / 2)^2) beside it.
    const double third = std::sqrt(0.75);
    QTest::newRow("forward") << glm::dvec3(0, 1, 0) << glm::dvec3(0, 2, 10)
                             << glm::dvec3(0, 1.5, third);
    QTest::newRow("sideways") << glm::dvec3(0, 1, 0) << glm::dvec3(10, 2, 0)
                              << glm::dvec3(third, 1.5, 0);
    QTest::newRow("backward") << glm::dvec3(1, 1, 0) << glm::dvec3(0, 2, -10)
                              << glm::dvec3(0.5, 1.5, -std::sqrt(0.5));
    QTest::newRow("pole aslant") << glm::dvec3(0, 0.8, 0.9) << glm::dvec3(0, 2, 10)
                                 << glm::dvec3(0, 1.796862697, 0.979150262);
    QTest::newRow("straight") << glm::dvec3(0, 0, 0) << glm::dvec3(0, 2, 10) << glm::dvec3(0, 1, 0);
    QTest::newRow("upwards") << glm::dvec3(0, 3, 0) << glm::dvec3(0, 2, 10)
                             << glm::dvec3(0, 2.5, third);
}

void TstTwoBoneIk::bendsAsTheLawOfCosinesSays() {
    QFETCH(const glm::dvec3, target);
    QFETCH(const glm::dvec3, pole);
    QFETCH(const glm::dvec3, mid);
    test::IkRig rig = test::straightRig(noParents(), {1, 1});
    const IkFlags flags = solve(rig, towards(target, pole));
    QCOMPARE(flags, IkFlags{.isReached = true});
    QCOMPARE_LE(test::maxAbsDiff(rig.position(1), mid), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(rig.position(2), target), 1e-6);
}

void TstTwoBoneIk::reachesWhatIsInReach() {
    QFETCH(const QString, parents);
    const test::ParentKind& kind = parentKind(parents);
    test::Random random(11);
    for (int i = 0; i < 300; ++i) {
        test::IkRig rig = test::randomRig(kind, random, 2);
        const std::vector<math::Transform> before = rig.parentFromJoint;
        const std::vector<math::Affine> modelBefore = rig.modelFromJoint;
        const std::vector<glm::dvec3> start = rig.positions();
        const double upper = glm::distance(start[0], start[1]);
        const double lower = glm::distance(start[1], start[2]);
        // Where lengths change with direction a target in the middle of the range stays in reach.
        const double distance =
            kind.keepsAngles
                ? std::abs(upper - lower) + static_cast<double>(random.uniform(0.01f, 0.99f)) *
                                                (upper + lower - std::abs(upper - lower))
                : std::max(upper, lower);
        const glm::dvec3 line = test::randomDirection(random);
        const glm::dvec3 target = start[0] + distance * line;
        const glm::dvec3 pole = start[0] + 4.0 * test::randomDirection(random);
        const IkFlags flags = solve(rig, towards(target, pole));
        const std::vector<glm::dvec3> points = rig.positions();
        if (!kind.keepsAngles && flags.isUnreachable) {
            continue; // lengths in that direction are others
        }
        QCOMPARE(flags, (IkFlags{.isReached = true, .isApproximate = !kind.keepsAngles}));
        QCOMPARE_LE(test::maxAbsDiff(points[2], glm::dvec3(glm::vec3(target))), kReach);
        // The root, all translations and scales, and all joints outside of the chain.
        QVERIFY(test::hasSameBones(rig.parentFromJoint, before));
        for (std::size_t joint = 0; joint < before.size(); ++joint) {
            if (JointIndex(joint) != rig.chain[0] && JointIndex(joint) != rig.chain[1]) {
                QVERIFY(test::hasSameBits({&rig.parentFromJoint[joint], 1}, {&before[joint], 1}));
                if (JointIndex(joint) != rig.chain[2]) {
                    QVERIFY(rig.modelFromJoint[joint].linear == modelBefore[joint].linear);
                }
            }
        }
        QCOMPARE_LE(test::modelError(rig), 2e-6);
        // In the half plane of the pole.
        QCOMPARE_LE(
            test::maxAbsDiff(sideOf(points[1] - points[0], target - start[0]),
                             sideOf(pole - start[0], target - start[0])),
            2e-3 / std::max(glm::length(glm::cross(glm::normalize(points[1] - points[0]), line)),
                            1e-3));
        if (kind.keepsAngles) {
            QCOMPARE_LE(test::maxAbsDiff(glm::distance(points[0], points[1]), upper), 1e-5);
            QCOMPARE_LE(test::maxAbsDiff(glm::distance(points[1], points[2]), lower), 1e-5);
            // The law of cosines, at the middle joint.
            const double cosine =
                (upper * upper + lower * lower - distance * distance) / (2 * upper * lower);
            QCOMPARE_LE(
                test::maxAbsDiff(std::cos(glm::radians(180.0 - flexionDegrees(rig))), cosine),
                1e-4);
        }
    }
}

void TstTwoBoneIk::pointsAtWhatIsOutOfReach() {
    QFETCH(const QString, parents);
    const test::ParentKind& kind = parentKind(parents);
    test::Random random(12);
    for (int i = 0; i < 100; ++i) {
        test::IkRig rig = test::randomRig(kind, random, 2);
        const glm::dvec3 root = rig.position(0);
        const double length = rig.length();
        const glm::dvec3 line = test::randomDirection(random);
        const double factor =
            static_cast<double>(random.uniform(kind.keepsAngles ? 1.001f : 4.0f, 6.0f));
        const glm::dvec3 target = root + factor * length * line;
        const IkFlags flags = solve(rig, towards(target, root + test::randomDirection(random)));
        QCOMPARE(flags, (IkFlags{.isUnreachable = true, .isApproximate = !kind.keepsAngles}));
        QVERIFY(flags.isClamped());
        QCOMPARE_LE(test::maxAbsDiff(glm::normalize(rig.position(2) - root), line), 1e-4);
        QCOMPARE_LE(test::maxAbsDiff(glm::normalize(rig.position(1) - root), line), 1e-3);
        if (kind.keepsAngles) {
            QCOMPARE_LE(test::maxAbsDiff(glm::distance(rig.position(2), root), length), 1e-4);
        }
    }
}

void TstTwoBoneIk::foldsForWhatIsTooNear() {
    for (const std::vector<float>& lengths : {std::vector<float>{1.0f, 0.4f}, {0.4f, 1.0f}}) {
        test::IkRig rig = test::straightRig(noParents(), lengths);
        const glm::dvec3 target = rig.position(0) + glm::dvec3(0.3, 0, 0);
        const IkFlags flags = solve(rig, towards(target, glm::dvec3(0, 2, 10)));
        QCOMPARE(flags, IkFlags{.isUnreachable = true});
        QCOMPARE_LE(test::maxAbsDiff(rig.position(2), rig.position(0) + glm::dvec3(0.6, 0, 0)),
                    1e-5);
        QCOMPARE_LE(test::maxAbsDiff(flexionDegrees(rig), 180.0), 0.05);
    }
}

void TstTwoBoneIk::scaleOfTheRootThatIsNotUniformIsApproximate() {
    test::Random random(13);
    int reached = 0;
    for (int i = 0; i < 200; ++i) {
        test::IkRig rig = test::randomRig(noParents(), random, 2);
        rig.local(0).scale = glm::vec3(1.3f, 0.8f, 1.0f);
        rig.update();
        const std::vector<math::Transform> before = rig.parentFromJoint;
        const std::vector<glm::dvec3> start = rig.positions();
        const glm::dvec3 target =
            start[0] + test::randomDirection(random) * std::max(glm::distance(start[0], start[1]),
                                                                glm::distance(start[1], start[2]));
        const IkFlags flags = solve(rig, towards(target, start[0] + test::randomDirection(random)));
        QVERIFY(flags.isApproximate);
        QVERIFY(!flags.isInvalid);
        QVERIFY(test::hasSameBones(rig.parentFromJoint, before));
        QCOMPARE_LE(test::modelError(rig), 1e-5);
        // The flag tells the truth.
        QCOMPARE(flags.isReached,
                 glm::distance(rig.position(2), target) <= 1.001 * kIkTolerance * rig.length());
        reached += flags.isReached ? 1 : 0;
    }
    QCOMPARE_GE(reached, 160);
}

void TstTwoBoneIk::mirrorsAndScalesWithinTheChainAreExact() {
    test::Random random(26);
    const glm::vec3 scales[] = {
        glm::vec3(-1, 1, 1), glm::vec3(1, 1, -1), glm::vec3(-2), glm::vec3(1.5f)};
    for (int i = 0; i < 200; ++i) {
        // A joint between the two bones as well, whose scale changes spaces like that of the root.
        test::IkRig rig = test::randomRig(parentKind("rotated"), random, 3);
        for (std::size_t joint = 0; joint < 3; ++joint) {
            rig.local(joint).scale = scales[random.below(4)];
        }
        rig.update();
        const std::vector<glm::dvec3> start = rig.positions();
        const double upper = glm::distance(start[0], start[2]);
        const double lower = glm::distance(start[2], start[3]);
        const glm::dvec3 target = start[0] + std::max(upper, lower) * test::randomDirection(random);
        TwoBoneIkState state;
        const IkFlags flags =
            solveTwoBoneIk(chainOf(rig, 2),
                           towards(target, start[0] + test::randomDirection(random)),
                           rig.pose(),
                           state);
        QCOMPARE(flags, IkFlags{.isReached = true});
        QCOMPARE_LE(test::maxAbsDiff(rig.position(3), target), kReach);
        QCOMPARE_LE(test::modelError(rig), 2e-5);
    }
}

void TstTwoBoneIk::weightIsPartOfTheLocalRotation() {
    test::Random random(23);
    for (int i = 0; i < 50; ++i) {
        test::IkRig start = test::randomRig(parentKind("scaled"), random, 2);
        const glm::dvec3 root = start.position(0);
        TwoBoneIkInput input = towards(root + 0.6 * start.length() * test::randomDirection(random),
                                       root + test::randomDirection(random));
        test::IkRig full = start;
        const IkFlags flags = solve(full, input);
        test::IkRig none = start;
        input.weight = 0.0f;
        QCOMPARE(solve(none, input), flags);
        QVERIFY(test::hasSameBits(none.parentFromJoint, start.parentFromJoint));
        for (const float weight : {0.25f, 0.5f, 0.9f}) {
            test::IkRig part = start;
            input.weight = weight;
            QCOMPARE(solve(part, input), flags);
            for (std::size_t bone = 0; bone < 2; ++bone) {
                const double whole =
                    test::maxAbsDiff(start.local(bone).rotation, full.local(bone).rotation);
                const double done =
                    test::maxAbsDiff(start.local(bone).rotation, part.local(bone).rotation);
                const double left =
                    test::maxAbsDiff(part.local(bone).rotation, full.local(bone).rotation);
                QCOMPARE_LE(test::maxAbsDiff(done, static_cast<double>(weight) * whole), 1e-4);
                QCOMPARE_LE(test::maxAbsDiff(done + left, whole), 1e-4);
            }
            QVERIFY(test::hasSameBones(part.parentFromJoint, start.parentFromJoint));
            QCOMPARE_LE(test::modelError(part), 2e-6);
        }
    }
}

void TstTwoBoneIk::jointsBetweenGoAlong() {
    test::Random random(24);
    for (int i = 0; i < 100; ++i) {
        // Root, twist joint, middle, two helpers, tip.
        test::IkRig rig = test::randomRig(parentKind("mirrored"), random, 5);
        const std::vector<math::Transform> before = rig.parentFromJoint;
        const std::vector<glm::dvec3> start = rig.positions();
        const double upper = glm::distance(start[0], start[2]);
        const double lower = glm::distance(start[2], start[5]);
        if (std::min(upper, lower) < 0.05) {
            continue;
        }
        const glm::dvec3 target = start[0] + std::max(upper, lower) * test::randomDirection(random);
        TwoBoneIkState state;
        const IkFlags flags =
            solveTwoBoneIk(chainOf(rig, 2),
                           towards(target, start[0] + test::randomDirection(random)),
                           rig.pose(),
                           state);
        QCOMPARE(flags, IkFlags{.isReached = true});
        QCOMPARE_LE(test::maxAbsDiff(rig.position(5), target), kReach);
        for (const std::size_t between : {1u, 3u, 4u, 5u}) {
            QVERIFY(test::hasSameBits({&rig.local(between), 1},
                                      {&before[rig.chain[between].value()], 1}));
        }
        QCOMPARE_LE(test::modelError(rig), 2e-6);
    }
}

void TstTwoBoneIk::worksWithoutModelTransforms() {
    test::Random random(25);
    for (const test::ParentKind& kind : test::parentKinds()) {
        test::IkRig rig = test::randomRig(kind, random, 2);
        const glm::dvec3 root = rig.position(0);
        const TwoBoneIkInput input =
            towards(root + 0.5 * rig.length() * test::randomDirection(random),
                    root + test::randomDirection(random));
        test::IkRig other = rig;
        TwoBoneIkState state;
        const IkFlags flags =
            solveTwoBoneIk(chainOf(other), input, {*other.skeleton, other.parentFromJoint}, state);
        QCOMPARE(solve(rig, input), flags);
        for (std::size_t bone = 0; bone < 2; ++bone) {
            QCOMPARE_LE(test::maxAbsDiff(rig.local(bone).rotation, other.local(bone).rotation),
                        1e-5);
        }
    }
}

void TstTwoBoneIk::allocatesNothing() {
    test::Random random(27);
    test::IkRig rig = test::randomRig(parentKind("sheared"), random, 2);
    const TwoBoneIkChain chain = chainOf(rig);
    TwoBoneIkInput input = towards(rig.position(0), rig.position(1));
    TwoBoneIkState state;
    const std::size_t before = test::allocationCount;
    for (int i = 0; i < 1000; ++i) {
        input.targetModel = random.vector(-4, 4);
        solveTwoBoneIk(chain, input, rig.pose(), state);
        solveTwoBoneIk(chain, input, {*rig.skeleton, rig.parentFromJoint}, state);
    }
    QCOMPARE(test::allocationCount - before, std::size_t{0});
}

void TstTwoBoneIk::flexionIsTheAngleBetweenTheBones() {
    const glm::dvec3 root(0, 2, 0);
    QCOMPARE_LE(test::maxAbsDiff(flexionOf(root, {0, 1, 0}, {0, 0, 0}), 0.0), 1e-12);
    QCOMPARE_LE(test::maxAbsDiff(flexionOf(root, {0, 1, 0}, {3, 1, 0}), glm::half_pi<double>()),
                1e-12);
    QCOMPARE_LE(test::maxAbsDiff(flexionOf(root, {0, 1, 0}, root), glm::pi<double>()), 1e-12);
    QCOMPARE(flexionOf(root, root, {0, 0, 0}), 0.0);
}

QTEST_GUILESS_MAIN(TstTwoBoneIk)
#include "tst_two_bone_ik.moc"
