// SPDX-License-Identifier: Apache-2.0
// One pose for many inputs.
#include "../node.h"

namespace sartor::graph {
namespace {

struct PoseCache {
    static constexpr InputSchema kInputs[] = {{.id = "pose", .doc = "What is read."}};
    static constexpr OutputSchema kOutputs[] = {
        {.id = "pose", .doc = "The same pose, for any number of inputs.", .isShared = true}};
    static constexpr NodeSchema schema = {
        .id = "pose_cache",
        .title = "Pose cache",
        .category = "Blend",
        .doc = "Lets several inputs read one pose, which is made once a frame. Time goes by and "
               "events come as for the first that reads it in a frame; each reader gets the root "
               "motion, so that blends of them have it once. Clips below belong to no sync group "
               "from above.",
        .inputs = kInputs,
        .outputs = kOutputs};
    static constexpr PosePin kPose = posePin(schema, "pose");

    struct Data {};
    struct State {};

    static void bind(BindContext& context, Data&) { context.reserveTasks(0, 0); }
    static PoseResult update(const Data&, State&, UpdateContext& context) {
        const PoseResult result = context.updatePose(kPose);
        context.keep(result.task);
        return result;
    }
};

} // namespace

SARTOR_GRAPH_NODE(pose_cache, PoseCache)

} // namespace sartor::graph
