// SPDX-License-Identifier: Apache-2.0
// From a scene to plain lists, and back.
#include "doctor_rig.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

namespace sartor::diagnose {
namespace {

constexpr std::size_t kSampleTriangleCount = 1500;

// Which vertices of a mesh a rig has; three for each triangle of a sample.
std::vector<std::uint32_t> chooseVertices(const assets::Mesh& mesh, RigExtent extent) {
    std::vector<std::uint32_t> chosen;
    const std::size_t triangleCount = mesh.triangles().size() / 3;
    if (extent == RigExtent::Whole || triangleCount == 0) {
        const std::size_t wanted =
            extent == RigExtent::Whole ? mesh.vertexCount() : 3 * kSampleTriangleCount;
        const std::size_t count = std::min(wanted, mesh.vertexCount());
        for (std::size_t i = 0; i < count; ++i) {
            chosen.push_back(static_cast<std::uint32_t>(i * mesh.vertexCount() / count));
        }
        return chosen;
    }
    const std::size_t count = std::min(triangleCount, kSampleTriangleCount);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t triangle = i * triangleCount / count;
        for (std::size_t corner = 0; corner < 3; ++corner) {
            chosen.push_back(mesh.triangles()[triangle * 3 + corner]);
        }
    }
    return chosen;
}

template <class T>
std::vector<T>
pick(std::span<const T> values, std::span<const std::uint32_t> vertices, std::size_t width = 1) {
    std::vector<T> picked;
    if (values.empty()) {
        return picked;
    }
    picked.reserve(vertices.size() * width);
    for (const std::uint32_t vertex : vertices) {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(vertex * width);
        picked.insert(picked.end(), first, first + static_cast<std::ptrdiff_t>(width));
    }
    return picked;
}

std::optional<double> reversedShareOf(const RigMesh& mesh) {
    if (mesh.normals.empty()) {
        return std::nullopt;
    }
    std::size_t reversed = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i + 2 < mesh.positions.size(); i += 3) {
        const glm::vec3 facing = glm::cross(mesh.positions[i + 1] - mesh.positions[i],
                                            mesh.positions[i + 2] - mesh.positions[i]);
        const float along =
            glm::dot(facing, mesh.normals[i] + mesh.normals[i + 1] + mesh.normals[i + 2]);
        if (along != 0.0f) {
            ++count;
            reversed += along < 0.0f ? 1u : 0u;
        }
    }
    return count == 0 ? std::nullopt
                      : std::optional(static_cast<double>(reversed) / static_cast<double>(count));
}

void countFaults(const assets::FileInfluences& influences, std::size_t slotCount, RigMesh& mesh) {
    mesh.weightError = 0.0;
    mesh.badIndexCount = 0;
    for (std::size_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        const double sum = weightSum(influences, vertex);
        if (sum != 0.0) {
            mesh.weightError = std::max(mesh.weightError, std::abs(sum - 1.0));
        }
    }
    for (std::size_t i = 0; i < influences.joints.size(); ++i) {
        if (influences.weights[i] != 0.0f && influences.joints[i] >= slotCount) {
            ++mesh.badIndexCount;
        }
    }
}

void markUsed(const assets::FileInfluences& influences, RigSkin& skin) {
    for (std::size_t i = 0; i < influences.joints.size(); ++i) {
        if (influences.weights[i] != 0.0f && influences.joints[i] < skin.isUsed.size()) {
            skin.isUsed[influences.joints[i]] = true;
        }
    }
}

