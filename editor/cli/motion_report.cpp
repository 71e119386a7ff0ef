// SPDX-License-Identifier: Apache-2.0
// What `sartor motion` has measured, as text and as JSON.
#include "motion_report.h"

#include "address.h"
#include "answer.h"
#include "table.h"

#include <sartor/io/json_writer.h>

#include <glm/trigonometric.hpp>

#include <algorithm>
#include <iterator>
#include <span>

namespace sartor::cli {
namespace {

using import::ImportedScene;

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

std::size_t curveSize(const MeasuredClip& measured) {
    return std::max({measured.angles.size(), measured.lengths.size(), measured.jolts.size()});
}

void writeCurve(io::JsonWriter& json, const MotionReport& report, const MeasuredClip& measured) {
    json.key("curve").beginObject();
    writeNode(json, report.scene, report.curve);
    json.key("samples").beginArray();
    const std::size_t count = curveSize(measured);
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
        if (frame < measured.jolts.size()) {
            const diagnose::JitterSample& sample = measured.jolts[frame];
            json.member("rotation_second_difference_degrees", sample.localRotation);
            json.member("position_second_difference", sample.modelPosition);
        }
        json.endObject();
    }
    json.endArray().endObject();
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

std::string gimbalText(const MotionReport& report, const MeasuredClip& measured, std::size_t top) {
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

std::string curveText(const MotionReport& report, const MeasuredClip& measured) {
    using Align = Table::Align;
    Table table({{"time", Align::Right},
                 {"angles in degrees", Align::Left},
                 {"error grows by", Align::Right},
                 {"length", Align::Right},
                 {"turn per frame^2", Align::Right},
                 {"move per frame^2", Align::Right}});
    const std::size_t count = curveSize(measured);
    for (std::size_t frame = 0; frame < count; ++frame) {
        const bool hasAngles = frame < measured.angles.size();
        const bool hasJolts = frame < measured.jolts.size();
        table.addRow({seconds(measured.jitter.frames.time(frame)),
                      hasAngles ? rounded(glm::degrees(measured.angles[frame].angles)) : "",
                      hasAngles ? rounded(measured.angles[frame].state.condition) : "",
                      frame < measured.lengths.size() ? percent(measured.lengths[frame]) : "",
                      hasJolts ? rounded(measured.jolts[frame].localRotation) : "",
                      hasJolts ? rounded(measured.jolts[frame].modelPosition) : ""});
    }
    return "\ncurves of " + nodeText(report.scene, report.curve) + "\n" + table.text();
}

} // namespace

std::string motionJson(const MotionReport& report) {
    io::JsonWriter json;
    json.beginObject().member("file", report.file.string());
    json.member("order", math::kEulerOrderNames[static_cast<std::size_t>(report.gimbal.order)]);
    json.member("max_error", report.gimbal.largestError);
    json.member("max_pitch_degrees",
                glm::degrees(math::maxPitchForError(report.gimbal.largestError)));
    json.member("rank_tolerance", math::kGimbalRankTolerance);
    json.member("max_deviation_degrees", report.gimbal.deviationDegrees);
    json.key("clips").beginArray();
    for (const MeasuredClip& measured : report.clips) {
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

std::string motionText(const MotionReport& report, std::size_t top) {
    std::string text;
    for (const MeasuredClip& measured : report.clips) {
        const diagnose::ClipFrames& frames = measured.jitter.frames;
        const std::string& name = report.scene.clips[measured.clip]->name();
        text += (text.empty() ? "" : "\n") + std::string("clip #") + std::to_string(measured.clip) +
                (name.empty() ? "" : " '" + name + "'") + ": " + std::to_string(frames.count) +
                " frames, " + rounded(1.0 / frames.period) + " a second\n";
        text += jitterText(report.scene, measured.jitter, top);
        text += keysText(report.scene, measured.keys, top);
        text += gimbalText(report, measured, top);
        if (!report.curve.isNone()) {
            text += curveText(report, measured);
        }
    }
    return text.empty() ? "no clips\n" : text;
}

} // namespace sartor::cli
