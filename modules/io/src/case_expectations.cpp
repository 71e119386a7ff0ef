// SPDX-License-Identifier: Apache-2.0
// The expected values of a case.json.
#include "case_json.h"

#include <sartor/io/case_expectations.h>

#include <algorithm>
#include <utility>

namespace sartor::io {
namespace {

template <std::size_t N>
std::optional<std::array<double, N>> optionalArray(const JsonObject& check, const char* key) {
    if (!check.has(key)) {
        return std::nullopt;
    }
    const std::vector<double> values = check.numbers(key);
    if (values.size() != N) {
        failDocument("value", check.placeOf(key), "expected " + std::to_string(N) + " numbers");
    }
    std::array<double, N> array{};
    std::copy(values.begin(), values.end(), array.begin());
    return array;
}

std::optional<glm::dvec3> optionalVector(const JsonObject& check, const char* key) {
    return check.has(key) ? std::optional(check.vector(key)) : std::nullopt;
}

std::optional<std::array<double, 16>> optionalMatrix(const JsonObject& check) {
    if (!check.has("matrix")) {
        return std::nullopt;
    }
    const std::string place = check.placeOf("matrix");
    const Json& rows = check.at("matrix");
    if (!rows.is_array() || rows.size() != 4) {
        failDocument("value", place, "expected four rows");
    }
    std::array<double, 16> matrix{};
    for (std::size_t row = 0; row < 4; ++row) {
        const std::string rowPlace = place + "/" + std::to_string(row);
        const bool isRow = rows[row].is_array() && rows[row].size() == 4 &&
                           std::all_of(rows[row].begin(), rows[row].end(), [](const Json& element) {
                               return element.is_number();
                           });
        if (!isRow) {
            failDocument("value", rowPlace, "expected four numbers");
        }
        for (std::size_t column = 0; column < 4; ++column) {
            matrix[4 * row + column] = rows[row][column].get<double>();
        }
    }
    return matrix;
}

ExpectedValues valuesOf(const JsonObject& check) {
    ExpectedValues values;
    values.position = optionalVector(check, "position");
    values.translation = optionalVector(check, "translation");
    values.scale = optionalVector(check, "scale");
    values.rotation = optionalArray<4>(check, "rotation");
    values.normal = optionalVector(check, "normal");
    values.tangent = optionalArray<4>(check, "tangent");
    values.matrix = optionalMatrix(check);
    if (!values.position && !values.translation && !values.scale && !values.rotation &&
        !values.normal && !values.tangent && !values.matrix) {
        failDocument("missing_key", check.place(), "no value is expected");
    }
    return values;
}

ExpectedAlternatives alternativesOf(const JsonObject& check) {
    if (!check.has("any_of")) {
        return {.alternatives = {valuesOf(check)}};
    }
    ExpectedAlternatives expected;
    for (const JsonObject& alternative : check.objects("any_of")) {
        expected.alternatives.push_back(valuesOf(alternative));
    }
    if (expected.alternatives.empty()) {
        failDocument("value", check.placeOf("any_of"), "expected at least one alternative");
    }
    return expected;
}

ExpectedLoad loadOf(const JsonObject& check) {
    ExpectedLoad expected{.result = check.text("result"),
                          .maximumSeconds = check.number("max_seconds"),
                          .maximumMegabytes = check.number("max_rss_mb")};
    if (expected.result != "ok" && expected.result != "error" && expected.result != "either") {
        failDocument("value", check.placeOf("result"), "expected ok, error or either");
    }
    return expected;
}

ExpectedVertexSet vertexSetOf(const JsonObject& check) {
    ExpectedVertexSet expected{.isScaleFree = check.flag("allow_uniform_scale"),
                               .restPositions = check.vectors("rest_positions"),
                               .positions = check.vectors("positions")};
    if (expected.restPositions.size() != expected.positions.size()) {
        failDocument("value", check.placeOf("positions"), "expected as many as rest_positions");
    }
    return expected;
}

ExpectedInfluences influencesOf(const JsonObject& check) {
    ExpectedInfluences expected;
    const Json& list = check.at("expected");
    for (std::size_t i = 0; list.is_array() && i < list.size(); ++i) {
        const Json& pair = list[i];
        if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number() || !pair[1].is_number()) {
            failDocument("value",
                         check.placeOf("expected") + "/" + std::to_string(i),
                         "expected [node, weight]");
        }
        expected.influences.emplace_back(pair[0].get<double>(), pair[1].get<double>());
    }
    if (!list.is_array()) {
        failDocument("value", check.placeOf("expected"), "expected a list");
    }
    std::sort(expected.influences.begin(), expected.influences.end());
    return expected;
}

ExpectedClipInfo clipOf(const JsonObject& check) {
    ExpectedClipInfo expected;
    if (check.has("name")) {
        expected.name = check.text("name");
    }
    if (check.has("channels")) {
        expected.channels = check.number("channels");
    }
    if (check.has("duration")) {
        expected.duration = check.number("duration");
    }
    if (check.has("duration_any_of")) {
        expected.durations = check.numbers("duration_any_of");
    }
    return expected;
}

ExpectedSkeletonInfo skeletonOf(const JsonObject& check) {
    ExpectedSkeletonInfo expected{
        .joints = check.indices("joints"), .names = std::nullopt, .parents = std::nullopt};
    if (check.has("joint_names")) {
        Json names = check.at("joint_names");
        for (Json& name : names) {
            if (name.is_null()) {
                name = "";
            }
        }
        const Json holder = {{"joint_names", names}};
        expected.names = JsonObject(holder, check.place()).texts("joint_names");
    }
    if (check.has("parents")) {
        const JsonObject parents = check.object("parents");
        expected.parents.emplace();
        for (const auto& [node, ignored] : check.at("parents").items()) {
            (*expected.parents)[node] = parents.optionalIndex(node.c_str());
        }
    }
    return expected;
}

ExpectedTwoBoneIk ikOf(const JsonObject& check) {
    const auto lengths = optionalArray<2>(check, "lengths");
    if (!lengths) {
        failDocument("missing_key", check.place(), "key 'lengths' is missing");
    }
    ExpectedTwoBoneIk expected{.upperLength = (*lengths)[0],
                               .lowerLength = (*lengths)[1],
                               .mid = optionalVector(check, "mid"),
                               .tip = optionalVector(check, "tip"),
                               .flexionDegrees = std::nullopt,
                               .isDeterministic = check.flag("deterministic")};
    if (check.has("flexion_deg")) {
        expected.flexionDegrees = check.number("flexion_deg");
    }
    return expected;
}

decltype(CaseExpectation::body) bodyOf(const JsonObject& check) {
    const std::string kind = check.text("kind");
    if (kind == "load") {
        return loadOf(check);
    }
    if (kind == "diagnostic") {
        return ExpectedDiagnostic{check.text("code")};
    }
    if (kind == "vertex_set") {
        return vertexSetOf(check);
    }
    if (kind == "influences") {
        return influencesOf(check);
    }
    if (kind == "morph_weights") {
        return ExpectedMorphWeights{check.numbers("weights")};
    }
    if (kind == "clip_info") {
        return clipOf(check);
    }
    if (kind == "skeleton_info") {
        return skeletonOf(check);
    }
    if (kind == "time_map") {
        return ExpectedTimeMap{check.number("clip_time")};
    }
    if (kind == "ik_two_bone") {
        return ikOf(check);
    }
    for (const char* name : {"all_finite", "no_nan", "exit_status", "output_must_not_contain"}) {
        if (kind == name) {
            return ExpectedOk{};
        }
    }
    for (const char* name : {"vertex",
                             "joint_local",
                             "joint_model_matrix",
                             "blend",
                             "root_motion",
                             "root_motion_total",
                             "root_motion_blend",
                             "root_motion_residual",
                             "root_motion_composite"}) {
        if (kind == name) {
            return alternativesOf(check);
        }
    }
    return InvalidExpectation{check.placeOf("kind") + ": there is no kind of check '" + kind + "'"};
}

CaseExpectation expectationOf(const Json& json, std::size_t index) {
    CaseExpectation expectation;
    const JsonObject check(json, CaseJson::placeOfCheck(index));
    expectation.check = check.text("id");
    expectation.kind = check.text("kind");
    try {
        expectation.isVoidWhenRefused = check.has("when") && check.at("when") == "loaded";
        expectation.tolerance = check.number("tolerance", expectation.tolerance);
        if (expectation.tolerance < 0.0) {
            failDocument("value", check.placeOf("tolerance"), "expected at least 0");
        }
        expectation.body = bodyOf(check);
    } catch (const DocumentFailure& failure) {
        expectation.body = InvalidExpectation{failure.error.message};
    }
    return expectation;
}

} // namespace

Result<std::vector<CaseExpectation>> readCaseExpectations(const std::filesystem::path& folder) {
    const Result<CaseJson> json = readCaseJson(folder);
    if (!json) {
        return json.error();
    }
    std::vector<CaseExpectation> expectations;
    const Json& checks = json->document["checks"];
    for (std::size_t i = 0; i < checks.size(); ++i) {
        expectations.push_back(expectationOf(checks[i], i));
        if (auto* invalid = std::get_if<InvalidExpectation>(&expectations.back().body)) {
            invalid->problem = json->path + ": " + invalid->problem;
        }
    }
    return expectations;
}

} // namespace sartor::io
