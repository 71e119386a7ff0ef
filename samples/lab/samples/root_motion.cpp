// SPDX-License-Identifier: Apache-2.0
// Sample: who moves a character that walks: the entity, the pose, nobody, or both.
#include "samples/lab/closed_forms.h"
#include "samples/lab/sample.h"

#include <sartor/graph/graph_instance.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>

namespace sartor::lab {
namespace {

constexpr double kHeight = 1.5;
constexpr float kHips = 0.9f;
constexpr double kRadius = 0.17;
constexpr std::uint32_t kSegments = 24;
constexpr std::uint32_t kRingCount = 16;
/// A frame of the host.
constexpr double kFrame = 1.0 / 30.0;
/// How low the two tracks are drawn, under the character.
constexpr float kEntityTrack = -0.2f;
constexpr float kRootTrack = -0.55f;

/// The host's entity is a joint above the root, so that what it does is seen.
Character character(const Settings&, const Column&) {
    Character walker;
    const std::uint32_t entity = addJoint(walker, "entity", std::nullopt, glm::vec3(0.0f));
    const std::uint32_t root = addJoint(walker, "root", entity, glm::vec3(0.0f));
    addJoint(walker, "hips", root, glm::vec3(0.0f, kHips, 0.0f));
    walker.mesh = makeTube({.radius = kRadius,
                            .segments = kSegments,
                            .along = glm::dvec3(0.0, 1.0, 0.0),
                            .outward = glm::dvec3(0.0, 0.0, 1.0),
                            .rings = evenly(0.0, kHeight, kRingCount)});
    for (const double height : evenly(0.0, kHeight, kRingCount)) {
        const auto weight =
            static_cast<float>(std::clamp(height / static_cast<double>(kHips), 0.0, 1.0));
        for (std::uint32_t segment = 0; segment < kSegments; ++segment) {
            walker.influences.push_back({{root, 1.0f - weight}, {root + 1, weight}});
        }
    }
    return walker;
}

/// Keys of one joint's translation over a second.
assets::JointTracks trackOf(std::size_t joint, const std::vector<glm::vec3>& places) {
    assets::JointTracks tracks;
    tracks.joint = JointIndex(joint);
    for (std::size_t i = 0; i < places.size(); ++i) {
        tracks.translation.times.push_back(static_cast<float>(i) /
                                           static_cast<float>(places.size() - 1));
        tracks.translation.values.push_back(places[i]);
    }
    return tracks;
}

/// root > hips, an idle clip in place and one that goes a metre ahead in a second, both bobbing.
std::shared_ptr<const graph::Rig> makeRig() {
    auto rig = std::make_shared<graph::Rig>();
    assets::Joint root{"root", {}, {}, 0};
    assets::Joint hips{"hips", JointIndex(0), {}, 1};
    hips.parentFromJointRest.translation = glm::vec3(0.0f, kHips, 0.0f);
    rig->skeleton = *assets::Skeleton::create({root, hips});
    const auto bob = [&](float by) {
        return trackOf(
            1, {glm::vec3(0, kHips, 0), glm::vec3(0, kHips + by, 0), glm::vec3(0, kHips, 0)});
    };
    rig->clips = {
        *assets::Clip::create({"Idle", {trackOf(0, {glm::vec3(0), glm::vec3(0)}), bob(-0.02f)}, {}},
                              2),
        *assets::Clip::create(
            {"Forward", {trackOf(0, {glm::vec3(0), glm::vec3(0, 0, 1)}), bob(0.05f)}, {}}, 2)};
    return rig;
}

std::shared_ptr<const graph::CompiledGraph> compileGraph(pose::RootMotionOwner owner) {
    graph::GraphDefinition definition;
    definition.parameters = {{.id = "speed", .initial = 1.0, .minimum = 0.0, .maximum = 1.0}};
    definition.rootMotion.joint = "root";
    definition.rootMotion.owner = owner;
    const auto input = [](const char* node, double threshold) {
        graph::InputDefinition link = graph::nodeInput(node);
        link.fields = {{"threshold", threshold}};
        return link;
    };
    definition.nodes = {{.id = "idle", .type = "clip", .params = {{"clip", "Idle"}}},
                        {.id = "forward", .type = "clip", .params = {{"clip", "Forward"}}},
                        {.id = "move",
                         .type = "blend_1d",
                         .inputs = {{"value", {graph::parameterInput("speed")}},
                                    {"poses", {input("idle", 0.0), input("forward", 1.0)}}}}};
    definition.output = graph::nodeInput("move");
    return graph::compile(definition, makeRig()).graph;
}

/// What the host does with the motion that it is given, once a frame.
int timesApplied(const Column& column) {
    return column.id == "twice" ? 2 : column.id == "nobody" ? 0 : 1;
}

struct Walk {
    std::vector<math::Transform> parentFromJoint; ///< root and hips, at the end
    std::vector<glm::dvec3> entityTrack;          ///< places of the entity
    std::vector<glm::dvec3> rootTrack;            ///< places of the root in the pose
    pose::RootMotionVerdict verdict;
    pose::RootMotionError error;
};

Walk walk(const Settings& settings, const Column& column) {
    const auto graph = compileGraph(column.id == "pose" ? pose::RootMotionOwner::Pose
                                                        : pose::RootMotionOwner::Entity);
    graph::GraphInstance instance = graph::GraphInstance::create(graph);
    instance.setFloat(graph->findParameter("speed"), static_cast<float>(settings["speed"]));
    Walk walk;
    walk.parentFromJoint.resize(2);
    walk.entityTrack = {glm::dvec3(0.0)};
    walk.rootTrack = {glm::dvec3(0.0)};
    math::DoubleRigid worldFromEntity;
    double time = 0.0;
    do {
        const double dt = std::min(kFrame, settings["time"] - time);
        time += dt;
        const Result<graph::GraphUpdate> update = instance.update(dt);
        for (int i = 0; update && i < timesApplied(column); ++i) {
            worldFromEntity = worldFromEntity * update->rootMotion;
        }
        instance.setEntity(worldFromEntity);
        instance.evaluate(walk.parentFromJoint, {});
        walk.entityTrack.push_back(worldFromEntity.translation);
        walk.rootTrack.emplace_back(walk.parentFromJoint[0].translation);
    } while (time < settings["time"] - 1e-9);
    walk.verdict = instance.rootMotionLedger().verdict();
    walk.error = instance.rootMotionLedger().conservationError();
    return walk;
}

Pose pose(const Settings& settings, const Column& column) {
    const Walk walked = walk(settings, column);
    Pose pose;
    pose.joints.emplace_back(JointIndex(0),
                             math::Transform{.translation = glm::vec3(walked.entityTrack.back())});
    pose.joints.emplace_back(JointIndex(1), walked.parentFromJoint[0]);
    pose.joints.emplace_back(JointIndex(2), walked.parentFromJoint[1]);
    return pose;
}

Measurement measure(const Trial& trial) {
    constexpr double kTolerance = 1e-5; // metres
    const Walk walked = walk(trial.settings, trial.column);
    const double clips = trial.settings["speed"] * trial.settings["time"];
    const double byEntity = trial.column.id == "pose" ? 0.0 : timesApplied(trial.column) * clips;
    const double inPose = trial.column.id == "pose" ? clips : 0.0;
    const double seen = byEntity + inPose;
    // A step of the host before the first pose is where the books begin.
    const double firstStep = std::min(kFrame, trial.settings["time"]) * trial.settings["speed"];
    const double missing = (timesApplied(trial.column) - 1) * (clips - firstStep);
    Measurement measurement;
    measurement.readouts = {
        {.name = "1. the clips go", .unit = "m", .measured = {}, .expected = {clips}},
        {.name = "2. the entity has gone",
         .unit = "m",
         .measured = {walked.entityTrack.back().z},
         .expected = {byEntity},
         .tolerance = kTolerance},
        {.name = "3. the root has gone in the pose",
         .unit = "m",
         .measured = {walked.rootTrack.back().z},
         .expected = {inPose},
         .tolerance = kTolerance},
        {.name = "4. the character is seen at",
         .unit = "m",
         .measured = {trial.positionAt(0).z - trial.restAt(0).z},
         .expected = {seen},
         .tolerance = kTolerance,
         .isHeadline = true},
        {.name = "off the way of the clips, by the books",
         .unit = "m",
         .measured = {walked.error.distance},
         .expected = {std::abs(missing)},
         .tolerance = kTolerance}};
    if (std::isfinite(walked.verdict.ratio)) {
        measurement.readouts.push_back({.name = "seen by expected: 0 lost, 1 right, 2 double",
                                        .measured = {walked.verdict.ratio},
                                        .expected = {double(timesApplied(trial.column))},
                                        .tolerance = 1e-4});
    }
    return measurement;
}

void addTrack(Drawing& drawing,
              std::span<const glm::dvec3> track,
              float height,
              std::uint32_t colour,
              const std::string& name) {
    const auto place = [&](const glm::dvec3& at) {
        return glm::vec3(0.0f, height, static_cast<float>(at.z));
    };
    for (std::size_t i = 1; i < track.size(); ++i) {
        drawing.lines.push_back({.begin = place(track[i - 1]),
                                 .widthPixels = 4.0f,
                                 .end = place(track[i]),
                                 .colour = colour});
    }
    drawing.dots.push_back({place(track.front()), 4.0f, 0.0f, colour});
    drawing.dots.push_back({place(track.back()), 7.0f, 0.0f, colour});
    drawing.labels.push_back({place(track.front()) + glm::vec3(0.0f, 0.0f, -0.7f), name});
}

Drawing draw(const Trial& trial) {
    constexpr std::uint32_t kGrey = 0xff9a9088;
    constexpr std::uint32_t kBlue = 0xffd9904a;
    constexpr std::uint32_t kOrange = 0xff3a9cf2;
    const Walk walked = walk(trial.settings, trial.column);
    Drawing drawing;
    constexpr int kLastMetre = 6;
    for (int metre = 0; metre <= kLastMetre; ++metre) {
        const auto z = static_cast<float>(metre);
        drawing.lines.push_back({.begin = glm::vec3(0.0f, 0.0f, z),
                                 .widthPixels = 1.5f,
                                 .end = glm::vec3(0.0f, -0.75f, z),
                                 .colour = kGrey});
        drawing.labels.push_back({glm::vec3(0.0f, -1.0f, z), std::to_string(metre) + " m"});
    }
    // Where the clips say that the character is.
    const auto clips = static_cast<float>(trial.settings["speed"] * trial.settings["time"]);
    drawing.lines.push_back({.begin = glm::vec3(0.0f, 0.0f, clips),
                             .widthPixels = 2.0f,
                             .end = glm::vec3(0.0f, float{kHeight} + 0.25f, clips),
                             .colour = 0xffffffff});
    addTrack(drawing, walked.entityTrack, kEntityTrack, kOrange, "entity");
    addTrack(drawing, walked.rootTrack, kRootTrack, kBlue, "root");
    return drawing;
}

} // namespace

Sample rootMotion() {
    return {
        .id = "root_motion",
        .title = "Root motion: one owner",
        .lesson =
            "The forward clip goes a metre in a second; what is played is a blend of it with an "
            "idle clip in place. Whoever owns the motion carries all of it: the entity, and the "
            "root stays in the pose; or the pose, and the entity stays. Either way the character "
            "is where the clips lead, and the loop does not throw it back. A host that moves the "
            "entity twice in a frame doubles the way, one that forgets it loses it, and the books "
            "say so: entity and pose together against the way of the clips.",
        .key = "orange: way of the entity; blue: way of the root in the pose; white: where the "
               "clips lead",
        .controls = {{.key = "time",
                      .name = "Time",
                      .unit = "s",
                      .minimum = 0.0,
                      .maximum = 3.0,
                      .initial = 2.5},
                     {.key = "speed",
                      .name = "Weight of the forward clip",
                      .minimum = 0.0,
                      .maximum = 1.0,
                      .initial = 1.0}},
        .columns = {{.id = "entity",
                     .title = "The entity owns it",
                     .note = "The pose is in place; the host moves the entity by the delta.",
                     .chain = "lbs"},
                    {.id = "pose",
                     .title = "The pose owns it",
                     .note = "The root joint carries it on over every loop.",
                     .chain = "lbs"},
                    {.id = "twice",
                     .title = "The host applies it twice",
                     .note = "In update and in late update: double.",
                     .chain = "lbs"},
                    {.id = "nobody",
                     .title = "The host forgets it",
                     .note = "Taken out of the pose and given to nobody: lost.",
                     .chain = "lbs"}},
        .viewpoint = {.minimum = glm::vec3(-0.2f, -1.1f, -1.2f),
                      .maximum = glm::vec3(0.2f, 1.8f, 6.4f),
                      .yaw = -std::numbers::pi_v<float> / 2.0f,
                      .pitch = 0.0f},
        .arrangement = Arrangement::Stacked,
        .character = character,
        .pose = pose,
        .measure = measure,
        .draw = draw};
}

} // namespace sartor::lab
