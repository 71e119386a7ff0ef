// SPDX-License-Identifier: Apache-2.0
// The list of rules, and what they share.
#include "rule.h"

#include <algorithm>
#include <array>

// One line a rule, by id: the function in the file of src/rules/ that bears its name.
#define SARTOR_RULES(RULE)                                                                         \
    RULE(animBoneStretch)                                                                          \
    RULE(animFirstKeyAfterZero)                                                                    \
    RULE(animKeyGap)                                                                               \
    RULE(animNoKeys)                                                                               \
    RULE(animNonuniformScale)                                                                      \
    RULE(animQuatFlip)                                                                             \
    RULE(animScaleZeroCross)                                                                       \
    RULE(animTimesDuplicate)                                                                       \
    RULE(hierDuplicateName)                                                                        \
    RULE(hierEmptyName)                                                                            \
    RULE(meshDegenerateTriangles)                                                                  \
    RULE(meshNormalNotUnit)                                                                        \
    RULE(morphEmptyTarget)                                                                         \
    RULE(skinAttributesWithoutSkin)                                                                \
    RULE(skinBindResidual)                                                                         \
    RULE(skinDuplicateJoint)                                                                       \
    RULE(skinIbmSingular)                                                                          \
    RULE(skinMeshNodeTransformIgnored)                                                             \
    RULE(skinMirroredJoint)                                                                        \
    RULE(skinNoCommonRoot)                                                                         \
    RULE(skinUnusedJoint)                                                                          \
    RULE(weightsDuplicateJoint)                                                                    \
    RULE(weightsInfluencesDropped)                                                                 \
    RULE(weightsInfluencesOver4)                                                                   \
    RULE(weightsJointOutOfRange)                                                                   \
    RULE(weightsNegative)                                                                          \
    RULE(weightsNonfinite)                                                                         \
    RULE(weightsNotNormalized)                                                                     \
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

std::string worstPlace(const SceneFacts& facts, const KeyFinding& keys) {
    return nameOf(facts.scene, keys.worstJoint) + " at " +
           formatNumber(static_cast<double>(keys.worstTime)) + " s";
}

Diagnostic&
addKeys(Findings& findings, std::uint32_t clip, const KeyFinding& keys, std::string message) {
    Diagnostic& added = findings.addToClip(clip, std::move(message));
    added.count = keys.count;
    added.joints = keys.joints;
    return added;
}

} // namespace sartor::diagnose
