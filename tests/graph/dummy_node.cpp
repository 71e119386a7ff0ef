// SPDX-License-Identifier: Apache-2.0
// A node as an author adds one: this file and its test. In the module it would have a line in
// node_list.inc and one in CMake besides.
#include "node.h"

namespace sartor::graph {
namespace {

struct RaisePayload {
    JointIndex joint;
    float height;
};

void runRaise(const RaisePayload& payload, TaskContext& context) {
    const PoseView input = context.input(0);
    const PoseSpan output = context.output();
    std::copy(
        input.parentFromJoint.begin(), input.parentFromJoint.end(), output.parentFromJoint.begin());
    std::copy(input.morphWeights.begin(), input.morphWeights.end(), output.morphWeights.begin());
    output.parentFromJoint[payload.joint.value()].translation.y += payload.height;
}

constexpr TaskType<RaisePayload> kRaise{runRaise};

struct Dummy {
    static constexpr InputSchema kInputs[] = {
        {.id = "pose", .doc = "What is raised."},
        {.id = "height", .type = PinType::Float, .doc = "By how much.", .unit = "m"}};
    static constexpr ParamSchema kParams[] = {
        {.id = "joint", .type = ParamType::Joint, .doc = "Which joint.", .isRequired = true}};
    static constexpr NodeSchema schema = {.id = "dummy",
                                          .title = "Dummy",
                                          .category = "Test",
                                          .doc = "Raises a joint in its parent's space.",
                                          .inputs = kInputs,
                                          .outputs = kPoseOutput,
                                          .params = kParams};
    static constexpr PosePin kPose = posePin(schema, "pose");
    static constexpr FloatPin kHeight = floatPin(schema, "height");

    struct Data {
        JointIndex joint;
    };
    struct State {};

    static void bind(BindContext& context, Data& data) {
        data.joint = context.params().joint("joint");
    }
    static PoseResult update(const Data& data, State&, UpdateContext& context) {
        PoseResult result = context.updatePose(kPose);
        const TaskIndex inputs[] = {result.task};
        result.task = context.addTask(kRaise, {data.joint, context.value(kHeight)}, inputs);
        return result;
    }
};

} // namespace

SARTOR_GRAPH_NODE(dummy, Dummy)

} // namespace sartor::graph
