// SPDX-License-Identifier: Apache-2.0
// Rule: channels that end before their clip.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

constexpr double kEarly = 1e-3; // seconds, less than a frame at any rate in use

void addEarlyEnds(const assets::Clip& clip, KeyFinding& ends) {
    const auto add = [&](std::span<const float> times, JointIndex joint) {
        // A single key holds for the whole clip and is meant to.
        const double missing = times.size() < 2 ? 0.0
                                                : static_cast<double>(clip.duration()) -
                                                      static_cast<double>(times.back());
        if (missing > kEarly) {
            ends.add(joint, times.back(), missing);
        }
    };
    for (const assets::JointTracks& tracks : clip.jointTracks()) {
        add(tracks.translation.times, tracks.joint);
        add(tracks.rotation.times, tracks.joint);
        add(tracks.scale.times, tracks.joint);
    }
    for (const assets::MorphWeightTrack& track : clip.morphWeightTracks()) {
        add(track.weights.times, track.node);
    }
}

} // namespace

Rule animChannelEndsEarly() {
    return {{.id = "anim.channel_ends_early",
             .title = "Channels that end before the clip",
             .severity = Severity::Info,
             .explanation =
                 "The last key of a channel is earlier than the end of the clip, so the joint "
                 "stands still for the rest of it. In a loop that is a hitch at the seam. "
                 "Either keys were cut off at export, or one channel was made longer by a "
                 "stray key behind the end. Give all channels keys at the end of the clip."},
            [](const SceneFacts& facts, Findings& findings) {
                reportKeys(facts,
                           findings,
                           addEarlyEnds,
                           [](const KeyFinding& ends, const std::string& where) {
                               return formatCount(ends.count, "channel ends", "channels end") +
                                      " before the clip; the earliest, by " +
                                      formatNumber(ends.worst) + " s, is " + where;
                           });
            }};
}

} // namespace sartor::diagnose
