// SPDX-License-Identifier: Apache-2.0
// aiMesh to Mesh, Skin and MorphSet, one instance per node that carries it.
#include "assimp_meshes.h"

#include "weld.h"

#include <sartor/math/finite.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace sartor::import {
namespace {

// The bones of one mesh that name a node: the joints of its skin.
struct MeshBones {
    std::vector<JointIndex> joints;
    std::vector<math::Affine> jointFromBind;
    // Per vertex: (slot, weight), in the order of the bones.
    std::vector<std::vector<std::pair<std::uint32_t, float>>> influences;
    // Whether slot joints.size(), the node of the mesh, is used.
    bool usesMeshNode = false;
};

// One aiMesh, shared by the instances of all nodes that name it.
struct ReadMesh {
    std::shared_ptr<const assets::Mesh> mesh;
    std::shared_ptr<const assets::MorphSet> morphs;
    std::vector<float> defaultMorphWeights;
    std::vector<JointIndex> skinJoints;
    std::vector<math::Affine> jointFromBind;
    bool usesMeshNode = false;
};

// Where the rest pose puts a skinned mesh.
struct RestPlacement {
    // The one map that all joints apply; none when the rest pose is not the bind pose.
    std::optional<math::Affine> modelFromBind;
    bool isMeshNode = false; // where the node of the mesh puts it
    bool isModel = false;    // where its vertices are already
};

MeshBones
readBones(const aiMesh& mesh, const std::string& place, const NodeTree& tree, Notes& notes) {
    MeshBones bones;
    bones.influences.resize(mesh.mNumVertices);
    Occurrences outOfRange;
    for (unsigned i = 0; i < mesh.mNumBones; ++i) {
        const aiBone& bone = *mesh.mBones[i];
        const std::optional<std::uint32_t> node = tree.find(bone.mName);
        const math::Affine jointFromBind = affineOf(bone.mOffsetMatrix);
        if (!node || !math::isFinite(jointFromBind)) {
            std::string bonePlace = place;
            bonePlace += "/bones/";
            bonePlace += textOf(bone.mName);
            notes.error(node ? "assimp.bone_nonfinite" : "assimp.bone_without_node",
                        bonePlace,
                        node ? "The inverse bind matrix holds NaN or infinity; its weights were "
                               "left out."
                             : "No node has the name of this bone; its weights were left out.");
            continue;
        }
        const auto slot = static_cast<std::uint32_t>(bones.joints.size());
        bones.joints.push_back(tree.nodes[*node].joint);
        bones.jointFromBind.push_back(jointFromBind);
        for (unsigned k = 0; k < bone.mNumWeights; ++k) {
            const aiVertexWeight& weight = bone.mWeights[k];
            if (weight.mVertexId >= mesh.mNumVertices) {
                outOfRange.add(weight.mVertexId);
            } else if (weight.mWeight != 0.0f) {
                bones.influences[weight.mVertexId].emplace_back(slot, weight.mWeight);
            }
        }
    }
    if (outOfRange) {
        notes.error("weights.vertex_out_of_range",
                    place,
                    "Weights of vertices that the mesh of " + std::to_string(mesh.mNumVertices) +
                        " vertices does not have were left out.",
                    std::move(outOfRange));
    }
    return bones;
}

// Vertices that no bone moves follow the node of the mesh, an extra joint after the bones.
assets::FileInfluences
padInfluences(AssimpFormat format, MeshBones& bones, const std::string& place, Notes& notes) {
    Occurrences unweighted;
    std::size_t slotsPerVertex = 1;
    for (std::size_t vertex = 0; vertex < bones.influences.size(); ++vertex) {
        auto& influences = bones.influences[vertex];
        if (influences.empty() && format != AssimpFormat::Gltf) {
            influences.emplace_back(static_cast<std::uint32_t>(bones.joints.size()), 1.0f);
            unweighted.add(vertex);
        }
        slotsPerVertex = std::max(slotsPerVertex, influences.size());
    }
    bones.usesMeshNode = unweighted.count > 0;
    if (unweighted) {
        notes.warning("weights.follow_mesh_node",
                      place,
                      "Vertices without weights follow the node of the mesh.",
                      std::move(unweighted));
    }
    assets::FileInfluences file;
    file.slotsPerVertex = static_cast<std::uint32_t>(slotsPerVertex);
    file.joints.assign(bones.influences.size() * slotsPerVertex, 0);
    file.weights.assign(bones.influences.size() * slotsPerVertex, 0.0f);
    for (std::size_t vertex = 0; vertex < bones.influences.size(); ++vertex) {
        std::size_t slot = vertex * slotsPerVertex;
        for (const auto& [joint, weight] : bones.influences[vertex]) {
            file.joints[slot] = joint;
            file.weights[slot] = weight;
            ++slot;
        }
    }
    return file;
}

// Normals and tangents that are no directions make the stream worthless; lengths are made one.
bool normalizeDirections(std::vector<glm::vec3>& directions) {
    for (glm::vec3& direction : directions) {
        const float length = glm::length(direction);
        if (!math::isFinite(direction) || !(length > 1e-12f)) {
            return false;
        }
        // Unit vectors stay as they are to the last bit.
        constexpr float kUnitTolerance = 1e-6f;
        if (std::abs(length - 1.0f) > kUnitTolerance) {
            direction /= length;
        }
    }
    return true;
}

std::vector<glm::vec3> vectorsOf(const aiVector3D* vectors, unsigned count) {
    std::vector<glm::vec3> result;
    result.reserve(count);
    for (unsigned i = 0; i < count; ++i) {
        result.push_back(vectorOf(vectors[i]));
    }
    return result;
}

assets::MeshData readGeometry(const aiMesh& mesh, const std::string& place, Notes& notes) {
    assets::MeshData data;
    data.name = textOf(mesh.mName);
    data.positions = vectorsOf(mesh.mVertices, mesh.mNumVertices);
    const auto dropped = [&](const char* code, const char* what) {
        notes.warning(
            code, place, std::string(what) + " with vectors of no direction were left out.");
    };
    if (mesh.HasNormals()) {
        data.normals = vectorsOf(mesh.mNormals, mesh.mNumVertices);
        if (!normalizeDirections(data.normals)) {
            data.normals.clear();
            dropped("mesh.normals_dropped", "Normals");
        }
    }
    if (!data.normals.empty() && mesh.HasTangentsAndBitangents()) {
        std::vector<glm::vec3> tangents = vectorsOf(mesh.mTangents, mesh.mNumVertices);
        if (normalizeDirections(tangents)) {
            for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
                const glm::vec3 bitangent = vectorOf(mesh.mBitangents[i]);
                const float side =
                    glm::dot(glm::cross(data.normals[i], tangents[i]), bitangent) < 0.0f ? -1.0f
                                                                                         : 1.0f;
                data.tangents.emplace_back(tangents[i], side);
            }
        } else {
            dropped("mesh.tangents_dropped", "Tangents");
        }
    }
    if (mesh.HasTextureCoords(0)) {
        for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
            // Assimp counts v from the bottom, the viewport from the top.
            const aiVector3D& uv = mesh.mTextureCoords[0][i];
            data.uvs.emplace_back(uv.x, 1.0f - uv.y);
        }
    }
    Occurrences otherFaces;
    data.triangles.reserve(std::size_t{3} * mesh.mNumFaces);
    for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
        const aiFace& face = mesh.mFaces[i];
        if (face.mNumIndices != 3) {
            otherFaces.add(i);
            continue;
        }
        data.triangles.insert(data.triangles.end(), face.mIndices, face.mIndices + 3);
    }
    if (otherFaces) {
        notes.info("mesh.faces_dropped",
                   place,
                   "Points and lines are not drawn and were left out.",
                   std::move(otherFaces));
    }
    return data;
}

