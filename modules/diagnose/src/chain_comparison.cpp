// SPDX-License-Identifier: Apache-2.0
// One vertex under several chains.
#include "text.h"

#include <sartor/diagnose/chain_comparison.h>

#include <glm/geometric.hpp>

#include <algorithm>

namespace sartor::diagnose {

std::optional<double> predictRetention(const ChainExplanation& chain,
                                       const VertexExplanation& linear,
                                       const DualQuatExplanation& dualQuat) {
    if (!linear.retention || !chain.retention) {
        return std::nullopt;
    }
    if (chain.isLinear() && glm::distance(chain.position, linear.positionModel) <= chain.rounding) {
        return linear.retention->predicted;
    }
    if (glm::distance(chain.position, dualQuat.positionModel) <= chain.rounding) {
        return 1.0;
    }
    return std::nullopt;
}

std::string compareRetention(const VertexExplanation& linear,
                             std::span<const ComparedChain> chains) {
    std::vector<const ComparedChain*> measured;
    for (const ComparedChain& chain : chains) {
        if (chain.explanation.retention) {
            measured.push_back(&chain);
        }
    }
    const auto isThin = [](const ComparedChain* chain) {
        return *chain->explanation.retention < kThinRetention;
    };
    if (measured.size() < 2 || std::ranges::none_of(measured, isThin)) {
        return {};
    }
    std::string text = "With the same weights ";
    for (std::size_t i = 0; i < measured.size(); ++i) {
        text += i == 0 ? "" : i + 1 == measured.size() ? " and " : ", ";
        text += "'" + measured[i]->name + "' keeps " +
                formatNumber(100.0 * *measured[i]->explanation.retention) + " %";
        text += i == 0 ? " of the radius" : "";
    }
    if (std::ranges::all_of(measured, isThin)) {
        return text + ".";
    }
    switch (linear.cause) {
    case ThinCause::Weights:
        return text + ": another deformer hides what the weights do, and does not mend them.";
    case ThinCause::LinearBlending:
        return text + ": it is not the weights.";
    default:
        return text + ".";
    }
}

} // namespace sartor::diagnose