RigMesh takeMesh(const import::MeshInstance& instance, std::size_t slotCount, RigExtent extent) {
    const assets::Mesh& from = *instance.mesh;
    const assets::FileInfluences& influences = *from.fileInfluences();
    const std::vector<std::uint32_t> vertices = chooseVertices(from, extent);
    RigMesh mesh;
    mesh.skin = *instance.skin;
    mesh.node = instance.node;
    mesh.positions = pick(from.positions(), vertices);
    mesh.normals = pick(from.normals(), vertices);
    const std::size_t width = influences.slotsPerVertex;
    mesh.influences = {influences.slotsPerVertex,
                       pick(std::span(influences.joints), vertices, width),
                       pick(std::span(influences.weights), vertices, width)};
    for (const assets::VertexAttribute& attribute : from.attributes()) {
        mesh.attributes.push_back({attribute.name,
                                   attribute.width,
                                   pick(std::span(attribute.values), vertices, attribute.width)});
    }
    if (extent == RigExtent::Sample && !from.triangles().empty()) {
        for (std::uint32_t i = 0; i + 2 < vertices.size(); i += 3) {
            mesh.edges.push_back({i, i + 1});
            mesh.edges.push_back({i + 1, i + 2});
            mesh.edges.push_back({i + 2, i});
        }
        mesh.reversedShare = reversedShareOf(mesh);
    }
    countFaults(influences, slotCount, mesh);
    return mesh;
}

bool isSame(const math::Transform& a, const math::Transform& b) {
    return a.translation == b.translation && a.rotation == b.rotation && a.scale == b.scale;
}

bool isSame(const math::Affine& a, const math::Affine& b) {
    return a.linear == b.linear && a.translation == b.translation;
}

bool isSame(const assets::Skin& skin, const RigSkin& now) {
    const auto joints = skin.joints();
    const auto rows = skin.fourthRows();
    const auto binds = skin.jointFromBind();
    return std::equal(joints.begin(), joints.end(), now.joints.begin(), now.joints.end()) &&
           std::equal(rows.begin(), rows.end(), now.fourthRows.begin(), now.fourthRows.end()) &&
           std::equal(binds.begin(),
                      binds.end(),
                      now.jointFromBind.begin(),
                      now.jointFromBind.end(),
                      [](const math::Affine& a, const math::DoubleAffine& b) {
                          return isSame(a, toFloat(b));
                      });
}

bool isSame(const assets::Mesh& mesh, const RigMesh& now) {
    const assets::FileInfluences& influences = *mesh.fileInfluences();
    return std::equal(mesh.positions().begin(), mesh.positions().end(), now.positions.begin()) &&
           std::equal(mesh.normals().begin(), mesh.normals().end(), now.normals.begin()) &&
           influences.joints == now.influences.joints &&
           influences.weights == now.influences.weights;
}

template <class T>
std::vector<T> copyOf(std::span<const T> values) {
    return {values.begin(), values.end()};
}

std::vector<glm::vec4> tangentsOf(const assets::Mesh& mesh, const RigMesh& now) {
    std::vector<glm::vec4> tangents = copyOf(mesh.tangents());
    const glm::dmat3& linear = now.bindFromMesh.linear;
    const float side = glm::determinant(linear) < 0.0 ? -1.0f : 1.0f;
    for (glm::vec4& tangent : tangents) {
        const glm::dvec3 turned = linear * glm::dvec3(tangent);
        const double length = glm::length(turned);
        if (length > 0.0) {
            tangent = glm::vec4(glm::vec3(turned / length), side * tangent.w);
        }
    }
    return tangents;
}

glm::vec3 turnDelta(const glm::dmat3& linear, const glm::vec3& delta) {
    return glm::vec3(linear * glm::dvec3(delta));
}

Result<std::shared_ptr<const assets::MorphSet>> morphsOf(const assets::MorphSet& morphs,
                                                         const RigMesh& now) {
    std::vector<assets::MorphTarget> targets = copyOf(morphs.targets());
    // Deltas of directions keep their size when the mesh is scaled.
    const double scale = std::cbrt(std::abs(glm::determinant(now.bindFromMesh.linear)));
    const glm::dmat3 turn = now.bindFromMesh.linear / (scale > 0.0 ? scale : 1.0);
    for (assets::MorphTarget& target : targets) {
        for (glm::vec3& delta : target.positionDeltas) {
            delta = turnDelta(now.bindFromMesh.linear, delta);
        }
        for (glm::vec3& delta : target.normalDeltas) {
            delta = turnDelta(turn, delta);
        }
        for (glm::vec3& delta : target.tangentDeltas) {
            delta = turnDelta(turn, delta);
        }
    }
    return assets::MorphSet::create(std::move(targets), now.positions.size());
}

