// SPDX-License-Identifier: Apache-2.0
// Upload of textures and their mip levels.
#include "texture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

namespace sartor::render {

namespace {

constexpr gpu::Access kNothing = {};
constexpr gpu::Access kFragmentSample = {VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                                         VK_ACCESS_2_SHADER_READ_BIT};

VkImageSubresourceRange mipRange(std::uint32_t first, std::uint32_t count) {
    return {VK_IMAGE_ASPECT_COLOR_BIT, first, count, 0, 1};
}

VkOffset3D mipEnd(const gpu::Image& image, std::uint32_t mip) {
    return {static_cast<std::int32_t>(std::max(image.extent().width >> mip, 1u)),
            static_cast<std::int32_t>(std::max(image.extent().height >> mip, 1u)),
            1};
}

/// Each level is half of the one above it. All levels are written and in the layout to be read.
void recordMipLevels(gpu::Commands& commands, const gpu::Image& image) {
    for (std::uint32_t mip = 1; mip < image.mipCount(); ++mip) {
        commands.transition({.image = image.handle(),
                             .range = mipRange(mip - 1, 1),
                             .from = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                             .to = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                             .first = gpu::kTransferWrite,
                             .second = gpu::kTransferRead});
        VkImageBlit blit = {};
        blit.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, mip - 1, 0, 1};
        blit.srcOffsets[1] = mipEnd(image, mip - 1);
        blit.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, mip, 0, 1};
        blit.dstOffsets[1] = mipEnd(image, mip);
        vkCmdBlitImage(commands.handle(),
                       image.handle(),
                       VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                       image.handle(),
                       VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                       1,
                       &blit,
                       VK_FILTER_LINEAR);
    }
    const std::uint32_t last = image.mipCount() - 1;
    if (last > 0) {
        commands.transition({.image = image.handle(),
                             .range = mipRange(0, last),
                             .from = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                             .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                             .first = gpu::kTransferRead,
                             .second = kFragmentSample});
    }
    commands.transition({.image = image.handle(),
                         .range = mipRange(last, 1),
                         .from = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                         .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                         .first = gpu::kTransferWrite,
                         .second = kFragmentSample});
}

} // namespace

Result<Sampler> createSampler(gpu::Device& device) {
    VkSamplerCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
    info.magFilter = VK_FILTER_LINEAR;
    info.minFilter = VK_FILTER_LINEAR;
    info.mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
    info.addressModeU = VK_SAMPLER_ADDRESS_MODE_REPEAT;
    info.addressModeV = VK_SAMPLER_ADDRESS_MODE_REPEAT;
    info.addressModeW = VK_SAMPLER_ADDRESS_MODE_REPEAT;
    info.maxLod = VK_LOD_CLAMP_NONE;
    VkSampler sampler = VK_NULL_HANDLE;
    const Status status = gpu::checkVulkan(
        vkCreateSampler(device.handle(), &info, nullptr, &sampler), "creating a sampler");
    if (!status) {
        return status.error();
    }
    return Sampler(device.handle(), sampler);
}

Result<gpu::Image> createTexture(gpu::Device& device, const assets::Image& image) {
    const std::uint64_t expected = std::uint64_t{4} * image.width * image.height;
    if (expected == 0 || image.rgba.size() != expected) {
        return Error{"render.texture",
                     std::to_string(image.rgba.size()) + " bytes for " +
                         std::to_string(image.width) + " x " + std::to_string(image.height) +
                         " pixels, expected " + std::to_string(expected)};
    }
    const auto mipCount =
        static_cast<std::uint32_t>(std::bit_width(std::max(image.width, image.height)));
    Result<gpu::Image> texture =
        gpu::Image::create(device,
                           {.extent = {image.width, image.height},
                            .format = VK_FORMAT_R8G8B8A8_SRGB,
                            .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                     VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                            .mipCount = mipCount,
                            .name = "texture"});
    if (!texture) {
        return texture;
    }
    Result<gpu::Commands> commands = gpu::Commands::create(device, "texture");
    if (!commands) {
        return commands.error();
    }
    Status status = commands->begin();
    if (!status) {
        return status.error();
    }
    const auto staging = commands->stage(image.rgba.size(), gpu::MemoryUse::HostWrite);
    if (!staging) {
        return staging.error();
    }
    std::memcpy(staging->bytes.data(), image.rgba.data(), image.rgba.size());
    commands->transition({.image = texture->handle(),
                          .range = texture->range(),
                          .from = VK_IMAGE_LAYOUT_UNDEFINED,
                          .to = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                          .first = kNothing,
                          .second = gpu::kTransferWrite});
    VkBufferImageCopy region = {};
    region.bufferOffset = staging->offset;
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageExtent = {image.width, image.height, 1};
    vkCmdCopyBufferToImage(commands->handle(),
                           staging->buffer,
                           texture->handle(),
                           VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                           1,
                           &region);
    recordMipLevels(*commands, *texture);
    status = commands->submitAndWait();
    if (!status) {
        return status.error();
    }
    return texture;
}

} // namespace sartor::render
