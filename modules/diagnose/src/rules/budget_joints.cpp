// SPDX-License-Identifier: Apache-2.0
// Rule: more joints than the target has room for.
#include "../rule.h"

namespace sartor::diagnose {

Rule budgetJoints() {
    return {{.id = "budget.joints",
             .title = "More joints than the target takes",
             .severity = Severity::Warning,
             .explanation =
                 "The skin has more joints than the palette of the target holds. There the mesh "
                 "is refused, or joints beyond the end are read from the wrong place. Remove "
                 "joints that no vertex follows, or split the mesh by body part, each with a "
                 "skin of its own. Said for profiles with such a limit."},
            [](const SceneFacts& facts, Findings& findings) {
                const TargetProfile* profile = facts.options.profile;
                if (profile == nullptr || profile->jointsPerSkin == 0) {
                    return;
                }
                for (std::uint32_t skin = 0; skin < facts.scene.skins.size(); ++skin) {
                    const std::size_t count = facts.scene.skins[skin]->jointCount();
                    if (count > profile->jointsPerSkin) {
                        Diagnostic& added = findings.addToSkin(
                            skin,
                            std::to_string(count) + " joints; " + titleOf(*profile) + " takes " +
                                std::to_string(profile->jointsPerSkin));
                        withProfile(added, *profile).count = count;
                    }
                }
            }};
}

} // namespace sartor::diagnose
