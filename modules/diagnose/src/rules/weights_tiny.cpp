// SPDX-License-Identifier: Apache-2.0
// Rule: weights that vanish in 8 bits.
#include "../rule.h"

namespace sartor::diagnose {

Rule weightsTiny() {
    return {
        {.id = "weights.tiny",
         .title = "Weights that 8 bits cannot hold",
         .severity = Severity::Info,
         .explanation = "A weight is smaller than half a step of an 8-bit weight, the form most "
                        "engines store. It becomes zero there, and it costs a slot that a heavier "
                        "joint may need. Prune small weights where the mesh was rigged."},
        [](const SceneFacts& facts, Findings& findings) {
            reportVertices(facts,
                           findings,
                           &WeightStatistics::tiny,
                           [](const WeightStatistics& /*statistics*/, const std::string& vertices) {
                               return vertices + " with a weight below " +
                                      formatNumber(kTinyWeight) + ", which is zero in 8 bits";
                           });
        }};
}

} // namespace sartor::diagnose
