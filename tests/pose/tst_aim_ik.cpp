// SPDX-License-Identifier: Apache-2.0
// Aiming.
#include <sartor/pose/aim_ik.h>

#include <QtTest>

#include <glm/gtc/constants.hpp>

#include <support/allocation_count.h>
#include <support/ik_fixture.h>

#include <limits>

using namespace sartor;
using namespace sartor::pose;

namespace {

AimIkChain chainOf(const test::IkRig& rig,
                   const std::vector<std::pair<std::size_t, float>>& joints) {
    std::vector<AimJoint> aiming;
    for (const auto& [position, weight] : joints) {
        aiming.push_back({rig.chain[position], weight});
    }
    return test::require(AimIkChain::create(*rig.skeleton, aiming));
}

/// A point or direction of the chain's joint, in model space.
glm::dvec3
inModel(const test::IkRig& rig, std::size_t position, const glm::vec3& vector, double w) {
    const std::vector<glm::dmat4> model =
        test::forwardKinematics(*rig.skeleton, rig.parentFromJoint);
    return glm::dvec3(model[rig.chain[position].value()] * glm::dvec4(glm::dvec3(vector), w));
}

/// Radians between the line of sight and the direction to the target.
double missOf(const test::IkRig& rig, std::size_t position, const AimIkInput& input) {
    const glm::dvec3 eye = inModel(rig, position, input.offsetJoint, 1.0);
    const glm::dvec3 forward = inModel(rig, position, input.forwardJoint, 0.0);
    const glm::dvec3 toTarget = glm::dvec3(input.targetModel) - eye;
    return std::atan2(glm::length(glm::cross(forward, toTarget)), glm::dot(forward, toTarget));
}

AimIkInput randomInput(test::Random& random, const glm::dvec3& near) {
    AimIkInput input;
    input.targetModel = glm::vec3(near) + random.vector(-4, 4);
    input.forwardJoint = random.rotation() * glm::vec3(0, 0, random.uniform(0.5f, 2.0f));
    input.offsetJoint = random.vector(-0.1f, 0.1f);
    return input;
}

} // namespace

class TstAimIk : public QObject {
    Q_OBJECT

private slots:
    void rejectsWhatIsNoChain();
    void numbersThatAreNotFiniteLeaveThePoseAlone();
    void pointsTheAxisAtTheTarget();
    void turnsTheShortestWay();
    void rollsTheUpAxis();
    void offsetMeetsTheTargetExactly();
    void targetNearerThanTheOffsetIsUnreachable();
    void angleIsClamped();
    void severalJointsShareTheTurn();
    void weightIsPartOfTheLocalRotation();
    void whatHasNoDirectionIsDegenerate();
    void allocatesNothing();
};

void TstAimIk::rejectsWhatIsNoChain() {
    const test::IkRig rig = test::straightRig({"none", {}}, {1, 1});
    const auto message = [&](const std::vector<AimJoint>& joints) {
        const Result<AimIkChain> chain = AimIkChain::create(*rig.skeleton, joints);
        return chain ? std::string() : chain.error().code + ": " + chain.error().message;
    };
    QCOMPARE(message({{rig.chain[0], 0.5f}, {rig.chain[2]}}).c_str(), "");
    QCOMPARE(message({}).c_str(), "ik.chain: aim: expected 1 to 16 joints, not 0");
    QCOMPARE(message(std::vector<AimJoint>(17, {rig.chain[0]})).c_str(),
             "ik.chain: aim: expected 1 to 16 joints, not 17");
    QCOMPARE(message({{JointIndex()}}).c_str(),
             "ik.chain: aim: expected joints of the skeleton's 6");
    QCOMPARE(message({{JointIndex(6)}}).c_str(),
             "ik.chain: aim: expected joints of the skeleton's 6");
    QCOMPARE(message({{rig.chain[1]}, {rig.chain[0]}}).c_str(),
             "ik.chain: aim: joint 'bone 0' is not below joint 'bone 1'");
    QCOMPARE(message({{rig.chain[1]}, {rig.chain[1]}}).c_str(),
             "ik.chain: aim: joint 'bone 1' is not below joint 'bone 1'");
    for (const float weight : {-0.1f, 1.1f, std::numeric_limits<float>::quiet_NaN()}) {
        QCOMPARE(message({{rig.chain[1], weight}}).c_str(),
                 "ik.chain: aim: joint 'bone 1': expected a weight from 0 to 1");
    }
}

