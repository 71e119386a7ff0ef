// SPDX-License-Identifier: Apache-2.0
// Weighted means of local poses and of morph weights.
#pragma once

#include <sartor/math/transform.h>

#include <span>

namespace sartor::pose {

/// One of the poses that are blended.
struct BlendInput {
    std::span<const math::Transform> parentFromJoint;
    /// Weight of the whole pose; what is not above zero, or not finite, counts as zero.
    float weight = 0.0f;
    /// Factors of the weight, one per joint and treated like it; empty: 1 for all.
    std::span<const float> jointWeights = {};
};

/// Blends poses joint by joint. The weights of a joint are divided by their sum. Translation and
/// scale are the weighted means. Rotations are the normalised weighted sum of the quaternions, each
/// with the sign that puts it in the hemisphere around the principal axis of all: q and -q are the
/// same rotation, two rotations of equal weight give their spherical midpoint, and the order of the
/// inputs does not matter. A joint of a single input with weight is that input's, bit for bit; an
/// input without weight is not read there. Where no input has weight, the joint is that of
/// `otherwise`, the rest pose for instance.
///
/// Shapes: all poses have one size; the output may be an input. Units: rotations unit. Cost:
/// O(inputs x joints), no allocation. Threads: re-entrant.
/// Source of the axis: Markley et al., "Averaging Quaternions", 2007, eq. 12.
void blendPoses(std::span<const BlendInput> inputs,
                std::span<const math::Transform> otherwise,
                std::span<math::Transform> parentFromJoint);

/// Morph weights to be blended.
struct MorphBlendInput {
    std::span<const float> morphWeights;
    float weight = 0.0f; ///< as in BlendInput
};

/// The weighted means; as for poses, a single input with weight comes out bit for bit, and
/// `otherwise` where none has any. Shapes: all have one size; the output may be an input.
void blendMorphWeights(std::span<const MorphBlendInput> inputs,
                       std::span<const float> otherwise,
                       std::span<float> morphWeights);

} // namespace sartor::pose
