// SPDX-License-Identifier: Apache-2.0
// The rules by which answers are graded.
#include "json_document.h"

#include <sartor/io/case_grade.h>
#include <sartor/io/text.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace sartor::io {
namespace {

/// Normals and tangents are made unit in float, so they are never held to more than this.
constexpr double kDirectionTolerance = 1e-4;

/// Why an answer is wrong; empty for one that is right.
using Problem = std::string;

const Json kNothing;

const Json& memberOf(const Json& answer, const char* key) {
    const auto found = answer.find(key);
    return found == answer.end() ? kNothing : *found;
}

bool isTrue(const Json& json) {
    return json.is_boolean() && json.get<bool>();
}

/// As scripts see it: null, false, 0 and what is empty say nothing.
bool saysSomething(const Json& json) {
    if (json.is_number()) {
        return json.get<double>() != 0.0;
    }
    return json.is_boolean() ? json.get<bool>() : json.is_string() ? json != "" : !json.empty();
}

std::string shown(const Json& json) {
    constexpr std::size_t kLongest = 120;
    std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > kLongest) {
        text.resize(kLongest);
        text = validUtf8(text) + "...";
    }
    return text;
}

bool isNumber(const Json& json) {
    return json.is_number() && std::isfinite(json.get<double>());
}

bool isNear(const Json& actual, double expected, double tolerance) {
    return isNumber(actual) && std::abs(actual.get<double>() - expected) <= tolerance;
}

bool isNear(const Json& actual, std::span<const double> expected, double tolerance) {
    if (!actual.is_array() || actual.size() != expected.size()) {
        return false;
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (!isNear(actual[i], expected[i], tolerance)) {
            return false;
        }
    }
    return true;
}

std::array<double, 3> arrayOf(const glm::dvec3& vector) {
    return {vector.x, vector.y, vector.z};
}

/// What was answered, what was expected, and how far apart they are.
Problem
describe(const char* name, const Json& actual, std::span<const double> expected, double tolerance) {
    Problem problem = std::string(name) + " is " +
                      (actual.is_null() ? "not answered" : shown(actual)) + ", expected " +
                      shown(Json(std::vector<double>(expected.begin(), expected.end())));
    double largest = 0.0;
    const bool isComparable = actual.is_array() && actual.size() == expected.size();
    for (std::size_t i = 0; isComparable && i < expected.size(); ++i) {
        const double difference = isNumber(actual[i])
                                      ? std::abs(actual[i].get<double>() - expected[i])
                                      : std::numeric_limits<double>::infinity();
        largest = std::max(largest, difference);
    }
    if (isComparable) {
        problem += " (off by " + toText(largest) + ", allowed " + toText(tolerance) + ")";
    }
    return problem;
}

Problem gradeList(const char* name,
                  const Json& actual,
                  std::span<const double> expected,
                  double tolerance) {
    return isNear(actual, expected, tolerance) ? Problem()
                                               : describe(name, actual, expected, tolerance);
}

Problem gradeRotation(const Json& actual, const std::array<double, 4>& expected, double tolerance) {
    std::array<double, 4> opposite = expected;
    std::transform(opposite.begin(), opposite.end(), opposite.begin(), std::negate<>());
    return isNear(actual, opposite, tolerance) ? Problem()
                                               : gradeList("rotation", actual, expected, tolerance);
}

/// All rows one after the other; null unless each is a list.
Json flat(const Json& matrix) {
    Json all = Json::array();
    if (!matrix.is_array()) {
        return nullptr;
    }
    for (const Json& row : matrix) {
        if (!row.is_array()) {
            return nullptr;
        }
        all.insert(all.end(), row.begin(), row.end());
    }
    return all;
}

