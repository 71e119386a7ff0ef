// SPDX-License-Identifier: Apache-2.0
// parallelFor on oneTBB, which stays private to this file.
#include <sartor/base/parallel.h>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace sartor {

#ifdef SARTOR_PLAIN_THREADS
// For the thread sanitizer: it does not see the synchronisation inside of oneTBB, which is not
// built with it, and would take every hand-over for a race.
void parallelFor(std::size_t count,
                 std::size_t grain,
                 const std::function<void(std::size_t begin, std::size_t end)>& body) {
    const std::size_t step = std::max<std::size_t>(grain, 1);
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t begin = next.fetch_add(step); begin < count;
             begin = next.fetch_add(step)) {
            body(begin, std::min(count, begin + step));
        }
    };
    const std::size_t limit =
        tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < std::min(limit, (count + step - 1) / step); ++i) {
        helpers.emplace_back(work);
    }
    work();
}
#else
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
#endif

ScopedThreadLimit::ScopedThreadLimit(std::size_t threadCount)
    : control_(new tbb::global_control(tbb::global_control::max_allowed_parallelism, threadCount)) {
}

ScopedThreadLimit::~ScopedThreadLimit() {
    delete static_cast<tbb::global_control*>(control_);
}

} // namespace sartor
