// SPDX-License-Identifier: Apache-2.0
// Rule: weights that do not sum to one.
#include "../rule.h"

namespace sartor::diagnose {

Rule weightsNotNormalized() {
    return {
        {.id = "weights.not_normalized",
         .title = "Weights that do not sum to one",
         .severity = Severity::Warning,
         .explanation = "The weights of a vertex do not sum to one. Engines use them as they are, "
                        "and the vertex is pulled towards the origin (sum below one) or away from "
                        "it. Errors up to 1e-4 are only rough and are reported for information; "
                        "rounding alone leaves less than 2e-7 per influence. Here all weights are "
                        "normalised when deforming. Normalise them at export, so that every engine "
                        "sees the same."},
        [](const SceneFacts& facts, Findings& findings) {
            for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
                const WeightStatistics& weights = mesh.weights;
                const std::string range =
                    formatNumber(weights.smallestSum) + " to " + formatNumber(weights.largestSum);
                if (weights.wrongSum.count > 0) {
                    findings.addVertices(mesh.instance,
                                         weights.wrongSum,
                                         formatCount(weights.wrongSum.count, "vertex", "vertices") +
                                             " with weights that do not sum to 1 within 1e-4; the "
                                             "sums of the mesh run from " +
                                             range);
                }
                if (weights.roughSum.count > 0) {
                    findings
                        .addVertices(
                            mesh.instance,
                            weights.roughSum,
                            formatCount(weights.roughSum.count, "vertex", "vertices") +
                                " with weights that sum to 1 within 1e-4, but not within rounding")
                        .severity = Severity::Info;
                }
            }
        }};
}

} // namespace sartor::diagnose
