// SPDX-License-Identifier: Apache-2.0
// Welded vertices, their neighbours and corners: by hand on a split quad, against a plain search on
// random meshes.
#include <sartor/assets/mesh_topology.h>

#include <QtTest>

#include <support/compare.h>
#include <support/require.h>

#include <map>
#include <set>

using namespace sartor;
using Row = std::vector<std::uint32_t>;

namespace {

struct Case {
    std::shared_ptr<const assets::Mesh> mesh;
    std::shared_ptr<const assets::InfluenceSet> influences;
    /// By vertex, joints with weights.
    std::vector<std::map<std::uint32_t, float>> rows;
};

std::shared_ptr<const assets::Mesh> makeMesh(std::vector<glm::vec3> positions, Row triangles) {
    assets::MeshData data;
    data.name = "split";
    data.positions = std::move(positions);
    data.triangles = std::move(triangles);
    return test::require(assets::Mesh::create(std::move(data)));
}

Row row(const Row& offsets, const Row& values, std::size_t vertex) {
    const auto at = [&](std::size_t i) {
        return values.begin() + static_cast<std::ptrdiff_t>(offsets[i]);
    };
    return {at(vertex), at(vertex + 1)};
}

// Few places and few kinds of influences, so that much is welded.
Case randomCase(std::uint32_t seed) {
    test::Random random(seed);
    const std::uint32_t count = 60;
    Case made;
    std::vector<glm::vec3> positions;
    Row offsets = {0};
    std::vector<SkinJointIndex> joints;
    std::vector<float> weights;
    for (std::uint32_t vertex = 0; vertex < count; ++vertex) {
        positions.emplace_back(static_cast<float>(random.below(3)),
                               static_cast<float>(random.below(3)),
                               random.below(2) == 0 ? 0.0f : -0.0f);
        const std::uint32_t first = random.below(2);
        const float weight = random.below(2) == 0 ? 0.25f : 0.5f;
        const float other = 1.0f - weight;
        made.rows.push_back({{first, weight}, {1 - first, other}});
        // In any order.
        const bool isTurned = random.below(2) == 0;
        joints.emplace_back(isTurned ? 1 - first : first);
        joints.emplace_back(isTurned ? first : 1 - first);
        weights.push_back(isTurned ? other : weight);
        weights.push_back(isTurned ? weight : other);
        offsets.push_back(static_cast<std::uint32_t>(joints.size()));
    }
    Row triangles;
    for (int corner = 0; corner < 3 * 50; ++corner) {
        triangles.push_back(random.below(count));
    }
    made.mesh = makeMesh(std::move(positions), std::move(triangles));
    made.influences = test::require(assets::InfluenceSet::create(offsets, joints, weights, 2));
    return made;
}

} // namespace

class TstMeshTopology : public QObject {
    Q_OBJECT

private slots:
    void closesTheSeamOfAQuad();
    void equalsAPlainSearch_data();
    void equalsAPlainSearch();
    void pointsHaveNoNeighbours();
    void refusesRowsThatTheMeshDoesNotJustify();
};

