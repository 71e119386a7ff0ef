// SPDX-License-Identifier: Apache-2.0
// Rule: translation keys that change the length of a bone.
#include "../rule.h"

#include <glm/geometric.hpp>

#include <cmath>

namespace sartor::diagnose {

Rule animBoneStretch() {
    return {{.id = "anim.bone_stretch",
             .title = "Bones that change length",
             .severity = Severity::Info,
             .explanation =
                 "The translation of a joint below another one of the same skin changes its "
                 "distance from it by more than a hundredth of the rest length. That is "
                 "right for rigs that stretch; where it was not meant, the clip was made for "
                 "another skeleton or exported without its scale. Limbs grow or shrink, and "
                 "retargeting and inverse kinematics, which count on fixed lengths, are off."},
            [](const SceneFacts& facts, Findings& findings) {
                reportJointKeys(
                    facts,
                    findings,
                    [&facts](const assets::JointTracks& tracks, KeyFinding& keys) {
                        const assets::Joint& joint = facts.scene.skeleton->joint(tracks.joint);
                        const float restLength = glm::length(joint.parentFromJointRest.translation);
                        const bool isBone =
                            facts.isSkinJoint[tracks.joint.value()] && !joint.parent.isNone() &&
                            facts.isSkinJoint[joint.parent.value()] && restLength > 1e-6f;
                        for (std::size_t key = 0; isBone && key < tracks.translation.times.size();
                             ++key) {
                            const double stretch = static_cast<double>(
                                glm::length(keyValue(tracks.translation, key)) / restLength);
                            if (std::abs(stretch - 1.0) > 0.01) {
                                keys.add(tracks.joint,
                                         tracks.translation.times[key],
                                         std::abs(stretch - 1.0));
                            }
                        }
                    },
                    [](const KeyFinding& keys, const std::string& where) {
                        return formatCount(keys.count,
                                           "translation key changes",
                                           "translation keys change") +
                               " the length of a bone; the worst, by " +
                               formatNumber(100.0 * keys.worst) + " %, is " + where;
                    });
            }};
}

} // namespace sartor::diagnose
