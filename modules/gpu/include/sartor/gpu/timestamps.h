// SPDX-License-Identifier: Apache-2.0
// How long the device takes between marks in a command buffer.
#pragma once

#include <sartor/gpu/device.h>
#include <sartor/gpu/handle.h>

#include <cstdint>
#include <vector>

namespace sartor::gpu {

/// Marks of one command buffer, in the order they were recorded. A device that has no clock leaves
/// this without effect: there is nothing to read then.
class Timestamps {
public:
    /// Room for so many marks; those beyond it are not made. Errors: "gpu.vulkan".
    static Result<Timestamps> create(Device& device, std::uint32_t capacity);
    Timestamps() = default;

    /// At the start of a recording, outside of rendering: forgets the marks of the one before.
    void begin(VkCommandBuffer commands);
    /// When everything recorded before it is done.
    void mark(VkCommandBuffer commands);

    /// Seconds of each mark since the first, once the device has finished; as many as were made.
    /// Errors: "gpu.vulkan", "gpu.device_lost".
    Status read(std::vector<double>& seconds) const;

private:
    VkDevice device_ = VK_NULL_HANDLE;
    Handle<VkQueryPool, vkDestroyQueryPool> pool_;
    std::uint32_t capacity_ = 0;
    std::uint32_t count_ = 0;
    double secondsPerTick_ = 0.0;
    std::uint64_t tickMask_ = 0;
};

} // namespace sartor::gpu
