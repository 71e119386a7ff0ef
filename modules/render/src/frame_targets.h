// SPDX-License-Identifier: Apache-2.0
// The images that a frame is drawn into, and how their contents come back.
#pragma once

#include <sartor/gpu/commands.h>
#include <sartor/gpu/image.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace sartor::render {

/// Colour, ids and depth of one picture. Layouts are those that the functions leave behind when
/// they are called in the order in which they stand here.
class FrameTargets {
public:
    static constexpr VkFormat kColorFormat = VK_FORMAT_B8G8R8A8_UNORM;
    static constexpr VkFormat kIdFormat = VK_FORMAT_R32G32_UINT;
    static constexpr VkFormat kDepthFormat = VK_FORMAT_D32_SFLOAT;

    struct Size {
        std::uint32_t width = 0;
        std::uint32_t height = 0;
        /// Samples along each side of a pixel: 1 or 2.
        std::uint32_t scale = 1;
        bool operator==(const Size&) const = default;
    };
    /// Errors: "gpu.image_size", "gpu.*".
    static Result<FrameTargets> create(gpu::Device& device, const Size& size);
    FrameTargets() = default;

    /// Of width 0 before anything was made.
    const Size& size() const { return size_; }

    void recordStart(gpu::Commands& commands) const;
    /// Everything is drawn anew: writes color and id, clears depth.
    void beginSurfaces(gpu::Commands& commands) const;
    /// Draws over what is there: color alone, against the depth of the surfaces.
    void beginOverlays(gpu::Commands& commands) const;
    /// Within a pass: what comes next is not hidden by what is there.
    void clearDepth(gpu::Commands& commands) const;
    /// The picture at its final size, after the commands have run.
    Result<std::span<const std::byte>> recordPictureCopy(gpu::Commands& commands) const;
    /// Both words of the id at a pixel inside the picture, in commands of their own afterwards.
    Result<std::span<const std::byte>>
    recordIdCopy(gpu::Commands& commands, std::uint32_t x, std::uint32_t y) const;

private:
    void begin(gpu::Commands& commands,
               std::span<const VkRenderingAttachmentInfo> colors,
               VkAttachmentLoadOp depthLoad) const;
    void recordShrinking(gpu::Commands& commands) const;

    Size size_ = {};
    gpu::Image color_;
    gpu::Image id_;
    gpu::Image depth_;
    /// Only for a scale of 2: the picture at its final size.
    gpu::Image resolved_;
};

} // namespace sartor::render
