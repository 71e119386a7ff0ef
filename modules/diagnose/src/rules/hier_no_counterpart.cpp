// SPDX-License-Identifier: Apache-2.0
// Rule: joints of one side without a partner on the other.
#include "../rule.h"
#include "../side_names.h"

#include <unordered_set>

namespace sartor::diagnose {
namespace {

constexpr std::size_t kPairs = 3; // from which on a skeleton is taken for symmetric

} // namespace

Rule hierNoCounterpart() {
    return {{.id = "hier.no_counterpart",
             .title = "Joints without a partner on the other side",
             .severity = Severity::Info,
             .explanation =
                 "Most joints that are called left or right come in pairs, but these have no "
                 "partner of the mirrored name. Mirroring poses, weights and constraints by "
                 "name leaves them out; often one of the two names has a typing error. Rename "
                 "or add the partner, unless the character is meant to be lopsided."},
            [](const SceneFacts& facts, Findings& findings) {
                std::unordered_set<std::string_view> names;
                for (const assets::Joint& joint : facts.scene.skeleton->joints()) {
                    names.insert(joint.name);
                }
                std::size_t partners = 0;
                std::vector<JointIndex> lonely;
                for (std::size_t i = 0; i < facts.scene.skeleton->jointCount(); ++i) {
                    const auto other = otherSideOf(facts.scene.skeleton->joints()[i].name);
                    if (!facts.isSkinJoint[i] || !other) {
                        continue;
                    }
                    if (names.contains(*other)) {
                        ++partners;
                    } else {
                        lonely.emplace_back(i);
                    }
                }
                if (!lonely.empty() && partners >= 2 * kPairs && partners > lonely.size()) {
                    findings.addJoints(lonely.front(),
                                       lonely,
                                       formatCount(lonely.size(), "joint", "joints") +
                                           " without a partner on the other side, where " +
                                           std::to_string(partners) +
                                           " have one: " + listOf(facts.scene, lonely));
                }
            }};
}

} // namespace sartor::diagnose
