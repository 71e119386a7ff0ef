// SPDX-License-Identifier: Apache-2.0
// A folder for readers and writers that take one, in memory where the system has such a place.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace sartor::fuzz {

class MemoryFolder {
public:
    MemoryFolder() {
        std::string pattern =
            std::filesystem::exists("/dev/shm")
                ? "/dev/shm/sartor-fuzz-XXXXXX"
                : (std::filesystem::temp_directory_path() / "sartor-fuzz-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr) {
            std::abort();
        }
        path_ = pattern;
    }
    ~MemoryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    MemoryFolder(const MemoryFolder&) = delete;
    MemoryFolder& operator=(const MemoryFolder&) = delete;
    MemoryFolder(MemoryFolder&&) = delete;
    MemoryFolder& operator=(MemoryFolder&&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace sartor::fuzz
