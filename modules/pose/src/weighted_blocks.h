// SPDX-License-Identifier: Apache-2.0
// What kernels that blend read.
#pragma once

#include <sartor/pose/pose_block.h>

namespace sartor::pose {

/// An input that has weight.
struct WeightedBlocks {
    const PoseBlock* blocks;
    const JointWeightBlock* factors; ///< null: 1 for all
    float weight;                    ///< of a sum of 1
};

} // namespace sartor::pose
