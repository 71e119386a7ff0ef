// SPDX-License-Identifier: Apache-2.0
// Rule: rest scale that differs between the axes above joints.
#include "../rule.h"

#include <glm/common.hpp>

namespace sartor::diagnose {
namespace {

constexpr float kDifferent = 1.001f;

// Largest factor over smallest, signs aside; 1 where one is zero, which has a rule of its own.
float ratioOf(const glm::vec3& scale) {
    const glm::vec3 factors = glm::abs(scale);
    const float smallest = std::min({factors.x, factors.y, factors.z});
    return smallest > 0.0f ? std::max({factors.x, factors.y, factors.z}) / smallest : 1.0f;
}

} // namespace

Rule hierNonuniformScale() {
    return {{.id = "hier.nonuniform_scale",
             .title = "Rest scale that differs between the axes",
             .severity = Severity::Warning,
             .explanation =
                 "A node above joints of a skin is scaled differently along its axes in the rest "
                 "pose. Joints below it that turn are sheared, which a joint's own translation, "
                 "rotation and scale cannot say: retargeting, inverse kinematics and engines "
                 "that store transforms in three parts come out wrong. Freeze the scale before "
                 "binding, or scale the mesh instead of the joint."},
            [](const SceneFacts& facts, Findings& findings) {
                const auto joints = facts.scene.skeleton->joints();
                std::vector<bool> hasJointBelow(joints.size());
                std::vector<JointIndex> scaled;
                float worst = 1.0f;
                for (std::size_t i = joints.size(); i-- > 0;) {
                    const float ratio = ratioOf(joints[i].parentFromJointRest.scale);
                    if (hasJointBelow[i] && ratio > kDifferent) {
                        scaled.emplace_back(i);
                        worst = std::max(worst, ratio);
                    }
                    if (!joints[i].parent.isNone() && (hasJointBelow[i] || facts.isSkinJoint[i])) {
                        hasJointBelow[joints[i].parent.value()] = true;
                    }
                }
                std::reverse(scaled.begin(), scaled.end());
                if (!scaled.empty()) {
                    findings.addJoints(scaled.front(),
                                       scaled,
                                       formatCount(scaled.size(), "node", "nodes") +
                                           " above joints with scale that differs by a factor of "
                                           "up to " +
                                           formatNumber(static_cast<double>(worst)) + ": " +
                                           listOf(facts.scene, scaled));
                }
            }};
}

} // namespace sartor::diagnose
