// SPDX-License-Identifier: Apache-2.0
// Arithmetic of two numbers, as a node.
#include "../node.h"

#include <algorithm>
#include <cmath>

namespace sartor::graph {
namespace {

struct Calculate {
    static constexpr std::string_view kOperations[] = {
        "add", "subtract", "multiply", "divide", "minimum", "maximum", "modulo"};
    static constexpr InputSchema kInputs[] = {
        {.id = "a", .type = PinType::Float, .doc = "The first number."},
        {.id = "b", .type = PinType::Float, .doc = "The second number."}};
    static constexpr OutputSchema kOutputs[] = {
        {.id = "value", .type = PinType::Float, .doc = "The result."}};
    static constexpr ParamSchema kParams[] = {
        {.id = "operation",
         .type = ParamType::Choice,
         .doc = "What is done with `a` and `b`. `modulo` has the sign of `b`, so it wraps angles "
                "and phases.",
         .text = "add",
         .choices = kOperations}};
    static constexpr NodeSchema schema = {
        .id = "calculate",
        .title = "Calculate",
        .category = "Value",
        .doc = "Calculates with two numbers. What has no result, as a division by 0, gives 0.",
        .inputs = kInputs,
        .outputs = kOutputs,
        .params = kParams};
    static constexpr FloatPin kA = floatPin(schema, "a");
    static constexpr FloatPin kB = floatPin(schema, "b");
    static constexpr FloatOutput kOutput = floatOutput(schema, "value");

    struct Data {
        std::size_t operation = 0;
    };
    struct State {};

    static void bind(BindContext& context, Data& data) {
        data.operation = context.params().choice("operation");
    }

    static double resultOf(std::string_view operation, double a, double b) {
        if (operation == "add") {
            return a + b;
        }
        if (operation == "subtract") {
            return a - b;
        }
        if (operation == "multiply") {
            return a * b;
        }
        if (operation == "divide") {
            return a / b;
        }
        if (operation == "minimum") {
            return std::min(a, b);
        }
        return operation == "maximum" ? std::max(a, b) : a - std::floor(a / b) * b;
    }

    static void evaluate(const Data& data, State&, UpdateContext& context) {
        const auto a = static_cast<double>(context.value(kA));
        const auto b = static_cast<double>(context.value(kB));
        const auto result = static_cast<float>(resultOf(kOperations[data.operation], a, b));
        context.setOutput(kOutput, std::isfinite(result) ? result : 0.0f);
    }
};

} // namespace

SARTOR_GRAPH_NODE(calculate, Calculate)

} // namespace sartor::graph
