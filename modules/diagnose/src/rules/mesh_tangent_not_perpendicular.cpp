// SPDX-License-Identifier: Apache-2.0
// Rule: tangents that lean against their normals.
#include "../rule.h"

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <cmath>

namespace sartor::diagnose {
namespace {

constexpr double kLeaning = 10.0; // degrees

// From a right angle, for two unit vectors.
double leanOf(const glm::dvec3& normal, const glm::dvec3& tangent) {
    const double lengths = glm::length(normal) * glm::length(tangent);
    return lengths > 0.0 ? glm::degrees(std::asin(
                               std::min(1.0, std::abs(glm::dot(normal, tangent)) / lengths)))
                         : 0.0;
}

} // namespace

Rule meshTangentNotPerpendicular() {
    return {{.id = "mesh.tangent_not_perpendicular",
             .title = "Tangents that lean",
             .severity = Severity::Info,
             .explanation =
                 "Tangents lean by more than 10 degrees from the plane of their normals. Normal "
                 "maps are lit from a wrong side there, and tangents that are made perpendicular "
                 "after skinning flicker where the lean changes. Compute the tangents again "
                 "after the normals were edited."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const std::uint32_t i : facts.meshes) {
                    const assets::Mesh& mesh = facts.meshOf(i);
                    VertexFinding vertices;
                    double worst = 0.0;
                    for (std::uint32_t vertex = 0;
                         vertex < std::min(mesh.tangents().size(), mesh.normals().size());
                         ++vertex) {
                        const double lean = leanOf(glm::dvec3(mesh.normals()[vertex]),
                                                   glm::dvec3(mesh.tangents()[vertex]));
                        if (lean > kLeaning) {
                            vertices.add(vertex);
                            worst = std::max(worst, lean);
                        }
                    }
                    if (vertices.count > 0) {
                        findings.addVertices(
                            i,
                            vertices,
                            formatCount(vertices.count, "tangent leans", "tangents lean") +
                                " from the plane of the normal, by up to " + formatNumber(worst) +
                                " degrees");
                    }
                }
            }};
}

} // namespace sartor::diagnose
