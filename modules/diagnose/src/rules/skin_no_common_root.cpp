// SPDX-License-Identifier: Apache-2.0
// Rule: joints of a skin under different roots.
#include "../rule.h"

namespace sartor::diagnose {

Rule skinNoCommonRoot() {
    return {
        {.id = "skin.no_common_root",
         .title = "Joints without a common root",
         .severity = Severity::Warning,
         .explanation = "The joints of a skin hang under different roots. The format asks for one "
                        "root above all of them, and engines that move a character by its root "
                        "leave the others behind. Put the joints under one node."},
        [](const SceneFacts& facts, Findings& findings) {
            const auto joints = facts.scene.skeleton->joints();
            std::vector<JointIndex> rootOf(joints.size());
            for (std::size_t i = 0; i < joints.size(); ++i) {
                rootOf[i] =
                    joints[i].parent.isNone() ? JointIndex(i) : rootOf[joints[i].parent.value()];
            }
            for (std::uint32_t skin = 0; skin < facts.skins.size(); ++skin) {
                std::vector<JointIndex> roots;
                for (const JointIndex joint : facts.scene.skins[skin]->joints()) {
                    roots.push_back(rootOf[joint.value()]);
                }
                std::sort(roots.begin(), roots.end());
                roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
                if (roots.size() > 1) {
                    findings.addJointsOfSkin(skin,
                                             roots,
                                             "The joints hang under " +
                                                 std::to_string(roots.size()) +
                                                 " different roots: " + listOf(facts.scene, roots));
                }
            }
        }};
}

} // namespace sartor::diagnose
