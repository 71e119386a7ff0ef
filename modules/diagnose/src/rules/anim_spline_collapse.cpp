// SPDX-License-Identifier: Apache-2.0
// Rule: rotation splines that come near zero between keys.
#include "../rule.h"

#include <glm/geometric.hpp>

namespace sartor::diagnose {
namespace {

constexpr double kShort = 0.3; // length of what should be a unit quaternion
constexpr int kSteps = 16;     // between two keys

// glTF 2.0, appendix C: cubic spline, before the result is normalised.
double lengthAt(const assets::Track<glm::quat>& track, std::size_t key, double part) {
    const auto vectorOf = [](const glm::quat& quat) {
        return glm::dvec4(quat.x, quat.y, quat.z, quat.w);
    };
    const double gap = static_cast<double>(track.times[key + 1] - track.times[key]);
    const glm::dvec4 from = vectorOf(track.values[3 * key + 1]);
    const glm::dvec4 out = vectorOf(track.values[3 * key + 2]) * gap;
    const glm::dvec4 in = vectorOf(track.values[3 * key + 3]) * gap;
    const glm::dvec4 to = vectorOf(track.values[3 * key + 4]);
    const double square = part * part;
    const double cube = square * part;
    return glm::length((2.0 * cube - 3.0 * square + 1.0) * from +
                       (cube - 2.0 * square + part) * out + (3.0 * square - 2.0 * cube) * to +
                       (cube - square) * in);
}

} // namespace

Rule animSplineCollapse() {
    return {{.id = "anim.spline_collapse",
             .title = "Rotation splines that come near zero",
             .severity = Severity::Warning,
             .explanation =
                 "Between two keys of a cubic spline the quaternion becomes much shorter than "
                 "one before it is normalised. Near zero its direction is decided by rounding: "
                 "the joint spins within a moment, and a player that meets zero itself gets "
                 "NaN. The keys are of opposite sign, more than half a turn apart, or have "
                 "tangents that were not scaled to the time between them. Align the signs of "
                 "the keys, or add one in between."},
            [](const SceneFacts& facts, Findings& findings) {
                reportJointKeys(
                    facts,
                    findings,
                    [](const assets::JointTracks& tracks, KeyFinding& keys) {
                        const assets::Track<glm::quat>& track = tracks.rotation;
                        if (track.interpolation != assets::Interpolation::CubicSpline) {
                            return;
                        }
                        for (std::size_t key = 0; key + 1 < track.times.size(); ++key) {
                            double shortest = 1.0;
                            for (int step = 1; step < kSteps; ++step) {
                                shortest = std::min(
                                    shortest,
                                    lengthAt(track, key, static_cast<double>(step) / kSteps));
                            }
                            if (shortest < kShort) {
                                keys.add(tracks.joint, track.times[key], 1.0 - shortest);
                            }
                        }
                    },
                    [](const KeyFinding& keys, const std::string& where) {
                        return "The rotation spline comes near zero behind " +
                               formatCount(keys.count, "key", "keys") +
                               "; the worst, down to a length of " +
                               formatNumber(1.0 - keys.worst) + ", is " + where;
                    });
            }};
}

} // namespace sartor::diagnose
