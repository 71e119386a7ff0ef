// SPDX-License-Identifier: Apache-2.0
// Buffer views compressed by EXT_meshopt_compression.
#pragma once

#include "gltf/budget.h"
#include "gltf/bytes.h"
#include "gltf/document.h"

#include <cstddef>
#include <string>
#include <vector>

namespace sartor::import::gltf {

/// The bytes that the view stands for, decoded and filtered. `compressed` are those the extension
/// names, `place` is its JSON path.
/// Fails with "file.too_large" before anything is allocated, and with "gltf.meshopt" for data that
/// cannot be decoded and for modes, filters and strides that do not go together.
std::vector<std::byte> decodeMeshopt(const MeshoptView& view,
                                     const Bytes& compressed,
                                     const std::string& place,
                                     Budget& budget);

} // namespace sartor::import::gltf
