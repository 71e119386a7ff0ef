// SPDX-License-Identifier: Apache-2.0
// States and the transitions between them.
#include "state_machine_transitions.h"

#include <sartor/pose/blending.h>
#include <sartor/pose/inertial_blend.h>
#include <sartor/pose/root_motion_blend.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

namespace sartor::graph {
namespace {

constexpr double kVeryLong = 1e30; // seconds

/// What is done to the pose of the state that is entered.
enum class Mix : std::uint8_t { None, CrossFade, Frozen, Inertial };

struct MixPayload {
    /// Poses of the frames before, and what a transition keeps of them.
    StatePose last;
    StatePose beforeLast;
    StatePose kept;
    StatePose keptBefore;
    Mix mix;
    bool begins; ///< this is the transition's first frame
    bool stores; ///< `last` and `beforeLast` are kept up
    float weight;
    double duration;
    double elapsed;
    double secondsBetween;
};

void copyPose(const PoseView& from, const PoseSpan& to) {
    std::copy(from.parentFromJoint.begin(), from.parentFromJoint.end(), to.parentFromJoint.begin());
    std::copy(from.morphWeights.begin(), from.morphWeights.end(), to.morphWeights.begin());
}

void blend(const PoseView& from, const PoseView& to, float weight, const PoseSpan& output) {
    const std::array poses = {pose::BlendInput{from.parentFromJoint, 1.0f - weight},
                              pose::BlendInput{to.parentFromJoint, weight}};
    pose::blendPoses(poses, to.parentFromJoint, output.parentFromJoint);
    const std::array morphs = {pose::MorphBlendInput{from.morphWeights, 1.0f - weight},
                               pose::MorphBlendInput{to.morphWeights, weight}};
    pose::blendMorphWeights(morphs, to.morphWeights, output.morphWeights);
}

void keepOffsets(const PoseView& source, const PoseView& target, const PoseSpan& offsets) {
    pose::computeInertialOffsets(
        source.parentFromJoint, target.parentFromJoint, offsets.parentFromJoint);
    for (std::size_t i = 0; i < offsets.morphWeights.size(); ++i) {
        offsets.morphWeights[i] = source.morphWeights[i] - target.morphWeights[i];
    }
}

void mixInertially(const MixPayload& payload, const PoseView& target, TaskContext& context) {
    const PoseSpan kept = context.statePose(payload.kept);
    const PoseSpan keptBefore = context.statePose(payload.keptBefore);
    // Whether the frame before the last one was seen says whether there is a velocity.
    const bool isMoving = context.framesSinceStored(payload.beforeLast) == 1;
    if (payload.begins) {
        keepOffsets(context.statePose(payload.last), target, kept);
        keepOffsets(
            context.statePose(isMoving ? payload.beforeLast : payload.last), target, keptBefore);
    }
    const PoseSpan output = context.output();
    copyPose(target, output);
    pose::applyInertialOffsets({.last = kept.parentFromJoint,
                                .beforeLast = keptBefore.parentFromJoint,
                                .secondsBetween = payload.secondsBetween,
                                .duration = payload.duration,
                                .elapsed = payload.elapsed},
                               output.parentFromJoint);
    pose::applyInertialOffsets({.last = kept.morphWeights,
                                .beforeLast = keptBefore.morphWeights,
                                .secondsBetween = payload.secondsBetween,
                                .duration = payload.duration,
                                .elapsed = payload.elapsed},
                               output.morphWeights);
}

void runMix(const MixPayload& payload, TaskContext& context) {
    const PoseView target = context.input(context.inputCount() - 1);
    const PoseSpan output = context.output();
    // A graph that was not evaluated has no pose to come from.
    const bool hasLast = payload.mix == Mix::None || payload.mix == Mix::CrossFade ||
                         !payload.begins || context.framesSinceStored(payload.last) != 0;
    if (payload.mix == Mix::None || !hasLast) {
        copyPose(target, output);
        if (payload.mix == Mix::Frozen) {
            copyPose(target, context.statePose(payload.kept));
        } else if (payload.mix == Mix::Inertial) {
            keepOffsets(target, target, context.statePose(payload.kept));
            keepOffsets(target, target, context.statePose(payload.keptBefore));
        }
    } else if (payload.mix == Mix::CrossFade) {
        blend(context.input(0), target, payload.weight, output);
    } else if (payload.mix == Mix::Frozen) {
        const PoseSpan kept = context.statePose(payload.kept);
        if (payload.begins) {
            copyPose(context.statePose(payload.last), kept);
        }
        blend(kept, target, payload.weight, output);
    } else {
        mixInertially(payload, target, context);
    }
    if (payload.stores) {
        if (context.framesSinceStored(payload.last) == 1) {
            copyPose(context.statePose(payload.last), context.statePose(payload.beforeLast));
            context.markStored(payload.beforeLast);
        }
        copyPose(output, context.statePose(payload.last));
        context.markStored(payload.last);
    }
}

constexpr TaskType<MixPayload> kMix{runMix};

struct StateMachine {
    static constexpr ParamSchema kStateFields[] = {{.id = "name",
                                                    .type = ParamType::Text,
                                                    .doc = "What transitions call the state.",
                                                    .isRequired = true},
                                                   {.id = "speed",
                                                    .doc = "How fast time goes by in the state.",
                                                    .number = 1.0,
                                                    .minimum = 0.0,
                                                    .maximum = 1000.0},
                                                   {.id = "at",
                                                    .type = ParamType::Vector2,
                                                    .doc = "Where the editor draws the middle of "
                                                           "the state; at 0, 0 it chooses."}};
    static constexpr InputSchema kInputs[] = {{.id = "states",
                                               .doc = "The poses of the states.",
                                               .count = InputCount::Many,
                                               .fields = kStateFields}};
    static constexpr ParamSchema kParams[] = {
        {.id = "entry",
         .type = ParamType::Text,
         .doc = "The state in which the machine starts; without a name the first one."},
        {.id = "transitions",
         .type = ParamType::Object,
         .doc = "When and how the machine goes from state to state.",
         .fields = kTransitionFields,
         .isList = true}};
    static constexpr NodeSchema schema = {
        .id = "state_machine",
        .title = "State machine",
        .category = "State",
        .doc = "Plays one of its states, and goes to another when a transition's conditions hold. "
               "Of several the one of the highest priority is taken, then the first; at most one a "
               "frame. Whether they hold is looked at when a frame begins. States that are not "
               "played cost nothing, and start when they are entered. A transition that begins "
               "while another is under way comes from the pose that was shown last. Root motion is "
               "blended like the poses; of a pose that no longer plays there is none.",
        .inputs = kInputs,
        .outputs = kPoseOutput,
        .params = kParams};
    static constexpr PosePin kStates = posePin(schema, "states");

