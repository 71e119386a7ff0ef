// SPDX-License-Identifier: Apache-2.0
// Counts of what is wrong with weights, on vertices made for it.
#include <sartor/diagnose/weight_statistics.h>

#include <QTest>

#include <support/compare.h>
#include <support/scene_builder.h>

#include <limits>

using namespace sartor;
using diagnose::VertexFinding;
using diagnose::WeightStatistics;

namespace {

using Vertex = std::vector<std::pair<std::uint32_t, float>>;

WeightStatistics statisticsOf(const std::vector<Vertex>& vertices, std::size_t jointCount = 4) {
    return diagnose::computeWeightStatistics(test::fileInfluences(vertices), jointCount);
}

// The findings that are not empty, by name.
QStringList found(const WeightStatistics& statistics) {
    const std::vector<std::pair<const char*, const VertexFinding*>> all = {
        {"rough", &statistics.roughSum},
        {"wrong", &statistics.wrongSum},
        {"zero", &statistics.zeroSum},
        {"negative", &statistics.negative},
        {"nonfinite", &statistics.nonfinite},
        {"duplicate", &statistics.duplicateJoint},
        {"range", &statistics.jointOutOfRange},
        {"tiny", &statistics.tiny},
        {"over four", &statistics.overFour}};
    QStringList names;
    for (const auto& [name, finding] : all) {
        if (finding->count > 0) {
            names += name;
        }
    }
    return names;
}

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

} // namespace

class TstWeightStatistics : public QObject {
    Q_OBJECT

private slots:
    void namesWhatIsWrong_data() {
        QTest::addColumn<Vertex>("vertex");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, const Vertex& vertex, const QStringList& expected) {
            QTest::newRow(name) << vertex << expected;
        };
        row("good", {{0, 0.75f}, {1, 0.25f}}, {});
        row("good, with padding of another joint", {{2, 1.0f}, {9, 0.0f}}, {});
        row("good, float thirds", {{0, 1.0f / 3.0f}, {1, 1.0f / 3.0f}, {2, 1.0f / 3.0f}}, {});
        row("just within 1e-4", {{0, 0.75f}, {1, 0.25009f}}, {"rough"});
        row("just above 1e-4", {{0, 0.75f}, {1, 0.25011f}}, {"wrong"});
        row("8 bits, one step short", {{0, 127.0f / 255.0f}, {1, 127.0f / 255.0f}}, {"wrong"});
        row("too much", {{0, 1.0f}, {1, 0.5f}}, {"wrong"});
        row("zero", {{0, 0.0f}, {1, 0.0f}}, {"zero"});
        row("opposite", {{0, 0.5f}, {1, -0.5f}}, {"zero", "negative"});
        row("negative", {{0, 1.25f}, {1, -0.25f}}, {"negative"});
        row("NaN", {{0, 1.0f}, {1, kNaN}}, {"nonfinite"});
        row("infinite", {{0, kInfinity}, {1, 1.0f}}, {"nonfinite"});
        row("minus infinite", {{0, -kInfinity}, {1, 1.0f}}, {"nonfinite"});
        row("one joint twice", {{1, 0.5f}, {0, 0.25f}, {1, 0.25f}}, {"duplicate"});
        row("one joint twice, once without weight", {{1, 1.0f}, {1, 0.0f}}, {});
        row("no such joint", {{0, 0.5f}, {4, 0.5f}}, {"range"});
        row("no such joint, NaN", {{0, 1.0f}, {4, kNaN}}, {"nonfinite", "range"});
        row("tiny", {{0, 0.9985f}, {1, 0.0015f}}, {"tiny"});
        row("small, but a step in 8 bits", {{0, 0.998f}, {1, 0.002f}}, {});
        row("five",
            {{0, 0.2f}, {1, 0.2f}, {2, 0.2f}, {3, 0.2f}, {0, 0.2f}},
            {"duplicate", "over four"});
    }
    void namesWhatIsWrong() {
        QFETCH(const Vertex, vertex);
        QFETCH(const QStringList, expected);
        QCOMPARE(found(statisticsOf({vertex})), expected);
    }

    void countsInfluencesAndSums() {
        const WeightStatistics statistics = statisticsOf({{{0, 1.0f}},
                                                          {{0, 0.5f}, {1, 0.25f}},
                                                          {{0, 0.5f}, {2, 0.75f}},
                                                          {{0, kNaN}, {1, 100.0f}},
                                                          {{3, 0.5f}, {1, 0.25f}, {2, 0.25f}},
                                                          {{0, 0.0f}}});
        QCOMPARE(statistics.vertexCount, std::uint64_t{6});
        QCOMPARE(statistics.slotsPerVertex, 3u);
        QCOMPARE(statistics.influenceHistogram, (std::vector<std::uint64_t>{1, 1, 3, 1}));
        QCOMPARE(statistics.smallestSum, 0.0);
        QCOMPARE(statistics.largestSum, 1.25);
        QCOMPARE(statistics.wrongSum.examples, (std::vector<std::uint32_t>{1, 2}));
        QCOMPARE(statistics.zeroSum.examples, (std::vector<std::uint32_t>{5}));
        QCOMPARE(statistics.nonfinite.examples, (std::vector<std::uint32_t>{3}));
    }

    void sumsUpTheUseOfEachJoint() {
        const WeightStatistics statistics = statisticsOf(
            {{{0, 0.5f}, {1, 0.25f}, {0, 0.25f}}, {{1, 1.0f}}, {{2, -1.0f}, {7, 1.0f}}});
        const auto& joints = statistics.joints;
        QCOMPARE(joints.size(), std::size_t{4});
        QCOMPARE(joints[0].vertexCount, std::uint64_t{1});
        QCOMPARE(joints[0].totalWeight, 0.75);
        QCOMPARE(joints[0].largestWeight, 0.5);
        QCOMPARE(joints[1].vertexCount, std::uint64_t{2});
        QCOMPARE(joints[1].totalWeight, 1.25);
        QCOMPARE(joints[1].largestWeight, 1.0);
        QCOMPARE(joints[2].vertexCount, std::uint64_t{0});
        QCOMPARE(joints[3].vertexCount, std::uint64_t{0});
        QCOMPARE(statistics.largestJoint, 7u);
        QCOMPARE(statistics.smallestWeight, -1.0);
    }

    void namesTheFirstExamplesOnly() {
        const std::vector<Vertex> vertices(100, Vertex{{0, 0.5f}});
        const WeightStatistics statistics = statisticsOf(vertices);
        QCOMPARE(statistics.wrongSum.count, std::uint64_t{100});
        QCOMPARE(statistics.wrongSum.examples,
                 (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
    }

    void isCalmAboutNothing() {
        const WeightStatistics statistics = statisticsOf({});
        QCOMPARE(statistics.vertexCount, std::uint64_t{0});
        QCOMPARE(statistics.smallestSum, 0.0);
        QCOMPARE(statistics.largestSum, 0.0);
        QCOMPARE(found(statistics), QStringList());
    }
};

QTEST_GUILESS_MAIN(TstWeightStatistics)
#include "tst_weight_statistics.moc"
