// SPDX-License-Identifier: Apache-2.0
// The pose of a clip on a rig.
#include "clip_pose.h"

#include <sartor/pose/sampling.h>

#include <algorithm>

namespace sartor::graph {

void sampleClipPose(const Rig& rig,
                    const assets::Clip& clip,
                    const pose::RootMotionCurve* rootMotion,
                    double time,
                    const PoseSpan& output) {
    const auto clipTime = static_cast<float>(time);
    pose::sampleClip(*rig.skeleton, clip, clipTime, output.parentFromJoint);
    std::copy(rig.defaultMorphWeights.begin(),
              rig.defaultMorphWeights.end(),
              output.morphWeights.begin());
    for (const assets::MorphWeightTrack& track : clip.morphWeightTracks()) {
        const auto channel =
            std::find_if(rig.morphChannels.begin(),
                         rig.morphChannels.end(),
                         [&](const MorphChannel& c) { return c.node == track.node; });
        if (channel != rig.morphChannels.end() && channel->count == track.targetCount &&
            !track.weights.isEmpty()) {
            pose::sampleTrack(
                track, clipTime, output.morphWeights.subspan(channel->first, channel->count));
        }
    }
    if (rootMotion != nullptr) {
        rootMotion->makeInPlace(*rig.skeleton, time, output.parentFromJoint);
    }
}

void sampleRestPose(const Rig& rig, const PoseSpan& output) {
    pose::restPose(*rig.skeleton, output.parentFromJoint);
    std::copy(rig.defaultMorphWeights.begin(),
              rig.defaultMorphWeights.end(),
              output.morphWeights.begin());
}

} // namespace sartor::graph
