// SPDX-License-Identifier: Apache-2.0
// Best fit over an ordered map of free ranges.
#include <sartor/base/assert.h>
#include <sartor/gpu/range_allocator.h>

#include <algorithm>
#include <iterator>

namespace sartor::gpu {

RangeAllocator::RangeAllocator(std::uint64_t size) : size_(size) {
    if (size > 0) {
        free_.emplace(0, size);
    }
}

std::optional<std::uint64_t> RangeAllocator::allocate(std::uint64_t size, std::uint64_t alignment) {
    SARTOR_ASSERT(alignment > 0 && (alignment & (alignment - 1)) == 0);
    size = std::max<std::uint64_t>(size, 1);
    auto best = free_.end();
    std::uint64_t bestStart = 0;
    for (auto range = free_.begin(); range != free_.end(); ++range) {
        const auto [start, length] = *range;
        const std::uint64_t padding = (alignment - start % alignment) % alignment;
        const bool fits = length >= padding && length - padding >= size;
        if (fits && (best == free_.end() || length < best->second)) {
            best = range;
            bestStart = start + padding;
        }
    }
    if (best == free_.end()) {
        return std::nullopt;
    }
    const auto [start, length] = *best;
    free_.erase(best);
    if (bestStart > start) {
        free_.emplace(start, bestStart - start);
    }
    const std::uint64_t end = bestStart + size;
    if (end < start + length) {
        free_.emplace(end, start + length - end);
    }
    used_.emplace(bestStart, size);
    usedSize_ += size;
    return bestStart;
}

void RangeAllocator::free(std::uint64_t offset) {
    const auto used = used_.find(offset);
    SARTOR_ASSERT(used != used_.end());
    std::uint64_t start = offset;
    std::uint64_t length = used->second;
    usedSize_ -= length;
    used_.erase(used);

    auto next = free_.lower_bound(start);
    if (next != free_.end() && next->first == start + length) {
        length += next->second;
        next = free_.erase(next);
    }
    if (next != free_.begin()) {
        const auto previous = std::prev(next);
        if (previous->first + previous->second == start) {
            previous->second += length;
            return;
        }
    }
    free_.emplace(start, length);
}

} // namespace sartor::gpu
