// SPDX-License-Identifier: Apache-2.0
// A file that exists in memory alone, for readers that take a path.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace sartor::fuzz {

class MemoryFile {
public:
    MemoryFile() : descriptor_(::memfd_create("input", MFD_CLOEXEC)) {}
    ~MemoryFile() { ::close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    MemoryFile(MemoryFile&&) = delete;
    MemoryFile& operator=(MemoryFile&&) = delete;

    std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

    /// Replaces what the file holds.
    void write(const void* data, std::size_t size) const {
        if (::ftruncate(descriptor_, 0) != 0 ||
            ::pwrite(descriptor_, data, size, 0) != static_cast<ssize_t>(size)) {
            std::abort();
        }
    }

private:
    int descriptor_;
};

} // namespace sartor::fuzz
