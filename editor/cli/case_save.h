// SPDX-License-Identifier: Apache-2.0
// Records a case of somebody's own character: what it is now is what it is held to later.
#pragma once

#include <sartor/base/result.h>

#include <filesystem>
#include <string>
#include <vector>

namespace sartor::cli {

struct CaseSaveOptions {
    /// The character.
    std::filesystem::path file;
    /// Name of the case and of its folder.
    std::string id;
    /// Index or name; empty for the file's own node transforms.
    std::string clip;
    /// Seconds; without any, start, middle and end of the clip.
    std::vector<double> times;
    /// "NODE:PRIMITIVE:VERTEX" each; without any, some of each primitive.
    std::vector<std::string> vertices;
    /// Writes over a case that is there.
    bool isForced = false;
    std::vector<std::filesystem::path> pluginFolders;
};

struct SavedCase {
    std::filesystem::path folder;
    std::size_t checkCount = 0;
};

/// Writes ID/case.json below a folder, with a copy of the file and of all files that its import
/// opens. Its checks are what holds now: the clip, every skin's joints, morph weights, and of each
/// vertex its influences and where it is at each time, within 1e-5 of the character's size. Of a
/// file without meshes it is where the nodes are. All files of the case appear together, or none.
///
/// Errors: those of reading the file; "usage.*" for an id that is no name of a folder, for what the
/// character does not have, for a case that is there already and a file outside of the character's
/// folder; "file.unwritable".
Result<SavedCase> saveCase(const std::filesystem::path& folder, const CaseSaveOptions& options);

} // namespace sartor::cli
