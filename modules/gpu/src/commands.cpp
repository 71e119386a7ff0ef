// SPDX-License-Identifier: Apache-2.0
// Command recording and staging.
#include <sartor/gpu/commands.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace sartor::gpu {

namespace {

/// Small uploads share a buffer of this size.
constexpr VkDeviceSize kStagingSize = VkDeviceSize{1} << 20;
/// Satisfies the copy rules of every format and device.
constexpr VkDeviceSize kStagingAlignment = 256;

Status checkRange(const Buffer& buffer, VkDeviceSize offset, VkDeviceSize size) {
    if (offset > buffer.size() || size > buffer.size() - offset) {
        return Error{"gpu.range",
                     std::to_string(size) + " bytes at " + std::to_string(offset) +
                         " do not fit into a buffer of " + std::to_string(buffer.size())};
    }
    return {};
}

} // namespace

Result<Commands> Commands::create(Device& device, std::string_view name) {
    Commands commands;
    commands.device_ = &device;
    VkCommandPoolCreateInfo poolInfo = {};
    poolInfo.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    poolInfo.queueFamilyIndex = device.queueFamily();
    VkCommandPool pool = VK_NULL_HANDLE;
    Status status = checkVulkan(vkCreateCommandPool(device.handle(), &poolInfo, nullptr, &pool),
                                "creating a command pool");
    if (!status) {
        return status.error();
    }
    commands.pool_ = {device.handle(), pool};
    VkCommandBufferAllocateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = pool;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    status = checkVulkan(vkAllocateCommandBuffers(device.handle(), &info, &commands.commands_),
                         "allocating a command buffer");
    if (!status) {
        return status.error();
    }
    VkFenceCreateInfo fenceInfo = {};
    fenceInfo.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
    VkFence fence = VK_NULL_HANDLE;
    status = checkVulkan(vkCreateFence(device.handle(), &fenceInfo, nullptr, &fence),
                         "creating a fence");
    if (!status) {
        return status.error();
    }
    commands.fence_ = {device.handle(), fence};
    device.setName(
        VK_OBJECT_TYPE_COMMAND_BUFFER, std::bit_cast<std::uint64_t>(commands.commands_), name);
    return commands;
}

Status Commands::begin() {
    for (StagingBuffer& staging : staging_) {
        staging.used = 0;
    }
    Status status = checkVulkan(vkResetCommandPool(device_->handle(), pool_.get(), 0),
                                "resetting a command pool");
    if (!status) {
        return status;
    }
    VkCommandBufferBeginInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    return checkVulkan(vkBeginCommandBuffer(commands_, &info), "starting a command buffer");
}

Result<Commands::StagingRange> Commands::stage(VkDeviceSize size, MemoryUse use) {
    auto found = std::ranges::find_if(staging_, [&](const StagingBuffer& staging) {
        return staging.use == use && staging.buffer.size() - staging.used >= size;
    });
    if (found == staging_.end()) {
        Result<Buffer> buffer = Buffer::create(
            *device_, {.size = std::max(size, kStagingSize), .memory = use, .name = "staging"});
        if (!buffer) {
            return buffer.error();
        }
        staging_.push_back({*std::move(buffer), use, 0});
        found = staging_.end() - 1;
    }
    const VkDeviceSize offset = found->used;
    const VkDeviceSize end = offset + size;
    found->used = std::min(found->buffer.size(),
                           (end + kStagingAlignment - 1) / kStagingAlignment * kStagingAlignment);
    return StagingRange{found->buffer.handle(),
                        offset,
                        found->buffer.mapped().subspan(static_cast<std::size_t>(offset),
                                                       static_cast<std::size_t>(size))};
}

Status
Commands::upload(const Buffer& destination, VkDeviceSize offset, std::span<const std::byte> bytes) {
    const Status status = checkRange(destination, offset, bytes.size());
    if (!status || bytes.empty()) {
        return status;
    }
    if (!destination.mapped().empty()) {
        std::memcpy(destination.mapped().data() + offset, bytes.data(), bytes.size());
        return {};
    }
    Result<StagingRange> staging = stage(bytes.size(), MemoryUse::HostWrite);
    if (!staging) {
        return staging.error();
    }
    std::memcpy(staging->bytes.data(), bytes.data(), bytes.size());
    const VkBufferCopy region = {staging->offset, offset, bytes.size()};
    vkCmdCopyBuffer(commands_, staging->buffer, destination.handle(), 1, &region);
    return {};
}

