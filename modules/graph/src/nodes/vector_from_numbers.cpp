// SPDX-License-Identifier: Apache-2.0
// A vector of three numbers, as a node.
#include "../node.h"

namespace sartor::graph {
namespace {

struct VectorFromNumbers {
    static constexpr InputSchema kInputs[] = {
        {.id = "x", .type = PinType::Float, .doc = "The first component."},
        {.id = "y", .type = PinType::Float, .doc = "The second component."},
        {.id = "z", .type = PinType::Float, .doc = "The third component."}};
    static constexpr OutputSchema kOutputs[] = {
        {.id = "vector", .type = PinType::Vector3, .doc = "The vector."}};
    static constexpr NodeSchema schema = {.id = "vector_from_numbers",
                                          .title = "Vector from numbers",
                                          .category = "Value",
                                          .doc = "Makes a vector of three numbers.",
                                          .inputs = kInputs,
                                          .outputs = kOutputs};
    static constexpr FloatPin kX = floatPin(schema, "x");
    static constexpr FloatPin kY = floatPin(schema, "y");
    static constexpr FloatPin kZ = floatPin(schema, "z");
    static constexpr Vector3Output kOutput = vector3Output(schema, "vector");

    struct Data {};
    struct State {};

    static void bind(BindContext&, Data&) {}
    static void evaluate(const Data&, State&, UpdateContext& context) {
        context.setOutput(kOutput, {context.value(kX), context.value(kY), context.value(kZ)});
    }
};

} // namespace

SARTOR_GRAPH_NODE(vector_from_numbers, VectorFromNumbers)

} // namespace sartor::graph
