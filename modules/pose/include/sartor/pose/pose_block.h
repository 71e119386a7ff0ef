// SPDX-License-Identifier: Apache-2.0
// Sixteen joints as structure of arrays: the form in which the runtime samples and blends poses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::pose {

inline constexpr std::size_t kJointsPerBlock = 16;

/// Blocks that hold so many joints; lanes of the last one that no joint needs are identities.
constexpr std::size_t poseBlockCount(std::size_t jointCount) {
    return (jointCount + kJointsPerBlock - 1) / kJointsPerBlock;
}

/// parentFromJoint of sixteen joints in the order of a RuntimeSkeleton; each component is a row of
/// lanes, a cache line long.
struct alignas(64) PoseBlock {
    float translation[3][kJointsPerBlock]; ///< x, y, z
    float rotation[4][kJointsPerBlock];    ///< x, y, z, w; unit
    float scale[3][kJointsPerBlock];       ///< x, y, z
};

/// Factors of sixteen joints, [0, 1].
struct alignas(64) JointWeightBlock {
    float weight[kJointsPerBlock];
};

/// modelFromJoint as four columns of four: x, y, z of the linear part and the translation, with 0,
/// 0, 0, 1 as the fourth row.
struct alignas(64) ModelMatrix {
    float columns[4][4];
};

} // namespace sartor::pose
