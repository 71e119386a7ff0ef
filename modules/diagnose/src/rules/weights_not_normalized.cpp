// SPDX-License-Identifier: Apache-2.0
// Rule: weights that do not sum to one.
#include "../rule.h"

#include <cmath>

namespace sartor::diagnose {
namespace {

bool mendSum(const WeightRow& row) {
    double sum = 0.0;
    std::size_t count = 0;
    for (const float weight : row.weights) {
        sum += static_cast<double>(weight);
        count += weight != 0.0f ? 1 : 0;
    }
    const bool isWrong = std::isfinite(sum) && sum > 0.0 &&
                         std::abs(sum - 1.0) > kRoundingPerInfluence * static_cast<double>(count);
    if (isWrong) {
        normalize(row);
    }
    return isWrong;
}

} // namespace

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
                        "sees the same.",
         .fix = "The weights of a vertex are divided by their sum."},
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
        },

        [](const SceneFacts& facts, Fixes& fixes, Findings& changes) {
            mendVertices(facts,
                         fixes,
                         changes,
                         "weights were divided by their sum",
                         [](const WeightRow& row,
                            const SkinnedMesh& /*mesh*/,
                            std::uint32_t /*vertex*/) { return mendSum(row); });
        }};
}

} // namespace sartor::diagnose
