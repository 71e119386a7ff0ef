// SPDX-License-Identifier: Apache-2.0
// Binary glTF 2.0 with static meshes. Source: glTF 2.0, 3.6, 3.7 and 4.
#include "finite_streams.h"
#include "glb_container.h"
#include "little_endian.h"

#include <sartor/io/glb_writer.h>
#include <sartor/io/json_writer.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sartor::io {
namespace {

constexpr std::uint32_t kArrayBuffer = 34962;
constexpr std::uint32_t kElementArrayBuffer = 34963;
constexpr std::uint32_t kFloat = 5126;
constexpr std::uint32_t kUnsignedInt = 5125;
constexpr std::uint32_t kPoints = 0;
constexpr std::uint32_t kTriangles = 4;

/// One accessor with a buffer view of its own.
struct Accessor {
    std::size_t offset = 0;
    std::size_t size = 0;
    std::size_t count = 0;
    std::uint32_t componentType = kFloat;
    std::string_view type;
    std::uint32_t target = kArrayBuffer;
    std::optional<std::pair<glm::vec3, glm::vec3>> bounds;
};

struct Primitive {
    std::string name;
    std::vector<std::pair<std::string_view, std::size_t>> attributes;
    std::optional<std::size_t> indices;
};

class Builder {
public:
    template <class T>
    std::size_t add(std::span<const T> values, std::string_view type, std::uint32_t target) {
        accessors_.push_back({.offset = binary_.size(),
                              .size = values.size_bytes(),
                              .count = values.size(),
                              .componentType = std::is_integral_v<T> ? kUnsignedInt : kFloat,
                              .type = type,
                              .target = target,
                              .bounds = {}});
        appendBytes(binary_, std::as_bytes(values));
        return accessors_.size() - 1;
    }

    void add(const OutputMesh& mesh);
    Result<std::vector<std::byte>> finish() const { return glbContainer(json(), binary_); }
    bool isEmpty() const { return primitives_.empty(); }

private:
    std::string json() const;

    std::vector<std::byte> binary_;
    std::vector<Accessor> accessors_;
    std::vector<Primitive> primitives_;
};

/// glTF wants unit vectors; the official validator allows this much.
template <class T>
bool areUnit(std::span<const T> vectors) {
    return std::all_of(vectors.begin(), vectors.end(), [](const T& vector) {
        return std::abs(glm::length(glm::vec3(vector)) - 1.0f) <= 5e-4f;
    });
}

void Builder::add(const OutputMesh& mesh) {
    Primitive primitive{.name = mesh.name, .attributes = {}, .indices = {}};
    const auto addAttribute = [&](std::string_view semantic, auto values, std::string_view type) {
        if (!values.empty()) {
            primitive.attributes.emplace_back(semantic, add(values, type, kArrayBuffer));
        }
    };
    addAttribute("POSITION", mesh.positions, "VEC3");
    glm::vec3 low = mesh.positions[0];
    glm::vec3 high = low;
    for (const glm::vec3& position : mesh.positions) {
        low = glm::min(low, position);
        high = glm::max(high, position);
    }
    accessors_.back().bounds = std::make_pair(low, high);
    if (areUnit(mesh.normals)) {
        addAttribute("NORMAL", mesh.normals, "VEC3");
    }
    if (areUnit(mesh.tangents)) {
        addAttribute("TANGENT", mesh.tangents, "VEC4");
    }
    addAttribute("TEXCOORD_0", mesh.uvs, "VEC2");
    if (!mesh.triangles.empty()) {
        primitive.indices = add(mesh.triangles, "SCALAR", kElementArrayBuffer);
    }
    primitives_.push_back(std::move(primitive));
}

std::string Builder::json() const {
    JsonWriter json;
    json.beginInlineObject();
    json.key("asset").beginObject().member("version", "2.0").member("generator", "sartor");
    json.endObject().member("scene", 0);
    json.key("scenes").beginArray().beginObject().key("nodes").beginArray();
    for (std::size_t i = 0; i < primitives_.size(); ++i) {
        json.value(i);
    }
    json.endArray().endObject().endArray();
    json.key("nodes").beginArray();
    for (std::size_t i = 0; i < primitives_.size(); ++i) {
        json.beginObject().member("name", primitives_[i].name).member("mesh", i).endObject();
    }
    json.endArray().key("meshes").beginArray();
    for (const Primitive& primitive : primitives_) {
        json.beginObject().member("name", primitive.name).key("primitives").beginArray();
        json.beginObject().key("attributes").beginObject();
        for (const auto& [semantic, accessor] : primitive.attributes) {
            json.member(semantic, accessor);
        }
        json.endObject();
        if (primitive.indices) {
            json.member("indices", *primitive.indices);
        }
        json.member("mode", primitive.indices ? kTriangles : kPoints).endObject();
        json.endArray().endObject();
    }
    json.endArray().key("accessors").beginArray();
    for (std::size_t i = 0; i < accessors_.size(); ++i) {
        const Accessor& accessor = accessors_[i];
        json.beginObject().member("bufferView", i).member("componentType", accessor.componentType);
        json.member("count", accessor.count).member("type", accessor.type);
        if (accessor.bounds) {
            json.member("min", accessor.bounds->first).member("max", accessor.bounds->second);
        }
        json.endObject();
    }
    json.endArray().key("bufferViews").beginArray();
    for (const Accessor& accessor : accessors_) {
        json.beginObject().member("buffer", 0).member("byteOffset", accessor.offset);
        json.member("byteLength", accessor.size).member("target", accessor.target).endObject();
    }
    json.endArray().key("buffers").beginArray().beginObject();
    json.member("byteLength", binary_.size()).endObject().endArray().endObject();
    return json.take();
}

} // namespace

Result<std::vector<std::byte>> glbBytes(std::span<const OutputMesh> meshes) {
    if (const Status status = checkFinite(meshes); !status) {
        return status.error();
    }
    Builder builder;
    for (const OutputMesh& mesh : meshes) {
        if (!mesh.positions.empty()) {
            builder.add(mesh);
        }
    }
    if (builder.isEmpty()) {
        return Error{"output.empty", "there is no vertex to write"};
    }
    return builder.finish();
}

} // namespace sartor::io
