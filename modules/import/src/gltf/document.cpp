// SPDX-License-Identifier: Apache-2.0
// JSON to structures, with the path of whatever is wrong.
#include "gltf/document.h"

#include "gltf/failure.h"
#include "gltf/json_text.h"
#include "gltf/json_value.h"

#include <algorithm>
#include <limits>

namespace sartor::import::gltf {
namespace {

ComponentType readComponentType(const JsonValue& value) {
    const std::uint64_t number = value.wholeNumber();
    for (const ComponentType type : {ComponentType::Int8,
                                     ComponentType::Uint8,
                                     ComponentType::Int16,
                                     ComponentType::Uint16,
                                     ComponentType::Uint32,
                                     ComponentType::Float}) {
        if (number == static_cast<std::uint64_t>(type)) {
            return type;
        }
    }
    fail("gltf.value", value.place(), std::to_string(number) + " is no component type");
}

ElementType readElementType(const JsonValue& value) {
    const std::string name = value.text();
    for (const ElementType type : {ElementType::Scalar,
                                   ElementType::Vec2,
                                   ElementType::Vec3,
                                   ElementType::Vec4,
                                   ElementType::Mat2,
                                   ElementType::Mat3,
                                   ElementType::Mat4}) {
        if (name == nameOf(type)) {
            return type;
        }
    }
    fail("gltf.value", value.place(), "'" + name + "' is no accessor type");
}

Buffer readBuffer(const JsonValue& value) {
    Buffer buffer;
    if (const std::optional<JsonValue> uri = value.find("uri")) {
        buffer.uri = uri->text();
    }
    buffer.byteLength = value.at("byteLength").wholeNumber();
    return buffer;
}

constexpr std::string_view kMeshopt = "EXT_meshopt_compression";
constexpr std::string_view kLaterMeshopt = "KHR_meshopt_compression";
constexpr std::string_view kDraco = "KHR_draco_mesh_compression";
constexpr std::string_view kPointer = "KHR_animation_pointer";

MeshoptView
readMeshopt(const JsonValue& value, std::string_view extension, std::size_t bufferCount) {
    MeshoptView view;
    view.extension = extension;
    view.buffer = value.at("buffer").index(bufferCount, "buffers");
    view.byteOffset = wholeNumberOr(value, "byteOffset", 0);
    view.byteLength = value.at("byteLength").wholeNumber();
    view.byteStride = value.at("byteStride").wholeNumber();
    view.count = value.at("count").wholeNumber();
    view.mode = value.at("mode").text();
    view.filter = textOr(value, "filter", "NONE");
    const auto expectOneOf = [&value](const char* key,
                                      const std::string& text,
                                      std::initializer_list<std::string_view> known) {
        if (std::find(known.begin(), known.end(), text) == known.end()) {
            std::string expected;
            for (const std::string_view name : known) {
                expected += (expected.empty() ? "" : ", ") + std::string(name);
            }
            fail("gltf.value",
                 value.place() + "/" + key,
                 "'" + text + "', expected one of " + expected);
        }
    };
    expectOneOf("mode", view.mode, {"ATTRIBUTES", "TRIANGLES", "INDICES"});
    expectOneOf("filter", view.filter, {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"});
    return view;
}

BufferView readBufferView(const JsonValue& value, std::size_t bufferCount) {
    BufferView view;
    view.buffer = value.at("buffer").index(bufferCount, "buffers");
    view.byteOffset = wholeNumberOr(value, "byteOffset", 0);
    view.byteLength = value.at("byteLength").wholeNumber();
    view.byteStride = wholeNumberOr(value, "byteStride", 0);
    constexpr std::uint64_t kMaximumStride = 252; // glTF 2.0, bufferView.byteStride
    if (view.byteStride > kMaximumStride) {
        fail("gltf.value",
             value.place() + "/byteStride",
             std::to_string(view.byteStride) + ", expected at most 252");
    }
    for (const std::string_view name : {kMeshopt, kLaterMeshopt}) {
        if (const std::optional<JsonValue> compressed = findExtension(value, name)) {
            view.meshopt = readMeshopt(*compressed, name, bufferCount);
        }
    }
    return view;
}

Accessor readAccessor(const JsonValue& value, std::size_t viewCount) {
    Accessor accessor;
    accessor.bufferView = findIndex(value, "bufferView", viewCount, "buffer views");
    accessor.byteOffset = wholeNumberOr(value, "byteOffset", 0);
    accessor.componentType = readComponentType(value.at("componentType"));
    accessor.elementType = readElementType(value.at("type"));
    accessor.isNormalized = booleanOr(value, "normalized", false);
    accessor.count = value.at("count").wholeNumber();
    if (accessor.count >= std::numeric_limits<std::uint32_t>::max()) {
        fail("file.too_large",
             value.place() + "/count",
             std::to_string(accessor.count) + " elements, at most 4294967294 are read");
    }
    if (const std::optional<JsonValue> sparse = value.find("sparse")) {
        const JsonValue indices = sparse->at("indices");
        const JsonValue values = sparse->at("values");
        SparseValues result;
        result.count = sparse->at("count").wholeNumber();
        if (result.count > accessor.count) {
            fail("gltf.value",
                 sparse->place() + "/count",
                 std::to_string(result.count) + " of " + std::to_string(accessor.count) +
                     " elements cannot be replaced");
        }
        result.indicesView = indices.at("bufferView").index(viewCount, "buffer views");
        result.indicesOffset = wholeNumberOr(indices, "byteOffset", 0);
        result.indicesType = readComponentType(indices.at("componentType"));
        result.valuesView = values.at("bufferView").index(viewCount, "buffer views");
        result.valuesOffset = wholeNumberOr(values, "byteOffset", 0);
        accessor.sparse = result;
    }
    return accessor;
}

ImageSource readImage(const JsonValue& value, std::size_t viewCount) {
    ImageSource image;
    image.name = textOr(value, "name", "");
    image.mimeType = textOr(value, "mimeType", "");
    if (const std::optional<JsonValue> uri = value.find("uri")) {
        image.uri = uri->text();
    }
    image.bufferView = findIndex(value, "bufferView", viewCount, "buffer views");
    return image;
}

MaterialInfo readMaterial(const JsonValue& value, std::size_t textureCount) {
    MaterialInfo material;
    material.name = textOr(value, "name", "");
    material.alphaMode = textOr(value, "alphaMode", "OPAQUE");
    if (const std::optional<JsonValue> cutoff = value.find("alphaCutoff")) {
        material.alphaCutoff = cutoff->number();
    }
    material.isDoubleSided = booleanOr(value, "doubleSided", false);
    if (const std::optional<JsonValue> roughness = value.find("pbrMetallicRoughness")) {
        if (const std::optional<JsonValue> factor = roughness->find("baseColorFactor")) {
            material.baseColorFactor = factor->numbers<4>();
        }
        if (const std::optional<JsonValue> texture = roughness->find("baseColorTexture")) {
            material.baseColorTexture = texture->at("index").index(textureCount, "textures");
            material.baseColorTexCoord = wholeNumberOr(*texture, "texCoord", 0);
            material.hasTextureTransform =
                findExtension(*texture, "KHR_texture_transform").has_value();
        }
    }
    return material;
}

Attributes readAttributes(const JsonValue& value, std::size_t accessorCount) {
    Attributes attributes;
    value.forEachMember([&](const std::string& name, const JsonValue& accessor) {
        attributes.emplace_back(name, accessor.index(accessorCount, "accessors"));
    });
    return attributes;
}

DracoInfo readDraco(const JsonValue& value, std::size_t viewCount) {
    DracoInfo draco;
    draco.bufferView = value.at("bufferView").index(viewCount, "buffer views");
    value.at("attributes").forEachMember([&](const std::string& name, const JsonValue& id) {
        constexpr std::size_t kIdCount = std::numeric_limits<std::uint32_t>::max();
        draco.attributes.emplace_back(name, id.index(kIdCount, "possible ids"));
    });
    return draco;
}

struct MeshTables {
    std::size_t accessors = 0;
    std::size_t materials = 0;
    std::size_t bufferViews = 0;
};

MeshInfo readMesh(const JsonValue& value, const MeshTables& counts) {
    MeshInfo mesh;
    mesh.name = textOr(value, "name", "");
    mesh.weights = floatsIn(value, "weights");
    value.at("primitives").forEachElement([&](const JsonValue& element) {
        Primitive primitive;
        primitive.attributes = readAttributes(element.at("attributes"), counts.accessors);
        primitive.indices = findIndex(element, "indices", counts.accessors, "accessors");
        primitive.material = findIndex(element, "material", counts.materials, "materials");
        if (const std::optional<JsonValue> draco = findExtension(element, kDraco)) {
            primitive.draco = readDraco(*draco, counts.bufferViews);
        }
        primitive.mode = wholeNumberOr(element, "mode", 4);
        if (primitive.mode > 6) {
            fail("gltf.value",
                 element.place() + "/mode",
                 std::to_string(primitive.mode) + ", expected 0 to 6");
        }
        forEachIn(element, "targets", [&](const JsonValue& target) {
            primitive.targets.push_back(readAttributes(target, counts.accessors));
        });
        mesh.targetCount =
            std::max(mesh.targetCount, static_cast<std::uint32_t>(primitive.targets.size()));
        mesh.primitives.push_back(std::move(primitive));
    });
    // Extras are free-form: whatever else stands there is not ours to judge.
    simdjson::dom::array names;
    if (value.raw()["extras"]["targetNames"].get(names) == simdjson::SUCCESS) {
        for (const simdjson::dom::element element : names) {
            std::string_view name;
            mesh.targetNames.emplace_back(element.get(name) == simdjson::SUCCESS ? name : "");
        }
    }
    return mesh;
}

struct NodeTables {
    std::size_t nodes = 0;
    std::size_t meshes = 0;
    std::size_t skins = 0;
};

Node readNode(const JsonValue& value, const NodeTables& counts) {
    Node node;
    node.name = textOr(value, "name", "");
    node.children = indicesIn(value, "children", counts.nodes, "nodes");
    node.mesh = findIndex(value, "mesh", counts.meshes, "meshes");
    node.skin = findIndex(value, "skin", counts.skins, "skins");
    if (const std::optional<JsonValue> matrix = value.find("matrix")) {
        node.matrix = matrix->numbers<16>();
    }
    if (const std::optional<JsonValue> translation = value.find("translation")) {
        node.translation = translation->numbers<3>();
    }
    if (const std::optional<JsonValue> rotation = value.find("rotation")) {
        node.rotation = rotation->numbers<4>();
    }
    if (const std::optional<JsonValue> scale = value.find("scale")) {
        node.scale = scale->numbers<3>();
    }
    if (value.find("weights")) {
        node.weights = floatsIn(value, "weights");
    }
    return node;
}

SkinInfo readSkin(const JsonValue& value, std::size_t nodeCount, std::size_t accessorCount) {
    SkinInfo skin;
    skin.name = textOr(value, "name", "");
    value.at("joints"); // must be there
    skin.joints = indicesIn(value, "joints", nodeCount, "nodes");
    if (skin.joints.empty()) {
        fail("gltf.value", value.place() + "/joints", "expected at least one joint");
    }
    skin.inverseBindMatrices = findIndex(value, "inverseBindMatrices", accessorCount, "accessors");
    skin.skeleton = findIndex(value, "skeleton", nodeCount, "nodes");
    return skin;
}

Animation readAnimation(const JsonValue& value, std::size_t nodeCount, std::size_t accessorCount) {
    Animation animation;
    animation.name = textOr(value, "name", "");
    value.at("samplers").forEachElement([&](const JsonValue& element) {
        Sampler sampler;
        sampler.input = element.at("input").index(accessorCount, "accessors");
        sampler.output = element.at("output").index(accessorCount, "accessors");
        sampler.interpolation = textOr(element, "interpolation", "LINEAR");
        if (sampler.interpolation != "LINEAR" && sampler.interpolation != "STEP" &&
            sampler.interpolation != "CUBICSPLINE") {
            fail("gltf.value",
                 element.place() + "/interpolation",
                 "'" + sampler.interpolation + "', expected LINEAR, STEP or CUBICSPLINE");
        }
        animation.samplers.push_back(std::move(sampler));
    });
    value.at("channels").forEachElement([&](const JsonValue& element) {
        Channel channel;
        channel.sampler = element.at("sampler").index(animation.samplers.size(), "samplers");
        const JsonValue target = element.at("target");
        channel.node = findIndex(target, "node", nodeCount, "nodes");
        channel.path = target.at("path").text();
        if (const std::optional<JsonValue> pointer = findExtension(target, kPointer)) {
            channel.pointer = pointer->at("pointer").text();
        }
        animation.channels.push_back(std::move(channel));
    });
    return animation;
}

void checkVersion(const JsonValue& root) {
    const JsonValue asset = root.at("asset");
    const std::string version = asset.at("version").text();
    const std::string minimum = textOr(asset, "minVersion", "2.0");
    if (!version.starts_with("2.") || minimum != "2.0") {
        fail("gltf.version",
             asset.place(),
             "the file is glTF " + version + " and needs at least " + minimum +
                 ", expected version 2.0");
    }
}

// Extensions that change only how a surface looks: without them the geometry is right.
bool isAppearanceOnly(const std::string& extension) {
    constexpr std::array<std::string_view, 4> kPrefixes{
        "KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_"};
    return std::any_of(kPrefixes.begin(), kPrefixes.end(), [&](std::string_view prefix) {
        return extension.starts_with(prefix);
    });
}

void checkExtensions(const JsonValue& root, Notes& notes) {
    const auto isSupported = [](const std::string& name) {
        return name == "KHR_mesh_quantization" || name == kMeshopt || name == kLaterMeshopt ||
               name == kDraco;
    };
    forEachIn(root, "extensionsRequired", [&](const JsonValue& value) {
        const std::string name = value.text();
        if (!isSupported(name) && !isAppearanceOnly(name)) {
            fail("gltf.extension_required",
                 value.place(),
                 "the file cannot be read without " + name + ", which is not supported");
        }
    });
    forEachIn(root, "extensionsUsed", [&](const JsonValue& value) {
        const std::string name = value.text();
        if (!isSupported(name)) {
            notes.info("gltf.extension_ignored", value.place(), name + " was ignored");
        }
    });
}

simdjson::dom::element parse(simdjson::dom::parser& parser, const std::string& json, Notes& notes) {
    simdjson::dom::element root;
    simdjson::error_code error = parser.parse(json).get(root);
    if (error == simdjson::UTF8_ERROR || error == simdjson::STRING_ERROR) {
        const std::string repaired = repairText(json);
        error = parser.parse(repaired).get(root);
        if (error == simdjson::SUCCESS) {
            notes.warning(
                "file.utf8_invalid", "", "text that is not UTF-8 was replaced by U+FFFD in names");
        }
    }
    if (error == simdjson::DEPTH_ERROR) {
        const std::size_t depth = parser.max_depth();
        fail("gltf.json",
             "JSON, " + placeBeyondDepth(json, depth),
             "more than " + std::to_string(depth) + " levels deep");
    }
    if (error != simdjson::SUCCESS) {
        fail("gltf.json", "JSON", simdjson::error_message(error));
    }
    return root;
}

} // namespace

std::string_view nameOf(ElementType type) {
    constexpr std::array<std::string_view, 7> kNames{
        "SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
    return kNames[static_cast<std::size_t>(type)];
}

std::size_t componentCountOf(ElementType type) {
    constexpr std::array<std::size_t, 7> kCounts{1, 2, 3, 4, 4, 9, 16};
    return kCounts[static_cast<std::size_t>(type)];
}

Document readDocument(const std::string& json, Notes& notes) {
    simdjson::dom::parser parser;
    const JsonValue root(parse(parser, json, notes), "");
    checkVersion(root);
    Document document;
    checkExtensions(root, notes);
    forEachIn(root, "buffers", [&](const JsonValue& value) {
        document.buffers.push_back(readBuffer(value));
    });
    forEachIn(root, "bufferViews", [&](const JsonValue& value) {
        document.bufferViews.push_back(readBufferView(value, document.buffers.size()));
    });
    const std::size_t viewCount = document.bufferViews.size();
    forEachIn(root, "accessors", [&](const JsonValue& value) {
        document.accessors.push_back(readAccessor(value, viewCount));
    });
    const std::size_t accessorCount = document.accessors.size();
    forEachIn(root, "images", [&](const JsonValue& value) {
        document.images.push_back(readImage(value, viewCount));
    });
    forEachIn(root, "textures", [&](const JsonValue& value) {
        document.textureImages.push_back(
            findIndex(value, "source", document.images.size(), "images"));
    });
    forEachIn(root, "materials", [&](const JsonValue& value) {
        document.materials.push_back(readMaterial(value, document.textureImages.size()));
    });
    forEachIn(root, "meshes", [&](const JsonValue& value) {
        document.meshes.push_back(
            readMesh(value, {accessorCount, document.materials.size(), viewCount}));
    });
    const NodeTables counts{countOf(root, "nodes"), document.meshes.size(), countOf(root, "skins")};
    forEachIn(root, "nodes", [&](const JsonValue& value) {
        document.nodes.push_back(readNode(value, counts));
    });
    forEachIn(root, "skins", [&](const JsonValue& value) {
        document.skins.push_back(readSkin(value, counts.nodes, accessorCount));
    });
    forEachIn(root, "animations", [&](const JsonValue& value) {
        document.animations.push_back(readAnimation(value, counts.nodes, accessorCount));
    });
    forEachIn(root, "scenes", [&](const JsonValue& value) {
        document.scenes.push_back(indicesIn(value, "nodes", counts.nodes, "nodes"));
    });
    document.defaultScene = findIndex(root, "scene", document.scenes.size(), "scenes");
    return document;
}

} // namespace sartor::import::gltf
