// SPDX-License-Identifier: Apache-2.0
// Triangles that pierce each other, against all pairs one by one.
#include <sartor/diagnose/self_intersection.h>

#include <QElapsedTimer>
#include <QTest>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <support/compare.h>

#include <limits>
#include <numeric>

using namespace sartor;
using diagnose::Intersections;
using diagnose::Surface;

namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Three vertices a triangle, all apart.
Surface soup(std::size_t triangleCount) {
    Surface surface;
    for (std::uint32_t i = 0; i < triangleCount; ++i) {
        surface.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    surface.weld.resize(3 * triangleCount);
    std::iota(surface.weld.begin(), surface.weld.end(), 0u);
    return surface;
}

std::vector<std::uint32_t> all(const Surface& surface) {
    std::vector<std::uint32_t> indices(surface.triangles.size());
    std::iota(indices.begin(), indices.end(), 0u);
    return indices;
}

// Solves for the point of the segment in the triangle's own coordinates.
bool crosses(const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3* triangle) {
    const glm::dmat3 system(triangle[1] - triangle[0], triangle[2] - triangle[0], from - to);
    const double determinant = glm::determinant(system);
    if (std::abs(determinant) < 1e-14) {
        return false;
    }
    const glm::dvec3 solved = glm::inverse(system) * (from - triangle[0]);
    return solved.x >= 0.0 && solved.y >= 0.0 && solved.x + solved.y <= 1.0 && solved.z >= 0.0 &&
           solved.z <= 1.0;
}

bool crossAnyhow(const glm::dvec3* p, const glm::dvec3* q) {
    for (int i = 0; i < 3; ++i) {
        if (crosses(p[i], p[(i + 1) % 3], q) || crosses(q[i], q[(i + 1) % 3], p)) {
            return true;
        }
    }
    return false;
}

std::vector<glm::dvec3> randomTriangles(test::Random& random, std::size_t count, float size) {
    std::vector<glm::dvec3> positions;
    for (std::size_t i = 0; i < count; ++i) {
        const glm::vec3 middle = random.vector(-1.0f, 1.0f);
        for (int corner = 0; corner < 3; ++corner) {
            positions.emplace_back(middle + random.vector(-size, size));
        }
    }
    return positions;
}

// In the plane z = 0.
const std::vector<glm::dvec3> kFloor = {{-1.0, -1.0, 0.0}, {1.0, -1.0, 0.0}, {0.0, 1.0, 0.0}};

} // namespace

class TstSelfIntersection : public QObject {
    Q_OBJECT

private slots:
    void countsWhatPierces_data() {
        QTest::addColumn<QVector<double>>("second");
        QTest::addColumn<int>("count");
        const auto row = [](const char* name, const QVector<double>& second, int count) {
            QTest::newRow(name) << second << count;
        };
        row("through the middle", {0, 0, -1, 0, 0, 1, 0, 0.5, 1}, 1);
        row("with a corner", {0, 0, -1e-3, 0, 0, 1, 0, 0.5, 1}, 1);
        row("around it", {-9, 0, -9, 9, 0, -9, 0, 0, 9}, 1);
        row("touching with a corner", {0, 0, 0, 0, 0, 1, 0, 0.5, 1}, 0);
        row("deeper than nothing, less than a millionth", {0, 0, -1e-7, 0, 0, 1, 0, 0.5, 1}, 0);
        row("above", {0, 0, 0.1, 0, 0, 1, 0, 0.5, 1}, 0);
        row("beside", {2, 0, -1, 2, 0, 1, 2, 0.5, 1}, 0);
        row("box meets, triangle does not", {0.9, 0.9, -1, 0.9, 0.9, 1, 0.8, 0.9, 1}, 0);
        row("in the same plane", {0, 0, 0, 1, 0, 0, 0, 0.5, 0}, 0);
    }
    void countsWhatPierces() {
        QFETCH(const QVector<double>, second);
        QFETCH(const int, count);
        std::vector<glm::dvec3> positions = kFloor;
        for (qsizetype i = 0; i < 9; i += 3) {
            positions.emplace_back(second[i], second[i + 1], second[i + 2]);
        }
        const Surface surface = soup(2);
        const Intersections found =
            diagnose::findSelfIntersections(positions, surface, all(surface));
        QCOMPARE(static_cast<int>(found.pairs.size()), count);
        QVERIFY(found.isComplete);
    }

