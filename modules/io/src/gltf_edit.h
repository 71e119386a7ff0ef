// SPDX-License-Identifier: Apache-2.0
// Carries out edits on the JSON and the accessors of a glTF file.
#pragma once

#include "gltf_document.h"

#include <sartor/import/file_edit.h>

namespace sartor::io {

/// On an error the document is as it was.
/// Errors: "edit.no_such_place" (the file has no such mesh, skin, ...), "edit.shape" (other
/// numbers of values than the place takes), "edit.nonfinite", "edit.compressed" (the vertices are
/// compressed as a whole).
Status applyEdit(GltfDocument& document, const import::FileEdit& edit);

} // namespace sartor::io
