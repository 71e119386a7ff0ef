// SPDX-License-Identifier: Apache-2.0
// Rule: skins that 8-bit joint numbers cannot address.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

constexpr std::size_t kMost = 256;

} // namespace

Rule skinOver256Joints() {
    return {{.id = "skin.over_256_joints",
             .title = "More than 256 joints",
             .severity = Severity::Info,
             .explanation =
                 "The skin has more joints than a number of 8 bits can name, and more than many "
                 "engines hold in one palette. There the mesh must be split, or the joints "
                 "beyond are read from the wrong place. Check with the profile of the target; "
                 "remove joints that no vertex follows, or split the mesh by body part."},
            [](const SceneFacts& facts, Findings& findings) {
                for (std::uint32_t skin = 0; skin < facts.scene.skins.size(); ++skin) {
                    const std::size_t count = facts.scene.skins[skin]->jointCount();
                    if (count > kMost) {
                        findings
                            .addToSkin(skin,
                                       std::to_string(count) +
                                           " joints; numbers of 8 bits reach 256")
                            .count = count;
                    }
                }
            }};
}

} // namespace sartor::diagnose
