// SPDX-License-Identifier: Apache-2.0
// Rule: joints and weights on a mesh without a skin.
#include "../rule.h"

namespace sartor::diagnose {

Rule skinAttributesWithoutSkin() {
    return {
        {.id = "skin.attributes_without_skin",
         .title = "Joints and weights without a skin",
         .severity = Severity::Warning,
         .explanation = "The mesh has joint numbers and weights, but its node has no skin, so they "
                        "mean nothing and the mesh only follows its node. Attach the skin to the "
                        "node, or drop the attributes."},
        [](const SceneFacts& facts, Findings& findings) {
            for (std::uint32_t i = 0; i < facts.scene.instances.size(); ++i) {
                const import::MeshInstance& instance = facts.scene.instances[i];
                if (!instance.skin && instance.mesh->fileInfluences()) {
                    findings.addToNodeOf(i,
                                         "Mesh '" + instance.meshName +
                                             "' has joints and weights, but its node has no skin");
                }
            }
        }};
}

} // namespace sartor::diagnose
