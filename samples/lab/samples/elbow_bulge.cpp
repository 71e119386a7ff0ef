// SPDX-License-Identifier: Apache-2.0
// Sample: a bent elbow that bulges under one method and collapses under the other.
#include "samples/lab/closed_forms.h"
#include "samples/lab/sample.h"

#include <sartor/render/colour_ramp.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace sartor::lab {
namespace {

constexpr double kRadius = 1.0;
constexpr double kBoneLength = 4.0;
constexpr std::uint32_t kSegments = 32;
constexpr std::uint32_t kZoneRings = 129;
constexpr std::uint32_t kStraightRings = 12;
constexpr JointIndex kForearm(1);

/// Bind places of the rings along x: dense where the weights change, with one at the elbow, x = 0.
std::vector<double> ringPlaces(const Settings& settings) {
    const double dense = settings["zone"] * 1.25;
    std::vector<double> places = evenly(-kBoneLength, -dense, kStraightRings);
    const std::vector<double> middle = evenly(-dense, dense, kZoneRings);
    places.insert(places.end(), middle.begin() + 1, middle.end());
    const std::vector<double> last = evenly(dense, kBoneLength, kStraightRings);
    places.insert(places.end(), last.begin() + 1, last.end());
    return places;
}

float forearmWeight(const Settings& settings, double place) {
    const double zone = settings["zone"];
    return static_cast<float>(std::clamp((place + zone) / (2.0 * zone), 0.0, 1.0));
}

Character character(const Settings& settings, const Column&) {
    Character arm;
    const std::uint32_t upper =
        addJoint(arm, "upper arm", std::nullopt, glm::vec3(-float{kBoneLength}, 0.0f, 0.0f));
    addJoint(arm, "forearm", upper, glm::vec3(float{kBoneLength}, 0.0f, 0.0f));
    const std::vector<double> places = ringPlaces(settings);
    arm.mesh = makeTube({.radius = kRadius,
                         .segments = kSegments,
                         .along = glm::dvec3(1.0, 0.0, 0.0),
                         .outward = glm::dvec3(0.0, -1.0, 0.0),
                         .rings = places});
    for (const double place : places) {
        const float weight = forearmWeight(settings, place);
        for (std::uint32_t segment = 0; segment < kSegments; ++segment) {
            arm.influences.push_back({{0, 1.0f - weight}, {1, weight}});
        }
    }
    return arm;
}

Pose pose(const Settings& settings, const Column&) {
    Pose pose;
    pose.joints.emplace_back(
        kForearm,
        math::Transform{.translation = glm::vec3(float{kBoneLength}, 0.0f, 0.0f),
                        .rotation = glm::angleAxis(static_cast<float>(radians(settings["bend"])),
                                                   glm::vec3(0.0f, 0.0f, 1.0f))});
    return pose;
}

/// The place of a vertex by the formulas: about the elbow, in the plane of the bend.
glm::dvec3 expectedPosition(const Trial& trial, const glm::dvec3& rest) {
    const double weight = static_cast<double>(forearmWeight(trial.settings, rest.x));
    const std::array turns = {Turn{0.0, 1.0 - weight},
                              Turn{radians(trial.settings["bend"]), weight}};
    const std::complex<double> turn =
        trial.runs("dqs") ? std::polar(1.0, dualQuatAngle(turns)) : linearBlend(turns);
    const std::complex<double> place = turn * std::complex<double>(rest.x, rest.y);
    return {place.real(), place.imag(), rest.z};
}

double distanceFromSegment(const glm::dvec3& point, const glm::dvec3& end) {
    const double along = std::clamp(glm::dot(point, end) / glm::dot(end, end), 0.0, 1.0);
    return glm::distance(point, along * end);
}

/// From the nearer of the two bones, both of which end in the elbow at the origin.
double distanceFromBone(const Settings& settings, const glm::dvec3& point) {
    const double bend = radians(settings["bend"]);
    return std::min(
        distanceFromSegment(point, glm::dvec3(-kBoneLength, 0.0, 0.0)),
        distanceFromSegment(point, kBoneLength * glm::dvec3(std::cos(bend), std::sin(bend), 0.0)));
}

Measurement measure(const Trial& trial) {
    const bool isKnown = trial.column.isKnown;
    const std::vector<double> places = ringPlaces(trial.settings);
    Curve curve{.name = "distance of the outer side from the bone",
                .xName = "along the arm",
                .yName = "distance",
                .high = 1.5};
    Readout farthest{.name = "largest distance from the bone",
                     .measured = {0.0},
                     .expected = {0.0},
                     .tolerance = 2e-6,
                     .isHeadline = !trial.runs("lbs")};
    Readout thickness{.name = "thickness across the elbow, 2 when straight",
                      .tolerance = 2e-6,
                      .isHeadline = trial.runs("lbs")};
    double worst = 0.0;
    for (std::size_t vertex = 0; vertex < trial.vertexCount(); ++vertex) {
        const glm::dvec3 position = trial.positionAt(vertex);
        const glm::dvec3 expected = expectedPosition(trial, trial.restAt(vertex));
        const double distance = distanceFromBone(trial.settings, position);
        const double expectedDistance = distanceFromBone(trial.settings, expected);
        farthest.measured[0] = std::max(farthest.measured[0], distance);
        farthest.expected[0] = std::max(farthest.expected[0], expectedDistance);
        worst = std::max(worst, glm::distance(position, expected));
        if (vertex % kSegments == 0) {
            curve.x.push_back(places[vertex / kSegments]);
            curve.measured.push_back(distance);
            curve.expected.push_back(expectedDistance);
        }
        // The ring at the elbow has an equal share of both joints.
        if (vertex % kSegments == 0 && places[vertex / kSegments] == 0.0) {
            thickness.measured = {
                glm::distance(position, trial.positionAt(vertex + kSegments / 2))};
            thickness.expected = {2.0 * std::abs(std::complex(expected.x, expected.y))};
        }
    }
    Readout error{.name = "largest error of any vertex",
                  .measured = {worst},
                  .expected = {0.0},
                  .tolerance = 4e-6};
    if (!isKnown) {
        farthest.expected.clear();
        thickness.expected.clear();
        curve.expected.clear();
        return {{farthest, thickness}, curve};
    }
    return {{farthest, thickness, error}, curve};
}

/// Light where the distance is kept, to red a sixth of the radius too far, to blue fallen in.
std::uint32_t offColour(double off) {
    const glm::vec3 kept = render::oklabFromColour(0xffd0d4d4);
    const glm::vec3 end = render::oklabFromColour(off > 0.0 ? 0xff3c46dc : 0xffc8642d);
    const double share = std::clamp(off > 0.0 ? off * 6.0 : -off * 3.0, 0.0, 1.0);
    return render::colourFromOklab(glm::mix(kept, end, static_cast<float>(share)));
}

Drawing draw(const Trial& trial) {
    Drawing drawing;
    for (std::size_t vertex = 0; vertex < trial.vertexCount(); ++vertex) {
        const double off = distanceFromBone(trial.settings, trial.positionAt(vertex)) - kRadius;
        drawing.colours.push_back(offColour(off));
    }
    const double bend = radians(trial.settings["bend"]);
    const glm::vec3 tip(kBoneLength * glm::dvec3(std::cos(bend), std::sin(bend), 0.0));
    for (const glm::vec3& end : {glm::vec3(-float{kBoneLength}, 0.0f, 0.0f), tip}) {
        drawing.lines.push_back(
            {.begin = end, .widthPixels = 3.0f, .end = glm::vec3(0.0f), .colour = 0xffffffff});
    }
    drawing.dots.push_back({glm::vec3(0.0f), 5.0f, 0.0f, 0xffffffff});
    return drawing;
}

} // namespace

