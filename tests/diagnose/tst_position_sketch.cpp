// SPDX-License-Identifier: Apache-2.0
// Changes of known size are told by sketches, and rounding is told from them.
#include <sartor/diagnose/position_sketch.h>

#include <QTest>

#include <glm/geometric.hpp>

#include <support/compare.h>

#include <cmath>
#include <limits>

using namespace sartor;
using diagnose::PositionSketch;

namespace {

std::vector<glm::dvec3> cloud(std::size_t count) {
    math::Random random(21);
    std::vector<glm::dvec3> positions;
    for (std::size_t i = 0; i < count; ++i) {
        positions.emplace_back(random.vector(-1.0f, 1.0f));
    }
    return positions;
}

double movedOf(const std::vector<glm::dvec3>& before, const std::vector<glm::dvec3>& after) {
    return diagnose::compareSketches(diagnose::sketchPositions(before),
                                     diagnose::sketchPositions(after))
        .value()
        .moved;
}

} // namespace

class TstPositionSketch : public QObject {
    Q_OBJECT

private slots:
    void otherNumbersOfVerticesCannotBeCompared() {
        const PositionSketch sketch = diagnose::sketchPositions(cloud(100));
        QVERIFY(!diagnose::compareSketches(sketch, diagnose::sketchPositions(cloud(101))));
        PositionSketch cut = sketch;
        cut.sums.pop_back();
        QVERIFY(!diagnose::compareSketches(sketch, cut));
        QVERIFY(!diagnose::compareSketches(cut, sketch));
    }

    void isAsShortAsItSays() {
        for (const std::size_t count : {std::size_t(0),
                                        std::size_t(1),
                                        std::size_t(15),
                                        std::size_t(16),
                                        std::size_t(1000)}) {
            const PositionSketch sketch = diagnose::sketchPositions(cloud(count));
            QCOMPARE(sketch.sums.size(), diagnose::sketchSize(static_cast<std::uint32_t>(count)));
            QCOMPARE_LE(sketch.sums.size(), std::size_t(16 * 8 * 3));
            QCOMPARE(diagnose::compareSketches(sketch, sketch).value().moved, 0.0);
        }
    }

    void tellsTheSizeOfAChange_data() {
        QTest::addColumn<double>("size");
        for (const double size : {1e-5, 1e-3, 0.1}) {
            QTest::addRow("%g", size) << size;
        }
    }
    void tellsTheSizeOfAChange() {
        QFETCH(const double, size);
        const std::vector<glm::dvec3> before = cloud(4000);
        std::vector<glm::dvec3> after = before;
        math::Random random(22);
        // Fifty of the 250 vertices of the block from 1000 on, each by the size.
        for (std::size_t i = 1000; i < 1050; ++i) {
            after[i] += size * glm::dvec3(random.rotation() * glm::vec3(1.0f, 0.0f, 0.0f));
        }
        const auto difference = diagnose::compareSketches(diagnose::sketchPositions(before),
                                                          diagnose::sketchPositions(after))
                                    .value();
        QCOMPARE(difference.begin, 1000u);
        QCOMPARE(difference.end, 1250u);
        const double extent = 2.0 * std::sqrt(3.0); // nearly, of a random cloud
        const double expected = size * std::sqrt(50.0 / 250.0) / extent;
        QCOMPARE_LE(test::maxAbsDiff(difference.moved / expected, 1.0), 0.35);
    }

    void aShiftOfAllIsSeenToo() {
        const std::vector<glm::dvec3> before = cloud(4000);
        std::vector<glm::dvec3> after = before;
        for (glm::dvec3& position : after) {
            position += glm::dvec3(1e-3, 0.0, 0.0);
        }
        const double expected = 1e-3 / (2.0 * std::sqrt(3.0));
        // All blocks are so far off, of which the one with the highest estimate is told.
        QVERIFY(movedOf(before, after) > 0.8 * expected);
        QVERIFY(movedOf(before, after) < 4.0 * expected);
    }

    void roundingIsSmall() {
        const std::vector<glm::dvec3> before = cloud(20000);
        std::vector<glm::dvec3> after;
        for (const glm::dvec3& position : before) {
            // To floats, and off by a few of their last places.
            after.emplace_back(glm::vec3(position * (1.0 + 2e-7)));
        }
        QVERIFY(movedOf(before, after) < 1e-6);
    }

    void whatIsNotFiniteIsAChange() {
        const std::vector<glm::dvec3> before = cloud(50);
        std::vector<glm::dvec3> after = before;
        after[7].y = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(movedOf(before, after) > 1.0);
        QVERIFY(movedOf(after, before) > 1.0);
        // A record of it has not changed against itself.
        QCOMPARE(movedOf(after, after), 0.0);
        // All in one place: nothing to measure by, but nothing moved.
        const std::vector<glm::dvec3> point(50, glm::dvec3(1.0));
        QCOMPARE(movedOf(point, point), 0.0);
    }
};

QTEST_GUILESS_MAIN(TstPositionSketch)
#include "tst_position_sketch.moc"