assets::MeshData dataOf(const assets::Mesh& mesh, const RigMesh& now) {
    return {.name = mesh.name(),
            .positions = now.positions,
            .normals = now.normals,
            .tangents = tangentsOf(mesh, now),
            .uvs = copyOf(mesh.uvs()),
            .skinBlend = copyOf(mesh.skinBlend()),
            .attributes = copyOf(mesh.attributes()),
            .triangles = copyOf(mesh.triangles()),
            .influences = now.influences};
}

Status replaceMeshes(import::ImportedScene& scene, const Rig& rig) {
    for (const RigMesh& mesh : rig.meshes) {
        const std::shared_ptr<const assets::Mesh> before = scene.instances[mesh.instance].mesh;
        if (isSame(*before, mesh)) {
            continue;
        }
        auto created = assets::Mesh::create(dataOf(*before, mesh));
        if (!created) {
            return created.error();
        }
        for (import::MeshInstance& instance : scene.instances) {
            if (instance.mesh != before || instance.skin != mesh.skin) {
                continue;
            }
            instance.mesh = *created;
            if (instance.morphs && !std::equal(before->positions().begin(),
                                               before->positions().end(),
                                               mesh.positions.begin())) {
                auto morphs = morphsOf(*instance.morphs, mesh);
                if (!morphs) {
                    return morphs.error();
                }
                instance.morphs = *morphs;
            }
        }
    }
    return {};
}

Status replaceSkins(import::ImportedScene& scene, const Rig& rig) {
    for (std::size_t i = 0; i < rig.skins.size(); ++i) {
        if (isSame(*scene.skins[i], rig.skins[i])) {
            continue;
        }
        assets::SkinData data;
        data.name = scene.skins[i]->name();
        data.joints = rig.skins[i].joints;
        data.fourthRows = rig.skins[i].fourthRows;
        for (const math::DoubleAffine& bind : rig.skins[i].jointFromBind) {
            data.jointFromBind.push_back(toFloat(bind));
        }
        auto created = assets::Skin::create(std::move(data), rig.joints.size());
        if (!created) {
            return created.error();
        }
        scene.skins[i] = *created;
    }
    return {};
}

Status replaceSkeleton(import::ImportedScene& scene, const Rig& rig) {
    const auto before = scene.skeleton->joints();
    if (std::equal(
            before.begin(), before.end(), rig.joints.begin(), [](const auto& a, const auto& b) {
                return isSame(a.parentFromJointRest, b.parentFromJointRest);
            })) {
        return {};
    }
    auto skeleton = assets::Skeleton::create(rig.joints);
    if (!skeleton) {
        return skeleton.error();
    }
    scene.skeleton = *skeleton;
    for (std::size_t i = 0; i < rig.clips.size(); ++i) {
        auto clip = assets::Clip::create(rig.clips[i], rig.joints.size());
        if (!clip) {
            return clip.error();
        }
        scene.clips[i] = *clip;
    }
    return {};
}

} // namespace

std::vector<math::DoubleAffine>
modelFromBindOf(const RigSkin& skin, std::span<const math::DoubleAffine> modelFromJoint) {
    std::vector<math::DoubleAffine> modelFromBind;
    modelFromBind.reserve(skin.joints.size());
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
        modelFromBind.push_back(modelFromJoint[skin.joints[slot].value()] *
                                skin.jointFromBind[slot]);
    }
    return modelFromBind;
}

void recount(RigMesh& mesh, std::size_t slotCount) {
    countFaults(mesh.influences, slotCount, mesh);
}

void transformMesh(RigMesh& mesh, const math::DoubleAffine& newFromOld) {
    const math::Affine forNormals = toFloat(newFromOld);
    for (glm::vec3& position : mesh.positions) {
        position = glm::vec3(transformPoint(newFromOld, glm::dvec3(position)));
    }
    for (glm::vec3& normal : mesh.normals) {
        normal = math::transformNormal(forNormals, normal);
    }
    if (mesh.reversedShare && glm::determinant(newFromOld.linear) < 0.0) {
        mesh.reversedShare = 1.0 - *mesh.reversedShare;
    }
    mesh.bindFromMesh = newFromOld * mesh.bindFromMesh;
}

