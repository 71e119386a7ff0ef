// SPDX-License-Identifier: Apache-2.0
// Draws the grid behind surfaces, and bones, dots and lines over them.
#pragma once

#include "host_buffer.h"
#include "pass_context.h"

#include <sartor/render/renderer.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace sartor::render {

class OverlayPass {
public:
    /// Errors: "gpu.*".
    static Result<OverlayPass> create(gpu::Device& device, const FrameConstants& constants);

    /// Errors: "gpu.*".
    Status record(const PassContext& context, const FrameDescription& frame);

private:
    /// Shapes of one kind, drawn as instances.
    struct Batch {
        HostBuffer buffer;
        std::uint32_t count = 0;
        VkDescriptorSet set = VK_NULL_HANDLE;
    };

    explicit OverlayPass(gpu::Device& device) : device_(&device) {}
    Status createPipelines(const FrameConstants& constants);
    Status fill(Batch& batch, std::span<const std::byte> bytes, std::size_t count);
    Status fillDots(Batch& batch, std::span<const Dot> dots);
    static void draw(const PassContext& context,
                     const gpu::Pipeline& pipeline,
                     const Batch& batch,
                     std::uint32_t cornerCount);
    static void drawRimmed(const PassContext& context,
                           const gpu::Pipeline& rim,
                           const gpu::Pipeline& core,
                           const Batch& batch);

    gpu::Device* device_;
    gpu::DescriptorSetLayout layout_;
    gpu::DescriptorPool pool_;
    gpu::Pipeline gridPipeline_;
    gpu::Pipeline bonePipeline_;
    gpu::Pipeline linePipeline_;
    gpu::Pipeline lineRimPipeline_;
    gpu::Pipeline dotPipeline_;
    Batch bones_;
    Batch jointDots_;
    Batch lines_;
    Batch markers_;
};

} // namespace sartor::render
