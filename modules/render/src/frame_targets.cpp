// SPDX-License-Identifier: Apache-2.0
// The images that a frame is drawn into, and how their contents come back.
#include "frame_targets.h"

#include <array>
#include <string>
#include <vector>

namespace sartor::render {

namespace {

constexpr gpu::Access kNothing = {};
constexpr gpu::Access kColorWrite = {VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                                     VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT};
constexpr gpu::Access kColorReadWrite = {VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                                         VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT |
                                             VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT};
constexpr gpu::Access kDepthReadWrite = {
    VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT,
    VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT};

gpu::Commands::ImageTransition
moved(const gpu::Image& image, VkImageLayout from, VkImageLayout to) {
    gpu::Commands::ImageTransition transition;
    transition.image = image.handle();
    transition.range = image.range();
    transition.from = from;
    transition.to = to;
    return transition;
}

VkRenderingAttachmentInfo attachment(const gpu::Image& image, VkAttachmentLoadOp load) {
    VkRenderingAttachmentInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO;
    info.imageView = image.view();
    info.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    info.loadOp = load;
    info.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    return info;
}

/// A copy into memory that the host can read.
Result<std::span<const std::byte>> recordCopy(gpu::Commands& commands,
                                              const gpu::Image& image,
                                              VkOffset2D offset,
                                              VkExtent2D extent,
                                              VkDeviceSize pixelSize) {
    const auto staging =
        commands.stage(pixelSize * extent.width * extent.height, gpu::MemoryUse::HostRead);
    if (!staging) {
        return staging.error();
    }
    VkBufferImageCopy region = {};
    region.bufferOffset = staging->offset;
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageOffset = {offset.x, offset.y, 0};
    region.imageExtent = {extent.width, extent.height, 1};
    vkCmdCopyImageToBuffer(commands.handle(),
                           image.handle(),
                           VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                           staging->buffer,
                           1,
                           &region);
    commands.barrier(gpu::kTransferWrite, gpu::kHostRead);
    return std::span<const std::byte>(staging->bytes);
}

} // namespace

Result<FrameTargets> FrameTargets::create(gpu::Device& device, const Size& size) {
    const std::uint32_t largest = device.properties().limits.maxImageDimension2D / size.scale;
    if (size.width == 0 || size.height == 0 || size.width > largest || size.height > largest) {
        return Error{"gpu.image_size",
                     "a picture of " + std::to_string(size.width) + " x " +
                         std::to_string(size.height) + ", expected 1 to " +
                         std::to_string(largest) + " each"};
    }
    FrameTargets made;
    made.size_ = size;
    const VkExtent2D extent = {size.width * size.scale, size.height * size.scale};
    struct Wanted {
        gpu::Image* image;
        gpu::ImageOptions options;
    };
    std::vector<Wanted> wanted = {
        {&made.color_,
         {.extent = extent,
          .format = kColorFormat,
          .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
          .name = "color"}},
        {&made.id_,
         {.extent = extent,
          .format = kIdFormat,
          .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
          .name = "id"}},
        {&made.depth_,
         {.extent = extent,
          .format = kDepthFormat,
          .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
          .aspect = VK_IMAGE_ASPECT_DEPTH_BIT,
          .name = "depth"}}};
    if (size.scale > 1) {
        wanted.push_back(
            {&made.resolved_,
             {.extent = {size.width, size.height},
              .format = kColorFormat,
              .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
              .name = "resolved"}});
    }
    for (const Wanted& each : wanted) {
        Result<gpu::Image> image = gpu::Image::create(device, each.options);
        if (!image) {
            return image.error();
        }
        *each.image = *std::move(image);
    }
    return made;
}

void FrameTargets::recordStart(gpu::Commands& commands) const {
    for (const gpu::Image* image : {&color_, &id_}) {
        auto fresh =
            moved(*image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
        fresh.second = kColorWrite;
        commands.transition(fresh);
    }
    auto depth = moved(depth_, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL);
    depth.second = kDepthReadWrite;
    commands.transition(depth);
}

void FrameTargets::beginSurfaces(gpu::Commands& commands) const {
    begin(commands,
          std::array{attachment(color_, VK_ATTACHMENT_LOAD_OP_DONT_CARE),
                     attachment(id_, VK_ATTACHMENT_LOAD_OP_DONT_CARE)},
          VK_ATTACHMENT_LOAD_OP_CLEAR);
}

void FrameTargets::beginOverlays(gpu::Commands& commands) const {
    commands.barrier(kColorWrite, kColorReadWrite);
    commands.barrier(kDepthReadWrite, kDepthReadWrite);
    begin(commands,
          std::array{attachment(color_, VK_ATTACHMENT_LOAD_OP_LOAD)},
          VK_ATTACHMENT_LOAD_OP_LOAD);
}

void FrameTargets::begin(gpu::Commands& commands,
                         std::span<const VkRenderingAttachmentInfo> colors,
                         VkAttachmentLoadOp depthLoad) const {
    const VkExtent2D extent = color_.extent();
    VkRenderingAttachmentInfo depth = attachment(depth_, depthLoad);
    depth.imageLayout = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL;
    depth.clearValue.depthStencil = {1.0f, 0};
    VkRenderingInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_RENDERING_INFO;
    info.renderArea.extent = extent;
    info.layerCount = 1;
    info.colorAttachmentCount = static_cast<std::uint32_t>(colors.size());
    info.pColorAttachments = colors.data();
    info.pDepthAttachment = &depth;
    vkCmdBeginRendering(commands.handle(), &info);
    const VkViewport viewport = {0.0f,
                                 0.0f,
                                 static_cast<float>(extent.width),
                                 static_cast<float>(extent.height),
                                 0.0f,
                                 1.0f};
    vkCmdSetViewport(commands.handle(), 0, 1, &viewport);
    const VkRect2D scissor = {{0, 0}, extent};
    vkCmdSetScissor(commands.handle(), 0, 1, &scissor);
}

void FrameTargets::clearDepth(gpu::Commands& commands) const {
    VkClearAttachment clear = {};
    clear.aspectMask = VK_IMAGE_ASPECT_DEPTH_BIT;
    clear.clearValue.depthStencil = {1.0f, 0};
    const VkClearRect rect = {{{0, 0}, color_.extent()}, 0, 1};
    vkCmdClearAttachments(commands.handle(), 1, &clear, 1, &rect);
}

Result<std::span<const std::byte>> FrameTargets::recordPictureCopy(gpu::Commands& commands) const {
    for (const gpu::Image* image : {&id_, &color_}) {
        auto drawn = moved(
            *image, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
        drawn.first = kColorWrite;
        drawn.second = gpu::kTransferRead;
        commands.transition(drawn);
    }
    if (size_.scale > 1) {
        recordShrinking(commands);
    }
    const gpu::Image& picture = size_.scale > 1 ? resolved_ : color_;
    return recordCopy(commands, picture, {0, 0}, picture.extent(), 4);
}

void FrameTargets::recordShrinking(gpu::Commands& commands) const {
    auto empty = moved(resolved_, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    empty.first = kNothing;
    empty.second = gpu::kTransferWrite;
    commands.transition(empty);
    // Half the size with a linear filter: the mean of exactly the four samples.
    const auto end = [](VkExtent2D extent) {
        return VkOffset3D{
            static_cast<std::int32_t>(extent.width), static_cast<std::int32_t>(extent.height), 1};
    };
    VkImageBlit blit = {};
    blit.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    blit.srcOffsets[1] = end(color_.extent());
    blit.dstSubresource = blit.srcSubresource;
    blit.dstOffsets[1] = end(resolved_.extent());
    vkCmdBlitImage(commands.handle(),
                   color_.handle(),
                   VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                   resolved_.handle(),
                   VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                   1,
                   &blit,
                   VK_FILTER_LINEAR);
    auto filled = moved(
        resolved_, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    filled.first = gpu::kTransferWrite;
    filled.second = gpu::kTransferRead;
    commands.transition(filled);
}

Result<std::span<const std::byte>>
FrameTargets::recordIdCopy(gpu::Commands& commands, std::uint32_t x, std::uint32_t y) const {
    const VkOffset2D place = {static_cast<std::int32_t>(x * size_.scale),
                              static_cast<std::int32_t>(y * size_.scale)};
    return recordCopy(commands, id_, place, {1, 1}, 8);
}

} // namespace sartor::render
