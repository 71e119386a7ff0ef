// SPDX-License-Identifier: Apache-2.0
// The numbers in a vector, as a node.
#include "../node.h"

#include <glm/geometric.hpp>

namespace sartor::graph {
namespace {

struct NumbersFromVector {
    static constexpr InputSchema kInputs[] = {
        {.id = "vector", .type = PinType::Vector3, .doc = "The vector."}};
    static constexpr OutputSchema kOutputs[] = {
        {.id = "x", .type = PinType::Float, .doc = "The first component."},
        {.id = "y", .type = PinType::Float, .doc = "The second component."},
        {.id = "z", .type = PinType::Float, .doc = "The third component."},
        {.id = "length", .type = PinType::Float, .doc = "The vector's length."}};
    static constexpr NodeSchema schema = {
        .id = "numbers_from_vector",
        .title = "Numbers from vector",
        .category = "Value",
        .doc = "Takes a vector apart: a velocity to its speed and its parts, for instance.",
        .inputs = kInputs,
        .outputs = kOutputs};
    static constexpr Vector3Pin kVector = vector3Pin(schema, "vector");
    static constexpr FloatOutput kX = floatOutput(schema, "x");
    static constexpr FloatOutput kY = floatOutput(schema, "y");
    static constexpr FloatOutput kZ = floatOutput(schema, "z");
    static constexpr FloatOutput kLength = floatOutput(schema, "length");

    struct Data {};
    struct State {};

    static void bind(BindContext&, Data&) {}
    static void evaluate(const Data&, State&, UpdateContext& context) {
        const glm::vec3 vector = context.value(kVector);
        context.setOutput(kX, vector.x);
        context.setOutput(kY, vector.y);
        context.setOutput(kZ, vector.z);
        // In double: squares of large numbers are no floats.
        context.setOutput(kLength, static_cast<float>(glm::length(glm::dvec3(vector))));
    }
};

} // namespace

SARTOR_GRAPH_NODE(numbers_from_vector, NumbersFromVector)

} // namespace sartor::graph
