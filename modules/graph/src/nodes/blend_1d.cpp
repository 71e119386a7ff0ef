// SPDX-License-Identifier: Apache-2.0
// A blend along a line as a node.
#include "../blend_inputs.h"

#include <vector>

namespace sartor::graph {
namespace {

struct Blend1d {
    static constexpr ParamSchema kFields[] = {
        {.id = "threshold", .doc = "The value at which this pose is the only one."}};
    static constexpr InputSchema kInputs[] = {
        {.id = "value",
         .type = PinType::Float,
         .doc = "Where on the line the blend is. Below the lowest threshold and above the highest "
                "that pose is the only one."},
        {.id = "poses",
         .doc = "What is blended, in any order. Of several poses at one threshold the first one "
                "has it.",
         .count = InputCount::Many,
         .fields = kFields}};
    static constexpr ParamSchema kParams[] = {kSyncParam};
    static constexpr NodeSchema schema = {
        .id = "blend_1d",
        .title = "Blend 1D",
        .category = "Blend",
        .doc = "Blends the two poses whose thresholds are on either side of `value`, each by how "
               "close it is; at a threshold that pose passes through unchanged. Rotations take "
               "the shorter way round. Poses without weight are not updated and cost nothing. "
               "Root motion is blended as the motion of the frame.",
        .inputs = kInputs,
        .outputs = kPoseOutput,
        .params = kParams};
    static constexpr FloatPin kValue = floatPin(schema, "value");
    static constexpr PosePin kPoses = posePin(schema, "poses");

    struct Data {
        std::vector<pose::BlendSpace1d> space; // one
    };
    struct State {};

    static void bind(BindContext& context, Data& data) {
        std::vector<float> thresholds;
        for (std::size_t i = 0; i < context.inputCount(kPoses); ++i) {
            thresholds.push_back(static_cast<float>(context.fields(kPoses, i).number("threshold")));
        }
        Result<pose::BlendSpace1d> space = pose::BlendSpace1d::create(thresholds);
        if (!space) {
            context.problem("graph.blend_space", "/inputs/poses", space.error().message);
            return;
        }
        data.space.push_back(std::move(*space));
        context.reserveTasks(1, sizeof(BlendPayload));
        context.limitActiveInputs(2);
    }

    static PoseResult update(const Data& data, State&, UpdateContext& context) {
        return blendInputs(context, kPoses, data.space[0].at(context.value(kValue)).shares());
    }
};

} // namespace

SARTOR_GRAPH_NODE(blend_1d, Blend1d)

} // namespace sartor::graph
