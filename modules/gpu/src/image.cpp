// SPDX-License-Identifier: Apache-2.0
// Image creation.
#include <sartor/gpu/image.h>

#include <bit>
#include <string>

namespace sartor::gpu {

Result<Image> Image::create(Device& device, const ImageOptions& options) {
    const std::string what = "image '" + std::string(options.name) + "'";
    const std::uint32_t largest = device.properties().limits.maxImageDimension2D;
    if (options.extent.width == 0 || options.extent.height == 0 || options.extent.width > largest ||
        options.extent.height > largest) {
        return Error{"gpu.image_size",
                     what + ": " + std::to_string(options.extent.width) + " x " +
                         std::to_string(options.extent.height) + ", expected 1 to " +
                         std::to_string(largest) + " each"};
    }
    VkImageCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = options.format;
    info.extent = {options.extent.width, options.extent.height, 1};
    info.mipLevels = options.mipCount;
    info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = options.usage;
    info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
    info.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    VkImage handle = VK_NULL_HANDLE;
    Status status =
        checkVulkan(vkCreateImage(device.handle(), &info, nullptr, &handle), "creating " + what);
    if (!status) {
        return status.error();
    }
    Image image;
    image.image_ = {device.handle(), handle};
    image.extent_ = options.extent;
    image.aspect_ = options.aspect;
    image.mipCount_ = options.mipCount;
    VkMemoryRequirements requirements = {};
    vkGetImageMemoryRequirements(device.handle(), handle, &requirements);
    Result<Allocation> memory =
        device.allocator().allocate(requirements, MemoryUse::Device, Tiling::Optimal);
    if (!memory) {
        return Error{memory.error().code, what + ": " + memory.error().message};
    }
    image.memory_ = *std::move(memory);
    status = checkVulkan(
        vkBindImageMemory(device.handle(), handle, image.memory_.memory(), image.memory_.offset()),
        "binding memory to " + what);
    if (!status) {
        return status.error();
    }
    device.setName(VK_OBJECT_TYPE_IMAGE, std::bit_cast<std::uint64_t>(handle), options.name);
    constexpr VkImageUsageFlags kViewed = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT |
                                          VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                                          VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    if ((options.usage & kViewed) == 0) {
        return image;
    }
    VkImageViewCreateInfo viewInfo = {};
    viewInfo.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
    viewInfo.image = handle;
    viewInfo.viewType = VK_IMAGE_VIEW_TYPE_2D;
    viewInfo.format = options.format;
    viewInfo.subresourceRange = image.range();
    VkImageView view = VK_NULL_HANDLE;
    status = checkVulkan(vkCreateImageView(device.handle(), &viewInfo, nullptr, &view),
                         "creating a view of " + what);
    if (!status) {
        return status.error();
    }
    image.view_ = {device.handle(), view};
    return image;
}

} // namespace sartor::gpu
