// SPDX-License-Identifier: Apache-2.0
// Scenes that break the rules on weights, and scenes that nearly do.
#include "lint_rows.h"

#include <limits>

namespace sartor::test {
namespace {

using diagnose::Severity;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// A second vertex where the first one is, with the same weights, for the second triangle.
void splitSeam(Parts& parts) {
    parts.mesh.positions.push_back(parts.mesh.positions[0]);
    parts.mesh.normals.push_back(parts.mesh.normals[0]);
    parts.weights.push_back(parts.weights[0]);
    parts.mesh.triangles = {0, 1, 2, 4, 2, 3};
}

void nameFeet(Parts& parts) {
    parts.joints[1].name = "foot.L";
    parts.joints[2].name = "foot.R";
}

// Two joints more, at the place of the spine.
void addTips(Parts& parts) {
    for (const std::uint32_t node : {4u, 5u}) {
        parts.joints.push_back(
            {node == 4 ? "a" : "b", JointIndex(2), moved(glm::vec3(0.0f, 0.1f, 0.0f)), node});
        parts.skinJoints.emplace_back(node);
        parts.jointFromBind.push_back({math::identityMat3(), glm::vec3(0.0f, -1.6f, 0.0f)});
    }
    parts.weights[1] = {{0, 0.5f}, {2, 0.25f}, {3, 0.25f}};
}

void readFromGltf(import::ImportedScene& scene) {
    scene.format = "glTF 2.0";
}

} // namespace

LintRows weightRows() {
    LintRows rows;
    rows.bad = {
        {"weights.zero_sum",
         Severity::Warning,
         kMeshPlace,
         "1 vertex with weights that sum to zero: no joint moves them",
         1,
         [](Parts& parts) { parts.weights[3] = {}; }},
        {"weights.negative",
         Severity::Warning,
         kMeshPlace,
         "2 vertices with a negative weight, down to -0.5: dropped when deforming",
         2,
         [](Parts& parts) {
             parts.weights[3] = {{1, 1.5f}, {0, -0.5f}};
             parts.weights[1] = {{1, 1.25f}, {0, -0.25f}};
         },
         {"weights.stray_vertex"}},
        {"weights.nonfinite",
         Severity::Error,
         kMeshPlace,
         "1 vertex with a NaN or infinite weight: dropped when deforming",
         1,
         [](Parts& parts) {
             parts.weights[3] = {{1, kNaN}, {0, 0.5f}};
         }},
        {"weights.duplicate_joint",
         Severity::Warning,
         kMeshPlace,
         "1 vertex with one joint in two slots with weight: their weights are added",
         1,
         [](Parts& parts) {
             parts.weights[3] = {{1, 0.5f}, {1, 0.5f}};
         }},
        {"weights.joint_out_of_range",
         Severity::Error,
         kMeshPlace,
         "1 vertex with weight on a joint that the skin does not have: numbers up to 2, but the "
         "skin has 2 joints",
         1,
         [](Parts& parts) {
             parts.weights[3] = {{1, 0.5f}, {2, 0.5f}};
         }},
        {"weights.tiny",
         Severity::Info,
         kMeshPlace,
         "1 vertex with a weight below 0.001961, which is zero in 8 bits; off by up to 1.118 mm "
         "(clip "
         "'Walk' at 1 s, vertex 3)",
         1,
         [](Parts& parts) {
             parts.weights[3] = {{1, 0.999f}, {0, 0.001f}};
         }},
        {"weights.influences_over_4",
         Severity::Info,
         kMeshPlace,
         "1 vertex with more than four influences; the most of any is 5",
         1,
         [](Parts& parts) {
             parts.weights[3] = {{0, 0.25f}, {1, 0.25f}, {0, 0.125f}, {1, 0.125f}, {0, 0.25f}};
         },
         {"weights.duplicate_joint"}},
        {"weights.not_normalized",
         Severity::Warning,
         kMeshPlace,
         "1 vertex with weights that do not sum to 1 within 1e-4; the sums of the mesh run from "
         "0.75 to 1; off by up to 512.8 mm (clip 'Walk' at 0.5 s, vertex 3)",
         1,
         [](Parts& parts) {
             parts.weights[3] = {{1, 0.5f}, {0, 0.25f}};
         }},
        {"weights.not_normalized",
         Severity::Info,
         kMeshPlace,
         "1 vertex with weights that sum to 1 within 1e-4, but not within rounding; off by up to "
         "0.1017 mm (clip 'Walk' at 0.5 s, vertex 3)",
         1,
         [](Parts& parts) {
             parts.weights[3] = {{1, 0.5f}, {0, 0.50005f}};
         }},
        {"weights.influences_dropped",
         Severity::Info,
         kMeshPlace,
         "2 vertices with more than 1 influence; up to 0.5 of the weight is dropped; off by up to "
         "558.8 mm (clip 'Walk' at 1 s, vertex 3)",
         2,
         [](Parts& parts) { parts.options.maximumInfluences = 1; }},
        {"weights.stray_vertex",
         Severity::Warning,
         kMeshPlace,
         "1 vertex follows other joints than all vertices around, which agree; off by up to 1118 "
         "mm (clip 'Walk' at 1 s, vertex 0)",
         1,
         // At the end the spine turns (0, 1, 0) to (0, 1.501, -1); the hips leave it.
         [](Parts& parts) {
             parts.weights = {{{1, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}};
         }},
        {"weights.open_seam",
         Severity::Warning,
         kMeshPlace,
         "1 vertex on a seam whose two sides have different weights; off by up to 1118 mm (clip "
         "'Walk' at 1 s, vertex 0)",
         1,
         [](Parts& parts) {
             splitSeam(parts);
             parts.weights[4] = {{1, 1.0f}};
         }},
        {"weights.opposite_side",
         Severity::Warning,
         kMeshPlace,
         "1 vertex close to a joint of one side with weight on the same joint of the other; up to "
         "0.1 on joint 'foot.R'; off by up to 111.8 mm (clip 'Walk' at 1 s, vertex 0)",
         1,
         [](Parts& parts) {
             nameFeet(parts);
             parts.weights[0] = {{0, 0.9f}, {1, 0.1f}};
         }},
        {"weights.padding_joint",
         Severity::Info,
         kMeshPlace,
         "1 vertex names a joint in a slot without weight, where zero is expected",
         1,
         [](Parts& parts) {
             parts.patch = readFromGltf;
             parts.weights[0] = {{0, 1.0f}, {1, 0.0f}};
         }},
        {"weights.empty_set",
         Severity::Info,
         kMeshPlace,
         "1 of 2 sets of joints and weights without any weight",
         1,
         [](Parts& parts) {
             parts.patch = readFromGltf;
             parts.weights[0].resize(8, {0, 0.0f});
         }},
        {"weights.heavy_second_set",
         Severity::Info,
         kMeshPlace,
         "1 vertex with a heavier influence behind the first four than among them; tools that read "
         "one set lose up to 0.75 of the weight; off by up to 838.9 mm (clip 'Walk' at 1 s, vertex "
         "0)",
         1,
         [](Parts& parts) {
             parts.patch = readFromGltf;
             parts.weights[0] = {{0, 0.25f}, {0, 0.0f}, {0, 0.0f}, {0, 0.0f}, {1, 0.75f}};
         }},
        {"weights.heavy_second_set",
         Severity::Warning,
         kMeshPlace,
         "1 vertex with a heavier influence behind the first four than among them; Test engine "
         "1.0, which reads one set, loses up to 0.75 of the weight; off by up to 838.9 mm (clip "
         "'Walk' at 1 s, vertex 0)",
         1,
         [](Parts& parts) {
             static constexpr diagnose::TargetProfile kFirstSet = {.name = "first-set",
                                                                   .engine = "Test engine",
                                                                   .version = "1.0",
                                                                   .isFirstSetOnly = true};
             parts.options.profile = &kFirstSet;
             parts.patch = readFromGltf;
             parts.weights[0] = {{0, 0.25f}, {0, 0.0f}, {0, 0.0f}, {0, 0.0f}, {1, 0.75f}};
         }},
        {"weights.influences_dropped",
         Severity::Warning,
         kMeshPlace,
         "2 vertices with more than 1 influence, all that Test engine 1.0 keeps; up to 0.5 of the "
         "weight is dropped; off by up to 558.8 mm (clip 'Walk' at 1 s, vertex 3)",
         2,
         [](Parts& parts) {
             static constexpr diagnose::TargetProfile kOneInfluence = {
                 .name = "one", .engine = "Test engine", .version = "1.0", .influences = 1};
             parts.options.profile = &kOneInfluence;
         }}};
    rows.calm = {
        {"weights.zero_sum",
         "a slot without weight before one with it",
         [](Parts& parts) {
             parts.weights[3] = {{0, 0.0f}, {1, 1.0f}};
         }},
        {"weights.negative",
         "a zero with a sign",
         [](Parts& parts) {
             parts.weights[3] = {{1, 1.0f}, {0, -0.0f}};
         }},
        {"weights.nonfinite",
         "joint numbers that are huge and weights that are zero",
         [](Parts& parts) {
             parts.weights[3] = {{1, 1.0f}, {0xffffffffu, 0.0f}};
         }},
        {"weights.duplicate_joint",
         "one joint in two slots, one of them without weight",
         [](Parts& parts) {
             parts.weights[3] = {{1, 0.5f}, {0, 0.5f}, {1, 0.0f}};
         }},
        {"weights.joint_out_of_range",
         "padding slots of a joint that is not there",
         [](Parts& parts) {
             parts.weights[3] = {{1, 1.0f}, {99, 0.0f}};
         }},
        {"weights.tiny",
         "a weight that 8 bits just hold",
         [](Parts& parts) {
             parts.weights[3] = {{1, 0.998f}, {0, 0.002f}};
         }},
        {"weights.influences_over_4",
         "four influences",
         [](Parts& parts) {
             addTips(parts);
             parts.weights[0] = {{0, 0.25f}, {1, 0.25f}, {2, 0.25f}, {3, 0.25f}};
         }},
        {"weights.not_normalized",
         "rounded weights",
         [](Parts& parts) {
             parts.weights[3] = {{1, 0.3333333f}, {0, 0.6666666f}};
         }},
        {"weights.influences_dropped",
         "a limit that no vertex reaches",
         [](Parts& parts) { parts.options.maximumInfluences = 2; }},
        {"weights.stray_vertex",
         "a vertex half way between its own joint and that of its neighbours",
         [](Parts& parts) {
             parts.weights = {{{0, 0.5f}, {1, 0.5f}}, {{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}};
         }},
        {"weights.open_seam",
         "a seam with the same weights on both sides",
         [](Parts& parts) { splitSeam(parts); }},
        {"weights.open_seam",
         "two surfaces that touch along an edge and part",
         [](Parts& parts) {
             splitSeam(parts);
             parts.weights[3] = {{1, 1.0f}};
             parts.weights[4] = {{1, 1.0f}};
             // Each part goes on behind the edge with a triangle of its own.
             parts.mesh.positions.insert(parts.mesh.positions.end(),
                                         {{1.0f, 1.0f, 1.0f}, {0.0f, 2.0f, 1.0f}});
             parts.weights.insert(parts.weights.end(), {{{0, 1.0f}}, {{1, 1.0f}}});
             parts.mesh.triangles.insert(parts.mesh.triangles.end(), {0, 2, 5, 4, 6, 2});
             parts.mesh.normals.clear();
         },
         {"mesh.no_normals"}},
        {"weights.opposite_side",
         "dust on the joint of the other side",
         [](Parts& parts) {
             nameFeet(parts);
             parts.weights[0] = {{0, 0.99f}, {1, 0.01f}};
         }},
        {"weights.opposite_side",
         "a vertex between the two sides",
         [](Parts& parts) {
             nameFeet(parts);
             parts.mesh.positions[0].y = 1.2f;
             parts.weights[0] = {{0, 0.5f}, {1, 0.5f}};
         }},
        {"weights.padding_joint",
         "slots without weight that name the first joint",
         [](Parts& parts) {
             parts.patch = readFromGltf;
             parts.weights[0] = {{0, 1.0f}, {0, 0.0f}};
         }},
        {"weights.padding_joint",
         "slots that another loader has made",
         [](Parts& parts) {
             parts.weights[0] = {{0, 1.0f}, {1, 0.0f}};
         }},
        {"weights.empty_set",
         "a second set with weight",
         [](Parts& parts) {
             addTips(parts);
             parts.patch = readFromGltf;
             parts.weights[0] = {{0, 0.375f}, {1, 0.25f}, {2, 0.125f}, {3, 0.125f}, {0, 0.125f}};
         },
         {"weights.duplicate_joint", "weights.influences_over_4"}},
        {"weights.heavy_second_set",
         "a second set that is lighter than the first",
         [](Parts& parts) {
             addTips(parts);
             parts.patch = readFromGltf;
             parts.weights[0] = {{0, 0.25f}, {1, 0.25f}, {2, 0.25f}, {3, 0.125f}, {0, 0.125f}};
         },
         {"weights.duplicate_joint", "weights.influences_over_4"}}};
    return rows;
}

} // namespace sartor::test
