// SPDX-License-Identifier: Apache-2.0
// parallelFor on oneTBB, which stays private to this file.
#include <sartor/base/parallel.h>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>

namespace sartor {

void parallelFor(std::size_t count,
                 std::size_t grain,
                 const std::function<void(std::size_t begin, std::size_t end)>& body) {
    if (count == 0) {
        return;
    }
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, grain == 0 ? 1 : grain),
        [&body](const tbb::blocked_range<std::size_t>& range) { body(range.begin(), range.end()); },
        tbb::simple_partitioner());
}

ScopedThreadLimit::ScopedThreadLimit(std::size_t threadCount)
    : control_(new tbb::global_control(tbb::global_control::max_allowed_parallelism, threadCount)) {
}

ScopedThreadLimit::~ScopedThreadLimit() {
    delete static_cast<tbb::global_control*>(control_);
}

} // namespace sartor
