// SPDX-License-Identifier: Apache-2.0
// File access through the C library, so that errno can say why something failed.
#include "file_error.h"

#include <sartor/base/descriptor.h>
#include <sartor/base/file.h>
#include <sartor/base/input_file.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace sartor {

Result<std::vector<std::byte>> readFile(const std::filesystem::path& path,
                                        std::uint64_t maximumSize) {
    const Result<InputFile> file = InputFile::open(path, maximumSize);
    if (!file) {
        return file.error();
    }
    std::vector<std::byte> bytes(file->size());
    if (const Status status = file->readAt(0, bytes); !status) {
        return status.error();
    }
    return bytes;
}

Status writeFileAtomically(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    std::string temporary = path.string() + ".XXXXXX";
    Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (file.value() < 0) {
        return fileError("file.unwritable", path, std::strerror(errno));
    }
    const auto fail = [&](int reason) -> Status {
        ::unlink(temporary.c_str());
        return fileError("file.unwritable", path, std::strerror(reason));
    };
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::write(file.value(), bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return fail(errno);
        }
        done += static_cast<std::size_t>(count);
    }
    // mkstemp makes private files; a replaced file keeps its mode, a new one gets the usual one.
    struct stat old {};
    mode_t mode = 0644;
    if (::stat(path.c_str(), &old) == 0) {
        mode = old.st_mode & 07777;
    }
    if (::fchmod(file.value(), mode) != 0 || ::fsync(file.value()) != 0) {
        return fail(errno);
    }
    if (::close(file.release()) != 0) {
        return fail(errno);
    }
    if (::rename(temporary.c_str(), path.c_str()) != 0) {
        return fail(errno);
    }
    return {};
}

Status writeFileAtomically(const std::filesystem::path& path, std::string_view text) {
    return writeFileAtomically(path, std::as_bytes(std::span(text.data(), text.size())));
}

} // namespace sartor
