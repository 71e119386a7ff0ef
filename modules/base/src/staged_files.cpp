// SPDX-License-Identifier: Apache-2.0
// Temporary files beside their targets.
#include "file_error.h"

#include <sartor/base/descriptor.h>
#include <sartor/base/staged_files.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <random>
#include <string_view>
#include <system_error>
#include <utility>

namespace sartor {
namespace {

Error unwritable(const std::filesystem::path& path, int reason) {
    return fileError("file.unwritable", path, std::strerror(reason));
}

/// Where the links that begin at `path` end; a file need not be there yet.
Result<std::filesystem::path> behindLinks(std::filesystem::path path) {
    const std::filesystem::path asked = path;
    constexpr int kMostLinks = 40; // as the system follows
    for (int count = 0; count <= kMostLinks; ++count) {
        std::error_code error;
        if (!std::filesystem::is_symlink(std::filesystem::symlink_status(path, error))) {
            return path;
        }
        const std::filesystem::path next = std::filesystem::read_symlink(path, error);
        if (error) {
            return unwritable(asked, error.value());
        }
        path = path.parent_path() / next; // an absolute one replaces all
    }
    return unwritable(asked, ELOOP);
}

/// A new file beside `path`, open for writing. Its mode is for the system to say, which knows the
/// user's mask; what will replace a file is nobody else's to read before it has that one's mode.
Result<std::pair<Descriptor, std::string>> makeBeside(const std::filesystem::path& path,
                                                      bool isReplacing) {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::random_device random;
    constexpr int kMostTries = 100;
    for (int attempt = 0; attempt < kMostTries; ++attempt) {
        std::string name = path.string() + '.';
        for (int i = 0; i < 6; ++i) {
            name += kLetters[random() % kLetters.size()];
        }
        Descriptor file(::open(name.c_str(),
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                               isReplacing ? 0600 : 0666));
        if (file.isOpen()) {
            return std::pair(std::move(file), std::move(name));
        }
        if (errno != EEXIST) {
            break;
        }
    }
    return unwritable(path, errno);
}

} // namespace

StagedFiles::~StagedFiles() {
    for (const File& file : files_) {
        ::unlink(file.temporary.c_str());
    }
    for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder) {
        ::rmdir(folder->c_str()); // one that others have filled meanwhile stays
    }
}

Status StagedFiles::addFolder(const std::filesystem::path& path) {
    std::error_code error;
    if (path.empty() || std::filesystem::is_directory(path, error)) {
        return {};
    }
    if (Status status = addFolder(path.parent_path()); !status) {
        return status;
    }
    if (std::filesystem::create_directory(path, error)) {
        folders_.push_back(path);
    }
    return error ? Status(fileError("file.unwritable", path, error.message())) : Status();
}

Status StagedFiles::add(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    struct stat old {};
    const bool isReplacing = ::stat(path.c_str(), &old) == 0;
    if (isReplacing && !S_ISREG(old.st_mode)) {
        return S_ISDIR(old.st_mode)
                   ? unwritable(path, EISDIR)
                   : fileError("file.unwritable", path, "is there and no file; it is not replaced");
    }
    const auto target = behindLinks(path);
    if (!target) {
        return target.error();
    }
    auto made = makeBeside(*target, isReplacing);
    if (!made) {
        return made.error();
    }
    Descriptor& file = made->first;
    files_.push_back({*target, std::move(made->second)});
    while (!bytes.empty()) {
        const ssize_t count = ::write(file.value(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return unwritable(path, errno);
        }
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    const bool isSafe = (!isReplacing || ::fchmod(file.value(), old.st_mode & 07777) == 0) &&
                        ::fsync(file.value()) == 0 && ::close(file.release()) == 0;
    return isSafe ? Status() : Status(unwritable(path, errno));
}

Status StagedFiles::commit() {
    while (!files_.empty()) {
        const File& file = files_.front();
        if (::rename(file.temporary.c_str(), file.path.c_str()) != 0) {
            return unwritable(file.path, errno);
        }
        files_.erase(files_.begin());
    }
    folders_.clear();
    return {};
}

} // namespace sartor
