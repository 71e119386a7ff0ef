// SPDX-License-Identifier: Apache-2.0
// Rule: inverse bind matrices with shear.
#include "../rule.h"

#include <sartor/math/transform.h>

namespace sartor::diagnose {
namespace {

constexpr float kShear = 1e-3f;

} // namespace

Rule skinIbmSheared() {
    return {{.id = "skin.ibm_sheared",
             .title = "Inverse bind matrices with shear",
             .severity = Severity::Info,
             .explanation =
                 "The inverse bind matrix of a joint has shear, which translation, rotation and "
                 "scale cannot say. The format allows it and linear skinning is right with it, "
                 "but tools that store bind poses in three parts, dual quaternions among them, "
                 "lose it. It comes from scale that differs by axis above a turned joint at "
                 "binding. Freeze that scale and bind again."},
            [](const SceneFacts& facts, Findings& findings) {
                for (std::uint32_t skin = 0; skin < facts.scene.skins.size(); ++skin) {
                    const assets::Skin& bound = *facts.scene.skins[skin];
                    std::vector<JointIndex> sheared;
                    float worst = 0.0f;
                    for (std::size_t slot = 0; slot < bound.jointCount(); ++slot) {
                        if (facts.skins[skin].bind.joints[slot].isSingular) {
                            continue;
                        }
                        const float residual =
                            math::decompose(bound.jointFromBind()[slot]).residual;
                        if (residual > kShear) {
                            sheared.push_back(bound.joints()[slot]);
                            worst = std::max(worst, residual);
                        }
                    }
                    if (!sheared.empty()) {
                        findings.addJointsOfSkin(
                            skin,
                            sheared,
                            formatCount(
                                sheared.size(), "inverse bind matrix", "inverse bind matrices") +
                                " with shear of up to " +
                                formatNumber(100.0 * static_cast<double>(worst)) +
                                " %: " + listOf(facts.scene, sheared));
                    }
                }
            }};
}

} // namespace sartor::diagnose
