// SPDX-License-Identifier: Apache-2.0
// A pose laid over a part of another: an upper body that aims while the legs walk.
#pragma once

#include <sartor/assets/skeleton.h>

#include <span>

namespace sartor::pose {

/// In which space the rotations of a layer hold.
enum class LayerRotation {
    Local, ///< in the parent's: a bent spine takes the layer along
    Model  ///< in model space: the layer looks where it looked, whatever its parents do
};

struct MaskedLayer {
    std::span<const math::Transform> parentFromJoint{};
    /// [0, 1], clamped; NaN counts as 0.
    float weight = 1.0f;
    /// Factors of the weight, one per joint and treated like it; empty: 1 for all.
    std::span<const float> jointWeights{};
    LayerRotation rotation = LayerRotation::Local;
};

/// What blendLayer() works with: a joint's rotation in model space, in the layer and in the result.
struct LayerScratch {
    glm::quat modelFromJointInLayer;
    glm::quat modelFromJoint;
};

/// Blends a layer over a pose, joint by joint, with w the weight of the joint: (1 - w) * base +
/// w * layer for translation and scale, the normalised sum the shorter way round for rotations.
/// A layer with rotations in model space is blended as the local rotation that, below the parents
/// of the result, has the layer's orientation; scales of parents are left out of that, so it holds
/// for any that are the same along all axes. Translations and scales are local in either case.
///
/// A joint of weight 0 stays as it is, bit for bit; one of weight 1 in local rotation is that of
/// the layer, bit for bit.
///
/// Shapes: as the skeleton, but `scratch`, which is as the skeleton for LayerRotation::Model and
/// not used for Local; the output may be the base or the layer. Rotations unit. Cost: O(joints),
/// no allocation. Threads: re-entrant.
void blendLayer(const assets::Skeleton& skeleton,
                std::span<const math::Transform> base,
                const MaskedLayer& layer,
                std::span<LayerScratch> scratch,
                std::span<math::Transform> parentFromJoint);

} // namespace sartor::pose
