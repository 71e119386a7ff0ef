// SPDX-License-Identifier: Apache-2.0
// Rule: channels whose first key is later than zero.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

template <class T>
void addLateStart(const assets::Track<T>& track, JointIndex joint, KeyFinding& keys) {
    if (!track.isEmpty() && track.times.front() > 0.0f) {
        keys.add(joint, track.times.front(), static_cast<double>(track.times.front()));
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
                reportKeys(
                    facts,
                    findings,
                    [](const assets::Clip& clip, KeyFinding& keys) {
                        for (const assets::JointTracks& tracks : clip.jointTracks()) {
                            addLateStart(tracks.translation, tracks.joint, keys);
                            addLateStart(tracks.rotation, tracks.joint, keys);
                            addLateStart(tracks.scale, tracks.joint, keys);
                        }
                        for (const assets::MorphWeightTrack& track : clip.morphWeightTracks()) {
                            addLateStart(track.weights, track.node, keys);
                        }
                    },
                    [](const KeyFinding& keys, const std::string& where) {
                        return formatCount(keys.count, "channel has its", "channels have their") +
                               " first key after 0; the latest is " + where;
                    });
            }};
}

} // namespace sartor::diagnose
