// SPDX-License-Identifier: Apache-2.0
// The glTF 2.0 importer: the file as it is, every deviation noted.
#pragma once

#include <sartor/import/import_file.h>

namespace sartor::import::gltf {

/// Reads .gltf and .glb, told apart by their first bytes.
Result<ImportedScene> readGltf(const std::filesystem::path& path, const ImportOptions& options);

} // namespace sartor::import::gltf
