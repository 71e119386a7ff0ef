// SPDX-License-Identifier: Apache-2.0
// Rule: negative weights.
#include "../rule.h"

namespace sartor::diagnose {

Rule weightsNegative() {
    return {
        {.id = "weights.negative",
         .title = "Negative weights",
         .severity = Severity::Warning,
         .explanation = "A negative weight pushes the vertex away from its joint. Only additive "
                        "tricks use that on purpose, most engines store weights unsigned, and here "
                        "they are dropped and the rest is normalised. Clean the weights where the "
                        "mesh was rigged.",
         .fix = "Negative weights are dropped and the others divided by their sum."},
        [](const SceneFacts& facts, Findings& findings) {
            reportVertices(facts,
                           findings,
                           &WeightStatistics::negative,
                           [](const WeightStatistics& statistics, const std::string& vertices) {
                               return vertices + " with a negative weight, down to " +
                                      formatNumber(statistics.smallestWeight) +
                                      ": dropped when deforming";
                           });
        },

        [](const SceneFacts& facts, Fixes& fixes, Findings& changes) {
            mendVertices(
                facts,
                fixes,
                changes,
                "negative weights were dropped",
                [](const WeightRow& row, const SkinnedMesh& /*mesh*/, std::uint32_t /*vertex*/) {
                    return dropSlots(row,
                                     [&](std::size_t slot) { return row.weights[slot] < 0.0f; });
                });
        }};
}

} // namespace sartor::diagnose
