// SPDX-License-Identifier: Apache-2.0
// Rule: joint numbers in slots without weight.
#include "../rule.h"

namespace sartor::diagnose {

Rule weightsPaddingJoint() {
    return {{.id = "weights.padding_joint",
             .title = "Joint numbers without weight",
             .severity = Severity::Info,
             .explanation =
                 "A slot without weight names a joint other than the first. The format asks for "
                 "zero there. It changes no vertex, but tools that count or remap joints by "
                 "their numbers take the joint for used: palettes of mesh parts grow, and "
                 "joints cannot be stripped. Write zero into unused slots at export.",
             .fix = "Unused slots name joint zero."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
                    const assets::FileInfluences& file = *mesh.influences;
                    VertexFinding vertices;
                    for (std::size_t vertex = 0;
                         facts.hasSetsOfFile() && vertex < file.vertexCount();
                         ++vertex) {
                        const std::size_t first = vertex * file.slotsPerVertex;
                        bool isNamed = false;
                        for (std::size_t i = first; i < first + file.slotsPerVertex; ++i) {
                            // Numbers that the skin does not have are the importer's to tell.
                            isNamed = isNamed || (file.weights[i] == 0.0f && file.joints[i] != 0 &&
                                                  file.joints[i] < mesh.weights.joints.size());
                        }
                        if (isNamed) {
                            vertices.add(vertex);
                        }
                    }
                    if (vertices.count > 0) {
                        findings.addVertices(
                            mesh.instance,
                            vertices,
                            formatCount(vertices.count, "vertex names", "vertices name") +
                                " a joint in a slot without weight, where zero is expected");
                    }
                }
            },
            [](const SceneFacts& facts, Fixes& fixes, Findings& changes) {
                mendVertices(facts,
                             fixes,
                             changes,
                             "joints of slots without weight were set to zero",
                             [](const WeightRow& row,
                                const SkinnedMesh& /*mesh*/,
                                std::uint32_t /*vertex*/) { return clearPadding(row); });
            }};
}

} // namespace sartor::diagnose