void TstAimIk::numbersThatAreNotFiniteLeaveThePoseAlone() {
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        for (int what = 0; what < 9; ++what) {
            test::IkRig rig = test::straightRig(test::parentKinds()[3], {1, 1});
            AimIkInput input{.targetModel = glm::vec3(1, 2, 3)};
            switch (what) {
            case 0:
                input.targetModel.x = bad;
                break;
            case 1:
                input.forwardJoint.y = bad;
                break;
            case 2:
                input.offsetJoint.z = bad;
                break;
            case 3:
                input.upJoint.x = bad;
                break;
            case 4:
                input.upModel.x = bad;
                break;
            case 5:
                input.maximumAngle = bad;
                break;
            case 6:
                input.weight = bad;
                break;
            case 7:
                rig.local(1).scale.x = bad;
                break;
            default:
                rig.modelFromJoint[1].translation.x = bad;
                break;
            }
            const std::vector<math::Transform> before = rig.parentFromJoint;
            QCOMPARE(solveAimIk(chainOf(rig, {{0, 0.5f}, {2, 1.0f}}), input, rig.pose()),
                     IkFlags{.isInvalid = true});
            QVERIFY(test::hasSameBits(rig.parentFromJoint, before));
        }
    }
}

void TstAimIk::pointsTheAxisAtTheTarget() {
    test::Random random(51);
    for (const test::ParentKind& kind : test::parentKinds()) {
        for (int i = 0; i < 100; ++i) {
            test::IkRig rig = test::randomRig(kind, random, 2);
            const std::vector<math::Transform> before = rig.parentFromJoint;
            const AimIkInput input = randomInput(random, rig.position(1));
            const IkFlags flags = solveAimIk(chainOf(rig, {{1, 1.0f}}), input, rig.pose());
            if (flags.isUnreachable) {
                continue;
            }
            QCOMPARE(flags, (IkFlags{.isReached = true, .isApproximate = !kind.keepsAngles}));
            QCOMPARE_LE(missOf(rig, 1, input), 1e-4);
            QVERIFY(test::hasSameBones(rig.parentFromJoint, before));
            QCOMPARE_LE(test::maxAbsDiff(rig.modelFromJoint[rig.chain[1].value()].translation,
                                         glm::vec3(rig.position(1))),
                        1e-5);
            for (std::size_t joint = 0; joint < before.size(); ++joint) {
                if (JointIndex(joint) != rig.chain[1]) {
                    QVERIFY(
                        test::hasSameBits({&rig.parentFromJoint[joint], 1}, {&before[joint], 1}));
                }
            }
        }
    }
}

void TstAimIk::turnsTheShortestWay() {
    test::Random random(52);
    for (int i = 0; i < 100; ++i) {
        test::IkRig rig = test::randomRig(test::parentKinds()[2], random, 1);
        AimIkInput input = randomInput(random, rig.position(0));
        input.offsetJoint = glm::vec3(0);
        const double angle = missOf(rig, 0, input);
        const glm::quat before = rig.local(0).rotation;
        QCOMPARE(solveAimIk(chainOf(rig, {{0, 1.0f}}), input, rig.pose()),
                 IkFlags{.isReached = true});
        QCOMPARE_LE(test::maxAbsDiff(test::maxAbsDiff(rig.local(0).rotation, before), angle), 1e-4);
    }
}

void TstAimIk::rollsTheUpAxis() {
    test::Random random(53);
    for (const test::ParentKind& kind : test::parentKinds()) {
        for (int i = 0; i < 50; ++i) {
            test::IkRig rig = test::randomRig(kind, random, 2);
            AimIkInput input = randomInput(random, rig.position(1));
            input.upJoint = random.rotation() * input.forwardJoint;
            const glm::dvec3 line = glm::normalize(glm::dvec3(input.targetModel) - rig.position(1));
            const glm::dvec3 forward = glm::normalize(glm::dvec3(input.forwardJoint));
            if (glm::length(glm::cross(line, glm::dvec3(0, 1, 0))) < 0.1 ||
                glm::length(glm::cross(forward, glm::normalize(glm::dvec3(input.upJoint)))) < 0.2) {
                continue;
            }
            const IkFlags flags = solveAimIk(chainOf(rig, {{1, 1.0f}}), input, rig.pose());
            if (flags.isUnreachable) {
                continue;
            }
            QCOMPARE(flags, (IkFlags{.isReached = true, .isApproximate = !kind.keepsAngles}));
            QCOMPARE_LE(missOf(rig, 1, input), 1e-4);
            if (!kind.keepsAngles) {
                continue;
            }
            // About the line from the joint to the target, up is as near to +y as it comes.
            const glm::dvec3 up = inModel(rig, 1, input.upJoint, 0.0);
            const auto across = [&](const glm::dvec3& v) {
                return glm::normalize(v - glm::dot(v, line) * line);
            };
            QCOMPARE_LE(test::maxAbsDiff(across(up), across({0, 1, 0})), 1e-4);
        }
    }
}

