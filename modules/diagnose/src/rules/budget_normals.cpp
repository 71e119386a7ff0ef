// SPDX-License-Identifier: Apache-2.0
// Rule: scale that the normals of the target do not survive.
#include "../rule.h"

#include <sartor/math/singular_values.h>

#include <glm/trigonometric.hpp>

#include <cmath>

namespace sartor::diagnose {
namespace {

constexpr double kLeaning = 1.0; // degrees

} // namespace

Rule budgetNormals() {
    return {{.id = "budget.normals",
             .title = "Normals under scale that differs by axis",
             .severity = Severity::Warning,
             .explanation =
                 "In the rest pose a joint stretches the mesh differently along its axes, and the "
                 "target turns normals by that matrix instead of its inverse transpose. The "
                 "normals lean by up to the given angle, and the part is shaded wrongly even "
                 "while it stands still. Bake the scale into the bind pose: freeze it and bind "
                 "again. Scale in clips has a rule of its own, anim.nonuniform_scale. Said for "
                 "profiles that turn normals by the matrix."},
            [](const SceneFacts& facts, Findings& findings) {
                const TargetProfile* profile = facts.options.profile;
                if (profile == nullptr || profile->normals != NormalHabit::ByMatrix) {
                    return;
                }
                for (std::uint32_t skin = 0; skin < facts.skins.size(); ++skin) {
                    std::vector<JointIndex> joints;
                    double worst = 0.0;
                    for (std::size_t slot = 0; slot < facts.skins[skin].bind.joints.size();
                         ++slot) {
                        const JointBind& joint = facts.skins[skin].bind.joints[slot];
                        if (!joint.isFinite || facts.skins[skin].use[slot].vertexCount == 0) {
                            continue;
                        }
                        const glm::dvec3 stretch =
                            math::singularValues(glm::dmat3(joint.modelFromBind.linear)).sigma;
                        if (!(stretch[2] > 0.0)) {
                            continue;
                        }
                        const double ratio = stretch[0] / stretch[2];
                        const double lean = glm::degrees(std::atan(ratio) - std::atan(1.0 / ratio));
                        if (lean > kLeaning) {
                            joints.push_back(joint.joint);
                            worst = std::max(worst, lean);
                        }
                    }
                    if (!joints.empty()) {
                        withProfile(findings.addJointsOfSkin(
                                        skin,
                                        joints,
                                        formatCount(joints.size(), "joint", "joints") +
                                            " under which the normals of " + titleOf(*profile) +
                                            " lean by up to " + formatNumber(worst) +
                                            " degrees at rest: " + listOf(facts.scene, joints)),
                                    *profile);
                    }
                }
            }};
}

} // namespace sartor::diagnose
