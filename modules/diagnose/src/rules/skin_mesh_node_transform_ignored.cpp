// SPDX-License-Identifier: Apache-2.0
// Rule: transforms of nodes that carry skinned meshes.
#include "../rule.h"

#include <sartor/import/mesh_text.h>

#include <cmath>

namespace sartor::diagnose {
namespace {

// Exporters that write a product of inverse matrices leave rounding behind.
constexpr float kIdentityTolerance = 1e-5f;

bool isIdentity(const math::Affine& affine) {
    const glm::mat4 difference = math::toMat4(affine) - glm::mat4(1.0f);
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) {
            if (!(std::abs(difference[column][row]) <= kIdentityTolerance)) {
                return false;
            }
        }
    }
    return true;
}

} // namespace

Rule skinMeshNodeTransformIgnored() {
    return {
        {.id = "skin.mesh_node_transform_ignored",
         .title = "Transform of a skinned mesh node",
         .severity = Severity::Info,
         .explanation = "The node of a skinned mesh has a transform of its own or through its "
                        "parents. Joints alone place a skinned mesh, so it is ignored; tools that "
                        "apply it nevertheless move the mesh twice. Put skinned meshes on nodes "
                        "without a transform, at the root of the scene."},
        [](const SceneFacts& facts, Findings& findings) {
            std::vector<JointIndex> said;
            for (std::uint32_t i = 0; i < facts.scene.instances.size(); ++i) {
                const import::MeshInstance& instance = facts.scene.instances[i];
                const math::Affine& modelFromNode = facts.modelFromJointRest[instance.node.value()];
                if (!instance.skin || isIdentity(modelFromNode) ||
                    std::find(said.begin(), said.end(), instance.node) != said.end()) {
                    continue;
                }
                said.push_back(instance.node);
                findings.addToNodeOf(i,
                                     "The transform of the node has no effect on its skinned " +
                                         meshText(instance));
            }
        }};
}

} // namespace sartor::diagnose
