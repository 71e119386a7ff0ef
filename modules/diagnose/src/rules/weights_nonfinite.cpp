// SPDX-License-Identifier: Apache-2.0
// Rule: NaN and infinite weights.
#include "../rule.h"

#include <cmath>

namespace sartor::diagnose {

Rule weightsNonfinite() {
    return {
        {.id = "weights.nonfinite",
         .title = "Weights that are not numbers",
         .severity = Severity::Error,
         .explanation =
             "A weight is NaN or infinite, mostly because an exporter divided by a sum "
             "of zero. One such number spreads to the whole vertex, its bounding box and "
             "everything computed from it. Here it is dropped and the rest is "
             "normalised. Normalise the weights again where the mesh was rigged and "
             "export anew.",
         .fix =
             "Weights that are NaN or infinite are dropped and the others divided by their sum."},
        [](const SceneFacts& facts, Findings& findings) {
            reportVertices(facts,
                           findings,
                           &WeightStatistics::nonfinite,
                           [](const WeightStatistics& /*statistics*/, const std::string& vertices) {
                               return vertices +
                                      " with a NaN or infinite weight: dropped when deforming";
                           });
        },

        [](const SceneFacts& facts, Fixes& fixes, Findings& changes) {
            mendVertices(
                facts,
                fixes,
                changes,
                "weights that are NaN or infinite were dropped",
                [](const WeightRow& row, const SkinnedMesh& /*mesh*/, std::uint32_t /*vertex*/) {
                    return dropSlots(
                        row, [&](std::size_t slot) { return !std::isfinite(row.weights[slot]); });
                });
        }};
}

} // namespace sartor::diagnose
