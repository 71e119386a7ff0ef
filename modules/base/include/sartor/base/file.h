// SPDX-License-Identifier: Apache-2.0
// Whole files in and out; writes are atomic so that nothing of the user's is ever half written.
#pragma once

#include <sartor/base/result.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor {

/// Reads a regular file. Errors: "file.missing", "file.not_regular", "file.too_large" (more than
/// `maximumSize` bytes, checked before anything is allocated), "file.unreadable", "file.truncated"
/// (by another program while it was read).
Result<std::vector<std::byte>> readFile(const std::filesystem::path& path,
                                        std::uint64_t maximumSize = std::uint64_t{4} << 30);

/// Writes beside the target and renames over it, so a failure leaves the old file as it was; links
/// and modes as in StagedFiles::add. Errors: "file.unwritable" with the system's reason.
Status writeFileAtomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
Status writeFileAtomically(const std::filesystem::path& path, std::string_view text);

} // namespace sartor
