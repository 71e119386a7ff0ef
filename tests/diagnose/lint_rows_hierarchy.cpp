// SPDX-License-Identifier: Apache-2.0
// Scenes that break the rules on hierarchies, names and units, and scenes that nearly do.
#include "lint_rows.h"

namespace sartor::test {
namespace {

using diagnose::Severity;

// Joints of the skin without weight, side by side below the root.
void addNamed(Parts& parts, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        const std::size_t node = parts.joints.size();
        parts.joints.push_back({name,
                                JointIndex(1),
                                moved(glm::vec3(0.1f, 0.0f, 0.0f)),
                                static_cast<std::uint32_t>(node)});
        parts.skinJoints.emplace_back(node);
        parts.jointFromBind.push_back({math::identityMat3(), glm::vec3(-0.1f, -1.0f, 0.0f)});
    }
}

// One joint more, at that height above the spine.
void addAbove(Parts& parts, float height) {
    parts.joints.push_back({"twist", JointIndex(2), moved(glm::vec3(0.0f, height, 0.0f)), 4});
    parts.skinJoints.emplace_back(4);
    parts.jointFromBind.push_back({math::identityMat3(), glm::vec3(0.0f, -1.5f - height, 0.0f)});
    parts.weights[2] = {{2, 1.0f}};
}

// Nodes below the root, each below the one before.
void addChain(Parts& parts, std::uint32_t count) {
    JointIndex parent(0);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t node = parts.joints.size();
        parts.joints.push_back(
            {"link " + std::to_string(i), parent, {}, static_cast<std::uint32_t>(node)});
        parent = JointIndex(node);
    }
}

void moveMesh(Parts& parts, float distance) {
    for (glm::vec3& position : parts.mesh.positions) {
        position.x += distance;
    }
}

} // namespace

