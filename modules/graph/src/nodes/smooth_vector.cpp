// SPDX-License-Identifier: Apache-2.0
// A vector that follows another one, as a node.
#include "../node.h"
#include "../settling_time.h"

#include <sartor/pose/critical_damping.h>

#include <cmath>

namespace sartor::graph {
namespace {

struct SmoothVector {
    static constexpr InputSchema kInputs[] = {
        {.id = "value", .type = PinType::Vector3, .doc = "What is followed."}, kSettlingTimeInput};
    static constexpr OutputSchema kOutputs[] = {
        {.id = "value", .type = PinType::Vector3, .doc = "The smoothed value."}};
    static constexpr NodeSchema schema = {
        .id = "smooth_vector",
        .title = "Smooth vector",
        .category = "Value",
        .doc = "Follows a vector without jumps, each component as the node `smooth` does: targets "
               "of a look or a reach, for instance. It begins at the value, and does so again "
               "after frames in which it was not needed.",
        .inputs = kInputs,
        .outputs = kOutputs};
    static constexpr Vector3Pin kValue = vector3Pin(schema, "value");
    static constexpr FloatPin kTime = floatPin(schema, "time");
    static constexpr Vector3Output kOutput = vector3Output(schema, "value");

    struct Data {};
    struct State {
        pose::DampedValue damped[3];
        std::uint64_t isRunning;
    };

    static void bind(BindContext&, Data&) {}

    static bool isSound(const Data&, const State& state) {
        for (const pose::DampedValue& damped : state.damped) {
            if (!std::isfinite(damped.value) || !std::isfinite(damped.velocity)) {
                return false;
            }
        }
        return true;
    }

    static void evaluate(const Data&, State& state, UpdateContext& context) {
        const glm::vec3 goal = context.value(kValue);
        const auto time = static_cast<double>(context.value(kTime));
        glm::vec3 value;
        for (int axis = 0; axis < 3; ++axis) {
            pose::DampedValue& damped = state.damped[axis];
            const auto wanted = static_cast<double>(goal[axis]);
            damped = state.isRunning == 0 ? pose::DampedValue{.value = wanted}
                                          : pose::damped(damped, wanted, time, context.dt());
            value[axis] = static_cast<float>(damped.value);
        }
        state.isRunning = 1;
        context.setOutput(kOutput, value);
    }
};

} // namespace

SARTOR_GRAPH_NODE(smooth_vector, SmoothVector)

} // namespace sartor::graph
