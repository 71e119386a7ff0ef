// SPDX-License-Identifier: Apache-2.0
// Rule: attachments that hang on a skinned mesh instead of on a joint.
#include "../rule.h"

#include <sartor/diagnose/joint_class.h>

namespace sartor::diagnose {
namespace {

// By node: whether it carries a mesh that a skin deforms.
std::vector<bool> findSkinnedNodes(const import::ImportedScene& scene) {
    std::vector<bool> isSkinned(scene.skeleton->jointCount());
    for (const import::MeshInstance& instance : scene.instances) {
        if (instance.skin) {
            isSkinned[instance.node.value()] = true;
        }
    }
    return isSkinned;
}

void checkAttachments(const SceneFacts& facts, Findings& findings) {
    const auto joints = facts.scene.skeleton->joints();
    const std::vector<bool> isSkinned = findSkinnedNodes(facts.scene);
    const std::vector<bool> movesSkin = findJointsThatMoveSkins(facts.scene);
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const JointIndex parent = joints[i].parent;
        if (!parent.isNone() && isSkinned[parent.value()] && !movesSkin[i]) {
            findings.addToJoint(JointIndex(i),
                                "It hangs on '" + joints[parent.value()].name +
                                    "', whose mesh is moved by a skin and not by the node");
        }
    }
}

} // namespace

Rule hierAttachedToMesh() {
    return {{.id = "hier.attached_to_mesh",
             .title = "Attached to a mesh instead of a joint",
             .severity = Severity::Warning,
             .explanation =
                 "A node, with a weapon, an effect or a camera perhaps, is a child of a node whose "
                 "mesh is skinned. The mesh moves with its joints and the node does not, so that "
                 "what hangs on it stays behind when the character moves. Make it a child of the "
                 "joint that it should follow, or of a joint made for attachments there."},
            checkAttachments};
}

} // namespace sartor::diagnose
