// SPDX-License-Identifier: Apache-2.0
// Rule: singular inverse bind matrices.
#include "../rule.h"

namespace sartor::diagnose {

Rule skinIbmSingular() {
    return {
        {.id = "skin.ibm_singular",
         .title = "Inverse bind matrices without inverse",
         .severity = Severity::Error,
         .explanation =
             "The inverse bind matrix of a joint flattens space: a joint was scaled to "
             "zero when the skin was bound, or the matrix was never written. Everything "
             "that follows the joint is squashed into a plane, a line or a point, and "
             "normals have no direction. Bind again with every scale above zero. A joint "
             "that no vertex follows does no harm and is only a warning."},
        [](const SceneFacts& facts, Findings& findings) {
            for (std::uint32_t skin = 0; skin < facts.skins.size(); ++skin) {
                std::vector<JointIndex> singular;
                bool isUsed = false;
                for (std::size_t slot = 0; slot < facts.skins[skin].bind.joints.size(); ++slot) {
                    const JointBind& joint = facts.skins[skin].bind.joints[slot];
                    if (joint.isSingular) {
                        singular.push_back(joint.joint);
                        isUsed = isUsed || facts.skins[skin].use[slot].vertexCount > 0;
                    }
                }
                if (!singular.empty()) {
                    Diagnostic& added =
                        findings.addJointsOfSkin(skin,
                                                 singular,
                                                 formatCount(singular.size(),
                                                             "inverse bind matrix flattens",
                                                             "inverse bind matrices flatten") +
                                                     " space: " + listOf(facts.scene, singular));
                    added.severity = isUsed ? Severity::Error : Severity::Warning;
                }
            }
        }};
}

} // namespace sartor::diagnose
