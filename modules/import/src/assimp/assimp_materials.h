// SPDX-License-Identifier: Apache-2.0
// Materials and textures of an Assimp scene.
#pragma once

#include "assimp_input.h"

#include <sartor/import/imported_scene.h>

namespace sartor::import {

/// Fills materials and images of `scene`: base colour and its texture, embedded or from a file in
/// the folder of the input or below. Anything else is not read.
///
/// Errors: none; a texture that cannot be read is left out with a note.
void readMaterials(const AssimpInput& input, ImportedScene& scene);

} // namespace sartor::import
