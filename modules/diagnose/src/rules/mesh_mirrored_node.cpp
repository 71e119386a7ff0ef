// SPDX-License-Identifier: Apache-2.0
// Rule: nodes that mirror the mesh they carry.
#include "../rule.h"

#include <sartor/import/mesh_text.h>

#include <glm/matrix.hpp>

namespace sartor::diagnose {

Rule meshMirroredNode() {
    return {
        {.id = "mesh.mirrored_node",
         .title = "Mirrored meshes",
         .severity = Severity::Info,
         .explanation =
             "The node of a mesh without skin mirrors it, through a negative scale of its "
             "own or above. The winding of its triangles turns over, which the format asks "
             "every tool to undo; those that do not show it inside out, and tangent spaces "
             "are mirrored as well. Apply the scale to the mesh."},
        [](const SceneFacts& facts, Findings& findings) {
            std::vector<JointIndex> said;
            for (std::uint32_t i = 0; i < facts.scene.instances.size(); ++i) {
                const import::MeshInstance& instance = facts.scene.instances[i];
                const math::Affine& modelFromNode = facts.modelFromJointRest[instance.node.value()];
                if (instance.skin || !(glm::determinant(glm::dmat3(modelFromNode.linear)) < 0.0) ||
                    std::find(said.begin(), said.end(), instance.node) != said.end()) {
                    continue;
                }
                said.push_back(instance.node);
                findings.addToNodeOf(i, "The node mirrors its " + meshText(instance));
            }
        }};
}

} // namespace sartor::diagnose
