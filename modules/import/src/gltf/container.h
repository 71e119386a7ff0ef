// SPDX-License-Identifier: Apache-2.0
// From the bytes of a file to its JSON text and its binary chunk.
#pragma once

#include "notes.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace sartor::import::gltf {

/// Views into the bytes of the file.
struct Container {
    std::string_view json;
    std::optional<std::span<const std::byte>> binary;
};

/// Tells GLB from JSON by the magic number and cuts a GLB into its chunks; a byte order mark is
/// skipped. What lies behind the declared end, and chunks of unknown type, are ignored with a note.
/// Fails with "file.truncated", "gltf.version", "gltf.chunk".
Container openContainer(std::span<const std::byte> file, Notes& notes);

} // namespace sartor::import::gltf
