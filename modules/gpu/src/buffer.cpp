// SPDX-License-Identifier: Apache-2.0
// Buffer creation.
#include <sartor/gpu/buffer.h>

#include <bit>
#include <string>

namespace sartor::gpu {

Result<Buffer> Buffer::create(Device& device, const BufferOptions& options) {
    const std::string what = "buffer '" + std::string(options.name) + "'";
    if (options.size == 0) {
        return Error{"gpu.buffer_size", what + ": size 0, expected at least 1 byte"};
    }
    VkBufferCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = options.size;
    info.usage =
        options.usage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
    VkBuffer handle = VK_NULL_HANDLE;
    Status status =
        checkVulkan(vkCreateBuffer(device.handle(), &info, nullptr, &handle), "creating " + what);
    if (!status) {
        return status.error();
    }
    Buffer buffer;
    buffer.buffer_ = {device.handle(), handle};
    buffer.size_ = options.size;
    VkMemoryRequirements requirements = {};
    vkGetBufferMemoryRequirements(device.handle(), handle, &requirements);
    Result<Allocation> memory =
        device.allocator().allocate(requirements, options.memory, Tiling::Linear);
    if (!memory) {
        return Error{memory.error().code, what + ": " + memory.error().message};
    }
    buffer.memory_ = *std::move(memory);
    status =
        checkVulkan(vkBindBufferMemory(
                        device.handle(), handle, buffer.memory_.memory(), buffer.memory_.offset()),
                    "binding memory to " + what);
    if (!status) {
        return status.error();
    }
    buffer.isMapped_ =
        buffer.memory_.mapped() != nullptr &&
        (options.memory != MemoryUse::Device || device.staging() == Staging::WhenNeeded);
    device.setName(VK_OBJECT_TYPE_BUFFER, std::bit_cast<std::uint64_t>(handle), options.name);
    return buffer;
}

std::span<std::byte> Buffer::mapped() const {
    if (!isMapped_) {
        return {};
    }
    return {memory_.mapped(), static_cast<std::size_t>(size_)};
}

} // namespace sartor::gpu
