// SPDX-License-Identifier: Apache-2.0
// Rule: names with characters that tools give a meaning of their own.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

constexpr std::string_view kReserved = "/\\|:[]";

bool isTroublesome(std::string_view name) {
    return name.find_first_of(kReserved) != std::string_view::npos || name.front() == ' ' ||
           name.back() == ' ' || std::any_of(name.begin(), name.end(), [](char character) {
               return static_cast<unsigned char>(character) < 0x20 || character == 0x7f;
           });
}

} // namespace

Rule hierNameCharacters() {
    return {{.id = "hier.name_characters",
             .title = "Names that tools change",
             .severity = Severity::Info,
             .explanation =
                 "Joints have names with a slash, backslash, bar, colon or bracket, with a "
                 "control character, or with a blank at an end. Tools read these as paths, "
                 "namespaces or indices, and replace or strip them at import; clips, sockets "
                 "and retargeting maps that were made with the old names no longer find their "
                 "joints. Use letters, digits, underscores, dots and dashes."},
            [](const SceneFacts& facts, Findings& findings) {
                std::vector<JointIndex> joints;
                for (std::size_t i = 0; i < facts.scene.skeleton->jointCount(); ++i) {
                    const std::string& name = facts.scene.skeleton->joints()[i].name;
                    if (facts.isSkinJoint[i] && !name.empty() && isTroublesome(name)) {
                        joints.emplace_back(i);
                    }
                }
                if (!joints.empty()) {
                    findings.addJoints(joints.front(),
                                       joints,
                                       formatCount(joints.size(), "joint", "joints") +
                                           " with characters in the name that tools change: " +
                                           listOf(facts.scene, joints));
                }
            }};
}

} // namespace sartor::diagnose
