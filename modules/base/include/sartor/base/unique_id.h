// SPDX-License-Identifier: Apache-2.0
// Ids for things that come and go.
#pragma once

#include <cstdint>

namespace sartor {

/// Never given before in this process, whatever became of its owner; never 0. Threads: any.
std::uint64_t newId();

} // namespace sartor
