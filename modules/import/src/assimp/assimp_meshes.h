// SPDX-License-Identifier: Apache-2.0
// Meshes, skins and morph targets of an Assimp scene.
#pragma once

#include "assimp_nodes.h"

#include <sartor/import/imported_scene.h>

namespace sartor::import {

/// Fills skins and instances of `scene` and the report with what was changed or lost. Materials
/// are named by their index in the Assimp scene.
///
/// Errors: "file.too_large" when the decoded meshes would take more than the limit, and those of
/// Skin::create. A mesh that cannot be used is left out with an Error note.
Status readMeshes(const AssimpInput& input, const NodeTree& tree, ImportedScene& scene);

} // namespace sartor::import
