// SPDX-License-Identifier: Apache-2.0
// Device memory in blocks that buffers and images share.
#pragma once

#include <sartor/base/result.h>

#include <volk.h>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace sartor::gpu {

class MemoryAllocator;

/// Who touches the memory.
enum class MemoryUse {
    Device,    ///< the device; the host through upload() and readBack()
    HostWrite, ///< written by the host, read by the device
    HostRead   ///< written by the device, read by the host: cached where there is such memory
};

/// Buffers and images never share a block, so their granularity cannot clash.
enum class Tiling { Linear, Optimal };

/// A range of device memory, given back when it goes.
class Allocation {
public:
    Allocation() = default;
    ~Allocation();
    Allocation(const Allocation&) = delete;
    Allocation& operator=(const Allocation&) = delete;
    Allocation(Allocation&& other) noexcept;
    Allocation& operator=(Allocation&& other) noexcept;

    VkDeviceMemory memory() const { return memory_; }
    VkDeviceSize offset() const { return offset_; }
    /// Start of the range in host memory, coherent; null where the host cannot see it.
    std::byte* mapped() const { return mapped_; }

private:
    friend class MemoryAllocator;
    MemoryAllocator* owner_ = nullptr;
    VkDeviceMemory memory_ = VK_NULL_HANDLE;
    VkDeviceSize offset_ = 0;
    std::byte* mapped_ = nullptr;
};

/// Blocks of 64 MiB for each memory type, cut by a RangeAllocator; more than 16 MiB get memory of
/// their own. Host visible blocks stay mapped. Threads: any.
class MemoryAllocator {
public:
    MemoryAllocator(VkPhysicalDevice physicalDevice, VkDevice device);
    ~MemoryAllocator();
    MemoryAllocator(const MemoryAllocator&) = delete;
    MemoryAllocator& operator=(const MemoryAllocator&) = delete;
    MemoryAllocator(MemoryAllocator&&) = delete;
    MemoryAllocator& operator=(MemoryAllocator&&) = delete;

    /// Errors: "gpu.out_of_memory", "gpu.no_memory_type".
    Result<Allocation>
    allocate(const VkMemoryRequirements& requirements, MemoryUse use, Tiling tiling);

    /// Bytes handed out, and bytes taken from the driver.
    VkDeviceSize usedSize() const;
    VkDeviceSize reservedSize() const;

private:
    friend class Allocation;
    void free(VkDeviceMemory memory, VkDeviceSize offset);

    struct State;
    std::unique_ptr<State> state_;
};

} // namespace sartor::gpu
