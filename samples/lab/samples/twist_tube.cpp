// SPDX-License-Identifier: Apache-2.0
// Sample: a tube whose upper end is twisted about its own axis.
#include "samples/lab/closed_forms.h"
#include "samples/lab/sample.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sartor::lab {
namespace {

constexpr double kRadius = 1.0;
constexpr double kHeight = 8.0;
/// Between these heights the weights go over from the lower end to the upper one. Rings stand at
/// sixths, so that one is in the middle between two joints for every number of twist joints.
constexpr double kZoneBegin = 2.0;
constexpr double kZoneEnd = 6.0;
constexpr std::uint32_t kRingCount = 49;
constexpr std::uint32_t kSegments = 48;

std::uint32_t twistJointCount(const Settings& settings) {
    return static_cast<std::uint32_t>(settings["twist_joints"]);
}

/// Joints of the zone: the two ends and those in between.
std::uint32_t zoneJointCount(const Settings& settings) {
    return twistJointCount(settings) + 2;
}

/// Share of the joint after `joint` at this height, by way of `joint`.
Influence zonePlace(double height, std::uint32_t zoneJoints) {
    const double spans = zoneJoints - 1;
    const double place =
        std::clamp((height - kZoneBegin) / (kZoneEnd - kZoneBegin), 0.0, 1.0) * spans;
    const double joint = std::min(std::floor(place + 1e-9), spans - 1.0);
    return {static_cast<std::uint32_t>(joint),
            static_cast<float>(std::clamp(place - joint, 0.0, 1.0))};
}

Character character(const Settings& settings, const Column&) {
    Character tube;
    const std::uint32_t count = zoneJointCount(settings);
    const std::uint32_t root = addJoint(tube, "root", std::nullopt, glm::vec3(0.0f));
    for (std::uint32_t i = 0; i < count; ++i) {
        const double height = kZoneBegin + (kZoneEnd - kZoneBegin) * i / (count - 1);
        const std::string name = i == 0           ? "lower"
                                 : i == count - 1 ? "upper"
                                                  : "twist" + std::to_string(i);
        addJoint(tube, name, root, glm::vec3(0.0f, static_cast<float>(height), 0.0f));
    }
    tube.mesh = makeTube(
        {.radius = kRadius, .segments = kSegments, .rings = evenly(0.0, kHeight, kRingCount)});
    for (const double height : evenly(0.0, kHeight, kRingCount)) {
        const auto [joint, share] = zonePlace(height, count);
        for (std::uint32_t segment = 0; segment < kSegments; ++segment) {
            // Joint 0 is the root, which moves nothing.
            tube.influences.push_back({{joint + 1, 1.0f - share}, {joint + 2, share}});
        }
    }
    return tube;
}

double angleOf(const Settings& settings, std::uint32_t zoneJoint) {
    return radians(settings["twist"]) * zoneJoint / (zoneJointCount(settings) - 1);
}

Pose pose(const Settings& settings, const Column&) {
    Pose pose;
    const std::uint32_t count = zoneJointCount(settings);
    for (std::uint32_t i = 0; i < count; ++i) {
        const double height = kZoneBegin + (kZoneEnd - kZoneBegin) * i / (count - 1);
        pose.joints.emplace_back(
            JointIndex(i + 1),
            math::Transform{.translation = glm::vec3(0.0f, static_cast<float>(height), 0.0f),
                            .rotation = glm::angleAxis(static_cast<float>(angleOf(settings, i)),
                                                       glm::vec3(0.0f, 1.0f, 0.0f))});
    }
    return pose;
}

/// The two joints that move a ring.
std::array<Turn, 2> turnsAt(const Settings& settings, double height) {
    const auto [joint, share] = zonePlace(height, zoneJointCount(settings));
    const double weight = static_cast<double>(share);
    return {Turn{angleOf(settings, joint), 1.0 - weight},
            Turn{angleOf(settings, joint + 1), weight}};
}

bool hasFormula(const Trial& trial) {
    return trial.column.isKnown;
}

double expectedRadius(const Trial& trial, double height) {
    return trial.runs("dqs") ? kRadius
                             : kRadius * std::abs(linearBlend(turnsAt(trial.settings, height)));
}

double radiusAt(const Trial& trial, std::size_t vertex) {
    const glm::dvec3 position = trial.positionAt(vertex);
    return std::hypot(position.x, position.z);
}

Measurement measure(const Trial& trial) {
    Curve curve{
        .name = "radius of each ring", .xName = "along the tube", .yName = "radius", .high = 1.25};
    double worst = 0.0;
    for (std::uint32_t ring = 0; ring < kRingCount; ++ring) {
        const double height = kHeight * ring / (kRingCount - 1);
        const double expected = hasFormula(trial) ? expectedRadius(trial, height) : kRadius;
        double sum = 0.0;
        for (std::uint32_t segment = 0; segment < kSegments; ++segment) {
            const double radius = radiusAt(trial, ring * kSegments + segment);
            sum += radius;
            worst = std::max(worst, std::abs(radius - expected));
        }
        curve.x.push_back(height);
        curve.measured.push_back(sum / kSegments);
        if (hasFormula(trial)) {
            curve.expected.push_back(expected);
        }
    }
    const auto thinnest = std::ranges::min_element(curve.measured);
    Readout radius{.name = "radius of the thinnest ring",
                   .measured = {*thinnest},
                   .tolerance = 1e-6,
                   .isHeadline = true};
    Readout error{
        .name = "largest error of any vertex's radius", .measured = {worst}, .tolerance = 1e-6};
    if (!hasFormula(trial)) {
        error.name = "largest change of any vertex's radius";
        return {{radius, error}, curve};
    }
    radius.expected = {*std::ranges::min_element(curve.expected)};
    error.expected = {0.0};
    return {{radius, error}, curve};
}

Drawing draw(const Trial& trial) {
    Drawing drawing;
    for (std::uint32_t ring = 0; ring < kRingCount; ++ring) {
        for (std::uint32_t segment = 0; segment < kSegments; ++segment) {
            drawing.colours.push_back(segment % 12 < 6 ? 0xffd8d4cc : 0xff4a5ad0);
        }
    }
    for (std::uint32_t segment = 0; segment < kSegments; ++segment) {
        const std::size_t ring = std::size_t{kRingCount / 2} * kSegments;
        drawing.lines.push_back({.begin = trial.rest()[ring + segment],
                                 .widthPixels = 1.5f,
                                 .end = trial.rest()[ring + (segment + 1) % kSegments],
                                 .colour = 0xffffffff});
    }
    return drawing;
}

} // namespace

