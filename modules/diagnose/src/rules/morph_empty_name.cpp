// SPDX-License-Identifier: Apache-2.0
// Rule: morph targets without a name.
#include "../rule.h"

namespace sartor::diagnose {

Rule morphEmptyName() {
    return {
        {.id = "morph.empty_name",
         .title = "Morph targets without a name",
         .severity = Severity::Info,
         .explanation =
             "Morph targets have no name. People, lip sync and scripts can address them by "
             "number only, and numbers change when a target is added. In glTF names stand "
             "in extras.targetNames of the mesh; let the exporter write them."},
        [](const SceneFacts& facts, Findings& findings) {
            for (const auto& [mesh, instances] : morphedMeshes(facts)) {
                const assets::MorphSet& morphs = *facts.scene.instances[instances.front()].morphs;
                const auto unnamed =
                    std::count_if(morphs.targets().begin(),
                                  morphs.targets().end(),
                                  [](const auto& target) { return target.name.empty(); });
                if (unnamed > 0) {
                    findings
                        .addToInstance(
                            instances.front(),
                            std::to_string(unnamed) + " of " +
                                formatCount(morphs.targetCount(), "morph target", "morph targets") +
                                " without a name")
                        .count = static_cast<std::uint64_t>(unnamed);
                }
            }
        }};
}

} // namespace sartor::diagnose
