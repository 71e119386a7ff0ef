// SPDX-License-Identifier: Apache-2.0
// Rule: nodes between joints that are no joints themselves.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

std::vector<JointIndex> nodesBetween(const assets::Skeleton& skeleton, const assets::Skin& skin) {
    enum Kind : unsigned char { Unknown, Joint, Between };
    std::vector<Kind> kind(skeleton.jointCount(), Unknown);
    for (const JointIndex joint : skin.joints()) {
        kind[joint.value()] = Joint;
    }
    std::vector<bool> hasJointAbove(skeleton.jointCount());
    for (std::size_t i = 0; i < skeleton.jointCount(); ++i) {
        const JointIndex parent = skeleton.joints()[i].parent;
        hasJointAbove[i] =
            !parent.isNone() && (hasJointAbove[parent.value()] || kind[parent.value()] == Joint);
    }
    // Children come last, so a way up from each joint meets every node at most once.
    std::vector<JointIndex> nodes;
    for (std::size_t i = skeleton.jointCount(); i-- > 0;) {
        JointIndex parent = skeleton.joints()[i].parent;
        if (kind[i] == Unknown || parent.isNone() || kind[parent.value()] != Unknown ||
            !hasJointAbove[parent.value()]) {
            continue;
        }
        kind[parent.value()] = Between;
        // Two joints stand for one node of the file where a transform needs two.
        if (skeleton.joint(parent).fileNode != skeleton.joints()[i].fileNode) {
            nodes.push_back(parent);
        }
    }
    std::reverse(nodes.begin(), nodes.end());
    return nodes;
}

} // namespace

Rule skinNodeBetweenJoints() {
    return {{.id = "skin.node_between_joints",
             .title = "Nodes between joints that are no joints",
             .severity = Severity::Info,
             .explanation =
                 "Between a joint and the next joint above it stand nodes that do not belong to "
                 "the skin. They take part in the transforms, here and by the format; tools "
                 "that rebuild a skeleton from the joint list alone lose them, and what hangs "
                 "below is displaced or no longer follows. Add them to the skin as joints "
                 "without weight, or fold their transforms into their children."},
            [](const SceneFacts& facts, Findings& findings) {
                // The importer has put joints of its own between those of such a file.
                const auto& notes = facts.scene.report.notes;
                if (std::any_of(notes.begin(), notes.end(), [](const auto& note) {
                        return note.code == "fbx.scale_compensation";
                    })) {
                    return;
                }
                for (std::uint32_t skin = 0; skin < facts.scene.skins.size(); ++skin) {
                    const std::vector<JointIndex> nodes =
                        nodesBetween(*facts.scene.skeleton, *facts.scene.skins[skin]);
                    if (!nodes.empty()) {
                        findings.addJointsOfSkin(skin,
                                                 nodes,
                                                 formatCount(nodes.size(), "node", "nodes") +
                                                     " between joints that are no joints: " +
                                                     listOf(facts.scene, nodes));
                    }
                }
            }};
}

} // namespace sartor::diagnose
