// SPDX-License-Identifier: Apache-2.0
// Rule: vertices that no triangle uses.
#include "../rule.h"

namespace sartor::diagnose {

Rule meshUnusedVertices() {
    return {
        {.id = "mesh.unused_vertices",
         .title = "Vertices that no triangle uses",
         .severity = Severity::Info,
         .explanation =
             "Vertices of the mesh belong to no triangle. They are deformed in every frame "
             "and drawn never, and they widen bounding boxes. They are left over from "
             "deleted faces, or the parts of a mesh share one list of vertices. Remove "
             "loose vertices before export."},
        [](const SceneFacts& facts, Findings& findings) {
            for (const std::uint32_t i : facts.meshes) {
                const assets::Mesh& mesh = facts.meshOf(i);
                std::vector<bool> isUsed(mesh.vertexCount());
                for (const std::uint32_t vertex : mesh.triangles()) {
                    isUsed[vertex] = true;
                }
                VertexFinding vertices;
                // Points and lines have no triangles at all.
                for (std::size_t vertex = 0; !mesh.triangles().empty() && vertex < isUsed.size();
                     ++vertex) {
                    if (!isUsed[vertex]) {
                        vertices.add(vertex);
                    }
                }
                if (vertices.count > 0) {
                    findings.addVertices(i,
                                         vertices,
                                         std::to_string(vertices.count) + " of " +
                                             formatCount(mesh.vertexCount(), "vertex", "vertices") +
                                             " without a triangle");
                }
            }
        }};
}

} // namespace sartor::diagnose
