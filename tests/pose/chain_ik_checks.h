// SPDX-License-Identifier: Apache-2.0
// What every solver for chains of any length must keep, whatever its way there.
#pragma once

#include <sartor/pose/ik_chain.h>

#include <QtTest>

#include <support/allocation_count.h>
#include <support/ik_fixture.h>

#include <limits>

namespace sartor::test {

using ChainSolver = pose::IkFlags (*)(const pose::IkChain&,
                                      const pose::ChainIkInput&,
                                      const pose::IkPose&,
                                      std::span<pose::IkScratch>);

class ChainIkChecks {
public:
    explicit ChainIkChecks(ChainSolver solver) : solver_(solver) {}

    pose::IkFlags solve(IkRig& rig,
                        const pose::ChainIkInput& input,
                        std::span<const pose::JointLimit> limits = {}) const {
        const pose::IkChain chain = require(
            pose::IkChain::create(*rig.skeleton, rig.chain.front(), rig.chain.back(), limits));
        std::vector<pose::IkScratch> scratch(chain.joints().size());
        return solver_(chain, input, rig.pose(), scratch);
    }

    static pose::ChainIkInput towards(const glm::dvec3& target) {
        pose::ChainIkInput input;
        input.targetModel = glm::vec3(target);
        input.maximumIterations = 500;
        input.tolerance = 2e-5f;
        return input;
    }

    /// Random chains, random targets that they can reach.
    void reachesWhatIsInReach() const {
        for (const ParentKind& kind : parentKinds()) {
            Random random(41);
            int reached = 0;
            constexpr int kChains = 60;
            for (int i = 0; i < kChains; ++i) {
                IkRig rig = randomRig(kind, random, 3 + random.below(4));
                const std::vector<math::Transform> before = rig.parentFromJoint;
                const std::vector<glm::dvec3> start = rig.positions();
                const double length = rig.length();
                double longest = 0.0;
                for (std::size_t bone = 1; bone < start.size(); ++bone) {
                    longest = std::max(longest, glm::distance(start[bone], start[bone - 1]));
                }
                const double nearest = std::max(0.0, 2.0 * longest - length);
                const double distance =
                    nearest +
                    (0.9 * length - nearest) * static_cast<double>(random.uniform(0.1f, 1.0f));
                const glm::dvec3 target = start[0] + distance * randomDirection(random);
                const pose::IkFlags flags = solve(rig, towards(target));
                QVERIFY(!flags.isInvalid && !flags.isLimited);
                QCOMPARE(flags.isApproximate, !kind.keepsAngles);
                QVERIFY(hasSameBones(rig.parentFromJoint, before));
                QCOMPARE_LE(modelError(rig), 5e-6);
                const double miss = distanceToTarget(rig, target);
                QCOMPARE(flags.isReached, miss <= 2e-5 * rig.length() + 2e-7);
                reached += flags.isReached ? 1 : 0;
                if (kind.keepsAngles) {
                    QVERIFY(!flags.isUnreachable);
                    const std::vector<glm::dvec3> points = rig.positions();
                    for (std::size_t bone = 1; bone < points.size(); ++bone) {
                        QCOMPARE_LE(maxAbsDiff(glm::distance(points[bone], points[bone - 1]),
                                               glm::distance(start[bone], start[bone - 1])),
                                    1e-5);
                    }
                }
            }
            QCOMPARE_GE(reached, kind.keepsAngles ? kChains : kChains * 3 / 4);
        }
    }

    void mirrorsWithinTheChainAreExact() const {
        Random random(47);
        for (int i = 0; i < 60; ++i) {
            IkRig rig = randomRig(parentKinds()[2], random, 4);
            for (std::size_t joint = 0; joint < 4; ++joint) {
                rig.local(joint).scale = glm::vec3(random.below(2) == 0 ? -1 : 1, 1, 1);
            }
            rig.update();
            const glm::dvec3 target =
                rig.position(0) + 0.6 * rig.length() * randomDirection(random);
            const pose::IkFlags flags = solve(rig, towards(target));
            if (flags.isUnreachable) {
                continue; // a bone as long as all others
            }
            QCOMPARE(flags, pose::IkFlags{.isReached = true});
            QCOMPARE_LE(distanceToTarget(rig, target), 1e-4);
        }
    }

