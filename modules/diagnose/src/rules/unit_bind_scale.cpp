// SPDX-License-Identifier: Apache-2.0
// Rule: meshes that are drawn at another size than their vertices have.
#include "../rule.h"

#include <cmath>

namespace sartor::diagnose {

Rule unitBindScale() {
    return {{.id = "unit.bind_scale",
             .title = "Mesh and skeleton in different units",
             .severity = Severity::Info,
             .explanation =
                 "In the rest pose joints and inverse bind matrices together scale every vertex "
                 "by the same factor: mesh and skeleton were made in different units, as with "
                 "centimetres below an armature of scale 0.01. The picture is right. Morph "
                 "deltas, bounding boxes, level of detail and tools that read vertices without "
                 "the skin see the other size. Apply the scale to mesh and armature before "
                 "binding."},
            [](const SceneFacts& facts, Findings& findings) {
                // One finding for all skins of one scale.
                std::map<std::string, std::vector<std::uint32_t>> byScale;
                for (std::uint32_t skin = 0; skin < facts.skins.size(); ++skin) {
                    const BindPose& bind = facts.skins[skin].bind;
                    // A rest pose that is not the bind pose says nothing about one common scale.
                    const double scale = bind.commonDifference.scale;
                    if (facts.skins[skin].isUsed && bind.groups.size() == 1 && scale > 0.0 &&
                        std::abs(scale - 1.0) > 0.01) {
                        byScale[formatNumber(scale)].push_back(skin);
                    }
                }
                for (const auto& [scale, skins] : byScale) {
                    findings
                        .addToSkin(skins.front(),
                                   formatCount(skins.size(), "skin draws its", "skins draw their") +
                                       " meshes " + scale + " times as large as the vertices are")
                        .count = skins.size();
                }
            }};
}

} // namespace sartor::diagnose
