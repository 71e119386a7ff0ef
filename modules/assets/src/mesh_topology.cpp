// SPDX-License-Identifier: Apache-2.0
// Weld, neighbours and corners.
#include <sartor/assets/mesh_topology.h>
#include <sartor/base/assert.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

namespace sartor::assets {

namespace {

// Small meshes may have rows of any length.
constexpr std::uint64_t kFreeElements = 1u << 16;
constexpr std::uint64_t kElementsPerCorner = 64;

struct JointWeight {
    std::uint32_t joint;
    float weight;
    bool operator==(const JointWeight&) const = default;
};

// Rows of the influences in order of their joints, so that equal sets are equal rows.
std::vector<JointWeight> sortedRows(const InfluenceSet& influences) {
    std::vector<JointWeight> all;
    all.reserve(influences.joints().size());
    for (std::size_t i = 0; i < influences.joints().size(); ++i) {
        all.push_back({influences.joints()[i].value(), influences.weights()[i]});
    }
    for (std::size_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        const auto at = [&](std::size_t row) {
            return all.begin() + static_cast<std::ptrdiff_t>(influences.offsets()[row]);
        };
        std::sort(at(vertex), at(vertex + 1), [](const JointWeight& a, const JointWeight& b) {
            return std::tie(a.joint, a.weight) < std::tie(b.joint, b.weight);
        });
    }
    return all;
}

std::vector<std::uint32_t> weld(const Mesh& mesh, const InfluenceSet* influences) {
    const std::vector<JointWeight> rows =
        influences == nullptr ? std::vector<JointWeight>() : sortedRows(*influences);
    const auto rowOf = [&](std::uint32_t vertex) {
        if (influences == nullptr) {
            return std::span<const JointWeight>();
        }
        const std::uint32_t first = influences->offsets()[vertex];
        return std::span(rows).subspan(first, influences->offsets()[vertex + 1] - first);
    };
    // -1, 0 or 1; -0 is 0, and nothing is NaN.
    const auto compare = [&](std::uint32_t a, std::uint32_t b) {
        const glm::vec3& p = mesh.positions()[a];
        const glm::vec3& q = mesh.positions()[b];
        const auto first = std::tie(p.x, p.y, p.z);
        const auto second = std::tie(q.x, q.y, q.z);
        if (first != second) {
            return first < second ? -1 : 1;
        }
        const auto x = rowOf(a);
        const auto y = rowOf(b);
        if (std::equal(x.begin(), x.end(), y.begin(), y.end())) {
            return 0;
        }
        const auto isLess = [](const JointWeight& i, const JointWeight& j) {
            return std::tie(i.joint, i.weight) < std::tie(j.joint, j.weight);
        };
        return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end(), isLess) ? -1
                                                                                            : 1;
    };
    std::vector<std::uint32_t> order(mesh.vertexCount());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const int difference = compare(a, b);
        return difference != 0 ? difference < 0 : a < b;
    });
    std::vector<std::uint32_t> representatives(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool isSame = i > 0 && compare(order[i], order[i - 1]) == 0;
        representatives[order[i]] = isSame ? representatives[order[i - 1]] : order[i];
    }
    return representatives;
}

// Something that belongs to a representative.
struct Entry {
    std::uint32_t representative;
    std::uint32_t value;
    auto operator<=>(const Entry&) const = default;
};

struct Rows {
    std::vector<std::uint32_t> offsets;
    std::vector<std::uint32_t> values;
};

// Entries sorted and each once, as rows of all vertices.
Result<Rows> toRows(std::vector<Entry>& entries,
                    std::span<const std::uint32_t> representatives,
                    const Mesh& mesh) {
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    std::vector<std::uint32_t> first(representatives.size() + 1, 0);
    for (const Entry& entry : entries) {
        ++first[entry.representative + 1];
    }
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::uint64_t total = 0;
    for (const std::uint32_t representative : representatives) {
        total += first[representative + 1] - first[representative];
    }
    if (total > kFreeElements && total > kElementsPerCorner * mesh.triangles().size()) {
        return Error{"mesh.split_vertices",
                     "so many vertices are in one place that the " +
                         std::to_string(mesh.triangles().size() / 3) + " triangles give " +
                         std::to_string(total) + " pairs of neighbours; weld them"};
    }
    Rows rows;
    rows.offsets.reserve(representatives.size() + 1);
    rows.values.reserve(total);
    rows.offsets.push_back(0);
    for (const std::uint32_t representative : representatives) {
        for (std::uint32_t i = first[representative]; i < first[representative + 1]; ++i) {
            rows.values.push_back(entries[i].value);
        }
        rows.offsets.push_back(static_cast<std::uint32_t>(rows.values.size()));
    }
    return rows;
}

} // namespace

Result<MeshTopology> computeTopology(const Mesh& mesh, const InfluenceSet* influences) {
    SARTOR_ASSERT(influences == nullptr || influences->vertexCount() == mesh.vertexCount());
    MeshTopology topology;
    topology.representatives = weld(mesh, influences);
    std::vector<Entry> edges;
    std::vector<Entry> corners;
    const auto triangles = mesh.triangles();
    for (std::uint32_t first = 0; first + 2 < triangles.size(); first += 3) {
        std::array<std::uint32_t, 3> welded;
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
            welded[corner] = topology.representatives[triangles[first + corner]];
        }
        const bool isDegenerate =
            welded[0] == welded[1] || welded[1] == welded[2] || welded[2] == welded[0];
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t from = welded[corner];
            const std::uint32_t to = welded[(corner + 1) % 3];
            if (from != to) {
                edges.push_back({from, to});
                edges.push_back({to, from});
            }
            if (!isDegenerate) {
                corners.push_back({from, first + corner});
            }
        }
    }
    auto neighbourRows = toRows(edges, topology.representatives, mesh);
    if (!neighbourRows) {
        return neighbourRows.error();
    }
    auto cornerRows = toRows(corners, topology.representatives, mesh);
    if (!cornerRows) {
        return cornerRows.error();
    }
    topology.neighbourOffsets = std::move(neighbourRows->offsets);
    topology.neighbours = std::move(neighbourRows->values);
    topology.cornerOffsets = std::move(cornerRows->offsets);
    topology.corners = std::move(cornerRows->values);
    return topology;
}

} // namespace sartor::assets
