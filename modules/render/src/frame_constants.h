// SPDX-License-Identifier: Apache-2.0
// What every shader of the viewport knows about the frame: camera, lights and grid.
#pragma once

#include <sartor/gpu/buffer.h>
#include <sartor/gpu/descriptors.h>
#include <sartor/render/renderer.h>

namespace sartor::render {

/// The block of shaders/viewport/frame.glsl: set 0 of every pipeline of ours, set 2
/// where the vertex shader is somebody else's.
class FrameConstants {
public:
    /// Errors: "gpu.*".
    static Result<FrameConstants> create(gpu::Device& device);
    FrameConstants() = default;

    /// For a picture that is drawn at `scale` times its size. Nothing on the device may still use
    /// the block.
    void write(const FrameDescription& frame, std::uint32_t scale);

    /// Of the last write().
    const glm::mat4& clipFromWorld() const { return clipFromWorld_; }
    VkDescriptorSetLayout layout() const { return layout_.get(); }
    VkDescriptorSet set() const { return set_; }

private:
    gpu::DescriptorSetLayout layout_;
    gpu::DescriptorPool pool_;
    gpu::Buffer buffer_;
    VkDescriptorSet set_ = VK_NULL_HANDLE;
    glm::mat4 clipFromWorld_ = glm::mat4(1.0f);
};

} // namespace sartor::render
