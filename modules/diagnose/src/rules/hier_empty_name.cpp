// SPDX-License-Identifier: Apache-2.0
// Rule: joints without a name.
#include "../rule.h"

namespace sartor::diagnose {

Rule hierEmptyName() {
    return {{.id = "hier.empty_name",
             .title = "Joints without a name",
             .severity = Severity::Info,
             .explanation =
                 "Joints of a skin have no name. Nothing is wrong with the file, but people "
                 "and tools can address them by number only, and numbers change with every "
                 "export. Name the joints."},
            [](const SceneFacts& facts, Findings& findings) {
                std::vector<JointIndex> unnamed;
                for (std::size_t i = 0; i < facts.scene.skeleton->jointCount(); ++i) {
                    if (facts.isSkinJoint[i] && facts.scene.skeleton->joints()[i].name.empty()) {
                        unnamed.emplace_back(i);
                    }
                }
                if (!unnamed.empty()) {
                    findings.addJoints(unnamed.front(),
                                       unnamed,
                                       formatCount(unnamed.size(), "joint", "joints") +
                                           " without a name");
                }
            }};
}

} // namespace sartor::diagnose