    struct Data {
        StateTransitions transitions;
        std::vector<double> speeds; // of the states
        bool stores = false;        // some transition comes from the pose that was shown last
        StatePose poses[4];         // MixPayload
    };
    struct State {
        std::uint32_t current;
        std::uint32_t previous;   // of the last transition
        std::uint32_t transition; // 1 + its position in the params; 0 where none is under way
        Mix mix;                  // of it
        std::uint8_t isStarting;  // nothing was played yet
        std::uint8_t hasEnded;    // the current state's clip, in the frame before
        double elapsed;           // seconds in the current state
        double transitionElapsed;
        double lastDt;       // seconds of the frame before
        double velocityTime; // seconds between the last two poses before the transition
        double remaining;    // of the current state's clip, at the end of the frame before
    };

    static std::vector<std::string_view> namesOf(BindContext& context) {
        std::vector<std::string_view> names;
        for (std::size_t i = 0; i < context.inputCount(kStates); ++i) {
            names.push_back(context.fields(kStates, i).text("name"));
        }
        return names;
    }

    static void check(BindContext& context) {
        const std::vector<std::string_view> names = namesOf(context);
        std::set<std::string_view> seen;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const std::string where = "/inputs/states/" + std::to_string(i) + "/name";
            if (!seen.insert(names[i]).second) {
                context.problem("graph.duplicate_id",
                                where,
                                "a state before this one is called '" + std::string(names[i]) +
                                    "'");
            }
            if (names[i] == "*") {
                context.problem("graph.reserved_name",
                                where,
                                "expected another name than '*', which stands for any state where "
                                "a transition begins");
            }
        }
        static_cast<void>(bindTransitions(context, names));
    }

    static void bind(BindContext& context, Data& data) {
        const std::vector<std::string_view> names = namesOf(context);
        for (std::size_t i = 0; i < names.size(); ++i) {
            data.speeds.push_back(context.fields(kStates, i).number("speed"));
        }
        data.transitions = bindTransitions(context, names);
        bool joinsAll = false;
        for (const StateTransition& transition : data.transitions.list) {
            data.stores = data.stores || transition.comesFromLastPose();
            joinsAll = joinsAll || (transition.isSynced && !transition.from);
            if (transition.isSynced && transition.from) {
                context.joinLeaders(kStates, *transition.from, transition.to);
            }
        }
        for (std::size_t i = 1; joinsAll && i < names.size(); ++i) {
            context.joinLeaders(kStates, 0, i);
        }
        if (data.stores) {
            for (StatePose& pose : data.poses) {
                pose = context.reserveStatePose();
            }
        }
        context.limitActiveInputs(2);
        context.reserveTasks(1, sizeof(MixPayload));
    }

