// SPDX-License-Identifier: Apache-2.0
// Rule: two keys of a channel at one time.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

void addDuplicates(std::span<const float> times, JointIndex joint, KeyFinding& keys) {
    for (std::size_t key = 1; key < times.size(); ++key) {
        if (times[key] == times[key - 1]) {
            keys.add(joint, times[key], 0.0);
        }
    }
}

} // namespace

Rule animTimesDuplicate() {
    return {{.id = "anim.times_duplicate",
             .title = "Keys at one time",
             .severity = Severity::Warning,
             .explanation =
                 "Two keys of a channel have the same time. The format asks for increasing "
                 "times, and dividing by the gap between them gives NaN in careless players. "
                 "Here the last of them holds from that time on, which makes a jump. Keep "
                 "one key, or move them a frame apart and use STEP."},
            [](const SceneFacts& facts, Findings& findings) {
                reportKeyTimes(facts,
                               findings,
                               addDuplicates,
                               [](const KeyFinding& keys, const std::string& where) {
                                   return formatCount(keys.count, "key has", "keys have") +
                                          " the time of the key before; the first is " + where;
                               });
            }};
}

} // namespace sartor::diagnose
