// SPDX-License-Identifier: Apache-2.0
// Files of the formats that Assimp reads for us: FBX, Collada, BVH, MD5, X, SMD.
#pragma once

#include <sartor/import/import_file.h>

namespace sartor::import {

/// Reads a file with the Assimp loader of its extension. The parse runs in this process.
///
/// Space/units: right-handed, +Y up; an axis of the file that is another is turned by the root
/// joint's rest pose alone. Lengths stay in the file's units (ImportedScene::metresPerUnit).
/// Errors: those of readFile for a path that cannot be read, "file.too_large",
/// "import.wrong_format" (glTF under another extension), "md5.*" (indices or counts that point
/// outside of their lists), "import.unreadable" with the loader's reason. Never throws.
Result<ImportedScene> readWithAssimp(const std::filesystem::path& path,
                                     const ImportOptions& options);

} // namespace sartor::import
