// SPDX-License-Identifier: Apache-2.0
// Rule: single rotation keys far from both neighbours.
#include "../rule.h"

#include <sartor/math/quaternion.h>

#include <glm/trigonometric.hpp>

namespace sartor::diagnose {
namespace {

constexpr double kJump = 30.0;     // degrees to the key in question, and back
constexpr double kAgreeing = 5.0;  // degrees between its neighbours
constexpr float kLongest = 0.125f; // seconds between the neighbours: three frames of film

double degreesBetween(const assets::Track<glm::quat>& track, std::size_t a, std::size_t b) {
    return glm::degrees(
        static_cast<double>(math::angleBetween(keyValue(track, a), keyValue(track, b))));
}

} // namespace

Rule animSpike() {
    return {{.id = "anim.spike",
             .title = "Single keys that jump out and back",
             .severity = Severity::Warning,
             .explanation =
                 "One rotation key is more than 30 degrees from both its neighbours, which agree "
                 "within 5 degrees and lie an eighth of a second apart at most: the joint "
                 "jumps out and back within a frame or two. Motion capture with a lost marker, "
                 "a flipped solver, or an Euler filter that was not run leave such keys. "
                 "Delete the key, or run the filter."},
            [](const SceneFacts& facts, Findings& findings) {
                reportJointKeys(
                    facts,
                    findings,
                    [](const assets::JointTracks& tracks, KeyFinding& keys) {
                        const assets::Track<glm::quat>& track = tracks.rotation;
                        for (std::size_t key = 1; key + 1 < track.times.size(); ++key) {
                            if (track.times[key + 1] - track.times[key - 1] > kLongest) {
                                continue;
                            }
                            const double out = std::min(degreesBetween(track, key - 1, key),
                                                        degreesBetween(track, key, key + 1));
                            if (out > kJump &&
                                degreesBetween(track, key - 1, key + 1) < kAgreeing) {
                                keys.add(tracks.joint, track.times[key], out);
                            }
                        }
                    },
                    [](const KeyFinding& keys, const std::string& where) {
                        return formatCount(keys.count, "rotation key jumps", "rotation keys jump") +
                               " out and back; the worst, by " + formatNumber(keys.worst) +
                               " degrees, is " + where;
                    });
            }};
}

} // namespace sartor::diagnose
