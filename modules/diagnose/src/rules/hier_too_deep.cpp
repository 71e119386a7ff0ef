// SPDX-License-Identifier: Apache-2.0
// Rule: hierarchies that are deeper than tools expect.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

constexpr std::uint32_t kDeep = 256;

} // namespace

Rule hierTooDeep() {
    return {{.id = "hier.too_deep",
             .title = "Very deep hierarchies",
             .severity = Severity::Info,
             .explanation =
                 "Nodes hang more than 256 levels below their root. It is read and posed here "
                 "at any depth, but tools that walk a hierarchy by calling themselves run out "
                 "of stack, and rounding adds up from level to level. Chains like ropes and "
                 "tails can be split into several, side by side."},
            [](const SceneFacts& facts, Findings& findings) {
                const auto joints = facts.scene.skeleton->joints();
                std::vector<std::uint32_t> depth(joints.size(), 1);
                std::size_t deepest = 0;
                for (std::size_t i = 0; i < joints.size(); ++i) {
                    if (!joints[i].parent.isNone()) {
                        depth[i] = depth[joints[i].parent.value()] + 1;
                    }
                    deepest = depth[i] > depth[deepest] ? i : deepest;
                }
                if (!joints.empty() && depth[deepest] > kDeep) {
                    findings
                        .addToJoint(JointIndex(deepest),
                                    "The node is " + std::to_string(depth[deepest]) +
                                        " levels deep, the deepest of the file")
                        .count = depth[deepest];
                }
            }};
}

} // namespace sartor::diagnose
