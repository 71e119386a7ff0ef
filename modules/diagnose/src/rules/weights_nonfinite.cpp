// SPDX-License-Identifier: Apache-2.0
// Rule: NaN and infinite weights.
#include "../rule.h"

namespace sartor::diagnose {

Rule weightsNonfinite() {
    return {{.id = "weights.nonfinite",
             .title = "Weights that are not numbers",
             .severity = Severity::Error,
             .explanation =
                 "A weight is NaN or infinite, mostly because an exporter divided by a sum "
                 "of zero. One such number spreads to the whole vertex, its bounding box and "
                 "everything computed from it. Here it is dropped and the rest is "
                 "normalised. Normalise the weights again where the mesh was rigged and "
                 "export anew."},
            [](const SceneFacts& facts, Findings& findings) {
                reportVertices(
                    facts,
                    findings,
                    &WeightStatistics::nonfinite,
                    [](const WeightStatistics& /*statistics*/, const std::string& vertices) {
                        return vertices + " with a NaN or infinite weight: dropped when deforming";
                    });
            }};
}

} // namespace sartor::diagnose
