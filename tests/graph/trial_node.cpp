// SPDX-License-Identifier: Apache-2.0
// A type of node with every kind of pin and param, and a sound graph around it.
#include "trial_node.h"

namespace sartor::graph {
namespace {

/// A type with every kind of pin and param.
struct Trial {
    static constexpr std::string_view kChoices[] = {"linear", "smooth"};
    static constexpr ParamSchema kFields[] = {
        {.id = "threshold", .doc = "A field.", .isRequired = true},
        {.id = "name", .type = ParamType::Text, .doc = "A field."}};
    static constexpr InputSchema kInputs[] = {
        {.id = "poses", .doc = "Many.", .count = InputCount::Many, .fields = kFields},
        {.id = "base", .doc = "Optional.", .count = InputCount::Optional},
        {.id = "weight",
         .type = PinType::Float,
         .doc = "A number.",
         .number = 0.5,
         .minimum = 0.0,
         .maximum = 1.0},
        {.id = "flag", .type = PinType::Bool, .doc = "A truth."},
        {.id = "target", .type = PinType::Vector3, .doc = "A vector."}};
    static constexpr OutputSchema kOutputs[] = {
        {.id = "pose", .doc = "A pose."},
        {.id = "phase", .type = PinType::Float, .doc = "A number."},
        {.id = "speed", .type = PinType::Float, .doc = "A number."},
        {.id = "done", .type = PinType::Bool, .doc = "A truth."}};
    static constexpr ParamSchema kRecord[] = {
        {.id = "to", .type = ParamType::Text, .doc = "Where to.", .isRequired = true},
        {.id = "times", .doc = "Numbers.", .maximum = 10.0, .isList = true}};
    static constexpr ParamSchema kParams[] = {
        {.id = "amount", .doc = "A number.", .unit = "m", .minimum = 0.0, .maximum = 2.0},
        {.id = "count", .type = ParamType::Integer, .doc = "Whole.", .minimum = 1.0},
        {.id = "loop", .type = ParamType::Bool, .doc = "A truth."},
        {.id = "easing",
         .type = ParamType::Choice,
         .doc = "A choice.",
         .text = "linear",
         .choices = kChoices},
        {.id = "size", .type = ParamType::Vector2, .doc = "Two.", .maximum = 5.0},
        {.id = "axis", .type = ParamType::Vector3, .doc = "Three."},
        {.id = "joint", .type = ParamType::Joint, .doc = "A joint."},
        {.id = "clip", .type = ParamType::Clip, .doc = "A clip."},
        {.id = "parameter", .type = ParamType::Parameter, .doc = "A parameter."},
        {.id = "chain", .type = ParamType::Joint, .doc = "Joints.", .isList = true},
        {.id = "steps",
         .type = ParamType::Object,
         .doc = "Records.",
         .fields = kRecord,
         .isList = true}};
    static constexpr NodeSchema schema = {.id = "trial",
                                          .title = "Trial",
                                          .category = "Test",
                                          .doc = "Everything.",
                                          .inputs = kInputs,
                                          .outputs = kOutputs,
                                          .params = kParams};

    struct Data {};
    struct State {};
    static void bind(BindContext& context, Data&) {
        if (context.params().number("amount") == 1.25) {
            context.problem("graph.trial", "/params/amount", "not this one");
        }
    }
    static PoseResult update(const Data&, State&, UpdateContext& context) {
        return context.updatePose(posePin(schema, "poses"));
    }
};

} // namespace

SARTOR_GRAPH_NODE(trial, Trial)

} // namespace sartor::graph

namespace sartor::test {

using namespace graph;

GraphDefinition soundTrial() {
    GraphBuilder graph;
    graph.number("speed", 1, 0, 4)
        .parameter({.id = "jump", .type = ParameterType::Trigger})
        .parameter({.id = "target", .type = ParameterType::Vector3, .initial = List{1, 2, 3}})
        .clip("walk", "Walk")
        .clip("run", "Run")
        .node("trial",
              "trial",
              {{"amount", 2},
               {"count", 3},
               {"loop", true},
               {"easing", "smooth"},
               {"size", List{5, 0}},
               {"axis", List{0, 1, 0}},
               {"joint", "Hips"},
               {"clip", "#0"},
               {"parameter", "jump"},
               {"chain", List{"Spine", "#3"}},
               {"steps", List{Record{{"to", "a"}, {"times", List{1, 2}}}}}},
              {{"poses",
                {linkTo("walk", {{"threshold", 0}}),
                 linkTo("run", {{"threshold", 1}, {"name", "run"}})}},
               pin("weight", parameterInput("speed")),
               pin("flag", parameterInput("jump")),
               pin("target", parameterInput("target"))});
    graph.definition.clips = {{"Walk", {{"step", 0.5}}, {{"L", 0.0}}}};
    graph.definition.rootMotion.joint = "Root";
    graph.definition.groups = {{"All", {"walk", "run"}}};
    return graph.definition;
}

CompileResult compileTrial(const GraphDefinition& definition, std::shared_ptr<const Rig> rig) {
    std::vector<const NodeType*> types(nodeTypes().begin(), nodeTypes().end());
    types.push_back(&kNodeType_trial);
    return compileWith(definition, std::move(rig), types);
}

} // namespace sartor::test
