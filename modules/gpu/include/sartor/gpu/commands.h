// SPDX-License-Identifier: Apache-2.0
// Recording of commands, barriers, and bytes to and from the device.
#pragma once

#include <sartor/gpu/buffer.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace sartor::gpu {

/// One side of a barrier.
struct Access {
    VkPipelineStageFlags2 stages = 0;
    VkAccessFlags2 access = 0;
};

inline constexpr Access kComputeRead = {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                        VK_ACCESS_2_SHADER_READ_BIT};
inline constexpr Access kComputeWrite = {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                         VK_ACCESS_2_SHADER_WRITE_BIT};
inline constexpr Access kComputeReadWrite = {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                                             VK_ACCESS_2_SHADER_READ_BIT |
                                                 VK_ACCESS_2_SHADER_WRITE_BIT};
inline constexpr Access kGraphicsRead = {VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT |
                                             VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                                         VK_ACCESS_2_SHADER_READ_BIT};
inline constexpr Access kFragmentWrite = {VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                                          VK_ACCESS_2_SHADER_WRITE_BIT};
inline constexpr Access kTransferRead = {VK_PIPELINE_STAGE_2_TRANSFER_BIT,
                                         VK_ACCESS_2_TRANSFER_READ_BIT};
inline constexpr Access kTransferWrite = {VK_PIPELINE_STAGE_2_TRANSFER_BIT,
                                          VK_ACCESS_2_TRANSFER_WRITE_BIT};
inline constexpr Access kHostRead = {VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT};

/// A device that does not answer within this time is treated as lost.
inline constexpr double kSubmitTimeoutSeconds = 30.0;

/// One command buffer that is recorded, run and waited for, again and again. The staging memory
/// that it needs is kept from one use to the next.
class Commands {
public:
    static Result<Commands> create(Device& device, std::string_view name);

    /// Starts recording; what readBack() returned before becomes invalid.
    Status begin();
    VkCommandBuffer handle() const { return commands_; }

    /// Brings bytes into a buffer. Through memory that the host sees this happens at once: no
    /// command on the device may still use the buffer. Else a copy is recorded. Either way a
    /// barrier from kTransferWrite comes before the first use.
    /// Errors: "gpu.range" (does not fit), "gpu.out_of_memory".
    Status upload(const Buffer& destination, VkDeviceSize offset, std::span<const std::byte> bytes);

    /// The bytes that the buffer holds at this point of the recording; they may be read after
    /// submitAndWait() and until the next begin(). `written` says who wrote them.
    /// Errors: "gpu.range", "gpu.out_of_memory".
    Result<std::span<const std::byte>>
    readBack(const Buffer& source, VkDeviceSize offset, VkDeviceSize size, Access written);

    /// Host memory that a recorded copy can write or read; lives until the next begin().
    struct StagingRange {
        VkBuffer buffer = VK_NULL_HANDLE;
        VkDeviceSize offset = 0;
        std::span<std::byte> bytes;
    };
    Result<StagingRange> stage(VkDeviceSize size, MemoryUse use);

    /// Everything before it that touches memory as `first` is done and visible before what touches
    /// it as `second` after it.
    void barrier(Access first, Access second);

    struct ImageTransition {
        VkImage image = VK_NULL_HANDLE;
        VkImageSubresourceRange range = {};
        VkImageLayout from = VK_IMAGE_LAYOUT_UNDEFINED;
        VkImageLayout to = VK_IMAGE_LAYOUT_UNDEFINED;
        Access first;
        Access second;
    };
    void transition(const ImageTransition& transition);

    void beginLabel(std::string_view name) { device_->beginLabel(commands_, name); }
    void endLabel() { device_->endLabel(commands_); }

    /// Ends the recording, runs it and waits.
    /// Errors: "gpu.timeout", "gpu.device_lost", "gpu.vulkan".
    Status submitAndWait(double timeoutSeconds = kSubmitTimeoutSeconds);

private:
    Commands() = default;

    struct StagingBuffer {
        Buffer buffer;
        MemoryUse use = MemoryUse::HostWrite;
        VkDeviceSize used = 0;
    };

    Device* device_ = nullptr;
    Handle<VkCommandPool, vkDestroyCommandPool> pool_;
    VkCommandBuffer commands_ = VK_NULL_HANDLE;
    Handle<VkFence, vkDestroyFence> fence_;
    std::vector<StagingBuffer> staging_;
};

/// Fills a buffer and waits.
Status upload(Device& device, const Buffer& destination, std::span<const std::byte> bytes);
/// All bytes of a buffer, when nothing on the device uses it.
Result<std::vector<std::byte>> readBack(Device& device, const Buffer& source);

} // namespace sartor::gpu
