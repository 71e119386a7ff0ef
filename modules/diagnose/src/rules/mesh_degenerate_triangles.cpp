// SPDX-License-Identifier: Apache-2.0
// Rule: triangles without area.
#include "../rule.h"

#include <glm/geometric.hpp>

namespace sartor::diagnose {
namespace {

bool isDegenerate(const assets::Mesh& mesh, std::size_t corner) {
    const auto at = [&](std::size_t i) {
        return glm::dvec3(mesh.positions()[mesh.triangles()[corner + i]]);
    };
    const glm::dvec3 first = at(1) - at(0);
    const glm::dvec3 second = at(2) - at(0);
    const double longest =
        std::max({glm::length(first), glm::length(second), glm::length(second - first)});
    // A height below a millionth of the longest side: the rounding of float positions.
    return !(glm::length(glm::cross(first, second)) > 1e-6 * longest * longest);
}

} // namespace

Rule meshDegenerateTriangles() {
    return {{.id = "mesh.degenerate_triangles",
             .title = "Triangles without area",
             .severity = Severity::Info,
             .explanation =
                 "Triangles have two corners in one place, or all three on a line. They draw "
                 "nothing, but have no normal, and spoil what is computed from neighbours: "
                 "recomputed normals, tangents, adjacency. Remove them where the mesh was "
                 "made."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const std::uint32_t i : facts.meshes) {
                    const assets::Mesh& mesh = facts.meshOf(i);
                    VertexFinding triangles;
                    for (std::size_t corner = 0; corner + 2 < mesh.triangles().size();
                         corner += 3) {
                        if (isDegenerate(mesh, corner)) {
                            triangles.add(mesh.triangles()[corner]);
                        }
                    }
                    if (triangles.count > 0) {
                        findings.addVertices(
                            i,
                            triangles,
                            std::to_string(triangles.count) + " of " +
                                formatCount(mesh.triangles().size() / 3, "triangle", "triangles") +
                                " without area");
                    }
                }
            }};
}

} // namespace sartor::diagnose
