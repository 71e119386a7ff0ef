// SPDX-License-Identifier: Apache-2.0
// Scenes that break the rules on what a target takes, and scenes that nearly do.
#include "lint_rows.h"

namespace sartor::test {
namespace {

using diagnose::NormalHabit;
using diagnose::Severity;
using diagnose::TargetProfile;
using diagnose::WeightHabit;

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
constexpr TargetProfile kFourBones = {.name = "four",
                                      .engine = "Test engine",
                                      .version = "1.0",
                                      .weights = WeightHabit::UsesAsTheyAre};
constexpr TargetProfile kTwoBones = {
    .name = "two", .engine = "Test engine", .version = "1.0", .weights = WeightHabit::Normalizes};
constexpr TargetProfile kRemainder = {.name = "rest",
                                      .engine = "Test engine",
                                      .version = "1.0",
                                      .weights = WeightHabit::LastRemainder};
constexpr TargetProfile kStops = {
    .name = "stops", .engine = "Test engine", .version = "1.0", .weights = WeightHabit::StopsAtOne};
constexpr TargetProfile kByMatrix = {
    .name = "matrix", .engine = "Test engine", .version = "1.0", .normals = NormalHabit::ByMatrix};

// The last vertex, at (0, 2, 0), with these weights. Under the hips it stays there; under the spine
// it is at (0, 1.501, 1) at the end of the clip, 1.1176 away.
void weighOneVertex(Parts& parts, const TargetProfile* profile, const Parts::Vertex& weights) {
    parts.weights[3] = weights;
    parts.options.profile = profile;
}

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
                {"budget.weight_sum",
                 Severity::Warning,
                 kMeshPlace,
                 "1 vertex with weights that do not sum to 1; Test engine 1.0 takes them as they "
                 "are; off by up to 400 mm (at rest, vertex 3)",
                 1,
                 [](Parts& parts) {
                     weighOneVertex(parts, &kFourBones, {{0, 0.8f}});
                 },
                 {"weights.not_normalized"}},
                {"budget.weight_sum",
                 Severity::Warning,
                 kMeshPlace,
                 "1 vertex with weights that do not sum to 1; Test engine 1.0 gives the last one "
                 "what the others leave; off by up to 186.3 mm (clip 'Walk' at 1 s, vertex 3)",
                 1,
                 [](Parts& parts) {
                     weighOneVertex(parts, &kRemainder, {{0, 0.5f}, {1, 0.25f}});
                 },
                 {"weights.not_normalized"}},
                {"budget.weight_sum",
                 Severity::Warning,
                 kMeshPlace,
                 "1 vertex with weights that do not sum to 1; Test engine 1.0 stops where their "
                 "sum reaches one; off by up to 223.5 mm (clip 'Walk' at 1 s, vertex 3)",
                 1,
                 [](Parts& parts) {
                     weighOneVertex(parts, &kStops, {{0, 1.0f}, {1, 0.25f}});
                 },
                 {"weights.not_normalized", "weights.stray_vertex"}},
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
        {"budget.weight_sum",
         "a target that divides by the sum",
         [](Parts& parts) {
             weighOneVertex(parts, &kTwoBones, {{0, 0.8f}});
         },
         {"weights.not_normalized"}},
        {"budget.weight_sum",
         "weights that sum to one",
         [](Parts& parts) { parts.options.profile = &kFourBones; }},
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
