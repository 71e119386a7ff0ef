// SPDX-License-Identifier: Apache-2.0
// A buffer with its memory.
#pragma once

#include <sartor/gpu/device.h>
#include <sartor/gpu/handle.h>
#include <sartor/gpu/memory.h>

#include <cstddef>
#include <span>
#include <string_view>

namespace sartor::gpu {

struct BufferOptions {
    /// At least 1.
    VkDeviceSize size = 0;
    /// Transfer in and out are always added.
    VkBufferUsageFlags usage = 0;
    MemoryUse memory = MemoryUse::Device;
    std::string_view name = {};
};

class Buffer {
public:
    /// Errors: "gpu.out_of_memory", "gpu.buffer_size" (0), "gpu.vulkan".
    static Result<Buffer> create(Device& device, const BufferOptions& options);
    Buffer() = default;

    VkBuffer handle() const { return buffer_.get(); }
    VkDeviceSize size() const { return size_; }
    /// All bytes, where the host may touch them: always for HostWrite and HostRead; for Device
    /// memory only where it is visible and staging is not forced; else empty.
    std::span<std::byte> mapped() const;

private:
    // The memory outlives the buffer: members go in reverse order.
    Allocation memory_;
    Handle<VkBuffer, vkDestroyBuffer> buffer_;
    VkDeviceSize size_ = 0;
    bool isMapped_ = false;
};

} // namespace sartor::gpu
