// SPDX-License-Identifier: Apache-2.0
// Additive layers: the difference between two poses, put on top of a third.
#pragma once

#include <sartor/math/transform.h>

#include <span>

namespace sartor::pose {

/// What is added: how `value` differs from `reference`. The reference is always said: a frame of a
/// clip, the rest pose, or any other pose.
struct AdditiveLayer {
    std::span<const math::Transform> value;
    std::span<const math::Transform> reference;
    /// 0 adds nothing, 1 all, -1 takes it away. What is not finite counts as 0.
    float weight = 1.0f;
    /// Factors of the weight, one per joint and treated like it; empty: 1 for all.
    std::span<const float> jointWeights = {};
};

/// Adds a layer to a local pose, joint by joint, with w the weight of the joint:
///
///     rotation     base * slerp(identity, inverse(reference) * value, w): w scales the angle of
///                  the shorter way round, and the difference turns in the frame of the joint
///     translation  base + w * (value - reference), in the parent's space
///     scale        base * (value / reference)^w by axis; base + w * (value - reference) where
///                  that quotient is not above zero or not finite
///
/// A joint of weight 0 stays as it is, bit for bit, and the layer is not read there. Several layers
/// are added one after the other.
///
/// Shapes: all poses have one size; the output may be an input. Rotations unit. Cost: O(joints),
/// no allocation. Threads: re-entrant.
void addPose(std::span<const math::Transform> base,
             const AdditiveLayer& layer,
             std::span<math::Transform> parentFromJoint);

/// Morph weights of an additive layer; `weight` as in AdditiveLayer.
struct AdditiveMorphLayer {
    std::span<const float> value;
    std::span<const float> reference;
    float weight = 1.0f;
};

/// base + weight * (value - reference). Shapes: all have one size; the output may be an input.
void addMorphWeights(std::span<const float> base,
                     const AdditiveMorphLayer& layer,
                     std::span<float> morphWeights);

} // namespace sartor::pose
