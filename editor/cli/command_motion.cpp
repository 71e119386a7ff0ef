// SPDX-License-Identifier: Apache-2.0
// sartor motion: what of a clip trembles, stretches, or is better not edited as Euler curves.
#include "address.h"
#include "commands.h"
#include "options.h"
#include "progress.h"
#include "table.h"

#include <sartor/diagnose/clip_keys.h>
#include <sartor/diagnose/gimbal_meter.h>
#include <sartor/diagnose/jitter.h>

#include <glm/trigonometric.hpp>

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

struct Measured {
    std::uint32_t clip = 0;
    diagnose::Jitter jitter;
    diagnose::ClipKeys keys;
    std::vector<diagnose::JointGimbal> gimbal;
    // Of the joint of --curve, by frame.
    std::vector<diagnose::EulerSample> angles;
    std::vector<double> lengths;
};

struct Report {
    ImportedScene scene;
    diagnose::GimbalOptions gimbal;
    JointIndex curve;
    std::vector<Measured> clips;
};

/// What --fail-on can name.
struct Kind {
    std::string_view name;
    bool (*isFound)(const Measured& measured, const diagnose::GimbalOptions& options);
};

bool isStretched(const diagnose::BoneStretch& bone) {
    return bone.longest > 1.01 || bone.shortest < 0.99;
}

