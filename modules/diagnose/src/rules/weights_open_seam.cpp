// SPDX-License-Identifier: Apache-2.0
// Rule: seams that open because their two sides have different weights.
#include "../position_weld.h"
#include "../rule.h"

#include <cmath>
#include <set>

namespace sartor::diagnose {
namespace {

constexpr double kDifferent = 0.02; // sum of the differences of the weights of two vertices

double differenceOf(const assets::InfluenceSet& influences, std::uint32_t a, std::uint32_t b) {
    const auto rowOf = [&](std::uint32_t vertex) {
        const auto offset = influences.offsets().subspan(vertex, 2);
        return std::pair(offset[0], offset[1]);
    };
    const auto [firstA, lastA] = rowOf(a);
    const auto [firstB, lastB] = rowOf(b);
    double common = 0.0;
    double sum = 0.0;
    for (std::uint32_t i = firstA; i < lastA; ++i) {
        sum += static_cast<double>(influences.weights()[i]);
        for (std::uint32_t k = firstB; k < lastB; ++k) {
            if (influences.joints()[i] == influences.joints()[k]) {
                common +=
                    static_cast<double>(std::min(influences.weights()[i], influences.weights()[k]));
            }
        }
    }
    for (std::uint32_t k = firstB; k < lastB; ++k) {
        sum += static_cast<double>(influences.weights()[k]);
    }
    return sum - 2.0 * common;
}

std::vector<WeightChange>
changesOf(const assets::InfluenceSet& influences, std::uint32_t from, std::uint32_t to) {
    std::vector<WeightChange> changes;
    for (const auto& [vertex, factor] : {std::pair(to, 1.0), std::pair(from, -1.0)}) {
        const auto offset = influences.offsets().subspan(vertex, 2);
        for (std::uint32_t i = offset[0]; i < offset[1]; ++i) {
            changes.push_back(
                {influences.joints()[i], factor * static_cast<double>(influences.weights()[i])});
        }
    }
    return changes;
}

// One side of an edge as a triangle has it; `low` and `high` are the welded ends.
struct HalfEdge {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    std::uint32_t lowVertex = 0;
    std::uint32_t highVertex = 0;
};

std::vector<HalfEdge> halfEdgesOf(std::span<const std::uint32_t> triangles,
                                  std::span<const std::uint32_t> weld) {
    std::vector<HalfEdge> edges;
    edges.reserve(triangles.size());
    for (std::size_t corner = 0; corner + 2 < triangles.size(); corner += 3) {
        for (std::size_t side = 0; side < 3; ++side) {
            std::uint32_t a = triangles[corner + side];
            std::uint32_t b = triangles[corner + (side + 1) % 3];
            if (weld[a] > weld[b]) {
                std::swap(a, b);
            }
            if (weld[a] != weld[b]) {
                edges.push_back({weld[a], weld[b], a, b});
            }
        }
    }
    std::sort(edges.begin(), edges.end(), [](const HalfEdge& a, const HalfEdge& b) {
        return std::pair(a.low, a.high) < std::pair(b.low, b.high);
    });
    return edges;
}

void checkMesh(const SceneFacts& facts, Findings& findings, const SkinnedMesh& mesh) {
    const assets::Mesh& surface = facts.meshOf(mesh.instance);
    const assets::InfluenceSet& influences = *mesh.built;
    const std::vector<std::uint32_t> weld = weldByPosition(surface.positions());
    const std::vector<HalfEdge> edges = halfEdgesOf(surface.triangles(), weld);
    std::set<std::uint32_t> open; // welded
    Displacement worst;
    const auto compare = [&](std::uint32_t a, std::uint32_t b) {
        if (a == b || differenceOf(influences, a, b) <= kDifferent) {
            return;
        }
        open.insert(std::min(a, b));
        facts.moments.measure(
            mesh.skin, std::min(a, b), surface.positions()[a], changesOf(influences, a, b), worst);
    };
    for (std::size_t i = 0; i < edges.size();) {
        std::size_t end = i + 1;
        while (end < edges.size() && edges[end].low == edges[i].low &&
               edges[end].high == edges[i].high) {
            ++end;
        }
        // Two triangles make a surface. Where more meet, closed parts touch, which may part.
        if (end == i + 2) {
            compare(edges[i].lowVertex, edges[i + 1].lowVertex);
            compare(edges[i].highVertex, edges[i + 1].highVertex);
        }
        i = end;
    }
    if (!open.empty()) {
        VertexFinding vertices;
        for (const std::uint32_t vertex : open) {
            vertices.add(vertex);
        }
        withCost(findings.addVertices(mesh.instance,
                                      vertices,
                                      formatCount(vertices.count, "vertex", "vertices") +
                                          " on a seam whose two sides have different weights"),
                 facts,
                 worst);
    }
}

} // namespace

Rule weightsOpenSeam() {
    return {{.id = "weights.open_seam",
             .title = "Seams that open",
             .severity = Severity::Warning,
             .explanation =
                 "Texture or normal seams split a vertex into two at one position, and here the "
                 "two have different weights. The surface opens there as soon as the joints "
                 "move; the finding says how wide in the clips of the file. It happens when "
                 "weights are edited after the seam was split, or are copied by nearest "
                 "surface point. Give both sides the same weights, or weld, paint and split "
                 "again."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const SkinnedMesh& mesh : facts.skinnedMeshes) {
                    if (mesh.built) {
                        checkMesh(facts, findings, mesh);
                    }
                }
            }};
}

} // namespace sartor::diagnose
