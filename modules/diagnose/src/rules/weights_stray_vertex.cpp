// SPDX-License-Identifier: Apache-2.0
// Rule: vertices that follow other joints than everything around them.
#include "../position_weld.h"
#include "../rule.h"

#include <cmath>

namespace sartor::diagnose {
namespace {

// Sums of differences of weights: 2 is another joint altogether.
constexpr double kStray = 1.2;    // from the mean of the neighbours
constexpr double kAgreeing = 0.3; // of the neighbours with their mean
constexpr std::size_t kNeighbours = 3;

// Neighbours of each welded vertex, in rows.
struct Neighbours {
    std::vector<std::uint32_t> offsets;
    std::vector<std::uint32_t> vertices;
};

Neighbours neighboursOf(std::span<const std::uint32_t> triangles,
                        std::span<const std::uint32_t> weld) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    edges.reserve(triangles.size() * 2);
    for (std::size_t corner = 0; corner + 2 < triangles.size(); corner += 3) {
        for (std::size_t side = 0; side < 3; ++side) {
            const std::uint32_t a = weld[triangles[corner + side]];
            const std::uint32_t b = weld[triangles[corner + (side + 1) % 3]];
            if (a != b) {
                edges.emplace_back(a, b);
                edges.emplace_back(b, a);
            }
        }
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    Neighbours rows;
    rows.offsets.assign(weld.size() + 1, 0);
    for (const auto& [from, to] : edges) {
        ++rows.offsets[from + 1];
        rows.vertices.push_back(to);
    }
    for (std::size_t i = 1; i < rows.offsets.size(); ++i) {
        rows.offsets[i] += rows.offsets[i - 1];
    }
    return rows;
}

// Adds up weights of few joints out of many.
class JointSum {
public:
    explicit JointSum(std::size_t jointCount) : weights_(jointCount) {}

    void clear() {
        for (const std::uint32_t joint : used_) {
            weights_[joint] = 0.0;
        }
        used_.clear();
    }
    void add(const assets::InfluenceSet& influences, std::uint32_t vertex, double factor) {
        const auto offset = influences.offsets().subspan(vertex, 2);
        for (std::uint32_t i = offset[0]; i < offset[1]; ++i) {
            const auto joint = static_cast<std::uint32_t>(influences.joints()[i].value());
            if (weights_[joint] == 0.0) {
                used_.push_back(joint);
            }
            weights_[joint] += factor * static_cast<double>(influences.weights()[i]);
        }
    }
    // Of the sum from the weights of a vertex, joint by joint.
    double distance(const assets::InfluenceSet& influences, std::uint32_t vertex) const {
        double common = 0.0;
        double own = 0.0;
        const auto offset = influences.offsets().subspan(vertex, 2);
        for (std::uint32_t i = offset[0]; i < offset[1]; ++i) {
            const auto weight = static_cast<double>(influences.weights()[i]);
            common += std::min(weight, weights_[influences.joints()[i].value()]);
            own += weight;
        }
        return own + 1.0 - 2.0 * common;
    }
    std::vector<WeightChange> changes() const {
        std::vector<WeightChange> result;
        for (const std::uint32_t joint : used_) {
            result.push_back({SkinJointIndex(joint), weights_[joint]});
        }
        return result;
    }

private:
    std::vector<double> weights_;
    std::vector<std::uint32_t> used_;
};

void checkMesh(const SceneFacts& facts, Findings& findings, const SkinnedMesh& mesh) {
    const assets::Mesh& surface = facts.meshOf(mesh.instance);
    const assets::InfluenceSet& influences = *mesh.built;
    const std::vector<std::uint32_t> weld = weldByPosition(surface.positions());
    const Neighbours rows = neighboursOf(surface.triangles(), weld);
    JointSum mean(mesh.weights.joints.size());
    VertexFinding strays;
    Displacement worst;
    for (std::uint32_t vertex = 0; vertex < weld.size(); ++vertex) {
        const std::size_t count = rows.offsets[vertex + 1] - rows.offsets[vertex];
        if (count < kNeighbours) {
            continue;
        }
        const auto around = std::span(rows.vertices).subspan(rows.offsets[vertex], count);
        mean.clear();
        for (const std::uint32_t neighbour : around) {
            mean.add(influences, neighbour, 1.0 / static_cast<double>(count));
        }
        const bool isStray =
            mean.distance(influences, vertex) > kStray &&
            std::all_of(around.begin(), around.end(), [&](std::uint32_t neighbour) {
                return mean.distance(influences, neighbour) <= kAgreeing;
            });
        if (isStray) {
            strays.add(vertex);
            mean.add(influences, vertex, -1.0);
            facts.moments.measure(
                mesh.skin, vertex, surface.positions()[vertex], mean.changes(), worst);
        }
    }
    if (strays.count > 0) {
        withCost(
            findings.addVertices(mesh.instance,
                                 strays,
                                 formatCount(strays.count, "vertex follows", "vertices follow") +
                                     " other joints than all vertices around, which agree"),
            facts,
            worst);
    }
}

} // namespace

Rule weightsStrayVertex() {
    return {{.id = "weights.stray_vertex",
             .title = "Vertices that follow other joints than all around them",
             .severity = Severity::Warning,
             .explanation =
                 "A vertex follows other joints than every vertex it shares an edge with, while "
                 "those agree with each other. It sticks out as a spike as soon as the joints "
                 "part; the finding says how far in the clips of the file. Usual causes: a "
                 "brush that reached through the mesh, a vertex left over from another part, a "
                 "mirrored weight. Smooth the weights of the vertex, or copy those of its "
                 "neighbours."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
                    if (mesh.built) {
                        checkMesh(facts, findings, mesh);
                    }
                }
            }};
}

} // namespace sartor::diagnose
