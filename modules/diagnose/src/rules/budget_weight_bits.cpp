// SPDX-License-Identifier: Apache-2.0
// Rule: what the weights of a target's precision cost.
#include "../rule.h"

#include <cmath>
#include <numeric>

namespace sartor::diagnose {
namespace {

constexpr double kVisible = 0.1; // millimetres

// Weights in whole steps that sum to one exactly: rounded down, and what is missing goes to those
// that lost most, the first of equals.
std::vector<double> quantized(std::span<const float> weights, std::uint32_t bits) {
    const double steps = std::ldexp(1.0, static_cast<int>(bits)) - 1.0;
    std::vector<double> result;
    std::vector<double> lost;
    double missing = steps;
    for (const float weight : weights) {
        const double exact = static_cast<double>(weight) * steps;
        result.push_back(std::floor(exact));
        lost.push_back(exact - result.back());
        missing -= result.back();
    }
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return lost[a] > lost[b];
    });
    for (std::size_t i = 0; i < order.size() && missing >= 1.0; ++i, missing -= 1.0) {
        result[order[i]] += 1.0;
    }
    for (double& weight : result) {
        weight /= steps;
    }
    return result;
}

Displacement costOf(const SceneFacts& facts, const SkinnedMesh& mesh, std::uint32_t bits) {
    Displacement worst;
    const assets::InfluenceSet& influences = *mesh.built;
    const auto positions = facts.meshOf(mesh.instance).positions();
    std::vector<WeightChange> changes;
    for (std::uint32_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        const auto offset = influences.offsets().subspan(vertex, 2);
        const std::size_t count = offset[1] - offset[0];
        if (count < 2) {
            continue;
        }
        const std::span<const float> weights = influences.weights().subspan(offset[0], count);
        const std::vector<double> stored = quantized(weights, bits);
        changes.clear();
        for (std::size_t i = 0; i < count; ++i) {
            changes.push_back(
                {influences.joints()[offset[0] + i], stored[i] - static_cast<double>(weights[i])});
        }
        facts.moments.measure(mesh.skin, vertex, positions[vertex], changes, worst);
    }
    return worst;
}

void checkBits(const SceneFacts& facts, Findings& findings) {
    const TargetProfile* profile = facts.options.profile;
    if (profile == nullptr || profile->weightBits == 0) {
        return;
    }
    for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
        const Displacement worst =
            mesh.built ? costOf(facts, mesh, profile->weightBits) : Displacement{};
        if (worst.millimetres > kVisible) {
            Diagnostic& added =
                findings.addToInstance(mesh.instance,
                                       titleOf(*profile) + " stores weights in " +
                                           std::to_string(profile->weightBits) + " bits");
            added.vertices = {worst.vertex};
            withProfile(withCost(added, facts, worst), *profile);
        }
    }
}

} // namespace

Rule budgetWeightBits() {
    return {{.id = "budget.weight_bits",
             .title = "Precision of stored weights",
             .severity = Severity::Info,
             .explanation =
                 "The target stores weights in so few bits that a vertex ends up more than a "
                 "tenth of a millimetre from where the exact weights put it, in a clip of the "
                 "file. Long limbs and vertices far from their joints suffer most; small motions "
                 "of them are seen as steps. Ask the engine for weights of higher precision for "
                 "this mesh, or spread the weights over fewer joints. Said for profiles with "
                 "weights that are not floats."},
            checkBits};
}

} // namespace sartor::diagnose
