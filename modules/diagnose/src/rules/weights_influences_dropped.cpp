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
};

LostInfluences findLost(const SkinnedMesh& mesh, std::uint32_t limit) {
    LostInfluences lost;
    const auto built = assets::buildInfluences(*mesh.influences, mesh.weights.joints.size(), {});
    if (!built) {
        return lost; // a skin without joints has nothing to lose
    }
    const assets::InfluenceSet& influences = *built->influences;
    for (std::uint32_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        const auto offset = influences.offsets().subspan(vertex, 2);
        if (offset[1] - offset[0] <= limit) {
            continue;
        }
        const auto weights = influences.weights().subspan(offset[0], offset[1] - offset[0]);
        std::vector<float> sorted(weights.begin(), weights.end());
        std::sort(sorted.begin(), sorted.end(), std::greater<>());
        const double dropped = std::accumulate(sorted.begin() + limit, sorted.end(), 0.0);
        lost.largestWeight = std::max(lost.largestWeight, dropped);
        lost.vertices.add(vertex);
    }
    return lost;
}

} // namespace

Rule weightsInfluencesDropped() {
    return {{.id = "weights.influences_dropped",
             .title = "Influences lost to a limit",
             .severity = Severity::Info,
             .explanation =
                 "The target keeps only so many influences per vertex. The lightest are "
                 "dropped, the rest is normalised, and the vertex moves by up to the dropped "
                 "weight times the distance between where its joints want it. Prune where "
                 "the mesh was rigged to decide yourself which ones go."},
            [](const SceneFacts& facts, Findings& findings) {
                const std::uint32_t limit = facts.options.maximumInfluences;
                for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
                    if (limit == 0) {
                        return;
                    }
                    const LostInfluences lost = findLost(mesh, limit);
                    if (lost.vertices.count > 0) {
                        findings.addVertices(
                            mesh.instance,
                            lost.vertices,
                            formatCount(lost.vertices.count, "vertex", "vertices") +
                                " with more than " + std::to_string(limit) + " influences; up to " +
                                formatNumber(lost.largestWeight) + " of the weight is dropped");
                    }
                }
            }};
}

} // namespace sartor::diagnose
