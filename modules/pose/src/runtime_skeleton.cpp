// SPDX-License-Identifier: Apache-2.0
// Breadth-first order, and poses in it.
#include <sartor/base/assert.h>
#include <sartor/pose/runtime_skeleton.h>

#include <algorithm>
#include <numeric>

namespace sartor::pose {
namespace {

void setLane(PoseBlock& block, std::size_t lane, const math::Transform& transform) {
    for (int c = 0; c < 3; ++c) {
        block.translation[c][lane] = transform.translation[c];
        block.scale[c][lane] = transform.scale[c];
    }
    block.rotation[0][lane] = transform.rotation.x;
    block.rotation[1][lane] = transform.rotation.y;
    block.rotation[2][lane] = transform.rotation.z;
    block.rotation[3][lane] = transform.rotation.w;
}

} // namespace

std::shared_ptr<const RuntimeSkeleton>
RuntimeSkeleton::create(std::shared_ptr<const assets::Skeleton> skeleton) {
    const std::span<const assets::Joint> joints = skeleton->joints();
    std::vector<std::uint32_t> depth(joints.size(), 0);
    for (std::size_t i = 0; i < joints.size(); ++i) {
        if (!joints[i].parent.isNone()) {
            depth[i] = depth[joints[i].parent.value()] + 1;
        }
    }
    std::vector<std::uint32_t> order(joints.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return depth[a] < depth[b];
    });
    std::shared_ptr<RuntimeSkeleton> result(new RuntimeSkeleton);
    result->slotOfJoint_.resize(joints.size());
    for (std::uint32_t slot = 0; slot < order.size(); ++slot) {
        result->slotOfJoint_[order[slot]] = slot;
        result->jointOfSlot_.emplace_back(order[slot]);
        const JointIndex parent = joints[order[slot]].parent;
        result->parentOfSlot_.push_back(parent.isNone() ? kNoParent
                                                        : result->slotOfJoint_[parent.value()]);
    }
    result->skeleton_ = std::move(skeleton);
    return result;
}

void toPoseBlocks(const RuntimeSkeleton& skeleton,
                  std::span<const math::Transform> parentFromJoint,
                  std::span<PoseBlock> blocks) {
    SARTOR_ASSERT(parentFromJoint.size() == skeleton.jointCount());
    SARTOR_ASSERT(blocks.size() == skeleton.blockCount());
    for (std::size_t slot = 0; slot < blocks.size() * kJointsPerBlock; ++slot) {
        const math::Transform transform =
            slot < skeleton.jointCount() ? parentFromJoint[skeleton.jointOfSlot()[slot].value()]
                                         : math::Transform{};
        setLane(blocks[slot / kJointsPerBlock], slot % kJointsPerBlock, transform);
    }
}

void fromPoseBlocks(const RuntimeSkeleton& skeleton,
                    std::span<const PoseBlock> blocks,
                    std::span<math::Transform> parentFromJoint) {
    SARTOR_ASSERT(parentFromJoint.size() == skeleton.jointCount());
    SARTOR_ASSERT(blocks.size() == skeleton.blockCount());
    for (std::size_t slot = 0; slot < skeleton.jointCount(); ++slot) {
        const PoseBlock& block = blocks[slot / kJointsPerBlock];
        const std::size_t lane = slot % kJointsPerBlock;
        math::Transform& transform = parentFromJoint[skeleton.jointOfSlot()[slot].value()];
        for (int c = 0; c < 3; ++c) {
            transform.translation[c] = block.translation[c][lane];
            transform.scale[c] = block.scale[c][lane];
        }
        transform.rotation = glm::quat(block.rotation[3][lane],
                                       block.rotation[0][lane],
                                       block.rotation[1][lane],
                                       block.rotation[2][lane]);
    }
}

} // namespace sartor::pose
