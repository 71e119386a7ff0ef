// SPDX-License-Identifier: Apache-2.0
// The way from a file to assets: one registry for all formats.
#pragma once

#include <sartor/base/result.h>
#include <sartor/import/imported_scene.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sartor::import {

struct ImportOptions {
    /// Scene of the file; none takes the file's default, else scene 0, else all root nodes.
    std::optional<std::uint32_t> scene;
    /// Most bytes the decoded data of one file may take; more is refused before it is allocated.
    /// glTF may take no more than 256 MiB and 64 times the size of its files either.
    std::uint64_t maximumDecodedSize = std::uint64_t{2} << 30;
};

/// One importer: what it is for, and how it reads.
struct Importer {
    /// "glTF 2.0"
    std::string name;
    /// Lower case, with the dot: ".gltf".
    std::vector<std::string> extensions;
    /// The scene but for its format, which importFile fills in.
    std::function<Result<ImportedScene>(const std::filesystem::path&, const ImportOptions&)> read;
};

/// All importers, in the order in which they are asked. Assimp reads what has no reader of ours.
std::span<const Importer> importers();

/// The importer for a path by its extension, case ignored; null when there is none.
const Importer* findImporter(const std::filesystem::path& path);

/// Reads a file with the importer of its extension.
///
/// Errors: "import.unknown_format" (names the formats), and those of the importer, each naming file
/// and place. Never throws; bad input is an error, not a crash.
Result<ImportedScene> importFile(const std::filesystem::path& path,
                                 const ImportOptions& options = {});

} // namespace sartor::import
