// SPDX-License-Identifier: Apache-2.0
// Characters with one part switched off.
#pragma once

#include <sartor/base/result.h>
#include <sartor/import/imported_scene.h>

#include <functional>
#include <span>

namespace sartor::diagnose {

using ImportedScene = import::ImportedScene;

/// Without meshes.
ImportedScene withoutMeshes(const import::ImportedScene& scene);

/// All meshes follow their node, without a skin.
ImportedScene withoutSkins(const import::ImportedScene& scene);

/// Every slot of every skin has the identity as its map, in every pose: a joint that never moves,
/// added to the skeleton, stands in for the joints.
Result<import::ImportedScene> withIdentityPalette(const import::ImportedScene& scene);

/// The slots and weights of a vertex of a mesh of a skin.
using ChangeVertex = std::function<void(
    std::uint32_t skin, std::span<std::uint32_t> slots, std::span<float> weights)>;

/// Influences of all skinned meshes changed vertex by vertex.
Result<import::ImportedScene> withInfluences(const import::ImportedScene& scene,
                                             const ChangeVertex& change);

} // namespace sartor::diagnose
