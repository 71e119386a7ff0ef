// SPDX-License-Identifier: Apache-2.0
// From the bytes of a file to its JSON text and its binary chunk.
#pragma once

#include "gltf/bytes.h"
#include "notes.h"

#include <optional>
#include <string>

namespace sartor::import::gltf {

struct Container {
    /// With room behind it that the parser may look at.
    std::string json;
    /// Borrows the file.
    std::optional<Bytes> binary;
};

/// Tells GLB from JSON by the magic number and cuts a GLB into its chunks; a byte order mark is
/// skipped. What lies behind the declared end, and chunks of unknown type, are ignored with a note.
/// Fails with "file.truncated", "gltf.version", "gltf.chunk".
Container openContainer(const Bytes& file, Notes& notes);

} // namespace sartor::import::gltf
