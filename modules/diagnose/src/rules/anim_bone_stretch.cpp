// SPDX-License-Identifier: Apache-2.0
// Rule: translation keys that change the length of a bone.
#include "../rule.h"

#include <glm/geometric.hpp>

#include <cmath>

namespace sartor::diagnose {
namespace {

void addStretched(const SceneFacts& facts, const assets::JointTracks& tracks, KeyFinding& keys) {
    const float restLength =
        glm::length(facts.scene.skeleton->joint(tracks.joint).parentFromJointRest.translation);
    for (std::size_t key = 0; key < tracks.translation.times.size(); ++key) {
        const double stretch =
            static_cast<double>(glm::length(keyValue(tracks.translation, key)) / restLength);
        if (std::abs(stretch - 1.0) > 0.01) {
            keys.add(tracks.joint, tracks.translation.times[key], std::abs(stretch - 1.0));
        }
    }
}

} // namespace

Rule animBoneStretch() {
    return {
        {.id = "anim.bone_stretch",
         .title = "Bones that change length",
         .severity = Severity::Info,
         .explanation =
             "The translation of a joint below another one of the same skin changes its "
             "distance from it by more than a hundredth of the rest length. That is "
             "right for rigs that stretch; where it was not meant, the clip was made for "
             "another skeleton or exported without its scale. Limbs grow or shrink, and "
             "retargeting and inverse kinematics, which count on fixed lengths, are off."},
        [](const SceneFacts& facts, Findings& findings) {
            for (std::uint32_t clip = 0; clip < facts.scene.clips.size(); ++clip) {
                // Bones of another unit are one finding for the whole clip.
                KeyFinding keys;
                for (const assets::JointTracks& tracks : facts.scene.clips[clip]->jointTracks()) {
                    if (!facts.unitFactorOfClip[clip] && facts.isBone(tracks.joint)) {
                        addStretched(facts, tracks, keys);
                    }
                }
                if (keys.count > 0) {
                    addKeys(findings,
                            clip,
                            keys,
                            formatCount(
                                keys.count, "translation key changes", "translation keys change") +
                                " the length of a bone; the worst, by " +
                                formatNumber(100.0 * keys.worst) + " %, is " +
                                worstPlace(facts, keys));
                }
            }
        }};
}

} // namespace sartor::diagnose
