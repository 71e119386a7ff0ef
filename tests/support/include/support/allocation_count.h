// SPDX-License-Identifier: Apache-2.0
// Counts what is allocated from the heap. To be included by one source file of a test program: it
// replaces the operators of the whole program.
#pragma once

#include <atomic>
#include <cstdlib>
#include <new>

namespace sartor::test {

inline std::atomic<std::size_t> allocationCount = 0;

inline void* countedAllocation(std::size_t size) {
    ++allocationCount;
    return std::malloc(size > 0 ? size : 1);
}
inline void* countedAllocation(std::size_t size, std::align_val_t alignment) {
    ++allocationCount;
    const auto align = static_cast<std::size_t>(alignment);
    return std::aligned_alloc(align, (size + align - 1) / align * align);
}

} // namespace sartor::test

void* operator new(std::size_t size) {
    if (void* memory = sartor::test::countedAllocation(size)) {
        return memory;
    }
    throw std::bad_alloc();
}
void* operator new[](std::size_t size) {
    return ::operator new(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    if (void* memory = sartor::test::countedAllocation(size, alignment)) {
        return memory;
    }
    throw std::bad_alloc();
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return ::operator new(size, alignment);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return sartor::test::countedAllocation(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return sartor::test::countedAllocation(size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
