// SPDX-License-Identifier: Apache-2.0
// Places ranges inside one block of memory; pure arithmetic, needs no device.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace sartor::gpu {

/// Hands out disjoint ranges of [0, size). Neighbouring free ranges are merged at once.
class RangeAllocator {
public:
    explicit RangeAllocator(std::uint64_t size);

    /// Start of a free range of that many bytes, a multiple of `alignment` (a power of two), or
    /// nothing when none is long enough. The smallest free range that fits is cut. A size of 0 is
    /// served as 1. Cost: O(free ranges).
    std::optional<std::uint64_t> allocate(std::uint64_t size, std::uint64_t alignment);
    /// `offset` comes from allocate() and was not freed since.
    void free(std::uint64_t offset);

    std::uint64_t size() const { return size_; }
    std::uint64_t usedSize() const { return usedSize_; }
    bool isEmpty() const { return used_.empty(); }

private:
    std::uint64_t size_;
    std::uint64_t usedSize_ = 0;
    /// Length of each range by its start.
    std::map<std::uint64_t, std::uint64_t> free_;
    std::map<std::uint64_t, std::uint64_t> used_;
};

} // namespace sartor::gpu
