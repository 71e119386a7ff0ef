// SPDX-License-Identifier: Apache-2.0
// Rule: skins that say the same.
#include "../rule.h"

#include <cstring>

namespace sartor::diagnose {
namespace {

bool isEqual(const assets::Skin& a, const assets::Skin& b) {
    return std::equal(a.joints().begin(), a.joints().end(), b.joints().begin(), b.joints().end()) &&
           std::memcmp(a.jointFromBind().data(),
                       b.jointFromBind().data(),
                       a.jointFromBind().size_bytes()) == 0;
}

} // namespace

Rule skinDuplicate() {
    return {{.id = "skin.duplicate",
             .title = "Skins that say the same",
             .severity = Severity::Info,
             .explanation =
                 "Several skins have the same joints with the same inverse bind matrices. Each "
                 "costs a palette of its own, computed and uploaded in every frame, where one "
                 "would serve all meshes. Let the nodes share one skin."},
            [](const SceneFacts& facts, Findings& findings) {
                // Skins that share their first joint and their length, so that many different
                // skins are not all compared.
                std::map<std::pair<std::size_t, JointIndex>, std::vector<std::uint32_t>> groups;
                std::map<std::uint32_t, std::uint64_t> copiesOf;
                for (std::uint32_t i = 0; i < facts.scene.skins.size(); ++i) {
                    const assets::Skin& skin = *facts.scene.skins[i];
                    if (skin.jointCount() == 0) {
                        continue;
                    }
                    auto& group = groups[{skin.jointCount(), skin.joints().front()}];
                    const auto same =
                        std::find_if(group.begin(), group.end(), [&](std::uint32_t other) {
                            return isEqual(*facts.scene.skins[other], skin);
                        });
                    if (same != group.end()) {
                        ++copiesOf[*same];
                    } else {
                        group.push_back(i);
                    }
                }
                for (const auto& [skin, count] : copiesOf) {
                    findings
                        .addToSkin(skin,
                                   formatCount(count, "other skin has", "other skins have") +
                                       " the same joints and inverse bind matrices")
                        .count = count;
                }
            }};
}

} // namespace sartor::diagnose
