// SPDX-License-Identifier: Apache-2.0
// Surfaces: seams are closed, edges counted once, volumes are those of solids.
#include <sartor/diagnose/surface.h>

#include <QTest>

#include <support/compare.h>
#include <support/require.h>

using namespace sartor;
using diagnose::Surface;

namespace {

// A cube from 0 to `size` with four vertices a side, as normals split them; seen from outside, its
// triangles are counter-clockwise.
assets::MeshData cube(float size) {
    assets::MeshData data;
    for (int axis = 0; axis < 3; ++axis) {
        for (const float end : {0.0f, size}) {
            const auto first = static_cast<std::uint32_t>(data.positions.size());
            for (int corner = 0; corner < 4; ++corner) {
                glm::vec3 position(0.0f);
                position[axis] = end;
                position[(axis + 1) % 3] = corner == 1 || corner == 2 ? size : 0.0f;
                position[(axis + 2) % 3] = corner >= 2 ? size : 0.0f;
                data.positions.push_back(position);
            }
            const std::vector<std::uint32_t> side =
                end > 0.0f ? std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}
                           : std::vector<std::uint32_t>{0, 2, 1, 0, 3, 2};
            for (const std::uint32_t index : side) {
                data.triangles.push_back(first + index);
            }
        }
    }
    return data;
}

Surface surfaceOf(const assets::MeshData& data) {
    return diagnose::makeSurface(*test::require(assets::Mesh::create(data)));
}

std::vector<glm::dvec3> positionsOf(const assets::MeshData& data) {
    return {data.positions.begin(), data.positions.end()};
}

} // namespace

class TstSurface : public QObject {
    Q_OBJECT

private slots:
    void weldsACubeThatNormalsSplit() {
        const assets::MeshData data = cube(2.0f);
        const Surface surface = surfaceOf(data);
        QCOMPARE(surface.triangles.size(), std::size_t{12});
        QCOMPARE(surface.edges.size(), std::size_t{18});
        QVERIFY(surface.isClosed);
        std::vector<glm::dvec3> positions = positionsOf(data);
        QCOMPARE_LE(test::maxAbsDiff(diagnose::volumeOf(positions, surface), 8.0), 1e-12);
        QCOMPARE_LE(test::maxAbsDiff(diagnose::areaOf(positions, surface.triangles[3]), 2.0),
                    1e-12);
        QCOMPARE_LE(test::maxAbsDiff(diagnose::extentOf(positions), 2.0 * std::sqrt(3.0)), 1e-12);
        for (glm::dvec3& position : positions) {
            position = glm::dvec3(-position.x, position.y, position.z) + glm::dvec3(1e3, 0.0, 0.0);
        }
        QCOMPARE_LE(test::maxAbsDiff(diagnose::volumeOf(positions, surface), -8.0), 1e-9);
    }

    void seesHolesAndTurnedTriangles() {
        assets::MeshData data = cube(1.0f);
        data.triangles.resize(data.triangles.size() - 3);
        QVERIFY(!surfaceOf(data).isClosed);
        data = cube(1.0f);
        std::swap(data.triangles[0], data.triangles[1]);
        QVERIFY(!surfaceOf(data).isClosed);
        // Two triangles back to back enclose something, if nothing much.
        data = cube(1.0f);
        data.triangles = {0, 1, 2, 0, 2, 1};
        QVERIFY(surfaceOf(data).isClosed);
    }

    void leavesOutTrianglesWithoutThreeCorners() {
        assets::MeshData data = cube(1.0f);
        data.positions.push_back(data.positions[0]);
        data.triangles.insert(data.triangles.end(),
                              {0, 1, static_cast<std::uint32_t>(data.positions.size() - 1)});
        const Surface surface = surfaceOf(data);
        QCOMPARE(surface.triangles.size(), std::size_t{12});
        QVERIFY(surface.isClosed);
    }

    void isCalmAboutNothing() {
        const Surface surface = surfaceOf({});
        QVERIFY(!surface.isClosed);
        QCOMPARE(diagnose::volumeOf({}, surface), 0.0);
        QCOMPARE(diagnose::extentOf({}), 0.0);
    }
};

QTEST_GUILESS_MAIN(TstSurface)
#include "tst_surface.moc"
