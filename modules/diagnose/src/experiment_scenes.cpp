// SPDX-License-Identifier: Apache-2.0
// Copies of a scene that differ in one thing.
#include "experiment_scenes.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace sartor::diagnose {
namespace {

template <class T>
std::vector<T> copyOf(std::span<const T> values) {
    return {values.begin(), values.end()};
}

Result<std::shared_ptr<const assets::Mesh>>
changedMesh(const assets::Mesh& mesh, std::uint32_t skin, const ChangeVertex& change) {
    assets::MeshData data{.name = mesh.name(),
                          .positions = copyOf(mesh.positions()),
                          .normals = copyOf(mesh.normals()),
                          .tangents = copyOf(mesh.tangents()),
                          .uvs = copyOf(mesh.uvs()),
                          .skinBlend = copyOf(mesh.skinBlend()),
                          .attributes = copyOf(mesh.attributes()),
                          .triangles = copyOf(mesh.triangles()),
                          .influences = *mesh.fileInfluences()};
    const std::size_t width = data.influences->slotsPerVertex;
    for (std::size_t first = 0; first < data.influences->joints.size(); first += width) {
        change(skin,
               std::span(data.influences->joints).subspan(first, width),
               std::span(data.influences->weights).subspan(first, width));
    }
    return assets::Mesh::create(std::move(data));
}

} // namespace

ImportedScene withoutMeshes(const import::ImportedScene& scene) {
    import::ImportedScene changed = scene;
    changed.instances.clear();
    return changed;
} // namespace sartor::diagnose

ImportedScene withoutSkins(const import::ImportedScene& scene) {
    import::ImportedScene changed = scene;
    for (import::MeshInstance& instance : changed.instances) {
        instance.skin.reset();
    }
    return changed;
}

Result<import::ImportedScene> withIdentityPalette(const import::ImportedScene& scene) {
    import::ImportedScene changed = scene;
    std::vector<assets::Joint> joints = copyOf(scene.skeleton->joints());
    const JointIndex still(joints.size());
    std::uint32_t fileNode = 0;
    for (const assets::Joint& joint : joints) {
        fileNode = std::max(fileNode, joint.fileNode + 1);
    }
    joints.push_back({"(identity)", {}, {}, fileNode});
    auto skeleton = assets::Skeleton::create(std::move(joints));
    if (!skeleton) {
        return skeleton.error();
    }
    changed.skeleton = *skeleton;
    for (auto& skin : changed.skins) {
        assets::SkinData data{.name = skin->name(),
                              .joints = std::vector(skin->jointCount(), still),
                              .jointFromBind = std::vector<math::Affine>(skin->jointCount())};
        auto made = assets::Skin::create(std::move(data), changed.skeleton->jointCount());
        if (!made) {
            return made.error();
        }
        skin = *made;
    }
    return changed;
}

Result<import::ImportedScene> withInfluences(const import::ImportedScene& scene,
                                             const ChangeVertex& change) {
    import::ImportedScene changed = scene;
    std::map<std::pair<const assets::Mesh*, std::uint32_t>, std::shared_ptr<const assets::Mesh>>
        known;
    for (import::MeshInstance& instance : changed.instances) {
        const assets::FileInfluences* influences = instance.mesh->fileInfluences();
        if (!instance.skin || influences == nullptr || influences->slotsPerVertex == 0) {
            continue;
        }
        std::shared_ptr<const assets::Mesh>& mesh = known[{instance.mesh.get(), *instance.skin}];
        if (!mesh) {
            auto made = changedMesh(*instance.mesh, *instance.skin, change);
            if (!made) {
                return made.error();
            }
            mesh = *made;
        }
        instance.mesh = mesh;
    }
    return changed;
}

} // namespace sartor::diagnose
