// SPDX-License-Identifier: Apache-2.0
// Rule: triangles that are there twice.
#include "../rule.h"

#include <array>

namespace sartor::diagnose {
namespace {

// Corners from the smallest on, in the same turn: a back side is another triangle.
std::array<std::uint32_t, 3> turned(std::span<const std::uint32_t> corners) {
    const auto smallest = static_cast<std::size_t>(
        std::min_element(corners.begin(), corners.end()) - corners.begin());
    return {corners[smallest], corners[(smallest + 1) % 3], corners[(smallest + 2) % 3]};
}

} // namespace

Rule meshDuplicateTriangles() {
    return {{.id = "mesh.duplicate_triangles",
             .title = "Triangles that are there twice",
             .severity = Severity::Info,
             .explanation =
                 "Triangles have the same three vertices in the same turn as another one. They "
                 "are drawn on top of each other: transparent surfaces are twice as dense, and "
                 "what is computed from neighbours counts them double. Remove doubled faces "
                 "before export."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const std::uint32_t i : facts.meshes) {
                    const assets::Mesh& mesh = facts.meshOf(i);
                    std::vector<std::array<std::uint32_t, 3>> all;
                    for (std::size_t corner = 0; corner + 2 < mesh.triangles().size();
                         corner += 3) {
                        all.push_back(turned(mesh.triangles().subspan(corner, 3)));
                    }
                    std::sort(all.begin(), all.end());
                    VertexFinding triangles;
                    for (std::size_t k = 1; k < all.size(); ++k) {
                        const auto& [a, b, c] = all[k];
                        // Without area they have a rule of their own.
                        if (all[k] == all[k - 1] && a != b && b != c && c != a) {
                            triangles.add(a);
                        }
                    }
                    if (triangles.count > 0) {
                        findings.addVertices(i,
                                             triangles,
                                             std::to_string(triangles.count) + " of " +
                                                 formatCount(all.size(), "triangle", "triangles") +
                                                 " there more than once");
                    }
                }
            }};
}

} // namespace sartor::diagnose