// Deltas of one stream; empty when the target has none or changes nothing.
std::vector<glm::vec3> deltasOf(const aiVector3D* target, std::span<const glm::vec3> base) {
    std::vector<glm::vec3> deltas;
    if (target == nullptr || base.empty()) {
        return deltas;
    }
    bool isChanged = false;
    for (std::size_t i = 0; i < base.size(); ++i) {
        deltas.push_back(vectorOf(target[i]) - base[i]);
        isChanged = isChanged || deltas.back() != glm::vec3(0.0f);
    }
    if (!isChanged) {
        deltas.clear();
    }
    return deltas;
}

std::vector<DenseMorphTarget> readMorphTargets(const aiMesh& mesh,
                                               const assets::MeshData& data,
                                               const std::string& place,
                                               Notes& notes) {
    std::vector<DenseMorphTarget> targets;
    for (unsigned i = 0; i < mesh.mNumAnimMeshes; ++i) {
        const aiAnimMesh& shape = *mesh.mAnimMeshes[i];
        DenseMorphTarget target;
        target.name = textOf(shape.mName);
        if (shape.mNumVertices != mesh.mNumVertices) {
            // The target stays, without effect, so that the weights keep their places.
            notes.error("morph.vertex_count",
                        place + "/targets/" + std::to_string(i),
                        "The target has " + std::to_string(shape.mNumVertices) +
                            " vertices, expected " + std::to_string(mesh.mNumVertices) +
                            "; it has no effect.");
        } else {
            target.positionDeltas = deltasOf(shape.mVertices, data.positions);
            target.normalDeltas = deltasOf(shape.mNormals, data.normals);
            std::vector<glm::vec3> tangents;
            for (const glm::vec4& tangent : data.tangents) {
                tangents.emplace_back(tangent);
            }
            target.tangentDeltas = deltasOf(shape.mTangents, tangents);
        }
        targets.push_back(std::move(target));
    }
    return targets;
}

