// SPDX-License-Identifier: Apache-2.0
// A blend on a plane as a node.
#include "../blend_inputs.h"

#include <algorithm>
#include <vector>

namespace sartor::graph {
namespace {

struct Blend2d {
    static constexpr std::string_view kMethods[] = {"delaunay", "gradient_band"};
    static constexpr ParamSchema kFields[] = {
        {.id = "x", .doc = "The place at which this pose is the only one."},
        {.id = "y", .doc = "The place at which this pose is the only one."}};
    static constexpr InputSchema kInputs[] = {
        {.id = "x", .type = PinType::Float, .doc = "Where on the plane the blend is."},
        {.id = "y", .type = PinType::Float, .doc = "Where on the plane the blend is."},
        {.id = "poses",
         .doc = "What is blended, at places of the plane. Of several poses at one place the first "
                "one has it; poses on one line, or at one place, are a plane without area.",
         .count = InputCount::Many,
         .fields = kFields}};
    static constexpr ParamSchema kParams[] = {
        {.id = "method",
         .type = ParamType::Choice,
         .doc = "With `delaunay` the corners of the triangle around the place are blended, so "
                "three poses at most. With `gradient_band` it is all poses that are not behind "
                "another one as seen from the place (Johansen 2009), which is smoother and costs "
                "more; of more than 32 the heaviest.",
         .text = "delaunay",
         .choices = kMethods},
        kSyncParam};
    static constexpr NodeSchema schema = {
        .id = "blend_2d",
        .title = "Blend 2D",
        .category = "Blend",
        .doc = "Blends poses that stand at places of a plane, for instance speeds forward and to "
               "the side. Each axis is measured in parts of the poses' extent along it, so the "
               "units of the two do not matter. A place outside of all poses is taken to the "
               "nearest place between them; at a pose's own place it passes through unchanged. "
               "Poses without weight are not updated and cost nothing. Root motion is blended as "
               "the motion of the frame.",
        .inputs = kInputs,
        .outputs = kPoseOutput,
        .params = kParams};
    static constexpr FloatPin kX = floatPin(schema, "x");
    static constexpr FloatPin kY = floatPin(schema, "y");
    static constexpr PosePin kPoses = posePin(schema, "poses");

    struct Data {
        std::vector<pose::BlendSpace2d> space; // one
    };
    struct State {};

    static void bind(BindContext& context, Data& data) {
        const bool isDelaunay = context.params().choice("method") == 0;
        std::vector<glm::vec2> places;
        for (std::size_t i = 0; i < context.inputCount(kPoses); ++i) {
            const ParamView fields = context.fields(kPoses, i);
            places.emplace_back(fields.number("x"), fields.number("y"));
        }
        Result<pose::BlendSpace2d> space = pose::BlendSpace2d::create(
            places,
            isDelaunay ? pose::BlendSpaceMethod::Delaunay : pose::BlendSpaceMethod::GradientBand);
        if (!space) {
            context.problem("graph.blend_space", "/inputs/poses", space.error().message);
            return;
        }
        data.space.push_back(std::move(*space));
        context.reserveTasks(1, sizeof(BlendPayload));
        context.limitActiveInputs(isDelaunay ? 3 : pose::BlendShares::kMost);
    }

    static PoseResult update(const Data& data, State&, UpdateContext& context) {
        const glm::vec2 place(context.value(kX), context.value(kY));
        return blendInputs(context, kPoses, data.space[0].at(place).shares());
    }
};

} // namespace

SARTOR_GRAPH_NODE(blend_2d, Blend2d)

} // namespace sartor::graph
