// SPDX-License-Identifier: Apache-2.0
// An additive layer as a node.
#include "../clip_pose.h"
#include "../mask_params.h"
#include "../program.h"

#include <sartor/pose/additive_blend.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sartor::graph {
namespace {

struct Additive {
    static constexpr std::string_view kReferences[] = {"rest", "frame", "pose"};
    static constexpr InputSchema kInputs[] = {
        {.id = "base", .doc = "The pose that is added to. Root motion is its own."},
        {.id = "additive", .doc = "What is added: how it differs from the reference."},
        {.id = "reference",
         .doc = "The pose that `additive` is compared with, where the param says `pose`.",
         .count = InputCount::Optional},
        {.id = "weight",
         .type = PinType::Float,
         .doc = "How much of the difference is added; 1 is all of it, below 0 takes it away. It "
                "scales the angle of rotations. At 0 the layer is not updated and costs nothing.",
         .number = 1.0,
         .minimum = -10.0,
         .maximum = 10.0}};
    static constexpr ParamSchema kParams[] = {
        {.id = "reference",
         .type = ParamType::Choice,
         .doc = "What `additive` is compared with, which decides what is added: the `rest` pose, "
                "a `frame` of a clip (for most additive clips the first of their own), or the "
                "`pose` at the input of that name.",
         .choices = kReferences,
         .isRequired = true},
        {.id = "reference_clip", .type = ParamType::Clip, .doc = "The clip that the frame is of."},
        {.id = "reference_time",
         .doc = "Time of the frame in its clip.",
         .unit = "s",
         .minimum = 0.0},
        kMaskParam};
    static constexpr NodeSchema schema = {
        .id = "additive",
        .title = "Additive",
        .category = "Blend",
        .doc = "Adds the difference between a pose and a reference to another pose: breathing, "
               "recoil or a lean on top of any movement. Rotations turn by the difference in the "
               "joint's own frame, translations move by it in the parent's, scales are multiplied "
               "by the quotient to the power of the weight, morph weights are added.",
        .inputs = kInputs,
        .outputs = kPoseOutput,
        .params = kParams};
    static constexpr PosePin kBase = posePin(schema, "base");
    static constexpr PosePin kAdditive = posePin(schema, "additive");
    static constexpr PosePin kReference = posePin(schema, "reference");
    static constexpr FloatPin kWeight = floatPin(schema, "weight");

    struct Data {
        std::vector<float> mask;
        bool isPose = false;
        // Of the other references.
        std::vector<math::Transform> parentFromJoint;
        std::vector<float> morphWeights;
    };
    struct State {};

    struct Payload {
        const Data* data;
        float weight;
    };

    static void bind(BindContext& context, Data& data) {
        const Rig& rig = context.rig();
        const ParamView params = context.params();
        const std::string_view reference = kReferences[params.choice("reference")];
        data.mask = bindMask(context);
        data.isPose = reference == "pose";
        if (data.isPose != context.isLinked(kReference)) {
            context.problem(data.isPose ? "graph.missing_input" : "graph.unused_input",
                            "/inputs/reference",
                            data.isPose ? "the reference is a pose: expected a link to it"
                                        : "the reference is not a pose: expected no link");
        }
        const ClipIndex clip = params.clip("reference_clip");
        if ((reference == "frame") == clip.isNone()) {
            context.problem(clip.isNone() ? "graph.missing_param" : "graph.unused_param",
                            "/params/reference_clip",
                            clip.isNone() ? "the reference is a frame: expected the name of a clip"
                                          : "the reference is not a frame: expected no clip");
            return;
        }
        if (data.isPose) {
            return;
        }
        data.parentFromJoint.resize(rig.skeleton->jointCount());
        data.morphWeights.resize(rig.defaultMorphWeights.size());
        const PoseSpan pose{data.parentFromJoint, data.morphWeights};
        if (clip.isNone()) {
            sampleRestPose(rig, pose);
        } else {
            const CompiledClip& compiled = context.clip(clip);
            sampleClipPose(rig,
                           *rig.clips[clip.value()],
                           compiled.rootMotion ? &*compiled.rootMotion : nullptr,
                           std::min(params.number("reference_time"), compiled.duration),
                           pose);
        }
    }

    static void run(const Payload& payload, TaskContext& context);

    static PoseResult update(const Data& data, State&, UpdateContext& context);
};

constexpr TaskType<Additive::Payload> kAdd{Additive::run};

void Additive::run(const Payload& payload, TaskContext& context) {
    const Data& data = *payload.data;
    const PoseView base = context.input(0);
    const PoseView value = context.input(1);
    const PoseView reference =
        data.isPose ? context.input(2) : PoseView{data.parentFromJoint, data.morphWeights};
    const PoseSpan output = context.output();
    pose::addPose(base.parentFromJoint,
                  {value.parentFromJoint, reference.parentFromJoint, payload.weight, data.mask},
                  output.parentFromJoint);
    pose::addMorphWeights(base.morphWeights,
                          {value.morphWeights, reference.morphWeights, payload.weight},
                          output.morphWeights);
}

PoseResult Additive::update(const Data& data, State&, UpdateContext& context) {
    const float weight = context.value(kWeight);
    const PoseResult base = context.updatePose(kBase);
    if (weight == 0.0f) {
        return base;
    }
    const float share = std::min(std::abs(weight), 1.0f);
    std::array<TaskIndex, 3> inputs{base.task, context.updatePose(kAdditive, 0, share).task};
    if (data.isPose) {
        inputs[2] = context.updatePose(kReference, 0, share).task;
    }
    return {.task = context.addTask(
                kAdd, {&data, weight}, std::span(inputs).first(data.isPose ? 3 : 2)),
            .rootMotion = base.rootMotion};
}

} // namespace

SARTOR_GRAPH_NODE(additive, Additive)

} // namespace sartor::graph
