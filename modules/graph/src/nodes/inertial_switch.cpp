// SPDX-License-Identifier: Apache-2.0
// Transitions by inertia as a node.
#include "../node.h"

#include <sartor/pose/inertial_blend.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sartor::graph {
namespace {

struct InertialSwitch {
    static constexpr InputSchema kInputs[] = {
        {.id = "index",
         .type = PinType::Float,
         .doc = "Position of the pose that is played, from 0; rounded, and taken to the nearest "
                "one that there is."},
        {.id = "cut",
         .type = PinType::Bool,
         .doc = "In the frame in which it becomes true the played pose is taken to have jumped, "
                "as after a seek below: its jump is bridged like that to another pose."},
        {.id = "duration",
         .type = PinType::Float,
         .doc = "Time from one pose to the next, read when it begins. At 0 the pose jumps.",
         .number = 0.2,
         .minimum = 0.0,
         .maximum = 60.0,
         .unit = "s"},
        {.id = "poses", .doc = "What is switched between.", .count = InputCount::Many}};
    static constexpr NodeSchema schema = {
        .id = "inertial_switch",
        .title = "Inertial switch",
        .category = "Blend",
        .doc = "Plays one of several poses, and goes over to another one by inertia: the new pose "
               "alone is played at once, and what the last shown pose differed from it is carried "
               "on with the speed it had and dies away, joint by joint, without overshooting "
               "(Bollo 2018). It costs one pose at any time, and a switch during a switch goes on "
               "from what is shown. Root motion is that of the played pose. Where the frame "
               "before was updated and not evaluated, nobody saw it, and the pose jumps.",
        .inputs = kInputs,
        .outputs = kPoseOutput};
    static constexpr FloatPin kIndex = floatPin(schema, "index");
    static constexpr BoolPin kCut = boolPin(schema, "cut");
    static constexpr FloatPin kDuration = floatPin(schema, "duration");
    static constexpr PosePin kPoses = posePin(schema, "poses");

    struct Data {
        /// The last shown poses, one written a frame in turn, so that a frame that is evaluated
        /// twice finds what it found the first time.
        std::array<StatePose, 3> shown;
        StatePose offsets;       ///< of the last shown pose, at the switch
        StatePose offsetsBefore; ///< of the one before it
    };
    struct State {
        std::uint64_t frameCount;
        std::uint64_t
            framesOfSwitch; ///< since the switch, 1 in its frame; 0 where none is going on
        double elapsed;     ///< seconds since the last pose before the switch
        double duration;
        double secondsBetween; ///< of the two last poses before the switch
        double lastDt;
        std::uint32_t index;
        std::uint32_t isCut;
    };

    struct Payload {
        const Data* data;
        State state;
    };

    static void bind(BindContext& context, Data& data) {
        for (StatePose& pose : data.shown) {
            pose = context.reserveStatePose();
        }
        data.offsets = context.reserveStatePose();
        data.offsetsBefore = context.reserveStatePose();
        context.limitActiveInputs(1);
    }

    static bool isSound(const Data&, const State& state) {
        return std::isfinite(state.elapsed) && std::isfinite(state.duration) &&
               std::isfinite(state.secondsBetween) && std::isfinite(state.lastDt);
    }

    static void run(const Payload& payload, TaskContext& context);
    static PoseResult update(const Data& data, State& state, UpdateContext& context);
};

constexpr TaskType<InertialSwitch::Payload> kBridge{InertialSwitch::run};

void computeOffsets(const PoseView& source, const PoseView& target, const PoseSpan& offsets) {
    pose::computeInertialOffsets(
        source.parentFromJoint, target.parentFromJoint, offsets.parentFromJoint);
    std::transform(source.morphWeights.begin(),
                   source.morphWeights.end(),
                   target.morphWeights.begin(),
                   offsets.morphWeights.begin(),
                   [](float a, float b) { return a - b; });
}

void InertialSwitch::run(const Payload& payload, TaskContext& context) {
    const Data& data = *payload.data;
    const State& state = payload.state;
    const PoseView input = context.input(0);
    const PoseSpan output = context.output();
    std::copy(
        input.parentFromJoint.begin(), input.parentFromJoint.end(), output.parentFromJoint.begin());
    std::copy(input.morphWeights.begin(), input.morphWeights.end(), output.morphWeights.begin());

    const std::size_t turn = state.frameCount % data.shown.size();
    const StatePose last = data.shown[(turn + 2) % data.shown.size()];
    const StatePose beforeLast = data.shown[(turn + 1) % data.shown.size()];
    const PoseSpan offsets = context.statePose(data.offsets);
    const PoseSpan offsetsBefore = context.statePose(data.offsetsBefore);
    bool isBridged = false;
    if (state.framesOfSwitch == 1) {
        isBridged = context.framesSinceStored(last) == 1;
        if (isBridged) {
            const bool hasMoved = context.framesSinceStored(beforeLast) == 2;
            computeOffsets(context.statePose(last), input, offsets);
            computeOffsets(context.statePose(hasMoved ? beforeLast : last), input, offsetsBefore);
            context.markStored(data.offsets);
            context.markStored(data.offsetsBefore);
        }
    } else if (state.framesOfSwitch > 1) {
        isBridged = context.framesSinceStored(data.offsets) == state.framesOfSwitch - 1;
    }
    if (isBridged) {
        pose::applyInertialOffsets({offsets.parentFromJoint,
                                    offsetsBefore.parentFromJoint,
                                    state.secondsBetween,
                                    state.duration,
                                    state.elapsed},
                                   output.parentFromJoint);
        pose::applyInertialOffsets({offsets.morphWeights,
                                    offsetsBefore.morphWeights,
                                    state.secondsBetween,
                                    state.duration,
                                    state.elapsed},
                                   output.morphWeights);
    }

    const PoseSpan shown = context.statePose(data.shown[turn]);
    std::copy(output.parentFromJoint.begin(),
              output.parentFromJoint.end(),
              shown.parentFromJoint.begin());
    std::copy(output.morphWeights.begin(), output.morphWeights.end(), shown.morphWeights.begin());
    context.markStored(data.shown[turn]);
}

PoseResult InertialSwitch::update(const Data& data, State& state, UpdateContext& context) {
    const auto last = static_cast<float>(context.inputCount(kPoses) - 1);
    const auto index =
        static_cast<std::uint32_t>(std::clamp(std::round(context.value(kIndex)), 0.0f, last));
    const bool isCut = context.value(kCut);
    const bool isFirst = state.frameCount == 0;
    const bool isSwitch = !isFirst && (index != state.index || (isCut && state.isCut == 0));
    if (isSwitch) {
        state.framesOfSwitch = 1;
        state.elapsed = context.dt();
        state.duration = static_cast<double>(context.value(kDuration));
        state.secondsBetween = state.lastDt;
    } else if (state.framesOfSwitch > 0) {
        ++state.framesOfSwitch;
        state.elapsed += context.dt();
    }
    if (state.framesOfSwitch > 0 && !(state.elapsed < state.duration)) {
        state.framesOfSwitch = 0;
    }
    state.index = index;
    state.isCut = isCut ? 1 : 0;
    state.lastDt = context.dt();
    ++state.frameCount;

    const PoseResult input = context.updatePose(kPoses, index);
    return {.task = context.addTask(kBridge, {&data, state}, std::span(&input.task, 1)),
            .rootMotion = input.rootMotion};
}

} // namespace

SARTOR_GRAPH_NODE(inertial_switch, InertialSwitch)

} // namespace sartor::graph
