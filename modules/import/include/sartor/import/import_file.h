// SPDX-License-Identifier: Apache-2.0
// The way from a file to assets: one registry for all formats.
#pragma once

#include <sartor/base/result.h>
#include <sartor/import/coded_influences.h>
#include <sartor/import/imported_scene.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace sartor::import {

/// Where formats other than glTF are read, by a library that trusts what it reads.
enum class Isolation {
    /// In a process of its own with limits, which opens nothing outside the folder of the file and
    /// no socket: what crashes or hangs there is an error here.
    Process,
    /// In this process, for files whose maker is trusted: a bad one takes the process with it.
    InProcess
};

/// How formats other than glTF are read.
struct ForeignOptions {
    Isolation isolation = Isolation::Process;
    /// Wall-clock time that reading may take.
    double maximumSeconds = 120.0;
    /// Address space of the reading process, in bytes; zero is no limit. Builds with a sanitizer
    /// have none.
    std::uint64_t maximumMemorySize = std::uint64_t{4} << 30;
    /// The program sartor-import-worker of this version. Empty looks for it: the file that the
    /// variable SARTOR_IMPORT_WORKER of the environment names; beside the running program; in
    /// ../libexec/sartor from there; and where Sartor was configured to be installed.
    std::filesystem::path worker{};
    /// Ends the reading early.
    std::stop_token stop{};
};

struct ImportOptions {
    /// Scene of the file; none takes the file's default, else scene 0, else all root nodes.
    std::optional<std::uint32_t> scene{};
    /// Most bytes the decoded data of one file may take; more is refused before it is allocated.
    std::uint64_t maximumDecodedSize = std::uint64_t{2} << 30;
    /// glTF alone: most bytes of decoded data for each byte of its files, beyond 256 MiB. Small
    /// files can refer to the same data many times, or to data that is not there at all.
    std::uint64_t maximumExpansion = 64;
    /// glTF alone: whether the files it names may lie outside of its folder, by an absolute path, a
    /// path that goes up or a link. Nothing is ever read over a network.
    bool mayLeaveFolder = false;
    ForeignOptions foreign{};
    /// glTF alone: where joints and weights are, when not in JOINTS_n and WEIGHTS_n.
    CodedInfluences codedInfluences{};
};

/// One importer: what it is for, and how it reads.
struct Importer {
    /// "glTF 2.0"
    std::string name;
    /// Lower case, with the dot: ".gltf".
    std::vector<std::string> extensions;
    /// Reads in this process, which a bad file can take down where the format is foreign:
    /// importFile is what keeps it apart. The scene but for its format, which importFile fills in.
    std::function<Result<ImportedScene>(const std::filesystem::path&, const ImportOptions&)> read;
    /// Whether a library reads it that is kept apart (ForeignOptions).
    bool isForeign = false;
};

/// All importers, in the order in which they are asked. Assimp reads what has no reader of ours.
std::span<const Importer> importers();

/// The importer for a path by its extension, case ignored; null when there is none.
const Importer* findImporter(const std::filesystem::path& path);

/// Reads a file with the importer of its extension.
///
/// Errors: "import.unknown_format" (names the formats), "import.coded_influences" (of another
/// format than glTF), "import.attribute_unknown" (names the attributes of the file), and those of
/// the importer, each naming file and place. Where a foreign format is read in a process of its own
/// also "environment.import_worker" (there is none, or it cannot be run), "import.crashed",
/// "import.timeout", "import.out_of_memory", "import.cancelled", "file.too_large" and
/// "import.worker_answer". Never throws; bad input is an error, not a crash.
Result<ImportedScene> importFile(const std::filesystem::path& path,
                                 const ImportOptions& options = {});

/// A glTF file as Assimp hands it over: what programs that read glTF through Assimp get. For
/// comparison with importFile, which never reads glTF that way.
///
/// In a process of its own whatever the options say, because Assimp crashes on files that are
/// right. Nodes are numbered down Assimp's tree, meshes as Assimp has them. Errors: those of
/// importFile.
Result<ImportedScene> importGltfThroughAssimp(const std::filesystem::path& path,
                                              const ImportOptions& options = {});

} // namespace sartor::import
