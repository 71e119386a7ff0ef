// SPDX-License-Identifier: Apache-2.0
// Whether a file is still the one that was looked at before.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace sartor {

/// Size and time of the last change: both are equal as long as nobody has written to the file or
/// put another in its place.
struct FileStamp {
    std::uint64_t size = 0;
    /// Nanoseconds since 1970, as exact as the file system is.
    std::int64_t modified = 0;

    bool operator==(const FileStamp&) const = default;
};

/// None where there is no regular file, or it cannot be looked at.
std::optional<FileStamp> fileStamp(const std::filesystem::path& path);

} // namespace sartor
