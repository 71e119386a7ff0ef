// SPDX-License-Identifier: Apache-2.0
// The rest pose as a node.
#include "../clip_pose.h"

namespace sartor::graph {
namespace {

void runRestPose(const int&, TaskContext& context) {
    sampleRestPose(context.rig(), context.output());
}

constexpr TaskType<int> kTask{runRestPose};

struct RestPose {
    static constexpr NodeSchema schema = {
        .id = "rest_pose",
        .title = "Rest pose",
        .category = "Clip",
        .doc = "The pose of the file without any clip: each joint's own local transform, and the "
               "default weights of morph targets.",
        .outputs = kPoseOutput};

    struct Data {};
    struct State {};

    static void bind(BindContext&, Data&) {}
    static PoseResult update(const Data&, State&, UpdateContext& context) {
        return {context.addTask(kTask, 0)};
    }
};

} // namespace

SARTOR_GRAPH_NODE(rest_pose, RestPose)

} // namespace sartor::graph
