// SPDX-License-Identifier: Apache-2.0
// A level of detail with fewer joints, and what it costs.
#pragma once

#include <sartor/assets/joint_removal.h>
#include <sartor/base/result.h>
#include <sartor/diagnose/weight_cost.h>
#include <sartor/import/imported_scene.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sartor::diagnose {

/// What a level of detail leaves out, in the order in which it happens.
struct DetailOptions {
    /// Their weights go to the nearest joint above that stays, skin by skin.
    std::vector<JointIndex> removed = {};
    /// Then only the heaviest so many of a vertex stay, normalised; 0 keeps all.
    std::uint32_t maximumInfluences = 0;
    /// Then weights are stored in so many bits, rounded by largest remainder; 0 keeps floats.
    std::uint32_t weightBits = 0;
};

/// A mesh with its skin; instances that share both are one.
struct DetailMesh {
    /// The first of the instances.
    std::uint32_t instance = 0;
    /// Most influences of a vertex.
    std::uint32_t influencesBefore = 0;
    std::uint32_t influencesAfter = 0;
    std::shared_ptr<const assets::InfluenceSet> influences;
    WeightCost cost;
};

struct DetailLevel {
    /// One per skin of the scene.
    std::vector<assets::ReducedSkin> skins;
    std::vector<DetailMesh> meshes;
    /// Joints of the skeleton that belong to any skin.
    std::size_t jointsBefore = 0;
    std::size_t jointsAfter = 0;
};

/// The level of detail, and how far it puts vertices from the full one, whose weights are
/// normalised.
///
/// Space/units: as computeWeightCost().
/// Errors: "skin.no_heir", "influences.bits".
Result<DetailLevel> simulateDetailLevel(const import::ImportedScene& scene,
                                        const DetailOptions& options,
                                        std::span<const Moment> moments);

} // namespace sartor::diagnose
