// SPDX-License-Identifier: Apache-2.0
// Draws the background and the surfaces, with the ids that tell what is under a pixel.
#pragma once

#include "host_buffer.h"
#include "inline_surfaces.h"
#include "pass_context.h"
#include "texture.h"

#include <sartor/render/renderer.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sartor::render {

class SurfacePass {
public:
    /// Errors: "gpu.*".
    static Result<SurfacePass> create(gpu::Device& device, const FrameConstants& constants);

    /// Renderer's functions of the same names.
    Result<TextureIndex> addTexture(const assets::Image& image);
    Result<SurfaceIndex> addSurface(const SurfaceDescription& description);

    /// Errors: "render.surface" (a surface that is not there, a stream of another length), "gpu.*".
    Status record(const PassContext& context, const FrameDescription& frame);

    std::size_t inlinePipelineCount() const { return inlineSurfaces_.pipelineCount(); }

private:
    /// shaders/viewport/mesh.glsl
    struct PushConstants {
        SurfaceConstants surface;
        std::uint32_t firstPosition;
        std::uint32_t firstNormal;
    };
    static_assert(sizeof(PushConstants) == 40);

    struct Surface {
        std::uint32_t vertexCount = 0;
        std::uint32_t cornerCount = 0;
        glm::vec4 baseColorFactor = glm::vec4(1.0f);
        TextureIndex baseColor;
        float alphaCutoff = 0.0f;
        bool isDoubleSided = false;
        gpu::Buffer triangles;
        gpu::Buffer uvs;
    };

    /// What comes from the host for one draw of a frame.
    struct DrawBuffers {
        HostBuffer positions;
        HostBuffer normals;
        HostBuffer colours;
    };

    /// A stream as a shader sees it: a binding and where in it the first float is.
    struct BoundStream {
        VkDescriptorBufferInfo binding = {};
        std::uint32_t first = 0;
    };

    /// Colours and texture of one draw; what is absent has a stand-in.
    struct Appearance {
        VkDescriptorBufferInfo colours = {};
        VkDescriptorBufferInfo texCoords = {};
        VkDescriptorImageInfo texture = {};
    };

    SurfacePass(gpu::Device& device, InlineSurfaces inlineSurfaces)
        : device_(&device), inlineSurfaces_(std::move(inlineSurfaces)) {}
    Status createLayout();
    Status createPipelines(const FrameConstants& constants);
    Status createStandIns();
    Status preparePool(std::size_t drawCount);
    Result<BoundStream> bindStream(const VertexStream& stream,
                                   const Surface& surface,
                                   HostBuffer& buffer,
                                   std::string_view name);
    /// Fills the flags of the constants.
    Result<Appearance> appearanceOf(const SurfaceDraw& draw, SurfaceConstants& constants);
    Status recordStreams(const PassContext& context,
                         const SurfaceDraw& draw,
                         const SurfaceConstants& constants);
    Status recordInline(const PassContext& context,
                        const SurfaceDraw& draw,
                        const SurfaceConstants& constants);
    /// Fills the constants' places of the streams and their flags.
    Result<VkDescriptorSet> bindSurface(const SurfaceDraw& draw, PushConstants& constants);

    gpu::Device* device_;
    InlineSurfaces inlineSurfaces_;
    gpu::DescriptorSetLayout layout_;
    gpu::Pipeline backgroundPipeline_;
    gpu::Pipeline meshPipeline_;
    Sampler sampler_;
    /// Stand where a texture and where a stream is absent.
    gpu::Image white_;
    gpu::Buffer nothing_;
    std::vector<gpu::Image> textures_;
    std::vector<Surface> surfaces_;
    /// One for each draw, kept from frame to frame.
    std::vector<DrawBuffers> drawBuffers_;
    gpu::DescriptorPool pool_;
    std::size_t poolDrawCount_ = 0;
};

} // namespace sartor::render