Sample twistTube() {
    return {.id = "twist_tube",
            .title = "Twist: the candy wrapper",
            .lesson =
                "Both tubes have the same joints and the same weights; the upper end is turned "
                "about the tube's own axis. Linear blending averages places, and the mean of "
                "two points on opposite sides of a circle lies near its middle: the tube thins "
                "to sqrt(1 - 2w(1-w)(1 - cos twist)). That is mathematics, not weight painting. "
                "Dual quaternions average turns and keep the radius; twist joints leave less "
                "twist between neighbours.",
            .key = "white ring: how thick the middle was before the twist",
            .controls = {{.key = "twist",
                          .name = "Twist of the upper end",
                          .unit = "°",
                          .minimum = 0.0,
                          .maximum = 180.0,
                          .initial = 170.0},
                         {.key = "twist_joints",
                          .name = "Twist joints in between",
                          .maximum = 3.0,
                          .step = 1.0,
                          .changes = Control::Changes::Character}},
            .columns = {{.id = "lbs",
                         .title = "Linear blend",
                         .note = "Averages the places to which the two joints carry a vertex.",
                         .chain = "lbs"},
                        {.id = "dqs",
                         .title = "Dual quaternions",
                         .note = "Averages the turns of the two joints, then turns the vertex.",
                         .chain = "dqs"}},
            .viewpoint = {.minimum = glm::vec3(-1.0f, 0.0f, -1.0f),
                          .maximum = glm::vec3(1.0f, 8.0f, 1.0f),
                          .yaw = 0.5f,
                          .pitch = 0.18f},
            .character = character,
            .pose = pose,
            .measure = measure,
            .draw = draw};
}

} // namespace sartor::lab
