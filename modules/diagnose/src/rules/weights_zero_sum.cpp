// SPDX-License-Identifier: Apache-2.0
// Rule: weights that sum to zero.
#include "../rule.h"

namespace sartor::diagnose {

Rule weightsZeroSum() {
    return {
        {.id = "weights.zero_sum",
         .title = "Vertices without weight",
         .severity = Severity::Warning,
         .explanation = "All weights of a vertex are zero, so no joint carries it. Tools differ in "
                        "what they do: the vertex flies to the origin, vanishes, or stays behind. "
                        "Here it is bound to the joint of its first slot. Give the vertex a weight "
                        "where the mesh was rigged, or bind it to the joint nearest to it."},
        [](const SceneFacts& facts, Findings& findings) {
            reportVertices(facts,
                           findings,
                           &WeightStatistics::zeroSum,
                           [](const WeightStatistics& /*statistics*/, const std::string& vertices) {
                               return vertices +
                                      " with weights that sum to zero: no joint moves them";
                           });
        }};
}

} // namespace sartor::diagnose
