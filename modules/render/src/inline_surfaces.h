// SPDX-License-Identifier: Apache-2.0
// Draws surfaces whose vertices a deformer's own vertex shader makes while they are drawn.
#pragma once

#include "pass_context.h"

#include <sartor/gpu/buffer.h>
#include <sartor/gpu/descriptors.h>
#include <sartor/gpu/image.h>
#include <sartor/gpu/pipeline.h>
#include <sartor/math/types.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sartor::render {

/// What every fragment of a surface needs; shaders/viewport/mesh.glsl, mesh_inline.frag.
struct SurfaceConstants {
    glm::vec4 baseColor;
    float alphaCutoff;
    float wireframe;
    std::uint32_t flags;
    std::uint32_t drawNumber;
};
static_assert(sizeof(SurfaceConstants) == 32);

class InlineSurfaces {
public:
    /// Errors: "gpu.*".
    static Result<InlineSurfaces> create(gpu::Device& device);

    struct Draw {
        const gpu::VertexSource& source;
        VkDescriptorBufferInfo triangles = {};
        VkDescriptorBufferInfo colours = {};
        VkDescriptorBufferInfo texCoords = {};
        /// Where the source makes none; the first float counts from the start of the range.
        VkDescriptorBufferInfo normals = {};
        std::uint32_t firstNormal = 0;
        VkDescriptorImageInfo texture = {};
        SurfaceConstants constants = {};
        std::uint32_t cornerCount = 0;
    };
    /// Before the first draw of a frame. Nothing on the device may still draw the frame before.
    Status begin(std::size_t drawCount);
    /// Makes the pipeline of a source that is new. Errors: "gpu.*".
    Status record(const PassContext& context, const Draw& draw);
    /// After the last draw: lets go of the pipelines that were not used.
    void end();

    std::size_t pipelineCount() const { return pipelines_.size(); }

private:
    struct SourcePipeline {
        std::uint64_t id = 0;
        gpu::Pipeline pipeline;
        bool isUsed = false;
    };

    explicit InlineSurfaces(gpu::Device& device) : device_(&device) {}
    Result<const gpu::Pipeline*> pipelineOf(const PassContext& context,
                                            const gpu::VertexSource& source);

    gpu::Device* device_;
    gpu::DescriptorSetLayout cornerLayout_;
    gpu::DescriptorSetLayout surfaceLayout_;
    gpu::DescriptorPool pool_;
    std::size_t poolDrawCount_ = 0;
    std::vector<SourcePipeline> pipelines_;
};

} // namespace sartor::render
