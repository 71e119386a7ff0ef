// SPDX-License-Identifier: Apache-2.0
// What a mesh writer needs to know of one mesh.
#pragma once

#include <sartor/math/types.h>

#include <cstdint>
#include <span>
#include <string>

namespace sartor::io {

/// Borrowed streams of one mesh, all in one space. A stream is empty or has one element a vertex.
struct OutputMesh {
    std::string name;
    std::span<const glm::vec3> positions = {};
    std::span<const glm::vec3> normals = {};
    std::span<const glm::vec4> tangents = {};
    std::span<const glm::vec2> uvs = {};
    /// Three indices each; empty writes points.
    std::span<const std::uint32_t> triangles = {};
};

} // namespace sartor::io
