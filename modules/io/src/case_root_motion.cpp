// SPDX-License-Identifier: Apache-2.0
// The questions of a case.json about root motion.
#include "case_root_motion.h"

#include <string>

namespace sartor::io {
namespace {

CaseNode nodeAt(const JsonObject& check, const char* key) {
    return {.index = check.index(key), .name = ""};
}

CaseRootMotion motionOf(const JsonObject& check) {
    return {.clip = check.index("clip"),
            .root = nodeAt(check, "root"),
            .components = componentsOf(check)};
}

} // namespace

pose::RootMotionComponents componentsOf(const JsonObject& check) {
    const std::string extract = check.text("extract", "full");
    if (extract != "full" && extract != "planar") {
        failDocument("value", check.placeOf("extract"), "expected \"full\" or \"planar\"");
    }
    return {.xz = true, .y = false, .yaw = true, .full = extract == "full"};
}

RootMotionQuestion rootMotionOf(const JsonObject& check) {
    return {.motion = motionOf(check),
            .fromTime = check.number("from_time"),
            .toTime = check.number("to_time"),
            .loops = check.optionalIndex("loops").value_or(0)};
}

RootMotionTotalQuestion rootMotionTotalOf(const JsonObject& check) {
    constexpr double kMostSteps = 1e8; // more than a year of half seconds; some seconds of work
    RootMotionTotalQuestion question{.motion = motionOf(check),
                                     .seconds = check.number("duration_seconds"),
                                     .step = check.number("step")};
    const std::string mode = check.text("mode", "loop");
    if (mode != "once" && mode != "loop") {
        failDocument("value", check.placeOf("mode"), "expected \"once\" or \"loop\"");
    }
    question.mode = mode == "once" ? pose::PlaybackMode::Once : pose::PlaybackMode::Loop;
    if (!(question.seconds >= 0.0)) {
        failDocument("value", check.placeOf("duration_seconds"), "expected at least 0");
    }
    if (!(question.step > 0.0) || !(question.seconds / question.step <= kMostSteps)) {
        failDocument("value", check.placeOf("step"), "expected one that takes at most 1e8 steps");
    }
    return question;
}

RootMotionResidualQuestion rootMotionResidualOf(const JsonObject& check) {
    return {.motion = motionOf(check), .time = check.number("time")};
}

RootMotionCompositeQuestion rootMotionCompositeOf(const JsonObject& check) {
    return {.motion = motionOf(check), .node = nodeAt(check, "node"), .time = check.number("time")};
}

RootMotionBlendQuestion rootMotionBlendOf(const JsonObject& check) {
    RootMotionBlendQuestion question{
        .inputs = {}, .fromTime = check.number("from_time"), .toTime = check.number("to_time")};
    for (const JsonObject& input : check.objects("inputs")) {
        // "weight_before" says what a blend of places would go wrong with: a blend of motions does
        // not look back.
        question.inputs.push_back({.motion = {.clip = input.index("clip"),
                                              .root = nodeAt(check, "root"),
                                              .components = componentsOf(check)},
                                   .weight = input.number("weight")});
        if (!(question.inputs.back().weight >= 0.0)) {
            failDocument("value", input.placeOf("weight"), "expected at least 0");
        }
    }
    if (question.inputs.empty()) {
        failDocument("value", check.placeOf("inputs"), "expected at least one clip");
    }
    return question;
}

} // namespace sartor::io