Sample elbowBulge() {
    return {
        .id = "elbow_bulge",
        .title = "Bend: collapse and bulge",
        .lesson = "The forearm is bent; around the elbow the weights go over from one bone to the "
                  "other. Linear blending falls in by the same rule that thins a twisted tube: "
                  "the elbow is cos(bend/2) as thick. Dual quaternions swing the skin about the "
                  "elbow on a circle, which keeps the thickness but carries the outer side past "
                  "the bone: it bulges by an eighth of the radius at a right angle. A narrower "
                  "zone moves the bulge; only another method takes it away.",
        .key = "white: bones; red: too far from them; blue: fallen in",
        .controls = {{.key = "bend",
                      .name = "Bend of the forearm",
                      .unit = "°",
                      .minimum = 0.0,
                      .maximum = 150.0,
                      .initial = 90.0},
                     {.key = "zone",
                      .name = "Half width of the blend zone, in radii",
                      .minimum = 0.25,
                      .maximum = 2.0,
                      .initial = 1.0,
                      .changes = Control::Changes::Character}},
        .columns =
            {{.id = "lbs", .title = "Linear blend", .note = "The elbow falls in.", .chain = "lbs"},
             {.id = "dqs",
              .title = "Dual quaternions",
              .note = "The elbow stays thick, and its outer side bulges.",
              .chain = "dqs"}},
        .viewpoint = {.minimum = glm::vec3(-4.0f, -1.3f, -1.0f),
                      .maximum = glm::vec3(1.6f, 4.0f, 1.0f),
                      .yaw = 0.15f,
                      .pitch = 0.12f},
        .character = character,
        .pose = pose,
        .measure = measure,
        .draw = draw};
}

} // namespace sartor::lab