    static bool isSound(const Data& data, const State& state) {
        return state.current < data.speeds.size() && state.previous < data.speeds.size() &&
               state.transition <= data.transitions.list.size() && state.mix <= Mix::Inertial &&
               state.isStarting <= 1 && state.transitionElapsed >= 0.0 && state.elapsed >= 0.0 &&
               (data.stores || state.mix == Mix::None || state.mix == Mix::CrossFade);
    }

    static void start(const Data& data, State& state, UpdateContext&) {
        state = {};
        state.current = static_cast<std::uint32_t>(data.transitions.entry);
        state.isStarting = 1;
        state.remaining = kVeryLong;
    }

    static void take(const Data& data, State& state, std::size_t taken) {
        const StateTransition& transition = data.transitions.list[taken];
        const bool isUnderWay = state.transition != 0;
        state.previous = state.current;
        state.current = static_cast<std::uint32_t>(transition.to);
        state.transition = static_cast<std::uint32_t>(taken) + 1;
        state.transitionElapsed = 0.0;
        state.velocityTime = state.lastDt;
        state.elapsed = 0.0;
        state.remaining = kVeryLong;
        state.hasEnded = 0;
        state.mix = transition.isInertial                           ? Mix::Inertial
                    : isUnderWay || state.previous == state.current ? Mix::Frozen
                                                                    : Mix::CrossFade;
    }

    static PoseResult update(const Data& data, State& state, UpdateContext& context) {
        bool enters = false;
        if (state.isStarting == 0) {
            const TransitionQuestion question{.state = state.current,
                                              .isUnderWay = state.transition != 0,
                                              .elapsed = state.elapsed,
                                              .remaining = state.remaining,
                                              .hasEnded = state.hasEnded != 0};
            if (const auto taken = findTransition(data.transitions, question, context)) {
                take(data, state, *taken);
                enters = true;
            }
        }
        state.isStarting = 0;
        const StateTransition* transition =
            state.transition != 0 ? &data.transitions.list[state.transition - 1] : nullptr;
        float weight = 1.0f;
        if (transition != nullptr) {
            state.transitionElapsed += context.dt();
            const double way = transition->duration > 0.0
                                   ? std::min(state.transitionElapsed / transition->duration, 1.0)
                                   : 1.0;
            weight = static_cast<float>(ease(transition->easing, way));
        }
        const bool isOver =
            transition == nullptr || state.transitionElapsed >= transition->duration;
        const Mix mix = isOver ? Mix::None : state.mix;

        PoseResult source;
        if (mix == Mix::CrossFade) {
            source = context.updatePose(
                kStates, state.previous, 1.0f - weight, data.speeds[state.previous]);
        }
        const Entry entry = !enters                ? Entry::GoOn
                            : transition->isSynced ? Entry::RestartInPhase
                                                   : Entry::Restart;
        const PoseResult target =
            context.updatePose(kStates,
                               state.current,
                               mix == Mix::CrossFade || mix == Mix::Frozen ? weight : 1.0f,
                               data.speeds[state.current],
                               entry);
        context.reportState(state.current);
        context.reportTransition(
            state.previous,
            isOver ? 1.0f : static_cast<float>(state.transitionElapsed / transition->duration));
        PoseResult result = target;
        if (mix == Mix::CrossFade) {
            pose::RootMotionBlend motion;
            motion.add(source.rootMotion, static_cast<double>(1.0f - weight));
            motion.add(target.rootMotion, static_cast<double>(weight));
            result.rootMotion = motion.result();
        }
        if (mix != Mix::None || data.stores) {
            const MixPayload payload{.last = data.poses[0],
                                     .beforeLast = data.poses[1],
                                     .kept = data.poses[2],
                                     .keptBefore = data.poses[3],
                                     .mix = mix,
                                     .begins = enters,
                                     .stores = data.stores,
                                     .weight = weight,
                                     .duration = isOver ? 0.0 : transition->duration,
                                     .elapsed = state.transitionElapsed,
                                     .secondsBetween = state.velocityTime};
            const std::array inputs = {source.task, target.task};
            result.task = context.addTask(
                kMix, payload, std::span(inputs).subspan(mix == Mix::CrossFade ? 0 : 1));
        }
        state.elapsed += context.dt();
        state.lastDt = context.dt();
        state.remaining = target.progress.remaining;
        state.hasEnded = target.progress.hasEnded ? 1 : 0;
        if (isOver) {
            state.transition = 0;
        }
        return result;
    }
};

} // namespace

SARTOR_GRAPH_NODE(state_machine, StateMachine)

} // namespace sartor::graph
