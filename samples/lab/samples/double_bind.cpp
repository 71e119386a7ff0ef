// SPDX-License-Identifier: Apache-2.0
// Sample: what the inverse bind matrix is for, and what happens when it is missing or used twice.
#include "samples/lab/closed_forms.h"
#include "samples/lab/sample.h"

#include <sartor/pose/local_to_model.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::lab {
namespace {

/// An arm along x, bound with its shoulder at 2 and its elbow at 4; the marked vertex is on x = 3
/// and follows the shoulder alone.
constexpr double kShoulder = 2.0;
constexpr double kElbow = 4.0;
constexpr double kHand = 6.0;
constexpr double kMarked = 3.0;
constexpr double kRadius = 0.45;
constexpr std::uint32_t kSegments = 24;
constexpr std::uint32_t kRingCount = 33;
constexpr std::size_t kMarkedVertex = std::size_t{kSegments} * 8;

/// How many times the inverse of a joint's bind place is applied.
int inverseCount(const Column& column) {
    return column.id == "without" ? 0 : column.id == "twice" ? 2 : 1;
}

math::Affine movedAlongX(double distance) {
    return {.translation = glm::vec3(static_cast<float>(distance), 0.0f, 0.0f)};
}

Character character(const Settings&, const Column& column) {
    Character arm;
    const std::uint32_t shoulder =
        addJoint(arm, "shoulder", std::nullopt, glm::vec3(float{kShoulder}, 0.0f, 0.0f));
    addJoint(arm, "elbow", shoulder, glm::vec3(float{kElbow - kShoulder}, 0.0f, 0.0f));
    const int count = inverseCount(column);
    arm.jointFromBind = {movedAlongX(-kShoulder * count), movedAlongX(-kElbow * count)};
    arm.mesh = makeTube({.radius = kRadius,
                         .segments = kSegments,
                         .along = glm::dvec3(1.0, 0.0, 0.0),
                         .outward = glm::dvec3(0.0, 1.0, 0.0),
                         .rings = evenly(kShoulder, kHand, kRingCount)});
    for (const double place : evenly(kShoulder, kHand, kRingCount)) {
        const auto weight = static_cast<float>(std::clamp((place - kElbow) / 1.0 + 0.5, 0.0, 1.0));
        for (std::uint32_t segment = 0; segment < kSegments; ++segment) {
            arm.influences.push_back({{0, 1.0f - weight}, {1, weight}});
        }
    }
    return arm;
}

Pose pose(const Settings& settings, const Column&) {
    Pose pose;
    pose.joints.emplace_back(
        JointIndex(0),
        math::Transform{.translation =
                            glm::vec3(static_cast<float>(settings["joint"]), 0.0f, 0.0f)});
    pose.joints.emplace_back(
        JointIndex(1),
        math::Transform{.translation = glm::vec3(float{kElbow - kShoulder}, 0.0f, 0.0f),
                        .rotation = glm::angleAxis(static_cast<float>(radians(settings["bend"])),
                                                   glm::vec3(0.0f, 0.0f, 1.0f))});
    return pose;
}

/// Largest distance of a joint's map from the identity while the skeleton is in its bind pose.
double bindResidual(const Trial& trial) {
    const auto modelFromJoint = pose::modelFromJointAtRest(*trial.session.scene().skeleton);
    const session::InstanceBinding& binding = trial.session.binding(0);
    double largest = 0.0;
    for (std::size_t slot = 0; slot < binding.joints.size(); ++slot) {
        const math::Affine modelFromBind =
            modelFromJoint[binding.joints[slot].value()] * binding.jointFromBind[slot];
        largest = std::max(largest, static_cast<double>(glm::length(modelFromBind.translation)));
    }
    return largest;
}

Measurement measure(const Trial& trial) {
    constexpr double kTolerance = 1e-6;
    const double inJoint = kMarked - kShoulder * inverseCount(trial.column);
    const math::Affine& jointFromBind = trial.session.binding(0).jointFromBind[0];
    const double measuredInJoint =
        static_cast<double>(math::transformPoint(jointFromBind, trial.rest()[kMarkedVertex]).x);
    return {{{.name = "1. the marked vertex in the mesh",
              .measured = {trial.restAt(kMarkedVertex).x},
              .expected = {kMarked},
              .tolerance = kTolerance},
             {.name = "2. times inverse bind: its place in the joint",
              .measured = {measuredInJoint},
              .expected = {inJoint},
              .tolerance = kTolerance},
             {.name = "3. times the joint: its place now",
              .measured = {trial.positionAt(kMarkedVertex).x},
              .expected = {trial.settings["joint"] + inJoint},
              .tolerance = kTolerance,
              .isHeadline = true},
             {.name = "bind check: largest move in the bind pose",
              .measured = {bindResidual(trial)},
              .expected = {kElbow * std::abs(1 - inverseCount(trial.column))},
              .tolerance = kTolerance}}};
}

Drawing draw(const Trial& trial) {
    Drawing drawing;
    const auto onLine = [](double x, double y) {
        return glm::vec3(static_cast<float>(x), static_cast<float>(y), 0.0f);
    };
    constexpr double kLine = -0.9;
    constexpr int kLast = 14;
    drawing.lines.push_back({.begin = onLine(0.0, kLine),
                             .widthPixels = 1.5f,
                             .end = onLine(kLast, kLine),
                             .colour = 0xffb8b0a8});
    for (int tick = 0; tick <= kLast; ++tick) {
        drawing.lines.push_back({.begin = onLine(tick, kLine - 0.1),
                                 .widthPixels = 1.5f,
                                 .end = onLine(tick, kLine + 0.1),
                                 .colour = 0xffb8b0a8});
        drawing.labels.push_back({onLine(tick, kLine - 0.45), std::to_string(tick)});
    }
    // Where the mesh was bound, as a frame.
    for (const double side : {-kRadius, kRadius}) {
        drawing.lines.push_back({.begin = onLine(kShoulder, side),
                                 .widthPixels = 1.5f,
                                 .end = onLine(kHand, side),
                                 .colour = 0xff9a9088});
    }
    const std::span<const math::Affine> joints = trial.session.modelFromJoint();
    drawing.lines.push_back({.begin = joints[0].translation,
                             .widthPixels = 3.0f,
                             .end = joints[1].translation,
                             .colour = 0xffffffff});
    for (const math::Affine& joint : joints) {
        drawing.dots.push_back({joint.translation, 5.0f, 0.0f, 0xffd9904a});
    }
    const glm::vec3 marked(trial.positionAt(kMarkedVertex));
    drawing.lines.push_back({.begin = onLine(kMarked, kLine),
                             .widthPixels = 2.0f,
                             .end = onLine(kMarked, kRadius),
                             .colour = 0xff9a9088});
    drawing.lines.push_back({.begin = onLine(static_cast<double>(marked.x), kLine),
                             .widthPixels = 2.0f,
                             .end = marked,
                             .colour = 0xff3a9cf2});
    drawing.dots.push_back({marked, 5.0f, 0.0f, 0xff3a9cf2});
    return drawing;
}

} // namespace

