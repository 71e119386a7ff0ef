// SPDX-License-Identifier: Apache-2.0
// The comparison of two numbers, as a node.
#include "../node.h"

#include <cmath>

namespace sartor::graph {
namespace {

struct Compare {
    static constexpr std::string_view kRelations[] = {
        "less", "less_or_equal", "equal", "not_equal", "greater_or_equal", "greater"};
    static constexpr InputSchema kInputs[] = {
        {.id = "a", .type = PinType::Float, .doc = "The number on the left."},
        {.id = "b", .type = PinType::Float, .doc = "The number on the right."}};
    static constexpr OutputSchema kOutputs[] = {
        {.id = "result", .type = PinType::Bool, .doc = "Whether the relation holds."}};
    static constexpr ParamSchema kParams[] = {
        {.id = "relation",
         .type = ParamType::Choice,
         .doc = "What is asked of `a` against `b`.",
         .text = "greater",
         .choices = kRelations},
        {.id = "tolerance", .doc = "Numbers that differ by no more are equal.", .minimum = 0.0}};
    static constexpr NodeSchema schema = {
        .id = "compare",
        .title = "Compare",
        .category = "Value",
        .doc = "Compares two numbers. Numbers within the tolerance of each other are equal, and "
               "neither is less or greater.",
        .inputs = kInputs,
        .outputs = kOutputs,
        .params = kParams};
    static constexpr FloatPin kA = floatPin(schema, "a");
    static constexpr FloatPin kB = floatPin(schema, "b");
    static constexpr BoolOutput kOutput = boolOutput(schema, "result");

    struct Data {
        std::size_t relation = 0;
        double tolerance = 0.0;
    };
    struct State {};

    static void bind(BindContext& context, Data& data) {
        data = {context.params().choice("relation"), context.params().number("tolerance")};
    }

    static bool holds(std::string_view relation, bool isEqual, bool isLess) {
        if (relation == "equal" || relation == "not_equal") {
            return isEqual == (relation == "equal");
        }
        if (isEqual) {
            return relation == "less_or_equal" || relation == "greater_or_equal";
        }
        return isLess == (relation == "less" || relation == "less_or_equal");
    }

    static void evaluate(const Data& data, State&, UpdateContext& context) {
        const auto a = static_cast<double>(context.value(kA));
        const auto b = static_cast<double>(context.value(kB));
        const bool isEqual = std::abs(a - b) <= data.tolerance;
        context.setOutput(kOutput, holds(kRelations[data.relation], isEqual, a < b));
    }
};

} // namespace

SARTOR_GRAPH_NODE(compare, Compare)

} // namespace sartor::graph
