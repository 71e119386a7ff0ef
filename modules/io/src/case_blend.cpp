// SPDX-License-Identifier: Apache-2.0
// The questions of a case.json about blends of poses.
#include "case_blend.h"

namespace sartor::io {
namespace {

// Without a clip all times are one.
CaseMoment momentOf(const JsonObject& object) {
    CaseMoment moment;
    moment.clip = object.optionalIndex("clip");
    moment.time = moment.clip ? object.number("time") : object.number("time", 0.0);
    return moment;
}

} // namespace

BlendQuestion blendOf(const JsonObject& check) {
    BlendQuestion question;
    question.node = {.index = check.optionalIndex("node"), .name = check.text("name", "")};
    if (!question.node.index && question.node.name.empty()) {
        failDocument("missing_key", check.place(), "expected 'node' or 'name'");
    }
    if (check.has("inputs") == check.has("base")) {
        failDocument("value", check.place(), "expected either 'inputs' or 'base'");
    }
    if (check.has("inputs")) {
        if (check.has("additive")) {
            failDocument("value", check.placeOf("additive"), "expected none beside 'inputs'");
        }
        double sum = 0.0;
        for (const JsonObject& input : check.objects("inputs")) {
            question.inputs.push_back({momentOf(input), input.number("weight")});
            if (!(question.inputs.back().weight >= 0.0)) {
                failDocument("value", input.placeOf("weight"), "expected at least 0");
            }
            sum += question.inputs.back().weight;
        }
        if (!(sum > 0.0)) {
            failDocument("value", check.placeOf("inputs"), "expected a weight above 0");
        }
        return question;
    }
    question.base = momentOf(check.object("base"));
    for (const JsonObject& layer : check.objects("additive")) {
        question.layers.push_back({.value = momentOf(layer),
                                   .reference = momentOf(layer.object("reference")),
                                   .weight = layer.number("weight")});
    }
    return question;
}

} // namespace sartor::io
