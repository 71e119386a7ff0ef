// SPDX-License-Identifier: Apache-2.0
// A small character made in memory: two joints, a skinned bar with morph targets, a rigid prop.
#pragma once

#include <sartor/session/session.h>

#include <QtTest>

#include <glm/gtc/quaternion.hpp>

#include <support/require.h>

#include <memory>
#include <string>
#include <vector>

namespace sartor::test {

// Joints of the character, in the order of its skeleton.
inline const JointIndex kRoot(0);
inline const JointIndex kHip(1);
inline const JointIndex kKnee(2);
inline const JointIndex kBody(3);
inline const JointIndex kProp(4);

inline std::shared_ptr<const assets::Skeleton> makeSkeleton() {
    // In the file the nodes stand in another order.
    auto joint = [place = 5u](std::string name, JointIndex parent, glm::vec3 translation) mutable {
        assets::Joint made;
        made.fileNode = place--;
        made.name = std::move(name);
        made.parent = parent;
        made.parentFromJointRest.translation = translation;
        return made;
    };
    return require(assets::Skeleton::create({joint("Root", JointIndex(), glm::vec3(0.0f)),
                                             joint("Hip", kRoot, glm::vec3(0.0f)),
                                             joint("Knee", kHip, glm::vec3(0.0f, 1.0f, 0.0f)),
                                             joint("Body", kRoot, glm::vec3(0.0f)),
                                             joint("Prop", kRoot, glm::vec3(1.0f, 0.0f, 0.0f))}));
}

/// Three rows of two vertices at y = 0, 1, 2; the middle row follows both joints.
inline std::shared_ptr<const assets::Mesh> makeBar() {
    assets::MeshData data;
    data.name = "Bar";
    assets::FileInfluences influences;
    influences.slotsPerVertex = 2;
    for (int row = 0; row < 3; ++row) {
        for (int side = 0; side < 2; ++side) {
            const float x = side == 0 ? -0.2f : 0.2f;
            data.positions.emplace_back(x, static_cast<float>(row), 0.0f);
            data.normals.emplace_back(0.0f, 0.0f, 1.0f);
            const float kneeWeight = 0.5f * static_cast<float>(row);
            influences.joints.insert(influences.joints.end(), {0u, 1u});
            influences.weights.insert(influences.weights.end(), {1.0f - kneeWeight, kneeWeight});
        }
    }
    data.triangles = {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5};
    data.influences = std::move(influences);
    return require(assets::Mesh::create(std::move(data)));
}

inline std::shared_ptr<const assets::Mesh> makeTriangle() {
    assets::MeshData data;
    data.name = "Triangle";
    data.positions = {glm::vec3(0.0f), glm::vec3(1.0f, 0.0f, 0.0f), glm::vec3(0.0f, 1.0f, 0.0f)};
    data.triangles = {0, 1, 2};
    return require(assets::Mesh::create(std::move(data)));
}

/// Turns the knee about z from nothing to a right angle.
inline std::shared_ptr<const assets::Clip> makeBend(const std::string& name, float duration) {
    assets::ClipData data;
    data.name = name;
    assets::JointTracks tracks;
    tracks.joint = kKnee;
    tracks.rotation.times = {0.0f, duration};
    tracks.rotation.values = {math::identityQuat(),
                              glm::angleAxis(1.5707964f, glm::vec3(0.0f, 0.0f, 1.0f))};
    data.jointTracks.push_back(std::move(tracks));
    return require(assets::Clip::create(std::move(data), 5));
}

inline import::ImportedScene makeScene() {
    import::ImportedScene scene;
    scene.path = "/characters/bar.glb";
    scene.format = "glTF 2.0";
    scene.skeleton = makeSkeleton();
    scene.clips = {makeBend("Bend", 2.0f), makeBend("Swing", 1.0f)};
    assets::SkinData skin;
    skin.name = "BarSkin";
    skin.joints = {kHip, kKnee};
    skin.jointFromBind.resize(2);
    skin.jointFromBind[1].translation = glm::vec3(0.0f, -1.0f, 0.0f);
    scene.skins = {require(assets::Skin::create(std::move(skin), 5))};

    import::MeshInstance bar;
    bar.node = kBody;
    bar.meshName = "Bar";
    bar.mesh = makeBar();
    bar.skin = 0;
    assets::MorphTarget bulge;
    bulge.name = "Bulge";
    bulge.vertices = {2, 3};
    bulge.positionDeltas = {glm::vec3(-0.5f, 0.0f, 0.0f), glm::vec3(0.5f, 0.0f, 0.0f)};
    assets::MorphTarget lift;
    lift.name = "Lift";
    lift.vertices = {0};
    lift.positionDeltas = {glm::vec3(0.0f, 0.0f, 1.0f)};
    bar.morphs = require(assets::MorphSet::create({bulge, lift}, 6));
    bar.defaultMorphWeights = {0.0f, 0.25f};

    import::MeshInstance prop;
    prop.node = kProp;
    prop.meshName = "Triangle";
    prop.mesh = makeTriangle();
    scene.instances = {bar, prop};
    return scene;
}

inline session::SessionOptions sessionOptions() {
    session::SessionOptions options;
    options.pluginFolders = {SARTOR_PLUGIN_DIR};
    return options;
}

inline std::shared_ptr<session::Session> makeSession(import::ImportedScene scene = makeScene()) {
    return require(session::Session::create(std::move(scene), sessionOptions()));
}

/// A session of a real file, with the plugins of the build tree.
inline Result<std::unique_ptr<session::Session>>
openWithBuiltPlugins(const std::filesystem::path& path, const session::SessionOptions& options) {
    session::SessionOptions withPlugins = options;
    withPlugins.pluginFolders = {SARTOR_PLUGIN_DIR};
    return session::Session::open(path, withPlugins);
}

} // namespace sartor::test
