// SPDX-License-Identifier: Apache-2.0
// Rule: morph targets of one mesh with one name.
#include "../rule.h"

namespace sartor::diagnose {

Rule morphDuplicateName() {
    return {
        {.id = "morph.duplicate_name",
         .title = "Morph targets with one name",
         .severity = Severity::Warning,
         .explanation =
             "Two morph targets of a mesh have the same name. Facial rigs, lip sync and "
             "scripts address targets by name, and reach one of the two only; engines that "
             "keep them by name lose the other. Rename one of them."},
        [](const SceneFacts& facts, Findings& findings) {
            for (const auto& [mesh, instances] : morphedMeshes(facts)) {
                std::map<std::string_view, std::size_t> counts;
                const assets::MorphSet& morphs = *facts.scene.instances[instances.front()].morphs;
                for (const assets::MorphTarget& target : morphs.targets()) {
                    counts[target.name] += target.name.empty() ? 0u : 1u;
                }
                std::vector<std::string> repeated;
                for (const auto& [name, count] : counts) {
                    if (count > 1) {
                        repeated.push_back("'" + std::string(name) + "'");
                    }
                }
                if (!repeated.empty()) {
                    findings
                        .addToInstance(instances.front(),
                                       formatCount(repeated.size(), "name", "names") +
                                           " of more than one morph target: " + listOf(repeated))
                        .count = repeated.size();
                }
            }
        }};
}

} // namespace sartor::diagnose
