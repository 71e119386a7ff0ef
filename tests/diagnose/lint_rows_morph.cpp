// SPDX-License-Identifier: Apache-2.0
// Scenes that break the rules on morph targets, and scenes that nearly do.
#include "lint_rows.h"

namespace sartor::test {
namespace {

using diagnose::Severity;

assets::MorphTarget moving(const char* name, std::uint32_t vertex, float height) {
    return {name, {vertex}, {{0.0f, height, 0.0f}}, {}, {}};
}

assets::MorphTarget movingAll(const char* name, const std::vector<float>& heights) {
    assets::MorphTarget target = {name, {}, {}, {}, {}};
    for (std::uint32_t vertex = 0; vertex < heights.size(); ++vertex) {
        target.vertices.push_back(vertex);
        target.positionDeltas.push_back({0.0f, heights[vertex], 0.0f});
    }
    return target;
}

} // namespace

LintRows morphRows() {
    LintRows rows;
    rows.bad = {
        {"morph.empty_target",
         Severity::Warning,
         kMeshPlace,
         "1 morph target without effect: 'smile'",
         1,
         [](Parts& parts) {
             parts.target = {"smile", {}, {}, {}, {}};
         }},
        {"morph.duplicate_name",
         Severity::Warning,
         kMeshPlace,
         "1 name of more than one morph target: 'smile'",
         1,
         [](Parts& parts) { parts.moreTargets = {moving("smile", 2, 0.2f)}; }},
        {"morph.empty_name",
         Severity::Info,
         kMeshPlace,
         "1 of 1 morph target without a name",
         1,
         [](Parts& parts) { parts.target.name.clear(); }},
        {"morph.negligible",
         Severity::Info,
         kMeshPlace,
         "1 morph target moves no vertex by more than 0.1 mm: 'smile'",
         1,
         [](Parts& parts) { parts.target = moving("smile", 1, 0.0001f); }},
        {"morph.huge_delta",
         Severity::Warning,
         kMeshPlace,
         "Morph target 'smile' moves vertex 1 by 1e+04 mm, 7.071 times the size of the mesh",
         1,
         [](Parts& parts) { parts.target = moving("smile", 1, 10.0f); }},
        {"morph.uniform_offset",
         Severity::Warning,
         kMeshPlace,
         "Morph target 'smile' moves all 4 vertices by the same 100 mm",
         4,
         [](Parts& parts) {
             parts.target = movingAll("smile", {0.1f, 0.1f, 0.1f, 0.1f});
         }},
        {"morph.duplicate_target",
         Severity::Warning,
         kMeshPlace,
         "1 morph target has the shape of another one: 'smile' and 'frown'",
         1,
         [](Parts& parts) { parts.moreTargets = {moving("frown", 1, 0.1f)}; }},
        {"morph.no_normal_deltas",
         Severity::Info,
         kMeshPlace,
         "1 of 2 morph targets move positions without normals: 'smile'",
         1,
         [](Parts& parts) {
             parts.moreTargets = {moving("frown", 2, 0.1f)};
             parts.moreTargets[0].normalDeltas = {{0.1f, 0.0f, 0.0f}};
         }},
        {"morph.default_weight_range",
         Severity::Info,
         "/nodes/3",
         "2 default morph weights outside of 0 to 1: 'smile' 1.5, 'frown' -0.25",
         2,
         [](Parts& parts) {
             parts.moreTargets = {moving("frown", 2, 0.1f)};
             parts.defaultMorphWeights = {1.5f, -0.25f};
         }}};
    rows.calm = {
        {"morph.empty_target",
         "a target that moves one vertex",
         [](Parts& parts) { parts.target = moving("smile", 3, 0.01f); }},
        {"morph.duplicate_name",
         "names that differ in case",
         [](Parts& parts) { parts.moreTargets = {moving("Smile", 2, 0.2f)}; }},
        {"morph.empty_name", "a number for a name", [](Parts& parts) { parts.target.name = "0"; }},
        {"morph.negligible",
         "a target of a millimetre",
         [](Parts& parts) { parts.target = moving("smile", 1, 0.001f); }},
        {"morph.huge_delta",
         "a target twice as far as the mesh is large",
         [](Parts& parts) { parts.target = moving("smile", 1, 2.8f); }},
        {"morph.uniform_offset",
         "a target that moves one vertex farther",
         [](Parts& parts) {
             parts.target = movingAll("smile", {0.1f, 0.1f, 0.1f, 0.11f});
         }},
        {"morph.uniform_offset",
         "a target that leaves one vertex",
         [](Parts& parts) {
             parts.target = movingAll("smile", {0.1f, 0.1f, 0.1f});
         }},
        {"morph.duplicate_target",
         "the same move of another vertex",
         [](Parts& parts) { parts.moreTargets = {moving("frown", 2, 0.1f)}; }},
        {"morph.no_normal_deltas",
         "targets without normals, all of them",
         [](Parts& parts) { parts.moreTargets = {moving("frown", 2, 0.1f)}; }},
        {"morph.default_weight_range", "weights at the ends", [](Parts& parts) {
             parts.moreTargets = {moving("frown", 2, 0.1f)};
             parts.defaultMorphWeights = {1.0f, 0.0f};
         }}};
    return rows;
}

} // namespace sartor::test
