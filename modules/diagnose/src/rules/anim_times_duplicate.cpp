// SPDX-License-Identifier: Apache-2.0
// Rule: two keys of a channel at one time.
#include "../rule.h"

#include <cmath>
#include <limits>

namespace sartor::diagnose {
namespace {

void addDuplicates(std::span<const float> times, JointIndex joint, KeyFinding& keys) {
    for (std::size_t key = 1; key < times.size(); ++key) {
        if (times[key] == times[key - 1]) {
            keys.add(joint, times[key], 0.0);
        }
    }
}

// Keys at one time are a jump. The motion before it ends at the first of them, the one after starts
// at the last; those between are never seen, nor is the first where nothing lies before it, where
// it is stepped over, or where a straight line ends in the last as well.
std::uint64_t separateKeys(ChannelKeys& keys) {
    ChannelKeys apart = keys;
    apart.times.clear();
    apart.values.clear();
    const auto append = [&](std::size_t key, float time) {
        const auto values = std::span(keys.values).subspan(key * keys.keySize(), keys.keySize());
        apart.times.push_back(time);
        apart.values.insert(apart.values.end(), values.begin(), values.end());
    };
    std::uint64_t count = 0;
    for (std::size_t first = 0; first < keys.times.size();) {
        std::size_t last = first;
        while (last + 1 < keys.times.size() && keys.times[last + 1] == keys.times[first]) {
            ++last;
        }
        count += last - first;
        const float time = keys.times[first];
        const float before = std::nextafter(time, -std::numeric_limits<float>::infinity());
        const std::span<float> start = keys.value(first);
        const bool isSeen = last > first && !apart.times.empty() && apart.times.back() < before &&
                            keys.interpolation != assets::Interpolation::Step &&
                            (keys.interpolation == assets::Interpolation::CubicSpline ||
                             !std::equal(start.begin(), start.end(), keys.value(last).begin()));
        if (isSeen) {
            append(first, before);
        }
        append(last, time);
        first = last + 1;
    }
    keys = std::move(apart);
    return count;
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
                 "one key, or move them a frame apart and use STEP.",
             .fix = "Of keys at one time the last stays, and the first, moved before it by the "
                    "least there is, where it ends the motion up to there."},
            [](const SceneFacts& facts, Findings& findings) {
                reportKeyTimes(facts,
                               findings,
                               addDuplicates,
                               [](const KeyFinding& keys, const std::string& where) {
                                   return formatCount(keys.count, "key has", "keys have") +
                                          " the time of the key before; the first is " + where;
                               });
            },

            [](const SceneFacts& /*facts*/, Fixes& fixes, Findings& changes) {
                mendChannels(fixes,
                             changes,
                             "dropped or moved before the key at the same time",
                             separateKeys);
            }};
}

} // namespace sartor::diagnose
