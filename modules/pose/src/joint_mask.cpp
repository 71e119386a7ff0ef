// SPDX-License-Identifier: Apache-2.0
// How much of a layer each joint takes.
#include <sartor/pose/joint_mask.h>

#include <algorithm>
#include <limits>
#include <string>

namespace sartor::pose {
namespace {

constexpr std::uint32_t kOutside = std::numeric_limits<std::uint32_t>::max();

bool isWeight(float weight) {
    return weight >= 0.0f && weight <= 1.0f;
}

Status checkRule(const assets::Skeleton& skeleton, const JointMaskRule& rule, std::size_t index) {
    const std::string where = "joint mask: rule " + std::to_string(index);
    if (rule.joint.isNone()) {
        return Error{"mask.unknown_joint", where + ": expected a joint"};
    }
    if (rule.joint.value() >= skeleton.jointCount()) {
        return Error{"mask.unknown_joint",
                     where + ": there is no joint " + std::to_string(rule.joint.value()) +
                         "; the skeleton has " + std::to_string(skeleton.jointCount())};
    }
    if (!isWeight(rule.weight)) {
        return Error{"mask.weight",
                     where + ": the weight is " + std::to_string(rule.weight) +
                         ", expected 0 to 1"};
    }
    return {};
}

} // namespace

Result<std::vector<float>> buildJointMask(const assets::Skeleton& skeleton,
                                          std::span<const JointMaskRule> rules,
                                          float weightElsewhere) {
    if (!isWeight(weightElsewhere)) {
        return Error{"mask.weight",
                     "joint mask: the weight elsewhere is " + std::to_string(weightElsewhere) +
                         ", expected 0 to 1"};
    }
    std::vector<float> weights(skeleton.jointCount(), weightElsewhere);
    std::vector<std::uint32_t> levels(skeleton.jointCount()); // below the joint of the rule
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const JointMaskRule& rule = rules[i];
        if (Status status = checkRule(skeleton, rule, i); !status) {
            return status.error();
        }
        std::fill(levels.begin(), levels.end(), kOutside);
        for (std::size_t joint = rule.joint.value(); joint < weights.size(); ++joint) {
            const JointIndex parent = skeleton.joints()[joint].parent;
            if (joint == rule.joint.value()) {
                levels[joint] = 0;
            } else if (rule.reach == JointMaskRule::Reach::Subtree && !parent.isNone() &&
                       levels[parent.value()] != kOutside) {
                levels[joint] = levels[parent.value()] + 1;
            } else {
                continue;
            }
            // Whole from there on, so that no rounding is left below the feathered levels.
            const double part =
                levels[joint] >= rule.featherDepth
                    ? 1.0
                    : (levels[joint] + 1.0) / (static_cast<double>(rule.featherDepth) + 1.0);
            weights[joint] = static_cast<float>(static_cast<double>(weights[joint]) * (1.0 - part) +
                                                static_cast<double>(rule.weight) * part);
        }
    }
    return weights;
}

} // namespace sartor::pose
