// SPDX-License-Identifier: Apache-2.0
// Sample: normals of a ball that one of two joints stretches.
#include "samples/lab/closed_forms.h"
#include "samples/lab/sample.h"

#include <sartor/render/colour_ramp.h>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::lab {
namespace {

/// A ball of radius one about the origin, with its poles on z: row kEquator lies in the plane z =
/// 0, and the marked vertex is the one at 45 degrees there.
constexpr std::uint32_t kRows = 33;
constexpr std::uint32_t kColumns = 64;
constexpr std::uint32_t kEquator = kRows / 2;
constexpr std::size_t kMarked = std::size_t{kEquator} * kColumns + kColumns / 8;

bool isVarying(const Settings& settings) {
    return settings.label("spread") == "across";
}

/// Share of the joint that stretches.
float stretchingWeight(const Settings& settings, double x) {
    return static_cast<float>(isVarying(settings) ? std::clamp((x + 1.0) / 2.0, 0.0, 1.0)
                                                  : settings["weight"]);
}

Character character(const Settings& settings, const Column&) {
    Character ball;
    const std::uint32_t root = addJoint(ball, "still", std::nullopt, glm::vec3(0.0f));
    addJoint(ball, "stretching", root, glm::vec3(0.0f));
    ball.mesh.name = "ball";
    for (std::uint32_t row = 0; row < kRows; ++row) {
        const double polar = std::numbers::pi * (1.0 - static_cast<double>(row) / (kRows - 1));
        for (std::uint32_t column = 0; column < kColumns; ++column) {
            const double around = 2.0 * std::numbers::pi * column / kColumns;
            const glm::dvec3 place(std::sin(polar) * std::cos(around),
                                   std::sin(polar) * std::sin(around),
                                   std::cos(polar));
            ball.mesh.positions.emplace_back(place);
            ball.mesh.normals.push_back(glm::normalize(glm::vec3(place)));
            const float weight = stretchingWeight(settings, place.x);
            ball.influences.push_back({{0, 1.0f - weight}, {1, weight}});
        }
    }
    addGridTriangles(ball.mesh, kRows, kColumns, Seam::Closed);
    return ball;
}

Pose pose(const Settings& settings, const Column&) {
    Pose pose;
    pose.joints.emplace_back(
        JointIndex(1),
        math::Transform{.scale = glm::vec3(1.0f, static_cast<float>(settings["stretch"]), 1.0f)});
    return pose;
}

/// The maps at a vertex of the ball, in double.
struct Maps {
    double weight = 0.0;
    double stretch = 1.0;
    /// Derivative of the deformed place by the place at rest, changes of the weights included.
    glm::dmat3 jacobian = glm::dmat3(1.0);
    /// The mean of the joints' maps: the same without those changes.
    glm::dmat3 blended = glm::dmat3(1.0);
};

Maps mapsAt(const Settings& settings, const glm::dvec3& rest) {
    Maps maps;
    maps.stretch = settings["stretch"];
    maps.weight = static_cast<double>(stretchingWeight(settings, rest.x));
    maps.blended[1][1] = 1.0 + maps.weight * (maps.stretch - 1.0);
    maps.jacobian = maps.blended;
    // y' = y (1 + w(x) (stretch - 1)) and dw/dx = 1/2 where the weight varies.
    maps.jacobian[0][1] = isVarying(settings) ? 0.5 * rest.y * (maps.stretch - 1.0) : 0.0;
    return maps;
}

glm::dvec3 mapNormal(const glm::dmat3& map, const glm::dvec3& normal) {
    return glm::normalize(glm::transpose(glm::inverse(map)) * normal);
}

/// Of the deformed surface, at a vertex.
glm::dvec3 trueNormal(const Settings& settings, const glm::dvec3& rest) {
    return mapNormal(mapsAt(settings, rest).jacobian, rest);
}

/// What the way of the column should give.
std::optional<glm::dvec3>
expectedNormal(const Settings& settings, const Column& column, const glm::dvec3& rest) {
    const Maps maps = mapsAt(settings, rest);
    if (column.id == "linear") {
        return glm::normalize(maps.blended * rest);
    }
    if (column.id == "per_joint") {
        const glm::dvec3 stretched(rest.x, rest.y / maps.stretch, rest.z);
        return glm::normalize((1.0 - maps.weight) * rest + maps.weight * stretched);
    }
    if (column.id == "blended") {
        return mapNormal(maps.blended, rest);
    }
    if (column.id == "jacobian" || column.id == "recompute") {
        return mapNormal(maps.jacobian, rest);
    }
    return std::nullopt;
}

double degreesBetween(const glm::dvec3& a, const glm::dvec3& b) {
    return degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

double measuredError(const Trial& trial, std::size_t vertex) {
    return degreesBetween(glm::dvec3(trial.frame().normals[vertex]),
                          trueNormal(trial.settings, trial.restAt(vertex)));
}

/// What the fineness of the mesh leaves of the two ways that look around a vertex, in degrees:
/// gradients from neighbours are of second order, and triangles are flat. How much that is where
/// they are long and thin, at the poles, no formula says.
struct MeshError {
    double marked = 1e-4;
    std::optional<double> largest = 1e-4;
};

MeshError meshError(const Column& column) {
    return column.id == "jacobian"    ? MeshError{0.01, 0.1}
           : column.id == "recompute" ? MeshError{1.0, std::nullopt}
                                      : MeshError{};
}

std::optional<double> expectedError(const Trial& trial, std::size_t vertex) {
    const glm::dvec3 rest = trial.restAt(vertex);
    const auto normal = expectedNormal(trial.settings, trial.column, rest);
    return normal ? std::optional(degreesBetween(*normal, trueNormal(trial.settings, rest)))
                  : std::nullopt;
}

Measurement measure(const Trial& trial) {
    const MeshError tolerance = meshError(trial.column);
    Readout marked{.name = "error at the marked vertex, whose normal was at 45°",
                   .unit = "°",
                   .measured = {measuredError(trial, kMarked)},
                   .tolerance = tolerance.marked};
    Readout largest{.name = "largest error of any normal",
                    .unit = "°",
                    .measured = {0.0},
                    .tolerance = tolerance.largest.value_or(0.0),
                    .isHeadline = true};
    if (const auto expected = expectedError(trial, kMarked)) {
        marked.expected = {*expected};
        if (tolerance.largest) {
            largest.expected = {0.0};
        }
    }
    for (std::size_t vertex = 0; vertex < trial.vertexCount(); ++vertex) {
        largest.measured[0] = std::max(largest.measured[0], measuredError(trial, vertex));
        if (!largest.expected.empty()) {
            largest.expected[0] = std::max(largest.expected[0], *expectedError(trial, vertex));
        }
    }
    Curve curve{.name = "error around the ball",
                .xName = "degrees about z",
                .yName = "degrees",
                .high = 40.0};
    for (std::uint32_t column = 0; column <= kColumns; ++column) {
        const std::size_t vertex = std::size_t{kEquator} * kColumns + column % kColumns;
        curve.x.push_back(360.0 * column / kColumns);
        curve.measured.push_back(measuredError(trial, vertex));
        if (const auto expected = expectedError(trial, vertex)) {
            curve.expected.push_back(*expected);
        }
    }
    return {{marked, largest}, curve};
}

Drawing draw(const Trial& trial) {
    Drawing drawing;
    for (std::size_t vertex = 0; vertex < trial.vertexCount(); ++vertex) {
        drawing.colours.push_back(
            render::residualColour(static_cast<float>(measuredError(trial, vertex) / 30.0)));
    }
    constexpr float kNeedle = 0.45f;
    for (std::uint32_t column = 0; column < kColumns; column += 4) {
        const std::size_t vertex = std::size_t{kEquator} * kColumns + column;
        const glm::vec3 foot = trial.frame().positions[vertex];
        const glm::vec3 right(trueNormal(trial.settings, trial.restAt(vertex)));
        drawing.lines.push_back({.begin = foot,
                                 .widthPixels = 2.5f,
                                 .end = foot + kNeedle * right,
                                 .colour = 0xffffffff});
        drawing.lines.push_back({.begin = foot,
                                 .widthPixels = 2.5f,
                                 .end = foot + kNeedle * trial.frame().normals[vertex],
                                 .colour = 0xff3a9cf2});
    }
    drawing.dots.push_back({trial.frame().positions[kMarked], 5.0f, 0.0f, 0xff3a9cf2});
    return drawing;
}

} // namespace

Sample normals() {
    return {
        .id = "normals",
        .title = "Normals where joints stretch",
        .lesson =
            "One of two joints stretches the ball upwards. A normal does not stretch with the "
            "surface, it leans the other way, so turning it with the blended matrix (linear: what "
            "most engines do) is wrong, and the light with it. Taking each joint's normal matrix "
            "and blending those is nearer, and still wrong: the inverse of a mean is not the mean "
            "of inverses. Blending first and inverting then is right as long as the weights are "
            "the same all around; let them go across from one side to the other and the change of "
            "the weights turns the surface too, which only the whole derivative (jacobian) and the "
            "geometry itself (recompute) know.",
        .key = "white: the surface's normal; orange: the deformer's; red: 30° apart or more",
        .controls = {{.key = "stretch",
                      .name = "Stretch of the second joint",
                      .unit = "x",
                      .minimum = 0.25,
                      .maximum = 4.0,
                      .initial = 2.0},
                     {.key = "weight",
                      .name = "Weight of that joint, all around",
                      .initial = 0.5,
                      .changes = Control::Changes::Character},
                     [] {
                         Control spread = choice("spread", "Weights", {"even", "across"});
                         spread.changes = Control::Changes::Character;
                         return spread;
                     }()},
        .columns = {{.id = "linear",
                     .title = "Linear",
                     .note = "The normal goes through the blended matrix.",
                     .chain = "lbs[normals=linear]"},
                    {.id = "per_joint",
                     .title = "Per joint",
                     .note = "Each joint's normal matrix, then the mean.",
                     .chain = "lbs[normals=per-joint]"},
                    {.id = "blended",
                     .title = "Blended (default)",
                     .note = "The normal matrix of the blended map.",
                     .chain = "lbs"},
                    {.id = "jacobian",
                     .title = "Jacobian",
                     .note = "With the change of the weights.",
                     .chain = "lbs[normals=jacobian]"},
                    {.id = "recompute",
                     .title = "Recompute",
                     .note = "From the triangles that came out.",
                     .chain = "lbs[normals=recompute]"}},
        .viewpoint = {.minimum = glm::vec3(-1.4f, -1.9f, -1.0f),
                      .maximum = glm::vec3(1.4f, 2.9f, 1.0f),
                      .yaw = 0.0f,
                      .pitch = 0.0f},
        .character = character,
        .pose = pose,
        .measure = measure,
        .draw = draw};
}

} // namespace sartor::lab
