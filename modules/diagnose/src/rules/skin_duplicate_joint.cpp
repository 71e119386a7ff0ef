// SPDX-License-Identifier: Apache-2.0
// Rule: one joint in two places of a skin.
#include "../rule.h"

namespace sartor::diagnose {

Rule skinDuplicateJoint() {
    return {{.id = "skin.duplicate_joint",
             .title = "A joint twice in one skin",
             .severity = Severity::Warning,
             .explanation =
                 "The joint list of a skin names a joint in two places. With the same "
                 "inverse bind matrix it is a waste; with two different ones parts of the "
                 "mesh follow one joint from two bind poses. Merge the two places, or give "
                 "the second bind pose a joint of its own."},
            [](const SceneFacts& facts, Findings& findings) {
                for (std::uint32_t skin = 0; skin < facts.skins.size(); ++skin) {
                    std::vector<JointIndex> joints(facts.scene.skins[skin]->joints().begin(),
                                                   facts.scene.skins[skin]->joints().end());
                    std::sort(joints.begin(), joints.end());
                    std::vector<JointIndex> repeated;
                    for (std::size_t i = 1; i < joints.size(); ++i) {
                        if (joints[i] == joints[i - 1] &&
                            (repeated.empty() || repeated.back() != joints[i])) {
                            repeated.push_back(joints[i]);
                        }
                    }
                    if (!repeated.empty()) {
                        findings.addJointsOfSkin(
                            skin,
                            repeated,
                            formatCount(repeated.size(), "joint stands", "joints stand") +
                                " in more than one place of the joint list: " +
                                listOf(facts.scene, repeated));
                    }
                }
            }};
}

} // namespace sartor::diagnose
