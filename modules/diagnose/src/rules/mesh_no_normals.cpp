// SPDX-License-Identifier: Apache-2.0
// Rule: deforming meshes without normals.
#include "../rule.h"

namespace sartor::diagnose {

Rule meshNoNormals() {
    return {{.id = "mesh.no_normals",
             .title = "Deforming meshes without normals",
             .severity = Severity::Info,
             .explanation =
                 "A skinned or morphed mesh has no normals. By the format it is shaded flat, with "
                 "normals computed anew after every deformation; many engines compute smooth ones "
                 "once at import instead, and the two look different. Export normals, so that "
                 "every tool shows the same."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const std::uint32_t i : facts.meshes) {
                    const import::MeshInstance& instance = facts.scene.instances[i];
                    if ((instance.skin || instance.morphs) && instance.mesh->normals().empty() &&
                        !instance.mesh->triangles().empty()) {
                        findings.addToInstance(i,
                                               "The mesh deforms, but its " +
                                                   formatCount(instance.mesh->vertexCount(),
                                                               "vertex has",
                                                               "vertices have") +
                                                   " no normals");
                    }
                }
            }};
}

} // namespace sartor::diagnose
