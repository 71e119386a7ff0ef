// SPDX-License-Identifier: Apache-2.0
// What a change of weights costs: how far it moves the vertices in the clips of the file.
#pragma once

#include <sartor/assets/skin.h>
#include <sartor/import/imported_scene.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sartor::diagnose {

/// A moment of a clip; without a clip the file's own node transforms.
struct Moment {
    std::optional<std::uint32_t> clip;
    float time = 0.0f; ///< seconds
};

/// Most moments that chooseMoments() takes when nothing else is said.
inline constexpr std::size_t kMomentCount = 64;

/// The file's own pose, then moments of every clip with keys: the times of all keys and the middles
/// between them, evenly thinned where there are more than fit, always with the first and the last.
/// At most maximumCount, or one of each clip where there are more clips than that.
std::vector<Moment> chooseMoments(const import::ImportedScene& scene,
                                  std::size_t maximumCount = kMomentCount);

/// Model transform of every joint of the skeleton at a moment.
/// Shapes: modelFromJoint.size() == skeleton jointCount() (asserted).
void evaluateMoment(const import::ImportedScene& scene,
                    const Moment& moment,
                    std::span<math::Affine> modelFromJoint);

/// Influences and the skin that their slots refer to. Borrowed for the call.
struct SkinnedWeights {
    const assets::Skin& skin;
    const assets::InfluenceSet& influences;
};

/// How far one vertex is moved at the moment at which that is furthest.
struct VertexCost {
    std::uint32_t vertex = 0;
    double distance = 0.0; ///< in the file's units
    Moment moment;
};

/// How far linear blend skinning with other weights puts vertices from where it put them.
struct WeightCost {
    /// Vertices whose influences differ.
    std::uint64_t changedCount = 0;
    std::size_t momentCount = 0;
    /// Over all changed vertices and all moments, in millimetres; the file's metresPerUnit counts.
    double maxMillimetres = 0.0;
    double rmsMillimetres = 0.0;
    /// The largest distance against the diagonal of the box around the mesh as the file's own pose
    /// has it; 0 where there is no box.
    double relative = 0.0;
    /// The vertices that move furthest, each once, the furthest first, at most kExampleCount. Empty
    /// where nothing moves.
    std::vector<VertexCost> worst;
};

/// Measures two sets of influences of one mesh against each other at every moment. Slots are told
/// apart by their joint and inverse bind, so the two may refer to different skins of the skeleton.
///
/// Space/units: model space; lengths of the mesh without morph targets. What is found is a lower
/// bound of what happens between the moments. Places that are not finite are left out.
/// Shapes: both have a row for every vertex of the instance's mesh and slots of their skin
/// (asserted).
/// Cost: O(moments * (joints + changed influences)), on all cores; memory O(changed influences).
/// The result does not depend on the number of threads.
WeightCost computeWeightCost(const import::ImportedScene& scene,
                             const import::MeshInstance& instance,
                             const SkinnedWeights& before,
                             const SkinnedWeights& after,
                             std::span<const Moment> moments);

} // namespace sartor::diagnose
