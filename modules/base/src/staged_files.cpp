// SPDX-License-Identifier: Apache-2.0
// Temporary files beside their targets.
#include "file_error.h"

#include <sartor/base/descriptor.h>
#include <sartor/base/staged_files.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace sartor {
namespace {

Error unwritable(const std::filesystem::path& path, int reason) {
    return fileError("file.unwritable", path, std::strerror(reason));
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
    std::string temporary = path.string() + ".XXXXXX";
    Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (!file.isOpen()) {
        return unwritable(path, errno);
    }
    files_.push_back({path, temporary});
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
    // mkostemp makes private files; a replaced file keeps its mode, a new one gets the usual one.
    struct stat old {};
    const mode_t mode = ::stat(path.c_str(), &old) == 0 ? old.st_mode & 07777 : 0644;
    const bool isSafe = ::fchmod(file.value(), mode) == 0 && ::fsync(file.value()) == 0 &&
                        ::close(file.release()) == 0;
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