    void pointsAtWhatIsOutOfReach() const {
        Random random(42);
        for (int i = 0; i < 40; ++i) {
            IkRig rig = randomRig(parentKinds()[4], random, 4);
            const glm::dvec3 root = rig.position(0);
            const double length = rig.length();
            const glm::dvec3 line = randomDirection(random);
            const pose::IkFlags flags = solve(rig, towards(root + 1.5 * length * line));
            QCOMPARE(flags, pose::IkFlags{.isUnreachable = true});
            QCOMPARE_LE(glm::distance(rig.position(4), root + length * line), 0.02 * length);
        }
        // Nearer than a chain with one long bone folds.
        IkRig rig = straightRig({"none", {}}, {2.0f, 0.3f, 0.4f});
        const pose::IkFlags flags = solve(rig, towards(rig.position(0) + glm::dvec3(0.5, 0, 0)));
        QVERIFY(flags.isUnreachable && !flags.isReached);
        QVERIFY(!glm::any(glm::isnan(rig.position(3))));
    }

    /// Straight at the target, folded onto the root, bones of no length: never stuck, never NaN.
    void leavesWhatIsSingular() const {
        const glm::dvec3 root(0, 2, 0);
        for (const glm::dvec3& target :
             {glm::dvec3(0, 0.5, 0), glm::dvec3(0, 3, 0), root, glm::dvec3(0, 1.0, 0)}) {
            IkRig rig = straightRig({"none", {}}, {1, 1, 1});
            const pose::IkFlags flags = solve(rig, towards(target));
            QCOMPARE(flags, (pose::IkFlags{.isReached = true, .isDegenerate = true}));
            QCOMPARE_LE(distanceToTarget(rig, target), 1e-4);
        }
        // Straight and there already.
        IkRig there = straightRig({"none", {}}, {1, 1, 1});
        const std::vector<math::Transform> before = there.parentFromJoint;
        QCOMPARE(solve(there, towards(glm::dvec3(0, -1, 0))), pose::IkFlags{.isReached = true});
        QVERIFY(hasSameBits(there.parentFromJoint, before));
        IkRig zero = straightRig({"none", {}}, {1, 0, 1});
        const glm::dvec3 beside = root + glm::dvec3(1, -0.5, 0.2);
        QCOMPARE(solve(zero, towards(beside)),
                 (pose::IkFlags{.isReached = true, .isDegenerate = true}));
        QCOMPARE_LE(distanceToTarget(zero, beside), 1e-4);
        IkRig point = straightRig({"none", {}}, {0, 0});
        QVERIFY(solve(point, towards(beside)).isDegenerate);
        QVERIFY(hasSameBones(point.parentFromJoint, point.parentFromJoint));
        QVERIFY(!glm::any(glm::isnan(point.position(2))));
        IkRig flat = straightRig(
            {"flat", {{glm::vec3(0), math::identityQuat(), glm::vec3(1, 0, 1)}}}, {1, 1});
        QCOMPARE(solve(flat, towards(beside)), pose::IkFlags{.isDegenerate = true});
    }

