// SPDX-License-Identifier: Apache-2.0
// sartor rom: extreme poses of every recognised joint, and what the surface does in them.
#include "address.h"
#include "commands.h"
#include "options.h"
#include "progress.h"
#include "rom_joints.h"
#include "rom_record.h"
#include "rom_sheet.h"
#include "table.h"

#include <sartor/diagnose/joint_class.h>
#include <sartor/diagnose/range_of_motion.h>
#include <sartor/io/text.h>
#include <sartor/pose/local_to_model.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

namespace sartor::cli {
namespace {

using import::ImportedScene;
using import::MeshInstance;

struct Options {
    FileOptions file;
    RomJointOptions joints;
    std::vector<std::string> failOn;
    std::filesystem::path save;
    std::filesystem::path sheet;
    std::filesystem::path against;
    std::filesystem::path compare;
    double tolerance = diagnose::kMotionTolerance;
    bool isJson = false;
};

/// One number of a measure, for thresholds and summaries.
struct Metric {
    std::string_view name;
    std::string_view title;
    bool isWorseAbove;
    double sound; ///< of a surface that nothing happened to
    double (*value)(const diagnose::MotionMeasure&);
};

constexpr std::array kMetrics = {
    Metric{"collapse",
           "collapse",
           false,
           1.0,
           [](const diagnose::MotionMeasure& measure) { return measure.collapse; }},
    Metric{"area",
           "area ratio",
           false,
           1.0,
           [](const diagnose::MotionMeasure& measure) { return measure.areaRatio; }},
    Metric{
        "volume",
        "volume ratio",
        false,
        1.0,
        [](const diagnose::MotionMeasure& measure) { return measure.volumeRatio.value_or(1.0); }},
    Metric{"stretch",
           "longest edge",
           true,
           1.0,
           [](const diagnose::MotionMeasure& measure) { return measure.longest.ratio; }},
    Metric{"stretch-of-most",
           "99 % of edges below",
           true,
           1.0,
           [](const diagnose::MotionMeasure& measure) { return measure.stretchOfMost; }},
    Metric{"flips",
           "flipped triangles",
           true,
           0.0,
           [](const diagnose::MotionMeasure& measure) {
               return static_cast<double>(measure.flippedTriangleCount);
           }},
    Metric{"squeeze",
           "shortest edge",
           false,
           1.0,
           [](const diagnose::MotionMeasure& measure) { return measure.shortest.ratio; }},
    Metric{"intersections",
           "self-intersections",
           true,
           0.0,
           [](const diagnose::MotionMeasure& measure) {
               return static_cast<double>(measure.intersectionCount);
           }}};

struct Threshold {
    const Metric* metric = nullptr;
    double value = 0.0;
};

bool isWorse(const Metric& metric, double value, double than) {
    return metric.isWorseAbove ? value > than : value < than;
}

struct Measured {
    ImportedScene scene;
    std::vector<diagnose::ClassifiedJoint> joints;
    std::vector<diagnose::MotionPose> poses;
    std::vector<std::vector<diagnose::MotionMeasure>> measures;
    /// Against a record or another version, where one is asked for.
    std::optional<std::vector<diagnose::MotionDifference>> differences;
};

/// Where one metric is worst.
struct Worst {
    std::size_t pose = 0;
    const diagnose::MotionMeasure* measure = nullptr;
    double value = 0.0;
};

std::optional<Worst> findWorst(const Measured& measured, const Metric& metric) {
    std::optional<Worst> worst;
    for (std::size_t pose = 0; pose < measured.poses.size(); ++pose) {
        for (const diagnose::MotionMeasure& measure : measured.measures[pose]) {
            const double value = metric.value(measure);
            if (isWorse(metric, value, worst ? worst->value : metric.sound)) {
                worst = {pose, &measure, value};
            }
        }
    }
    return worst;
}

std::string names(std::string_view separator, const auto& list, const auto& nameOf) {
    std::string text;
    for (const auto& item : list) {
        text += (text.empty() ? "" : std::string(separator)) + std::string(nameOf(item));
    }
    return text;
}

Result<std::vector<Threshold>> parseThresholds(const Options& options) {
    std::vector<Threshold> thresholds;
    for (const std::string& text : options.failOn) {
        const auto parts = splitPair("--fail-on", text);
        if (!parts) {
            return parts.error();
        }
        const auto metric =
            std::find_if(kMetrics.begin(), kMetrics.end(), [&](const Metric& known) {
                return known.name == parts->first;
            });
        if (metric == kMetrics.end()) {
            return Error{"usage.metric",
                         "there is no measure '" + parts->first + "'; there is " +
                             names(", ", kMetrics, [](const Metric& known) { return known.name; })};
        }
        double value = 0.0;
        const std::string& number = parts->second;
        const auto [end, code] =
            std::from_chars(number.data(), number.data() + number.size(), value);
        if (code != std::errc() || end != number.data() + number.size() || !std::isfinite(value)) {
            return Error{"usage.number", "--fail-on: '" + number + "' is no number"};
        }
        thresholds.push_back({&*metric, value});
    }
    return thresholds;
}

Result<Measured> measure(const Options& options) {
    Progress progress("reading " + options.file.file.string());
    Result<ImportedScene> scene = readScene(options.file);
    if (!scene) {
        return scene.error();
    }
    auto joints = findRomJoints(*scene, options.joints);
    if (!joints) {
        return joints.error();
    }
    progress.set("bending joints");
    std::vector<diagnose::MotionPose> poses = diagnose::makeMotionPoses(
        *scene->skeleton, pose::modelFromJointAtRest(*scene->skeleton), *joints);
    auto measures = diagnose::measureMotion(*scene, poses);
    return Measured{
        std::move(*scene), std::move(*joints), std::move(poses), std::move(measures), {}};
}

diagnose::MotionRecord recordOf(const Measured& measured) {
    return diagnose::makeMotionRecord(measured.scene, measured.poses, measured.measures);
}

Status drawSheet(const std::filesystem::path& path, const Measured& measured) {
    std::vector<SheetPose> poses;
    for (std::size_t i = 0; i < measured.poses.size(); ++i) {
        const diagnose::MotionPose& pose = measured.poses[i];
        double collapse = 1.0;
        for (const diagnose::MotionMeasure& measure : measured.measures[i]) {
            collapse = std::min(collapse, measure.collapse);
        }
        const std::string& name = measured.scene.skeleton->joint(pose.turns[0].joint).name;
        poses.push_back({&pose,
                         {pose.name,
                          name,
                          "pose " + std::to_string(i) + ", keeps " +
                              std::to_string(std::lround(100.0 * collapse)) + " %"}});
    }
    return writeSheet(path, measured.scene, poses);
}

// What the character is compared with; none where nothing is asked for.
Result<std::optional<diagnose::MotionRecord>> readReference(const Options& options) {
    if (!options.against.empty()) {
        Result<diagnose::MotionRecord> read = readMotionRecord(options.against);
        return read ? Result<std::optional<diagnose::MotionRecord>>(std::move(*read))
                    : read.error();
    }
    if (options.compare.empty()) {
        return std::optional<diagnose::MotionRecord>();
    }
    Options other = options;
    other.file.file = options.compare;
    const Result<Measured> version = measure(other);
    return version ? Result<std::optional<diagnose::MotionRecord>>(recordOf(*version))
                   : version.error();
}

// Writes what is to be kept.
Status keep(const Options& options, const Measured& measured) {
    Status status;
    if (!options.joints.saveClasses.empty()) {
        status = saveRomJoints(options.joints.saveClasses, measured.scene, measured.joints);
    }
    if (status && !options.sheet.empty()) {
        status = drawSheet(options.sheet, measured);
    }
    if (status && !options.save.empty()) {
        status = saveMotionRecord(options.save, recordOf(measured));
    }
    return status;
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

std::string json(const Measured& measured, const Options& options) {
    const ImportedScene& scene = measured.scene;
    io::JsonWriter json;
    json.beginObject().member("file", options.file.file.string()).key("joints").beginArray();
    for (const diagnose::ClassifiedJoint& joint : measured.joints) {
        json.beginInlineObject().member("node", scene.skeleton->joint(joint.joint).fileNode);
        json.member("name", scene.skeleton->joint(joint.joint).name);
        json.member("class", diagnose::kJointClassNames[static_cast<std::size_t>(joint.kind)]);
        json.endObject();
    }
    json.endArray().key("poses").beginArray();
    for (std::size_t i = 0; i < measured.poses.size(); ++i) {
        const diagnose::MotionPose& pose = measured.poses[i];
        json.beginObject().member("pose", i).member("name", pose.name);
        json.member("class", diagnose::kJointClassNames[static_cast<std::size_t>(pose.kind)]);
        json.key("nodes").beginInlineArray();
        for (const diagnose::JointTurn& turn : pose.turns) {
            json.value(scene.skeleton->joint(turn.joint).fileNode);
        }
        json.endArray().key("meshes").beginArray();
        for (const diagnose::MotionMeasure& measure : measured.measures[i]) {
            writeMeasure(json, scene, measure);
        }
        json.endArray().endObject();
    }
    json.endArray().key("worst").beginObject();
    for (const Metric& metric : kMetrics) {
        json.key(metric.name);
        if (const std::optional<Worst> worst = findWorst(measured, metric)) {
            const MeshInstance& instance = scene.instances[worst->measure->instance];
            json.beginInlineObject().member("value", worst->value).member("pose", worst->pose);
            json.member("node", instance.fileNode).member("primitive", instance.filePrimitive);
            json.endObject();
        } else {
            json.null();
        }
    }
    json.endObject();
    if (measured.differences) {
        json.key("differences");
        writeDifferences(json, *measured.differences);
    }
    writeNotes(json, {});
    return json.endObject().take();
}

/// "vertex 12", "vertices 3 and 4"; empty where the metric is about the whole mesh.
std::string placeText(const Metric& metric, const diagnose::MotionMeasure& measure) {
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

std::string text(const Measured& measured) {
    using Align = Table::Align;
    const ImportedScene& scene = measured.scene;
    Table worst({{"worst", Align::Left},
                 {"", Align::Right},
                 {"pose", Align::Left},
                 {"mesh", Align::Left},
                 {"place", Align::Left}});
    for (const Metric& metric : kMetrics) {
        if (const std::optional<Worst> found = findWorst(measured, metric)) {
            const MeshInstance& instance = scene.instances[found->measure->instance];
            worst.addRow({std::string(metric.title),
                          rounded(found->value),
                          poseText(scene, measured.poses[found->pose]),
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
    for (std::size_t i = 0; i < measured.poses.size(); ++i) {
        for (const diagnose::MotionMeasure& measure : measured.measures[i]) {
            all.addRow({poseText(scene, measured.poses[i]),
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
    return counted(measured.joints.size(), "joint") + " in " +
           counted(measured.poses.size(), "pose") + '\n' + (summary.empty() ? "" : "\n" + summary) +
           (measured.differences ? "\n" + differenceText(*measured.differences) : "") +
           (rows.empty() ? "" : "\n" + rows);
}

ExitCode run(const Options& options) {
    const auto thresholds = parseThresholds(options);
    if (!thresholds) {
        return deliver({}, thresholds.error());
    }
    if (!options.against.empty() && !options.compare.empty()) {
        return deliver({},
                       Error{"usage.together", "--against and --compare: there is one reference"});
    }
    if (!(options.tolerance >= 0.0)) {
        return deliver({}, Error{"usage.number", "--tolerance: expected 0 or more"});
    }
    const std::array inputs = {
        options.file.file, options.compare, options.against, options.joints.classes};
    for (const std::filesystem::path& out :
         {options.save, options.joints.saveClasses, options.sheet}) {
        if (const Status status = expectNoInput(out, inputs); !status) {
            return deliver({}, status.error());
        }
    }
    auto measured = measure(options);
    if (!measured) {
        return deliver(options.file.file, measured.error());
    }
    const auto reference = readReference(options);
    if (!reference) {
        return deliver(options.against.empty() ? options.compare : options.against,
                       reference.error());
    }
    if (*reference) {
        measured->differences =
            diagnose::compareMotion(**reference, recordOf(*measured), options.tolerance);
    }
    if (const Status status = keep(options, *measured); !status) {
        return deliver({}, status.error());
    }
    const ExitCode code =
        deliver(options.file.file, options.isJson ? json(*measured, options) : text(*measured));
    if (code != ExitCode::Done) {
        return code;
    }
    if (measured->joints.empty()) {
        printRemark("no joint is called after a shoulder, elbow, wrist, hip, knee, spine, neck or "
                    "finger, nor are there two legs to know a body by; "
                    "say which they are with --joint CLASS=NODE");
    }
    const bool isFound =
        (measured->differences && !measured->differences->empty()) ||
        std::any_of(thresholds->begin(), thresholds->end(), [&](const Threshold& threshold) {
            const auto worst = findWorst(*measured, *threshold.metric);
            return isWorse(
                *threshold.metric, worst ? worst->value : threshold.metric->sound, threshold.value);
        });
    return isFound ? ExitCode::Found : ExitCode::Done;
}

} // namespace

Command addRomCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("rom", "Range of motion: what the surface does in extreme poses");
    options->file.addTo(*command);
    options->joints.addTo(*command);
    command
        ->add_option("--fail-on",
                     options->failOn,
                     "End with exit code 1 where collapse, area, volume or squeeze is below, or "
                     "stretch, stretch-of-most, flips or intersections above")
        ->type_name("MEASURE=VALUE,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    addOutOption(*command,
                 options->save,
                 {".json"},
                 "--save",
                 "Keep what the poses do to the character, as a record");
    addOutOption(*command, options->sheet, {".png"}, "--sheet", "Draw all poses into one picture");
    command
        ->add_option("--against",
                     options->against,
                     "A record: tell what has changed since, with exit code 1")
        ->type_name("FILE.json");
    command
        ->add_option("--compare",
                     options->compare,
                     "An earlier version of the character: the same without a record")
        ->type_name("FILE");
    command
        ->add_option("--tolerance",
                     options->tolerance,
                     "Differences that are none, in parts of the mesh's size [1e-5]")
        ->type_name("PART");
    addJsonFlag(*command, options->isJson);
    command->footer(
        "Example: sartor rom character.glb --fail-on collapse=0.4,volume=0.85\n"
        "         sartor rom character.glb --save character.rom.json\n"
        "         sartor rom character.glb --against character.rom.json\n"
        "Joints are recognised by the names that the usual rigs give them, and where these say "
        "nothing "
        "by their places. Each is bent and "
        "twisted "
        "alone, a spine, a neck and the fingers of a hand as a whole, from the file's own pose; +Y "
        "is up and +Z in front. "
        "All measures are against that pose, under linear blend skinning. collapse: what a blend "
        "keeps of the radius, at the worst vertex. area: of the triangles that bend, together. "
        "volume: of a mesh that is closed. stretch, squeeze: the edge that grows or shrinks most; "
        "stretch-of-most: what 99 of 100 edges that bend stay below. flips: triangles whose front "
        "has become their back. "
        "intersections: pairs of triangles of one primitive that go through each other.");
    return {command, [options] { return run(*options); }};
}

} // namespace sartor::cli
