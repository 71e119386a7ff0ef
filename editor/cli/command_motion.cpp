// SPDX-License-Identifier: Apache-2.0
// sartor motion: what of a clip trembles, stretches, or is better not edited as Euler curves.
#include "address.h"
#include "commands.h"
#include "motion_report.h"
#include "options.h"
#include "progress.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace sartor::cli {
namespace {

using import::ImportedScene;

struct Options {
    FileOptions file;
    std::string clip;
    std::string order = "xyz";
    std::optional<double> rate;
    double largestError = 10.0;
    double deviation = 1.0;
    std::string curve;
    std::vector<std::string> failOn;
    std::size_t top = 10;
    bool isJson = false;
};

/// What --fail-on can name.
struct Kind {
    std::string_view name;
    bool (*isFound)(const MeasuredClip& measured, const diagnose::GimbalOptions& options);
};

bool isStretched(const diagnose::BoneStretch& bone) {
    return bone.longest > 1.01 || bone.shortest < 0.99;
}

constexpr std::array kKinds = {
    Kind{"jitter",
         [](const MeasuredClip& measured, const diagnose::GimbalOptions&) {
             const auto& joints = measured.jitter.joints;
             return std::any_of(joints.begin(), joints.end(), [](const auto& joint) {
                 return joint.verdict != diagnose::JitterVerdict::Steady;
             });
         }},
    Kind{"gap",
         [](const MeasuredClip& measured, const diagnose::GimbalOptions&) {
             return !measured.keys.steps.empty() && measured.keys.steps.front().wideCount > 0;
         }},
    Kind{"flip",
         [](const MeasuredClip& measured, const diagnose::GimbalOptions&) {
             return !measured.keys.flips.empty();
         }},
    Kind{"stretch",
         [](const MeasuredClip& measured, const diagnose::GimbalOptions&) {
             const auto& bones = measured.keys.stretches;
             return std::any_of(bones.begin(), bones.end(), isStretched);
         }},
    Kind{"gimbal", [](const MeasuredClip& measured, const diagnose::GimbalOptions& options) {
             return !measured.gimbal.empty() &&
                    measured.gimbal.front().worst.condition > options.largestError;
         }}};

Result<std::vector<const Kind*>> parseKinds(const std::vector<std::string>& texts) {
    std::vector<const Kind*> kinds;
    for (const std::string& text : texts) {
        const auto found = std::find_if(
            kKinds.begin(), kKinds.end(), [&](const Kind& kind) { return kind.name == text; });
        if (found == kKinds.end()) {
            return Error{"usage.kind",
                         "--fail-on: there is no '" + text +
                             "'; there is jitter, gap, flip, stretch, gimbal"};
        }
        kinds.push_back(&*found);
    }
    return kinds;
}

Result<diagnose::GimbalOptions> parseGimbal(const Options& options) {
    diagnose::GimbalOptions gimbal;
    const auto order = math::parseEulerOrder(options.order);
    if (!order) {
        std::string names;
        for (const std::string_view name : math::kEulerOrderNames) {
            names += (names.empty() ? "" : ", ") + std::string(name);
        }
        return Error{"usage.order",
                     "--order: there is no order '" + options.order + "'; there is " + names};
    }
    if (!(options.largestError >= 1.0)) {
        return Error{"usage.number", "--max-error: expected 1 or more, which is no growth"};
    }
    if (!(options.deviation > 0.0)) {
        return Error{"usage.number", "--max-deviation: expected degrees above 0"};
    }
    if (options.rate && !(*options.rate > 0.0 && *options.rate <= 1000.0)) {
        return Error{"usage.number", "--rate: expected frames a second above 0, at most 1000"};
    }
    gimbal.order = *order;
    gimbal.largestError = options.largestError;
    gimbal.deviationDegrees = options.deviation;
    return gimbal;
}

Result<MotionReport> measure(const Options& options) {
    const auto gimbal = parseGimbal(options);
    if (!gimbal) {
        return gimbal.error();
    }
    Progress progress("reading " + options.file.file.string());
    Result<ImportedScene> scene = readScene(options.file);
    if (!scene) {
        return scene.error();
    }
    std::vector<std::uint32_t> clips;
    if (options.clip.empty()) {
        for (std::uint32_t clip = 0; clip < scene->clips.size(); ++clip) {
            clips.push_back(clip);
        }
    } else {
        const Result<std::uint32_t> clip = findClip(*scene, options.clip);
        if (!clip) {
            return clip.error();
        }
        clips.push_back(*clip);
    }
    JointIndex curve;
    if (!options.curve.empty()) {
        const Result<JointIndex> joint = findNode(*scene, options.curve);
        if (!joint) {
            return joint.error();
        }
        curve = *joint;
    }
    progress.set("measuring motion");
    MotionReport report{options.file.file, std::move(*scene), *gimbal, curve, {}};
    for (const std::uint32_t index : clips) {
        const assets::Clip& clip = *report.scene.clips[index];
        const diagnose::ClipFrames frames = diagnose::chooseFrames(clip, options.rate);
        MeasuredClip& measured = report.clips.emplace_back();
        measured.clip = index;
        measured.jitter = diagnose::measureJitter(report.scene, clip, frames);
        measured.keys = diagnose::measureClipKeys(report.scene, clip, frames);
        measured.gimbal = diagnose::measureGimbal(clip, frames, *gimbal);
        if (!curve.isNone()) {
            measured.angles = diagnose::eulerCurve(clip, frames, curve, gimbal->order);
            measured.lengths = diagnose::boneLengthCurve(report.scene, clip, frames, curve);
            measured.jolts = diagnose::jitterCurve(report.scene, clip, frames, curve);
        }
    }
    return report;
}

Result<Answer> answer(const Options& options) {
    const auto kinds = parseKinds(options.failOn);
    if (!kinds) {
        return kinds.error();
    }
    const auto report = measure(options);
    if (!report) {
        return report.error();
    }
    const bool isFound = std::any_of(kinds->begin(), kinds->end(), [&](const Kind* kind) {
        return std::any_of(
            report->clips.begin(), report->clips.end(), [&](const MeasuredClip& clip) {
                return kind->isFound(clip, report->gimbal);
            });
    });
    return Answer{options.isJson ? motionJson(*report) : motionText(*report, options.top),
                  isFound ? ExitCode::Found : ExitCode::Done};
}

} // namespace

