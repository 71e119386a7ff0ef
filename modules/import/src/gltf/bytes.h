// SPDX-License-Identifier: Apache-2.0
// A run of bytes that is in memory, or in a file and read from there when it is needed.
#pragma once

#include "gltf/budget.h"
#include "gltf/failure.h"

#include <sartor/base/assert.h>
#include <sartor/base/input_file.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sartor::import::gltf {

/// Borrows the memory or the file.
class Bytes {
public:
    Bytes() = default;
    Bytes(std::span<const std::byte> memory) : memory_(memory.data()), size_(memory.size()) {}
    explicit Bytes(const InputFile& file) : file_(&file), size_(file.size()) {}

    std::uint64_t size() const { return size_; }

    /// Null where the bytes are in a file.
    const std::byte* memory() const { return memory_; }

    /// `offset + size` must be within.
    Bytes part(std::uint64_t offset, std::uint64_t size) const {
        SARTOR_ASSERT(offset <= size_ && size <= size_ - offset);
        Bytes part = *this;
        part.memory_ = memory_ == nullptr ? nullptr : memory_ + offset;
        part.offset_ = offset_ + offset;
        part.size_ = size;
        return part;
    }

    /// Copies from `offset` on. Fails as InputFile::readAt does.
    void copy(std::uint64_t offset, std::span<std::byte> to) const {
        SARTOR_ASSERT(offset <= size_ && to.size() <= size_ - offset);
        if (file_ == nullptr) {
            std::copy_n(memory_ + offset, to.size(), to.data());
        } else if (const Status status = file_->readAt(offset_ + offset, to); !status) {
            throw Failure{status.error()};
        }
    }

    /// All of them, charged to the budget for that place.
    std::vector<std::byte> chargedCopy(Budget& budget, const std::string& place) const {
        budget.charge(size_, place);
        std::vector<std::byte> bytes(size_);
        copy(0, bytes);
        return bytes;
    }

private:
    const std::byte* memory_ = nullptr;
    const InputFile* file_ = nullptr;
    std::uint64_t offset_ = 0;
    std::uint64_t size_ = 0;
};

} // namespace sartor::import::gltf
