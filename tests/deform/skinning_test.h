// SPDX-License-Identifier: Apache-2.0
// Rows and comparisons that tests of skinning deformers share.
#pragma once

#include <support/backends.h>
#include <support/small_case.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace sartor::test {

/// Vertices lie within 1 m and joints move them by 1 m at most: 1e-5 of the rest diagonal is 3e-5
/// m.
inline constexpr double kSkinnedPositionLimit = 1e-5;
inline constexpr double kSkinnedUnitLimit = 1e-5;

/// Columns and rows of shapes: influences, vertices around whole workgroups, missing streams.
inline void addShapeColumns() {
    QTest::addColumn<uint>("influences");
    QTest::addColumn<uint>("vertices");
    QTest::addColumn<int>("streams");
}
inline QTestData& addShapeRow(const std::string& name, const DeformCaseShape& shape) {
    return QTest::newRow(name.c_str())
           << shape.influencesPerVertex << shape.vertexCount << static_cast<int>(shape.streams);
}
/// Each count of influences, counts of vertices around whole workgroups, and missing streams;
/// `complete` adds the columns that the test has beside the shape.
template <class Complete>
void addShapeRows(Complete complete) {
    for (const std::uint32_t influences : {1u, 2u, 3u, 4u, 8u, 12u}) {
        complete(addShapeRow(std::to_string(influences) + " influences",
                             {.vertexCount = 257, .influencesPerVertex = influences}));
    }
    for (const std::uint32_t vertices : {0u, 1u, 63u, 64u, 65u, 5000u}) {
        complete(addShapeRow(std::to_string(vertices) + " vertices", {.vertexCount = vertices}));
    }
    complete(addShapeRow("positions alone", {.streams = Streams::Positions}));
    complete(addShapeRow("no tangents", {.streams = Streams::PositionsAndNormals}));
}
inline void addShapeRows() {
    addShapeRows([](QTestData&) {});
}

/// The case of the row that runs, of 20 joints that are close to each other.
inline DeformCase fetchCase(const JointSpread& spread) {
    QFETCH(uint, influences);
    QFETCH(uint, vertices);
    QFETCH(int, streams);
    Random random(influences * 10007u + vertices);
    DeformCase made = randomCase(random,
                                 {.vertexCount = vertices,
                                  .influencesPerVertex = influences,
                                  .jointCount = 20,
                                  .streams = static_cast<Streams>(streams)});
    bringJointsClose(random, made, spread);
    return made;
}

/// 300 vertices whose joints are within a radian of each other, scaled and sheared or not.
inline DeformCase closeCase(Random& random, bool isScaled) {
    DeformCase made = randomCase(random, {.vertexCount = 300});
    bringJointsClose(
        random, made, {.largestBend = 1.0f, .isScaled = isScaled, .isSheared = isScaled});
    return made;
}

/// Vertices with none to twelve influences, one beside the other.
inline DeformCase mixedCountsCase() {
    Random random(61);
    DeformCase made = randomCase(random, {.vertexCount = 300, .jointCount = 20});
    bringJointsClose(random, made);
    std::vector<std::vector<OracleInfluence>> rows;
    for (std::uint32_t vertex = 0; vertex < 300; ++vertex) {
        rows.push_back(
            randomInfluences(random, {.influencesPerVertex = vertex % 13, .jointCount = 20}));
    }
    made.source.influences = makeInfluences(rows, 20);
    return made;
}

/// Compares every stream with what `expectedOf(influences, bindVertex)` gives for each vertex.
template <class ExpectedOf>
void compareWithOracle(const deform::DeformedMesh& actual,
                       const DeformCase& made,
                       ExpectedOf expectedOf) {
    const assets::Mesh& mesh = *made.source.mesh;
    QCOMPARE(actual.positions.size(), mesh.vertexCount());
    QCOMPARE(actual.normals.size(), mesh.normals().size());
    QCOMPARE(actual.tangents.size(), mesh.tangents().size());
    for (std::size_t vertex = 0; vertex < actual.positions.size(); ++vertex) {
        const OracleVertex expected =
            expectedOf(made.influencesOf(vertex), made.bindVertex(vertex));
        QCOMPARE_LE(maxAbsDiff(actual.positions[vertex], expected.position), kSkinnedPositionLimit);
        if (!actual.normals.empty()) {
            QCOMPARE_LE(maxAbsDiff(actual.normals[vertex], expected.normal), kSkinnedUnitLimit);
        }
        if (!actual.tangents.empty()) {
            QCOMPARE_LE(maxAbsDiff(actual.tangents[vertex], expected.tangent), kSkinnedUnitLimit);
        }
    }
}

template <int N>
void compareAll(const std::vector<glm::vec<N, float>>& actual,
                const std::vector<glm::vec<N, float>>& expected,
                double limit) {
    QCOMPARE(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
        QCOMPARE_LE(maxAbsDiff(actual[i], expected[i]), limit);
    }
}

inline void compareMeshes(const deform::DeformedMesh& actual,
                          const deform::DeformedMesh& expected) {
    compareAll(actual.positions, expected.positions, 3.0 * kSkinnedPositionLimit);
    compareAll(actual.normals, expected.normals, kSkinnedUnitLimit);
    compareAll(actual.tangents, expected.tangents, kSkinnedUnitLimit);
}

/// Whether the side that normal and tangent say is that of the surface under the map. The bind
/// frame is tangent, bitangent, normal.
inline bool hasBitangentOf(const glm::dmat3& linear,
                           const glm::quat& frame,
                           const glm::vec3& normal,
                           const glm::vec4& tangent) {
    const glm::dvec3 bitangent = linear * glm::dvec3(frame * glm::vec3(0, 1, 0));
    const glm::dvec3 made =
        glm::cross(glm::dvec3(normal), glm::dvec3(tangent)) * static_cast<double>(tangent.w);
    return glm::dot(bitangent, made) >= 0.0;
}

/// What a vertex with file slots as given, at (1,0,0), becomes; the last joint is broken.
inline glm::vec3 deformedFromFile(const std::string& chain,
                                  std::vector<math::Affine> palette,
                                  const std::vector<std::uint32_t>& joints,
                                  const std::vector<float>& weights) {
    palette.emplace_back();
    palette.back().linear[0][0] = std::numeric_limits<float>::quiet_NaN();
    const std::size_t jointCount = palette.size();
    DeformCase made = SmallCase{.positions = {glm::vec3(1, 0, 0)},
                                .influences = {{}},
                                .palette = std::move(palette)}
                          .make();
    const assets::FileInfluences file{static_cast<std::uint32_t>(joints.size()), joints, weights};
    made.source.influences = require(assets::buildInfluences(file, jointCount, {})).influences;
    return deformed(chain, made).positions[0];
}

} // namespace sartor::test
