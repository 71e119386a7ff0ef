// SPDX-License-Identifier: Apache-2.0
// Rule: joints that some clips move and others leave alone.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

// Does the clip move the joint at all?
template <class T>
bool isMoving(const assets::Track<T>& track) {
    for (std::size_t key = 1; key < track.times.size(); ++key) {
        if (keyValue(track, key) != keyValue(track, 0)) {
            return true;
        }
    }
    return false;
}

bool isMoving(const assets::JointTracks& tracks) {
    return isMoving(tracks.translation) || isMoving(tracks.rotation) || isMoving(tracks.scale);
}

} // namespace

Rule animJointsNotKeyed() {
    return {{.id = "anim.joints_not_keyed",
             .title = "Joints that only some clips move",
             .severity = Severity::Info,
             .explanation =
                 "The clip has no channel for joints that other clips of the file move. By the "
                 "format they are in the rest pose then, and so they are here. Players that "
                 "switch clips without going back to the rest pose leave the joint where the "
                 "last clip put it: a hand stays a fist, a head stays turned. Key at least one "
                 "pose of every animated joint in every clip, unless the clip is meant as a "
                 "layer."},
            [](const SceneFacts& facts, Findings& findings) {
                std::vector<bool> isAnimated(facts.scene.skeleton->jointCount());
                for (const auto& clip : facts.scene.clips) {
                    for (const assets::JointTracks& tracks : clip->jointTracks()) {
                        if (facts.isSkinJoint[tracks.joint.value()] && isMoving(tracks)) {
                            isAnimated[tracks.joint.value()] = true;
                        }
                    }
                }
                for (std::uint32_t clip = 0; clip < facts.scene.clips.size(); ++clip) {
                    std::vector<bool> isMissing = isAnimated;
                    bool hasSkinJoint = false;
                    for (const assets::JointTracks& tracks :
                         facts.scene.clips[clip]->jointTracks()) {
                        hasSkinJoint = hasSkinJoint || facts.isSkinJoint[tracks.joint.value()];
                        isMissing[tracks.joint.value()] = false;
                    }
                    std::vector<JointIndex> joints;
                    for (std::size_t i = 0; hasSkinJoint && i < isMissing.size(); ++i) {
                        if (isMissing[i]) {
                            joints.emplace_back(i);
                        }
                    }
                    if (!joints.empty()) {
                        Diagnostic& added =
                            findings.addToClip(clip,
                                               formatCount(joints.size(), "joint", "joints") +
                                                   " without a channel that other clips move: " +
                                                   listOf(facts.scene, joints));
                        added.count = joints.size();
                        joints.resize(std::min(joints.size(), kExampleCount));
                        added.joints = joints;
                    }
                }
            }};
}

} // namespace sartor::diagnose
