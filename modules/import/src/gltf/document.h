// SPDX-License-Identifier: Apache-2.0
// The JSON of a glTF file as plain structures. Types and indices are checked, data is not touched.
#pragma once

#include "notes.h"

#include <sartor/import/gltf_component.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sartor::import::gltf {

using ComponentType = GltfComponent;

enum class ElementType : std::uint8_t { Scalar, Vec2, Vec3, Vec4, Mat2, Mat3, Mat4 };
std::string_view nameOf(ElementType type);
std::size_t componentCountOf(ElementType type);

struct Buffer {
    std::optional<std::string> uri;
    std::uint64_t byteLength = 0;
};

/// How EXT_meshopt_compression stores a buffer view.
struct MeshoptView {
    /// The name it has in the file: later versions have the same form under another one.
    std::string extension;
    std::uint32_t buffer = 0;
    std::uint64_t byteOffset = 0;
    std::uint64_t byteLength = 0;
    /// Of the decoded elements.
    std::uint64_t byteStride = 0;
    std::uint64_t count = 0;
    /// "ATTRIBUTES", "TRIANGLES", "INDICES"
    std::string mode;
    /// "NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"
    std::string filter = "NONE";
};

struct BufferView {
    std::uint32_t buffer = 0;
    std::uint64_t byteOffset = 0;
    std::uint64_t byteLength = 0;
    /// 0: packed.
    std::uint64_t byteStride = 0;
    /// Where the bytes are to be had instead.
    std::optional<MeshoptView> meshopt;
};

struct SparseValues {
    std::uint64_t count = 0;
    std::uint32_t indicesView = 0;
    std::uint64_t indicesOffset = 0;
    ComponentType indicesType = ComponentType::Uint16;
    std::uint32_t valuesView = 0;
    std::uint64_t valuesOffset = 0;
};

struct Accessor {
    /// Absent: all zero.
    std::optional<std::uint32_t> bufferView;
    std::uint64_t byteOffset = 0;
    ComponentType componentType = ComponentType::Float;
    ElementType elementType = ElementType::Scalar;
    bool isNormalized = false;
    std::uint64_t count = 0;
    std::optional<SparseValues> sparse;
};

struct ImageSource {
    std::string name;
    std::string mimeType;
    std::optional<std::string> uri;
    std::optional<std::uint32_t> bufferView;
};

struct MaterialInfo {
    std::string name;
    std::array<double, 4> baseColorFactor{1.0, 1.0, 1.0, 1.0};
    std::optional<std::uint32_t> baseColorTexture;
    std::uint64_t baseColorTexCoord = 0;
    bool hasTextureTransform = false;
    std::string alphaMode = "OPAQUE";
    double alphaCutoff = 0.5;
    bool isDoubleSided = false;
};

/// Attribute name and accessor, in file order.
using Attributes = std::vector<std::pair<std::string, std::uint32_t>>;

/// What KHR_draco_mesh_compression replaces.
struct DracoInfo {
    std::uint32_t bufferView = 0;
    /// Attribute name and id in the compressed data.
    Attributes attributes;
};

struct Primitive {
    Attributes attributes;
    std::optional<DracoInfo> draco;
    std::optional<std::uint32_t> indices;
    std::optional<std::uint32_t> material;
    std::uint64_t mode = 4;
    std::vector<Attributes> targets;
};

struct MeshInfo {
    std::string name;
    std::vector<Primitive> primitives;
    /// The most that any of the primitives has.
    std::uint32_t targetCount = 0;
    std::vector<float> weights;
    /// extras.targetNames, a convention of exporters.
    std::vector<std::string> targetNames;
};

struct Node {
    std::string name;
    std::vector<std::uint32_t> children;
    std::optional<std::uint32_t> mesh;
    std::optional<std::uint32_t> skin;
    /// Column-major, as stored.
    std::optional<std::array<double, 16>> matrix;
    std::array<double, 3> translation{0.0, 0.0, 0.0};
    /// x, y, z, w.
    std::array<double, 4> rotation{0.0, 0.0, 0.0, 1.0};
    std::array<double, 3> scale{1.0, 1.0, 1.0};
    std::optional<std::vector<float>> weights;
};

struct SkinInfo {
    std::string name;
    std::vector<std::uint32_t> joints;
    std::optional<std::uint32_t> inverseBindMatrices;
    std::optional<std::uint32_t> skeleton;
};

struct Channel {
    std::uint32_t sampler = 0;
    std::optional<std::uint32_t> node;
    std::string path;
    /// What KHR_animation_pointer moves; empty without it.
    std::string pointer;
};

struct Sampler {
    std::uint32_t input = 0;
    std::uint32_t output = 0;
    std::string interpolation = "LINEAR";
};

struct Animation {
    std::string name;
    std::vector<Channel> channels;
    std::vector<Sampler> samplers;
};

struct Document {
    std::vector<Buffer> buffers;
    std::vector<BufferView> bufferViews;
    std::vector<Accessor> accessors;
    std::vector<ImageSource> images;
    /// Image of each texture; none where only an extension names one.
    std::vector<std::optional<std::uint32_t>> textureImages;
    std::vector<MaterialInfo> materials;
    std::vector<MeshInfo> meshes;
    std::vector<Node> nodes;
    std::vector<SkinInfo> skins;
    std::vector<Animation> animations;
    /// Root nodes of each scene.
    std::vector<std::vector<std::uint32_t>> scenes;
    std::optional<std::uint32_t> defaultScene;
};

/// Fails with "gltf.json" (not JSON), "gltf.version", "gltf.missing", "gltf.type", "gltf.value",
/// "gltf.index_out_of_range" and "gltf.extension_required", each with the JSON path. Broken text
/// encoding is repaired with the note "file.utf8_invalid".
/// No copy is made of a text with room for SIMDJSON_PADDING bytes more.
Document readDocument(const std::string& json, Notes& notes);

} // namespace sartor::import::gltf
