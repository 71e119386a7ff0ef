// SPDX-License-Identifier: Apache-2.0
// FABRIK as a node.
#include "ik_node.h"

#include <sartor/pose/fabrik_ik.h>

namespace sartor::graph {
namespace {

constexpr TaskType<ChainIk::Payload> kSolve{ChainIk::run};

struct FabrikIk {
    static constexpr NodeSchema schema = {
        .id = "fabrik_ik",
        .title = "FABRIK IK",
        .category = "IK",
        .doc = "Turns a chain of any length so that its tip meets a target: joints reach back from "
               "the "
               "target and forward from the root, over and over. Bends all joints alike. "
               "Local translations and scales stay; limits hold whatever the target. A target out "
               "of reach is pointed at. Flags for the debugger, from bit 0 on: reached, "
               "unreachable, limited, degenerate, approximate (scale that is not uniform), "
               "invalid.",
        .inputs = ChainIk::kInputs,
        .outputs = kPoseOutput,
        .params = ChainIk::kParams};
    static constexpr PosePin kPose = posePin(schema, "pose");
    static constexpr Vector3Pin kTarget = vector3Pin(schema, "target");
    static constexpr FloatPin kWeight = floatPin(schema, "weight");

    using Data = ChainIk::Data;
    struct State {};

    static void bind(BindContext& context, Data& data) { ChainIk::bind(context, data); }
    static PoseResult update(const Data& data, State&, UpdateContext& context) {
        const float weight = context.value(kWeight);
        return solveBehind(kPose,
                           kSolve,
                           {&data, pose::solveFabrikIk, context.value(kTarget), weight},
                           weight,
                           context);
    }
};

} // namespace

SARTOR_GRAPH_NODE(fabrik_ik, FabrikIk)

} // namespace sartor::graph
