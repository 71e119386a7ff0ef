// SPDX-License-Identifier: Apache-2.0
// Weights in whole steps, as engines and files store them, that still sum to what they should.
#pragma once

#include <sartor/assets/skin.h>
#include <sartor/base/result.h>

#include <cstdint>
#include <memory>
#include <span>

namespace sartor::assets {

/// The weights of one vertex in whole steps of 1 / stepCount (255 for 8 bits, 65535 for 16):
/// rounded down, then one step more for those that lost most, the first of equals, until the total
/// is the sum of the weights to the nearest step. Rounding each weight alone leaves the sum a step
/// or two off. Each weight is taken between 0 and 1, which is all that such a format can say.
///
/// Shapes: steps.size() == weights.size(); finite weights, stepCount > 0 (asserted).
/// Cost: O(weights log weights). Threads: re-entrant.
void quantizeWeights(std::span<const float> weights,
                     std::uint32_t stepCount,
                     std::span<std::uint32_t> steps);

/// Every vertex by quantizeWeights(), in weights of `bits` bits; influences of no step go. A vertex
/// of which nothing is left keeps one step of its heaviest influence.
/// Errors: "influences.bits" unless bits is 1 to 24, what a float holds exactly.
Result<std::shared_ptr<const InfluenceSet>>
quantizeInfluences(const InfluenceSet& influences, std::size_t skinJointCount, std::uint32_t bits);

} // namespace sartor::assets
