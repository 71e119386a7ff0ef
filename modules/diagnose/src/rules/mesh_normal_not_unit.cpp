// SPDX-License-Identifier: Apache-2.0
// Rule: normals whose length is not one.
#include "../rule.h"

#include <glm/geometric.hpp>

#include <cmath>

namespace sartor::diagnose {

Rule meshNormalNotUnit() {
    return {
        {.id = "mesh.normal_not_unit",
         .title = "Normals that are not unit",
         .severity = Severity::Warning,
         .explanation = "The length of normals differs from one by more than a hundredth. Shading "
                        "is too bright or too dark there, and a normal of zero length is black or "
                        "NaN. Recompute or normalise the normals at export."},
        [](const SceneFacts& facts, Findings& findings) {
            for (const std::uint32_t i : facts.meshes) {
                const assets::Mesh& mesh = facts.meshOf(i);
                VertexFinding vertices;
                double worst = 1.0;
                for (std::uint32_t vertex = 0; vertex < mesh.normals().size(); ++vertex) {
                    const double length = glm::length(glm::dvec3(mesh.normals()[vertex]));
                    if (std::abs(length - 1.0) <= 0.01) {
                        continue;
                    }
                    worst = std::abs(length - 1.0) > std::abs(worst - 1.0) ? length : worst;
                    vertices.add(vertex);
                }
                if (vertices.count > 0) {
                    findings.addVertices(i,
                                         vertices,
                                         formatCount(vertices.count, "normal is", "normals are") +
                                             " not of length 1; the worst is " +
                                             formatNumber(worst));
                }
            }
        }};
}

} // namespace sartor::diagnose
