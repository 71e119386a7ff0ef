// SPDX-License-Identifier: Apache-2.0
// Rule: neighbouring rotation keys nearly half a turn apart.
#include "../rule.h"

#include <sartor/math/quaternion.h>

#include <glm/trigonometric.hpp>

namespace sartor::diagnose {
namespace {

constexpr double kWidestGap = 170.0; // degrees

} // namespace

Rule animKeyGap() {
    return {
        {.id = "anim.key_gap",
         .title = "Rotation keys nearly half a turn apart",
         .severity = Severity::Info,
         .explanation =
             "Two neighbouring keys are more than 170 degrees apart. The shortest way "
             "between them is nearly ambiguous: a little noise turns the joint the other "
             "way round, and spline or matrix players may disagree. Add keys in between."},
        [](const SceneFacts& facts, Findings& findings) {
            reportJointKeys(
                facts,
                findings,
                [](const assets::JointTracks& tracks, KeyFinding& keys) {
                    for (std::size_t key = 1; key < tracks.rotation.times.size(); ++key) {
                        const double degrees = glm::degrees(static_cast<double>(math::angleBetween(
                            keyValue(tracks.rotation, key - 1), keyValue(tracks.rotation, key))));
                        if (degrees > kWidestGap &&
                            tracks.rotation.interpolation != assets::Interpolation::Step) {
                            keys.add(tracks.joint, tracks.rotation.times[key], degrees);
                        }
                    }
                },
                [](const KeyFinding& keys, const std::string& where) {
                    return formatCount(keys.count, "rotation key is", "rotation keys are") +
                           " more than 170 degrees from the one before; the widest step, " +
                           formatNumber(keys.worst) + " degrees, is that of " + where;
                });
        }};
}

} // namespace sartor::diagnose
