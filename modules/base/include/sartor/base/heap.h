// SPDX-License-Identifier: Apache-2.0
// Memory for a known amount of data, without a page fault for every 4 KiB of it.
#pragma once

#include <cstddef>

namespace sartor {

/// Makes room in the heap for allocations of that many bytes in all, which are about to be made
/// one after the other, on large pages where the system has them. First accesses then cost a small
/// part of what they cost otherwise. Nothing depends on it but speed; larger amounts than 30 MiB
/// are made room for in part.
/// Cost: a few system calls. Threads: any.
void prepareHeap(std::size_t size);

} // namespace sartor
