// SPDX-License-Identifier: Apache-2.0
// Positional reads.
#include "file_error.h"

#include <sartor/base/file_access.h>
#include <sartor/base/input_file.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace sartor {

Result<InputFile> InputFile::open(const std::filesystem::path& path, std::uint64_t maximumSize) {
    reportFileAccess(path);
    // O_NONBLOCK: opening a pipe must not hang before the check for a regular file.
    Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!descriptor.isOpen()) {
        return fileError(
            errno == ENOENT ? "file.missing" : "file.unreadable", path, std::strerror(errno));
    }
    InputFile file(path, std::move(descriptor));
    struct stat info {};
    if (::fstat(file.descriptor_.value(), &info) != 0) {
        return fileError("file.unreadable", path, std::strerror(errno));
    }
    if (!S_ISREG(info.st_mode)) {
        return fileError("file.not_regular", path, "not a regular file");
    }
    file.size_ = static_cast<std::uint64_t>(info.st_size);
    if (file.size_ > maximumSize) {
        return fileError("file.too_large",
                         path,
                         std::to_string(file.size_) + " bytes, at most " +
                             std::to_string(maximumSize) + " are read");
    }
    return file;
}

Status InputFile::readAt(std::uint64_t offset, std::span<std::byte> to) const {
    while (!to.empty()) {
        const ssize_t count =
            ::pread(descriptor_.value(), to.data(), to.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return fileError("file.unreadable", path_, std::strerror(errno));
        }
        if (count == 0) {
            return fileError("file.truncated",
                             path_,
                             "it ended at byte " + std::to_string(offset) +
                                 " while it was read, expected " + std::to_string(to.size()) +
                                 " more");
        }
        to = to.subspan(static_cast<std::size_t>(count));
        offset += static_cast<std::uint64_t>(count);
    }
    return {};
}

} // namespace sartor
