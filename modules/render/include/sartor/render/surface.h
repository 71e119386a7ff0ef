// SPDX-License-Identifier: Apache-2.0
// Surfaces: what is handed over once, and how a frame shows it.
#pragma once

#include <sartor/base/index.h>
#include <sartor/gpu/pipeline.h>
#include <sartor/math/types.h>

#include <volk.h>

#include <cstdint>
#include <optional>
#include <span>

namespace sartor::render {

using TextureIndex = Index<struct TextureTag>;
using SurfaceIndex = Index<struct SurfaceTag>;

/// What stays the same from frame to frame.
struct SurfaceDescription {
    std::uint32_t vertexCount = 0;
    /// Three vertices each, smaller than vertexCount.
    std::span<const std::uint32_t> triangles = {};
    /// Empty, or one per vertex.
    std::span<const glm::vec2> uvs = {};
    /// Linear.
    glm::vec4 baseColorFactor = glm::vec4(1.0f);
    /// Needs uvs.
    TextureIndex baseColor = {};
    /// Fragments below this alpha are dropped; 0 keeps all.
    float alphaCutoff = 0.0f;
    /// Back faces look like front faces; else they are drawn darker.
    bool isDoubleSided = false;
};

/// One packed vec3 per vertex, from the host or already on the device. Neither is absent.
struct VertexStream {
    std::span<const glm::vec3> host = {};
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceSize offset = 0;
    VkDeviceSize size = 0;
};

enum class Surfacing {
    Material, ///< base colour and texture
    Clay,     ///< one neutral colour
    Colours   ///< SurfaceDraw::colours
};

/// A surface in this frame, in world space.
struct SurfaceDraw {
    SurfaceIndex surface = {};
    /// Makes the vertices while they are drawn, in place of the streams below; of those, normals
    /// are used where it makes none.
    std::optional<gpu::VertexSource> source = {};
    VertexStream positions = {};
    /// Absent for flat shading.
    VertexStream normals = {};
    Surfacing surfacing = Surfacing::Material;
    /// One word per vertex, as in colour_ramp.h.
    std::span<const std::uint32_t> colours = {};
};

} // namespace sartor::render
