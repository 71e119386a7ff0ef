// SPDX-License-Identifier: Apache-2.0
// Rule: joints at the place of the joint above.
#include "../rule.h"

#include <glm/geometric.hpp>

namespace sartor::diagnose {
namespace {

constexpr double kNearZero = 1e-6; // of the size of the skin

} // namespace

Rule hierZeroLengthBone() {
    return {{.id = "hier.zero_length_bone",
             .title = "Bones without length",
             .severity = Severity::Info,
             .explanation =
                 "A joint lies exactly where the joint above it lies. For twist and helper "
                 "joints that is usual. Where inverse kinematics or retargeting runs through "
                 "it, the bone between the two has no direction, and solvers divide by its "
                 "length. Keep such joints out of those chains, or move them a little along "
                 "the limb."},
            [](const SceneFacts& facts, Findings& findings) {
                for (std::uint32_t skin = 0; skin < facts.scene.skins.size(); ++skin) {
                    const double size = facts.skins[skin].bind.size;
                    std::vector<bool> isOfSkin(facts.scene.skeleton->jointCount());
                    for (const JointIndex joint : facts.scene.skins[skin]->joints()) {
                        isOfSkin[joint.value()] = true;
                    }
                    std::vector<JointIndex> joints;
                    for (const JointIndex joint : facts.scene.skins[skin]->joints()) {
                        const JointIndex parent = facts.scene.skeleton->joint(joint).parent;
                        if (parent.isNone() || !isOfSkin[parent.value()] || !(size > 0.0)) {
                            continue;
                        }
                        const double length = glm::distance(
                            glm::dvec3(facts.modelFromJointRest[joint.value()].translation),
                            glm::dvec3(facts.modelFromJointRest[parent.value()].translation));
                        if (length <= kNearZero * size) {
                            joints.push_back(joint);
                        }
                    }
                    if (!joints.empty()) {
                        findings.addJointsOfSkin(
                            skin,
                            joints,
                            formatCount(joints.size(), "joint", "joints") +
                                " at the place of the joint above: " + listOf(facts.scene, joints));
                    }
                }
            }};
}

} // namespace sartor::diagnose
