// SPDX-License-Identifier: Apache-2.0
// sartor rom: extreme poses of every recognised joint, and what the surface does in them.
#include "address.h"
#include "commands.h"
#include "options.h"
#include "progress.h"
#include "rom_joints.h"
#include "rom_record.h"
#include "rom_report.h"
#include "rom_sheet.h"

#include <sartor/diagnose/joint_class.h>
#include <sartor/pose/local_to_model.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

namespace sartor::cli {
namespace {

using import::ImportedScene;

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

struct Threshold {
    const RomMetric* metric = nullptr;
    double value = 0.0;
};

Result<std::vector<Threshold>> parseThresholds(const Options& options) {
    std::vector<Threshold> thresholds;
    for (const std::string& text : options.failOn) {
        const auto parts = splitPair("--fail-on", text);
        if (!parts) {
            return parts.error();
        }
        const std::span<const RomMetric> metrics = romMetrics();
        const auto metric = std::find_if(metrics.begin(), metrics.end(), [&](const auto& known) {
            return known.name == parts->first;
        });
        if (metric == metrics.end()) {
            return Error{"usage.metric",
                         "there is no measure '" + parts->first + "'; there is " +
                             romMetricNames()};
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

Result<RomReport> measure(const Options& options) {
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
    return RomReport{options.file.file,
                     std::move(*scene),
                     std::move(*joints),
                     std::move(poses),
                     std::move(measures),
                     {}};
}

diagnose::MotionRecord recordOf(const RomReport& measured) {
    return diagnose::makeMotionRecord(measured.scene, measured.poses, measured.measures);
}

Status drawSheet(const std::filesystem::path& path, const RomReport& measured) {
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
    const Result<RomReport> version = measure(other);
    return version ? Result<std::optional<diagnose::MotionRecord>>(recordOf(*version))
                   : version.error();
}

// Writes what is to be kept.
Status keep(const Options& options, const RomReport& measured) {
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
        deliver(options.file.file, options.isJson ? romJson(*measured) : romText(*measured));
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
