// SPDX-License-Identifier: Apache-2.0
// Rule: nodes that share a name.
#include "../rule.h"

#include <map>
#include <set>

namespace sartor::diagnose {
namespace {

void renameDuplicates(const SceneFacts& facts, Fixes& fixes, Findings& changes) {
    const assets::Skeleton& skeleton = *facts.scene.skeleton;
    std::set<std::string> taken;
    for (const assets::Joint& joint : skeleton.joints()) {
        taken.insert(joint.name);
    }
    std::map<std::string_view, std::uint32_t> nextNumber;
    for (std::size_t i = 0; i < skeleton.jointCount(); ++i) {
        const assets::Joint& joint = skeleton.joints()[i];
        // The upper of the two joints of a sheared node is no node of the file.
        const bool isNode = skeleton.jointOfFileNode(joint.fileNode) == JointIndex(i);
        if (joint.name.empty() || !isNode) {
            continue;
        }
        const auto [number, isFirst] = nextNumber.try_emplace(joint.name, 2u);
        if (isFirst) {
            continue;
        }
        std::string name;
        do {
            name = joint.name + "_" + std::to_string(number->second++);
        } while (!taken.insert(name).second);
        changes.addToJoint(JointIndex(i), "renamed to '" + name + "'");
        fixes.add(import::NameEdit{import::NamedList::Nodes, joint.fileNode, std::move(name)});
    }
}

} // namespace

Rule hierDuplicateName() {
    return {{.id = "hier.duplicate_name",
             .title = "Nodes with one name",
             .severity = Severity::Info,
             .explanation =
                 "Several nodes have the same name. Files link by number and are right, but "
                 "tools that link by name (retargeting, sockets, importers, scripts) take "
                 "the first and move the wrong joint. Make names unique.",
             .fix = "All but the first get a number behind the name."},
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
            },

            [](const SceneFacts& facts, Fixes& fixes, Findings& changes) {
                renameDuplicates(facts, fixes, changes);
            }};
}

} // namespace sartor::diagnose
