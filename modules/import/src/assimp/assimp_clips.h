// SPDX-License-Identifier: Apache-2.0
// Animations of an Assimp scene.
#pragma once

#include "assimp_nodes.h"

#include <sartor/import/imported_scene.h>

namespace sartor::import {

/// Fills the clips of `scene`, whose instances must be there, and the report. Keys are in seconds.
///
/// Errors: none; a clip that cannot be used is left out with an Error note.
void readClips(const AssimpInput& input, const NodeTree& tree, ImportedScene& scene);

} // namespace sartor::import
