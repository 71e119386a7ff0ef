// SPDX-License-Identifier: Apache-2.0
// Rule: nodes that share a name.
#include "../rule.h"

#include <map>

namespace sartor::diagnose {

Rule hierDuplicateName() {
    return {{.id = "hier.duplicate_name",
             .title = "Nodes with one name",
             .severity = Severity::Info,
             .explanation =
                 "Several nodes have the same name. Files link by number and are right, but "
                 "tools that link by name (retargeting, sockets, importers, scripts) take "
                 "the first and move the wrong joint. Make names unique."},
            [](const SceneFacts& facts, Findings& findings) {
                std::map<std::string_view, std::vector<JointIndex>> byName;
                for (std::size_t i = 0; i < facts.scene.skeleton->jointCount(); ++i) {
                    const std::string& name = facts.scene.skeleton->joints()[i].name;
                    if (!name.empty()) {
                        byName[name].emplace_back(i);
                    }
                }
                for (const auto& [name, joints] : byName) {
                    if (joints.size() > 1) {
                        findings.addJoints(joints[1],
                                           joints,
                                           std::to_string(joints.size()) + " nodes are called '" +
                                               std::string(name) + "'");
                    }
                }
            }};
}

} // namespace sartor::diagnose