    void numbersThatAreNotFiniteLeaveThePoseAlone() const {
        for (const float bad :
             {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
            for (int what = 0; what < 5; ++what) {
                IkRig rig = straightRig(parentKinds()[3], {1, 1, 1});
                pose::ChainIkInput input = towards(rig.position(0) + glm::dvec3(1, 1, 0));
                switch (what) {
                case 0:
                    input.targetModel.x = bad;
                    break;
                case 1:
                    input.weight = bad;
                    break;
                case 2:
                    input.tolerance = bad;
                    break;
                case 3:
                    rig.local(1).rotation.w = bad;
                    break;
                default:
                    rig.modelFromJoint[1].translation.x = bad;
                    break;
                }
                const std::vector<math::Transform> before = rig.parentFromJoint;
                QCOMPARE(solve(rig, input), pose::IkFlags{.isInvalid = true});
                QVERIFY(hasSameBits(rig.parentFromJoint, before));
            }
        }
    }

    /// Limits hold in the stored pose, wherever the target is and wherever the pose began.
    void limitsHold() const {
        Random random(43);
        int limited = 0;
        int reached = 0;
        for (int i = 0; i < 100; ++i) {
            IkRig rig = randomRig(parentKinds()[static_cast<std::size_t>(i) % 5], random, 4);
            std::vector<pose::JointLimit> limits(4);
            for (pose::JointLimit& limit : limits) {
                limit.swing = random.uniform(0.0f, 1.2f);
                limit.swingAcross = random.uniform(0.0f, 1.2f);
                limit.twistMinimum = -random.uniform(0.0f, 0.5f);
                limit.twistMaximum = random.uniform(0.0f, 0.5f);
            }
            const pose::IkChain chain = require(
                pose::IkChain::create(*rig.skeleton, rig.chain.front(), rig.chain.back(), limits));
            // Every other target is where the tip of some pose within the limits is.
            IkRig posed = rig;
            for (std::size_t joint = 0; joint < 4; ++joint) {
                posed.local(joint).rotation =
                    glm::quat(chain.limits()[joint].apply(glm::dquat(random.rotation())));
            }
            const bool isPossible = i % 2 == 0;
            const glm::dvec3 target =
                isPossible ? posed.position(4)
                           : rig.position(0) + 0.7 * rig.length() * randomDirection(random);
            const pose::IkFlags flags = solve(rig, towards(target), limits);
            for (std::size_t joint = 0; joint < 4; ++joint) {
                const glm::dquat local(rig.local(joint).rotation);
                const pose::RotationLimit::Angles angles = chain.limits()[joint].anglesOf(local);
                const pose::JointLimit& limit = limits[joint];
                constexpr double kTolerance = 2e-6; // radians, of a rotation in floats
                QCOMPARE_LE(angles.twist, limit.twistMaximum + kTolerance);
                QCOMPARE_GE(angles.twist, limit.twistMinimum - kTolerance);
                QCOMPARE_LE(std::hypot(angles.swing / (limit.swing + kTolerance),
                                       angles.swingAcross / (limit.swingAcross + kTolerance)),
                            1.0 + 2e-4);
            }
            QCOMPARE(flags.isReached, distanceToTarget(rig, target) <= 2e-5 * rig.length() + 2e-7);
            QVERIFY(flags.isReached || flags.isLimited);
            limited += flags.isLimited ? 1 : 0;
            reached += isPossible && flags.isReached ? 1 : 0;
        }
        QCOMPARE_GE(limited, 20);
        QCOMPARE_GE(reached, 42); // of 50
    }

    /// Hinges about one axis bend in their plane alone, and find the target there.
    void hingesBendInTheirPlane() const {
        IkRig rig = straightRig({"none", {}}, {1, 1, 1});
        const pose::JointLimit hinge{.swing = 2.5f,
                                     .swingAcross = 0.0f,
                                     .axisJoint = glm::vec3(1, 0, 0),
                                     .twistMinimum = 0.0f,
                                     .twistMaximum = 0.0f};
        const std::vector<pose::JointLimit> limits(3, hinge);
        const glm::dvec3 target(0, 0.8, 1.1);
        const pose::IkFlags flags = solve(rig, towards(target), limits);
        QCOMPARE(flags, pose::IkFlags{.isReached = true});
        for (std::size_t joint = 0; joint < 4; ++joint) {
            QCOMPARE_LE(std::abs(rig.position(joint).x), 1e-5);
        }
        // Straight at a target that it must fold for: the first bend is about an axis it has.
        IkRig straight = straightRig({"none", {}}, {1, 1, 1});
        QCOMPARE(solve(straight, towards({0, 0.2, 0}), limits),
                 (pose::IkFlags{.isReached = true, .isDegenerate = true}));
    }

    void weightIsPartOfTheLocalRotation() const {
        Random random(44);
        for (int i = 0; i < 20; ++i) {
            const IkRig start = randomRig(parentKinds()[3], random, 4);
            pose::ChainIkInput input =
                towards(start.position(0) + 0.6 * start.length() * randomDirection(random));
            IkRig full = start;
            const pose::IkFlags flags = solve(full, input);
            input.weight = 0.0f;
            IkRig none = start;
            QCOMPARE(solve(none, input), flags);
            QVERIFY(hasSameBits(none.parentFromJoint, start.parentFromJoint));
            input.weight = 0.3f;
            IkRig part = start;
            QCOMPARE(solve(part, input), flags);
            for (std::size_t joint = 0; joint < 5; ++joint) {
                const auto local = [&](const IkRig& rig) {
                    return rig.parentFromJoint[rig.chain[joint].value()].rotation;
                };
                QCOMPARE_LE(maxAbsDiff(maxAbsDiff(local(start), local(part)),
                                       0.3 * maxAbsDiff(local(start), local(full))),
                            1e-4);
            }
            QCOMPARE_LE(modelError(part), 5e-6);
        }
    }

    void capOfIterationsHolds() const {
        Random random(45);
        IkRig rig = randomRig({"none", {}}, random, 6);
        const glm::dvec3 target = rig.position(0) + 0.5 * rig.length() * randomDirection(random);
        double before = distanceToTarget(rig, target);
        const IkRig start = rig;
        for (const std::uint32_t count : {0u, 1u, 4u, 16u, 64u}) {
            rig = start;
            pose::ChainIkInput input = towards(target);
            input.maximumIterations = count;
            input.tolerance = 0.0f;
            solve(rig, input);
            if (count == 0) {
                QCOMPARE_LE(maxAbsDiff(rig.position(6), start.position(6)), 1e-5);
            }
            QCOMPARE_LE(distanceToTarget(rig, target), count == 0 ? before + 1e-5 : before);
            before = distanceToTarget(rig, target);
        }
        QCOMPARE_LE(before, 1e-3);
    }

    void allocatesNothing() const {
        Random random(48);
        IkRig rig = randomRig(parentKinds()[3], random, 5);
        const std::vector<pose::JointLimit> limits(5, {.swing = 1.0f, .swingAcross = 0.5f});
        const pose::IkChain chain = require(
            pose::IkChain::create(*rig.skeleton, rig.chain.front(), rig.chain.back(), limits));
        std::vector<pose::IkScratch> scratch(chain.joints().size());
        pose::ChainIkInput input;
        const std::size_t before = allocationCount;
        for (int i = 0; i < 200; ++i) {
            input.targetModel = random.vector(-4, 4);
            solver_(chain, input, rig.pose(), scratch);
        }
        QCOMPARE(allocationCount - before, std::size_t{0});
    }

    /// The same input gives the same bits.
    void isDeterministic() const {
        Random random(46);
        const IkRig start = randomRig(parentKinds()[4], random, 6);
        const pose::ChainIkInput input =
            towards(start.position(0) + 0.5 * start.length() * randomDirection(random));
        IkRig first = start;
        IkRig second = start;
        QCOMPARE(solve(first, input), solve(second, input));
        QVERIFY(hasSameBits(first.parentFromJoint, second.parentFromJoint));
    }

private:
    static double distanceToTarget(const IkRig& rig, const glm::dvec3& target) {
        return glm::distance(rig.positions().back(), glm::dvec3(glm::vec3(target)));
    }

    ChainSolver solver_;
};

} // namespace sartor::test
