// SPDX-License-Identifier: Apache-2.0
// The meshes that a skin deforms.
#include "skinned_parts.h"

#include <sartor/math/double_affine.h>

#include <set>
#include <utility>

namespace sartor::diagnose {

std::vector<SkinnedPart> findSkinnedParts(const import::ImportedScene& scene) {
    std::vector<SkinnedPart> parts;
    std::set<std::pair<const assets::Mesh*, std::uint32_t>> known;
    for (std::uint32_t i = 0; i < scene.instances.size(); ++i) {
        const import::MeshInstance& instance = scene.instances[i];
        const assets::FileInfluences* file = instance.mesh->fileInfluences();
        if (!instance.skin || file == nullptr ||
            !known.emplace(instance.mesh.get(), *instance.skin).second) {
            continue;
        }
        // A skin without joints is refused, and its mesh follows its node.
        auto built = assets::buildInfluences(*file, scene.skins[*instance.skin]->jointCount(), {});
        if (built) {
            parts.push_back({i, std::move(built->influences)});
        }
    }
    return parts;
}

std::vector<glm::dvec3> blendPositions(const assets::Mesh& mesh,
                                       const assets::InfluenceSet& influences,
                                       std::span<const math::Affine> modelFromBind) {
    std::vector<glm::dvec3> positions(mesh.vertexCount(), glm::dvec3(0.0));
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        const glm::dvec3 positionBind(mesh.positions()[vertex]);
        for (std::uint32_t i = influences.offsets()[vertex]; i < influences.offsets()[vertex + 1];
             ++i) {
            positions[vertex] +=
                static_cast<double>(influences.weights()[i]) *
                transformPoint(math::toDouble(modelFromBind[influences.joints()[i].value()]),
                               positionBind);
        }
    }
    return positions;
}

} // namespace sartor::diagnose
