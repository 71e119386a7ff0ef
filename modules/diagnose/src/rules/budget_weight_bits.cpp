// SPDX-License-Identifier: Apache-2.0
// Rule: what the weights of a target's precision cost.
#include "../rule.h"

#include <sartor/assets/weight_quantization.h>

namespace sartor::diagnose {
namespace {

constexpr double kVisible = 0.1; // millimetres

Displacement costOf(const SceneFacts& facts, const SkinnedMesh& mesh, std::uint32_t bits) {
    Displacement worst;
    const assets::InfluenceSet& influences = *mesh.built;
    const auto positions = facts.meshOf(mesh.instance).positions();
    const std::uint32_t stepCount = (1u << bits) - 1u;
    std::vector<std::uint32_t> steps;
    std::vector<WeightChange> changes;
    for (std::uint32_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        const auto offset = influences.offsets().subspan(vertex, 2);
        const std::size_t count = offset[1] - offset[0];
        if (count < 2) {
            continue;
        }
        const std::span<const float> weights = influences.weights().subspan(offset[0], count);
        steps.resize(count);
        assets::quantizeWeights(weights, stepCount, steps);
        changes.clear();
        for (std::size_t i = 0; i < count; ++i) {
            changes.push_back(
                {influences.joints()[offset[0] + i],
                 static_cast<double>(steps[i]) / stepCount - static_cast<double>(weights[i])});
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
