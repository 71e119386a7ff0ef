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

// How far the weights as they are put a vertex from where the normalised ones do.
Displacement costOfSums(const SceneFacts& facts, const SkinnedMesh& mesh, bool isRough) {
    Displacement worst;
    const auto positions = facts.meshOf(mesh.instance).positions();
    std::vector<WeightChange> changes;
    for (std::uint32_t vertex = 0; vertex < positions.size(); ++vertex) {
        const double sum = gatherWeights(mesh, vertex, changes);
        const double error = std::abs(sum - 1.0);
        const bool isMeant = isRough ? error <= kWeightSumTolerance : error > kWeightSumTolerance;
        if (!isMeant || !(sum > 0.0) || !std::isfinite(sum)) {
            continue;
        }
        for (WeightChange& change : changes) {
            change.weight -= change.weight / sum;
        }
        facts.moments.measure(mesh.skin, vertex, positions[vertex], changes, worst);
    }
    return worst;
}

void checkSums(const SceneFacts& facts, Findings& findings) {
    for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
        const WeightStatistics& weights = mesh.weights;
        if (weights.wrongSum.count > 0) {
            withCost(findings.addVertices(
                         mesh.instance,
                         weights.wrongSum,
                         formatCount(weights.wrongSum.count, "vertex", "vertices") +
                             " with weights that do not sum to 1 within 1e-4; the sums of the "
                             "mesh run from " +
                             formatNumber(weights.smallestSum) + " to " +
                             formatNumber(weights.largestSum)),
                     facts,
                     costOfSums(facts, mesh, false));
        }
        if (weights.roughSum.count > 0) {
            Diagnostic& added = findings.addVertices(
                mesh.instance,
                weights.roughSum,
                formatCount(weights.roughSum.count, "vertex", "vertices") +
                    " with weights that sum to 1 within 1e-4, but not within rounding");
            withCost(added, facts, costOfSums(facts, mesh, true)).severity = Severity::Info;
        }
    }
}

} // namespace

Rule weightsNotNormalized() {
    return {{.id = "weights.not_normalized",
             .title = "Weights that do not sum to one",
             .severity = Severity::Warning,
             .explanation =
                 "The weights of a vertex do not sum to one. Many engines use them as they "
                 "are, and the vertex is pulled towards the origin (sum below one) or away from "
                 "it. Errors up to 1e-4 are only rough and are reported for information; "
                 "rounding alone leaves less than 2e-7 per influence, and integers of 8 or "
                 "16 bits must sum to 255 or 65535 exactly. Here all weights are "
                 "normalised when deforming; the finding says how far apart the two are in "
                 "the clips of the file. Normalise them at export, so that every engine "
                 "sees the same.",
             .fix = "The weights of a vertex are divided by their sum."},
            checkSums,

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
