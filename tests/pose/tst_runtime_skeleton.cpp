// SPDX-License-Identifier: Apache-2.0
// Breadth-first order, and the way of poses into blocks and back.
#include <sartor/pose/runtime_skeleton.h>

#include <QtTest>

#include <support/humanoid_clip.h>
#include <support/pose_compare.h>

#include <set>

using namespace sartor;
using namespace sartor::pose;
using namespace sartor::test;

class TstRuntimeSkeleton : public QObject {
    Q_OBJECT

private slots:
    void parentsAreDoneALevelBefore();
    void posesComeBackBitForBit();
    void unusedLanesAreIdentities();
};

void TstRuntimeSkeleton::parentsAreDoneALevelBefore() {
    const auto skeleton = humanoidSkeleton();
    QCOMPARE(skeleton->jointCount(), std::size_t(67));
    const auto runtime = RuntimeSkeleton::create(skeleton);
    std::set<std::uint32_t> seen;
    std::size_t depthBefore = 0;
    for (std::uint32_t slot = 0; slot < runtime->jointCount(); ++slot) {
        const JointIndex joint = runtime->jointOfSlot()[slot];
        seen.insert(joint.value());
        QCOMPARE(runtime->slotOf(joint), slot);
        std::size_t depth = 0;
        for (JointIndex up = skeleton->joint(joint).parent; !up.isNone();
             up = skeleton->joint(up).parent) {
            ++depth;
        }
        QVERIFY(depth >= depthBefore);
        depthBefore = depth;
        const JointIndex parent = skeleton->joint(joint).parent;
        if (parent.isNone()) {
            QCOMPARE(runtime->parentOfSlot()[slot], RuntimeSkeleton::kNoParent);
        } else {
            QCOMPARE(runtime->parentOfSlot()[slot], runtime->slotOf(parent));
            QVERIFY(runtime->parentOfSlot()[slot] < slot);
        }
    }
    QCOMPARE(seen.size(), skeleton->jointCount());
    QCOMPARE(depthBefore, std::size_t(11));
}

void TstRuntimeSkeleton::posesComeBackBitForBit() {
    const auto runtime = RuntimeSkeleton::create(humanoidSkeleton());
    Random random(3);
    const auto given = randomPose(random, runtime->jointCount());
    std::vector<PoseBlock> blocks(runtime->blockCount());
    toPoseBlocks(*runtime, given, blocks);
    std::vector<math::Transform> back(given.size());
    fromPoseBlocks(*runtime, blocks, back);
    QVERIFY(isSameBits(given, back));
}

void TstRuntimeSkeleton::unusedLanesAreIdentities() {
    const auto runtime = RuntimeSkeleton::create(humanoidSkeleton());
    QCOMPARE(runtime->blockCount(), std::size_t(5));
    Random random(4);
    std::vector<PoseBlock> blocks(runtime->blockCount());
    toPoseBlocks(*runtime, randomPose(random, runtime->jointCount()), blocks);
    for (std::size_t lane = 67 % kJointsPerBlock; lane < kJointsPerBlock; ++lane) {
        QCOMPARE(blocks[4].rotation[3][lane], 1.0f);
        QCOMPARE(blocks[4].rotation[0][lane], 0.0f);
        QCOMPARE(blocks[4].translation[1][lane], 0.0f);
        QCOMPARE(blocks[4].scale[2][lane], 1.0f);
    }
}

QTEST_APPLESS_MAIN(TstRuntimeSkeleton)
#include "tst_runtime_skeleton.moc"
