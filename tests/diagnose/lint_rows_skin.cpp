// SPDX-License-Identifier: Apache-2.0
// Scenes that break the rules on skins, and scenes that nearly do.
#include "lint_rows.h"

namespace sartor::test {
namespace {

using diagnose::Severity;

// The spine below the root instead of the hips, where it was.
void separateSpine(Parts& parts) {
    parts.joints[2].parent = JointIndex(0);
    parts.joints[2].parentFromJointRest.translation.y = 1.5f;
    parts.tracks.translation = {};
}

void addUnusedJoints(Parts& parts, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t node = parts.joints.size();
        parts.joints.push_back({"tip " + std::to_string(i),
                                JointIndex(2),
                                moved(glm::vec3(0.0f, 0.01f, 0.0f)),
                                static_cast<std::uint32_t>(node)});
        parts.skinJoints.emplace_back(node);
        parts.jointFromBind.push_back({math::identityMat3(), glm::vec3(0.0f, -1.51f, 0.0f)});
    }
}

// Everything at the hips, but for this weight of one vertex.
void giveSpine(Parts& parts, float weight) {
    for (Parts::Vertex& vertex : parts.weights) {
        vertex = {{0, 1.0f}};
    }
    parts.weights[0] = {{0, 1.0f - weight}, {1, weight}};
}

// The mesh is bound in a space from which it is carried into the old one by that map.
void changeBindSpace(Parts& parts, const glm::mat3& linear) {
    for (math::Affine& jointFromBind : parts.jointFromBind) {
        jointFromBind = jointFromBind * math::Affine{linear, glm::vec3(0.0f)};
    }
}

// The mesh once more under a second skin, which was bound so much higher.
void addCoat(Parts& parts, float height) {
    assets::SkinData coat{"Coat", parts.skinJoints, parts.jointFromBind};
    for (math::Affine& jointFromBind : coat.jointFromBind) {
        jointFromBind.translation.y -= height;
    }
    parts.moreSkins = {coat};
    parts.instanceCount = 2;
    parts.patch = [](import::ImportedScene& scene) { scene.instances[1].skin = 1; };
}

} // namespace

