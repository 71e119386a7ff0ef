// SPDX-License-Identifier: Apache-2.0
// Rule: influences that a limit drops.
#include "../rule.h"

#include <functional>
#include <numeric>

namespace sartor::diagnose {
namespace {

struct LostInfluences {
    VertexFinding vertices;
    double largestWeight = 0.0; // of one vertex
    Displacement worst;
};

// What cutting a vertex to its heaviest influences and dividing by their sum adds to each weight.
std::vector<WeightChange> changesOf(std::span<const SkinJointIndex> joints,
                                    std::span<const float> weights,
                                    std::uint32_t limit,
                                    double& dropped) {
    std::vector<float> sorted(weights.begin(), weights.end());
    std::nth_element(sorted.begin(), sorted.begin() + limit, sorted.end(), std::greater<>());
    const double kept = std::accumulate(sorted.begin(), sorted.begin() + limit, 0.0);
    const float lightest = *std::min_element(sorted.begin(), sorted.begin() + limit);
    // Of equal weights at the limit the first ones stay.
    auto equals = std::count(sorted.begin(), sorted.begin() + limit, lightest);
    dropped = std::accumulate(sorted.begin() + limit, sorted.end(), 0.0);
    std::vector<WeightChange> changes;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const bool isKept =
            weights[i] > lightest || (weights[i] == lightest && equals > 0 && equals-- > 0);
        const auto weight = static_cast<double>(weights[i]);
        changes.push_back({joints[i], (isKept ? weight / kept : 0.0) - weight});
    }
    return changes;
}

LostInfluences findLost(const SceneFacts& facts, const SkinnedMesh& mesh, std::uint32_t limit) {
    LostInfluences lost;
    if (!mesh.built || mesh.built->maxPerVertex() <= limit) {
        return lost;
    }
    const assets::InfluenceSet& influences = *mesh.built;
    const auto positions = facts.meshOf(mesh.instance).positions();
    for (std::uint32_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        const auto offset = influences.offsets().subspan(vertex, 2);
        const std::size_t count = offset[1] - offset[0];
        if (count <= limit) {
            continue;
        }
        double dropped = 0.0;
        const std::vector<WeightChange> changes =
            changesOf(influences.joints().subspan(offset[0], count),
                      influences.weights().subspan(offset[0], count),
                      limit,
                      dropped);
        lost.largestWeight = std::max(lost.largestWeight, dropped);
        lost.vertices.add(vertex);
        facts.moments.measure(mesh.skin, vertex, positions[vertex], changes, lost.worst);
    }
    return lost;
}

void checkLimit(const SceneFacts& facts, Findings& findings) {
    const TargetProfile* profile = facts.options.profile;
    const bool isOfProfile = facts.options.maximumInfluences == 0 && profile != nullptr;
    const std::uint32_t limit = isOfProfile ? profile->influences : facts.options.maximumInfluences;
    for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
        const LostInfluences lost = limit == 0 ? LostInfluences{} : findLost(facts, mesh, limit);
        if (lost.vertices.count == 0) {
            continue;
        }
        Diagnostic& added = findings.addVertices(
            mesh.instance,
            lost.vertices,
            formatCount(lost.vertices.count, "vertex", "vertices") + " with more than " +
                formatCount(limit, "influence", "influences") +
                (isOfProfile ? ", all that " + titleOf(*profile) + " keeps" : "") + "; up to " +
                formatNumber(lost.largestWeight) + " of the weight is dropped");
        withCost(added, facts, lost.worst);
        if (isOfProfile) {
            withProfile(added, *profile).severity = Severity::Warning;
        }
    }
}

} // namespace

Rule weightsInfluencesDropped() {
    return {{.id = "weights.influences_dropped",
             .title = "Influences lost to a limit",
             .severity = Severity::Info,
             .explanation =
                 "The target keeps only so many influences per vertex. The lightest are "
                 "dropped, the rest is normalised, and the vertex moves by up to the dropped "
                 "weight times the distance between where its joints want it. The finding says "
                 "by how many millimetres in the clips of the file. Prune where the mesh was "
                 "rigged to decide yourself which ones go. Said for --max-influences, and as a "
                 "warning for the limit of a profile."},
            checkLimit};
}

} // namespace sartor::diagnose
