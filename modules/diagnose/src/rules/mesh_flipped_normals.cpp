// SPDX-License-Identifier: Apache-2.0
// Rule: normals that point to the back of their triangles.
#include "../report_triangles.h"

#include <glm/geometric.hpp>

namespace sartor::diagnose {
namespace {

// Do all three normals point away from the side that is the front?
bool isFlipped(const assets::Mesh& mesh, std::size_t corner) {
    if (mesh.normals().empty()) {
        return false;
    }
    const auto triangles = mesh.triangles();
    const auto position = [&](std::size_t i) {
        return glm::dvec3(mesh.positions()[triangles[corner + i]]);
    };
    const glm::dvec3 front = glm::cross(position(1) - position(0), position(2) - position(0));
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec3 normal(mesh.normals()[triangles[corner + i]]);
        // Smoothing may lean a normal past the edge of a flat triangle, but not far.
        if (!(glm::dot(front, normal) < -0.2 * glm::length(front) * glm::length(normal))) {
            return false;
        }
    }
    return true;
}

} // namespace

Rule meshFlippedNormals() {
    return {{.id = "mesh.flipped_normals",
             .title = "Normals on the back of their triangles",
             .severity = Severity::Warning,
             .explanation =
                 "All three normals of a triangle point to its back. The surface is lit from the "
                 "wrong side, and is black or missing where back faces are culled. Faces were "
                 "flipped, mirrored with a negative scale that was applied, or wound the other "
                 "way by an exporter. Recalculate the faces to the outside and export normals "
                 "again."},
            [](const SceneFacts& facts, Findings& findings) {
                reportTriangles(facts, findings, isFlipped, "with normals on the back");
            }};
}

} // namespace sartor::diagnose
