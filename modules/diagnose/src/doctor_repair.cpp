// SPDX-License-Identifier: Apache-2.0
// A repaired scene as edits of its file.
#include <sartor/diagnose/doctor.h>

#include <algorithm>
#include <map>
#include <utility>

namespace sartor::diagnose {
namespace {

using import::FileEdit;

template <class T>
std::vector<T> copyOf(std::span<const T> values) {
    return {values.begin(), values.end()};
}

template <class T>
bool isSame(std::span<const T> a, std::span<const T> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool isSame(const math::Transform& a, const math::Transform& b) {
    return a.translation == b.translation && a.rotation == b.rotation && a.scale == b.scale;
}

// A delta for every vertex.
std::vector<glm::vec3> denseDeltas(const assets::MorphTarget& target,
                                   const std::vector<glm::vec3>& deltas,
                                   std::size_t vertexCount) {
    if (deltas.empty()) {
        return {};
    }
    std::vector<glm::vec3> dense(vertexCount, glm::vec3(0.0f));
    for (std::size_t i = 0; i < deltas.size(); ++i) {
        dense[target.vertices[i]] = deltas[i];
    }
    return dense;
}

void addVertices(const import::MeshInstance& before,
                 const import::MeshInstance& after,
                 std::vector<FileEdit>& edits) {
    const assets::Mesh& was = *before.mesh;
    const assets::Mesh& now = *after.mesh;
    const std::uint32_t mesh = before.fileMesh;
    const std::uint32_t primitive = before.filePrimitive;
    if (was.fileInfluences()->joints != now.fileInfluences()->joints ||
        was.fileInfluences()->weights != now.fileInfluences()->weights) {
        edits.emplace_back(import::InfluencesEdit{mesh, primitive, *now.fileInfluences()});
    }
    if (!isSame(was.positions(), now.positions())) {
        edits.emplace_back(import::PositionsEdit{mesh, primitive, copyOf(now.positions())});
    }
    if (!isSame(was.normals(), now.normals())) {
        edits.emplace_back(import::NormalsEdit{mesh, primitive, copyOf(now.normals())});
    }
    if (!isSame(was.tangents(), now.tangents())) {
        edits.emplace_back(import::TangentsEdit{mesh, primitive, copyOf(now.tangents())});
    }
    if (before.morphs == after.morphs) {
        return;
    }
    for (std::uint32_t i = 0; i < after.morphs->targetCount(); ++i) {
        const assets::MorphTarget& target = after.morphs->targets()[i];
        const std::size_t count = now.vertexCount();
        edits.emplace_back(
            import::MorphTargetEdit{mesh,
                                    primitive,
                                    i,
                                    denseDeltas(target, target.positionDeltas, count),
                                    denseDeltas(target, target.normalDeltas, count),
                                    denseDeltas(target, target.tangentDeltas, count)});
    }
}

// Instances of one primitive of the file can only be changed alike.
Status addMeshes(const import::ImportedScene& before,
                 const import::ImportedScene& after,
                 std::vector<FileEdit>& edits) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, const assets::Mesh*> done;
    for (std::size_t i = 0; i < before.instances.size(); ++i) {
        const import::MeshInstance& instance = before.instances[i];
        const assets::Mesh* now = after.instances[i].mesh.get();
        const auto [first, isFirst] =
            done.emplace(std::pair(instance.fileMesh, instance.filePrimitive), now);
        if (first->second != now) {
            return Error{"doctor.not_repairable",
                         "mesh '" + instance.mesh->name() +
                             "' is used with several skins, and the fix would change it for some "
                             "of them only; give each a mesh of its own"};
        }
        if (isFirst && instance.mesh.get() != now) {
            addVertices(instance, after.instances[i], edits);
        }
    }
    return {};
}

void addSkins(const import::ImportedScene& before,
              const import::ImportedScene& after,
              std::vector<FileEdit>& edits) {
    for (std::uint32_t i = 0; i < before.skins.size(); ++i) {
        const assets::Skin& was = *before.skins[i];
        const assets::Skin& now = *after.skins[i];
        if (&was == &now) {
            continue;
        }
        if (!isSame(was.joints(), now.joints())) {
            import::SkinJointsEdit edit{i, {}};
            for (const JointIndex joint : now.joints()) {
                edit.nodes.push_back(before.skeleton->joint(joint).fileNode);
            }
            edits.emplace_back(std::move(edit));
        }
        const auto same = [](const math::Affine& a, const math::Affine& b) {
            return a.linear == b.linear && a.translation == b.translation;
        };
        if (!std::equal(was.jointFromBind().begin(),
                        was.jointFromBind().end(),
                        now.jointFromBind().begin(),
                        same) ||
            !isSame(was.fourthRows(), now.fourthRows())) {
            edits.emplace_back(import::InverseBindsEdit{i, copyOf(now.jointFromBind())});
        }
    }
}

template <class T>
std::vector<float> flatten(const std::vector<T>& values) {
    std::vector<float> flat;
    for (const T& value : values) {
        for (int i = 0; i < T::length(); ++i) {
            flat.push_back(value[i]);
        }
    }
    return flat;
}

// Memory order of a quaternion is x, y, z, w, as the format's.
std::vector<float> flatten(const std::vector<glm::quat>& values) {
    std::vector<float> flat;
    for (const glm::quat& value : values) {
        flat.insert(flat.end(), {value.x, value.y, value.z, value.w});
    }
    return flat;
}

// Keys can be replaced, not added, and their interpolation stays.
template <class T>
Status addKeys(const assets::Track<T>& was,
               const assets::Track<T>& now,
               import::KeysEdit edit,
               std::vector<FileEdit>& edits) {
    if (was.times == now.times && was.values == now.values) {
        return {};
    }
    if (was.isEmpty() || was.interpolation != now.interpolation) {
        return Error{"doctor.not_repairable",
                     "animation " + std::to_string(edit.animation) + ", node " +
                         std::to_string(edit.node) +
                         ": the fix needs linear keys of translation, rotation and scale, and the "
                         "file has not all three"};
    }
    edit.times = now.times;
    edit.values = flatten(now.values);
    edits.emplace_back(std::move(edit));
    return {};
}

Status addClips(const import::ImportedScene& before,
                const import::ImportedScene& after,
                std::vector<FileEdit>& edits) {
    for (std::uint32_t i = 0; i < before.clips.size(); ++i) {
        if (before.clips[i] == after.clips[i]) {
            continue;
        }
        for (std::size_t k = 0; k < before.clips[i]->jointTracks().size(); ++k) {
            const assets::JointTracks& was = before.clips[i]->jointTracks()[k];
            const assets::JointTracks& now = after.clips[i]->jointTracks()[k];
            import::KeysEdit edit;
            edit.animation = i;
            edit.node = before.skeleton->joint(was.joint).fileNode;
            edit.path = import::ChannelPath::Translation;
            if (Status status = addKeys(was.translation, now.translation, edit, edits); !status) {
                return status;
            }
            edit.path = import::ChannelPath::Rotation;
            if (Status status = addKeys(was.rotation, now.rotation, edit, edits); !status) {
                return status;
            }
            edit.path = import::ChannelPath::Scale;
            if (Status status = addKeys(was.scale, now.scale, edit, edits); !status) {
                return status;
            }
        }
    }
    return {};
}

} // namespace

Result<std::vector<FileEdit>>
planRepair(const import::ImportedScene& scene, std::string_view id, std::string_view form) {
    const auto repaired = repair(scene, id, form);
    if (!repaired) {
        return repaired.error();
    }
    std::vector<FileEdit> edits;
    if (Status status = addMeshes(scene, *repaired, edits); !status) {
        return status.error();
    }
    addSkins(scene, *repaired, edits);
    for (std::size_t i = 0; i < scene.skeleton->jointCount(); ++i) {
        const assets::Joint& was = scene.skeleton->joints()[i];
        const assets::Joint& now = repaired->skeleton->joints()[i];
        if (!isSame(was.parentFromJointRest, now.parentFromJointRest)) {
            edits.emplace_back(import::NodeTransformEdit{was.fileNode, now.parentFromJointRest});
        }
    }
    if (Status status = addClips(scene, *repaired, edits); !status) {
        return status.error();
    }
    return edits;
}

} // namespace sartor::diagnose
