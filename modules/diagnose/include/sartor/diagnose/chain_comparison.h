// SPDX-License-Identifier: Apache-2.0
// One vertex under several chains: what each should keep of the surface, and what that says.
#pragma once

#include <sartor/diagnose/explain_chain.h>
#include <sartor/diagnose/explain_dual_quat.h>

#include <optional>
#include <span>
#include <string>

namespace sartor::diagnose {

struct ComparedChain {
    std::string name; ///< as chains are written
    ChainExplanation explanation;
    /// Of ChainExplanation::retention, told without the chain's result.
    std::optional<double> predicted;
};

/// What a chain should keep: Retention::predicted where its blend is linear in the weights, all
/// where it is the blend of dual quaternions, and none where theory knows of neither, or of no pair
/// of joints.
std::optional<double> predictRetention(const ChainExplanation& chain,
                                       const VertexExplanation& linear,
                                       const DualQuatExplanation& dualQuat);

/// "With the same weights 'lbs' keeps 70.7 % of the radius and 'dqs' 100 %: ...", and what follows
/// for the verdict of the linear blend; empty where nothing is thin or there is one chain.
std::string compareRetention(const VertexExplanation& linear,
                             std::span<const ComparedChain> chains);

} // namespace sartor::diagnose
