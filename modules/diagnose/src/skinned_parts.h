// SPDX-License-Identifier: Apache-2.0
// The meshes that a skin deforms, each once.
#pragma once

#include <sartor/assets/skin.h>
#include <sartor/import/imported_scene.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sartor::diagnose {

/// A mesh with its skin; instances that share both are one.
struct SkinnedPart {
    /// The first of the instances; it has a skin with joints.
    std::uint32_t instance = 0;
    /// All influences, normalised.
    std::shared_ptr<const assets::InfluenceSet> influences;
};

std::vector<SkinnedPart> findSkinnedParts(const import::ImportedScene& scene);

/// Positions under linear blend skinning, in double. Shapes: the palette has an entry for every
/// slot of the influences, which have a row for every vertex.
std::vector<glm::dvec3> blendPositions(const assets::Mesh& mesh,
                                       const assets::InfluenceSet& influences,
                                       std::span<const math::Affine> modelFromBind);

} // namespace sartor::diagnose
