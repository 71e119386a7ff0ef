// SPDX-License-Identifier: Apache-2.0
// Rule: joints of a skin whose bind poses differ.
#include "../rule.h"

#include <glm/matrix.hpp>

#include <cmath>

namespace sartor::diagnose {
namespace {

// Length and angle on one scale: a radian moves what is one size away by one size.
double badness(const BindDifference& difference) {
    return difference.relativeLength + difference.degrees / 57.3 + std::abs(difference.scale - 1.0);
}

std::string describe(const BindDifference& difference) {
    return formatNumber(difference.length) + " (" +
           formatNumber(100.0 * difference.relativeLength) + " % of the skin), " +
           formatNumber(difference.degrees) + " degrees, scale " + formatNumber(difference.scale);
}

} // namespace

Rule skinBindResidual() {
    return {
        {.id = "skin.bind_residual",
         .title = "Joints bound in different poses",
         .severity = Severity::Warning,
         .explanation =
             "In the pose in which a skin was bound, the product of joint transform and "
             "inverse bind matrix is the same for every joint. Here it differs between "
             "joints that vertices follow, so the mesh is already deformed in the rest "
             "pose. Where every joint keeps its offset from the one above, the rest pose "
             "is simply another pose than the bind pose, which is reported for "
             "information. Otherwise matrices are wrong: joints moved after binding, "
             "matrices in the wrong order, a joint list in another order, several bind "
             "poses in one skin. Look at the bind view, and go back to the bind pose and "
             "bind again."},
        [](const SceneFacts& facts, Findings& findings) {
            for (std::uint32_t skin = 0; skin < facts.skins.size(); ++skin) {
                const SkinFacts& skinFacts = facts.skins[skin];
                std::vector<JointIndex> differing;
                const JointBind* worst = nullptr;
                for (std::size_t slot = 0; slot < skinFacts.bind.joints.size(); ++slot) {
                    const JointBind& joint = skinFacts.bind.joints[slot];
                    // A joint that is flat at rest or at binding is a finding of its own.
                    const bool isFlat =
                        joint.isSingular ||
                        glm::determinant(glm::dmat3(
                            facts.modelFromJointRest[joint.joint.value()].linear)) == 0.0;
                    if (joint.group == 0 || skinFacts.use[slot].vertexCount == 0 || isFlat) {
                        continue;
                    }
                    differing.push_back(joint.joint);
                    if (!worst || badness(joint.residual) > badness(worst->residual)) {
                        worst = &joint;
                    }
                }
                if (differing.empty()) {
                    continue;
                }
                const std::string numbers =
                    nameOf(facts.scene, worst->joint) + " is off by " + describe(worst->residual);
                const std::string count =
                    std::to_string(differing.size()) + " of " +
                    formatCount(skinFacts.bind.joints.size(), "joint", "joints");
                if (skinFacts.bind.isOtherPose) {
                    findings
                        .addJointsOfSkin(skin,
                                         differing,
                                         "The rest pose is not the bind pose: " + count +
                                             " turned since binding; " + numbers)
                        .severity = Severity::Info;
                } else {
                    findings.addJointsOfSkin(
                        skin, differing, count + " bound differently from the others; " + numbers);
                }
            }
        }};
}

} // namespace sartor::diagnose
