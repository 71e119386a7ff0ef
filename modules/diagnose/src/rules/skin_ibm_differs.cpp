// SPDX-License-Identifier: Apache-2.0
// Rule: skins that bind the same joints differently.
#include "../rule.h"

#include <cmath>

namespace sartor::diagnose {
namespace {

// Of the numbers of a matrix as text with six digits, and the arithmetic that led to them.
constexpr float kSame = 1e-5f;

bool isSame(const math::Affine& a, const math::Affine& b) {
    float largest = 1.0f;
    float difference = 0.0f;
    const std::array<float, 12> rowsOfA = math::toRows(a);
    const std::array<float, 12> rowsOfB = math::toRows(b);
    for (std::size_t i = 0; i < rowsOfA.size(); ++i) {
        largest = std::max({largest, std::abs(rowsOfA[i]), std::abs(rowsOfB[i])});
        difference = std::max(difference, std::abs(rowsOfA[i] - rowsOfB[i]));
    }
    return difference <= kSame * largest;
}

// Where a joint was bound first.
struct FirstBinding {
    std::uint32_t skin = 0;
    math::Affine jointFromBind;
};

void compareSkins(const SceneFacts& facts, Findings& findings) {
    std::map<JointIndex, FirstBinding> firstOf;
    for (std::uint32_t index = 0; index < facts.scene.skins.size(); ++index) {
        const assets::Skin& skin = *facts.scene.skins[index];
        if (!facts.skins[index].isUsed) {
            continue;
        }
        std::vector<JointIndex> different;
        std::uint32_t other = 0;
        for (std::size_t slot = 0; slot < skin.jointCount(); ++slot) {
            const JointIndex joint = skin.joints()[slot];
            const math::Affine& jointFromBind = skin.jointFromBind()[slot];
            const FirstBinding& first =
                firstOf.try_emplace(joint, FirstBinding{index, jointFromBind}).first->second;
            if (first.skin != index && !isSame(first.jointFromBind, jointFromBind)) {
                other = different.empty() ? first.skin : other;
                different.push_back(joint);
            }
        }
        if (!different.empty()) {
            findings.addJointsOfSkin(index,
                                     different,
                                     formatCount(different.size(), "joint has", "joints have") +
                                         " another inverse bind matrix than in skin " +
                                         std::to_string(other) + ": " +
                                         listOf(facts.scene, different));
        }
    }
}

} // namespace

Rule skinIbmDiffers() {
    return {{.id = "skin.ibm_differs",
             .title = "Skins that bind the same joints differently",
             .severity = Severity::Info,
             .explanation =
                 "Two skins have joints in common and other inverse bind matrices for them: the "
                 "meshes were bound in different poses or from different places. What is drawn is "
                 "right, but clothes, hair and effects that are attached to a body cannot use its "
                 "palette, and each needs one of its own in every frame. Move the meshes to one "
                 "place, apply their transforms and bind them in one pose."},
            compareSkins};
}

} // namespace sartor::diagnose
