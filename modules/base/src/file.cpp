// SPDX-License-Identifier: Apache-2.0
// Whole files in and out.
#include <sartor/base/file.h>
#include <sartor/base/input_file.h>
#include <sartor/base/staged_files.h>

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
    StagedFiles file;
    if (Status status = file.add(path, bytes); !status) {
        return status;
    }
    return file.commit();
}

Status writeFileAtomically(const std::filesystem::path& path, std::string_view text) {
    return writeFileAtomically(path, std::as_bytes(std::span(text.data(), text.size())));
}

} // namespace sartor
