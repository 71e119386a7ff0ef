// SPDX-License-Identifier: Apache-2.0
// A file that is read by position, so that a large one need not be in memory as a whole.
#pragma once

#include <sartor/base/descriptor.h>
#include <sartor/base/result.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

namespace sartor {

/// An open regular file. Reading copies: another program that cuts the file short meanwhile gives
/// an error, where a mapping would end this one.
class InputFile {
public:
    /// Errors: "file.missing", "file.not_regular", "file.too_large" (more than `maximumSize`
    /// bytes), "file.unreadable".
    static Result<InputFile> open(const std::filesystem::path& path,
                                  std::uint64_t maximumSize = std::uint64_t{4} << 30);

    const std::filesystem::path& path() const { return path_; }
    /// Bytes, when it was opened.
    std::uint64_t size() const { return size_; }

    /// Fills `to` with the bytes from `offset` on.
    /// Errors: "file.truncated" (it has become shorter than that), "file.unreadable".
    /// Threads: const, re-entrant.
    Status readAt(std::uint64_t offset, std::span<std::byte> to) const;

private:
    InputFile(std::filesystem::path path, Descriptor descriptor)
        : path_(std::move(path)), descriptor_(std::move(descriptor)) {}

    std::filesystem::path path_;
    Descriptor descriptor_;
    std::uint64_t size_ = 0;
};

} // namespace sartor
