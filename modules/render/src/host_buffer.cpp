// SPDX-License-Identifier: Apache-2.0
// Bytes that the host writes anew for each frame.
#include "host_buffer.h"

#include <cstring>

namespace sartor::render {

Status HostBuffer::write(gpu::Device& device, std::span<const std::byte> bytes) {
    if (bytes.size() > buffer_.size()) {
        Result<gpu::Buffer> larger =
            gpu::Buffer::create(device,
                                {.size = bytes.size() + bytes.size() / 2,
                                 .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                 .memory = gpu::MemoryUse::HostWrite,
                                 .name = "frame data"});
        if (!larger) {
            return larger.error();
        }
        buffer_ = *std::move(larger);
    }
    if (!bytes.empty()) {
        std::memcpy(buffer_.mapped().data(), bytes.data(), bytes.size());
    }
    return {};
}

} // namespace sartor::render
