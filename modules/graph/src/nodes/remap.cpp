// SPDX-License-Identifier: Apache-2.0
// A number taken from one range to another, as a node.
#include "../node.h"

#include <algorithm>

namespace sartor::graph {
namespace {

struct Remap {
    static constexpr std::string_view kCurves[] = {"linear", "smooth"};
    static constexpr InputSchema kInputs[] = {
        {.id = "value", .type = PinType::Float, .doc = "What is taken to the other range."}};
    static constexpr OutputSchema kOutputs[] = {
        {.id = "value", .type = PinType::Float, .doc = "Where that is in the other range."}};
    static constexpr ParamSchema kParams[] = {
        {.id = "from", .doc = "Value that becomes `out_from`."},
        {.id = "to", .doc = "Value that becomes `out_to`.", .number = 1.0},
        {.id = "out_from", .doc = "What `from` becomes."},
        {.id = "out_to", .doc = "What `to` becomes.", .number = 1.0},
        {.id = "clamp",
         .type = ParamType::Bool,
         .doc = "Whether values beyond `from` and `to` are taken for those. A smooth curve always "
                "ends there.",
         .number = 1.0},
        {.id = "curve",
         .type = ParamType::Choice,
         .doc = "Straight, or slow at both ends (3 t^2 - 2 t^3).",
         .text = "linear",
         .choices = kCurves}};
    static constexpr NodeSchema schema = {
        .id = "remap",
        .title = "Remap",
        .category = "Value",
        .doc = "Takes a number from one range to another: a speed to a weight, an angle to a time. "
               "Either range may run downwards. Where `from` and `to` are equal, all that is not "
               "below them becomes `out_to`, and the rest `out_from`.",
        .inputs = kInputs,
        .outputs = kOutputs,
        .params = kParams};
    static constexpr FloatPin kValue = floatPin(schema, "value");
    static constexpr FloatOutput kOutput = floatOutput(schema, "value");

    struct Data {
        double from = 0.0;
        double to = 1.0;
        double outFrom = 0.0;
        double outTo = 1.0;
        bool isClamped = true;
        bool isSmooth = false;
    };
    struct State {};

    static void bind(BindContext& context, Data& data) {
        const ParamView params = context.params();
        data = {.from = params.number("from"),
                .to = params.number("to"),
                .outFrom = params.number("out_from"),
                .outTo = params.number("out_to"),
                .isClamped = params.boolean("clamp"),
                .isSmooth = params.choice("curve") == 1};
    }

    static void evaluate(const Data& data, State&, UpdateContext& context) {
        const auto value = static_cast<double>(context.value(kValue));
        double part = data.from == data.to ? (value < data.from ? 0.0 : 1.0)
                                           : (value - data.from) / (data.to - data.from);
        if (data.isClamped || data.isSmooth) {
            part = std::clamp(part, 0.0, 1.0);
        }
        if (data.isSmooth) {
            part = part * part * (3.0 - 2.0 * part);
        }
        context.setOutput(kOutput,
                          static_cast<float>(data.outFrom * (1.0 - part) + data.outTo * part));
    }
};

} // namespace

SARTOR_GRAPH_NODE(remap, Remap)

} // namespace sartor::graph
