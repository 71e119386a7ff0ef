// SPDX-License-Identifier: Apache-2.0
// Rule: keys that are next to each other without being at one time.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

constexpr float kNear = 1e-4f; // seconds

void addNear(std::span<const float> times, JointIndex joint, KeyFinding& keys) {
    for (std::size_t key = 1; key < times.size(); ++key) {
        const float gap = times[key] - times[key - 1];
        if (gap > 0.0f && gap < kNear) {
            keys.add(joint, times[key], static_cast<double>(kNear - gap));
        }
    }
}

} // namespace

Rule animTimesNearlyEqual() {
    return {{.id = "anim.times_nearly_equal",
             .title = "Keys almost at one time",
             .severity = Severity::Warning,
             .explanation =
                 "Two keys of a channel are less than a tenth of a millisecond apart. No frame "
                 "shows what lies between them, but speeds and spline tangents that are divided "
                 "by the gap become huge, and tools that round times to frames make two keys "
                 "at one time of them. It comes from keys at fractions of frames and from clips "
                 "that were cut and joined. Snap the keys to frames."},
            [](const SceneFacts& facts, Findings& findings) {
                reportKeyTimes(
                    facts, findings, addNear, [](const KeyFinding& keys, const std::string& where) {
                        return formatCount(keys.count, "key is", "keys are") +
                               " less than 0.0001 s behind the one before; the "
                               "nearest is " +
                               where;
                    });
            }};
}

} // namespace sartor::diagnose