Sample doubleBind() {
    return {
        .id = "double_bind",
        .title = "Bind: the inverse once, never, twice",
        .lesson =
            "A vertex is stored where the mesh was bound; a joint moves what is stored in its own "
            "space. The inverse bind matrix takes the vertex there: 3 - 2 = 1 from the shoulder, "
            "and the shoulder at 5 carries it to 6. Left out, the place in the mesh is taken for "
            "one in the joint, 5 + 3 = 8, and every bone flies off by its own distance. Used "
            "twice, as when an engine's palette already holds it, the vertex ends at 4 and the "
            "parts are pushed into each other. The last line tells all three apart without any "
            "animation: in the bind pose nothing may move.",
        .key =
            "blue: joints; orange: the marked vertex now; grey: where mesh and vertex were bound",
        .controls = {{.key = "joint",
                      .name = "Place of the shoulder",
                      .minimum = 0.0,
                      .maximum = 6.0,
                      .initial = 5.0},
                     {.key = "bend",
                      .name = "Bend of the elbow",
                      .unit = "°",
                      .minimum = 0.0,
                      .maximum = 120.0,
                      .initial = 0.0}},
        .columns = {{.id = "once",
                     .title = "Inverse bind, once",
                     .note = "Mesh, joint space, model space: as it should be.",
                     .chain = "lbs"},
                    {.id = "without",
                     .title = "Without inverse bind",
                     .note = "The place in the mesh is taken for one in the joint.",
                     .chain = "lbs"},
                    {.id = "twice",
                     .title = "Inverse bind, twice",
                     .note = "The palette already had it, and it was applied again.",
                     .chain = "lbs"}},
        .viewpoint = {.minimum = glm::vec3(-3.0f, -1.5f, -0.5f),
                      .maximum = glm::vec3(14.0f, 1.6f, 0.5f),
                      .yaw = 0.0f,
                      .pitch = 0.0f},
        .arrangement = Arrangement::Stacked,
        .character = character,
        .pose = pose,
        .measure = measure,
        .draw = draw};
}

} // namespace sartor::lab
