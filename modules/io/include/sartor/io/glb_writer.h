// SPDX-License-Identifier: Apache-2.0
// Plain glTF: geometry that stands still.
#pragma once

#include <sartor/base/result.h>
#include <sartor/io/output_mesh.h>

#include <cstddef>
#include <span>
#include <vector>

namespace sartor::io {

/// A binary glTF 2.0 file with one node and mesh per given mesh, at the origin, so that the numbers
/// in the file are the given ones. Normals and tangents that are not of unit length, as glTF
/// demands, are left out for that mesh.
/// Errors: "output.nonfinite", "output.empty" (no mesh with a vertex: glTF cannot say that),
/// "output.too_large" (4 GiB).
Result<std::vector<std::byte>> glbBytes(std::span<const OutputMesh> meshes);

} // namespace sartor::io
