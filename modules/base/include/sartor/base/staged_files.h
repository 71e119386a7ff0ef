// SPDX-License-Identifier: Apache-2.0
// Files that appear together or not at all.
#pragma once

#include <sartor/base/result.h>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace sartor {

/// Each file is written in full beside its target, and only then do all take their places: a disk
/// that is full leaves everything as it was.
class StagedFiles {
public:
    StagedFiles() = default;
    StagedFiles(const StagedFiles&) = delete;
    StagedFiles& operator=(const StagedFiles&) = delete;
    /// Removes what was not committed, and folders that were made for it.
    ~StagedFiles();

    /// Makes a folder, and those above it that are not there.
    /// Errors: "file.unwritable" with the system's reason.
    Status addFolder(const std::filesystem::path& path);

    /// Writes beside `path`, whose folder is there. Of a link, the file that it leads to is written
    /// beside and replaced, whether that is there yet or not. A file that is replaced gives its
    /// mode to the new one; others get the one that the user's mask leaves.
    /// Errors: "file.unwritable" with the system's reason, or where a folder, a pipe or a device
    /// is in the way.
    Status add(const std::filesystem::path& path, std::span<const std::byte> bytes);

    /// Renames all, in the order in which they were added. Errors: "file.unwritable" with the
    /// system's reason; what was renamed before stays.
    Status commit();

private:
    struct File {
        std::filesystem::path path;
        std::string temporary;
    };

    std::vector<File> files_;
    std::vector<std::filesystem::path> folders_;
};

} // namespace sartor
