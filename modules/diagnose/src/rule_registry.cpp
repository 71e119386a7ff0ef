// SPDX-License-Identifier: Apache-2.0
// The list of rules, and what they share.
#include "rule.h"

#include <algorithm>
#include <array>

// One line a rule, by id: the function in the file of src/rules/ that bears its name.
#define SARTOR_RULES(RULE)                                                                         \
    RULE(animBoneStretch)                                                                          \
    RULE(animChannelEndsEarly)                                                                     \
    RULE(animConstantChannel)                                                                      \
    RULE(animDuplicateName)                                                                        \
    RULE(animEmptyName)                                                                            \
    RULE(animFirstKeyAfterZero)                                                                    \
    RULE(animJointsNotKeyed)                                                                       \
    RULE(animKeyGap)                                                                               \
    RULE(animMorphWeightRange)                                                                     \
    RULE(animNoDuration)                                                                           \
    RULE(animNoKeys)                                                                               \
    RULE(animNonuniformScale)                                                                      \
    RULE(animQuatFlip)                                                                             \
    RULE(animScaleZeroCross)                                                                       \
    RULE(animSpike)                                                                                \
    RULE(animSplineCollapse)                                                                       \
    RULE(animTimesDuplicate)                                                                       \
    RULE(animTimesNearlyEqual)                                                                     \
    RULE(animUnitMismatch)                                                                         \
    RULE(budgetJoints)                                                                             \
    RULE(budgetJointsPerPrimitive)                                                                 \
    RULE(budgetMorphTargets)                                                                       \
    RULE(budgetNormals)                                                                            \
    RULE(budgetWeightBits)                                                                         \
    RULE(budgetWeightSum)                                                                          \
    RULE(hierAttachedToMesh)                                                                       \
    RULE(hierDuplicateName)                                                                        \
    RULE(hierEmptyName)                                                                            \
    RULE(hierNameCase)                                                                             \
    RULE(hierNameCharacters)                                                                       \
    RULE(hierNoCounterpart)                                                                        \
    RULE(hierNonuniformScale)                                                                      \
    RULE(hierTooDeep)                                                                              \
    RULE(hierZeroLengthBone)                                                                       \
    RULE(hierZeroScale)                                                                            \
    RULE(meshDegenerateTriangles)                                                                  \
    RULE(meshDuplicateTriangles)                                                                   \
    RULE(meshFlippedNormals)                                                                       \
    RULE(meshMirroredNode)                                                                         \
    RULE(meshNoNormals)                                                                            \
    RULE(meshNormalNotUnit)                                                                        \
    RULE(meshTangentNotPerpendicular)                                                              \
    RULE(meshUnusedVertices)                                                                       \
    RULE(morphDefaultWeightRange)                                                                  \
    RULE(morphDuplicateName)                                                                       \
    RULE(morphDuplicateTarget)                                                                     \
    RULE(morphEmptyName)                                                                           \
    RULE(morphEmptyTarget)                                                                         \
    RULE(morphHugeDelta)                                                                           \
    RULE(morphNegligible)                                                                          \
    RULE(morphNoNormalDeltas)                                                                      \
    RULE(morphUniformOffset)                                                                       \
    RULE(skinAttributesWithoutSkin)                                                                \
    RULE(skinBindResidual)                                                                         \
    RULE(skinDuplicate)                                                                            \
    RULE(skinDuplicateJoint)                                                                       \
    RULE(skinIbmDiffers)                                                                           \
    RULE(skinIbmSheared)                                                                           \
    RULE(skinIbmSingular)                                                                          \
    RULE(skinMeshNodeTransformIgnored)                                                             \
    RULE(skinMirroredJoint)                                                                        \
    RULE(skinNegligibleJoint)                                                                      \
    RULE(skinNoCommonRoot)                                                                         \
    RULE(skinNodeBetweenJoints)                                                                    \
    RULE(skinOver256Joints)                                                                        \
    RULE(skinRigidMesh)                                                                            \
    RULE(skinSeveralRootJoints)                                                                    \
    RULE(skinUnused)                                                                               \
    RULE(skinUnusedJoint)                                                                          \
    RULE(unitBindScale)                                                                            \
    RULE(unitFarFromOrigin)                                                                        \
    RULE(unitSize)                                                                                 \
    RULE(weightsDuplicateJoint)                                                                    \
    RULE(weightsEmptySet)                                                                          \
    RULE(weightsHeavySecondSet)                                                                    \
    RULE(weightsInfluencesDropped)                                                                 \
    RULE(weightsInfluencesOver4)                                                                   \
    RULE(weightsJointOutOfRange)                                                                   \
    RULE(weightsNegative)                                                                          \
    RULE(weightsNonfinite)                                                                         \
    RULE(weightsNotNormalized)                                                                     \
    RULE(weightsOpenSeam)                                                                          \
    RULE(weightsOppositeSide)                                                                      \
    RULE(weightsPaddingJoint)                                                                      \
    RULE(weightsStrayVertex)                                                                       \
    RULE(weightsTiny)                                                                              \
    RULE(weightsZeroSum)

namespace sartor::diagnose {

#define SARTOR_DECLARE_RULE(name) Rule name();
SARTOR_RULES(SARTOR_DECLARE_RULE)
#undef SARTOR_DECLARE_RULE

std::span<const Rule> ruleTable() {
#define SARTOR_MAKE_RULE(name) name(),
    static const std::array table = {SARTOR_RULES(SARTOR_MAKE_RULE)};
#undef SARTOR_MAKE_RULE
    return table;
}

std::span<const RuleInfo> rules() {
    static const std::vector<RuleInfo> infos = [] {
        std::vector<RuleInfo> result;
        for (const Rule& rule : ruleTable()) {
            result.push_back(rule.info);
        }
        return result;
    }();
    return infos;
}

const RuleInfo* findRule(std::string_view id) {
    const auto all = rules();
    const auto found =
        std::find_if(all.begin(), all.end(), [id](const RuleInfo& info) { return info.id == id; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace sartor::diagnose
