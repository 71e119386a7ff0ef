// SPDX-License-Identifier: Apache-2.0
// Cyclic coordinate descent as a node.
#include "ik_node.h"

#include <sartor/pose/ccd_ik.h>

namespace sartor::graph {
namespace {

constexpr NodeSchema kSchema = {
    .id = "ccd_ik",
    .title = "CCD IK",
    .category = "IK",
    .doc =
        "Turns a chain of any length so that its tip meets a target: each joint from the root on "
        "turns the tip towards it, over and over. Prefers the joints near the root. "
        "Local translations and scales stay; limits hold whatever the target. A target out of "
        "reach is pointed at. Flags for the debugger, from bit 0 on: reached, unreachable, "
        "limited, degenerate, approximate (scale that is not uniform), invalid.",
    .inputs = ChainIk::kInputs,
    .outputs = kPoseOutput,
    .params = ChainIk::kParams};

using CcdIk = ChainIkNode<kSchema, pose::solveCcdIk>;

} // namespace

SARTOR_GRAPH_NODE(ccd_ik, CcdIk)

} // namespace sartor::graph