Problem gradeValues(const ExpectedValues& expected, const Json& answer, double tolerance) {
    const double directionTolerance = std::max(tolerance, kDirectionTolerance);
    Problem problem;
    const auto grade = [&](const char* name, const std::optional<glm::dvec3>& vector, double most) {
        if (problem.empty() && vector) {
            problem = gradeList(name, memberOf(answer, name), arrayOf(*vector), most);
        }
    };
    grade("position", expected.position, tolerance);
    grade("translation", expected.translation, tolerance);
    grade("scale", expected.scale, tolerance);
    if (problem.empty() && expected.rotation) {
        problem = gradeRotation(memberOf(answer, "rotation"), *expected.rotation, tolerance);
    }
    grade("normal", expected.normal, directionTolerance);
    if (problem.empty() && expected.tangent) {
        problem = gradeList(
            "tangent", memberOf(answer, "tangent"), *expected.tangent, directionTolerance);
    }
    if (problem.empty() && expected.matrix) {
        problem =
            gradeList("matrix", flat(memberOf(answer, "matrix")), *expected.matrix, tolerance);
    }
    return problem;
}

/// Grades an answer by the type of what is expected.
struct Grader {
    const Json& answer;
    double tolerance = 0.0;

    const Json& member(const char* key) const { return memberOf(answer, key); }

    Problem operator()(const InvalidExpectation& expected) const { return expected.problem; }

    Problem operator()(const ExpectedAlternatives& expected) const {
        Problem first;
        for (const ExpectedValues& alternative : expected.alternatives) {
            const Problem problem = gradeValues(alternative, answer, tolerance);
            if (problem.empty()) {
                return problem;
            }
            if (first.empty()) {
                first = problem;
            }
        }
        const std::size_t others = expected.alternatives.size() - 1;
        return others == 0 ? first
                           : first + ", and none of " + std::to_string(others) +
                                 " other values that are accepted";
    }

    Problem operator()(const ExpectedLoad& expected) const {
        if (!member("crashed").is_boolean() || isTrue(member("crashed"))) {
            return "the process of the input crashed";
        }
        const auto isWithin = [&](const char* key, double most) {
            return isNumber(member(key)) && member(key).get<double>() <= most;
        };
        if (!isWithin("seconds", expected.maximumSeconds)) {
            return "it took " + shown(member("seconds")) + " s, allowed " +
                   toText(expected.maximumSeconds);
        }
        if (!isWithin("peak_rss_mb", expected.maximumMegabytes)) {
            return "it took " + shown(member("peak_rss_mb")) + " MB, allowed " +
                   toText(expected.maximumMegabytes);
        }
        if (saysSomething(member("opened_outside"))) {
            return "it opened " + shown(member("opened_outside"));
        }
        if (saysSomething(member("connected"))) {
            return "it tried to reach the network";
        }
        if (member("output_valid_utf8").is_boolean() && !isTrue(member("output_valid_utf8"))) {
            return "what it wrote is not valid UTF-8";
        }
        if (expected.result != "either" && member("result") != expected.result) {
            return "the result is " + shown(member("result")) + ", expected " + expected.result;
        }
        return {};
    }

    Problem operator()(const ExpectedDiagnostic& expected) const {
        std::string said;
        const Json& diagnostics = member("diagnostics");
        for (std::size_t i = 0; diagnostics.is_array() && i < diagnostics.size(); ++i) {
            const Json& code = memberOf(diagnostics[i], "code");
            if (code == expected.code) {
                return {};
            }
            said += (said.empty() ? "" : ", ") + (code.is_string() ? code.get<std::string>() : "?");
        }
        return "expected " + expected.code + ", said was " + (said.empty() ? "nothing" : said);
    }

