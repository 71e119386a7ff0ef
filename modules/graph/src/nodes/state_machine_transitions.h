// SPDX-License-Identifier: Apache-2.0
// When a state machine goes from one state to another.
#pragma once

#include "../node.h"

#include <optional>
#include <string_view>
#include <vector>

namespace sartor::graph {

enum class ConditionTest {
    True,
    False,
    Trigger,
    Above,
    Below,
    AtLeast,
    AtMost,
    Elapsed,
    Remaining,
    Ended
};

struct StateCondition {
    ConditionTest test = ConditionTest::True;
    ParameterIndex parameter;
    float value = 0.0f;
};

enum class Easing { Linear, Smooth, EaseIn, EaseOut };

/// From [0, 1] to [0, 1], rising.
double ease(Easing easing, double way);

struct StateTransition {
    std::optional<std::size_t> from; ///< none: any state but `to`
    std::size_t to = 0;
    double priority = 0.0;
    bool needsAll = true;
    std::vector<StateCondition> conditions;
    double duration = 0.0;
    Easing easing = Easing::Linear;
    bool isInertial = false;
    bool isSynced = false;
    bool interrupts = true;

    /// Whether it may have to start from a pose instead of a state.
    bool comesFromLastPose() const { return isInertial || interrupts || from == to; }
};

struct StateTransitions {
    std::size_t entry = 0;
    std::vector<StateTransition> list{};     ///< in the order of the document
    std::vector<std::uint32_t> byPriority{}; ///< of `list`
};

inline constexpr std::string_view kConditionTests[] = {"true",
                                                       "false",
                                                       "trigger",
                                                       "above",
                                                       "below",
                                                       "at_least",
                                                       "at_most",
                                                       "elapsed",
                                                       "remaining",
                                                       "ended"};
inline constexpr std::string_view kCombinations[] = {"all", "any"};
inline constexpr std::string_view kEasings[] = {"linear", "smooth", "ease_in", "ease_out"};
inline constexpr std::string_view kTransitionKinds[] = {"cross_fade", "inertial"};

inline constexpr ParamSchema kConditionFields[] = {
    {.id = "test",
     .type = ParamType::Choice,
     .doc = "What must hold: of a truth true or false; that a trigger is fired, which taking the "
            "transition uses up; of a number how it stands to `value`; that the state has been "
            "played for `value` seconds; that at most `value` seconds remain of its clip, or its "
            "end was passed in the frame before; that its end was passed.",
     .choices = kConditionTests,
     .isRequired = true},
    {.id = "parameter", .type = ParamType::Parameter, .doc = "What is tested, but for times."},
    {.id = "value", .doc = "What numbers and times are compared with."}};

inline constexpr ParamSchema kTransitionFields[] = {
    {.id = "from",
     .type = ParamType::Text,
     .doc = "The state that is left; * for any other than `to`.",
     .isRequired = true},
    {.id = "to",
     .type = ParamType::Text,
     .doc = "The state that is entered; it may be the same, which starts it again.",
     .isRequired = true},
    {.id = "priority",
     .type = ParamType::Integer,
     .doc = "Of transitions whose conditions hold the one with the highest is taken."},
    {.id = "combine",
     .type = ParamType::Choice,
     .doc = "Whether all conditions must hold or any; without conditions it is taken at once.",
     .text = "all",
     .choices = kCombinations},
    {.id = "conditions",
     .type = ParamType::Object,
     .doc = "What must hold.",
     .fields = kConditionFields,
     .isList = true},
    {.id = "kind",
     .type = ParamType::Choice,
     .doc = "Both states play and are blended; or the new one plays alone and what the pose was "
            "away from it decays, with its velocity.",
     .text = "cross_fade",
     .choices = kTransitionKinds},
    {.id = "duration",
     .doc = "How long it takes.",
     .unit = "s",
     .number = 0.2,
     .minimum = 0.0,
     .maximum = 1000.0},
    {.id = "easing",
     .type = ParamType::Choice,
     .doc = "How the weight of a cross-fade rises.",
     .text = "smooth",
     .choices = kEasings},
    {.id = "sync",
     .type = ParamType::Bool,
     .doc = "The clips that lead the two states run in step, here and in all other transitions: "
            "the new one begins where the old one is. The clip that leads a state is its own, or "
            "that of its first pose input."},
    {.id = "interrupts",
     .type = ParamType::Bool,
     .doc = "Whether it can be taken while another transition is under way.",
     .number = 1.0}};

/// Reads the params `entry` and `transitions` of a node. Problems: "graph.unknown_state",
/// "graph.missing_field", "graph.type_mismatch".
StateTransitions bindTransitions(BindContext& context, std::span<const std::string_view> names);

struct TransitionQuestion {
    std::size_t state = 0;
    bool isUnderWay = false; ///< another transition
    double elapsed = 0.0;    ///< seconds in the state
    double remaining = 0.0;  ///< ClipProgress, of the frame before
    bool hasEnded = false;
};

/// The transition that is taken, by its position; it has used up its triggers.
std::optional<std::size_t> findTransition(const StateTransitions& transitions,
                                          const TransitionQuestion& question,
                                          UpdateContext& context);

} // namespace sartor::graph
