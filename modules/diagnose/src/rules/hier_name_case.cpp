// SPDX-License-Identifier: Apache-2.0
// Rule: names that differ in case alone.
#include "../rule.h"

#include <cctype>

namespace sartor::diagnose {
namespace {

// ASCII, as engines do.
std::string folded(std::string name) {
    for (char& character : name) {
        character = static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
    }
    return name;
}

void checkNames(const SceneFacts& facts, Findings& findings) {
    const TargetProfile* profile = facts.options.profile;
    const bool isOfProfile = profile != nullptr && profile->ignoresCase;
    std::map<std::string, std::map<std::string_view, JointIndex>> byFolded;
    for (std::size_t i = 0; i < facts.scene.skeleton->jointCount(); ++i) {
        const std::string& name = facts.scene.skeleton->joints()[i].name;
        if (!name.empty()) {
            byFolded[folded(name)].emplace(name, JointIndex(i));
        }
    }
    for (const auto& [key, spellings] : byFolded) {
        if (spellings.size() < 2) {
            continue;
        }
        std::vector<JointIndex> joints;
        for (const auto& [name, joint] : spellings) {
            joints.push_back(joint);
        }
        Diagnostic& added = findings.addJoints(
            joints[1],
            joints,
            "Names that differ in case alone" +
                (isOfProfile ? ", one name to " + titleOf(*profile) : std::string()) + ": " +
                listOf(facts.scene, joints));
        if (isOfProfile) {
            withProfile(added, *profile).severity = Severity::Warning;
        }
    }
}

} // namespace

Rule hierNameCase() {
    return {{.id = "hier.name_case",
             .title = "Names that differ in case alone",
             .severity = Severity::Info,
             .explanation =
                 "Several nodes have names that are the same but for upper and lower case. "
                 "Engines and file systems that ignore case take them for one, and one of the "
                 "joints is lost or gets the other's animation. Rename one of them. A warning "
                 "for profiles that ignore case."},
            checkNames};
}

} // namespace sartor::diagnose
