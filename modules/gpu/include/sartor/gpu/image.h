// SPDX-License-Identifier: Apache-2.0
// A two-dimensional image with its memory and view.
#pragma once

#include <sartor/gpu/device.h>
#include <sartor/gpu/handle.h>
#include <sartor/gpu/memory.h>

#include <cstdint>
#include <string_view>

namespace sartor::gpu {

struct ImageOptions {
    VkExtent2D extent = {};
    VkFormat format = VK_FORMAT_UNDEFINED;
    VkImageUsageFlags usage = 0;
    VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
    std::uint32_t mipCount = 1;
    std::string_view name = {};
};

class Image {
public:
    /// Errors: "gpu.image_size" (0, or more than the device allows), "gpu.out_of_memory",
    /// "gpu.vulkan".
    static Result<Image> create(Device& device, const ImageOptions& options);
    Image() = default;

    VkImage handle() const { return image_.get(); }
    /// All mip levels; null for an image that is only copied.
    VkImageView view() const { return view_.get(); }
    VkExtent2D extent() const { return extent_; }
    std::uint32_t mipCount() const { return mipCount_; }
    VkImageSubresourceRange range() const { return {aspect_, 0, mipCount_, 0, 1}; }

private:
    Allocation memory_;
    Handle<VkImage, vkDestroyImage> image_;
    Handle<VkImageView, vkDestroyImageView> view_;
    VkExtent2D extent_ = {};
    VkImageAspectFlags aspect_ = 0;
    std::uint32_t mipCount_ = 0;
};

} // namespace sartor::gpu
