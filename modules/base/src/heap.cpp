// SPDX-License-Identifier: Apache-2.0
// Advice to the allocator and to the kernel.
#include <sartor/base/heap.h>

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace sartor {

void prepareHeap(std::size_t size) {
    constexpr std::size_t kLargePage = std::size_t{2} << 20;
    // The C library gives blocks of more than 32 MiB mappings of their own in any case.
    constexpr std::size_t kMaximum = std::size_t{30} << 20;
    if (size < kLargePage) {
        return;
    }
    size = std::min(size, kMaximum) + kLargePage;
    // Freeing a block of this size tells the C library to take blocks up to it from its heap from
    // now on, and to keep what is freed at the heap's end: mappings of their own would be too
    // small and too crooked for large pages.
    void* volatile larger = std::malloc(size + kLargePage); // volatile: not to be optimised away
    std::free(larger);
    void* const block = std::malloc(size);
    if (block == nullptr) {
        return;
    }
    const auto begin = reinterpret_cast<std::uintptr_t>(block);
    const std::uintptr_t first = (begin + kLargePage - 1) / kLargePage * kLargePage;
    const std::uintptr_t end = (begin + size) / kLargePage * kLargePage;
    if (first < end) {
        ::madvise(static_cast<char*>(block) + (first - begin), end - first, MADV_HUGEPAGE);
    }
    std::free(block);
}

} // namespace sartor
