// SPDX-License-Identifier: Apache-2.0
// Scenes in memory, one call for each part. Tests that use it link sartor::import and sartor::pose.
#pragma once

#include <sartor/import/imported_scene.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/sampling.h>

#include <support/require.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sartor::test {

inline math::Transform moved(const glm::vec3& translation) {
    math::Transform transform;
    transform.translation = translation;
    return transform;
}

/// Model transform of every joint of a local pose.
inline std::vector<math::Affine> modelPose(const assets::Skeleton& skeleton,
                                           const std::vector<math::Transform>& parentFromJoint) {
    std::vector<math::Affine> modelFromJoint(skeleton.jointCount());
    pose::localToModel(skeleton, parentFromJoint, modelFromJoint);
    return modelFromJoint;
}

inline std::vector<math::Affine> modelRestPose(const assets::Skeleton& skeleton) {
    std::vector<math::Transform> parentFromJoint(skeleton.jointCount());
    pose::restPose(skeleton, parentFromJoint);
    return modelPose(skeleton, parentFromJoint);
}

/// {{joint, weight}, ...} for each vertex; short lists are padded to as many slots as the longest.
inline assets::FileInfluences
fileInfluences(const std::vector<std::vector<std::pair<std::uint32_t, float>>>& vertices) {
    assets::FileInfluences influences;
    for (const auto& vertex : vertices) {
        influences.slotsPerVertex =
            std::max(influences.slotsPerVertex, static_cast<std::uint32_t>(vertex.size()));
    }
    for (const auto& vertex : vertices) {
        for (std::size_t slot = 0; slot < influences.slotsPerVertex; ++slot) {
            influences.joints.push_back(slot < vertex.size() ? vertex[slot].first : 0u);
            influences.weights.push_back(slot < vertex.size() ? vertex[slot].second : 0.0f);
        }
    }
    return influences;
}

/// Add joints first, parents before children; then skins, meshes, clips; then build().
class SceneBuilder {
public:
    // clang-format 14 takes a line that begins with `import` for something else.
    using ImportedScene = import::ImportedScene;
    using MeshInstance = import::MeshInstance;

    JointIndex joint(std::string name,
                     JointIndex parent = {},
                     const math::Transform& parentFromJointRest = {}) {
        joints_.push_back({std::move(name),
                           parent,
                           parentFromJointRest,
                           static_cast<std::uint32_t>(joints_.size())});
        return JointIndex(joints_.size() - 1);
    }

    /// Bound in the rest pose of the joints there are.
    std::uint32_t skin(std::string name, std::vector<JointIndex> joints) {
        const auto rest = modelRestPose(*skeleton());
        std::vector<math::Affine> jointFromBind;
        for (const JointIndex joint : joints) {
            jointFromBind.push_back(math::inverse(rest[joint.value()]).value());
        }
        return skin(std::move(name), std::move(joints), std::move(jointFromBind));
    }

    std::uint32_t skin(std::string name,
                       std::vector<JointIndex> joints,
                       std::vector<math::Affine> jointFromBind) {
        skins_.push_back({std::move(name), std::move(joints), std::move(jointFromBind)});
        return static_cast<std::uint32_t>(skins_.size() - 1);
    }

    /// Each call is a mesh of its own in the file; change the instance for another place.
    MeshInstance&
    mesh(assets::MeshData data, JointIndex node, std::optional<std::uint32_t> skin = std::nullopt) {
        MeshInstance& instance = instances_.emplace_back();
        instance.node = node;
        instance.fileNode = joints_[node.value()].fileNode;
        instance.fileMesh = static_cast<std::uint32_t>(instances_.size() - 1);
        instance.meshName = data.name;
        instance.mesh = require(assets::Mesh::create(std::move(data)));
        instance.skin = skin;
        return instance;
    }

    std::uint32_t clip(assets::ClipData data) {
        clips_.push_back(std::move(data));
        return static_cast<std::uint32_t>(clips_.size() - 1);
    }

    void note(import::ImportNote note) { notes_.push_back(std::move(note)); }

    ImportedScene build() const {
        ImportedScene scene;
        scene.path = "built in memory";
        scene.format = "test";
        scene.skeleton = skeleton();
        for (const assets::SkinData& data : skins_) {
            scene.skins.push_back(require(assets::Skin::create(data, joints_.size())));
        }
        for (const assets::ClipData& data : clips_) {
            scene.clips.push_back(require(assets::Clip::create(data, joints_.size())));
        }
        scene.instances = instances_;
        scene.report.notes = notes_;
        return scene;
    }

private:
    std::shared_ptr<const assets::Skeleton> skeleton() const {
        return require(assets::Skeleton::create(joints_));
    }

    std::vector<assets::Joint> joints_;
    std::vector<assets::SkinData> skins_;
    std::vector<assets::ClipData> clips_;
    std::vector<MeshInstance> instances_;
    std::vector<import::ImportNote> notes_;
};

/// Keys with one value each.
template <class T>
assets::Track<T> track(std::vector<float> times,
                       std::vector<T> values,
                       assets::Interpolation interpolation = assets::Interpolation::Linear) {
    return {interpolation, std::move(times), std::move(values)};
}

} // namespace sartor::test