    Problem operator()(const ExpectedVertexSet& expected) const {
        const Json& rest = member("rest_positions");
        const Json& posed = member("positions");
        double scale = 1.0;
        if (expected.isScaleFree && !member("scale").is_null()) {
            if (!isNumber(member("scale")) || member("scale").get<double>() == 0.0) {
                return "scale is " + shown(member("scale"));
            }
            scale = member("scale").get<double>();
        }
        const auto isAt = [&](const Json& actual, const glm::dvec3& position) {
            const std::array<double, 3> wanted = arrayOf(position);
            for (std::size_t i = 0; i < 3; ++i) {
                if (!actual.is_array() || actual.size() != 3 || !isNumber(actual[i]) ||
                    !(std::abs(actual[i].get<double>() / scale - wanted[i]) <= tolerance)) {
                    return false;
                }
            }
            return true;
        };
        const std::size_t count =
            rest.is_array() && posed.is_array() ? std::min(rest.size(), posed.size()) : 0;
        for (std::size_t i = 0; i < expected.positions.size(); ++i) {
            bool isRestFound = false;
            bool isFound = false;
            for (std::size_t vertex = 0; vertex < count && !isFound; ++vertex) {
                if (isAt(rest[vertex], expected.restPositions[i])) {
                    isRestFound = true;
                    isFound = isAt(posed[vertex], expected.positions[i]);
                }
            }
            if (!isFound) {
                return "the vertex that rests at " +
                       shown(Json(arrayOf(expected.restPositions[i]))) +
                       (isRestFound ? " is not at " + shown(Json(arrayOf(expected.positions[i])))
                                    : " is not there") +
                       " (allowed " + toText(tolerance) + ", scale " + toText(scale) + ")";
            }
        }
        return {};
    }

    Problem operator()(const ExpectedInfluences& expected) const {
        const Json& actual = member("influences");
        std::vector<std::pair<double, double>> influences;
        for (std::size_t i = 0; actual.is_array() && i < actual.size(); ++i) {
            if (!actual[i].is_array() || actual[i].size() != 2 || !isNumber(actual[i][0]) ||
                !isNumber(actual[i][1])) {
                return "influences are " + shown(actual);
            }
            if (actual[i][1] != 0) {
                influences.emplace_back(actual[i][0].get<double>(), actual[i][1].get<double>());
            }
        }
        std::sort(influences.begin(), influences.end());
        const bool isRight =
            actual.is_array() && influences.size() == expected.influences.size() &&
            std::equal(influences.begin(),
                       influences.end(),
                       expected.influences.begin(),
                       [&](const auto& a, const auto& b) {
                           return a.first == b.first && std::abs(a.second - b.second) <= tolerance;
                       });
        return isRight ? Problem()
                       : "influences are " + shown(actual) + ", expected " +
                             shown(Json(expected.influences));
    }

    Problem operator()(const ExpectedMorphWeights& expected) const {
        return gradeList("weights", member("weights"), expected.weights, tolerance);
    }

    Problem operator()(const ExpectedClipInfo& expected) const {
        if (expected.name && member("name") != *expected.name) {
            return "name is " + shown(member("name")) + ", expected " + shown(*expected.name);
        }
        if (expected.channels && !isNear(member("channels"), *expected.channels, 0.0)) {
            return "channels are " + shown(member("channels")) + ", expected " +
                   toText(*expected.channels);
        }
        const auto isAsLong = [&](double duration) {
            return isNear(member("duration"), duration, tolerance);
        };
        const bool isRight =
            (!expected.duration || isAsLong(*expected.duration)) &&
            (!expected.durations ||
             std::any_of(expected.durations->begin(), expected.durations->end(), isAsLong));
        return isRight ? Problem()
                       : "duration is " + shown(member("duration")) + ", expected " +
                             (expected.duration ? toText(*expected.duration)
                                                : "one of " + shown(Json(*expected.durations)));
    }

    Problem operator()(const ExpectedSkeletonInfo& expected) const {
        if (member("joints") != Json(expected.joints)) {
            return "joints are " + shown(member("joints")) + ", expected " +
                   shown(Json(expected.joints));
        }
        if (expected.names) {
            Json names = member("joint_names");
            for (Json& name : names) {
                name = name.is_null() ? Json("") : name;
            }
            if (names != Json(*expected.names)) {
                return "joint names are " + shown(names) + ", expected " +
                       shown(Json(*expected.names));
            }
        }
        if (expected.parents) {
            Json parents = Json::object();
            for (const auto& [node, parent] : *expected.parents) {
                parents[node] = parent ? Json(*parent) : Json();
            }
            if (member("parents") != parents) {
                return "parents are " + shown(member("parents")) + ", expected " + shown(parents);
            }
        }
        return {};
    }

