// SPDX-License-Identifier: Apache-2.0
// Rule: skins without a mesh.
#include "../rule.h"

namespace sartor::diagnose {

Rule skinUnused() {
    return {{.id = "skin.unused",
             .title = "Skins that no mesh uses",
             .severity = Severity::Info,
             .explanation =
                 "No mesh of the scene is bound to the skin, though other meshes are bound to "
                 "other skins. Often it is left over from a mesh that was deleted or joined "
                 "with another one; it costs space, and tools list its skeleton twice. Remove "
                 "it, or attach it to the mesh it was made for."},
            [](const SceneFacts& facts, Findings& findings) {
                std::vector<bool> isUsed(facts.scene.skins.size());
                for (const import::MeshInstance& instance : facts.scene.instances) {
                    if (instance.skin) {
                        isUsed[*instance.skin] = true;
                    }
                }
                // A file of skeletons alone is a library of clips or poses.
                if (std::none_of(isUsed.begin(), isUsed.end(), [](bool used) { return used; })) {
                    return;
                }
                for (std::uint32_t skin = 0; skin < isUsed.size(); ++skin) {
                    if (!isUsed[skin]) {
                        findings.addToSkin(skin, "No mesh of the scene uses the skin");
                    }
                }
            }};
}

} // namespace sartor::diagnose