std::vector<float> readDefaultWeights(const AssimpInput& input,
                                      const aiMesh& mesh,
                                      const std::string& place,
                                      Notes& notes) {
    std::vector<float> weights;
    Occurrences unknown;
    Occurrences inBetween;
    for (unsigned i = 0; i < mesh.mNumAnimMeshes; ++i) {
        const float weight = mesh.mAnimMeshes[i]->mWeight;
        // The FBX loader says one for every channel with a single shape, whatever the file says,
        // and the channel's own weight for each of several shapes.
        if (input.format == AssimpFormat::Fbx && std::isfinite(weight) && weight != 1.0f) {
            inBetween.add(i);
            weights.push_back(0.0f);
        } else if (!std::isfinite(weight) ||
                   (input.format == AssimpFormat::Fbx && weight == 1.0f)) {
            unknown.add(i);
            weights.push_back(0.0f);
        } else {
            weights.push_back(weight);
        }
    }
    if (inBetween) {
        notes.warning("morph.in_between",
                      place,
                      "Targets that a channel runs through one after the other (in-between shapes) "
                      "are read as targets of their own, which start at zero.",
                      std::move(inBetween));
    }
    if (unknown) {
        notes.warning("morph.default_weight_unknown",
                      place,
                      "The weights that targets have without animation do not come through "
                      "the loader; they start at zero.",
                      std::move(unknown));
    }
    return weights;
}

// Bytes that the decoded mesh takes at most, before the weld.
std::uint64_t decodedSize(const aiMesh& mesh, std::uint64_t slotsPerVertex) {
    constexpr std::uint64_t kBytesPerVertex = 12 + 12 + 16 + 8;
    constexpr std::uint64_t kBytesPerMorphedVertex = 3 * 12 + 4;
    constexpr std::uint64_t kBytesPerInfluence = 8;
    return mesh.mNumVertices * (kBytesPerVertex + kBytesPerMorphedVertex * mesh.mNumAnimMeshes +
                                kBytesPerInfluence * slotsPerVertex) +
           std::uint64_t{12} * mesh.mNumFaces;
}

std::uint64_t largestInfluenceCount(const aiMesh& mesh) {
    std::vector<std::uint32_t> counts(mesh.mNumVertices, 0);
    std::uint32_t largest = 0;
    for (unsigned i = 0; i < mesh.mNumBones; ++i) {
        for (unsigned k = 0; k < mesh.mBones[i]->mNumWeights; ++k) {
            const unsigned vertex = mesh.mBones[i]->mWeights[k].mVertexId;
            if (vertex < mesh.mNumVertices) {
                largest = std::max(largest, ++counts[vertex]);
            }
        }
    }
    return largest;
}

