// SPDX-License-Identifier: Apache-2.0
// Sample: three joints that no choice of quaternion signs can bring together.
#include "samples/lab/closed_forms.h"
#include "samples/lab/sample.h"

#include <sartor/deformer/sartor_deformer.h>
#include <sartor/render/colour_ramp.h>
#include <sartor/session/view_colours.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sartor::lab {
namespace {

/// A banner on a pole along y, one unit wide. The share of the first joint grows with the height
/// in steps of 0.005; the other two have half of the rest each.
constexpr double kHeight = 2.0;
constexpr double kLowestShare = 0.2;
constexpr double kHighestShare = 0.6;
constexpr std::uint32_t kRows = 81;
constexpr std::uint32_t kColumns = 9;

using Order = std::array<std::uint32_t, 3>;

/// In which order the joints stand in the list of influences.
Order orderOf(const Column& column) {
    return column.id == "b_c_a"   ? Order{1, 2, 0}
           : column.id == "c_a_b" ? Order{2, 0, 1}
                                  : Order{0, 1, 2};
}

double firstShare(std::size_t row) {
    return kLowestShare + (kHighestShare - kLowestShare) * static_cast<double>(row) / (kRows - 1);
}

std::array<float, 3> shares(std::size_t row) {
    const auto other = static_cast<float>((1.0 - firstShare(row)) / 2.0);
    return {static_cast<float>(firstShare(row)), other, other};
}

Character character(const Settings&, const Column& column) {
    Character banner;
    const std::uint32_t root = addJoint(banner, "pole", std::nullopt, glm::vec3(0.0f));
    for (const char* name : {"A", "B", "C"}) {
        addJoint(banner, name, root, glm::vec3(0.0f));
    }
    banner.mesh.name = "banner";
    for (std::uint32_t row = 0; row < kRows; ++row) {
        for (std::uint32_t step = 0; step < kColumns; ++step) {
            banner.mesh.positions.emplace_back(static_cast<float>(step) / (kColumns - 1),
                                               static_cast<float>(kHeight * row / (kRows - 1)),
                                               0.0f);
            banner.mesh.normals.emplace_back(0.0f, 0.0f, 1.0f);
            std::vector<Influence> influences;
            for (const std::uint32_t joint : orderOf(column)) {
                influences.emplace_back(joint + 1, shares(row)[joint]);
            }
            banner.influences.push_back(std::move(influences));
        }
    }
    addGridTriangles(banner.mesh, kRows, kColumns, Seam::Open);
    return banner;
}

std::array<double, 3> angles(const Settings& settings) {
    const double turn = radians(settings["turn"]);
    return {0.0, turn, -turn};
}

Pose pose(const Settings& settings, const Column&) {
    Pose pose;
    for (std::size_t joint = 0; joint < 3; ++joint) {
        pose.joints.emplace_back(
            JointIndex(joint + 1),
            math::Transform{.rotation = glm::angleAxis(static_cast<float>(angles(settings)[joint]),
                                                       glm::vec3(0.0f, 1.0f, 0.0f))});
    }
    return pose;
}

std::array<Turn, 3> turnsAt(const Settings& settings, std::size_t row) {
    std::array<Turn, 3> turns;
    for (std::size_t joint = 0; joint < 3; ++joint) {
        turns[joint] = {angles(settings)[joint], static_cast<double>(shares(row)[joint])};
    }
    return turns;
}

/// To (-180, 180], of an angle in degrees.
double wrapped(double angle) {
    const double turned = std::remainder(angle, 360.0);
    return turned == -180.0 ? 180.0 : turned;
}

double angleBy(const Settings& settings, std::size_t row, std::size_t pivot) {
    return wrapped(degrees(2.0 * std::arg(dualQuatBlend(turnsAt(settings, row), pivot))));
}

double expectedAngle(const Trial& trial, std::size_t row) {
    return angleBy(trial.settings, row, heaviest(turnsAt(trial.settings, row)));
}

/// Where the outer corner of a row points, about +y from +x.
double measuredAngle(const Trial& trial, std::size_t row) {
    const glm::dvec3 tip = trial.positionAt(row * kColumns + kColumns - 1);
    return degrees(std::atan2(-tip.z, tip.x));
}

double lengthAt(const Trial& trial, std::size_t row) {
    const glm::dvec3 tip = trial.positionAt(row * kColumns + kColumns - 1);
    return std::hypot(tip.x, tip.z);
}

double expectedLength(const Trial& trial, std::size_t row) {
    return trial.runs("dqs") ? 1.0 : std::abs(linearBlend(turnsAt(trial.settings, row)));
}

/// The least product of any two rotations of the row after the signs were chosen: negative where
/// they fit into no hemisphere.
double leastProduct(const Settings& settings, std::size_t row) {
    const std::array turns = turnsAt(settings, row);
    const double pivot = turns[heaviest(turns)].angle;
    const auto halfAngle = [&](const Turn& turn) {
        return turn.angle / 2.0 +
               (std::cos((turn.angle - pivot) / 2.0) < 0.0 ? std::numbers::pi : 0.0);
    };
    double least = 1.0;
    for (const Turn& a : turns) {
        for (const Turn& b : turns) {
            least = std::min(least, std::cos(halfAngle(a) - halfAngle(b)));
        }
    }
    return least;
}

/// Whether some row stands where rounding decides a sign.
bool isUndecided(const Settings& settings) {
    for (std::size_t row = 0; row < kRows; ++row) {
        if (isHalfTurn(turnsAt(settings, row)) || std::abs(leastProduct(settings, row)) < 1e-6) {
            return true;
        }
    }
    return false;
}

std::size_t rowOfShare(double share) {
    return static_cast<std::size_t>(
        std::lround((share - kLowestShare) / (kHighestShare - kLowestShare) * (kRows - 1)));
}

Measurement measure(const Trial& trial) {
    const bool isDualQuat = trial.runs("dqs");
    Measurement found;
    const auto addAngle = [&](double share, const std::string& words, bool isHeadline) {
        const std::size_t row = rowOfShare(share);
        found.readouts.push_back({.name = words,
                                  .unit = "°",
                                  .measured = {measuredAngle(trial, row)},
                                  .expected = {expectedAngle(trial, row)},
                                  .tolerance = 1e-3,
                                  .isHeadline = isHeadline});
    };
    if (isDualQuat) {
        addAngle(0.34, "turn where A has 0.34, B and C 0.33", true);
        addAngle(0.2, "turn where A has 0.2, B and C 0.4 each", false);
        found.readouts.push_back(
            {.name = "turn at 0.34 if the first in the list decided the signs",
             .unit = "°",
             .expected = {angleBy(trial.settings, rowOfShare(0.34), orderOf(trial.column)[0])}});
        const auto expectedCount = [&] {
            std::size_t rows = 0;
            for (std::size_t row = 0; row < kRows; ++row) {
                rows += leastProduct(trial.settings, row) < 0.0 ? 1u : 0u;
            }
            return static_cast<double>(rows * kColumns);
        };
        found.readouts.push_back({.name = "vertices whose joints fit into no hemisphere",
                                  .measured = {static_cast<double>(
                                      deform::countFlags(trial.frame().flags).hemisphereConflicts)},
                                  .expected = {expectedCount()}});
    }
    found.readouts.push_back({.name = "width of the banner where A has 0.4",
                              .measured = {lengthAt(trial, rowOfShare(0.4))},
                              .expected = {expectedLength(trial, rowOfShare(0.4))},
                              .tolerance = 1e-6,
                              .isHeadline = !isDualQuat});
    Curve curve{.name = isDualQuat ? "turn of each row" : "width of each row",
                .xName = "share of joint A",
                .yName = isDualQuat ? "degrees" : "width",
                .low = isDualQuat ? -180.0 : 0.0,
                .high = isDualQuat ? 180.0 : 1.25};
    for (std::size_t row = 0; row < kRows; ++row) {
        curve.x.push_back(firstShare(row));
        curve.measured.push_back(isDualQuat ? measuredAngle(trial, row) : lengthAt(trial, row));
        curve.expected.push_back(isDualQuat ? expectedAngle(trial, row)
                                            : expectedLength(trial, row));
    }
    found.curve = std::move(curve);
    if (!trial.column.isKnown || (isDualQuat && isUndecided(trial.settings))) {
        std::ranges::for_each(found.readouts, [](Readout& readout) { readout.expected.clear(); });
        found.curve->expected.clear();
    }
    return found;
}

Drawing draw(const Trial& trial) {
    Drawing drawing;
    const std::span<const std::uint32_t> flags = trial.frame().flags;
    for (std::size_t vertex = 0; vertex < trial.vertexCount(); ++vertex) {
        drawing.colours.push_back(
            flags.empty() ? 0xffd8d4cc
                          : render::residualColour(session::hazardSeverity(flags[vertex])));
    }
    drawing.lines.push_back({.begin = glm::vec3(0.0f),
                             .widthPixels = 4.0f,
                             .end = glm::vec3(0.0f, float{kHeight} + 0.15f, 0.0f),
                             .colour = 0xffffffff});
    constexpr std::array<const char*, 3> kNames = {"A", "B", "C"};
    for (std::size_t joint = 0; joint < 3; ++joint) {
        const double angle = angles(trial.settings)[joint];
        const glm::vec3 tip(static_cast<float>(1.15 * std::cos(angle)),
                            0.0f,
                            static_cast<float>(-1.15 * std::sin(angle)));
        drawing.lines.push_back({.begin = glm::vec3(0.0f),
                                 .widthPixels = 2.0f,
                                 .end = tip,
                                 .colour = render::categoryColour(joint)});
        drawing.labels.push_back({tip * 1.06f, kNames[joint]});
    }
    if (!trial.runs("dqs")) {
        return drawing;
    }
    glm::vec3 last(0.0f);
    for (std::size_t row = 0; row < kRows; ++row) {
        const double angle = radians(angleBy(trial.settings, row, orderOf(trial.column)[0]));
        const glm::vec3 place(static_cast<float>(std::cos(angle)),
                              trial.rest()[row * kColumns].y,
                              static_cast<float>(-std::sin(angle)));
        if (row > 0) {
            drawing.lines.push_back(
                {.begin = last, .widthPixels = 2.5f, .end = place, .colour = 0xff3a9cf2});
        }
        last = place;
    }
    return drawing;
}

} // namespace

