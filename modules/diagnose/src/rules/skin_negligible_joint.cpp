// SPDX-License-Identifier: Apache-2.0
// Rule: joints that hardly move anything.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

constexpr double kNegligible = 0.01;

} // namespace

Rule skinNegligibleJoint() {
    return {{.id = "skin.negligible_joint",
             .title = "Joints with next to no weight",
             .severity = Severity::Info,
             .explanation =
                 "No vertex gives these joints more than a hundredth of its weight, so they "
                 "move nothing that could be seen, and still take an entry of the palette and "
                 "a slot in every vertex that names them. Mostly it is dust left by a brush or "
                 "by automatic weights. Remove it with a threshold for small weights, or paint "
                 "what was meant."},
            [](const SceneFacts& facts, Findings& findings) {
                for (std::uint32_t skin = 0; skin < facts.skins.size(); ++skin) {
                    std::vector<JointIndex> joints;
                    for (std::size_t slot = 0; slot < facts.skins[skin].use.size(); ++slot) {
                        const JointUse& use = facts.skins[skin].use[slot];
                        if (use.vertexCount > 0 && use.largestWeight < kNegligible) {
                            joints.push_back(facts.scene.skins[skin]->joints()[slot]);
                        }
                    }
                    if (!joints.empty()) {
                        findings.addJointsOfSkin(
                            skin,
                            joints,
                            formatCount(joints.size(), "joint", "joints") +
                                " with at most 0.01 of the weight of any vertex: " +
                                listOf(facts.scene, joints));
                    }
                }
            }};
}

} // namespace sartor::diagnose
