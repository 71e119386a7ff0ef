// SPDX-License-Identifier: Apache-2.0
// The meshes that a skin deforms.
#include "skinned_parts.h"

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

} // namespace sartor::diagnose
