// SPDX-License-Identifier: Apache-2.0
// Two bones against the law of cosines, and what no solution may ever do.
#include <sartor/pose/two_bone_ik.h>

#include <QtTest>

#include <glm/gtc/constants.hpp>

#include <support/allocation_count.h>
#include <support/ik_fixture.h>

#include <limits>

using namespace sartor;
using namespace sartor::pose;

namespace {

constexpr double kReach = 1e-4; // metres: what is asked of a limb of two metres
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

const test::ParentKind& parentKind(const QString& name) {
    static const std::vector<test::ParentKind> kinds = test::parentKinds();
    return *std::find_if(kinds.begin(), kinds.end(), [&](const test::ParentKind& kind) {
        return name == kind.name;
    });
}

void addParentRows() {
    QTest::addColumn<QString>("parents");
    for (const test::ParentKind& kind : test::parentKinds()) {
        QTest::newRow(kind.name) << QString(kind.name);
    }
}

TwoBoneIkChain chainOf(const test::IkRig& rig, std::size_t mid = 1) {
    return test::require(
        TwoBoneIkChain::create(*rig.skeleton, rig.chain.front(), rig.chain[mid], rig.chain.back()));
}

IkFlags solve(test::IkRig& rig, const TwoBoneIkInput& input) {
    TwoBoneIkState state;
    return solveTwoBoneIk(chainOf(rig), input, rig.pose(), state);
}

TwoBoneIkInput towards(const glm::dvec3& target, const glm::dvec3& pole) {
    TwoBoneIkInput input;
    input.targetModel = glm::vec3(target);
    input.pole = Pole::Position;
    input.poleModel = glm::vec3(pole);
    return input;
}

test::ParentKind noParents() {
    return {"none", {}};
}

double degreesOf(double radians) {
    return radians * 180.0 / glm::pi<double>();
}

double flexionDegrees(const test::IkRig& rig) {
    const std::vector<glm::dvec3> p = rig.positions();
    const glm::dvec3 upper = glm::normalize(p[1] - p[0]);
    const glm::dvec3 lower = glm::normalize(p[2] - p[1]);
    return degreesOf(std::atan2(glm::length(glm::cross(upper, lower)), glm::dot(upper, lower)));
}

/// The vector's part at right angles to a line, unit.
glm::dvec3 sideOf(const glm::dvec3& vector, const glm::dvec3& line) {
    const glm::dvec3 unit = glm::normalize(line);
    return glm::normalize(vector - glm::dot(vector, unit) * unit);
}

} // namespace

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
    void softeningApproachesFullExtension();
    void stretchReachesFartherByTheSameFactor();
    void stretchAndSofteningMeetTheTarget();
    void flexionStaysInItsLimits();
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

void TstTwoBoneIk::scaleOfZeroIsDegenerate() {
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

void TstTwoBoneIk::bonesWithoutLengthStayFinite() {
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

void TstTwoBoneIk::targetOnTheRootFoldsTowardsThePole() {
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

void TstTwoBoneIk::targetOnALineNeverFlipsTheKnee() {
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

void TstTwoBoneIk::poleOnTheLineKeepsThePlaneOfBefore() {
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

void TstTwoBoneIk::withoutAPoleThePoseKeepsItsPlane() {
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

void TstTwoBoneIk::poleMayBeAJoint() {
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

void TstTwoBoneIk::solvingForThePoseItselfChangesNothing() {
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

void TstTwoBoneIk::kneeBendsAboutItsHinge() {
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

void TstTwoBoneIk::noiseOfAStraightLegDoesNotRollIt() {
    // Clips that stretch a leg, a hair over or beside full extension: the thigh must not jump.
    std::vector<math::Transform> bones{
        {glm::vec3(0, 2, 0)}, {glm::vec3(0, -1, 0)}, {glm::vec3(0, -1, 0)}};
    bones[1].rotation = glm::angleAxis(0.2f, glm::vec3(1, 0, 0));
    test::Random random(19);
    test::IkRig rig = test::makeRig(noParents(), bones);
    const TwoBoneIkChain chain = chainOf(rig);
    std::optional<glm::quat> before;
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
        if (before) {
            QCOMPARE_LE(test::maxAbsDiff(rig.local(0).rotation, *before), 0.06);
        }
        before = rig.local(0).rotation;
    }
    // Without a hinge in the rest pose that of the last clear bend serves.
    test::IkRig straight = test::straightRig(noParents(), {1, 1});
    TwoBoneIkState own;
    before.reset();
    for (int i = 0; i < 100; ++i) {
        straight.local(0).rotation = math::identityQuat();
        straight.local(1).rotation = i == 0 ? glm::angleAxis(0.1f, glm::vec3(1, 0, 0))
                                            : glm::angleAxis(random.uniform(-1e-3f, 1e-3f),
                                                             glm::normalize(random.vector(-1, 1)));
        solveTwoBoneIk(chainOf(straight),
                       towards({0.2, 0.6, 0.3}, {0.5, 1, 10}),
                       {*straight.skeleton, straight.parentFromJoint},
                       own);
        if (before) {
            QCOMPARE_LE(test::maxAbsDiff(straight.local(0).rotation, *before), 0.01);
        }
        before = straight.local(0).rotation;
    }
}

void TstTwoBoneIk::hingeCanBeGiven() {
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

void TstTwoBoneIk::twistTurnsTheKneeAboutTheLine() {
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

void TstTwoBoneIk::softeningApproachesFullExtension() {
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

void TstTwoBoneIk::stretchReachesFartherByTheSameFactor() {
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

void TstTwoBoneIk::stretchAndSofteningMeetTheTarget() {
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

void TstTwoBoneIk::flexionStaysInItsLimits() {
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
