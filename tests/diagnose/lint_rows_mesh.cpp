// SPDX-License-Identifier: Apache-2.0
// Scenes that break the rules on meshes, and scenes that nearly do.
#include "lint_rows.h"

namespace sartor::test {
namespace {

using diagnose::Severity;

// The mesh without skin, at a node of that scale.
void placeMesh(Parts& parts, const glm::vec3& scale) {
    parts.skin.reset();
    parts.weights.clear();
    parts.joints[3].parentFromJointRest.scale = scale;
}

} // namespace

LintRows meshRows() {
    LintRows rows;
    rows.bad = {{"mesh.degenerate_triangles",
                 Severity::Info,
                 kMeshPlace,
                 "2 of 3 triangles without area",
                 2,
                 [](Parts& parts) {
                     parts.mesh.positions.push_back({0.5f, 1.0f, 0.0f});
                     parts.mesh.normals.push_back({0.0f, 0.0f, 1.0f});
                     parts.weights.push_back({{0, 1.0f}});
                     parts.mesh.triangles = {0, 1, 2, 0, 4, 1, 2, 2, 3};
                 }},
                {"mesh.normal_not_unit",
                 Severity::Warning,
                 kMeshPlace,
                 "2 normals are not of length 1; the worst is 0",
                 2,
                 [](Parts& parts) {
                     parts.mesh.normals[1] = glm::vec3(0.0f);
                     parts.mesh.normals[2] = glm::vec3(0.0f, 0.0f, 1.02f);
                 }},
                {"mesh.no_normals",
                 Severity::Info,
                 kMeshPlace,
                 "The mesh deforms, but its 4 vertices have no normals",
                 1,
                 [](Parts& parts) { parts.mesh.normals.clear(); }},
                {"mesh.tangent_not_perpendicular",
                 Severity::Info,
                 kMeshPlace,
                 "1 tangent leans from the plane of the normal, by up to 90 degrees",
                 1,
                 [](Parts& parts) {
                     parts.mesh.tangents.resize(4, {1.0f, 0.0f, 0.0f, 1.0f});
                     parts.mesh.tangents[1] = {0.0f, 0.0f, 1.0f, 1.0f};
                 }},
                {"mesh.unused_vertices",
                 Severity::Info,
                 kMeshPlace,
                 "1 of 4 vertices without a triangle",
                 1,
                 [](Parts& parts) {
                     parts.mesh.triangles = {0, 1, 2};
                 }},
                {"mesh.flipped_normals",
                 Severity::Warning,
                 kMeshPlace,
                 "1 of 2 triangles with normals on the back",
                 1,
                 [](Parts& parts) {
                     parts.mesh.triangles = {0, 1, 2, 3, 2, 0};
                 }},
                {"mesh.duplicate_triangles",
                 Severity::Info,
                 kMeshPlace,
                 "1 of 3 triangles there more than once",
                 1,
                 [](Parts& parts) {
                     parts.mesh.triangles = {0, 1, 2, 0, 2, 3, 2, 0, 1};
                 }},
                {"mesh.mirrored_node",
                 Severity::Info,
                 "/nodes/3",
                 "The node mirrors its mesh 'Body'",
                 1,
                 [](Parts& parts) {
                     placeMesh(parts, {-1.0f, 1.0f, 1.0f});
                 }}};
    rows.calm = {
        {"mesh.degenerate_triangles",
         "a thin triangle",
         [](Parts& parts) { parts.mesh.positions[2].y = 1.001f; }},
        {"mesh.normal_not_unit",
         "a rounded normal",
         [](Parts& parts) { parts.mesh.normals[2].z = 1.005f; }},
        {"mesh.no_normals",
         "a mesh that does not deform",
         [](Parts& parts) {
             parts.mesh.normals.clear();
             placeMesh(parts, {1.0f, 1.0f, 1.0f});
             parts.patch = [](import::ImportedScene& scene) {
                 scene.instances[0].morphs = nullptr;
             };
         }},
        {"mesh.tangent_not_perpendicular",
         "tangents that lean a little",
         [](Parts& parts) {
             parts.mesh.tangents.resize(4, {0.995f, 0.0f, 0.1f, 1.0f});
         }},
        {"mesh.unused_vertices",
         "points, which have no triangles at all",
         [](Parts& parts) { parts.mesh.triangles.clear(); }},
        {"mesh.flipped_normals",
         "normals that lean over the edge",
         [](Parts& parts) {
             parts.mesh.normals.assign(4, {0.995f, 0.0f, -0.1f});
         }},
        {"mesh.duplicate_triangles",
         "a back side",
         [](Parts& parts) {
             parts.mesh.triangles = {0, 1, 2, 0, 2, 3, 1, 0, 2};
             parts.mesh.normals.clear();
         },
         {"mesh.no_normals"}},
        {"mesh.mirrored_node", "a node that is turned by two negative scales", [](Parts& parts) {
             placeMesh(parts, {-1.0f, -1.0f, 1.0f});
         }}};
    return rows;
}

} // namespace sartor::test
