// SPDX-License-Identifier: Apache-2.0
// A number that follows another one, as a node.
#include "../node.h"
#include "../settling_time.h"

#include <sartor/pose/critical_damping.h>

#include <cmath>

namespace sartor::graph {
namespace {

struct Smooth {
    static constexpr InputSchema kInputs[] = {
        {.id = "value", .type = PinType::Float, .doc = "What is followed."}, kSettlingTimeInput};
    static constexpr OutputSchema kOutputs[] = {
        {.id = "value", .type = PinType::Float, .doc = "The smoothed value."}};
    static constexpr ParamSchema kParams[] = {
        {.id = "period",
         .doc = "For angles, 360 for degrees: the value is followed the shorter way round, and "
                "comes out within half a period of 0. At 0 the value has no period.",
         .minimum = 0.0}};
    static constexpr NodeSchema schema = {
        .id = "smooth",
        .title = "Smooth",
        .category = "Value",
        .doc = "Follows a number without jumps, as on a critically damped spring: as fast as can "
               "be without overshooting a number that stands still. The solution is exact, so it "
               "does not depend on the frame rate. It begins at the value, and does so again "
               "after frames in which it was not needed.",
        .inputs = kInputs,
        .outputs = kOutputs,
        .params = kParams};
    static constexpr FloatPin kValue = floatPin(schema, "value");
    static constexpr FloatPin kTime = floatPin(schema, "time");
    static constexpr FloatOutput kOutput = floatOutput(schema, "value");

    struct Data {
        double period = 0.0;
    };
    struct State {
        pose::DampedValue damped;
        std::uint64_t isRunning;
    };

    static void bind(BindContext& context, Data& data) {
        data.period = context.params().number("period");
    }

    static bool isSound(const Data&, const State& state) {
        return std::isfinite(state.damped.value) && std::isfinite(state.damped.velocity);
    }

    static double wrapped(const Data& data, double value) {
        return data.period > 0.0 ? std::remainder(value, data.period) : value;
    }

    static void evaluate(const Data& data, State& state, UpdateContext& context) {
        const auto goal = static_cast<double>(context.value(kValue));
        if (state.isRunning == 0) {
            state = {.damped = {.value = wrapped(data, goal)}, .isRunning = 1};
        } else {
            const double near = state.damped.value + wrapped(data, goal - state.damped.value);
            state.damped = pose::damped(
                state.damped, near, static_cast<double>(context.value(kTime)), context.dt());
            state.damped.value = wrapped(data, state.damped.value);
        }
        context.setOutput(kOutput, static_cast<float>(state.damped.value));
    }
};

} // namespace

SARTOR_GRAPH_NODE(smooth, Smooth)

} // namespace sartor::graph
