// SPDX-License-Identifier: Apache-2.0
// Rule: clips in another unit than the skeleton.
#include "../rule.h"

namespace sartor::diagnose {

Rule animUnitMismatch() {
    return {{.id = "anim.unit_mismatch",
             .title = "Clips in another unit than the skeleton",
             .severity = Severity::Warning,
             .explanation =
                 "The translations of most bones in the clip are a hundred times (or a unit's "
                 "ratio like 2.54, 10, 39.37 or 1000 times) as long as in the rest pose, or as "
                 "short: the clip was exported in another unit than the skeleton. The "
                 "character explodes or shrinks to a point when it plays. Export the clip with "
                 "the scale of the character, or drop translations of joints below the root."},
            [](const SceneFacts& facts, Findings& findings) {
                for (std::uint32_t clip = 0; clip < facts.scene.clips.size(); ++clip) {
                    if (const auto factor = facts.unitFactorOfClip[clip]) {
                        findings.addToClip(clip,
                                           "The translations of its bones are " +
                                               formatNumber(*factor) +
                                               " times as long as in the rest pose");
                    }
                }
            }};
}

} // namespace sartor::diagnose
