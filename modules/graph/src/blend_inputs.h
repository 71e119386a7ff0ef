// SPDX-License-Identifier: Apache-2.0
// What nodes that blend have in common.
#pragma once

#include "node.h"

#include <sartor/pose/blend_space.h>

#include <array>

namespace sartor::graph {

/// A param "sync" of a schema; who compiles a graph looks for it.
inline constexpr ParamSchema kSyncParam = {
    .id = "sync",
    .type = ParamType::Bool,
    .doc = "Whether the clips below run in step: at the same markers, or the same part of their "
           "lengths, with a common rate between theirs."};

/// Weights of the inputs of a blending task, in their order.
struct BlendPayload {
    std::array<float, pose::BlendShares::kMost> weights;
};

/// Updates the inputs that have a share, and no others, and blends their poses and motions; where
/// one has it all, what comes out is that input's. The node's bind() has called
/// reserveTasks(1, sizeof(BlendPayload)). Positions of shares are those of the pin's inputs.
PoseResult
blendInputs(UpdateContext& context, PosePin pin, std::span<const pose::BlendShare> shares);

} // namespace sartor::graph
