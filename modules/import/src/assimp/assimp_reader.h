// SPDX-License-Identifier: Apache-2.0
// Files of the formats that Assimp reads for us: FBX, Collada, BVH, MD5, X, SMD.
#pragma once

#include <sartor/import/import_file.h>

namespace sartor::import {

/// One importer for each of these formats, which reads a file with the Assimp loader of that format
/// alone. `read` parses in this process, which a file that breaks the loader ends; importFile keeps
/// it apart.
///
/// Space/units: right-handed, +Y up; an axis of the file that is another is turned by the root
/// joint's rest pose alone. Lengths stay in the file's units (ImportedScene::metresPerUnit).
/// Errors: "import.scene_out_of_range", those of readFile for a path that cannot be read,
/// "file.too_large", "import.wrong_format" (glTF under another extension), those of checkMd5Mesh
/// and checkMd5Anim, "import.unreadable" with the loader's reason. Never throws.
std::vector<Importer> assimpImporters();

/// The importer behind importGltfThroughAssimp; none of importers(). Nothing is repaired: vertices
/// stay as they are, and those without weights have none.
const Importer& gltfThroughAssimp();

} // namespace sartor::import
