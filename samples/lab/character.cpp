// SPDX-License-Identifier: Apache-2.0
// Characters made in code: joints, a mesh, weights and morph targets.
#include "samples/lab/character.h"

#include <sartor/pose/local_to_model.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <numbers>

namespace sartor::lab {

namespace {

assets::FileInfluences fileInfluences(const std::vector<std::vector<Influence>>& influences) {
    assets::FileInfluences file;
    for (const auto& list : influences) {
        file.slotsPerVertex =
            std::max(file.slotsPerVertex, static_cast<std::uint32_t>(list.size()));
    }
    for (const auto& list : influences) {
        for (std::uint32_t slot = 0; slot < file.slotsPerVertex; ++slot) {
            const Influence influence = slot < list.size() ? list[slot] : Influence{0, 0.0f};
            file.joints.push_back(influence.first);
            file.weights.push_back(influence.second);
        }
    }
    return file;
}

} // namespace

Result<import::ImportedScene> makeScene(Character character) {
    const std::size_t jointCount = character.joints.size();
    import::ImportedScene scene;
    scene.format = "sample";
    auto skeleton = assets::Skeleton::create(std::move(character.joints));
    if (!skeleton) {
        return skeleton.error();
    }
    scene.skeleton = *std::move(skeleton);

    assets::SkinData skinData;
    skinData.name = character.mesh.name;
    for (std::size_t joint = 0; joint < jointCount; ++joint) {
        skinData.joints.emplace_back(joint);
    }
    skinData.jointFromBind = std::move(character.jointFromBind);
    if (skinData.jointFromBind.empty()) {
        for (const math::Affine& modelFromJoint : pose::modelFromJointAtRest(*scene.skeleton)) {
            const auto jointFromModel = math::inverse(modelFromJoint);
            SARTOR_ASSERT(jointFromModel.has_value());
            skinData.jointFromBind.push_back(*jointFromModel);
        }
    }
    auto skin = assets::Skin::create(std::move(skinData), jointCount);
    if (!skin) {
        return skin.error();
    }
    scene.skins = {*std::move(skin)};

    character.mesh.influences = fileInfluences(character.influences);
    import::MeshInstance instance;
    instance.node = JointIndex(0);
    instance.meshName = character.mesh.name;
    instance.skin = 0;
    auto mesh = assets::Mesh::create(std::move(character.mesh));
    if (!mesh) {
        return mesh.error();
    }
    instance.mesh = *std::move(mesh);
    if (!character.targets.empty()) {
        instance.defaultMorphWeights.resize(character.targets.size());
        auto morphs =
            assets::MorphSet::create(std::move(character.targets), instance.mesh->vertexCount());
        if (!morphs) {
            return morphs.error();
        }
        instance.morphs = *std::move(morphs);
    }
    scene.instances.push_back(std::move(instance));
    return scene;
}

std::uint32_t addJoint(Character& character,
                       const std::string& name,
                       const std::optional<std::uint32_t>& parent,
                       const glm::vec3& translation) {
    assets::Joint joint;
    joint.name = name;
    joint.parent = parent ? JointIndex(*parent) : JointIndex();
    joint.parentFromJointRest.translation = translation;
    joint.fileNode = static_cast<std::uint32_t>(character.joints.size());
    character.joints.push_back(std::move(joint));
    return character.joints.back().fileNode;
}

void addGridTriangles(assets::MeshData& mesh,
                      std::uint32_t rows,
                      std::uint32_t columns,
                      Seam seam) {
    const std::uint32_t cells = seam == Seam::Closed ? columns : columns - 1;
    for (std::uint32_t row = 0; row + 1 < rows; ++row) {
        for (std::uint32_t column = 0; column < cells; ++column) {
            const std::uint32_t next = (column + 1) % columns;
            const std::uint32_t a = row * columns + column;
            const std::uint32_t b = row * columns + next;
            const std::uint32_t c = a + columns;
            const std::uint32_t d = b + columns;
            mesh.triangles.insert(mesh.triangles.end(), {a, b, d, a, d, c});
        }
    }
}

assets::MeshData makeTube(const Tube& tube) {
    assets::MeshData mesh;
    mesh.name = "tube";
    const glm::dvec3 side = glm::cross(tube.along, tube.outward);
    for (const double place : tube.rings) {
        for (std::uint32_t segment = 0; segment < tube.segments; ++segment) {
            const double angle = 2.0 * std::numbers::pi * segment / tube.segments;
            const glm::dvec3 direction = std::cos(angle) * tube.outward + std::sin(angle) * side;
            mesh.positions.emplace_back(place * tube.along + tube.radius * direction);
            mesh.normals.emplace_back(direction);
            mesh.tangents.emplace_back(glm::vec3(tube.along), 1.0f);
        }
    }
    addGridTriangles(
        mesh, static_cast<std::uint32_t>(tube.rings.size()), tube.segments, Seam::Closed);
    return mesh;
}

std::vector<double> evenly(double first, double last, std::uint32_t count) {
    std::vector<double> values;
    for (std::uint32_t i = 0; i < count; ++i) {
        values.push_back(first + (last - first) * i / (count - 1));
    }
    return values;
}

} // namespace sartor::lab
