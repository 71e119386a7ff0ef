// SPDX-License-Identifier: Apache-2.0
// Rule: clips without a name.
#include "../rule.h"

namespace sartor::diagnose {

Rule animEmptyName() {
    return {{.id = "anim.empty_name",
             .title = "Clips without a name",
             .severity = Severity::Info,
             .explanation =
                 "Clips have no name. People and tools can address them by number only, and "
                 "numbers change with every export. Name the clips where they were made."},
            [](const SceneFacts& facts, Findings& findings) {
                std::vector<std::uint32_t> unnamed;
                for (std::uint32_t clip = 0; clip < facts.scene.clips.size(); ++clip) {
                    if (facts.scene.clips[clip]->name().empty()) {
                        unnamed.push_back(clip);
                    }
                }
                if (!unnamed.empty()) {
                    findings
                        .addToClip(unnamed.front(),
                                   formatCount(unnamed.size(), "clip", "clips") + " without a name")
                        .count = unnamed.size();
                }
            }};
}

} // namespace sartor::diagnose
