// SPDX-License-Identifier: Apache-2.0
// Largest-remainder rounding of weights.
#include <sartor/assets/weight_quantization.h>
#include <sartor/base/assert.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace sartor::assets {

void quantizeWeights(std::span<const float> weights,
                     std::uint32_t stepCount,
                     std::span<std::uint32_t> steps) {
    SARTOR_ASSERT(stepCount > 0);
    SARTOR_ASSERT(steps.size() == weights.size());
    std::vector<double> lost(weights.size());
    double sum = 0.0;
    std::uint64_t given = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double exact = std::clamp(static_cast<double>(weights[i]), 0.0, 1.0) * stepCount;
        steps[i] = static_cast<std::uint32_t>(exact);
        lost[i] = exact - steps[i];
        sum += exact;
        given += steps[i];
    }
    const auto total = static_cast<std::uint64_t>(std::llround(sum));
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&lost](std::size_t a, std::size_t b) {
        return lost[a] > lost[b];
    });
    for (std::size_t i = 0; i < order.size() && given < total; ++i, ++given) {
        ++steps[order[i]];
    }
}

Result<std::shared_ptr<const InfluenceSet>>
quantizeInfluences(const InfluenceSet& influences, std::size_t skinJointCount, std::uint32_t bits) {
    if (bits < 1 || bits > 24) {
        return Error{"influences.bits",
                     "influences: weights of " + std::to_string(bits) + " bits; expected 1 to 24"};
    }
    const std::uint32_t stepCount = (1u << bits) - 1u;
    std::vector<std::uint32_t> offsets{0};
    std::vector<SkinJointIndex> joints;
    std::vector<float> weights;
    std::vector<std::uint32_t> steps;
    for (std::size_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        const std::uint32_t first = influences.offsets()[vertex];
        const auto row =
            influences.weights().subspan(first, influences.offsets()[vertex + 1] - first);
        steps.resize(row.size());
        quantizeWeights(row, stepCount, steps);
        if (!row.empty() &&
            std::all_of(steps.begin(), steps.end(), [](auto n) { return n == 0; })) {
            steps[static_cast<std::size_t>(std::max_element(row.begin(), row.end()) -
                                           row.begin())] = 1;
        }
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (steps[i] > 0) {
                joints.push_back(influences.joints()[first + i]);
                weights.push_back(static_cast<float>(static_cast<double>(steps[i]) / stepCount));
            }
        }
        offsets.push_back(static_cast<std::uint32_t>(joints.size()));
    }
    return InfluenceSet::create(
        std::move(offsets), std::move(joints), std::move(weights), skinJointCount);
}

} // namespace sartor::assets
