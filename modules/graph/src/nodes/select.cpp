// SPDX-License-Identifier: Apache-2.0
// One of two numbers, as a node.
#include "../node.h"

namespace sartor::graph {
namespace {

struct Select {
    static constexpr InputSchema kInputs[] = {
        {.id = "condition", .type = PinType::Bool, .doc = "Which number is taken."},
        {.id = "when_true",
         .type = PinType::Float,
         .doc = "The number while the condition holds.",
         .number = 1.0},
        {.id = "when_false",
         .type = PinType::Float,
         .doc = "The number while the condition does not hold."}};
    static constexpr OutputSchema kOutputs[] = {
        {.id = "value", .type = PinType::Float, .doc = "The number that was taken."}};
    static constexpr NodeSchema schema = {
        .id = "select",
        .title = "Select",
        .category = "Value",
        .doc = "Takes one of two numbers. What the other one comes from is not worked out.",
        .inputs = kInputs,
        .outputs = kOutputs};
    static constexpr BoolPin kCondition = boolPin(schema, "condition");
    static constexpr FloatPin kTrue = floatPin(schema, "when_true");
    static constexpr FloatPin kFalse = floatPin(schema, "when_false");
    static constexpr FloatOutput kOutput = floatOutput(schema, "value");

    struct Data {};
    struct State {};

    static void bind(BindContext&, Data&) {}
    static void evaluate(const Data&, State&, UpdateContext& context) {
        const bool isTrue = context.value(kCondition);
        context.setOutput(kOutput, context.value(isTrue ? kTrue : kFalse));
    }
};

} // namespace

SARTOR_GRAPH_NODE(select, Select)

} // namespace sartor::graph