    Problem operator()(const ExpectedTimeMap& expected) const {
        return isNear(member("clip_time"), expected.clipTime, tolerance)
                   ? Problem()
                   : "clip time is " + shown(member("clip_time")) + ", expected " +
                         toText(expected.clipTime);
    }

    Problem operator()(const ExpectedTwoBoneIk& expected) const {
        std::array<glm::dvec3, 3> points{};
        constexpr const char* kNames[] = {"root", "mid", "tip"};
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Json& point = member(kNames[i]);
            if (!point.is_array() || point.size() != 3 ||
                !std::all_of(point.begin(), point.end(), isNumber)) {
                return std::string(kNames[i]) + " is " + shown(point);
            }
            points[i] =
                glm::dvec3(point[0].get<double>(), point[1].get<double>(), point[2].get<double>());
        }
        constexpr double kLengthTolerance = 1e-3;
        constexpr double kDegrees = 0.5;
        const double tipTolerance = std::max(tolerance, 1e-4);
        const double upper = glm::length(points[1] - points[0]);
        const double lower = glm::length(points[2] - points[1]);
        if (std::abs(upper - expected.upperLength) > kLengthTolerance ||
            std::abs(lower - expected.lowerLength) > kLengthTolerance) {
            return "the bones are " + toText(upper) + " and " + toText(lower) + " long, expected " +
                   toText(expected.upperLength) + " and " + toText(expected.lowerLength);
        }
        if (expected.mid && glm::length(points[1] - *expected.mid) > 2.0 * tipTolerance) {
            return "mid is " + shown(member("mid")) + ", expected " +
                   shown(Json(arrayOf(*expected.mid)));
        }
        if (expected.tip && glm::length(points[2] - *expected.tip) > tipTolerance) {
            return "tip is " + shown(member("tip")) + ", expected " +
                   shown(Json(arrayOf(*expected.tip)));
        }
        if (expected.flexionDegrees &&
            !isNear(member("flexion_deg"), *expected.flexionDegrees, kDegrees)) {
            return "flexion is " + shown(member("flexion_deg")) + " degrees, expected " +
                   toText(*expected.flexionDegrees);
        }
        if (expected.isDeterministic && !isTrue(member("same_again"))) {
            return "the same input gave another result";
        }
        return {};
    }

    Problem operator()(const ExpectedOk&) const {
        if (isTrue(member("ok"))) {
            return {};
        }
        const Json& reason = member("reason");
        return reason.is_string() ? reason.get<std::string>() : "the answer is " + shown(answer);
    }
};

} // namespace

CaseGrade gradeAnswer(const CaseExpectation& expectation, std::string_view answer) {
    const Result<Json> json = parseJson(answer);
    if (!json || !json->is_object()) {
        return {CaseOutcome::Failed, "there is no answer"};
    }
    if (const auto skip = json->find("skip"); skip != json->end()) {
        return {CaseOutcome::Skipped, skip->is_string() ? skip->get<std::string>() : shown(*skip)};
    }
    const bool isRefused = saysSomething(memberOf(*json, "refused"));
    if (expectation.isVoidWhenRefused && isRefused) {
        return {CaseOutcome::Passed, "void: the input was refused"};
    }
    if (const Json& error = memberOf(*json, "error"); error.is_string()) {
        return {CaseOutcome::Failed, error.get<std::string>()};
    }
    const Problem problem = std::visit(Grader{*json, expectation.tolerance}, expectation.body);
    return {problem.empty() ? CaseOutcome::Passed : CaseOutcome::Failed, problem};
}

} // namespace sartor::io
