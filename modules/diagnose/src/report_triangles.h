// SPDX-License-Identifier: Apache-2.0
// What rules on triangles share.
#pragma once

#include "rule.h"

namespace sartor::diagnose {

/// One finding for every mesh that has triangles of that kind, with a corner of the first few.
/// isMeant(mesh, corner) -> bool, for the first of three corners. "2 of 3 triangles without area"
/// for the ending "without area".
template <class IsMeant>
void reportTriangles(const SceneFacts& facts,
                     Findings& findings,
                     IsMeant isMeant,
                     const std::string& ending) {
    for (const std::uint32_t i : facts.meshes) {
        const assets::Mesh& mesh = facts.meshOf(i);
        VertexFinding triangles;
        for (std::size_t corner = 0; corner + 2 < mesh.triangles().size(); corner += 3) {
            if (isMeant(mesh, corner)) {
                triangles.add(mesh.triangles()[corner]);
            }
        }
        if (triangles.count > 0) {
            findings.addVertices(
                i,
                triangles,
                std::to_string(triangles.count) + " of " +
                    formatCount(mesh.triangles().size() / 3, "triangle", "triangles") + " " +
                    ending);
        }
    }
}

} // namespace sartor::diagnose
