// SPDX-License-Identifier: Apache-2.0
// Nodes to a skeleton, and the choice of the scene.
#pragma once

#include "gltf/read_context.h"

#include <sartor/assets/skeleton.h>

#include <memory>
#include <optional>
#include <vector>

namespace sartor::import::gltf {

/// Fails with "hier.cycle" and "hier.multiple_parents".
std::shared_ptr<const assets::Skeleton> readSkeleton(const ReadContext& context);

/// Per file node, whether it is drawn: below the roots of the chosen scene, else of the default
/// scene, else of scene 0; all nodes of a file without scenes. Fails with
/// "import.scene_out_of_range".
std::vector<bool> findNodesOfScene(const ReadContext& context, std::optional<std::uint32_t> scene);

} // namespace sartor::import::gltf
