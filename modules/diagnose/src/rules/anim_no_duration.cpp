// SPDX-License-Identifier: Apache-2.0
// Rule: clips without duration.
#include "../rule.h"

namespace sartor::diagnose {

Rule animNoDuration() {
    return {{.id = "anim.no_duration",
             .title = "Clips without duration",
             .severity = Severity::Info,
             .explanation =
                 "The clip has keys, but all at time zero, so it is a pose. Players that loop "
                 "divide by the duration, and importers drop such clips or give them a length "
                 "of their own. If it is meant as a pose, nothing is wrong; otherwise the other "
                 "keys were lost."},
            [](const SceneFacts& facts, Findings& findings) {
                for (std::uint32_t clip = 0; clip < facts.scene.clips.size(); ++clip) {
                    const assets::Clip& keys = *facts.scene.clips[clip];
                    if (keys.channelCount() > 0 && keys.duration() <= 0.0f) {
                        findings.addToClip(clip, "All keys of the clip are at 0 s: it is a pose");
                    }
                }
            }};
}

} // namespace sartor::diagnose
