// SPDX-License-Identifier: Apache-2.0
// What several rules need to know about a scene.
#include "scene_facts.h"

#include <sartor/diagnose/joint_class.h>
#include <sartor/pose/local_to_model.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace sartor::diagnose {
namespace {

void gatherSkinnedMeshes(SceneFacts& facts) {
    const import::ImportedScene& scene = facts.scene;
    std::set<std::pair<const assets::FileInfluences*, std::uint32_t>> known;
    for (std::uint32_t i = 0; i < scene.instances.size(); ++i) {
        const import::MeshInstance& instance = scene.instances[i];
        const assets::FileInfluences* influences = instance.mesh->fileInfluences();
        if (!instance.skin || !influences || !known.insert({influences, *instance.skin}).second) {
            continue;
        }
        const std::size_t jointCount = scene.skins[*instance.skin]->jointCount();
        const auto built = assets::buildInfluences(*influences, jointCount, {});
        facts.skinnedMeshes.push_back({i,
                                       *instance.skin,
                                       influences,
                                       computeWeightStatistics(*influences, jointCount),
                                       built ? built->influences : nullptr});
    }
}

void gatherMeshes(SceneFacts& facts) {
    std::set<const assets::Mesh*> known;
    for (std::uint32_t i = 0; i < facts.scene.instances.size(); ++i) {
        if (known.insert(facts.scene.instances[i].mesh.get()).second) {
            facts.meshes.push_back(i);
        }
    }
}

void gatherSkins(SceneFacts& facts) {
    const import::ImportedScene& scene = facts.scene;
    facts.isSkinJoint = findSkinJoints(scene);
    std::vector<BindPose> bindPoses = computeBindPosesAtRest(scene);
    for (std::uint32_t i = 0; i < scene.skins.size(); ++i) {
        const assets::Skin& skin = *scene.skins[i];
        SkinFacts skinFacts;
        skinFacts.bind = std::move(bindPoses[i]);
        skinFacts.use.resize(skin.jointCount());
        facts.skins.push_back(std::move(skinFacts));
    }
    for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
        SkinFacts& skin = facts.skins[mesh.skin];
        skin.isUsed = true;
        for (std::size_t slot = 0; slot < skin.use.size(); ++slot) {
            const JointUse& use = mesh.weights.joints[slot];
            skin.use[slot].vertexCount += use.vertexCount;
            skin.use[slot].totalWeight += use.totalWeight;
            skin.use[slot].largestWeight =
                std::max(skin.use[slot].largestWeight, use.largestWeight);
        }
    }
}

// The ratio of units that the median bone of the clip is longer by than at rest, where nine of ten
// bones agree with it.
std::optional<double> unitFactorOf(const SceneFacts& facts, const assets::Clip& clip) {
    std::vector<double> ratios;
    for (const assets::JointTracks& tracks : clip.jointTracks()) {
        if (!tracks.translation.isEmpty() && facts.isBone(tracks.joint)) {
            const bool isSpline = tracks.translation.valuesPerKey() == 3;
            const glm::vec3& rest =
                facts.scene.skeleton->joint(tracks.joint).parentFromJointRest.translation;
            ratios.push_back(
                static_cast<double>(glm::length(tracks.translation.values[isSpline ? 1 : 0])) /
                static_cast<double>(glm::length(rest)));
        }
    }
    if (ratios.empty()) {
        return std::nullopt;
    }
    std::nth_element(ratios.begin(),
                     ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2),
                     ratios.end());
    const double median = ratios[ratios.size() / 2];
    const auto agreeing = std::count_if(ratios.begin(), ratios.end(), [median](double ratio) {
        return std::abs(ratio / median - 1.0) < 0.05;
    });
    for (const double unit : {100.0, 2.54, 10.0, 12.0, 30.48, 39.37, 1000.0, 3.2808}) {
        for (const double factor : {unit, 1.0 / unit}) {
            if (std::abs(median / factor - 1.0) < 0.01 &&
                10 * static_cast<std::size_t>(agreeing) >= 9 * ratios.size()) {
                return factor;
            }
        }
    }
    return std::nullopt;
}

} // namespace

SceneFacts gatherFacts(const import::ImportedScene& scene, const CheckOptions& options) {
    SceneFacts facts{scene,
                     options,
                     pose::modelFromJointAtRest(*scene.skeleton),
                     {},
                     {},
                     {},
                     {},
                     {},
                     ClipMoments(scene)};
    gatherMeshes(facts);
    gatherSkinnedMeshes(facts);
    gatherSkins(facts);
    for (const auto& clip : scene.clips) {
        facts.unitFactorOfClip.push_back(unitFactorOf(facts, *clip));
    }
    return facts;
}

bool SceneFacts::isBone(JointIndex index) const {
    const assets::Joint& joint = scene.skeleton->joint(index);
    return isSkinJoint[index.value()] && !joint.parent.isNone() &&
           isSkinJoint[joint.parent.value()] &&
           glm::length(joint.parentFromJointRest.translation) > 1e-6f;
}

std::string placeOf(const import::MeshInstance& instance) {
    return "/meshes/" + std::to_string(instance.fileMesh) + "/primitives/" +
           std::to_string(instance.filePrimitive);
}

} // namespace sartor::diagnose
