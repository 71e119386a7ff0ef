// SPDX-License-Identifier: Apache-2.0
// Rule: weights that vanish in 8 bits.
#include "../rule.h"

namespace sartor::diagnose {
namespace {

bool dropTiny(const WeightRow& row) {
    // Of many tiny weights the heaviest stays: a vertex needs one.
    const auto heaviest = static_cast<std::size_t>(
        std::max_element(row.weights.begin(), row.weights.end()) - row.weights.begin());
    return dropSlots(row, [&](std::size_t slot) {
        return slot != heaviest && row.weights[slot] > 0.0f &&
               static_cast<double>(row.weights[slot]) < kTinyWeight;
    });
}

// What it costs to leave them out and divide the others by their sum.
Displacement costOfPruning(const SceneFacts& facts, const SkinnedMesh& mesh) {
    Displacement worst;
    if (!mesh.built) {
        return worst;
    }
    const assets::InfluenceSet& influences = *mesh.built;
    const auto positions = facts.meshOf(mesh.instance).positions();
    std::vector<WeightChange> changes;
    for (std::uint32_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        const auto offset = influences.offsets().subspan(vertex, 2);
        double kept = 0.0;
        for (std::uint32_t i = offset[0]; i < offset[1]; ++i) {
            const auto weight = static_cast<double>(influences.weights()[i]);
            kept += weight < kTinyWeight ? 0.0 : weight;
        }
        if (kept == 0.0 ||
            std::none_of(influences.weights().begin() + offset[0],
                         influences.weights().begin() + offset[1],
                         [](float weight) { return static_cast<double>(weight) < kTinyWeight; })) {
            continue;
        }
        changes.clear();
        for (std::uint32_t i = offset[0]; i < offset[1]; ++i) {
            const auto weight = static_cast<double>(influences.weights()[i]);
            changes.push_back(
                {influences.joints()[i], (weight < kTinyWeight ? 0.0 : weight / kept) - weight});
        }
        facts.moments.measure(mesh.skin, vertex, positions[vertex], changes, worst);
    }
    return worst;
}

} // namespace

Rule weightsTiny() {
    return {{.id = "weights.tiny",
             .title = "Weights that 8 bits cannot hold",
             .severity = Severity::Info,
             .explanation =
                 "A weight is smaller than half a step of an 8-bit weight, the form most "
                 "engines store. It becomes zero there, and it costs a slot that a heavier "
                 "joint may need. The finding says how far the clips of the file show the "
                 "difference when such weights are left out. Prune small weights where the "
                 "mesh was rigged.",
             .fix = "They are dropped and the others divided by their sum."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
                    if (mesh.weights.tiny.count > 0) {
                        withCost(findings.addVertices(
                                     mesh.instance,
                                     mesh.weights.tiny,
                                     formatCount(mesh.weights.tiny.count, "vertex", "vertices") +
                                         " with a weight below " + formatNumber(kTinyWeight) +
                                         ", which is zero in 8 bits"),
                                 facts,
                                 costOfPruning(facts, mesh));
                    }
                }
            },

            [](const SceneFacts& facts, Fixes& fixes, Findings& changes) {
                mendVertices(facts,
                             fixes,
                             changes,
                             "weights below " + formatNumber(kTinyWeight) + " were dropped",
                             [](const WeightRow& row,
                                const SkinnedMesh& /*mesh*/,
                                std::uint32_t /*vertex*/) { return dropTiny(row); });
            }};
}

} // namespace sartor::diagnose
