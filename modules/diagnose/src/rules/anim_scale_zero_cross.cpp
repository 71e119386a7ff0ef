// SPDX-License-Identifier: Apache-2.0
// Rule: scale channels that pass through zero.
#include "../rule.h"

#include <sartor/pose/sampling.h>

namespace sartor::diagnose {
namespace {

// Does any component have opposite signs?
bool isCrossing(const glm::vec3& a, const glm::vec3& b) {
    return a.x * b.x < 0.0f || a.y * b.y < 0.0f || a.z * b.z < 0.0f;
}

bool hasZero(const glm::vec3& scale) {
    return scale.x == 0.0f || scale.y == 0.0f || scale.z == 0.0f;
}

void addZeros(const assets::Track<glm::vec3>& track,
              JointIndex joint,
              KeyFinding& crossing,
              KeyFinding& touching) {
    for (std::size_t key = 0; key < track.times.size(); ++key) {
        if (hasZero(keyValue(track, key))) {
            touching.add(joint, track.times[key], 0.0);
        }
        if (key == 0 || track.interpolation == assets::Interpolation::Step) {
            continue;
        }
        // Splines may swing below zero between two keys above it.
        const int steps = track.interpolation == assets::Interpolation::CubicSpline ? 16 : 1;
        glm::vec3 before = keyValue(track, key - 1);
        for (int step = 1; step <= steps; ++step) {
            const float part = static_cast<float>(step) / static_cast<float>(steps);
            const float time =
                track.times[key - 1] + part * (track.times[key] - track.times[key - 1]);
            const glm::vec3 now =
                step == steps ? keyValue(track, key) : pose::sampleTrack(track, time);
            if (isCrossing(before, now)) {
                crossing.add(joint, time, 0.0);
            }
            before = now;
        }
    }
}

} // namespace

Rule animScaleZeroCross() {
    return {{.id = "anim.scale_zero_cross",
             .title = "Scale that passes through zero",
             .severity = Severity::Warning,
             .explanation =
                 "A scale channel changes sign. In the moment of zero the map of the joint "
                 "flattens everything: normals have no direction, dual quaternions cannot "
                 "say it, and behind it the surface is inside out. Hide a part with a scale "
                 "that ends at zero, or with STEP, and mirror in the mesh, not by animation. "
                 "A channel that only touches zero is reported for information."},
            [](const SceneFacts& facts, Findings& findings) {
                for (std::uint32_t clip = 0; clip < facts.scene.clips.size(); ++clip) {
                    KeyFinding crossing;
                    KeyFinding touching;
                    for (const assets::JointTracks& tracks :
                         facts.scene.clips[clip]->jointTracks()) {
                        addZeros(tracks.scale, tracks.joint, crossing, touching);
                    }
                    if (crossing.count > 0) {
                        addKeys(findings,
                                clip,
                                crossing,
                                "The scale passes through zero " +
                                    formatCount(crossing.count, "time", "times") +
                                    "; the first is " + worstPlace(facts, crossing));
                    }
                    if (touching.count > 0) {
                        addKeys(findings,
                                clip,
                                touching,
                                formatCount(touching.count, "scale key is", "scale keys are") +
                                    " zero; the first is " + worstPlace(facts, touching))
                            .severity = Severity::Info;
                    }
                }
            }};
}

} // namespace sartor::diagnose
