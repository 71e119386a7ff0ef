// SPDX-License-Identifier: Apache-2.0
// What a level of detail with fewer joints costs.
#include "skinned_parts.h"

#include <sartor/assets/weight_quantization.h>
#include <sartor/diagnose/detail_level.h>

#include <algorithm>

namespace sartor::diagnose {
namespace {

std::size_t countJoints(const import::ImportedScene& scene,
                        std::span<const std::shared_ptr<const assets::Skin>> skins) {
    std::vector<bool> isJoint(scene.skeleton->jointCount());
    for (const auto& skin : skins) {
        for (const JointIndex joint : skin->joints()) {
            isJoint[joint.value()] = true;
        }
    }
    return static_cast<std::size_t>(std::count(isJoint.begin(), isJoint.end(), true));
}

// Rows with padding, which buildInfluences() reads.
assets::FileInfluences toRows(const assets::InfluenceSet& influences) {
    assets::FileInfluences rows;
    rows.slotsPerVertex = influences.maxPerVertex();
    rows.joints.resize(influences.vertexCount() * rows.slotsPerVertex);
    rows.weights.resize(rows.joints.size());
    for (std::size_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        const std::uint32_t first = influences.offsets()[vertex];
        for (std::uint32_t i = first; i < influences.offsets()[vertex + 1]; ++i) {
            const std::size_t place = vertex * rows.slotsPerVertex + (i - first);
            rows.joints[place] = influences.joints()[i].value();
            rows.weights[place] = influences.weights()[i];
        }
    }
    return rows;
}

Result<std::shared_ptr<const assets::InfluenceSet>>
reduceInfluences(const assets::InfluenceSet& full,
                 const assets::ReducedSkin& skin,
                 const DetailOptions& options) {
    auto influences = assets::remapInfluences(full, skin);
    if (influences && options.maximumInfluences > 0) {
        auto built = assets::buildInfluences(toRows(**influences),
                                             skin.skin->jointCount(),
                                             {.maxPerVertex = options.maximumInfluences});
        if (!built) {
            return built.error();
        }
        influences = std::move(built->influences);
    }
    if (influences && options.weightBits > 0) {
        influences =
            assets::quantizeInfluences(**influences, skin.skin->jointCount(), options.weightBits);
    }
    return influences;
}

} // namespace

Result<DetailLevel> simulateDetailLevel(const import::ImportedScene& scene,
                                        const DetailOptions& options,
                                        std::span<const Moment> moments) {
    DetailLevel level;
    std::vector<std::shared_ptr<const assets::Skin>> reducedSkins;
    for (const auto& skin : scene.skins) {
        auto reduced = assets::removeJoints(*scene.skeleton, *skin, options.removed);
        if (!reduced) {
            return reduced.error();
        }
        reducedSkins.push_back(reduced->skin);
        level.skins.push_back(std::move(*reduced));
    }
    level.jointsBefore = countJoints(scene, scene.skins);
    level.jointsAfter = countJoints(scene, reducedSkins);
    for (const SkinnedPart& part : findSkinnedParts(scene)) {
        const import::MeshInstance& instance = scene.instances[part.instance];
        const assets::ReducedSkin& skin = level.skins[*instance.skin];
        auto influences = reduceInfluences(*part.influences, skin, options);
        if (!influences) {
            return influences.error();
        }
        DetailMesh mesh;
        mesh.instance = part.instance;
        mesh.influencesBefore = part.influences->maxPerVertex();
        mesh.influencesAfter = (*influences)->maxPerVertex();
        mesh.cost = computeWeightCost(scene,
                                      instance,
                                      {*scene.skins[*instance.skin], *part.influences},
                                      {*skin.skin, **influences},
                                      moments);
        mesh.influences = std::move(*influences);
        level.meshes.push_back(std::move(mesh));
    }
    return level;
}

} // namespace sartor::diagnose