void TstAimIk::offsetMeetsTheTargetExactly() {
    // An eye 0.5 to the side of the joint, looking along z at a target 1 away on x: the line of
    // sight passes at a distance of 0.5, so it is turned by 90 - 30 degrees.
    test::IkRig rig = test::straightRig({"none", {}}, {1});
    AimIkInput input;
    input.targetModel = glm::vec3(1, 2, 0);
    input.offsetJoint = glm::vec3(0.5f, 0, 0);
    QCOMPARE(solveAimIk(chainOf(rig, {{0, 1.0f}}), input, rig.pose()), IkFlags{.isReached = true});
    const glm::quat expected = glm::angleAxis(glm::radians(60.0f), glm::vec3(0, 1, 0));
    QCOMPARE_LE(test::maxAbsDiff(rig.local(0).rotation, expected), 1e-5);
}

void TstAimIk::targetNearerThanTheOffsetIsUnreachable() {
    test::IkRig rig = test::straightRig({"none", {}}, {1});
    AimIkInput input;
    input.targetModel = glm::vec3(0.3f, 2, 0);
    input.offsetJoint = glm::vec3(0, 0.5f, 0);
    const IkFlags flags = solveAimIk(chainOf(rig, {{0, 1.0f}}), input, rig.pose());
    QCOMPARE(flags, IkFlags{.isUnreachable = true});
    // The nearest point of the line, the offset itself, points at the target.
    QCOMPARE_LE(test::maxAbsDiff(inModel(rig, 0, input.offsetJoint, 1.0), glm::dvec3(0.5, 2, 0)),
                1e-6);
}

void TstAimIk::angleIsClamped() {
    test::Random random(54);
    int limited = 0;
    for (int i = 0; i < 100; ++i) {
        test::IkRig rig = test::randomRig(test::parentKinds()[4], random, 2);
        AimIkInput input = randomInput(random, rig.position(1));
        input.offsetJoint *= 0.1f;
        input.maximumAngle = 1.0f;
        const double before = missOf(rig, 1, input);
        const glm::dvec3 forwardBefore = glm::normalize(inModel(rig, 1, input.forwardJoint, 0.0));
        const IkFlags flags = solveAimIk(chainOf(rig, {{1, 1.0f}}), input, rig.pose());
        const glm::dvec3 forward = glm::normalize(inModel(rig, 1, input.forwardJoint, 0.0));
        const double turned = std::atan2(glm::length(glm::cross(forwardBefore, forward)),
                                         glm::dot(forwardBefore, forward));
        QCOMPARE(flags, (IkFlags{.isReached = before <= 1.0, .isLimited = before > 1.0}));
        if (flags.isLimited) {
            // The eye moves with the joint, so the angle is that of the incoming eye within a bit.
            QCOMPARE_LE(test::maxAbsDiff(turned, 1.0), 0.05);
            limited++;
        }
    }
    QVERIFY(limited > 20 && limited < 95);
    // Without an offset it is the angle itself.
    test::IkRig rig = test::straightRig({"none", {}}, {1});
    AimIkInput input;
    input.targetModel = glm::vec3(1, 2, 0);
    input.maximumAngle = glm::radians(25.0f);
    QCOMPARE(solveAimIk(chainOf(rig, {{0, 1.0f}}), input, rig.pose()), IkFlags{.isLimited = true});
    QCOMPARE_LE(test::maxAbsDiff(rig.local(0).rotation,
                                 glm::angleAxis(glm::radians(25.0f), glm::vec3(0, 1, 0))),
                1e-6);
}

void TstAimIk::severalJointsShareTheTurn() {
    test::Random random(55);
    for (const test::ParentKind& kind : test::parentKinds()) {
        for (int i = 0; i < 30; ++i) {
            test::IkRig rig = test::randomRig(kind, random, 4);
            const std::vector<math::Transform> before = rig.parentFromJoint;
            AimIkInput input = randomInput(random, rig.position(4));
            const IkFlags flags =
                solveAimIk(chainOf(rig, {{0, 0.3f}, {2, 0.4f}, {4, 1.0f}}), input, rig.pose());
            if (flags.isUnreachable || flags.isDegenerate) {
                continue;
            }
            QVERIFY(flags.isReached);
            QCOMPARE_LE(missOf(rig, 4, input), 1e-4);
            QVERIFY(test::hasSameBones(rig.parentFromJoint, before));
            QCOMPARE_LE(test::modelError(rig), 1e-5);
            for (const std::size_t still : {1u, 3u}) {
                QVERIFY(test::hasSameBits({&rig.local(still), 1},
                                          {&before[rig.chain[still].value()], 1}));
            }
            for (const std::size_t turning : {0u, 2u, 4u}) {
                QVERIFY(test::maxAbsDiff(rig.local(turning).rotation,
                                         before[rig.chain[turning].value()].rotation) > 1e-5);
            }
        }
    }
    // All joints in one place: a third of 90 degrees, half of what is left, the rest.
    test::IkRig rig = test::straightRig({"none", {}}, {0, 0});
    AimIkInput input;
    input.targetModel = glm::vec3(5, 2, 0);
    solveAimIk(chainOf(rig, {{0, 1.0f / 3.0f}, {1, 0.5f}, {2, 1.0f}}), input, rig.pose());
    for (std::size_t joint = 0; joint < 3; ++joint) {
        QCOMPARE_LE(test::maxAbsDiff(rig.local(joint).rotation,
                                     glm::angleAxis(glm::radians(30.0f), glm::vec3(0, 1, 0))),
                    1e-5);
    }
}

