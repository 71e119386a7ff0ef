// SPDX-License-Identifier: Apache-2.0
// FABRIK as a node.
#include "ik_node.h"

#include <sartor/pose/fabrik_ik.h>

namespace sartor::graph {
namespace {

constexpr NodeSchema kSchema = {
    .id = "fabrik_ik",
    .title = "FABRIK IK",
    .category = "IK",
    .doc = "Turns a chain of any length so that its tip meets a target: joints reach back from the "
           "target and forward from the root, over and over. Bends all joints alike. "
           "Local translations and scales stay; limits hold whatever the target. A target out of "
           "reach is pointed at. Flags for the debugger, from bit 0 on: reached, unreachable, "
           "limited, degenerate, approximate (scale that is not uniform), invalid.",
    .inputs = ChainIk::kInputs,
    .outputs = kPoseOutput,
    .params = ChainIk::kParams};

using FabrikIk = ChainIkNode<kSchema, pose::solveFabrikIk>;

} // namespace

SARTOR_GRAPH_NODE(fabrik_ik, FabrikIk)

} // namespace sartor::graph