LintRows skinRows() {
    LintRows rows;
    rows.bad = {
        {"skin.unused_joint",
         Severity::Info,
         "/skins/0",
         "1 joint without any vertex: 'spine'",
         1,
         [](Parts& parts) {
             for (Parts::Vertex& vertex : parts.weights) {
                 vertex = {{0, 1.0f}};
             }
         },
         {"skin.rigid_mesh"}},
        {"skin.ibm_singular",
         Severity::Error,
         "/skins/0",
         "1 inverse bind matrix flattens space: 'spine'",
         1,
         [](Parts& parts) { parts.jointFromBind[1].linear[1] = glm::vec3(0.0f); }},
        {"skin.ibm_singular",
         Severity::Warning,
         "/skins/0",
         "1 inverse bind matrix flattens space: 'root'",
         1,
         [](Parts& parts) {
             parts.skinJoints.push_back(JointIndex(0));
             parts.jointFromBind.push_back({glm::mat3(0.0f), glm::vec3(0.0f)});
         },
         {"skin.unused_joint"}},
        {"skin.mirrored_joint",
         Severity::Warning,
         "/skins/0",
         "1 joint turns the surface inside out: 'spine'",
         1,
         [](Parts& parts) {
             parts.joints[2].parentFromJointRest.scale = glm::vec3(-1.0f, 1.0f, 1.0f);
         },
         {"skin.bind_residual"}},
        {"skin.mirrored_joint",
         Severity::Info,
         "/skins/0",
         "1 joint is mirrored in the rest pose and at binding alike: 'spine'",
         1,
         [](Parts& parts) {
             parts.joints[2].parentFromJointRest.scale = glm::vec3(-1.0f, 1.0f, 1.0f);
             parts.jointFromBind[1].linear[0].x = -1.0f;
         }},
        {"skin.bind_residual",
         Severity::Warning,
         "/skins/0",
         "1 of 3 joints bound differently from the others; joint 'spine' is off by 0.25 (25 % of "
         "the skin), 0 degrees, scale 1",
         1,
         [](Parts& parts) {
             parts.joints.push_back(
                 {"head", JointIndex(2), test::moved(glm::vec3(0.0f, 0.5f, 0.0f)), 4});
             parts.skinJoints.emplace_back(4);
             parts.jointFromBind.push_back({math::identityMat3(), glm::vec3(0.0f, -2.0f, 0.0f)});
             parts.jointFromBind[1].translation.y = -1.25f;
             parts.weights[0] = {{2, 1.0f}};
         }},
        {"skin.bind_residual",
         Severity::Info,
         "/skins/0",
         "The rest pose is not the bind pose: 1 of 2 joints turned since binding; joint 'spine' is "
         "off by 0 (0 % of the skin), 90 degrees, scale 1",
         1,
         [](Parts& parts) { parts.joints[2].parentFromJointRest.rotation = turnX(90.0f); }},
        {"skin.duplicate_joint",
         Severity::Warning,
         "/skins/0",
         "1 joint stands in more than one place of the joint list: 'spine'",
         1,
         [](Parts& parts) {
             parts.skinJoints.push_back(JointIndex(2));
             parts.jointFromBind.push_back(parts.jointFromBind[1]);
             parts.weights[0] = {{2, 1.0f}};
         }},
        {"skin.no_common_root",
         Severity::Warning,
         "/skins/0",
         "The joints hang under 2 different roots: 'root' and 'spine'",
         2,
         [](Parts& parts) {
             parts.joints[2].parent = {};
             parts.joints[2].parentFromJointRest.translation.y = 1.5f;
             parts.tracks.translation = {};
         }},
        {"skin.attributes_without_skin",
         Severity::Warning,
         "/nodes/3",
         "Mesh 'Body' has joints and weights, but its node has no skin",
         1,
         [](Parts& parts) { parts.skin.reset(); }},
        {"skin.mesh_node_transform_ignored",
         Severity::Info,
         "/nodes/3",
         "The transform of the node has no effect on its skinned mesh 'Body'",
         1,
         [](Parts& parts) { parts.joints[3].parentFromJointRest.translation.x = 2.0f; }},
        {"skin.rigid_mesh",
         Severity::Info,
         kMeshPlace,
         "All 4 vertices follow joint 'hips' alone",
         1,
         [](Parts& parts) {
             for (Parts::Vertex& vertex : parts.weights) {
                 vertex = {{0, 1.0f}};
             }
         },
         {"skin.unused_joint"}},
        {"skin.several_root_joints",
         Severity::Info,
         "/skins/0",
         "2 topmost joints: 'hips' and 'spine'",
         2,
         separateSpine},
        {"skin.several_root_joints",
         Severity::Warning,
         "/skins/0",
         "2 topmost joints, where Test engine 1.0 wants one: 'hips' and 'spine'",
         2,
         [](Parts& parts) {
             static constexpr diagnose::TargetProfile kOneRoot = {.name = "one-root",
                                                                  .engine = "Test engine",
                                                                  .version = "1.0",
                                                                  .needsOneRoot = true};
             parts.options.profile = &kOneRoot;
             separateSpine(parts);
         }},
        {"skin.over_256_joints",
         Severity::Info,
         "/skins/0",
         "257 joints; numbers of 8 bits reach 256",
         257,
         [](Parts& parts) { addUnusedJoints(parts, 255); },
         {"skin.unused_joint"}},
        {"skin.unused",
         Severity::Info,
         "/skins/1",
         "No mesh of the scene uses the skin",
         1,
         [](Parts& parts) {
             parts.moreSkins = {{"Left over", {JointIndex(1)}, {parts.jointFromBind[0]}}};
         }},
        {"skin.duplicate",
         Severity::Info,
         "/skins/0",
         "1 other skin has the same joints and inverse bind matrices",
         1,
         [](Parts& parts) {
             parts.moreSkins = {{"Copy", parts.skinJoints, parts.jointFromBind}};
             parts.instanceCount = 2;
             parts.patch = [](import::ImportedScene& scene) { scene.instances[1].skin = 1; };
         }},
        {"skin.ibm_differs",
         Severity::Info,
         "/skins/1",
         "2 joints have another inverse bind matrix than in skin 0: 'hips' and 'spine'",
         2,
         [](Parts& parts) { addCoat(parts, 0.1f); }},
        {"skin.node_between_joints",
         Severity::Info,
         "/skins/0",
         "1 node between joints that are no joints: 'hips'",
         1,
         [](Parts& parts) {
             parts.skinJoints[0] = JointIndex(0);
             parts.jointFromBind[0] = {};
         }},
        {"skin.ibm_sheared",
         Severity::Info,
         "/skins/0",
         "2 inverse bind matrices with shear of up to 50 %: 'hips' and 'spine'",
         2,
         [](Parts& parts) { changeBindSpace(parts, glm::mat3(1, 0, 0, 0.5f, 1, 0, 0, 0, 1)); },
         {"unit.bind_scale"}},
        {"skin.negligible_joint",
         Severity::Info,
         "/skins/0",
         "1 joint with at most 0.01 of the weight of any vertex: 'spine'",
         1,
         [](Parts& parts) { giveSpine(parts, 0.005f); }}};
    rows.calm = {
        {"skin.unused_joint",
         "a joint that one vertex follows a little",
         [](Parts& parts) { giveSpine(parts, 0.02f); }},
        {"skin.unused_joint",
         "a skin that nothing uses",
         [](Parts& parts) {
             parts.skin.reset();
             parts.weights.clear();
         }},
        {"skin.ibm_singular",
         "bound in centimetres",
         [](Parts& parts) {
             for (math::Affine& map : parts.jointFromBind) {
                 map.linear *= 0.01f;
             }
         },
         {"unit.bind_scale", "unit.size"}},
        {"skin.mirrored_joint",
         "a joint that is turned around",
         [](Parts& parts) {
             parts.joints[2].parentFromJointRest.scale = glm::vec3(-1.0f, -1.0f, 1.0f);
             parts.jointFromBind[1].linear[0].x = -1.0f;
             parts.jointFromBind[1].linear[1].y = -1.0f;
             parts.jointFromBind[1].translation.y = 1.5f;
         }},
        {"skin.bind_residual",
         "bind pose off by a ten-thousandth",
         [](Parts& parts) { parts.jointFromBind[1].translation.y -= 0.00005f; }},
        {"skin.duplicate_joint",
         "two joints with one bind matrix",
         [](Parts& parts) {
             addUnusedJoints(parts, 1);
             parts.jointFromBind[2] = {math::identityMat3(), glm::vec3(0.0f, -1.51f, 0.0f)};
             parts.weights[0] = {{2, 1.0f}};
         }},
        {"skin.no_common_root",
         "two joints below one node",
         separateSpine,
         {"skin.several_root_joints"}},
        {"skin.attributes_without_skin",
         "a mesh without joints and weights",
         [](Parts& parts) {
             parts.skin.reset();
             parts.weights.clear();
         }},
        {"skin.mesh_node_transform_ignored",
         "a mesh node that is turned there and back",
         [](Parts& parts) {
             parts.joints[0].parentFromJointRest.rotation = turnX(90.0f);
             parts.joints[3].parentFromJointRest.rotation = turnX(-90.0f);
         }},
        {"skin.rigid_mesh",
         "a mesh of which one vertex follows a second joint",
         [](Parts& parts) { giveSpine(parts, 0.02f); }},
        {"skin.several_root_joints",
         "a target that wants one root, and gets it",
         [](Parts& parts) {
             static constexpr diagnose::TargetProfile kOneRoot = {.name = "one-root",
                                                                  .engine = "Test engine",
                                                                  .version = "1.0",
                                                                  .needsOneRoot = true};
             parts.options.profile = &kOneRoot;
         }},
        {"skin.over_256_joints",
         "256 joints",
         [](Parts& parts) { addUnusedJoints(parts, 254); },
         {"skin.unused_joint"}},
        {"skin.unused",
         "a library of a skeleton without meshes",
         [](Parts& parts) {
             parts.skin.reset();
             parts.weights.clear();
             parts.moreSkins = {{"Second", {JointIndex(1)}, {parts.jointFromBind[0]}}};
         }},
        {"skin.duplicate",
         "the same joints in another order",
         [](Parts& parts) {
             parts.moreSkins = {{"Other order",
                                 {parts.skinJoints[1], parts.skinJoints[0]},
                                 {parts.jointFromBind[1], parts.jointFromBind[0]}}};
         },
         {"skin.unused"}},
        {"skin.ibm_differs",
         "matrices that differ by rounding",
         [](Parts& parts) { addCoat(parts, 1e-6f); }},
        {"skin.ibm_differs",
         "a skin that no mesh uses",
         [](Parts& parts) {
             addCoat(parts, 0.1f);
             parts.instanceCount = 1;
             parts.patch = {};
         },
         {"skin.unused"}},
        {"skin.node_between_joints",
         "a node below the last joint",
         [](Parts& parts) {
             parts.joints.push_back({"prop", JointIndex(2), {}, 4});
         }},
        {"skin.node_between_joints",
         "joints that the importer has put between those of the file",
         [](Parts& parts) {
             parts.skinJoints[0] = JointIndex(0);
             parts.jointFromBind[0] = {};
             parts.notes = {
                 {import::NoteSeverity::Info, "fbx.scale_compensation", "root", "", 1, {}}};
         },
         {"fbx.scale_compensation"}},
        {"skin.ibm_sheared",
         "a bind space that is stretched along an axis",
         [](Parts& parts) { changeBindSpace(parts, glm::mat3(1, 0, 0, 0, 2, 0, 0, 0, 1)); },
         {"unit.bind_scale"}},
        {"skin.negligible_joint", "a joint with a little more", [](Parts& parts) {
             giveSpine(parts, 0.02f);
         }}};
    return rows;
}

} // namespace sartor::test
