// SPDX-License-Identifier: Apache-2.0
// Rule: skins that say the same.
#include "../rule.h"

#include <compare>
#include <cstring>
#include <numeric>

namespace sartor::diagnose {
namespace {

// Below zero, zero or above: joints first, then the bytes of the matrices.
int compare(const assets::Skin& a, const assets::Skin& b) {
    const auto joints = std::lexicographical_compare_three_way(
        a.joints().begin(), a.joints().end(), b.joints().begin(), b.joints().end());
    if (joints != 0) {
        return joints < 0 ? -1 : 1;
    }
    return std::memcmp(
        a.jointFromBind().data(), b.jointFromBind().data(), a.jointFromBind().size_bytes());
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
                // Equal ones stand side by side, the first of the file first.
                std::vector<std::uint32_t> order(facts.scene.skins.size());
                std::iota(order.begin(), order.end(), 0u);
                const auto difference = [&](std::uint32_t a, std::uint32_t b) {
                    return compare(*facts.scene.skins[a], *facts.scene.skins[b]);
                };
                std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
                    return difference(a, b) < 0;
                });
                for (std::size_t i = 0; i < order.size();) {
                    std::size_t end = i + 1;
                    while (end < order.size() && difference(order[i], order[end]) == 0) {
                        ++end;
                    }
                    const std::size_t copies = end - i - 1;
                    if (copies > 0 && facts.scene.skins[order[i]]->jointCount() > 0) {
                        findings
                            .addToSkin(order[i],
                                       formatCount(copies, "other skin has", "other skins have") +
                                           " the same joints and inverse bind matrices")
                            .count = copies;
                    }
                    i = end;
                }
            }};
}

} // namespace sartor::diagnose
