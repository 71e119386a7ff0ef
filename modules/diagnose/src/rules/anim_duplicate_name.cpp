// SPDX-License-Identifier: Apache-2.0
// Rule: clips of one name.
#include "../rule.h"

namespace sartor::diagnose {

Rule animDuplicateName() {
    return {{.id = "anim.duplicate_name",
             .title = "Clips with one name",
             .severity = Severity::Warning,
             .explanation =
                 "Several clips have the same name. Engines make one asset of a name: the "
                 "second overwrites the first, or is renamed by the order in the file, and "
                 "state machines play the wrong one. Give every clip a name of its own."},
            [](const SceneFacts& facts, Findings& findings) {
                std::map<std::string_view, std::vector<std::uint32_t>> byName;
                for (std::uint32_t clip = 0; clip < facts.scene.clips.size(); ++clip) {
                    if (!facts.scene.clips[clip]->name().empty()) {
                        byName[facts.scene.clips[clip]->name()].push_back(clip);
                    }
                }
                for (const auto& [name, clips] : byName) {
                    if (clips.size() > 1) {
                        findings
                            .addToClip(clips[1],
                                       std::to_string(clips.size()) + " clips are called '" +
                                           std::string(name) + "'")
                            .count = clips.size();
                    }
                }
            }};
}

} // namespace sartor::diagnose
