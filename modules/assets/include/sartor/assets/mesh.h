// SPDX-License-Identifier: Apache-2.0
// Geometry of one primitive, in the file's vertex order.
#pragma once

#include <sartor/assets/skin.h>
#include <sartor/base/result.h>
#include <sartor/math/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::assets {

/// What a file says of each vertex beside the streams below, as numbers.
struct VertexAttribute {
    /// As in the file: "COLOR_0", "_STIFFNESS".
    std::string name;
    /// Numbers per vertex, 1 to 4.
    std::uint32_t width = 1;
    /// width x vertexCount, vertex after vertex; normalised integers decoded.
    std::vector<float> values;
};

struct MeshData {
    std::string name;
    /// Mesh space, packed, one per vertex.
    std::vector<glm::vec3> positions;
    /// Unit; empty where the file has none.
    std::vector<glm::vec3> normals;
    /// xyz unit, w = +1 or -1, the side of the bitangent; empty where the file has none.
    std::vector<glm::vec4> tangents;
    /// First texture coordinate set; empty where the file has none.
    std::vector<glm::vec2> uvs;
    /// From linear (0) to dual quaternion (1) skinning; empty where the file does not say.
    std::vector<float> skinBlend;
    /// Others, each name once.
    std::vector<VertexAttribute> attributes;
    /// Three vertices each, counter-clockwise front; strips and fans are unrolled. Empty for points
    /// and lines.
    std::vector<std::uint32_t> triangles;
    /// As in the file, unchecked; absent without joints and weights.
    std::optional<FileInfluences> influences;
};

/// Immutable, validated geometry.
class Mesh {
public:
    /// Errors: "mesh.attribute_count" (a stream of another length), "mesh.index_out_of_range",
    /// "mesh.nonfinite" (naming attribute and vertex), "mesh.triangle_count" (not a multiple of 3),
    /// "mesh.attribute_name" (twice, or none), "mesh.attribute_width" (not 1 to 4).
    static Result<std::shared_ptr<const Mesh>> create(MeshData data);

    const std::string& name() const { return data_.name; }
    std::size_t vertexCount() const { return data_.positions.size(); }
    std::span<const glm::vec3> positions() const { return data_.positions; }
    std::span<const glm::vec3> normals() const { return data_.normals; }
    std::span<const glm::vec4> tangents() const { return data_.tangents; }
    std::span<const glm::vec2> uvs() const { return data_.uvs; }
    std::span<const float> skinBlend() const { return data_.skinBlend; }
    std::span<const VertexAttribute> attributes() const { return data_.attributes; }
    /// Null for a name that it has not.
    const VertexAttribute* findAttribute(std::string_view name) const;
    std::span<const std::uint32_t> triangles() const { return data_.triangles; }
    /// Null without joints and weights.
    const FileInfluences* fileInfluences() const {
        return data_.influences ? &*data_.influences : nullptr;
    }

private:
    explicit Mesh(MeshData data) : data_(std::move(data)) {}

    MeshData data_;
};

} // namespace sartor::assets
