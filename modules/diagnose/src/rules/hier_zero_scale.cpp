// SPDX-License-Identifier: Apache-2.0
// Rule: joints with a scale of zero in the rest pose.
#include "../rule.h"

namespace sartor::diagnose {

Rule hierZeroScale() {
    return {{.id = "hier.zero_scale",
             .title = "Scale of zero in the rest pose",
             .severity = Severity::Warning,
             .explanation =
                 "A joint, or a node above one, has a scale of zero in the rest pose. What "
                 "follows it is flattened into a plane, a line or a point until a clip scales "
                 "it up, and nothing that divides by the scale works: retargeting, sockets, "
                 "inverse kinematics. Scale that hides a part belongs into a clip; leave the "
                 "rest pose whole."},
            [](const SceneFacts& facts, Findings& findings) {
                const auto joints = facts.scene.skeleton->joints();
                std::vector<bool> leadsToJoint(joints.size());
                for (std::size_t i = joints.size(); i-- > 0;) {
                    leadsToJoint[i] = leadsToJoint[i] || facts.isSkinJoint[i];
                    if (leadsToJoint[i] && !joints[i].parent.isNone()) {
                        leadsToJoint[joints[i].parent.value()] = true;
                    }
                }
                std::vector<JointIndex> flat;
                for (std::size_t i = 0; i < joints.size(); ++i) {
                    const glm::vec3& scale = joints[i].parentFromJointRest.scale;
                    if (leadsToJoint[i] && scale.x * scale.y * scale.z == 0.0f) {
                        flat.emplace_back(i);
                    }
                }
                if (!flat.empty()) {
                    findings.addJoints(
                        flat.front(),
                        flat,
                        formatCount(flat.size(), "node", "nodes") +
                            " with a scale of zero at rest: " + listOf(facts.scene, flat));
                }
            }};
}

} // namespace sartor::diagnose