Sample antipodal() {
    const std::string note = "The same banner; its joints are listed ";
    return {
        .id = "antipodal",
        .title = "Opposite joints: whose sign counts",
        .lesson =
            "A quaternion and its negative are the same turn, so before blending somebody has to "
            "choose signs. With joints at 0, +170 and -170 degrees no choice suits all three, and "
            "the rule shows. Where the first joint in the list decides, the same weights in "
            "another order turn the banner by 125 degrees more (orange). Sartor lets the heaviest "
            "joint decide, and of equals the lower one: all three banners are the same. Every "
            "rule leaves a seam, here where A stops being the heaviest; such vertices are marked "
            "and counted, not hidden.",
        .key = "red: the joints fit into no hemisphere; A, B, C: where each joint points; orange: "
               "where the outer edge would be if the first in the list decided",
        .controls = {{.key = "turn",
                      .name = "B is turned by +, C by -",
                      .unit = "°",
                      .minimum = 0.0,
                      .maximum = 179.0,
                      .initial = 170.0}},
        .columns = {{.id = "a_b_c",
                     .title = "Dual quaternions, list A B C",
                     .note = note + "A first.",
                     .chain = "dqs"},
                    {.id = "b_c_a",
                     .title = "Dual quaternions, list B C A",
                     .note = note + "B first.",
                     .chain = "dqs"},
                    {.id = "c_a_b",
                     .title = "Dual quaternions, list C A B",
                     .note = note + "C first.",
                     .chain = "dqs"},
                    {.id = "lbs",
                     .title = "Linear blend",
                     .note = "Has no signs to choose: it shrinks the banner instead.",
                     .chain = "lbs"}},
        .viewpoint = {.minimum = glm::vec3(-1.2f, 0.0f, -0.6f),
                      .maximum = glm::vec3(1.2f, 2.8f, 0.6f),
                      .yaw = 0.35f,
                      .pitch = 0.35f},
        .character = character,
        .pose = pose,
        .measure = measure,
        .draw = draw};
}

} // namespace sartor::lab
