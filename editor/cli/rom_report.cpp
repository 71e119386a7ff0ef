// SPDX-License-Identifier: Apache-2.0
// What `sartor rom` has measured.
#include "rom_report.h"

#include "address.h"
#include "answer.h"
#include "rom_record.h"
#include "table.h"

#include <sartor/io/json_writer.h>

#include <array>
#include <string>

namespace sartor::cli {
namespace {

using import::ImportedScene;
using import::MeshInstance;

constexpr std::array kMetrics = {
    RomMetric{"collapse",
              "collapse",
              false,
              1.0,
              [](const diagnose::MotionMeasure& measure) { return measure.collapse; }},
    RomMetric{"area",
              "area ratio",
              false,
              1.0,
              [](const diagnose::MotionMeasure& measure) { return measure.areaRatio; }},
    RomMetric{
        "volume",
        "volume ratio",
        false,
        1.0,
        [](const diagnose::MotionMeasure& measure) { return measure.volumeRatio.value_or(1.0); }},
    RomMetric{"stretch",
              "longest edge",
              true,
              1.0,
              [](const diagnose::MotionMeasure& measure) { return measure.longest.ratio; }},
    RomMetric{"stretch-of-most",
              "99 % of edges below",
              true,
              1.0,
              [](const diagnose::MotionMeasure& measure) { return measure.stretchOfMost; }},
    RomMetric{"flips",
              "flipped triangles",
              true,
              0.0,
              [](const diagnose::MotionMeasure& measure) {
                  return static_cast<double>(measure.flippedTriangleCount);
              }},
    RomMetric{"squeeze",
              "shortest edge",
              false,
              1.0,
              [](const diagnose::MotionMeasure& measure) { return measure.shortest.ratio; }},
    RomMetric{"intersections",
              "self-intersections",
              true,
              0.0,
              [](const diagnose::MotionMeasure& measure) {
                  return static_cast<double>(measure.intersectionCount);
              }}};

std::string names(std::string_view separator, const auto& list, const auto& nameOf) {
    std::string text;
    for (const auto& item : list) {
        text += (text.empty() ? "" : std::string(separator)) + std::string(nameOf(item));
    }
    return text;
}

std::string poseText(const ImportedScene& scene, const diagnose::MotionPose& pose) {
    // All fingers of a hand would fill the line.
    const std::size_t shown = pose.turns.size() > 3 ? 1 : pose.turns.size();
    const std::size_t left = pose.turns.size() - shown;
    return pose.name + " (" +
           names(", ",
                 std::span(pose.turns).first(shown),
                 [&](const diagnose::JointTurn& turn) { return nodeText(scene, turn.joint); }) +
           (left > 0 ? " and " + std::to_string(left) + " more" : "") + ")";
}

void writeMeasure(io::JsonWriter& json,
                  const ImportedScene& scene,
                  const diagnose::MotionMeasure& measure) {
    const MeshInstance& instance = scene.instances[measure.instance];
    json.beginObject().member("node", instance.fileNode).member("mesh", instance.meshName);
    json.member("primitive", instance.filePrimitive);
    json.member("bent_triangles", measure.bentTriangleCount);
    json.member("area_ratio", measure.areaRatio).member("volume_ratio", measure.volumeRatio);
    const auto writeEdge = [&json](std::string_view key, const diagnose::EdgeStretch& edge) {
        json.key(key).beginInlineObject().member("ratio", edge.ratio).key("vertices");
        json.beginInlineArray().value(edge.vertices[0]).value(edge.vertices[1]).endArray();
        json.endObject();
    };
    writeEdge("longest_edge", measure.longest);
    writeEdge("shortest_edge", measure.shortest);
    json.member("edge_stretch_p99", measure.stretchOfMost);
    json.key("flipped_triangles").beginInlineObject().member("count", measure.flippedTriangleCount);
    json.member("vertex", measure.flippedVertex).endObject();
    json.key("collapse").beginInlineObject().member("ratio", measure.collapse);
    json.member("vertex", measure.collapseVertex).endObject();
    json.key("self_intersections").beginInlineObject().member("count", measure.intersectionCount);
    json.member("is_complete", measure.isIntersectionComplete).key("vertices").beginInlineArray();
    for (const auto& [first, second] : measure.intersections) {
        json.beginInlineArray().value(first).value(second).endArray();
    }
    json.endArray().endObject().endObject();
}

/// "vertex 12", "vertices 3 and 4"; empty where the metric is about the whole mesh.
std::string placeText(const RomMetric& metric, const diagnose::MotionMeasure& measure) {
    const auto pair = [](std::uint32_t first, std::uint32_t second) {
        return "vertices " + std::to_string(first) + " and " + std::to_string(second);
    };
    if (metric.name == "collapse") {
        return "vertex " + std::to_string(measure.collapseVertex);
    }
    if (metric.name == "flips") {
        return "vertex " + std::to_string(measure.flippedVertex);
    }
    if (metric.name == "stretch") {
        return pair(measure.longest.vertices[0], measure.longest.vertices[1]);
    }
    if (metric.name == "squeeze") {
        return pair(measure.shortest.vertices[0], measure.shortest.vertices[1]);
    }
    if (metric.name == "intersections" && !measure.intersections.empty()) {
        return pair(measure.intersections[0].first, measure.intersections[0].second);
    }
    return {};
}

} // namespace

std::span<const RomMetric> romMetrics() {
    return kMetrics;
}

std::string romMetricNames() {
    return names(", ", kMetrics, [](const RomMetric& metric) { return metric.name; });
}

bool isWorse(const RomMetric& metric, double value, double than) {
    return metric.isWorseAbove ? value > than : value < than;
}

std::optional<WorstPose> findWorst(const RomReport& report, const RomMetric& metric) {
    std::optional<WorstPose> worst;
    for (std::size_t pose = 0; pose < report.poses.size(); ++pose) {
        for (const diagnose::MotionMeasure& measure : report.measures[pose]) {
            const double value = metric.value(measure);
            if (isWorse(metric, value, worst ? worst->value : metric.sound)) {
                worst = {pose, &measure, value};
            }
        }
    }
    return worst;
}

std::string romJson(const RomReport& report) {
    const ImportedScene& scene = report.scene;
    io::JsonWriter json;
    json.beginObject().member("file", report.file.string()).key("joints").beginArray();
    for (const diagnose::ClassifiedJoint& joint : report.joints) {
        json.beginInlineObject().member("node", scene.skeleton->joint(joint.joint).fileNode);
        json.member("name", scene.skeleton->joint(joint.joint).name);
        json.member("class", diagnose::kJointClassNames[static_cast<std::size_t>(joint.kind)]);
        json.endObject();
    }
    json.endArray().key("poses").beginArray();
    for (std::size_t i = 0; i < report.poses.size(); ++i) {
        const diagnose::MotionPose& pose = report.poses[i];
        json.beginObject().member("pose", i).member("name", pose.name);
        json.member("class", diagnose::kJointClassNames[static_cast<std::size_t>(pose.kind)]);
        json.key("nodes").beginInlineArray();
        for (const diagnose::JointTurn& turn : pose.turns) {
            json.value(scene.skeleton->joint(turn.joint).fileNode);
        }
        json.endArray().key("meshes").beginArray();
        for (const diagnose::MotionMeasure& measure : report.measures[i]) {
            writeMeasure(json, scene, measure);
        }
        json.endArray().endObject();
    }
    json.endArray().key("worst").beginObject();
    for (const RomMetric& metric : romMetrics()) {
        json.key(metric.name);
        if (const std::optional<WorstPose> worst = findWorst(report, metric)) {
            const MeshInstance& instance = scene.instances[worst->measure->instance];
            json.beginInlineObject().member("value", worst->value).member("pose", worst->pose);
            json.member("node", instance.fileNode).member("primitive", instance.filePrimitive);
            json.endObject();
        } else {
            json.null();
        }
    }
    json.endObject();
    if (report.differences) {
        json.key("differences");
        writeDifferences(json, *report.differences);
    }
    writeNotes(json, {});
    return json.endObject().take();
}

std::string romText(const RomReport& report) {
    using Align = Table::Align;
    const ImportedScene& scene = report.scene;
    Table worst({{"worst", Align::Left},
                 {"", Align::Right},
                 {"pose", Align::Left},
                 {"mesh", Align::Left},
                 {"place", Align::Left}});
    for (const RomMetric& metric : romMetrics()) {
        if (const std::optional<WorstPose> found = findWorst(report, metric)) {
            const MeshInstance& instance = scene.instances[found->measure->instance];
            worst.addRow({std::string(metric.title),
                          rounded(found->value),
                          poseText(scene, report.poses[found->pose]),
                          nodeText(scene, instance.node) + " primitive " +
                              std::to_string(instance.filePrimitive),
                          placeText(metric, *found->measure)});
        }
    }
    Table all({{"pose", Align::Left},
               {"primitive", Align::Right},
               {"collapse", Align::Right},
               {"area", Align::Right},
               {"volume", Align::Right},
               {"longest", Align::Right},
               {"99 %", Align::Right},
               {"shortest", Align::Right},
               {"flips", Align::Right},
               {"intersections", Align::Right}});
    for (std::size_t i = 0; i < report.poses.size(); ++i) {
        for (const diagnose::MotionMeasure& measure : report.measures[i]) {
            all.addRow({poseText(scene, report.poses[i]),
                        std::to_string(scene.instances[measure.instance].filePrimitive),
                        rounded(measure.collapse),
                        rounded(measure.areaRatio),
                        measure.volumeRatio ? rounded(*measure.volumeRatio) : "open",
                        rounded(measure.longest.ratio),
                        rounded(measure.stretchOfMost),
                        rounded(measure.shortest.ratio),
                        std::to_string(measure.flippedTriangleCount),
                        std::string(measure.isIntersectionComplete ? "" : "at least ") +
                            std::to_string(measure.intersectionCount)});
        }
    }
    const std::string summary = worst.text();
    const std::string rows = all.text();
    const auto counted = [](std::size_t count, const char* what) {
        return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
    };
    return counted(report.joints.size(), "joint") + " in " + counted(report.poses.size(), "pose") +
           '\n' + (summary.empty() ? "" : "\n" + summary) +
           (report.differences ? "\n" + differenceText(*report.differences) : "") +
           (rows.empty() ? "" : "\n" + rows);
}

} // namespace sartor::cli
