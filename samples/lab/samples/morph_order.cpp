// SPDX-License-Identifier: Apache-2.0
// Sample: a bump on a bent arm, added before the skin and after it.
#include "samples/lab/closed_forms.h"
#include "samples/lab/sample.h"

#include <sartor/assets/morph_set.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace sartor::lab {
namespace {

using Complex = std::complex<double>;

/// A strip in the plane y = 0: along x over three units, one unit wide. The joint that turns is at
/// x = 1; the bump stands on x = 2, where the marked vertex is.
constexpr double kLength = 3.0;
constexpr double kPivot = 1.0;
constexpr double kBump = 2.0;
constexpr double kBumpHeight = 0.5;
constexpr double kBumpWidth = 0.22;
constexpr std::uint32_t kColumns = 49;
constexpr std::uint32_t kRows = 17;
constexpr std::size_t kMarked = std::size_t{kRows / 2} * kColumns + 32;

double smoothStep(double begin, double end, double value) {
    const double t = std::clamp((value - begin) / (end - begin), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

float turningWeight(const Settings& settings, double x) {
    return static_cast<float>(settings["weight"] * smoothStep(0.75, 1.25, x));
}

Character character(const Settings& settings, const Column&) {
    Character arm;
    const std::uint32_t root = addJoint(arm, "fixed", std::nullopt, glm::vec3(0.0f));
    addJoint(arm, "turning", root, glm::vec3(float{kPivot}, 0.0f, 0.0f));
    arm.mesh.name = "strip";
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec3> tangents;
    for (std::uint32_t row = 0; row < kRows; ++row) {
        for (std::uint32_t column = 0; column < kColumns; ++column) {
            const double x = kLength * column / (kColumns - 1);
            const double z = 0.5 - static_cast<double>(row) / (kRows - 1);
            arm.mesh.positions.emplace_back(static_cast<float>(x), 0.0f, static_cast<float>(z));
            arm.mesh.normals.emplace_back(0.0f, 1.0f, 0.0f);
            arm.mesh.tangents.emplace_back(1.0f, 0.0f, 0.0f, 1.0f);
            const float weight = turningWeight(settings, x);
            arm.influences.push_back({{0, 1.0f - weight}, {1, weight}});

            const double variance = kBumpWidth * kBumpWidth;
            const double height =
                kBumpHeight * std::exp(-((x - kBump) * (x - kBump) + z * z) / (2.0 * variance));
            const double slopeX = -(x - kBump) / variance * height;
            const double slopeZ = -z / variance * height;
            positions.emplace_back(0.0f, static_cast<float>(height), 0.0f);
            normals.emplace_back(glm::normalize(glm::dvec3(-slopeX, 1.0, -slopeZ)) -
                                 glm::dvec3(0.0, 1.0, 0.0));
            tangents.emplace_back(glm::normalize(glm::dvec3(1.0, slopeX, 0.0)) -
                                  glm::dvec3(1.0, 0.0, 0.0));
        }
    }
    addGridTriangles(arm.mesh, kRows, kColumns, Seam::Open);
    arm.targets = {assets::makeSparseTarget("bump", positions, normals, tangents)};
    return arm;
}

Pose pose(const Settings& settings, const Column&) {
    Pose pose;
    pose.joints.emplace_back(
        JointIndex(1),
        math::Transform{.translation = glm::vec3(float{kPivot}, 0.0f, 0.0f),
                        .rotation = glm::angleAxis(static_cast<float>(radians(settings["turn"])),
                                                   glm::vec3(0.0f, 0.0f, 1.0f))});
    pose.morphWeights = {static_cast<float>(settings["morph"])};
    return pose;
}

/// The skinning map at the marked vertex in the plane of the turn: p' = map p + offset.
struct PlaneMap {
    Complex map;
    Complex offset;

    Complex operator()(Complex point) const { return map * point + offset; }
};

std::array<Turn, 2> turnsAtMark(const Trial& trial) {
    const double weight = static_cast<double>(turningWeight(trial.settings, kBump));
    return {Turn{0.0, 1.0 - weight}, Turn{radians(trial.settings["turn"]), weight}};
}

PlaneMap skinAtMark(const Trial& trial) {
    const std::array turns = turnsAtMark(trial);
    const Complex map =
        trial.runs("dqs") ? std::polar(1.0, dualQuatAngle(turns)) : linearBlend(turns);
    return {map, kPivot - map * kPivot};
}

/// Half a turn goes one way round or the other, and a frame that the skin has flattened to nothing
/// has no direction left.
bool isDecided(const Trial& trial) {
    if (trial.runs("dqs")) {
        return !isHalfTurn(turnsAtMark(trial));
    }
    return trial.column.id != "tangent" || std::abs(skinAtMark(trial).map) > 1e-3;
}

Complex delta(const Trial& trial) {
    return {0.0, kBumpHeight * trial.settings["morph"]};
}

/// Where glTF's order puts the marked vertex.
Complex placeBeforeSkin(const Trial& trial) {
    return skinAtMark(trial)(kBump + delta(trial));
}

/// By the order of the column.
Complex expectedPlace(const Trial& trial) {
    const PlaneMap skin = skinAtMark(trial);
    if (trial.column.id == "pre" || trial.column.id == "carried") {
        return placeBeforeSkin(trial);
    }
    if (trial.column.id == "raw") {
        return skin(kBump) + delta(trial);
    }
    return skin(kBump) + skin.map / std::abs(skin.map) * delta(trial);
}

std::vector<double> components(Complex place) {
    return {place.real(), place.imag(), 0.0};
}

Measurement measure(const Trial& trial) {
    constexpr double kTolerance = 2e-6;
    const glm::dvec3 place = trial.positionAt(kMarked);
    const Complex before = placeBeforeSkin(trial);
    Readout marked{.name = "place of the marked vertex",
                   .measured = {place.x, place.y, place.z},
                   .expected = components(expectedPlace(trial)),
                   .tolerance = kTolerance,
                   .isHeadline = true};
    Readout distance{
        .name = "distance from where glTF's order puts it",
        .measured = {glm::distance(place, glm::dvec3(before.real(), before.imag(), 0.0))},
        .expected = {std::abs(expectedPlace(trial) - before)},
        .tolerance = kTolerance};
    if (!trial.column.isKnown || !isDecided(trial)) {
        marked.expected.clear();
        distance.expected.clear();
    }
    return {{marked, distance}};
}

Drawing draw(const Trial& trial) {
    Drawing drawing;
    const Complex foot = skinAtMark(trial)(kBump);
    const glm::vec3 begin(static_cast<float>(foot.real()), static_cast<float>(foot.imag()), 0.0f);
    const glm::vec3 tip(trial.positionAt(kMarked));
    for (std::size_t vertex = 0; vertex < trial.vertexCount(); ++vertex) {
        // The bump in a colour of its own, so that it is seen where it went.
        const glm::dvec3 rest = trial.restAt(vertex);
        const double share = std::exp(-((rest.x - kBump) * (rest.x - kBump) + rest.z * rest.z) /
                                      (2.0 * kBumpWidth * kBumpWidth));
        const auto mixed = [share](double plain, double bump) {
            return static_cast<std::uint32_t>(plain + share * (bump - plain));
        };
        drawing.colours.push_back(0xff000000u | mixed(0xcc, 0x5a) << 16 | mixed(0xd0, 0x92) << 8 |
                                  mixed(0xd4, 0xe8));
    }
    drawing.lines = {{.begin = begin, .widthPixels = 3.0f, .end = tip, .colour = 0xff3a9cf2}};
    drawing.dots = {{begin, 4.0f, 0.0f, 0xffffffff},
                    {tip, 5.0f, 0.0f, 0xff3a9cf2},
                    {glm::vec3(float{kPivot}, 0.0f, 0.0f), 5.0f, 0.0f, 0xffd9904a}};
    return drawing;
}

} // namespace

Sample morphOrder() {
    return {
        .id = "morph_order",
        .title = "Morph targets before and after the skin",
        .lesson =
            "One shape, a bump straight up from the arm, on an arm whose joint has turned. Added "
            "before the skin it turns with the arm, which is what glTF, FBX and USD mean. Added "
            "after the skin as it is (raw) it still points up in the model's axes: right for "
            "shapes taken from a posed mesh, wrong for these. Carried goes through the skin's "
            "own map at each vertex and ends where the first ends. Tangent does the same in the "
            "vertex's frame, so it keeps its height where linear blending shrinks: set the "
            "weight to 0.5 to see it.",
        .key = "orange line: what the shape adds at the marked vertex; blue: the joint that turns",
        .controls = {{.key = "turn",
                      .name = "Turn of the joint",
                      .unit = "°",
                      .minimum = 0.0,
                      .maximum = 180.0,
                      .initial = 90.0},
                     {.key = "weight",
                      .name = "Weight of that joint at the bump",
                      .initial = 1.0,
                      .changes = Control::Changes::Character},
                     {.key = "morph", .name = "Weight of the shape", .initial = 1.0},
                     choice("skin", "Skinning", {"lbs", "dqs"})},
        .columns = {{.id = "pre",
                     .title = "Before the skin",
                     .note = "glTF, FBX, USD: the shape turns with the joints.",
                     .chain = "morph+$skin"},
                    {.id = "raw",
                     .title = "After it, raw",
                     .note = "Added in the model's axes: it does not turn.",
                     .chain = "$skin+morph[order=raw]"},
                    {.id = "carried",
                     .title = "After it, carried",
                     .note = "Brought along by the skin's map: as before the skin.",
                     .chain = "$skin+morph[order=carried]"},
                    {.id = "tangent",
                     .title = "After it, tangent frame",
                     .note = "Turned with the surface, never shrunk with it.",
                     .chain = "$skin+morph[order=tangent]"}},
        .viewpoint = {.minimum = glm::vec3(-0.1f, -0.2f, -0.5f),
                      .maximum = glm::vec3(2.2f, 2.2f, 0.5f),
                      .yaw = 0.35f,
                      .pitch = 0.3f},
        .character = character,
        .pose = pose,
        .measure = measure,
        .draw = draw};
}

} // namespace sartor::lab