ReadMesh
readMesh(const AssimpInput& input, unsigned meshIndex, const NodeTree& tree, Notes& notes) {
    const aiMesh& mesh = *input.scene.mMeshes[meshIndex];
    const std::string place = "/meshes/" + std::to_string(meshIndex);
    ReadMesh result;
    assets::MeshData data = readGeometry(mesh, place, notes);
    MeshBones bones = readBones(mesh, place, tree, notes);
    if (!bones.joints.empty()) {
        data.influences = padInfluences(input.format, bones, place, notes);
    }
    std::vector<DenseMorphTarget> targets = readMorphTargets(mesh, data, place, notes);
    const std::size_t splitCount = data.positions.size();
    const std::size_t mergedCount =
        input.format == AssimpFormat::Gltf ? 0 : weldVertices(data, targets);
    if (mergedCount > 0) {
        notes.info("mesh.welded",
                   place,
                   "Vertices that the loader had split per corner were merged where they agree in "
                   "everything: " +
                       std::to_string(splitCount - mergedCount) + " remain of " +
                       std::to_string(splitCount) + ".",
                   {mergedCount, {}});
    }
    const auto leftOut = [&](const Error& error) {
        notes.error(error.code, place, "The mesh was left out: " + error.message);
    };
    const std::size_t vertexCount = data.positions.size();
    auto created = assets::Mesh::create(std::move(data));
    if (!created) {
        leftOut(created.error());
        return result;
    }
    if (!targets.empty()) {
        std::vector<assets::MorphTarget> sparse;
        sparse.reserve(targets.size());
        for (DenseMorphTarget& target : targets) {
            sparse.push_back(assets::makeSparseTarget(std::move(target.name),
                                                      target.positionDeltas,
                                                      target.normalDeltas,
                                                      target.tangentDeltas));
        }
        auto morphs = assets::MorphSet::create(std::move(sparse), vertexCount);
        if (!morphs) {
            leftOut(morphs.error());
            return result;
        }
        result.morphs = *morphs;
        result.defaultMorphWeights = readDefaultWeights(input, mesh, place, notes);
    }
    result.mesh = *created;
    result.skinJoints = std::move(bones.joints);
    result.jointFromBind = std::move(bones.jointFromBind);
    result.usesMeshNode = bones.usesMeshNode;
    return result;
}

// Largest distance of the two maps over the corners of the box, relative to its diagonal.
float mapDifference(const math::Affine& a, const math::Affine& b, const glm::vec3 (&box)[2]) {
    float largest = 0.0f;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 position(
            box[corner & 1].x, box[(corner >> 1) & 1].y, box[(corner >> 2) & 1].z);
        largest = std::max(largest,
                           glm::length(math::transformVector(a, position) -
                                       math::transformVector(b, position) + a.translation -
                                       b.translation));
    }
    // The size that the first map gives the box.
    const float size = glm::length(math::transformVector(a, box[1] - box[0]));
    return size > 0.0f ? largest / size : largest;
}

// Loaders and exporters disagree on whether an inverse bind matrix starts in the space of the mesh
// node, in model space, or (Collada's bind shape) in one of its own. Each is right as it is; the
// rest pose shows which one it was.
RestPlacement
findRestPlacement(const ReadMesh& mesh, const math::Affine& modelFromMesh, const NodeTree& tree) {
    constexpr float kTolerance = 1e-3f;
    glm::vec3 box[2] = {glm::vec3(0.0f), glm::vec3(0.0f)};
    const auto positions = mesh.mesh->positions();
    for (std::size_t i = 0; i < positions.size(); ++i) {
        box[0] = i == 0 ? positions[i] : glm::min(box[0], positions[i]);
        box[1] = i == 0 ? positions[i] : glm::max(box[1], positions[i]);
    }
    RestPlacement placement;
    for (std::size_t slot = 0; slot < mesh.skinJoints.size(); ++slot) {
        const math::Affine modelFromBind =
            tree.modelFromJointRest[mesh.skinJoints[slot].value()] * mesh.jointFromBind[slot];
        if (slot == 0) {
            placement.modelFromBind = modelFromBind;
            placement.isMeshNode = mapDifference(modelFromMesh, modelFromBind, box) <= kTolerance;
            placement.isModel = mapDifference(math::Affine(), modelFromBind, box) <= kTolerance;
        } else if (!(mapDifference(*placement.modelFromBind, modelFromBind, box) <= kTolerance)) {
            return {};
        }
    }
    return placement;
}

void reportRestPlacement(const RestPlacement& placement, const std::string& place, Notes& notes) {
    if (!placement.modelFromBind) {
        notes.info("bind.rest_is_not_bind",
                   place,
                   "The rest pose is not the bind pose: without a clip the "
                   "mesh is already deformed.");
        return;
    }
    const char* where = placement.isMeshNode ? "where the node of the mesh does"
                        : placement.isModel  ? "where they are in model space"
                                             : "where one matrix of the skin's own does";
    notes.info(placement.isMeshNode ? "bind.mesh_space"
               : placement.isModel  ? "bind.model_space"
                                    : "bind.own_space",
               place,
               "The rest pose is the bind pose: it puts the vertices " + std::string(where) + ".");
}

