// SPDX-License-Identifier: Apache-2.0
// A small scene without fault, open to change before the lint sees it.
#pragma once

#include <sartor/diagnose/lint.h>

#include <QStringList>

#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <support/scene_builder.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sartor::test {

inline glm::quat turnX(float degrees) {
    return glm::angleAxis(glm::radians(degrees), glm::vec3(1.0f, 0.0f, 0.0f));
}

inline assets::JointTracks makeTracks() {
    assets::JointTracks tracks;
    tracks.joint = JointIndex(2);
    tracks.translation = track<glm::vec3>({0.0f, 1.0f}, {{0.0f, 0.5f, 0.0f}, {0.0f, 0.501f, 0.0f}});
    tracks.rotation = track<glm::quat>({0.0f, 1.0f}, {turnX(0.0f), turnX(90.0f)});
    tracks.scale = track<glm::vec3>({0.0f, 1.0f}, {glm::vec3(1.0f), glm::vec3(2.0f)});
    return tracks;
}

/// A node with a mesh of two triangles on two joints, one clip, one morph target.
struct Parts {
    std::vector<assets::Joint> joints = {
        {"root", {}, {}, 0},
        {"hips", JointIndex(0), moved(glm::vec3(0.0f, 1.0f, 0.0f)), 1},
        {"spine", JointIndex(1), moved(glm::vec3(0.0f, 0.5f, 0.0f)), 2},
        {"body", JointIndex(0), {}, 3}};
    std::vector<JointIndex> skinJoints = {JointIndex(1), JointIndex(2)};
    // Bound in the rest pose above.
    std::vector<math::Affine> jointFromBind = {
        {math::identityMat3(), glm::vec3(0.0f, -1.0f, 0.0f)},
        {math::identityMat3(), glm::vec3(0.0f, -1.5f, 0.0f)}};
    std::optional<std::uint32_t> skin = 0;
    assets::MeshData mesh = {
        .name = "Body",
        .positions = {{0.0f, 1.0f, 0.0f},
                      {1.0f, 1.0f, 0.0f},
                      {1.0f, 2.0f, 0.0f},
                      {0.0f, 2.0f, 0.0f}},
        .normals = {{0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 1.0f}},
        .tangents = {},
        .uvs = {},
        .skinBlend = {},
        .attributes = {},
        .triangles = {0, 1, 2, 0, 2, 3},
        .influences = {}};
    using Vertex = std::vector<std::pair<std::uint32_t, float>>;
    std::vector<Vertex> weights = {
        {{0, 1.0f}}, {{0, 0.75f}, {1, 0.25f}}, {{1, 1.0f}}, {{1, 0.5f}, {0, 0.5f}}};
    assets::MorphTarget target = {"smile", {1}, {{0.0f, 0.1f, 0.0f}}, {}, {}};
    std::vector<assets::MorphTarget> moreTargets;
    std::vector<float> defaultMorphWeights = {0.0f};
    std::string clipName = "Walk";
    assets::JointTracks tracks = makeTracks();
    std::vector<assets::MorphWeightTrack> morphTracks;
    std::vector<assets::ClipData> moreClips;
    std::vector<assets::SkinData> moreSkins;
    std::vector<import::ImportNote> notes;
    diagnose::CheckOptions options;
    // How often mesh and node are used.
    int instanceCount = 1;
    // What the other parts cannot say.
    std::function<void(import::ImportedScene&)> patch;
};

inline import::ImportedScene build(const Parts& parts) {
    SceneBuilder builder;
    for (const assets::Joint& joint : parts.joints) {
        builder.joint(joint.name, joint.parent, joint.parentFromJointRest);
    }
    builder.skin("Armature", parts.skinJoints, parts.jointFromBind);
    for (const assets::SkinData& skin : parts.moreSkins) {
        builder.skin(skin.name, skin.joints, skin.jointFromBind);
    }
    assets::MeshData data = parts.mesh;
    if (!parts.weights.empty()) {
        data.influences = fileInfluences(parts.weights);
    }
    import::MeshInstance& instance = builder.mesh(data, JointIndex(3), parts.skin);
    std::vector<assets::MorphTarget> targets = {parts.target};
    targets.insert(targets.end(), parts.moreTargets.begin(), parts.moreTargets.end());
    instance.defaultMorphWeights = parts.defaultMorphWeights;
    instance.defaultMorphWeights.resize(targets.size());
    instance.morphs = require(assets::MorphSet::create(std::move(targets), data.positions.size()));
    builder.clip({parts.clipName, {parts.tracks}, parts.morphTracks});
    for (const assets::ClipData& more : parts.moreClips) {
        builder.clip(more);
    }
    for (const import::ImportNote& note : parts.notes) {
        builder.note(note);
    }
    import::ImportedScene scene = builder.build();
    for (int i = 1; i < parts.instanceCount; ++i) {
        scene.instances.push_back(scene.instances.front());
    }
    if (parts.patch) {
        parts.patch(scene);
    }
    return scene;
}

inline const char* const kMeshPlace = "/meshes/0/primitives/0";

/// The rules that spoke, sorted, one for each finding.
inline QStringList rulesOf(const std::vector<diagnose::Diagnostic>& found) {
    QStringList ids;
    for (const diagnose::Diagnostic& diagnostic : found) {
        ids += QString::fromStdString(diagnostic.rule);
    }
    ids.sort();
    return ids;
}

inline std::vector<diagnose::Diagnostic> check(const Parts& parts) {
    return diagnose::check(build(parts), parts.options);
}

} // namespace sartor::test
