// SPDX-License-Identifier: Apache-2.0
// Descriptor layouts, pools and writes.
#include <sartor/gpu/descriptors.h>

#include <vector>

namespace sartor::gpu {

Result<DescriptorSetLayout>
createDescriptorSetLayout(Device& device, std::span<const VkDescriptorSetLayoutBinding> bindings) {
    VkDescriptorSetLayoutCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    info.bindingCount = static_cast<std::uint32_t>(bindings.size());
    info.pBindings = bindings.data();
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    const Status status =
        checkVulkan(vkCreateDescriptorSetLayout(device.handle(), &info, nullptr, &layout),
                    "creating a descriptor set layout");
    if (!status) {
        return status.error();
    }
    return DescriptorSetLayout(device.handle(), layout);
}

Result<DescriptorSetLayout>
createStorageBufferLayout(Device& device, std::uint32_t count, VkShaderStageFlags stage) {
    std::vector<VkDescriptorSetLayoutBinding> bindings(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        bindings[i] = {i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, stage, nullptr};
    }
    return createDescriptorSetLayout(device, bindings);
}

Result<DescriptorPool> DescriptorPool::create(Device& device, const Options& options) {
    std::vector<VkDescriptorPoolSize> sizes;
    const auto add = [&sizes](VkDescriptorType type, std::uint32_t count) {
        if (count > 0) {
            sizes.push_back({type, count});
        }
    };
    add(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, options.storageBufferCount);
    add(VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, options.uniformBufferCount);
    add(VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, options.imageCount);
    VkDescriptorPoolCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
    info.maxSets = options.setCount;
    info.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
    info.pPoolSizes = sizes.data();
    VkDescriptorPool handle = VK_NULL_HANDLE;
    const Status status =
        checkVulkan(vkCreateDescriptorPool(device.handle(), &info, nullptr, &handle),
                    "creating a descriptor pool");
    if (!status) {
        return status.error();
    }
    DescriptorPool pool;
    pool.device_ = device.handle();
    pool.pool_ = {device.handle(), handle};
    return pool;
}

Result<VkDescriptorSet> DescriptorPool::allocate(VkDescriptorSetLayout layout) {
    VkDescriptorSetAllocateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
    info.descriptorPool = pool_.get();
    info.descriptorSetCount = 1;
    info.pSetLayouts = &layout;
    VkDescriptorSet set = VK_NULL_HANDLE;
    const Status status =
        checkVulkan(vkAllocateDescriptorSets(device_, &info, &set), "allocating a descriptor set");
    if (!status) {
        return status.error();
    }
    return set;
}

void DescriptorPool::reset() {
    vkResetDescriptorPool(device_, pool_.get(), 0);
}

void writeStorageBuffers(Device& device,
                         VkDescriptorSet set,
                         std::span<const VkDescriptorBufferInfo> buffers) {
    std::vector<VkWriteDescriptorSet> writes;
    writes.reserve(buffers.size());
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (buffers[i].buffer == VK_NULL_HANDLE) {
            continue;
        }
        VkWriteDescriptorSet write = {};
        write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        write.dstSet = set;
        write.dstBinding = static_cast<std::uint32_t>(i);
        write.descriptorCount = 1;
        write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        write.pBufferInfo = &buffers[i];
        writes.push_back(write);
    }
    vkUpdateDescriptorSets(
        device.handle(), static_cast<std::uint32_t>(writes.size()), writes.data(), 0, nullptr);
}

void writeImage(Device& device,
                VkDescriptorSet set,
                std::uint32_t binding,
                const VkDescriptorImageInfo& image) {
    VkWriteDescriptorSet write = {};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = set;
    write.dstBinding = binding;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    write.pImageInfo = &image;
    vkUpdateDescriptorSets(device.handle(), 1, &write, 0, nullptr);
}

} // namespace sartor::gpu