Result<std::span<const std::byte>>
Commands::readBack(const Buffer& source, VkDeviceSize offset, VkDeviceSize size, Access written) {
    const Status status = checkRange(source, offset, size);
    if (!status) {
        return status.error();
    }
    if (size == 0) {
        return std::span<const std::byte>();
    }
    if (!source.mapped().empty()) {
        barrier(written, kHostRead);
        return std::span<const std::byte>(source.mapped().subspan(static_cast<std::size_t>(offset),
                                                                  static_cast<std::size_t>(size)));
    }
    Result<StagingRange> staging = stage(size, MemoryUse::HostRead);
    if (!staging) {
        return staging.error();
    }
    barrier(written, kTransferRead);
    const VkBufferCopy region = {offset, staging->offset, size};
    vkCmdCopyBuffer(commands_, source.handle(), staging->buffer, 1, &region);
    barrier(kTransferWrite, kHostRead);
    return std::span<const std::byte>(staging->bytes);
}

void Commands::barrier(Access first, Access second) {
    VkMemoryBarrier2 memory = {};
    memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2;
    memory.srcStageMask = first.stages;
    memory.srcAccessMask = first.access;
    memory.dstStageMask = second.stages;
    memory.dstAccessMask = second.access;
    VkDependencyInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO;
    info.memoryBarrierCount = 1;
    info.pMemoryBarriers = &memory;
    vkCmdPipelineBarrier2(commands_, &info);
}

void Commands::transition(const ImageTransition& transition) {
    VkImageMemoryBarrier2 image = {};
    image.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2;
    image.srcStageMask = transition.first.stages;
    image.srcAccessMask = transition.first.access;
    image.dstStageMask = transition.second.stages;
    image.dstAccessMask = transition.second.access;
    image.oldLayout = transition.from;
    image.newLayout = transition.to;
    image.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    image.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    image.image = transition.image;
    image.subresourceRange = transition.range;
    VkDependencyInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO;
    info.imageMemoryBarrierCount = 1;
    info.pImageMemoryBarriers = &image;
    vkCmdPipelineBarrier2(commands_, &info);
}

Status Commands::submitAndWait(double timeoutSeconds) {
    Status status = checkVulkan(vkEndCommandBuffer(commands_), "ending a command buffer");
    if (!status) {
        return status;
    }
    const VkFence fence = fence_.get();
    status = checkVulkan(vkResetFences(device_->handle(), 1, &fence), "resetting a fence");
    if (!status) {
        return status;
    }
    status = device_->submit(commands_, fence);
    if (!status) {
        return status;
    }
    return device_->wait(fence, timeoutSeconds);
}

Status upload(Device& device, const Buffer& destination, std::span<const std::byte> bytes) {
    Result<Commands> commands = Commands::create(device, "upload");
    if (!commands) {
        return commands.error();
    }
    Status status = commands->begin();
    if (status) {
        status = commands->upload(destination, 0, bytes);
    }
    return status ? commands->submitAndWait() : status;
}

Result<std::vector<std::byte>> readBack(Device& device, const Buffer& source) {
    Result<Commands> commands = Commands::create(device, "read back");
    if (!commands) {
        return commands.error();
    }
    Status status = commands->begin();
    if (!status) {
        return status.error();
    }
    constexpr Access kAnyWrite = {VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                                  VK_ACCESS_2_MEMORY_WRITE_BIT};
    Result<std::span<const std::byte>> bytes =
        commands->readBack(source, 0, source.size(), kAnyWrite);
    if (!bytes) {
        return bytes.error();
    }
    status = commands->submitAndWait();
    if (!status) {
        return status.error();
    }
    return std::vector<std::byte>(bytes->begin(), bytes->end());
}

} // namespace sartor::gpu
