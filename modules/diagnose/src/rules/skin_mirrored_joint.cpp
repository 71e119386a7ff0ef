// SPDX-License-Identifier: Apache-2.0
// Rule: joints that mirror.
#include "../rule.h"

#include <glm/matrix.hpp>

namespace sartor::diagnose {

Rule skinMirroredJoint() {
    return {{.id = "skin.mirrored_joint",
             .title = "Mirrored joints",
             .severity = Severity::Warning,
             .explanation =
                 "The map of a joint has a negative determinant in the rest pose: a negative "
                 "scale was applied after binding, or to one side only. The surface there "
                 "turns inside out, and dual quaternions cannot express it. Freeze the scale "
                 "and bind again. Where the joint was mirrored at binding already, the two "
                 "mirrors cancel and the mesh is right; that is reported for information, "
                 "because tools that take matrices apart may lose the sign."},
            [](const SceneFacts& facts, Findings& findings) {
                for (std::uint32_t skin = 0; skin < facts.skins.size(); ++skin) {
                    std::vector<JointIndex> mirrored;
                    std::vector<JointIndex> cancelled;
                    for (const JointBind& joint : facts.skins[skin].bind.joints) {
                        const math::Affine& modelFromJoint =
                            facts.modelFromJointRest[joint.joint.value()];
                        if (joint.isMirrored) {
                            mirrored.push_back(joint.joint);
                        } else if (glm::determinant(glm::dmat3(modelFromJoint.linear)) < 0.0) {
                            cancelled.push_back(joint.joint);
                        }
                    }
                    if (!mirrored.empty()) {
                        findings.addJointsOfSkin(
                            skin,
                            mirrored,
                            formatCount(mirrored.size(), "joint turns", "joints turn") +
                                " the surface inside out: " + listOf(facts.scene, mirrored));
                    }
                    if (!cancelled.empty()) {
                        findings
                            .addJointsOfSkin(
                                skin,
                                cancelled,
                                formatCount(cancelled.size(), "joint is", "joints are") +
                                    " mirrored in the rest pose and at binding alike: " +
                                    listOf(facts.scene, cancelled))
                            .severity = Severity::Info;
                    }
                }
            }};
}

} // namespace sartor::diagnose