void TstMeshTopology::closesTheSeamOfAQuad() {
    // Two triangles that share the edge from 1 to 2, which a seam has split into 1, 2 and 3, 4.
    const std::vector<glm::vec3> positions = {
        {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    const auto mesh = makeMesh(positions, {0, 1, 2, 4, 3, 5});
    const auto topology = test::require(assets::computeTopology(*mesh, nullptr));
    QCOMPARE(topology.representatives, (Row{0, 1, 2, 1, 2, 5}));
    QCOMPARE(topology.neighbourOffsets, (Row{0, 2, 5, 8, 11, 14, 16}));
    QCOMPARE(topology.neighbours, (Row{1, 2, 0, 2, 5, 0, 1, 5, 0, 2, 5, 0, 1, 5, 1, 2}));
    QCOMPARE(topology.cornerOffsets, (Row{0, 1, 3, 5, 7, 9, 10}));
    QCOMPARE(topology.corners, (Row{0, 1, 4, 2, 3, 1, 4, 2, 3, 5}));
    // Other influences on one side: the surface may open there.
    const auto influences = test::require(assets::InfluenceSet::create({0, 1, 2, 3, 4, 5, 6},
                                                                       {SkinJointIndex(0),
                                                                        SkinJointIndex(0),
                                                                        SkinJointIndex(0),
                                                                        SkinJointIndex(1),
                                                                        SkinJointIndex(0),
                                                                        SkinJointIndex(0)},
                                                                       {1, 1, 1, 1, 1, 1},
                                                                       2));
    const auto open = test::require(assets::computeTopology(*mesh, influences.get()));
    QCOMPARE(open.representatives, (Row{0, 1, 2, 3, 2, 5}));
    QCOMPARE(row(open.neighbourOffsets, open.neighbours, 3), (Row{2, 5}));
    QCOMPARE(row(open.neighbourOffsets, open.neighbours, 4), (Row{0, 1, 3, 5}));
}

void TstMeshTopology::equalsAPlainSearch_data() {
    QTest::addColumn<uint>("seed");
    for (uint seed = 0; seed < 20; ++seed) {
        QTest::addRow("seed %u", seed) << seed;
    }
}

void TstMeshTopology::equalsAPlainSearch() {
    QFETCH(uint, seed);
    const Case made = randomCase(seed);
    const auto topology = test::require(assets::computeTopology(*made.mesh, made.influences.get()));
    const std::uint32_t count = static_cast<std::uint32_t>(made.mesh->vertexCount());
    Row first(count);
    for (std::uint32_t vertex = 0; vertex < count; ++vertex) {
        first[vertex] = vertex;
        for (std::uint32_t other = 0; other < vertex; ++other) {
            if (made.mesh->positions()[other] == made.mesh->positions()[vertex] &&
                made.rows[other] == made.rows[vertex]) {
                first[vertex] = other;
                break;
            }
        }
    }
    QCOMPARE(topology.representatives, first);
    const auto triangles = made.mesh->triangles();
    for (std::uint32_t vertex = 0; vertex < count; ++vertex) {
        std::set<std::uint32_t> neighbours;
        std::set<std::uint32_t> corners;
        for (std::uint32_t corner = 0; corner < triangles.size(); ++corner) {
            const std::uint32_t base = corner / 3 * 3;
            const std::uint32_t next = first[triangles[base + (corner + 1) % 3]];
            const std::uint32_t last = first[triangles[base + (corner + 2) % 3]];
            if (first[triangles[corner]] != first[vertex]) {
                continue;
            }
            neighbours.insert({next, last});
            if (next != last && next != first[vertex] && last != first[vertex]) {
                corners.insert(corner);
            }
        }
        neighbours.erase(first[vertex]);
        QCOMPARE(row(topology.neighbourOffsets, topology.neighbours, vertex),
                 Row(neighbours.begin(), neighbours.end()));
        QCOMPARE(row(topology.cornerOffsets, topology.corners, vertex),
                 Row(corners.begin(), corners.end()));
    }
}

void TstMeshTopology::pointsHaveNoNeighbours() {
    const auto none = test::require(assets::computeTopology(*makeMesh({}, {}), nullptr));
    QCOMPARE(none.neighbourOffsets, Row{0});
    const auto points =
        test::require(assets::computeTopology(*makeMesh({{0, 0, 0}, {0, 0, 0}}, {}), nullptr));
    QCOMPARE(points.representatives, (Row{0, 0}));
    QCOMPARE(points.neighbourOffsets, (Row{0, 0, 0}));
    QCOMPARE(points.cornerOffsets, (Row{0, 0, 0}));
    QVERIFY(points.neighbours.empty() && points.corners.empty());
}

void TstMeshTopology::refusesRowsThatTheMeshDoesNotJustify() {
    // A disc whose triangles share nothing: each of its centres would have all neighbours.
    std::vector<glm::vec3> positions;
    Row triangles;
    const std::uint32_t count = 5000;
    for (std::uint32_t triangle = 0; triangle < count; ++triangle) {
        const auto x = static_cast<float>(triangle);
        positions.insert(positions.end(), {{-1, 0, 0}, {x, 0, 0}, {x, 1, 0}});
        triangles.insert(triangles.end(), {3 * triangle, 3 * triangle + 1, 3 * triangle + 2});
    }
    const auto refused = assets::computeTopology(*makeMesh(positions, triangles), nullptr);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("mesh.split_vertices"));
    QCOMPARE(refused.error().message,
             std::string("so many vertices are in one place that the 5000 triangles "
                         "give 50020000 pairs of neighbours; weld them"));
    positions.resize(3 * 100);
    triangles.resize(3 * 100);
    QVERIFY(assets::computeTopology(*makeMesh(positions, triangles), nullptr).hasValue());
}

QTEST_GUILESS_MAIN(TstMeshTopology)
#include "tst_mesh_topology.moc"
