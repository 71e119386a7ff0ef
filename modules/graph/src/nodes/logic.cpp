// SPDX-License-Identifier: Apache-2.0
// Several conditions as one, as a node.
#include "../node.h"

namespace sartor::graph {
namespace {

struct Logic {
    static constexpr std::string_view kRules[] = {"all", "any", "none"};
    static constexpr InputSchema kInputs[] = {{.id = "conditions",
                                               .type = PinType::Bool,
                                               .doc = "What is put together.",
                                               .count = InputCount::Many}};
    static constexpr OutputSchema kOutputs[] = {
        {.id = "result", .type = PinType::Bool, .doc = "Whether the rule holds."}};
    static constexpr ParamSchema kParams[] = {
        {.id = "rule",
         .type = ParamType::Choice,
         .doc = "How many of the conditions must hold. `none` of a single one is its opposite.",
         .text = "all",
         .choices = kRules}};
    static constexpr NodeSchema schema = {.id = "logic",
                                          .title = "Logic",
                                          .category = "Value",
                                          .doc = "Puts conditions together.",
                                          .inputs = kInputs,
                                          .outputs = kOutputs,
                                          .params = kParams};
    static constexpr BoolPin kConditions = boolPin(schema, "conditions");
    static constexpr BoolOutput kOutput = boolOutput(schema, "result");

    struct Data {
        std::size_t rule = 0;
    };
    struct State {};

    static void bind(BindContext& context, Data& data) {
        data.rule = context.params().choice("rule");
    }

    static void evaluate(const Data& data, State&, UpdateContext& context) {
        bool isAll = true;
        bool isAny = false;
        // All of them, so that what they come from goes on whatever the others say.
        for (std::size_t i = 0; i < context.inputCount(kConditions); ++i) {
            const bool holds = context.value(kConditions, i);
            isAll = isAll && holds;
            isAny = isAny || holds;
        }
        const bool results[] = {isAll, isAny, !isAny};
        context.setOutput(kOutput, results[data.rule]);
    }
};

} // namespace

SARTOR_GRAPH_NODE(logic, Logic)

} // namespace sartor::graph
