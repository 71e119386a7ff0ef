// SPDX-License-Identifier: Apache-2.0
// The param by which nodes say which joints they mean.
#include "mask_params.h"

#include <sartor/pose/joint_mask.h>

namespace sartor::graph {

std::vector<float> bindMask(BindContext& context) {
    std::vector<pose::JointMaskRule> rules;
    for (const ParamView& record : context.params().records("mask")) {
        rules.push_back({.joint = record.joint("joint"),
                         .weight = static_cast<float>(record.number("weight")),
                         .reach = record.choice("reach") == 0 ? pose::JointMaskRule::Reach::Subtree
                                                              : pose::JointMaskRule::Reach::Joint,
                         .featherDepth = static_cast<std::uint32_t>(record.number("feather"))});
    }
    if (rules.empty()) {
        return {};
    }
    Result<std::vector<float>> mask = pose::buildJointMask(*context.rig().skeleton, rules);
    if (!mask) {
        context.problem("graph.mask", "/params/mask", mask.error().message);
        return {};
    }
    return std::move(*mask);
}

} // namespace sartor::graph
