// SPDX-License-Identifier: Apache-2.0
// Rule: clips without keys.
#include "../rule.h"

namespace sartor::diagnose {

Rule animNoKeys() {
    return {{.id = "anim.no_keys",
             .title = "Clips without keys",
             .severity = Severity::Info,
             .explanation =
                 "The clip has no keys at all, so it shows the rest pose. Its channels were "
                 "lost at export, or it is a placeholder."},
            [](const SceneFacts& facts, Findings& findings) {
                for (std::uint32_t clip = 0; clip < facts.scene.clips.size(); ++clip) {
                    if (facts.scene.clips[clip]->channelCount() == 0) {
                        findings.addToClip(clip, "The clip has no keys");
                    }
                }
            }};
}

} // namespace sartor::diagnose
