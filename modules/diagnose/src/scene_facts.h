// SPDX-License-Identifier: Apache-2.0
// What several rules need to know about a scene, found once.
#pragma once

#include "clip_moments.h"

#include <sartor/diagnose/bind_pose.h>
#include <sartor/diagnose/lint.h>
#include <sartor/diagnose/weight_statistics.h>
#include <sartor/import/imported_scene.h>

#include <cstdint>
#include <memory>
#include <optional>
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
    /// What deforms: all influences, normalised. Null for a skin without joints.
    std::shared_ptr<const assets::InfluenceSet> built;
};

struct SkinFacts {
    /// Of the rest pose.
    BindPose bind;
    /// Of all meshes of the skin together, one per slot.
    std::vector<JointUse> use;
    /// A mesh with weights is bound to it.
    bool isUsed = false;
};

struct SceneFacts {
    const import::ImportedScene& scene;
    CheckOptions options;
    std::vector<math::Affine> modelFromJointRest;
    /// The joint belongs to a skin.
    std::vector<bool> isSkinJoint;
    /// The first instance of each mesh; those that share one are one.
    std::vector<std::uint32_t> meshes;
    std::vector<SkinnedMesh> skinnedMeshes;
    /// One per skin of the scene.
    std::vector<SkinFacts> skins;
    /// One per clip: by which ratio of units its bones are longer than at rest; none where they
    /// are not.
    std::vector<std::optional<double>> unitFactorOfClip;
    ClipMoments moments;

    /// A joint below another joint of a skin, at a distance: its translation is the length of a
    /// bone.
    bool isBone(JointIndex joint) const;

    const assets::Mesh& meshOf(std::uint32_t instance) const {
        return *scene.instances[instance].mesh;
    }
    /// Slots of influences stand in the order of the file, in sets of four; other loaders make
    /// their own.
    bool hasSetsOfFile() const { return scene.format == "glTF 2.0"; }
    double millimetresPerUnit() const { return 1000.0 * static_cast<double>(scene.metresPerUnit); }
};

SceneFacts gatherFacts(const import::ImportedScene& scene, const CheckOptions& options);

/// "/meshes/0/primitives/1"
std::string placeOf(const import::MeshInstance& instance);

} // namespace sartor::diagnose
