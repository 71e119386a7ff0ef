// SPDX-License-Identifier: Apache-2.0
// Rule: skinned meshes that follow one joint alone.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

// The slot that all vertices follow with their whole weight.
std::optional<SkinJointIndex> onlySlot(const assets::InfluenceSet& influences) {
    const auto joints = influences.joints();
    const bool isOne = influences.maxPerVertex() == 1 && influences.vertexCount() > 0 &&
                       std::all_of(joints.begin(), joints.end(), [&](SkinJointIndex joint) {
                           return joint == joints.front();
                       });
    return isOne ? std::optional(joints.front()) : std::nullopt;
}

} // namespace

Rule skinRigidMesh() {
    return {{.id = "skin.rigid_mesh",
             .title = "Skinned meshes that move as one piece",
             .severity = Severity::Info,
             .explanation =
                 "Every vertex of the mesh follows one joint with its whole weight, so the mesh "
                 "never deforms. As a child of the joint without a skin it would look the same "
                 "and cost neither a palette nor weights. If it was meant to bend, its weights "
                 "were lost."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
                    const assets::Skin& skin = *facts.scene.skins[mesh.skin];
                    const auto slot = mesh.built ? onlySlot(*mesh.built) : std::nullopt;
                    if (slot && skin.jointCount() > 1) {
                        findings
                            .addToInstance(mesh.instance,
                                           "All " +
                                               formatCount(mesh.weights.vertexCount,
                                                           "vertex follows ",
                                                           "vertices follow ") +
                                               nameOf(facts.scene, skin.joint(*slot)) + " alone")
                            .joints = {skin.joint(*slot)};
                    }
                }
            }};
}

} // namespace sartor::diagnose
