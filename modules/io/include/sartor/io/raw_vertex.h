// SPDX-License-Identifier: Apache-2.0
// What the bytes of a glTF file say of one vertex, before anybody decodes them.
#pragma once

#include <sartor/base/result.h>
#include <sartor/import/import_file.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sartor::io {

/// One attribute of the vertex, as stored.
struct RawAttribute {
    std::string name; ///< "POSITION", "JOINTS_0", "WEIGHTS_0"
    /// Component type: "uint8", "float"; with " normalized" where integers stand for fractions.
    std::string type;
    /// The stored numbers; integers are not divided.
    std::vector<double> values;
    std::vector<std::byte> bytes;
    /// Where they begin.
    std::uint64_t buffer = 0;
    std::uint64_t offset = 0;
};

/// Positions and sets of joints and weights of a vertex, in the order of the file. Those that are
/// compressed or sparse are left out: their numbers begin with the importer.
///
/// Errors: those of import::readGltfParts(), "raw.format" (no glTF file), "raw.out_of_range" (there
/// is no such mesh, primitive or vertex).
Result<std::vector<RawAttribute>> readRawVertex(const std::filesystem::path& path,
                                                std::uint32_t mesh,
                                                std::uint32_t primitive,
                                                std::uint32_t vertex,
                                                const import::ImportOptions& options = {});

} // namespace sartor::io
