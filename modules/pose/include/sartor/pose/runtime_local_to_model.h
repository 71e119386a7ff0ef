// SPDX-License-Identifier: Apache-2.0
// From blocks of local transforms to model space, and to what skinning multiplies with.
#pragma once

#include <sartor/math/affine.h>
#include <sartor/pose/runtime_skeleton.h>

#include <array>
#include <span>
#include <vector>

namespace sartor::pose {

/// modelFromJoint by slot = modelFromParent * parentFromJoint, in floats: every joint of a chain
/// adds an error of a few last places of its distance from the origin, where localToModel() rounds
/// once.
///
/// Shapes: blocks.size() == skeleton.blockCount(); modelFromJoint has an entry per lane of them,
/// skeleton.blockCount() * kJointsPerBlock, of which those beyond the joints are of no meaning.
/// Cost: O(joints), no allocation. Threads: re-entrant.
void localToModel(const RuntimeSkeleton& skeleton,
                  std::span<const PoseBlock> blocks,
                  std::span<ModelMatrix> modelFromJoint);

/// The joints of a skin for the runtime. Immutable.
class RuntimeSkin {
public:
    /// Shapes: joints and jointFromBind have one entry per slot of the skin; each joint is inside
    /// the skeleton.
    RuntimeSkin(const RuntimeSkeleton& skeleton,
                std::span<const JointIndex> joints,
                std::span<const math::Affine> jointFromBind);

    std::size_t slotCount() const { return skeletonSlots_.size(); }
    /// By slot of the skin: the joint's slot in the skeleton.
    std::span<const std::uint32_t> skeletonSlots() const { return skeletonSlots_; }
    std::span<const ModelMatrix> jointFromBind() const { return jointFromBind_; }

private:
    std::vector<std::uint32_t> skeletonSlots_;
    std::vector<ModelMatrix> jointFromBind_;
};

/// modelFromBind by slot of the skin = modelFromJoint * jointFromBind, as three rows of four: what
/// SARTOR_FORMAT_F32X12 holds.
/// Shapes: modelFromJoint as localToModel() leaves it; modelFromBind.size() == skin.slotCount().
/// Cost: O(slots), no allocation. Threads: re-entrant.
void matrixPalette(std::span<const ModelMatrix> modelFromJoint,
                   const RuntimeSkin& skin,
                   std::span<std::array<float, 12>> modelFromBind);

} // namespace sartor::pose
