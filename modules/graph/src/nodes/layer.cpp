// SPDX-License-Identifier: Apache-2.0
// A masked layer as a node.
#include "../mask_params.h"

#include <sartor/pose/blending.h>
#include <sartor/pose/masked_layer.h>

#include <array>

namespace sartor::graph {
namespace {

struct LayerPayload {
    const std::vector<float>* mask;
    float weight;
    float morphWeight;
    pose::LayerRotation rotation;
};

void runLayer(const LayerPayload& payload, TaskContext& context) {
    const PoseView base = context.input(0);
    const PoseView layer = context.input(1);
    const PoseSpan output = context.output();
    const bool isModel = payload.rotation == pose::LayerRotation::Model;
    pose::blendLayer(*context.rig().skeleton,
                     base.parentFromJoint,
                     {.parentFromJoint = layer.parentFromJoint,
                      .weight = payload.weight,
                      .jointWeights = *payload.mask,
                      .rotation = payload.rotation},
                     isModel ? context.scratch<pose::LayerScratch>(base.parentFromJoint.size())
                             : std::span<pose::LayerScratch>(),
                     output.parentFromJoint);
    const std::array<pose::MorphBlendInput, 2> morphs{
        {{base.morphWeights, 1.0f - payload.morphWeight},
         {layer.morphWeights, payload.morphWeight}}};
    pose::blendMorphWeights(morphs, base.morphWeights, output.morphWeights);
}

constexpr TaskType<LayerPayload> kLayer{runLayer};

struct Layer {
    static constexpr std::string_view kRotations[] = {"local", "model"};
    static constexpr InputSchema kInputs[] = {
        {.id = "base", .doc = "The pose below. Root motion is its own."},
        {.id = "layer", .doc = "The pose that is laid over a part of it."},
        {.id = "weight",
         .type = PinType::Float,
         .doc = "How much of the layer is taken. At 0 it is not updated and costs nothing.",
         .number = 1.0,
         .minimum = 0.0,
         .maximum = 1.0}};
    static constexpr ParamSchema kParams[] = {
        kMaskParam,
        {.id = "rotation",
         .type = ParamType::Choice,
         .doc = "With `local`, rotations are taken against the parent, so a bent spine takes the "
                "layer along. With `model`, the layer's joints keep the orientation in model space "
                "that they have in its own pose, whatever their parents do.",
         .text = "local",
         .choices = kRotations},
        {.id = "morph_weights",
         .doc = "How much of the layer's morph weights is taken, as a part of `weight`.",
         .minimum = 0.0,
         .maximum = 1.0}};
    static constexpr NodeSchema schema = {
        .id = "layer",
        .title = "Layer",
        .category = "Blend",
        .doc = "Lays a pose over a part of another one: an upper body that waves while the legs "
               "walk. A joint that the mask leaves out is the base's bit for bit, and one of full "
               "weight the layer's.",
        .inputs = kInputs,
        .outputs = kPoseOutput,
        .params = kParams};
    static constexpr PosePin kBase = posePin(schema, "base");
    static constexpr PosePin kLayerPose = posePin(schema, "layer");
    static constexpr FloatPin kWeight = floatPin(schema, "weight");

    struct Data {
        std::vector<float> mask;
        pose::LayerRotation rotation = pose::LayerRotation::Local;
        float morphWeight = 0.0f;
    };
    struct State {};

    static void bind(BindContext& context, Data& data) {
        data.mask = bindMask(context);
        data.morphWeight = static_cast<float>(context.params().number("morph_weights"));
        if (context.params().choice("rotation") == 1) {
            data.rotation = pose::LayerRotation::Model;
            context.reserveScratch(context.rig().skeleton->jointCount() *
                                   sizeof(pose::LayerScratch));
        }
    }

    static PoseResult update(const Data& data, State&, UpdateContext& context) {
        const float weight = context.value(kWeight);
        const PoseResult base = context.updatePose(kBase);
        if (weight == 0.0f) {
            return base;
        }
        const PoseResult layer = context.updatePose(kLayerPose, 0, weight);
        const std::array<TaskIndex, 2> inputs{base.task, layer.task};
        return {.task = context.addTask(
                    kLayer, {&data.mask, weight, weight * data.morphWeight, data.rotation}, inputs),
                .rootMotion = base.rootMotion};
    }
};

} // namespace

SARTOR_GRAPH_NODE(layer, Layer)

} // namespace sartor::graph
