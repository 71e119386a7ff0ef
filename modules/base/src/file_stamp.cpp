// SPDX-License-Identifier: Apache-2.0
// Size and time of a file, from one call of the system.
#include <sartor/base/file_stamp.h>

#include <sys/stat.h>

namespace sartor {

std::optional<FileStamp> fileStamp(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return std::nullopt;
    }
    return FileStamp{static_cast<std::uint64_t>(status.st_size),
                     std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec};
}

} // namespace sartor
