// SPDX-License-Identifier: Apache-2.0
// What graphs run on.
#pragma once

#include <sartor/assets/clip.h>
#include <sartor/assets/skeleton.h>
#include <sartor/base/index.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace sartor::graph {

using ClipIndex = Index<struct ClipTag>;

/// The morph weights of the meshes at one node, a range of those of a pose.
struct MorphChannel {
    JointIndex node;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// The hierarchy, where morph weights lie in a pose, and the clips that graphs can name. A pose on
/// it is a Transform for each joint and a float for each of defaultMorphWeights.
struct Rig {
    std::shared_ptr<const assets::Skeleton> skeleton{};
    std::vector<MorphChannel> morphChannels{}; ///< disjoint; no two of one node
    std::vector<float> defaultMorphWeights{};  ///< what a clip without a track leaves
    std::vector<std::shared_ptr<const assets::Clip>> clips{};
};

} // namespace sartor::graph