double weightSum(const assets::FileInfluences& influences, std::size_t vertex) {
    double sum = 0.0;
    for (std::size_t slot = 0; slot < influences.slotsPerVertex; ++slot) {
        const float weight = influences.weights[vertex * influences.slotsPerVertex + slot];
        sum += std::isfinite(weight) ? static_cast<double>(weight) : 0.0;
    }
    return sum;
}

Rig takeApart(const import::ImportedScene& scene, RigExtent extent) {
    Rig rig;
    rig.isWhole = extent == RigExtent::Whole;
    rig.hierarchy = scene.skeleton;
    // Programs that read these formats divide by the sum; those that read glTF need not.
    if (scene.format == "FBX" || scene.format == "Collada") {
        rig.weightTolerance = 0.05;
    }
    rig.joints = copyOf(scene.skeleton->joints());
    for (const auto& skin : scene.skins) {
        RigSkin& taken = rig.skins.emplace_back();
        taken.joints = copyOf(skin->joints());
        taken.fourthRows = copyOf(skin->fourthRows());
        taken.isUsed.resize(skin->jointCount());
        for (const math::Affine& bind : skin->jointFromBind()) {
            taken.jointFromBind.push_back(toDouble(bind));
        }
    }
    std::map<std::pair<const assets::Mesh*, std::uint32_t>, std::uint32_t> known;
    for (std::uint32_t i = 0; i < scene.instances.size(); ++i) {
        const import::MeshInstance& instance = scene.instances[i];
        if (!instance.skin || instance.mesh->fileInfluences() == nullptr ||
            scene.skins[*instance.skin]->jointCount() == 0 ||
            !known.emplace(std::pair(instance.mesh.get(), *instance.skin), i).second) {
            continue;
        }
        RigSkin& skin = rig.skins[*instance.skin];
        rig.meshes.push_back(takeMesh(instance, skin.joints.size(), extent));
        rig.meshes.back().instance = i;
        markUsed(*instance.mesh->fileInfluences(), skin);
    }
    for (RigSkin& skin : rig.skins) {
        if (std::find(skin.isUsed.begin(), skin.isUsed.end(), true) == skin.isUsed.end()) {
            skin.isUsed.assign(skin.isUsed.size(), true);
        }
    }
    if (rig.isWhole) {
        for (const auto& clip : scene.clips) {
            rig.clips.push_back(
                {clip->name(), copyOf(clip->jointTracks()), copyOf(clip->morphWeightTracks())});
        }
    }
    return rig;
}

Result<import::ImportedScene> putTogether(const import::ImportedScene& scene, const Rig& rig) {
    import::ImportedScene result = scene;
    for (const auto replace : {replaceMeshes, replaceSkins, replaceSkeleton}) {
        if (Status status = replace(result, rig); !status) {
            return status.error();
        }
    }
    return result;
}

std::vector<math::DoubleAffine> modelFromJointAtRest(const Rig& rig) {
    std::vector<math::DoubleAffine> modelFromJoint(rig.joints.size());
    for (std::size_t i = 0; i < rig.joints.size(); ++i) {
        const math::DoubleAffine parentFromJoint =
            toDoubleAffine(rig.joints[i].parentFromJointRest);
        const JointIndex parent = rig.joints[i].parent;
        modelFromJoint[i] =
            parent.isNone() ? parentFromJoint : modelFromJoint[parent.value()] * parentFromJoint;
    }
    return modelFromJoint;
}

std::vector<std::optional<std::size_t>> slotsAbove(const Rig& rig, const RigSkin& skin) {
    std::vector<std::optional<std::size_t>> slotOfJoint(rig.joints.size());
    for (std::size_t slot = skin.joints.size(); slot-- > 0;) {
        slotOfJoint[skin.joints[slot].value()] = slot;
    }
    std::vector<std::optional<std::size_t>> above(skin.joints.size());
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
        JointIndex joint = rig.joints[skin.joints[slot].value()].parent;
        while (!joint.isNone() && !slotOfJoint[joint.value()]) {
            joint = rig.joints[joint.value()].parent;
        }
        if (!joint.isNone()) {
            above[slot] = slotOfJoint[joint.value()];
        }
    }
    return above;
}

} // namespace sartor::diagnose