    void leavesOutNeighbours() {
        // The second triangle pierces the first and has a corner at the place of one of its.
        std::vector<glm::dvec3> positions = kFloor;
        positions.insert(positions.end(), {{-1.0, -1.0, 0.0}, {0.0, 0.0, 1.0}, {0.5, -0.5, -1.0}});
        Surface surface = soup(2);
        QCOMPARE(diagnose::findSelfIntersections(positions, surface, all(surface)).pairs.size(),
                 std::size_t{1});
        surface.weld[3] = 0;
        QVERIFY(diagnose::findSelfIntersections(positions, surface, all(surface)).pairs.empty());
    }

    void findsAllOfManyPairs_data() {
        QTest::addColumn<unsigned>("seed");
        for (const unsigned seed : {1u, 2u, 3u, 4u}) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }
    void findsAllOfManyPairs() {
        QFETCH(const unsigned, seed);
        test::Random random(seed);
        constexpr std::uint32_t kCount = 400;
        const std::vector<glm::dvec3> positions = randomTriangles(random, kCount, 0.4f);
        const Surface surface = soup(kCount);
        Pairs expected;
        Pairs expectedOfThirds;
        for (std::uint32_t p = 0; p < kCount; ++p) {
            for (std::uint32_t q = p + 1; q < kCount; ++q) {
                if (crossAnyhow(&positions[3 * p], &positions[3 * q])) {
                    expected.emplace_back(p, q);
                    if (p % 3 == 0 || q % 3 == 0) {
                        expectedOfThirds.emplace_back(p, q);
                    }
                }
            }
        }
        QVERIFY(expected.size() > 100);
        QCOMPARE(diagnose::findSelfIntersections(positions, surface, all(surface)).pairs, expected);
        std::vector<std::uint32_t> thirds;
        for (std::uint32_t i = 0; i < kCount; i += 3) {
            thirds.push_back(i);
        }
        QCOMPARE(diagnose::findSelfIntersections(positions, surface, thirds).pairs,
                 expectedOfThirds);
    }

    void endsEarlyWhereEverythingLiesOnEverything() {
        test::Random random(7);
        constexpr std::size_t kCount = 5000;
        const std::vector<glm::dvec3> positions = randomTriangles(random, kCount, 5.0f);
        const Surface surface = soup(kCount);
        QElapsedTimer timer;
        timer.start();
        const Intersections found =
            diagnose::findSelfIntersections(positions, surface, all(surface));
        QVERIFY(!found.isComplete);
        QVERIFY(!found.pairs.empty());
        QCOMPARE_LE(found.pairs.size(), std::size_t{100'000 + 400 * kCount});
        // Two million pairs of the twelve and a half.
        QVERIFY2(timer.elapsed() < 30000, qPrintable(QString::number(timer.elapsed())));
    }

    void isNotConfusedByWhatIsNotFinite() {
        std::vector<glm::dvec3> positions = kFloor;
        positions.insert(positions.end(), {{0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}, {0.0, 0.5, 1.0}});
        for (int i = 0; i < 20; ++i) {
            positions.insert(positions.end(), {{0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}, {0.0, 0.5, 1.0}});
            positions.back().y = i % 2 == 0 ? std::numeric_limits<double>::quiet_NaN()
                                            : std::numeric_limits<double>::infinity();
        }
        const Surface surface = soup(22);
        QCOMPARE(diagnose::findSelfIntersections(positions, surface, all(surface)).pairs,
                 (Pairs{{0, 1}}));
        QVERIFY(diagnose::findSelfIntersections({}, soup(0), {}).pairs.empty());
    }
};

QTEST_GUILESS_MAIN(TstSelfIntersection)
#include "tst_self_intersection.moc"
