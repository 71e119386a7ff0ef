// SPDX-License-Identifier: Apache-2.0
// Rule: triangles without area.
#include "../report_triangles.h"

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
                reportTriangles(facts, findings, isDegenerate, "without area");
            }};
}

} // namespace sartor::diagnose
