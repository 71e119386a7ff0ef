// SPDX-License-Identifier: Apache-2.0
// What a case expects, read only once the answers are there.
#pragma once

#include <sartor/base/result.h>
#include <sartor/math/types.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sartor::io {

/// Values of which every given one must be met.
struct ExpectedValues {
    std::optional<glm::dvec3> position = std::nullopt;
    std::optional<glm::dvec3> translation = std::nullopt;
    std::optional<glm::dvec3> scale = std::nullopt;
    /// x, y, z, w; its negative is the same.
    std::optional<std::array<double, 4>> rotation = std::nullopt;
    std::optional<glm::dvec3> normal = std::nullopt;
    std::optional<std::array<double, 4>> tangent = std::nullopt;
    /// Rows.
    std::optional<std::array<double, 16>> matrix = std::nullopt;
};

/// One of the alternatives must be met.
struct ExpectedAlternatives {
    std::vector<ExpectedValues> alternatives;
};

struct ExpectedLoad {
    /// "ok", "error" or "either".
    std::string result;
    double maximumSeconds = 0.0;
    double maximumMegabytes = 0.0;
};

struct ExpectedDiagnostic {
    std::string code;
};

struct ExpectedVertexSet {
    bool isScaleFree = false;
    std::vector<glm::dvec3> restPositions;
    std::vector<glm::dvec3> positions;
};

struct ExpectedInfluences {
    /// Node and weight, in order.
    std::vector<std::pair<double, double>> influences;
};

struct ExpectedMorphWeights {
    std::vector<double> weights;
};

struct ExpectedClipInfo {
    std::optional<std::string> name = std::nullopt;
    std::optional<double> channels = std::nullopt;
    std::optional<double> duration = std::nullopt;
    std::optional<std::vector<double>> durations = std::nullopt; ///< one of them
};

struct ExpectedSkeletonInfo {
    std::vector<std::uint32_t> joints;
    /// An empty name for none.
    std::optional<std::vector<std::string>> names = std::nullopt;
    std::optional<std::map<std::string, std::optional<std::uint32_t>>> parents = std::nullopt;
};

struct ExpectedTimeMap {
    double clipTime = 0.0;
};

struct ExpectedTwoBoneIk {
    double upperLength = 0.0;
    double lowerLength = 0.0;
    std::optional<glm::dvec3> mid = std::nullopt;
    std::optional<glm::dvec3> tip = std::nullopt;
    std::optional<double> flexionDegrees = std::nullopt;
    bool isDeterministic = false;
};

/// The answer says so itself.
struct ExpectedOk {};

/// A check that cannot be read, or of a kind that nobody knows.
struct InvalidExpectation {
    std::string problem;
};

struct CaseExpectation {
    std::string check;
    std::string kind;
    /// A refused input makes the check void.
    bool isVoidWhenRefused = false;
    /// Absolute, per component.
    double tolerance = 1e-5;
    std::variant<InvalidExpectation,
                 ExpectedAlternatives,
                 ExpectedLoad,
                 ExpectedDiagnostic,
                 ExpectedVertexSet,
                 ExpectedInfluences,
                 ExpectedMorphWeights,
                 ExpectedClipInfo,
                 ExpectedSkeletonInfo,
                 ExpectedTimeMap,
                 ExpectedTwoBoneIk,
                 ExpectedOk>
        body;
};

/// One per check, in the order of readCaseQuestions(), whose document it reads again.
/// Errors: as readCaseQuestions().
Result<std::vector<CaseExpectation>> readCaseExpectations(const std::filesystem::path& folder);

} // namespace sartor::io
