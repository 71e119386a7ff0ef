// SPDX-License-Identifier: Apache-2.0
// The order of joints in which the runtime works.
#pragma once

#include <sartor/assets/skeleton.h>
#include <sartor/pose/pose_block.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sartor::pose {

/// A skeleton in breadth-first order: all joints of one depth before those of the next, so that a
/// joint's parent is long done when the joint needs it. Siblings keep their order. A joint's place
/// here is its slot. Immutable.
class RuntimeSkeleton {
public:
    static constexpr std::uint32_t kNoParent = 0xFFFFFFFFu;

    /// Cost: O(joints).
    static std::shared_ptr<const RuntimeSkeleton>
    create(std::shared_ptr<const assets::Skeleton> skeleton);

    const assets::Skeleton& skeleton() const { return *skeleton_; }
    std::size_t jointCount() const { return jointOfSlot_.size(); }
    std::size_t blockCount() const { return poseBlockCount(jointCount()); }

    /// By slot.
    std::span<const JointIndex> jointOfSlot() const { return jointOfSlot_; }
    /// By slot: the parent's slot, smaller than the joint's own, or kNoParent.
    std::span<const std::uint32_t> parentOfSlot() const { return parentOfSlot_; }
    std::uint32_t slotOf(JointIndex joint) const { return slotOfJoint_[joint.value()]; }

private:
    RuntimeSkeleton() = default;

    std::shared_ptr<const assets::Skeleton> skeleton_;
    std::vector<JointIndex> jointOfSlot_;
    std::vector<std::uint32_t> parentOfSlot_;
    std::vector<std::uint32_t> slotOfJoint_;
};

/// A pose of all joints in blocks and back. Shapes: parentFromJoint has one entry per joint of the
/// skeleton, blocks has skeleton.blockCount(). Cost: O(joints), no allocation.
void toPoseBlocks(const RuntimeSkeleton& skeleton,
                  std::span<const math::Transform> parentFromJoint,
                  std::span<PoseBlock> blocks);
void fromPoseBlocks(const RuntimeSkeleton& skeleton,
                    std::span<const PoseBlock> blocks,
                    std::span<math::Transform> parentFromJoint);

} // namespace sartor::pose