// The map of vertices without weights at the node of the mesh. In FBX they follow the node; other
// formats ignore the node of a skinned mesh, so at rest they stay with the vertices around them.
math::Affine nodeFromBind(AssimpFormat format,
                          const RestPlacement& placement,
                          const math::Affine& modelFromMesh) {
    const std::optional<math::Affine> meshFromModel = math::inverse(modelFromMesh);
    if (format == AssimpFormat::Fbx || placement.isMeshNode || !placement.modelFromBind ||
        !meshFromModel) {
        return math::Affine();
    }
    return *meshFromModel * *placement.modelFromBind;
}

// Fills the instance of a mesh at a node, whose places in the file are already in it.
Status addInstance(const AssimpInput& input,
                   const ReadMesh& mesh,
                   MeshInstance instance,
                   const NodeTree& tree,
                   ImportedScene& scene) {
    const SourceNode& source = tree.nodes[instance.fileNode];
    instance.node = source.joint;
    instance.meshName = mesh.mesh->name();
    instance.mesh = mesh.mesh;
    instance.morphs = mesh.morphs;
    instance.defaultMorphWeights = mesh.defaultMorphWeights;
    if (!mesh.skinJoints.empty()) {
        const math::Affine& modelFromMesh = tree.modelFromJointRest[source.joint.value()];
        const RestPlacement placement = findRestPlacement(mesh, modelFromMesh, tree);
        Notes notes(scene.report);
        reportRestPlacement(placement, "/nodes/" + std::to_string(instance.fileNode), notes);
        assets::SkinData skin{mesh.mesh->name(), mesh.skinJoints, mesh.jointFromBind};
        if (mesh.usesMeshNode) {
            skin.joints.push_back(source.joint);
            skin.jointFromBind.push_back(nodeFromBind(input.format, placement, modelFromMesh));
        }
        auto created = assets::Skin::create(std::move(skin), tree.joints.size());
        if (!created) {
            return created.error();
        }
        instance.skin = static_cast<std::uint32_t>(scene.skins.size());
        scene.skins.push_back(*created);
    }
    scene.instances.push_back(std::move(instance));
    return {};
}

} // namespace

Status readMeshes(const AssimpInput& input, const NodeTree& tree, ImportedScene& scene) {
    Notes notes(scene.report);
    std::uint64_t size = 0;
    for (unsigned i = 0; i < input.scene.mNumMeshes; ++i) {
        const aiMesh& mesh = *input.scene.mMeshes[i];
        size += decodedSize(mesh, largestInfluenceCount(mesh));
        if (size > input.maximumDecodedSize) {
            return Error{"file.too_large",
                         "/meshes/" + std::to_string(i) + ": the meshes up to this one take " +
                             std::to_string(size) + " bytes, at most " +
                             std::to_string(input.maximumDecodedSize) + " are allowed"};
        }
    }
    std::vector<ReadMesh> meshes;
    for (unsigned i = 0; i < input.scene.mNumMeshes; ++i) {
        meshes.push_back(readMesh(input, i, tree, notes));
    }
    for (std::uint32_t fileNode = 0; fileNode < tree.nodes.size(); ++fileNode) {
        const aiNode& node = *tree.nodes[fileNode].node;
        for (unsigned i = 0; i < node.mNumMeshes; ++i) {
            const unsigned fileMesh = node.mMeshes[i];
            if (fileMesh >= meshes.size() || !meshes[fileMesh].mesh) {
                continue;
            }
            MeshInstance instance;
            instance.fileNode = fileNode;
            instance.fileMesh = fileMesh;
            const unsigned material = input.scene.mMeshes[fileMesh]->mMaterialIndex;
            if (material < input.scene.mNumMaterials) {
                instance.material = material;
            }
            if (Status status =
                    addInstance(input, meshes[fileMesh], std::move(instance), tree, scene);
                !status) {
                return status;
            }
        }
    }
    if (scene.instances.empty()) {
        notes.info("mesh.none",
                   "/",
                   "The file gave no usable mesh, only the hierarchy "
                   "and its clips.");
    }
    return {};
}

} // namespace sartor::import
