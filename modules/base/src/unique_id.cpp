// SPDX-License-Identifier: Apache-2.0
// One counter for all.
#include <sartor/base/unique_id.h>

#include <atomic>

namespace sartor {

std::uint64_t newId() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

} // namespace sartor