constexpr std::array kKinds = {
    Kind{"jitter",
         [](const Measured& measured, const diagnose::GimbalOptions&) {
             const auto& joints = measured.jitter.joints;
             return std::any_of(joints.begin(), joints.end(), [](const auto& joint) {
                 return joint.verdict != diagnose::JitterVerdict::Steady;
             });
         }},
    Kind{"gap",
         [](const Measured& measured, const diagnose::GimbalOptions&) {
             return !measured.keys.steps.empty() && measured.keys.steps.front().wideCount > 0;
         }},
    Kind{"flip",
         [](const Measured& measured, const diagnose::GimbalOptions&) {
             return !measured.keys.flips.empty();
         }},
    Kind{"stretch",
         [](const Measured& measured, const diagnose::GimbalOptions&) {
             const auto& bones = measured.keys.stretches;
             return std::any_of(bones.begin(), bones.end(), isStretched);
         }},
    Kind{"gimbal", [](const Measured& measured, const diagnose::GimbalOptions& options) {
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

Result<Report> measure(const Options& options) {
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
    Report report{std::move(*scene), *gimbal, curve, {}};
    for (const std::uint32_t index : clips) {
        const assets::Clip& clip = *report.scene.clips[index];
        const diagnose::ClipFrames frames = diagnose::chooseFrames(clip, options.rate);
        Measured& measured = report.clips.emplace_back();
        measured.clip = index;
        measured.jitter = diagnose::measureJitter(report.scene, clip, frames);
        measured.keys = diagnose::measureClipKeys(report.scene, clip, frames);
        measured.gimbal = diagnose::measureGimbal(clip, frames, *gimbal);
        if (!curve.isNone()) {
            measured.angles = diagnose::eulerCurve(clip, frames, curve, gimbal->order);
            measured.lengths = diagnose::boneLengthCurve(report.scene, clip, frames, curve);
        }
    }
    return report;
}

std::string_view verdictText(diagnose::JitterVerdict verdict) {
    switch (verdict) {
    case diagnose::JitterVerdict::Own:
        return "own";
    case diagnose::JitterVerdict::Inherited:
        return "inherited";
    case diagnose::JitterVerdict::Steady:
        break;
    }
    return "steady";
}

void writeNode(io::JsonWriter& json, const ImportedScene& scene, JointIndex joint) {
    json.member("node", scene.skeleton->joint(joint).fileNode);
    json.member("name", scene.skeleton->joint(joint).name);
}

void writeUnsteadiness(io::JsonWriter& json,
                       std::string_view key,
                       const diagnose::Unsteadiness& value) {
    json.key(key).beginInlineObject().member("second_difference_rms", value.difference);
    json.member("noise", value.noise).member("worst_noise", value.worstNoise);
    json.member("worst_time", value.worstTime).endObject();
}

void writeJitter(io::JsonWriter& json, const ImportedScene& scene, const diagnose::Jitter& jitter) {
    json.key("jitter").beginObject().member("extent", jitter.extent).member("limit", jitter.limit);
    json.member("is_measured", jitter.frames.count >= diagnose::kFewestJitterFrames);
    json.key("joints").beginArray();
    for (const diagnose::JointJitter& joint : jitter.joints) {
        json.beginObject();
        writeNode(json, scene, joint.joint);
        json.member("verdict", verdictText(joint.verdict)).key("from");
        if (joint.from.isNone()) {
            json.null();
        } else {
            json.value(scene.skeleton->joint(joint.from).fileNode);
        }
        json.member("own_move", joint.ownMove).member("inherited_move", joint.inheritedMove);
        json.member("lever", joint.lever);
        writeUnsteadiness(json, "local_rotation_degrees", joint.localRotation);
        writeUnsteadiness(json, "local_translation", joint.localTranslation);
        writeUnsteadiness(json, "model_rotation_degrees", joint.modelRotation);
        writeUnsteadiness(json, "model_position", joint.modelPosition);
        json.endObject();
    }
    json.endArray().endObject();
}

void writeKeys(io::JsonWriter& json, const ImportedScene& scene, const diagnose::ClipKeys& keys) {
    json.key("key_gaps").beginArray();
    for (const diagnose::KeyStep& step : keys.steps) {
        json.beginInlineObject();
        writeNode(json, scene, step.joint);
        json.member("degrees", step.degrees).member("from", step.from).member("to", step.to);
        json.member("wide_count", step.wideCount).endObject();
    }
    json.endArray().key("quaternion_flips").beginArray();
    for (const diagnose::SignFlips& flips : keys.flips) {
        json.beginInlineObject();
        writeNode(json, scene, flips.joint);
        json.member("count", flips.count).member("first_time", flips.firstTime);
        json.member("is_spline", flips.isSpline).endObject();
    }
    json.endArray().key("bone_stretch").beginArray();
    for (const diagnose::BoneStretch& bone : keys.stretches) {
        json.beginInlineObject();
        writeNode(json, scene, bone.joint);
        json.member("shortest", bone.shortest).member("shortest_time", bone.shortestTime);
        json.member("longest", bone.longest).member("longest_time", bone.longestTime).endObject();
    }
    json.endArray();
}

void writeGimbal(io::JsonWriter& json,
                 const ImportedScene& scene,
                 std::span<const diagnose::JointGimbal> joints) {
    json.key("gimbal").beginArray();
    for (const diagnose::JointGimbal& joint : joints) {
        json.beginObject();
        writeNode(json, scene, joint.joint);
        json.member("condition", joint.worst.condition).member("sigma_min", joint.worst.sigmaMin);
        json.member("rank", joint.worst.rank).member("time", joint.worstTime);
        json.member("middle_angle_degrees", joint.middleAngleDegrees);
        json.member("share_beyond", joint.shareBeyond);
        json.member("best_order",
                    math::kEulerOrderNames[static_cast<std::size_t>(joint.bestOrder)]);
        json.member("best_condition", joint.bestCondition);
        json.member("deviation_degrees", joint.deviationDegrees);
        json.key("keys_that_need_more").beginArray();
        for (const diagnose::GimbalKeys& keys : joint.keys) {
            json.beginInlineObject().member("from", keys.from).member("to", keys.to);
            json.member("deviation_degrees", keys.deviationDegrees).key("pieces");
            if (keys.pieceCount == 0) {
                json.null();
            } else {
                json.value(keys.pieceCount);
            }
            json.endObject();
        }
        json.endArray().endObject();
    }
    json.endArray();
}

void writeCurve(io::JsonWriter& json, const Report& report, const Measured& measured) {
    json.key("curve").beginObject();
    writeNode(json, report.scene, report.curve);
    json.key("samples").beginArray();
    const std::size_t count = std::max(measured.angles.size(), measured.lengths.size());
    for (std::size_t frame = 0; frame < count; ++frame) {
        json.beginInlineObject().member("time", measured.jitter.frames.time(frame));
        if (frame < measured.angles.size()) {
            const diagnose::EulerSample& sample = measured.angles[frame];
            json.member("angles_degrees", glm::degrees(sample.angles));
            json.member("condition", sample.state.condition).member("rank", sample.state.rank);
        }
        if (frame < measured.lengths.size()) {
            json.member("length_ratio", measured.lengths[frame]);
        }
        json.endObject();
    }
    json.endArray().endObject();
}

std::string json(const Report& report, const Options& options) {
    io::JsonWriter json;
    json.beginObject().member("file", options.file.file.string());
    json.member("order", math::kEulerOrderNames[static_cast<std::size_t>(report.gimbal.order)]);
    json.member("max_error", report.gimbal.largestError);
    json.member("max_pitch_degrees",
                glm::degrees(math::maxPitchForError(report.gimbal.largestError)));
    json.member("rank_tolerance", math::kGimbalRankTolerance);
    json.member("max_deviation_degrees", report.gimbal.deviationDegrees);
    json.key("clips").beginArray();
    for (const Measured& measured : report.clips) {
        const diagnose::ClipFrames& frames = measured.jitter.frames;
        json.beginObject().member("clip", measured.clip);
        json.member("name", report.scene.clips[measured.clip]->name());
        json.member("start", frames.start).member("frame_period", frames.period);
        json.member("frames", frames.count);
        writeJitter(json, report.scene, measured.jitter);
        writeKeys(json, report.scene, measured.keys);
        writeGimbal(json, report.scene, measured.gimbal);
        if (!report.curve.isNone()) {
            writeCurve(json, report, measured);
        }
        json.endObject();
    }
    json.endArray();
    writeNotes(json, {});
    return json.endObject().take();
}

std::string seconds(float time) {
    return rounded(static_cast<double>(time)) + " s";
}

std::string percent(double ratio) {
    return (ratio < 1.0 ? "" : "+") + rounded(100.0 * (ratio - 1.0)) + " %";
}

/// A heading and its table, cut to the first rows; nothing for a table without rows.
template <class List, class Row>
std::string
section(std::string_view heading, Table table, const List& list, std::size_t top, const Row& row) {
    if (list.empty()) {
        return {};
    }
    const std::size_t shown = std::min(top, list.size());
    for (std::size_t i = 0; i < shown; ++i) {
        table.addRow(row(list[i]));
    }
    std::string text = "\n" + std::string(heading) + "\n" + table.text();
    if (shown < list.size()) {
        text += "and " + std::to_string(list.size() - shown) + " more (--top)\n";
    }
    return text;
}

std::string
jitterText(const ImportedScene& scene, const diagnose::Jitter& jitter, std::size_t top) {
    using Align = Table::Align;
    if (jitter.frames.count < diagnose::kFewestJitterFrames) {
        return "\njitter: too few frames to tell\n";
    }
    std::vector<diagnose::JointJitter> found;
    std::copy_if(
        jitter.joints.begin(),
        jitter.joints.end(),
        std::back_inserter(found),
        [](const auto& joint) { return joint.verdict != diagnose::JitterVerdict::Steady; });
    if (found.empty()) {
        return "\njitter: none above " + rounded(jitter.limit) + " units, " +
               rounded(jitter.extent) + " / 1080\n";
    }
    return section(
        "jitter (degrees and units; limit " + rounded(jitter.limit) + ", the size of " +
            rounded(jitter.extent) + " / 1080)",
        Table({{"joint", Align::Left},
               {"whose", Align::Left},
               {"own move", Align::Right},
               {"inherited", Align::Right},
               {"rotation noise", Align::Right},
               {"per frame^2", Align::Right},
               {"in model", Align::Right},
               {"worst at", Align::Right}}),
        found,
        top,
        [&](const diagnose::JointJitter& joint) {
            const bool isOwn = joint.verdict == diagnose::JitterVerdict::Own;
            return std::vector<std::string>{
                nodeText(scene, joint.joint),
                isOwn ? "own" : "from " + nodeText(scene, joint.from),
                rounded(joint.ownMove),
                rounded(joint.inheritedMove),
                rounded(joint.localRotation.worstNoise),
                rounded(joint.localRotation.difference),
                rounded(joint.modelRotation.difference),
                seconds(isOwn ? joint.localRotation.worstTime : joint.modelPosition.worstTime)};
        });
}

std::string keysText(const ImportedScene& scene, const diagnose::ClipKeys& keys, std::size_t top) {
    using Align = Table::Align;
    const auto step = [&](const diagnose::KeyStep& found) {
        return std::vector<std::string>{nodeText(scene, found.joint),
                                        rounded(found.degrees),
                                        seconds(found.from),
                                        seconds(found.to),
                                        std::to_string(found.wideCount)};
    };
    const auto flip = [&](const diagnose::SignFlips& found) {
        return std::vector<std::string>{
            nodeText(scene, found.joint),
            std::to_string(found.count),
            seconds(found.firstTime),
            found.isSpline ? "spline: an extra turn" : "mended by players that take the short way"};
    };
    const auto stretch = [&](const diagnose::BoneStretch& found) {
        return std::vector<std::string>{nodeText(scene, found.joint),
                                        percent(found.shortest),
                                        seconds(found.shortestTime),
                                        percent(found.longest),
                                        seconds(found.longestTime)};
    };
    return section("largest steps between rotation keys (degrees)",
                   Table({{"joint", Align::Left},
                          {"step", Align::Right},
                          {"from", Align::Right},
                          {"to", Align::Right},
                          {"steps above 90", Align::Right}}),
                   keys.steps,
                   top,
                   step) +
           section("quaternions that change sign",
                   Table({{"joint", Align::Left},
                          {"keys", Align::Right},
                          {"first at", Align::Right},
                          {"", Align::Left}}),
                   keys.flips,
                   top,
                   flip) +
           section("bones that change length",
                   Table({{"joint", Align::Left},
                          {"shortest", Align::Right},
                          {"at", Align::Right},
                          {"longest", Align::Right},
                          {"at", Align::Right}}),
                   keys.stretches,
                   top,
                   stretch);
}

std::string gimbalText(const Report& report, const Measured& measured, std::size_t top) {
    using Align = Table::Align;
    const std::string order(math::kEulerOrderNames[static_cast<std::size_t>(report.gimbal.order)]);
    return section(
        "gimbal, as " + order + " curves (errors grow by at most " +
            rounded(report.gimbal.largestError) + " up to a middle angle of " +
            rounded(glm::degrees(math::maxPitchForError(report.gimbal.largestError))) +
            (math::isProperEuler(report.gimbal.order) ? " degrees from 90)" : " degrees)"),
        Table({{"joint", Align::Left},
               {"error grows by", Align::Right},
               {"middle angle", Align::Right},
               {"at", Align::Right},
               {"beyond", Align::Right},
               {"rank", Align::Right},
               {"best order", Align::Left},
               {"off the clip by", Align::Right},
               {"steps that need keys", Align::Right}}),
        measured.gimbal,
        top,
        [&](const diagnose::JointGimbal& joint) {
            return std::vector<std::string>{
                nodeText(report.scene, joint.joint),
                rounded(joint.worst.condition),
                rounded(joint.middleAngleDegrees),
                seconds(joint.worstTime),
                rounded(100.0 * joint.shareBeyond) + " %",
                std::to_string(joint.worst.rank),
                std::string(math::kEulerOrderNames[static_cast<std::size_t>(joint.bestOrder)]) +
                    " (" + rounded(joint.bestCondition) + ")",
                rounded(joint.deviationDegrees),
                std::to_string(joint.keys.size())};
        });
}

std::string curveText(const Report& report, const Measured& measured) {
    using Align = Table::Align;
    Table table({{"time", Align::Right},
                 {"angles in degrees", Align::Left},
                 {"error grows by", Align::Right},
                 {"length", Align::Right}});
    const std::size_t count = std::max(measured.angles.size(), measured.lengths.size());
    for (std::size_t frame = 0; frame < count; ++frame) {
        const bool hasAngles = frame < measured.angles.size();
        table.addRow({seconds(measured.jitter.frames.time(frame)),
                      hasAngles ? rounded(glm::degrees(measured.angles[frame].angles)) : "",
                      hasAngles ? rounded(measured.angles[frame].state.condition) : "",
                      frame < measured.lengths.size() ? percent(measured.lengths[frame]) : ""});
    }
    return "\ncurves of " + nodeText(report.scene, report.curve) + "\n" + table.text();
}

std::string text(const Report& report, const Options& options) {
    std::string text;
    for (const Measured& measured : report.clips) {
        const diagnose::ClipFrames& frames = measured.jitter.frames;
        const std::string& name = report.scene.clips[measured.clip]->name();
        text += (text.empty() ? "" : "\n") + std::string("clip #") + std::to_string(measured.clip) +
                (name.empty() ? "" : " '" + name + "'") + ": " + std::to_string(frames.count) +
                " frames, " + rounded(1.0 / frames.period) + " a second\n";
        text += jitterText(report.scene, measured.jitter, options.top);
        text += keysText(report.scene, measured.keys, options.top);
        text += gimbalText(report, measured, options.top);
        if (!report.curve.isNone()) {
            text += curveText(report, measured);
        }
    }
    return text.empty() ? "no clips\n" : text;
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
        return std::any_of(report->clips.begin(), report->clips.end(), [&](const Measured& clip) {
            return kind->isFound(clip, report->gimbal);
        });
    });
    return Answer{options.isJson ? json(*report, options) : text(*report, options),
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
        ->add_option("--curve",
                     options->curve,
                     "Also the curves of one joint: Euler angles, growth of errors, bone length")
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