Command addMotionCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "motion", "Jitter, key gaps, flips, stretched bones and gimbal lock in clips");
    options->file.addTo(*command);
    command->add_option("--clip", options->clip, "The clip to measure [all]")
        ->type_name("INDEX|NAME");
    command
        ->add_option("--order",
                     options->order,
                     "Order of Euler curves, the turn that is applied first named first, as Maya "
                     "and Blender do: xyz, xzy, yxz, yzx, zxy, zyx, or xyx and such [xyz]")
        ->type_name("ORDER");
    command
        ->add_option("--max-error",
                     options->largestError,
                     "How much the error of angles may grow near gimbal lock [10]")
        ->type_name("FACTOR");
    command
        ->add_option("--max-deviation",
                     options->deviation,
                     "How far straight Euler curves may leave the clip between keys [1]")
        ->type_name("DEGREES");
    command->add_option("--rate", options->rate, "Frames a second to measure [those of the keys]")
        ->type_name("RATE");
    command
        ->add_option(
            "--curve",
            options->curve,
            "Also the curves of one joint: Euler angles, growth of errors, bone length, second "
            "differences")
        ->type_name("NODE");
    command->add_option("--top", options->top, "Rows of each table; JSON has all [10]")
        ->type_name("COUNT");
    command
        ->add_option("--fail-on",
                     options->failOn,
                     "End with exit code 1 where there is any: jitter, gap (steps above 90 "
                     "degrees), flip, stretch (by 1 % or more), gimbal (beyond --max-error)")
        ->type_name("KIND,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    addJsonFlag(*command, options->isJson);
    command->footer(
        "Example: sartor motion character.glb --clip Walk --order zxy --fail-on jitter,flip\n"
        "Jitter is what changes from frame to frame without connection; it counts from a move of a "
        "pixel, where the character fills a picture of 1080. Own: by the keys of the joint; from: "
        "carried from a joint above. The error of Euler angles grows by (1 + |sin p|) / |cos p| at "
        "a middle angle p, without end at 90 degrees; best order is the one whose worst growth is "
        "least. Steps that need keys are those where straight Euler curves leave the clip.");
    return {command, [options] { return deliver(options->file.file, answer(*options)); }};
}

} // namespace sartor::cli
