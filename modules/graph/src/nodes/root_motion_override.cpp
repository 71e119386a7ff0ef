// SPDX-License-Identifier: Apache-2.0
// Changes the root motion of what is below, component by component, as a node.
#include "../node.h"

#include <array>
#include <cmath>
#include <numbers>

namespace sartor::graph {
namespace {

constexpr std::string_view kModes[] = {"keep", "scale", "add", "replace"};
enum class Mode : std::uint8_t { Keep, Scale, Add, Replace };

constexpr ParamSchema modeParam(std::string_view id, std::string_view doc) {
    return {.id = id, .type = ParamType::Choice, .doc = doc, .text = "keep", .choices = kModes};
}

struct RootMotionOverride {
    static constexpr InputSchema kInputs[] = {
        {.id = "pose", .doc = "Whose motion is changed; the pose itself stays as it is."},
        {.id = "x",
         .type = PinType::Float,
         .doc = "Sideways, to the left: a factor for `scale`, else a speed.",
         .minimum = -1e6,
         .maximum = 1e6,
         .unit = "m/s"},
        {.id = "y",
         .type = PinType::Float,
         .doc = "Upwards: a factor for `scale`, else a speed.",
         .minimum = -1e6,
         .maximum = 1e6,
         .unit = "m/s"},
        {.id = "z",
         .type = PinType::Float,
         .doc = "Ahead: a factor for `scale`, else a speed.",
         .minimum = -1e6,
         .maximum = 1e6,
         .unit = "m/s"},
        {.id = "yaw",
         .type = PinType::Float,
         .doc = "Turning to the left about the vertical axis: a factor for `scale`, else a speed.",
         .minimum = -1e6,
         .maximum = 1e6,
         .unit = "deg/s"},
    };
    static constexpr ParamSchema kParams[] = {
        modeParam("x_mode", "What `x` does to the sideways motion."),
        modeParam("y_mode", "What `y` does to the motion upwards."),
        modeParam("z_mode", "What `z` does to the motion ahead."),
        modeParam("yaw_mode", "What `yaw` does to the turn about the vertical axis."),
    };
    static constexpr NodeSchema schema = {
        .id = "root_motion_override",
        .title = "Root motion override",
        .category = "Root motion",
        .doc = "Scales, adds to or replaces the root motion of its pose, each component by itself, "
               "in the frame of the character before the step: +Z ahead, +X to its left, +Y up. "
               "Speeds are by second of the time of the graph here; without root motion in the "
               "graph the node does nothing.",
        .inputs = kInputs,
        .outputs = kPoseOutput,
        .params = kParams};
    static constexpr PosePin kPose = posePin(schema, "pose");
    static constexpr std::array kValues = {floatPin(schema, "x"),
                                           floatPin(schema, "y"),
                                           floatPin(schema, "z"),
                                           floatPin(schema, "yaw")};
    static constexpr std::size_t kYaw = 3;

    struct Data {
        std::array<Mode, 4> modes{};
    };
    struct State {};

    static void bind(BindContext& context, Data& data) {
        constexpr std::array<std::string_view, 4> kNames = {
            "x_mode", "y_mode", "z_mode", "yaw_mode"};
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            data.modes[i] = static_cast<Mode>(context.params().choice(kNames[i]));
        }
        context.reserveTasks(0, 0);
    }

    static double changed(Mode mode, double amount, double value, double dt) {
        switch (mode) {
        case Mode::Scale:
            return amount * value;
        case Mode::Add:
            return amount + value * dt;
        case Mode::Replace:
            return value * dt;
        case Mode::Keep:
            break;
        }
        return amount;
    }

    static PoseResult update(const Data& data, State&, UpdateContext& context) {
        PoseResult result = context.updatePose(kPose);
        if (!context.hasRootMotion()) {
            return result;
        }
        const pose::RootMotionDelta before = result.rootMotion;
        std::array<double, 4> values{};
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<double>(context.value(kValues[i]));
        }
        for (int axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            result.rootMotion.translation[axis] =
                changed(data.modes[i], before.translation[axis], values[i], context.dt());
        }
        if (data.modes[kYaw] != Mode::Keep) {
            constexpr double kRadians = std::numbers::pi / 180.0;
            const bool isFactor = data.modes[kYaw] == Mode::Scale;
            const glm::dquat turn = pose::yawOf(before.rotation);
            const double angle = changed(data.modes[kYaw],
                                         math::rotationVector(turn).y,
                                         isFactor ? values[kYaw] : values[kYaw] * kRadians,
                                         context.dt());
            // What is left without the turn stays.
            result.rootMotion.rotation =
                glm::normalize(math::rotationFromVector({0.0, angle, 0.0}) * glm::conjugate(turn) *
                               before.rotation);
        }
        context.addRootMotion({.kind = pose::RootMotionSource::Kind::Override,
                               .delta = result.rootMotion,
                               .before = before});
        return result;
    }
};

} // namespace

SARTOR_GRAPH_NODE(root_motion_override, RootMotionOverride)

} // namespace sartor::graph
