// SPDX-License-Identifier: Apache-2.0
// What several rules need to know about a scene, found once.
#pragma once

#include <sartor/diagnose/bind_pose.h>
#include <sartor/diagnose/lint.h>
#include <sartor/diagnose/weight_statistics.h>
#include <sartor/import/imported_scene.h>

#include <cstdint>
#include <string>
#include <vector>

namespace sartor::diagnose {

/// A mesh that a skin deforms. Instances that share mesh and skin are one.
struct SkinnedMesh {
    /// The first of the instances.
    std::uint32_t instance = 0;
    std::uint32_t skin = 0;
    const assets::FileInfluences* influences = nullptr;
    WeightStatistics weights;
};

struct SkinFacts {
    /// Of the rest pose.
    BindPose bind;
    /// Of all meshes of the skin together, one per slot.
    std::vector<JointUse> use;
};

struct SceneFacts {
    const import::ImportedScene& scene;
    CheckOptions options;
    std::vector<math::Affine> modelFromJointRest;
    /// The joint belongs to a skin.
    std::vector<bool> isSkinJoint;
    std::vector<SkinnedMesh> skinnedMeshes;
    /// One per skin of the scene.
    std::vector<SkinFacts> skins;
};

SceneFacts gatherFacts(const import::ImportedScene& scene, const CheckOptions& options);

/// "/meshes/0/primitives/1"
std::string placeOf(const import::MeshInstance& instance);

} // namespace sartor::diagnose
