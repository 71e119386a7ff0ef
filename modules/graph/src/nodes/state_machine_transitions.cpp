// SPDX-License-Identifier: Apache-2.0
// When a state machine goes from one state to another.
#include "state_machine_transitions.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace sartor::graph {
namespace {

bool isAboutTime(ConditionTest test) {
    return test == ConditionTest::Elapsed || test == ConditionTest::Remaining ||
           test == ConditionTest::Ended;
}

std::optional<ParameterType> parameterTypeOf(ConditionTest test) {
    switch (test) {
    case ConditionTest::True:
    case ConditionTest::False:
        return ParameterType::Bool;
    case ConditionTest::Trigger:
        return ParameterType::Trigger;
    case ConditionTest::Above:
    case ConditionTest::Below:
    case ConditionTest::AtLeast:
    case ConditionTest::AtMost:
        return ParameterType::Float;
    case ConditionTest::Elapsed:
    case ConditionTest::Remaining:
    case ConditionTest::Ended:
        break;
    }
    return std::nullopt;
}

class Binder {
public:
    Binder(BindContext& context, std::span<const std::string_view> names)
        : context_(context), names_(names.begin(), names.end()) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            positions_.emplace(names[i], i);
        }
    }

    std::size_t state(std::string_view name, const std::string& where) {
        const auto found = positions_.find(name);
        if (found == positions_.end()) {
            context_.problem("graph.unknown_state",
                             where,
                             "there is no state '" + std::string(name) + "'" +
                                 context_.suggestion(name, names_));
            return 0;
        }
        return found->second;
    }

    StateCondition condition(const ParamView& fields, const std::string& where) {
        StateCondition condition;
        condition.test = static_cast<ConditionTest>(fields.choice("test"));
        condition.parameter = fields.parameter("parameter");
        condition.value = static_cast<float>(fields.number("value"));
        if (isAboutTime(condition.test)) {
            if (!condition.parameter.isNone()) {
                context_.problem("graph.type_mismatch",
                                 where + "/parameter",
                                 "the test '" +
                                     std::string(kConditionTests[fields.choice("test")]) +
                                     "' is about time: expected no parameter");
            }
            return condition;
        }
        if (condition.parameter.isNone()) {
            context_.problem("graph.missing_field",
                             where + "/parameter",
                             "expected the id of the parameter that is tested");
        } else if (context_.parameterType(condition.parameter) != parameterTypeOf(condition.test)) {
            context_.problem("graph.type_mismatch",
                             where + "/parameter",
                             "the test '" + std::string(kConditionTests[fields.choice("test")]) +
                                 "' needs a parameter of another type");
        }
        return condition;
    }

    StateTransition transition(const ParamView& fields, const std::string& where) {
        StateTransition transition;
        if (fields.text("from") != "*") {
            transition.from = state(fields.text("from"), where + "/from");
        }
        transition.to = state(fields.text("to"), where + "/to");
        transition.priority = fields.number("priority");
        transition.needsAll = fields.choice("combine") == 0;
        const std::vector<ParamView> conditions = fields.records("conditions");
        for (std::size_t i = 0; i < conditions.size(); ++i) {
            transition.conditions.push_back(
                condition(conditions[i], where + "/conditions/" + std::to_string(i)));
        }
        transition.duration = fields.number("duration");
        transition.easing = static_cast<Easing>(fields.choice("easing"));
        transition.isInertial = fields.choice("kind") == 1;
        transition.isSynced = fields.boolean("sync");
        transition.interrupts = fields.boolean("interrupts");
        return transition;
    }

private:
    BindContext& context_;
    std::vector<std::string> names_;
    std::map<std::string_view, std::size_t> positions_; // of names, in the document's own memory
};

bool holds(const StateCondition& condition,
           const TransitionQuestion& question,
           UpdateContext& context) {
    const auto value = static_cast<double>(condition.value);
    const auto number = [&] { return context.parameter(condition.parameter).number(); };
    switch (condition.test) {
    case ConditionTest::True:
    case ConditionTest::Trigger:
        return context.parameter(condition.parameter).truth();
    case ConditionTest::False:
        return !context.parameter(condition.parameter).truth();
    case ConditionTest::Above:
        return number() > condition.value;
    case ConditionTest::Below:
        return number() < condition.value;
    case ConditionTest::AtLeast:
        return number() >= condition.value;
    case ConditionTest::AtMost:
        return number() <= condition.value;
    case ConditionTest::Elapsed:
        return question.elapsed >= value;
    case ConditionTest::Remaining:
        return question.hasEnded || question.remaining <= value;
    case ConditionTest::Ended:
        return question.hasEnded;
    }
    return false;
}

bool holds(const StateTransition& transition,
           const TransitionQuestion& question,
           UpdateContext& context) {
    const auto one = [&](const StateCondition& condition) {
        return holds(condition, question, context);
    };
    const std::vector<StateCondition>& conditions = transition.conditions;
    return conditions.empty() ||
           (transition.needsAll ? std::all_of(conditions.begin(), conditions.end(), one)
                                : std::any_of(conditions.begin(), conditions.end(), one));
}

} // namespace

double ease(Easing easing, double way) {
    switch (easing) {
    case Easing::Smooth:
        return way * way * (3.0 - 2.0 * way);
    case Easing::EaseIn:
        return way * way;
    case Easing::EaseOut:
        return way * (2.0 - way);
    case Easing::Linear:
        break;
    }
    return way;
}

StateTransitions bindTransitions(BindContext& context, std::span<const std::string_view> names) {
    StateTransitions transitions;
    Binder binder(context, names);
    const ParamView params = context.params();
    if (!params.text("entry").empty()) {
        transitions.entry = binder.state(params.text("entry"), "/params/entry");
    }
    const std::vector<ParamView> records = params.records("transitions");
    for (std::size_t i = 0; i < records.size(); ++i) {
        transitions.list.push_back(
            binder.transition(records[i], "/params/transitions/" + std::to_string(i)));
    }
    transitions.byPriority.resize(records.size());
    std::iota(transitions.byPriority.begin(), transitions.byPriority.end(), std::uint32_t{0});
    std::stable_sort(transitions.byPriority.begin(),
                     transitions.byPriority.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                         return transitions.list[a].priority > transitions.list[b].priority;
                     });
    return transitions;
}

std::optional<std::size_t> findTransition(const StateTransitions& transitions,
                                          const TransitionQuestion& question,
                                          UpdateContext& context) {
    for (const std::uint32_t index : transitions.byPriority) {
        const StateTransition& transition = transitions.list[index];
        const bool isFromHere =
            transition.from ? *transition.from == question.state : transition.to != question.state;
        if (!isFromHere || (question.isUnderWay && !transition.interrupts) ||
            !holds(transition, question, context)) {
            continue;
        }
        for (const StateCondition& condition : transition.conditions) {
            if (condition.test == ConditionTest::Trigger) {
                static_cast<void>(context.takeTrigger(condition.parameter));
            }
        }
        return index;
    }
    return std::nullopt;
}

} // namespace sartor::graph
