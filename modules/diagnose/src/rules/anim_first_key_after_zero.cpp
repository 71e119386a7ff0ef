// SPDX-License-Identifier: Apache-2.0
// Rule: channels whose first key is later than zero.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

void addLateStart(std::span<const float> times, JointIndex joint, KeyFinding& keys) {
    if (!times.empty() && times.front() > 0.0f) {
        keys.add(joint, times.front(), static_cast<double>(times.front()));
    }
}

} // namespace

Rule animFirstKeyAfterZero() {
    return {{.id = "anim.first_key_after_zero",
             .title = "Clips that start late",
             .severity = Severity::Info,
             .explanation =
                 "The first key of a channel is later than zero. Until then its first value "
                 "holds, and the time before it belongs to the clip; tools that shift the "
                 "clip to zero change its length and its pace against other clips. Start the "
                 "keys at zero if that was not meant."},
            [](const SceneFacts& facts, Findings& findings) {
                reportKeyTimes(
                    facts,
                    findings,
                    addLateStart,
                    [](const KeyFinding& keys, const std::string& where) {
                        return formatCount(keys.count, "channel has its", "channels have their") +
                               " first key after 0; the latest is " + where;
                    });
            }};
}

} // namespace sartor::diagnose
