// SPDX-License-Identifier: Apache-2.0
// Rule: channels that never change.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

struct Constant {
    std::uint64_t channels = 0;
    std::uint64_t keys = 0; // that one could stand for
    std::vector<JointIndex> joints;
};

template <class T>
void addTrack(const assets::Track<T>& track, JointIndex joint, Constant& constant) {
    // Two keys are the usual way to say a value and an end.
    if (track.times.size() < 3) {
        return;
    }
    for (std::size_t key = 1; key < track.times.size(); ++key) {
        if (keyValue(track, key) != keyValue(track, 0)) {
            return;
        }
    }
    // A spline leaves its values where its tangents point elsewhere.
    for (std::size_t i = 0; track.valuesPerKey() == 3 && i < track.values.size(); ++i) {
        if (i % 3 != 1 && track.values[i] != T() * 0.0f) {
            return;
        }
    }
    ++constant.channels;
    constant.keys += track.times.size() - 1;
    if (constant.joints.size() < kExampleCount &&
        std::find(constant.joints.begin(), constant.joints.end(), joint) == constant.joints.end()) {
        constant.joints.push_back(joint);
    }
}

} // namespace

Rule animConstantChannel() {
    return {
        {.id = "anim.constant_channel",
         .title = "Channels that never change",
         .severity = Severity::Info,
         .explanation =
             "All keys of a channel have exactly the same value. One key says as much, and "
             "none where it is the rest value. Baking at export writes such channels for "
             "every joint; they cost memory, and time in every frame. Let the exporter drop "
             "keys that change nothing, and keep one where another clip moves the joint."},
        [](const SceneFacts& facts, Findings& findings) {
            for (std::uint32_t clip = 0; clip < facts.scene.clips.size(); ++clip) {
                Constant constant;
                for (const assets::JointTracks& tracks : facts.scene.clips[clip]->jointTracks()) {
                    addTrack(tracks.translation, tracks.joint, constant);
                    addTrack(tracks.rotation, tracks.joint, constant);
                    addTrack(tracks.scale, tracks.joint, constant);
                }
                if (constant.channels > 0) {
                    Diagnostic& added =
                        findings.addToClip(clip,
                                           std::to_string(constant.channels) + " of " +
                                               formatCount(facts.scene.clips[clip]->channelCount(),
                                                           "channel never changes",
                                                           "channels never change") +
                                               "; " + formatCount(constant.keys, "key", "keys") +
                                               " could be left out");
                    added.count = constant.channels;
                    added.joints = constant.joints;
                }
            }
        }};
}

} // namespace sartor::diagnose
