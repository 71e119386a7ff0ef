// SPDX-License-Identifier: Apache-2.0
// Meshes at nodes to instances.
#pragma once

#include "gltf/read_context.h"

#include <sartor/assets/skeleton.h>
#include <sartor/assets/skin.h>
#include <sartor/import/imported_scene.h>

#include <memory>
#include <vector>

namespace sartor::import::gltf {

struct InstanceInputs {
    const assets::Skeleton& skeleton;
    const std::vector<std::shared_ptr<const assets::Skin>>& skins;
    /// Per file node.
    const std::vector<bool>& isInScene;
};

/// One instance per primitive of every mesh that a node of the scene carries; a mesh is decoded
/// once. What is odd about weights, normals and morph targets becomes a note; positions that are
/// not finite, indices out of range and streams of unequal length fail.
std::vector<MeshInstance> readInstances(const ReadContext& context, const InstanceInputs& inputs);

} // namespace sartor::import::gltf
