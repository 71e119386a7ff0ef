// SPDX-License-Identifier: Apache-2.0
// Rule: scale keys that differ between the axes.
#include "../rule.h"

#include <glm/common.hpp>
#include <glm/trigonometric.hpp>

#include <cmath>

namespace sartor::diagnose {
namespace {

// Largest factor over smallest, signs aside; infinite where one axis is flat and another is not.
double largestRatio(const glm::vec3& scale) {
    const glm::dvec3 factors = glm::abs(glm::dvec3(scale));
    const double largest = std::max({factors.x, factors.y, factors.z});
    const double smallest = std::min({factors.x, factors.y, factors.z});
    return largest > 0.0 ? largest / smallest : 1.0;
}

// The widest angle between M n and its inverse transpose for scales of that ratio k: the two slopes
// differ by k^2, and the angle between directions of slopes s and s k^2 is largest at s = 1 / k.
double normalDegrees(double ratio) {
    return glm::degrees(std::atan(ratio) - std::atan(1.0 / ratio));
}

} // namespace

Rule animNonuniformScale() {
    return {{.id = "anim.nonuniform_scale",
             .title = "Scale that differs between the axes",
             .severity = Severity::Warning,
             .explanation =
                 "A joint is scaled differently along its axes by more than a thousandth. "
                 "Joints below it that turn are sheared; dual quaternions drop the "
                 "difference or need a second phase; and normals that are turned by the "
                 "matrix itself, as most engines do, lean by up to the given angle. Scale "
                 "uniformly, or use inverse transpose normals and linear skinning."},
            [](const SceneFacts& facts, Findings& findings) {
                reportJointKeys(
                    facts,
                    findings,
                    [](const assets::JointTracks& tracks, KeyFinding& keys) {
                        for (std::size_t key = 0; key < tracks.scale.times.size(); ++key) {
                            const double ratio = largestRatio(keyValue(tracks.scale, key));
                            if (ratio > 1.001) {
                                keys.add(tracks.joint, tracks.scale.times[key], ratio);
                            }
                        }
                    },
                    [](const KeyFinding& keys, const std::string& where) {
                        return formatCount(keys.count, "key scales", "keys scale") +
                               " the axes differently; the worst, " + where + ", by a factor of " +
                               formatNumber(keys.worst) +
                               ": normals that are not corrected lean by up to " +
                               formatNumber(normalDegrees(keys.worst)) + " degrees";
                    });
            }};
}

} // namespace sartor::diagnose
