// SPDX-License-Identifier: Apache-2.0
// How much of a layer each joint takes.
#pragma once

#include <sartor/assets/skeleton.h>

#include <cstdint>
#include <span>
#include <vector>

namespace sartor::pose {

/// Sets the weights of a joint and of what hangs below it.
struct JointMaskRule {
    enum class Reach {
        Subtree, ///< the joint and all below it
        Joint    ///< the joint alone
    };

    JointIndex joint;
    float weight = 1.0f; ///< [0, 1]
    Reach reach = Reach::Subtree;
    /// Levels of joints over which the weight comes in, beginning with the joint itself: its weight
    /// has gone 1 / (featherDepth + 1) of the way to the rule's, its children's twice as much, ...
    std::uint32_t featherDepth = 0;
};

/// Weights of all joints, [0, 1]: `weightElsewhere`, then the rules, each over what those before it
/// left, so that a rule can take out a part of another's subtree.
///
/// Errors: "mask.unknown_joint" (none, or not of this skeleton), "mask.weight" (outside of [0, 1],
/// or NaN), each naming the rule by its position. Cost: O(rules x joints).
Result<std::vector<float>> buildJointMask(const assets::Skeleton& skeleton,
                                          std::span<const JointMaskRule> rules,
                                          float weightElsewhere = 0.0f);

} // namespace sartor::pose
