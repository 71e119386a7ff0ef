// SPDX-License-Identifier: Apache-2.0
// Numbers as they lie in memory, lists with their count in front, shared assets once.
//
// Structures are taken apart by structured bindings, so that one with a new member does not compile
// here until the member travels too.
#include "scene_stream.h"

#include "byte_stream.h"

#include <cmath>
#include <map>

namespace sartor::import {
namespace {

constexpr std::uint32_t kMagic = 0x57435353; // "SSCW" in the order of the bytes
constexpr std::uint32_t kEnd = 0x45435353;

// A made asset, or null after a fault.
template <class Asset>
std::shared_ptr<const Asset> madeOf(Result<std::shared_ptr<const Asset>> made, ByteReader& reader) {
    if (!made) {
        reader.fail(made.error());
        return nullptr;
    }
    return *made;
}

// Each part has its writer and its reader side by side.

void write(ByteWriter& writer, const Error& error) {
    const auto& [code, message] = error;
    writer.put(code);
    writer.put(message);
}

Error takeError(ByteReader& reader) {
    std::string code = reader.takeText();
    std::string message = reader.takeText();
    return {std::move(code), std::move(message)};
}

void write(ByteWriter& writer, const ImportNote& note) {
    const auto& [severity, code, place, message, count, examples] = note;
    writer.put(severity);
    writer.put(code);
    writer.put(place);
    writer.put(message);
    writer.put(count);
    writer.putList(examples);
}

ImportNote takeNote(ByteReader& reader) {
    ImportNote note;
    note.severity = reader.takeEnum(NoteSeverity::Error);
    note.code = reader.takeText();
    note.place = reader.takeText();
    note.message = reader.takeText();
    note.count = reader.take<std::uint64_t>();
    note.examples = reader.takeList<std::uint32_t>();
    return note;
}

void write(ByteWriter& writer, const assets::EncodedImage& image) {
    const auto& [name, mimeType, bytes] = image;
    writer.put(name);
    writer.put(mimeType);
    writer.putList(bytes);
}

assets::EncodedImage takeImage(ByteReader& reader) {
    assets::EncodedImage image;
    image.name = reader.takeText();
    image.mimeType = reader.takeText();
    image.bytes = reader.takeList<std::byte>();
    return image;
}

void write(ByteWriter& writer, const assets::Material& material) {
    const auto& [name, baseColorFactor, baseColorImage, alphaCutoff, isDoubleSided] = material;
    writer.put(name);
    writer.put(baseColorFactor);
    writer.put(baseColorImage);
    writer.put(alphaCutoff);
    writer.put(static_cast<std::uint8_t>(isDoubleSided));
}

assets::Material takeMaterial(ByteReader& reader, std::size_t imageCount) {
    assets::Material material;
    material.name = reader.takeText();
    material.baseColorFactor = reader.take<glm::vec4>();
    material.baseColorImage = reader.takeOptional();
    material.alphaCutoff = reader.take<float>();
    material.isDoubleSided = reader.takeBool();
    if (material.baseColorImage.value_or(0) >= imageCount && material.baseColorImage) {
        reader.fail("a material with an image that is not there");
    }
    return material;
}

void write(ByteWriter& writer, const assets::Joint& joint) {
    const auto& [name, parent, parentFromJointRest, fileNode] = joint;
    writer.put(name);
    writer.put(parent);
    writer.put(parentFromJointRest);
    writer.put(fileNode);
}

assets::Joint takeJoint(ByteReader& reader) {
    assets::Joint joint;
    joint.name = reader.takeText();
    joint.parent = reader.take<JointIndex>();
    joint.parentFromJointRest = reader.take<math::Transform>();
    joint.fileNode = reader.take<std::uint32_t>();
    return joint;
}

// The skeleton makes a table as long as its largest file node; our readers give each joint a node
// of its own, so that a number beyond the joints is none of theirs.
std::shared_ptr<const assets::Skeleton> takeSkeleton(ByteReader& reader) {
    constexpr std::size_t kSmallestJoint = 8 + 4 + sizeof(math::Transform) + 4;
    std::vector<assets::Joint> joints =
        reader.takeEach(kSmallestJoint, [&] { return takeJoint(reader); });
    for (const assets::Joint& joint : joints) {
        if (joint.fileNode >= joints.size()) {
            reader.fail("file node " + std::to_string(joint.fileNode) + " of " +
                        std::to_string(joints.size()) + " joints");
        }
    }
    return reader.isGood() ? madeOf(assets::Skeleton::create(std::move(joints)), reader) : nullptr;
}

template <class T>
void write(ByteWriter& writer, const assets::Track<T>& track) {
    const auto& [interpolation, times, values] = track;
    writer.put(interpolation);
    writer.putList(times);
    writer.putList(values);
}

template <class T>
assets::Track<T> takeTrack(ByteReader& reader) {
    assets::Track<T> track;
    track.interpolation = reader.takeEnum(assets::Interpolation::CubicSpline);
    track.times = reader.takeList<float>();
    track.values = reader.takeList<T>();
    return track;
}

void write(ByteWriter& writer, const assets::Clip& clip) {
    writer.put(clip.name());
    writer.putEach(clip.jointTracks(), [&](const assets::JointTracks& tracks) {
        const auto& [joint, translation, rotation, scale] = tracks;
        writer.put(joint);
        write(writer, translation);
        write(writer, rotation);
        write(writer, scale);
    });
    writer.putEach(clip.morphWeightTracks(), [&](const assets::MorphWeightTrack& track) {
        const auto& [node, targetCount, weights] = track;
        writer.put(node);
        writer.put(targetCount);
        write(writer, weights);
    });
}

std::shared_ptr<const assets::Clip> takeClip(ByteReader& reader, std::size_t jointCount) {
    constexpr std::size_t kSmallestTrack = 1 + 8 + 8;
    assets::ClipData data;
    data.name = reader.takeText();
    data.jointTracks = reader.takeEach(4 + 3 * kSmallestTrack, [&] {
        assets::JointTracks tracks;
        tracks.joint = reader.take<JointIndex>();
        tracks.translation = takeTrack<glm::vec3>(reader);
        tracks.rotation = takeTrack<glm::quat>(reader);
        tracks.scale = takeTrack<glm::vec3>(reader);
        return tracks;
    });
    data.morphWeightTracks = reader.takeEach(8 + kSmallestTrack, [&] {
        assets::MorphWeightTrack track;
        track.node = reader.take<JointIndex>();
        track.targetCount = reader.take<std::uint32_t>();
        track.weights = takeTrack<float>(reader);
        return track;
    });
    return madeOf(assets::Clip::create(std::move(data), jointCount), reader);
}

void write(ByteWriter& writer, const assets::Skin& skin) {
    writer.put(skin.name());
    writer.putList(skin.joints());
    writer.putList(skin.jointFromBind());
}

std::shared_ptr<const assets::Skin> takeSkin(ByteReader& reader, std::size_t jointCount) {
    assets::SkinData data;
    data.name = reader.takeText();
    data.joints = reader.takeList<JointIndex>();
    data.jointFromBind = reader.takeList<math::Affine>();
    return madeOf(assets::Skin::create(std::move(data), jointCount), reader);
}

void write(ByteWriter& writer, const assets::Mesh& mesh) {
    writer.put(mesh.name());
    writer.putList(mesh.positions());
    writer.putList(mesh.normals());
    writer.putList(mesh.tangents());
    writer.putList(mesh.uvs());
    writer.putList(mesh.skinBlend());
    writer.putEach(mesh.attributes(), [&](const assets::VertexAttribute& attribute) {
        const auto& [name, width, values] = attribute;
        writer.put(name);
        writer.put(width);
        writer.putList(values);
    });
    writer.putList(mesh.triangles());
    const assets::FileInfluences* influences = mesh.fileInfluences();
    writer.put(static_cast<std::uint8_t>(influences != nullptr));
    if (influences != nullptr) {
        const auto& [slotsPerVertex, joints, weights] = *influences;
        writer.put(slotsPerVertex);
        writer.putList(joints);
        writer.putList(weights);
    }
}

std::shared_ptr<const assets::Mesh> takeMesh(ByteReader& reader) {
    assets::MeshData data;
    data.name = reader.takeText();
    data.positions = reader.takeList<glm::vec3>();
    data.normals = reader.takeList<glm::vec3>();
    data.tangents = reader.takeList<glm::vec4>();
    data.uvs = reader.takeList<glm::vec2>();
    data.skinBlend = reader.takeList<float>();
    constexpr std::size_t kSmallestAttribute = 8 + 4 + 8;
    data.attributes = reader.takeEach(kSmallestAttribute, [&reader] {
        assets::VertexAttribute attribute;
        attribute.name = reader.takeText();
        attribute.width = reader.take<std::uint32_t>();
        attribute.values = reader.takeList<float>();
        return attribute;
    });
    data.triangles = reader.takeList<std::uint32_t>();
    if (reader.takeBool()) {
        assets::FileInfluences influences;
        influences.slotsPerVertex = reader.take<std::uint32_t>();
        influences.joints = reader.takeList<std::uint32_t>();
        influences.weights = reader.takeList<float>();
        data.influences = std::move(influences);
    }
    return madeOf(assets::Mesh::create(std::move(data)), reader);
}

// Targets with the number of vertices they were made for.
struct SharedMorphs {
    std::shared_ptr<const assets::MorphSet> morphs;
    std::uint64_t vertexCount = 0;
};

void write(ByteWriter& writer, const assets::MorphSet& morphs, std::uint64_t vertexCount) {
    writer.put(vertexCount);
    writer.putEach(morphs.targets(), [&](const assets::MorphTarget& target) {
        const auto& [name, vertices, positionDeltas, normalDeltas, tangentDeltas] = target;
        writer.put(name);
        writer.putList(vertices);
        writer.putList(positionDeltas);
        writer.putList(normalDeltas);
        writer.putList(tangentDeltas);
    });
}

SharedMorphs takeMorphs(ByteReader& reader) {
    constexpr std::size_t kSmallestTarget = 5 * 8;
    SharedMorphs shared;
    shared.vertexCount = reader.take<std::uint64_t>();
    std::vector<assets::MorphTarget> targets = reader.takeEach(kSmallestTarget, [&] {
        assets::MorphTarget target;
        target.name = reader.takeText();
        target.vertices = reader.takeList<std::uint32_t>();
        target.positionDeltas = reader.takeList<glm::vec3>();
        target.normalDeltas = reader.takeList<glm::vec3>();
        target.tangentDeltas = reader.takeList<glm::vec3>();
        return target;
    });
    shared.morphs =
        madeOf(assets::MorphSet::create(std::move(targets), shared.vertexCount), reader);
    return shared;
}

// Assets that instances share, each once, in the order of their first use.
template <class Asset>
class AssetTable {
public:
    void add(const Asset* asset) {
        if (places_.emplace(asset, static_cast<std::uint32_t>(places_.size())).second) {
            order_.push_back(asset);
        }
    }
    std::uint32_t placeOf(const Asset* asset) const { return places_.at(asset); }
    const std::vector<const Asset*>& order() const { return order_; }

private:
    std::map<const Asset*, std::uint32_t> places_;
    std::vector<const Asset*> order_;
};

void writeInstances(ByteWriter& writer, const std::vector<MeshInstance>& instances) {
    AssetTable<assets::Mesh> meshes;
    AssetTable<assets::MorphSet> morphSets;
    std::map<const assets::MorphSet*, std::uint64_t> vertexCounts;
    for (const MeshInstance& instance : instances) {
        meshes.add(instance.mesh.get());
        if (instance.morphs) {
            morphSets.add(instance.morphs.get());
            vertexCounts[instance.morphs.get()] = instance.mesh->vertexCount();
        }
    }
    writer.putEach(meshes.order(), [&](const assets::Mesh* mesh) { write(writer, *mesh); });
    writer.putEach(morphSets.order(), [&](const assets::MorphSet* morphs) {
        write(writer, *morphs, vertexCounts.at(morphs));
    });
    writer.putEach(instances, [&](const MeshInstance& instance) {
        const auto& [node,
                     fileNode,
                     fileMesh,
                     filePrimitive,
                     meshName,
                     mesh,
                     skin,
                     morphs,
                     defaultMorphWeights,
                     material] = instance;
        writer.put(node);
        writer.put(fileNode);
        writer.put(fileMesh);
        writer.put(filePrimitive);
        writer.put(meshName);
        writer.put(meshes.placeOf(mesh.get()));
        writer.put(skin);
        writer.put(morphs ? std::optional(morphSets.placeOf(morphs.get())) : std::nullopt);
        writer.putList(defaultMorphWeights);
        writer.put(material);
    });
}

void takeInstances(ByteReader& reader, ImportedScene& scene) {
    constexpr std::size_t kSmallestMesh = 7 * 8;
    constexpr std::size_t kSmallestMorphs = 8 + 8;
    constexpr std::size_t kSmallestInstance = 5 * 4 + 2 * 8 + 3 * 5;
    const auto meshes = reader.takeEach(kSmallestMesh, [&] { return takeMesh(reader); });
    const auto morphSets = reader.takeEach(kSmallestMorphs, [&] { return takeMorphs(reader); });
    scene.instances = reader.takeEach(kSmallestInstance, [&] {
        MeshInstance instance;
        instance.node = JointIndex(reader.takeIndex(scene.skeleton->jointCount(), "joint"));
        instance.fileNode = reader.take<std::uint32_t>();
        instance.fileMesh = reader.take<std::uint32_t>();
        instance.filePrimitive = reader.take<std::uint32_t>();
        instance.meshName = reader.takeText();
        const std::uint32_t mesh = reader.takeIndex(meshes.size(), "mesh");
        instance.skin = reader.takeOptional();
        const std::optional<std::uint32_t> morphs = reader.takeOptional();
        instance.defaultMorphWeights = reader.takeList<float>();
        instance.material = reader.takeOptional();
        if (!reader.isGood()) {
            return instance;
        }
        instance.mesh = meshes[mesh];
        const bool hasSkin = !instance.skin || *instance.skin < scene.skins.size();
        const bool hasMaterial = !instance.material || *instance.material < scene.materials.size();
        const bool hasMorphs =
            !morphs || (*morphs < morphSets.size() &&
                        morphSets[*morphs].vertexCount == instance.mesh->vertexCount());
        if (!hasSkin || !hasMaterial || !hasMorphs) {
            reader.fail("an instance with a skin, material or targets that are not there");
            return instance;
        }
        instance.morphs = morphs ? morphSets[*morphs].morphs : nullptr;
        const std::size_t targetCount = instance.morphs ? instance.morphs->targetCount() : 0;
        if (instance.defaultMorphWeights.size() != targetCount) {
            reader.fail("an instance with other weights than targets");
        }
        return instance;
    });
}

void takeScene(ByteReader& reader, ImportedScene& scene) {
    constexpr std::size_t kSmallestNote = 4 + 3 * 8 + 8 + 8;
    constexpr std::size_t kSmallestImage = 3 * 8;
    constexpr std::size_t kSmallestMaterial = 8 + 16 + 5 + 4 + 1;
    scene.metresPerUnit = reader.take<float>();
    if (!(scene.metresPerUnit > 0.0f) || std::isinf(scene.metresPerUnit)) {
        reader.fail("a unit that is no length");
    }
    scene.report.notes = reader.takeEach(kSmallestNote, [&] { return takeNote(reader); });
    scene.images = reader.takeEach(kSmallestImage, [&] { return takeImage(reader); });
    scene.materials = reader.takeEach(kSmallestMaterial,
                                      [&] { return takeMaterial(reader, scene.images.size()); });
    scene.skeleton = takeSkeleton(reader);
    if (!reader.isGood()) {
        return;
    }
    const std::size_t jointCount = scene.skeleton->jointCount();
    scene.clips = reader.takeEach(3 * 8, [&] { return takeClip(reader, jointCount); });
    scene.skins = reader.takeEach(3 * 8, [&] { return takeSkin(reader, jointCount); });
    takeInstances(reader, scene);
}

} // namespace

void writeAnswer(const WorkerAnswer& answer, const ByteSink& sink) {
    const auto& [scene, openedFiles] = answer;
    ByteWriter writer(sink);
    writer.put(kMagic);
    writer.put(kSceneStreamVersion);
    writer.putEach(openedFiles, [&](const std::filesystem::path& path) {
        writer.putList(std::span<const char>(path.native())); // any bytes but zero
    });
    writer.put(static_cast<std::uint8_t>(scene.hasValue()));
    if (!scene) {
        write(writer, scene.error());
    } else {
        const auto& [path,
                     format,
                     metresPerUnit,
                     skeleton,
                     clips,
                     skins,
                     instances,
                     materials,
                     images,
                     report] = *scene;
        const auto& [notes] = report;
        writer.put(metresPerUnit);
        writer.putEach(notes, [&](const ImportNote& note) { write(writer, note); });
        writer.putEach(images, [&](const assets::EncodedImage& image) { write(writer, image); });
        writer.putEach(materials,
                       [&](const assets::Material& material) { write(writer, material); });
        writer.putEach(skeleton->joints(),
                       [&](const assets::Joint& joint) { write(writer, joint); });
        writer.putEach(clips, [&](const auto& clip) { write(writer, *clip); });
        writer.putEach(skins, [&](const auto& skin) { write(writer, *skin); });
        writeInstances(writer, instances);
    }
    writer.put(kEnd);
    writer.flush();
}

WorkerAnswer readAnswer(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    if (reader.take<std::uint32_t>() != kMagic && reader.isGood()) {
        reader.fail("no scene");
    }
    const auto version = reader.take<std::uint32_t>();
    if (version != kSceneStreamVersion && reader.isGood()) {
        reader.fail("a scene in version " + std::to_string(version) + ", expected " +
                    std::to_string(kSceneStreamVersion));
    }
    WorkerAnswer answer{.scene = ImportedScene()};
    answer.openedFiles = reader.takeEach(8, [&] {
        const std::vector<char> path = reader.takeList<char>();
        return std::filesystem::path(std::string(path.begin(), path.end()));
    });
    if (reader.takeBool()) {
        takeScene(reader, *answer.scene);
    } else {
        answer.scene = takeError(reader);
    }
    if (reader.take<std::uint32_t>() != kEnd && reader.isGood()) {
        reader.fail("no end where the scene should have one");
    }
    if (!reader.isAtEnd()) {
        reader.fail("more bytes after the end");
    }
    if (!reader.isGood()) {
        answer.scene = reader.error();
    }
    return answer;
}

} // namespace sartor::import
