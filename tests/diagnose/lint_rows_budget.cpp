// SPDX-License-Identifier: Apache-2.0
// Scenes that break the rules on what a target takes, and scenes that nearly do.
#include "lint_rows.h"

namespace sartor::test {
namespace {

using diagnose::NormalHabit;
using diagnose::Severity;
using diagnose::TargetProfile;

constexpr TargetProfile kFits = {.name = "fits",
                                 .engine = "Test engine",
                                 .version = "1.0",
                                 .influences = 2,
                                 .weightBits = 24,
                                 .normals = NormalHabit::ByCofactors,
                                 .jointsPerSkin = 2,
                                 .jointsPerPrimitive = 2,
                                 .morphTargets = 1,
                                 .morphStreams = 1};
constexpr TargetProfile kNarrow = {
    .name = "narrow", .engine = "Test engine", .version = "1.0", .jointsPerSkin = 1};
constexpr TargetProfile kOneJointCall = {
    .name = "calls", .engine = "Test engine", .version = "1.0", .jointsPerPrimitive = 1};
constexpr TargetProfile kOneTarget = {
    .name = "targets", .engine = "Test engine", .version = "1.0", .morphTargets = 1};
constexpr TargetProfile kOneStream = {
    .name = "streams", .engine = "Test engine", .version = "1.0", .morphStreams = 1};
constexpr TargetProfile kFourBits = {
    .name = "bits", .engine = "Test engine", .version = "1.0", .weightBits = 4};
constexpr TargetProfile kByMatrix = {
    .name = "matrix", .engine = "Test engine", .version = "1.0", .normals = NormalHabit::ByMatrix};

} // namespace

LintRows budgetRows() {
    LintRows rows;
    rows.bad = {{"budget.joints",
                 Severity::Warning,
                 "/skins/0",
                 "2 joints; Test engine 1.0 takes 1",
                 2,
                 [](Parts& parts) { parts.options.profile = &kNarrow; }},
                {"budget.joints_per_primitive",
                 Severity::Warning,
                 kMeshPlace,
                 "The vertices follow 2 joints; Test engine 1.0 takes 1 in a draw call",
                 2,
                 [](Parts& parts) { parts.options.profile = &kOneJointCall; }},
                {"budget.morph_targets",
                 Severity::Warning,
                 kMeshPlace,
                 "2 morph targets; Test engine 1.0 takes 1",
                 2,
                 [](Parts& parts) {
                     parts.moreTargets = {{"frown", {2}, {{0.0f, 0.1f, 0.0f}}, {}, {}}};
                     parts.options.profile = &kOneTarget;
                 }},
                {"budget.morph_targets",
                 Severity::Warning,
                 kMeshPlace,
                 "2 morphed streams; Test engine 1.0 takes 1",
                 2,
                 [](Parts& parts) {
                     parts.target.normalDeltas = {{0.0f, 0.0f, 0.1f}};
                     parts.options.profile = &kOneStream;
                 }},
                {"budget.weight_bits",
                 Severity::Info,
                 kMeshPlace,
                 "Test engine 1.0 stores weights in 4 bits; off by up to 37.25 mm (clip 'Walk' at "
                 "1 s, vertex 3)",
                 1,
                 [](Parts& parts) { parts.options.profile = &kFourBits; }},
                {"budget.normals",
                 Severity::Warning,
                 "/skins/0",
                 "1 joint under which the normals of Test engine 1.0 lean by up to 36.87 degrees "
                 "at rest: 'spine'",
                 1,
                 [](Parts& parts) {
                     parts.options.profile = &kByMatrix;
                     parts.joints[2].parentFromJointRest.scale = glm::vec3(1.0f, 2.0f, 1.0f);
                 },
                 {"skin.bind_residual"}}};
    rows.calm = {
        {"budget.joints",
         "as many joints as the target takes",
         [](Parts& parts) { parts.options.profile = &kFits; }},
        {"budget.joints_per_primitive",
         "joints of the skin that the part does not use",
         [](Parts& parts) {
             parts.options.profile = &kOneJointCall;
             for (Parts::Vertex& vertex : parts.weights) {
                 vertex = {{0, 1.0f}};
             }
         },
         {"skin.rigid_mesh", "skin.unused_joint"}},
        {"budget.morph_targets",
         "as many targets as the target takes",
         [](Parts& parts) { parts.options.profile = &kFits; }},
        {"budget.weight_bits", "bits enough", [](Parts& parts) { parts.options.profile = &kFits; }},
        {"budget.weight_bits",
         "weights that few bits hold exactly",
         [](Parts& parts) {
             parts.options.profile = &kFourBits;
             parts.weights[1] = {{0, 0.6f}, {1, 0.4f}};
             parts.weights[3] = {{1, 0.2f}, {0, 0.8f}};
         }},
        {"budget.normals",
         "a target that turns normals by the inverse transpose",
         [](Parts& parts) {
             parts.options.profile = &kFits;
             parts.joints[2].parentFromJointRest.scale = glm::vec3(1.0f, 2.0f, 1.0f);
         },
         {"skin.bind_residual"}},
        {"budget.normals",
         "a joint that scales all axes alike",
         [](Parts& parts) {
             parts.options.profile = &kByMatrix;
             parts.joints[2].parentFromJointRest.scale = glm::vec3(2.0f);
         },
         {"skin.bind_residual"}}};
    return rows;
}

} // namespace sartor::test
