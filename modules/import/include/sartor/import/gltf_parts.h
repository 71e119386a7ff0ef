// SPDX-License-Identifier: Apache-2.0
// What a glTF file is made of, as stored: what is needed to write it back.
#pragma once

#include <sartor/base/result.h>
#include <sartor/import/import_file.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sartor::import {

/// Where the bytes of a buffer or an image are.
enum class GltfStorage : std::uint8_t {
    Chunk,      ///< the binary chunk of a .glb
    Text,       ///< base64 in the JSON
    File,       ///< a file beside the glTF file
    BufferView, ///< images only
    None        ///< nowhere: left to an extension, or the file cannot be read
};

struct GltfPart {
    GltfStorage storage = GltfStorage::None;
    /// With storage File: below the folder of the glTF file.
    std::filesystem::path relativePath;
    /// With storage Chunk, Text and, of buffers, File; of images with storage File as well.
    std::vector<std::byte> bytes;
    /// Images that cannot be read: why.
    std::optional<Error> error;
};

struct GltfParts {
    /// Valid JSON in UTF-8, without byte order mark.
    std::string json;
    bool isGlb = false;
    std::vector<GltfPart> buffers;
    std::vector<GltfPart> images;
    /// Chunks of a .glb that glTF does not know, with their type.
    std::vector<std::pair<std::uint32_t, std::vector<std::byte>>> otherChunks;
};

/// Whether the extension is one of glTF.
bool isGltf(const std::filesystem::path& path);

/// Reads all parts under the limits of importFile: a file that names others outside of its folder,
/// or that is broken, is refused with the same errors. Images may be missing.
Result<GltfParts> readGltfParts(const std::filesystem::path& path,
                                const ImportOptions& options = {});

} // namespace sartor::import
