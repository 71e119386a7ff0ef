// SPDX-License-Identifier: Apache-2.0
// Wavefront OBJ.
#pragma once

#include <sartor/base/result.h>
#include <sartor/io/output_mesh.h>

#include <span>
#include <string>

namespace sartor::io {

/// One object per mesh, vertices in their order. Normals and texture coordinates where there are
/// any; OBJ's texture origin is at the bottom, so v is turned over.
/// Errors: "output.nonfinite" (OBJ has no way to say it), naming mesh and vertex.
Result<std::string> objText(std::span<const OutputMesh> meshes);

} // namespace sartor::io
