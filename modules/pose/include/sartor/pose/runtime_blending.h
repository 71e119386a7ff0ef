// SPDX-License-Identifier: Apache-2.0
// Weighted means of poses in blocks.
#pragma once

#include <sartor/pose/pose_block.h>

#include <span>

namespace sartor::pose {

/// One of the poses that are blended, as in BlendInput.
struct BlockBlendInput {
    std::span<const PoseBlock> blocks;
    float weight = 0.0f;
    std::span<const JointWeightBlock> jointWeights = {};
};

/// What blendPoses() does for single joints, many at a time: the same weights and the same signs of
/// rotations, so the same pose up to the rounding of floats. A single input with weight, and no
/// factors for joints, comes out bit for bit. All poses are finite, those without weight excepted.
///
/// Shapes: all have one size; the output may be an input. Cost: O(inputs x joints); a thread
/// allocates when it meets its most inputs. Threads: re-entrant.
void blendPoses(std::span<const BlockBlendInput> inputs,
                std::span<const PoseBlock> otherwise,
                std::span<PoseBlock> blocks);

} // namespace sartor::pose
