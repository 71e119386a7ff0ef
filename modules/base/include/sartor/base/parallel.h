// SPDX-License-Identifier: Apache-2.0
// Work over index ranges on all cores.
#pragma once

#include <cstddef>
#include <functional>

namespace sartor {

/// Calls `body(begin, end)` over disjoint ranges that cover [0, count), on all cores.
///
/// A range holds at most `grain` items, and at least one. Results must not depend on the split: the
/// same bits come out for any number of threads. A `count` of 0 calls nothing. Blocks until done.
/// The body must not throw.
void parallelFor(std::size_t count,
                 std::size_t grain,
                 const std::function<void(std::size_t begin, std::size_t end)>& body);

/// Caps the worker threads of parallelFor for the lifetime of the object; 1 runs serially.
class ScopedThreadLimit {
public:
    explicit ScopedThreadLimit(std::size_t threadCount);
    ~ScopedThreadLimit();
    ScopedThreadLimit(const ScopedThreadLimit&) = delete;
    ScopedThreadLimit& operator=(const ScopedThreadLimit&) = delete;
    ScopedThreadLimit(ScopedThreadLimit&&) = delete;
    ScopedThreadLimit& operator=(ScopedThreadLimit&&) = delete;

private:
    void* control_;
};

} // namespace sartor
