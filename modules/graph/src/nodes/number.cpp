// SPDX-License-Identifier: Apache-2.0
// A number, as a node.
#include "../node.h"

namespace sartor::graph {
namespace {

struct Number {
    static constexpr OutputSchema kOutputs[] = {
        {.id = "value", .type = PinType::Float, .doc = "The number."}};
    static constexpr ParamSchema kParams[] = {{.id = "value", .doc = "The number."}};
    static constexpr NodeSchema schema = {
        .id = "number",
        .title = "Number",
        .category = "Value",
        .doc = "One number for several inputs, which are then changed in one place. An input of "
               "its own needs none: it can hold a number itself.",
        .outputs = kOutputs,
        .params = kParams};
    static constexpr FloatOutput kOutput = floatOutput(schema, "value");

    struct Data {
        float value = 0.0f;
    };
    struct State {};

    static void bind(BindContext& context, Data& data) {
        data.value = static_cast<float>(context.params().number("value"));
    }
    static void evaluate(const Data& data, State&, UpdateContext& context) {
        context.setOutput(kOutput, data.value);
    }
};

} // namespace

SARTOR_GRAPH_NODE(number, Number)

} // namespace sartor::graph
