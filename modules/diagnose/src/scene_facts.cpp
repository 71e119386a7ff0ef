// SPDX-License-Identifier: Apache-2.0
// What several rules need to know about a scene.
#include "scene_facts.h"

#include <sartor/pose/local_to_model.h>

#include <algorithm>

namespace sartor::diagnose {
namespace {

void gatherSkinnedMeshes(SceneFacts& facts) {
    const import::ImportedScene& scene = facts.scene;
    for (std::uint32_t i = 0; i < scene.instances.size(); ++i) {
        const import::MeshInstance& instance = scene.instances[i];
        const assets::FileInfluences* influences = instance.mesh->fileInfluences();
        if (!instance.skin || !influences) {
            continue;
        }
        const bool isKnown = std::any_of(
            facts.skinnedMeshes.begin(), facts.skinnedMeshes.end(), [&](const SkinnedMesh& known) {
                return known.influences == influences && known.skin == *instance.skin;
            });
        if (!isKnown) {
            facts.skinnedMeshes.push_back(
                {i,
                 *instance.skin,
                 influences,
                 computeWeightStatistics(*influences, scene.skins[*instance.skin]->jointCount())});
        }
    }
}

void gatherSkins(SceneFacts& facts) {
    const import::ImportedScene& scene = facts.scene;
    facts.isSkinJoint.resize(scene.skeleton->jointCount());
    std::vector<BindPose> bindPoses = computeBindPosesAtRest(scene);
    for (std::uint32_t i = 0; i < scene.skins.size(); ++i) {
        const assets::Skin& skin = *scene.skins[i];
        for (const JointIndex joint : skin.joints()) {
            facts.isSkinJoint[joint.value()] = true;
        }
        SkinFacts skinFacts;
        skinFacts.bind = std::move(bindPoses[i]);
        skinFacts.use.resize(skin.jointCount());
        for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
            for (std::size_t slot = 0; mesh.skin == i && slot < skin.jointCount(); ++slot) {
                const JointUse& use = mesh.weights.joints[slot];
                skinFacts.use[slot].vertexCount += use.vertexCount;
                skinFacts.use[slot].totalWeight += use.totalWeight;
                skinFacts.use[slot].largestWeight =
                    std::max(skinFacts.use[slot].largestWeight, use.largestWeight);
            }
        }
        facts.skins.push_back(std::move(skinFacts));
    }
}

} // namespace

SceneFacts gatherFacts(const import::ImportedScene& scene, const CheckOptions& options) {
    SceneFacts facts{scene, options, pose::modelFromJointAtRest(*scene.skeleton), {}, {}, {}};
    gatherSkinnedMeshes(facts);
    gatherSkins(facts);
    return facts;
}

std::string placeOf(const import::MeshInstance& instance) {
    return "/meshes/" + std::to_string(instance.fileMesh) + "/primitives/" +
           std::to_string(instance.filePrimitive);
}

} // namespace sartor::diagnose
