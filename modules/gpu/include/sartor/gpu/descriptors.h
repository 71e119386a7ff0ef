// SPDX-License-Identifier: Apache-2.0
// What shaders see of buffers and images.
#pragma once

#include <sartor/gpu/device.h>
#include <sartor/gpu/handle.h>

#include <cstdint>
#include <span>

namespace sartor::gpu {

using DescriptorSetLayout = Handle<VkDescriptorSetLayout, vkDestroyDescriptorSetLayout>;

/// Errors: "gpu.vulkan", "gpu.out_of_memory".
Result<DescriptorSetLayout>
createDescriptorSetLayout(Device& device, std::span<const VkDescriptorSetLayoutBinding> bindings);

/// Bindings 0 to count - 1, all storage buffers for one stage.
Result<DescriptorSetLayout> createStorageBufferLayout(
    Device& device, std::uint32_t count, VkShaderStageFlags stage = VK_SHADER_STAGE_COMPUTE_BIT);

/// Sets that live as long as the pool.
class DescriptorPool {
public:
    struct Options {
        std::uint32_t setCount = 0;
        std::uint32_t storageBufferCount = 0;
        std::uint32_t uniformBufferCount = 0;
        std::uint32_t imageCount = 0;
    };
    static Result<DescriptorPool> create(Device& device, const Options& options);
    DescriptorPool() = default;

    /// Errors: "gpu.vulkan" when the pool has no room left.
    Result<VkDescriptorSet> allocate(VkDescriptorSetLayout layout);
    /// Takes all sets back.
    void reset();

private:
    VkDevice device_ = VK_NULL_HANDLE;
    Handle<VkDescriptorPool, vkDestroyDescriptorPool> pool_;
};

/// Buffers i of the span at binding i. A null buffer leaves its binding as it was.
void writeStorageBuffers(Device& device,
                         VkDescriptorSet set,
                         std::span<const VkDescriptorBufferInfo> buffers);

/// An image with its sampler at one binding.
void writeImage(Device& device,
                VkDescriptorSet set,
                std::uint32_t binding,
                const VkDescriptorImageInfo& image);

} // namespace sartor::gpu
