// SPDX-License-Identifier: Apache-2.0
// Bytes that the host writes anew for each frame.
#pragma once

#include <sartor/gpu/buffer.h>

#include <cstddef>
#include <span>

namespace sartor::render {

/// A storage buffer that the host fills; grows when it has to.
class HostBuffer {
public:
    /// Nothing on the device may still use the buffer. Errors: "gpu.*".
    Status write(gpu::Device& device, std::span<const std::byte> bytes);
    /// The first `size` bytes, as a binding.
    VkDescriptorBufferInfo info(VkDeviceSize size) const { return {buffer_.handle(), 0, size}; }

private:
    gpu::Buffer buffer_;
};

} // namespace sartor::render