void TstAimIk::weightIsPartOfTheLocalRotation() {
    test::Random random(56);
    test::IkRig start = test::randomRig(test::parentKinds()[3], random, 2);
    AimIkInput input = randomInput(random, start.position(2));
    const AimIkChain chain = chainOf(start, {{0, 0.5f}, {2, 1.0f}});
    test::IkRig full = start;
    const IkFlags flags = solveAimIk(chain, input, full.pose());
    input.weight = 0.0f;
    test::IkRig none = start;
    QCOMPARE(solveAimIk(chain, input, none.pose()), flags);
    QVERIFY(test::hasSameBits(none.parentFromJoint, start.parentFromJoint));
    input.weight = 0.4f;
    test::IkRig part = start;
    QCOMPARE(solveAimIk(chain, input, part.pose()), flags);
    for (const std::size_t joint : {0u, 2u}) {
        const double whole =
            test::maxAbsDiff(start.local(joint).rotation, full.local(joint).rotation);
        QCOMPARE_LE(test::maxAbsDiff(
                        test::maxAbsDiff(start.local(joint).rotation, part.local(joint).rotation),
                        0.4 * whole),
                    1e-4);
        QCOMPARE_LE(test::maxAbsDiff(
                        test::maxAbsDiff(part.local(joint).rotation, full.local(joint).rotation),
                        0.6 * whole),
                    1e-4);
    }
}

void TstAimIk::whatHasNoDirectionIsDegenerate() {
    const auto flagsOf = [](const AimIkInput& input, const test::ParentKind& kind) {
        test::IkRig rig = test::straightRig(kind, {1});
        const IkFlags flags = solveAimIk(chainOf(rig, {{0, 1.0f}}), input, rig.pose());
        for (const math::Transform& local : rig.parentFromJoint) {
            QTest::qVerify(!glm::any(glm::isnan(local.translation)) &&
                               !std::isnan(local.rotation.w),
                           "finite",
                           "",
                           __FILE__,
                           __LINE__);
        }
        return flags;
    };
    const test::ParentKind none{"none", {}};
    const glm::vec3 ahead(0, 2, 3);
    QCOMPARE(flagsOf({.targetModel = ahead}, none), IkFlags{.isReached = true});
    QVERIFY(flagsOf({.targetModel = glm::vec3(0, 2, 0)}, none).isDegenerate); // on the joint
    QVERIFY(flagsOf({.targetModel = ahead, .offsetJoint = glm::vec3(0, 0, 3)}, none)
                .isDegenerate); // on the eye
    QCOMPARE(flagsOf({.targetModel = glm::vec3(0, 2, -3)}, none),
             (IkFlags{.isReached = true, .isDegenerate = true})); // behind
    QVERIFY(flagsOf({.targetModel = ahead, .forwardJoint = glm::vec3(0)}, none).isDegenerate);
    QCOMPARE(flagsOf({.targetModel = ahead, .upJoint = glm::vec3(0, 0, 1)}, none),
             (IkFlags{.isReached = true, .isDegenerate = true}));
    QCOMPARE(
        flagsOf(
            {.targetModel = ahead, .upJoint = glm::vec3(0, 1, 0), .upModel = glm::vec3(0, 0, 1)},
            none),
        (IkFlags{.isReached = true, .isDegenerate = true}));
    QCOMPARE(flagsOf({.targetModel = ahead},
                     {"flat", {{glm::vec3(0), math::identityQuat(), glm::vec3(1, 0, 1)}}}),
             IkFlags{.isDegenerate = true});
}

void TstAimIk::allocatesNothing() {
    test::Random random(57);
    test::IkRig rig = test::randomRig(test::parentKinds()[3], random, 4);
    const AimIkChain chain = chainOf(rig, {{0, 0.3f}, {2, 0.4f}, {4, 1.0f}});
    AimIkInput input = randomInput(random, rig.position(4));
    const std::size_t before = test::allocationCount;
    for (int i = 0; i < 1000; ++i) {
        input.targetModel = random.vector(-4, 4);
        solveAimIk(chain, input, rig.pose());
    }
    QCOMPARE(test::allocationCount - before, std::size_t{0});
}

QTEST_GUILESS_MAIN(TstAimIk)
#include "tst_aim_ik.moc"
