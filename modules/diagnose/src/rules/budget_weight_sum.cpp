// SPDX-License-Identifier: Apache-2.0
// Rule: what a target makes of weights that do not sum to one.
#include "../rule.h"

#include <cmath>

namespace sartor::diagnose {
namespace {

// Turns the weights of a vertex, in the order of the file, into those that the target blends with.
void applyHabit(WeightHabit habit, std::vector<WeightChange>& weights, double sum) {
    switch (habit) {
    case WeightHabit::UsesAsTheyAre:
        return;
    case WeightHabit::Normalizes:
        for (WeightChange& weight : weights) {
            weight.weight /= sum;
        }
        return;
    case WeightHabit::LastRemainder:
        weights.back().weight += 1.0 - sum;
        return;
    case WeightHabit::StopsAtOne: {
        double reached = 0.0;
        for (WeightChange& weight : weights) {
            weight.weight = reached < 1.0 ? weight.weight : 0.0;
            reached += weight.weight;
        }
        return;
    }
    }
}

std::string_view wordsFor(WeightHabit habit) {
    switch (habit) {
    case WeightHabit::UsesAsTheyAre:
        return "takes them as they are";
    case WeightHabit::Normalizes:
        return "divides them by their sum";
    case WeightHabit::LastRemainder:
        return "gives the last one what the others leave";
    case WeightHabit::StopsAtOne:
        return "stops where their sum reaches one";
    }
    return "";
}

Displacement costOf(const SceneFacts& facts, const SkinnedMesh& mesh, WeightHabit habit) {
    Displacement worst;
    const auto positions = facts.meshOf(mesh.instance).positions();
    std::vector<WeightChange> changes;
    for (std::uint32_t vertex = 0; vertex < positions.size(); ++vertex) {
        const double sum = gatherWeights(mesh, vertex, changes);
        if (!(sum > 0.0) || !(std::abs(sum - 1.0) > kWeightSumTolerance)) {
            continue;
        }
        const std::vector<WeightChange> ofFile = changes;
        applyHabit(habit, changes, sum);
        for (std::size_t i = 0; i < changes.size(); ++i) {
            changes[i].weight -= ofFile[i].weight / sum;
        }
        facts.moments.measure(mesh.skin, vertex, positions[vertex], changes, worst);
    }
    return worst;
}

void checkSums(const SceneFacts& facts, Findings& findings) {
    const TargetProfile* profile = facts.options.profile;
    if (profile == nullptr || profile->weights == WeightHabit::Normalizes) {
        return;
    }
    for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
        const VertexFinding& vertices = mesh.weights.wrongSum;
        if (vertices.count > 0) {
            Diagnostic& added = findings.addVertices(
                mesh.instance,
                vertices,
                formatCount(vertices.count, "vertex", "vertices") +
                    " with weights that do not sum to 1; " + titleOf(*profile) + " " +
                    std::string(wordsFor(profile->weights)));
            withProfile(withCost(added, facts, costOf(facts, mesh, profile->weights)), *profile);
        }
    }
}

} // namespace

Rule budgetWeightSum() {
    return {{.id = "budget.weight_sum",
             .title = "Weights that the target does not divide by their sum",
             .severity = Severity::Warning,
             .explanation =
                 "The weights of a vertex do not sum to one, and the target does not divide them "
                 "by their sum. Of weights that it takes as they are, the vertex is pulled towards "
                 "the origin or away from it; where the last one gets what the others leave, or "
                 "the sum stops at one, a single joint gets too much or too little. One engine may "
                 "do this in one setting and not in another, so that the same file looks right for "
                 "the one and wrong for the other. The finding says by how many millimetres in the "
                 "clips of the file, compared with normalised weights. Normalise them at export. "
                 "Said for profiles that do not normalise."},
            checkSums};
}

} // namespace sartor::diagnose
