// SPDX-License-Identifier: Apache-2.0
// Rule: joints of a skin that no vertex follows.
#include "../rule.h"

namespace sartor::diagnose {

Rule skinUnusedJoint() {
    return {{.id = "skin.unused_joint",
             .title = "Joints that no vertex follows",
             .severity = Severity::Info,
             .explanation =
                 "No vertex gives these joints a weight. They cost a palette entry each, and "
                 "nothing moves with them; often they are tips, helpers or attachment points "
                 "that are wanted. Removing one from the joint list changes no result as "
                 "long as the joint numbers of the vertices are renumbered."},
            [](const SceneFacts& facts, Findings& findings) {
                for (std::uint32_t skin = 0; skin < facts.skins.size(); ++skin) {
                    std::vector<JointIndex> unused;
                    for (std::size_t slot = 0; slot < facts.skins[skin].use.size(); ++slot) {
                        if (facts.skins[skin].use[slot].vertexCount == 0) {
                            unused.push_back(facts.scene.skins[skin]->joints()[slot]);
                        }
                    }
                    if (facts.skins[skin].isUsed && !unused.empty()) {
                        findings.addJointsOfSkin(
                            skin,
                            unused,
                            formatCount(unused.size(), "joint", "joints") +
                                " without any vertex: " + listOf(facts.scene, unused));
                    }
                }
            }};
}

} // namespace sartor::diagnose
