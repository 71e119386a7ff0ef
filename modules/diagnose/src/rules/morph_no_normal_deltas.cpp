// SPDX-License-Identifier: Apache-2.0
// Rule: morph targets that leave normals behind, beside some that do not.
#include "../rule.h"

namespace sartor::diagnose {

Rule morphNoNormalDeltas() {
    return {{.id = "morph.no_normal_deltas",
             .title = "Morph targets that leave the normals behind",
             .severity = Severity::Info,
             .explanation =
                 "Some morph targets of a mesh move positions alone, while others move the "
                 "normals with them. The light on those shapes stays that of the resting face, "
                 "and wrinkles and lids look painted on. Export normals for all targets, or for "
                 "none and let the engine compute them."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const auto& [mesh, instances] : morphedMeshes(facts)) {
                    for (const std::uint32_t instance : instances) {
                        const assets::MorphSet& morphs = *facts.scene.instances[instance].morphs;
                        std::vector<std::string> without;
                        bool isMixed = false;
                        for (std::size_t i = 0; i < morphs.targetCount(); ++i) {
                            const assets::MorphTarget& target = morphs.targets()[i];
                            if (target.positionDeltas.empty()) {
                                continue;
                            }
                            if (target.normalDeltas.empty()) {
                                without.push_back(nameOf(morphs, i));
                            } else {
                                isMixed = true;
                            }
                        }
                        if (isMixed && !without.empty()) {
                            findings
                                .addToInstance(instance,
                                               std::to_string(without.size()) + " of " +
                                                   formatCount(morphs.targetCount(),
                                                               "morph target moves",
                                                               "morph targets move") +
                                                   " positions without normals: " + listOf(without))
                                .count = without.size();
                        }
                    }
                }
            }};
}

} // namespace sartor::diagnose