LintRows hierarchyRows() {
    LintRows rows;
    rows.bad = {
        {"hier.attached_to_mesh",
         Severity::Warning,
         "/nodes/4",
         "It hangs on 'body', whose mesh is moved by a skin and not by the node",
         1,
         [](Parts& parts) {
             parts.joints.push_back({"sword", JointIndex(3), {}, 4});
         }},
        {"hier.duplicate_name",
         Severity::Info,
         "/nodes/3",
         "2 nodes are called 'hips'",
         2,
         [](Parts& parts) { parts.joints[3].name = "hips"; }},
        {"hier.empty_name",
         Severity::Info,
         "/nodes/1",
         "2 joints without a name",
         2,
         [](Parts& parts) {
             parts.joints[1].name.clear();
             parts.joints[2].name.clear();
         }},
        {"hier.name_case",
         Severity::Info,
         "/nodes/1",
         "Names that differ in case alone: 'HIPS' and 'hips'",
         2,
         [](Parts& parts) { parts.joints[3].name = "HIPS"; }},
        {"hier.name_case",
         Severity::Warning,
         "/nodes/1",
         "Names that differ in case alone, one name to Test engine 1.0: 'HIPS' and 'hips'",
         2,
         [](Parts& parts) {
             static constexpr diagnose::TargetProfile kNoCase = {
                 .name = "no-case", .engine = "Test engine", .version = "1.0", .ignoresCase = true};
             parts.options.profile = &kNoCase;
             parts.joints[3].name = "HIPS";
         }},
        {"hier.name_characters",
         Severity::Info,
         "/nodes/1",
         "2 joints with characters in the name that tools change: 'rig:hips' and 'spine '",
         2,
         [](Parts& parts) {
             parts.joints[1].name = "rig:hips";
             parts.joints[2].name = "spine ";
         }},
        {"hier.no_counterpart",
         Severity::Info,
         "/nodes/10",
         "1 joint without a partner on the other side, where 6 have one: 'LeftEye'",
         1,
         [](Parts& parts) {
             addNamed(parts,
                      {"arm.L", "arm.R", "l_leg_01", "r_leg_01", "LeftEar", "RightEar", "LeftEye"});
         },
         {"skin.unused_joint"}},
        {"hier.zero_scale",
         Severity::Warning,
         "/nodes/2",
         "1 node with a scale of zero at rest: 'spine'",
         1,
         [](Parts& parts) {
             parts.joints[2].parentFromJointRest.scale = glm::vec3(1.0f, 0.0f, 1.0f);
         }},
        {"hier.nonuniform_scale",
         Severity::Warning,
         "/nodes/0",
         "1 node above joints with scale that differs by a factor of up to 2: 'root'",
         1,
         [](Parts& parts) {
             parts.joints[0].parentFromJointRest.scale = glm::vec3(1.0f, 2.0f, 1.0f);
         },
         {"skin.mesh_node_transform_ignored", "unit.bind_scale"}},
        {"hier.zero_length_bone",
         Severity::Info,
         "/skins/0",
         "1 joint at the place of the joint above: 'twist'",
         1,
         [](Parts& parts) { addAbove(parts, 0.0f); }},
        {"hier.too_deep",
         Severity::Info,
         "/nodes/303",
         "The node is 301 levels deep, the deepest of the file",
         301,
         [](Parts& parts) { addChain(parts, 300); }},
        {"unit.size",
         Severity::Info,
         "/skins/0",
         "The meshes of 1 skin measure 141.4 m across in the rest pose",
         1,
         [](Parts& parts) {
             parts.patch = [](import::ImportedScene& scene) { scene.metresPerUnit = 100.0f; };
         }},
        {"unit.far_from_origin",
         Severity::Warning,
         kMeshPlace,
         "Vertices up to 1e+04 from the origin, where the float grid is 0.9766 mm, on a mesh of "
         "size 1.414",
         1,
         [](Parts& parts) { moveMesh(parts, 9999.0f); }},
        {"unit.bind_scale",
         Severity::Info,
         "/skins/0",
         "1 skin draws its meshes 0.1 times as large as the vertices are",
         1,
         [](Parts& parts) {
             for (math::Affine& map : parts.jointFromBind) {
                 map.linear *= 0.1f;
             }
         }}};
    rows.calm = {
        {"hier.attached_to_mesh",
         "a node on a joint",
         [](Parts& parts) {
             parts.joints.push_back({"sword", JointIndex(2), {}, 4});
         }},
        {"hier.attached_to_mesh",
         "a joint of the skin below the mesh",
         [](Parts& parts) { parts.joints[1].parent = JointIndex(0); }},
        {"hier.duplicate_name",
         "two nodes without a name",
         [](Parts& parts) {
             parts.joints[0].name.clear();
             parts.joints[3].name.clear();
         }},
        {"hier.empty_name",
         "a node that is no joint, without a name",
         [](Parts& parts) { parts.joints[3].name.clear(); }},
        {"hier.name_case",
         "names that differ in more than case",
         [](Parts& parts) { parts.joints[3].name = "HIPS2"; }},
        {"hier.name_characters",
         "blanks, dots, dashes and digits within",
         [](Parts& parts) {
             parts.joints[1].name = "hips.L_01-a b";
             parts.joints[3].name = "rig:body";
         }},
        {"hier.no_counterpart",
         "all in pairs",
         [](Parts& parts) {
             addNamed(parts,
                      {"arm.L",
                       "arm.R",
                       "l_leg_01",
                       "r_leg_01",
                       "LeftEar",
                       "RightEar",
                       "leftover",
                       "upright"});
         },
         {"skin.unused_joint"}},
        {"hier.no_counterpart",
         "too few pairs to speak of",
         [](Parts& parts) {
             addNamed(parts, {"arm.L", "arm.R", "l_leg_01", "r_leg_01", "LeftEye"});
         },
         {"skin.unused_joint"}},
        {"hier.zero_scale",
         "a flat node that carries the mesh",
         [](Parts& parts) {
             parts.joints[3].parentFromJointRest.scale = glm::vec3(1.0f, 0.0f, 1.0f);
         },
         {"skin.mesh_node_transform_ignored"}},
        {"hier.nonuniform_scale",
         "a stretched joint with none below",
         [](Parts& parts) {
             parts.joints[2].parentFromJointRest.scale = glm::vec3(1.0f, 2.0f, 1.0f);
             parts.jointFromBind[1] = {glm::mat3(1, 0, 0, 0, 0.5f, 0, 0, 0, 1),
                                       glm::vec3(0.0f, -0.75f, 0.0f)};
         }},
        {"hier.zero_length_bone", "a short bone", [](Parts& parts) { addAbove(parts, 0.001f); }},
        {"hier.too_deep", "a long chain", [](Parts& parts) { addChain(parts, 200); }},
        {"unit.size",
         "a giant",
         [](Parts& parts) {
             parts.patch = [](import::ImportedScene& scene) { scene.metresPerUnit = 20.0f; };
         }},
        {"unit.size",
         "a mouse",
         [](Parts& parts) {
             parts.patch = [](import::ImportedScene& scene) { scene.metresPerUnit = 0.02f; };
         }},
        {"unit.far_from_origin",
         "a mesh that is some way off",
         [](Parts& parts) { moveMesh(parts, 50.0f); }},
        {"unit.bind_scale", "bound at nearly the same scale", [](Parts& parts) {
             for (math::Affine& map : parts.jointFromBind) {
                 map.linear *= 1.005f;
             }
         }}};
    return rows;
}

} // namespace sartor::test
