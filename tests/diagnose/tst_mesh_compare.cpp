// SPDX-License-Identifier: Apache-2.0
// Differences between deformed meshes, planted one by one.
#include <sartor/diagnose/mesh_compare.h>

#include <QTest>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <support/compare.h>

#include <array>
#include <cmath>
#include <limits>

using namespace sartor;
using diagnose::MeshDifference;

namespace {

struct Streams {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;

    diagnose::MeshView view() const { return {positions, normals, tangents}; }
};

// Ten vertices along x from 0 to 9, normals up, tangents along x.
Streams makeStreams() {
    Streams streams;
    for (int i = 0; i < 10; ++i) {
        streams.positions.emplace_back(static_cast<float>(i), 1.0f, 0.0f);
        streams.normals.emplace_back(0.0f, 1.0f, 0.0f);
        streams.tangents.emplace_back(1.0f, 0.0f, 0.0f, 1.0f);
    }
    return streams;
}

MeshDifference
compare(const Streams& a, const Streams& b, const diagnose::MeshCompareOptions& options = {}) {
    return diagnose::compareMeshes(a.view(), b.view(), options).value();
}

float next(float value) {
    return std::nextafter(value, std::numeric_limits<float>::infinity());
}

} // namespace

class TstMeshCompare : public QObject {
    Q_OBJECT

private slots:
    void rejectsStreamsThatDoNotFit_data() {
        QTest::addColumn<int>("stream");
        QTest::addColumn<QString>("message");
        QTest::newRow("positions") << 0 << "compare: 9 positions, expected 10";
        QTest::newRow("normals") << 1 << "compare: 9 normals, expected 10";
        QTest::newRow("tangents") << 2 << "compare: 9 tangents, expected 10";
    }
    void rejectsStreamsThatDoNotFit() {
        QFETCH(const int, stream);
        QFETCH(const QString, message);
        const Streams a = makeStreams();
        Streams b = a;
        stream == 0   ? b.positions.pop_back()
        : stream == 1 ? b.normals.pop_back()
                      : b.tangents.pop_back();
        const auto result = diagnose::compareMeshes(a.view(), b.view());
        QVERIFY(!result);
        QCOMPARE(result.error().code, std::string("compare.shape"));
        QCOMPARE(QString::fromStdString(result.error().message), message);
    }

    void findsNoDifferenceBetweenEquals() {
        const Streams a = makeStreams();
        const MeshDifference difference = compare(a, a);
        QVERIFY(difference.isBitIdentical);
        QCOMPARE(difference.vertexCount, std::uint64_t{10});
        QCOMPARE(difference.differingCount, std::uint64_t{0});
        QCOMPARE(difference.maxDistance, 0.0);
        QCOMPARE(difference.maxNormalDegrees, 0.0);
        QVERIFY(difference.worst.empty());
        // x of 1 to 9 and every y; the zeros are left out.
        QCOMPARE(difference.ulpHistogram[0], std::uint64_t{19});
    }

    void whatIsNotFiniteAgreesWithNothing_data() {
        QTest::addColumn<float>("value");
        QTest::addColumn<int>("stream");
        for (const float value :
             {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
            for (int stream = 0; stream < 3; ++stream) {
                QTest::addRow("%g in stream %d", static_cast<double>(value), stream)
                    << value << stream;
            }
        }
    }
    // The same bits on both sides are no agreement of two computations: both have failed.
    void whatIsNotFiniteAgreesWithNothing() {
        QFETCH(const float, value);
        QFETCH(const int, stream);
        Streams a = makeStreams();
        for (std::size_t i = 0; i < a.positions.size(); ++i) {
            (stream == 0   ? a.positions[i].x
             : stream == 1 ? a.normals[i].y
                           : a.tangents[i].w) = value;
        }
        const MeshDifference difference = compare(a, a);
        QVERIFY(!difference.isBitIdentical);
        QCOMPARE(difference.nonfiniteCount, std::uint64_t{10});
        QCOMPARE(difference.differingCount, std::uint64_t{10});
        QCOMPARE(difference.extent, stream == 0 ? 0.0 : 9.0);
        QCOMPARE(difference.maxDistance,
                 stream == 0 ? std::numeric_limits<double>::infinity() : 0.0);
        QCOMPARE(difference.relativeDistance, difference.maxDistance);
        QCOMPARE(difference.maxNormalDegrees, stream == 1 ? 180.0 : 0.0);
        QCOMPARE(difference.maxTangentDegrees, stream == 2 ? 180.0 : 0.0);
        QCOMPARE(difference.worst.size(), std::size_t{8});
    }

    void theExtentIsThatOfFinitePositions() {
        Streams a = makeStreams();
        a.positions[0].y = std::numeric_limits<float>::quiet_NaN();
        a.positions[9].z = -std::numeric_limits<float>::infinity();
        QCOMPARE(compare(a, a).extent, 7.0); // from 1 to 8 along x
        const Streams b{{{8.0f, 5.0f, 0.0f}}, {}, {}};
        QCOMPARE(diagnose::extentOf(std::array{a.view(), b.view()}), std::hypot(7.0, 4.0));
        QCOMPARE(diagnose::extentOf({}), 0.0);
    }

    void denormalsCountAsZeros() {
        Streams a = makeStreams();
        a.positions[0].x = 1e-41f;
        a.positions[1].z = -1e-41f;
        a.normals[2].x = std::numeric_limits<float>::denorm_min();
        a.tangents[3].y = 1e-40f;
        Streams b = makeStreams();
        b.positions[1].z = -0.0f; // the sign is kept, as devices do that flush
        const MeshDifference difference = compare(a, b);
        QVERIFY(difference.isBitIdentical);
        QCOMPARE(difference.denormalCount, std::uint64_t{4});
        QCOMPARE(difference.differingCount, std::uint64_t{0});
        QVERIFY(difference.worst.empty());
        QCOMPARE(compare(a, a).denormalCount, std::uint64_t{0});
        // The smallest that is none.
        b = a;
        b.positions[4].z = std::numeric_limits<float>::min();
        QCOMPARE(compare(a, b).differingCount, std::uint64_t{1});
        QCOMPARE(compare(a, b).denormalCount, std::uint64_t{0});
        QCOMPARE_GT(compare(a, b).maxDistance, 0.0);
    }

    void seesASingleBit() {
        const Streams a = makeStreams();
        Streams b = a;
        b.positions[0].z = -0.0f;
        const MeshDifference difference = compare(a, b);
        QVERIFY(!difference.isBitIdentical);
        QCOMPARE(difference.differingCount, std::uint64_t{1});
        QCOMPARE(difference.maxDistance, 0.0);
        QCOMPARE(difference.worst.size(), std::size_t{1});
    }

    void findsTheLargestDistance() {
        const Streams a = makeStreams();
        Streams b = a;
        b.positions[7] += glm::vec3(0.0f, 0.0f, 0.5f);
        b.positions[2] += glm::vec3(0.0f, 0.0f, 0.25f);
        b.positions[4] += glm::vec3(0.0f, 0.0f, 0.125f);
        const MeshDifference difference = compare(a, b, {.extent = 0.0, .worstCount = 2});
        QCOMPARE(difference.maxDistance, 0.5);
        QCOMPARE(difference.maxDistanceVertex, 7u);
        QCOMPARE(difference.extent, 9.0);
        QCOMPARE(difference.relativeDistance, 0.5 / 9.0);
        QCOMPARE(difference.differingCount, std::uint64_t{3});
        QCOMPARE(difference.worst.size(), std::size_t{2});
        QCOMPARE(difference.worst[0].vertex, 7u);
        QCOMPARE(difference.worst[1].vertex, 2u);
        QCOMPARE(difference.worst[1].position, a.positions[2]);
        QCOMPARE(compare(a, b, {.extent = 2.0}).relativeDistance, 0.25);
    }

    void measuresAngles() {
        const Streams a = makeStreams();
        Streams b = a;
        const float angle = glm::radians(30.0f);
        b.normals[5] = glm::vec3(std::sin(angle), std::cos(angle), 0.0f);
        b.normals[6] = glm::vec3(std::sin(1e-4f), std::cos(1e-4f), 0.0f);
        b.tangents[8].w = -1.0f;
        const MeshDifference difference = compare(a, b);
        QCOMPARE_LE(test::maxAbsDiff(difference.maxNormalDegrees, 30.0), 1e-5);
        QCOMPARE(difference.maxNormalVertex, 5u);
        QCOMPARE(difference.maxTangentDegrees, 180.0);
        QCOMPARE(difference.maxTangentVertex, 8u);
        // Small angles keep their digits.
        QCOMPARE(difference.worst[1].vertex, 6u);
        QCOMPARE_LE(test::maxAbsDiff(difference.worst[1].normalDegrees, glm::degrees(1e-4)), 1e-8);
    }

    void ninetyNineOfAHundredAnglesAreSmaller_data() {
        QTest::addColumn<int>("turned");
        QTest::addColumn<double>("degrees");
        QTest::newRow("none") << 0 << 0.0;
        QTest::newRow("one in a hundred") << 2 << 0.0;
        QTest::newRow("one more") << 3 << 1.0;
        QTest::newRow("half") << 100 << 98.0;
        QTest::newRow("all") << 200 << 198.0;
    }
    // Of 200 vertices the normals of some are turned, by 1, 2, 3 ... degrees.
    void ninetyNineOfAHundredAnglesAreSmaller() {
        QFETCH(const int, turned);
        QFETCH(const double, degrees);
        Streams a;
        for (int i = 0; i < 200; ++i) {
            a.positions.emplace_back(static_cast<float>(i), 0.0f, 0.0f);
            a.normals.emplace_back(0.0f, 1.0f, 0.0f);
        }
        Streams b = a;
        for (int i = 0; i < turned; ++i) {
            const double angle = glm::radians(static_cast<double>(i + 1) * 0.5);
            b.normals[static_cast<std::size_t>(i)] = {std::sin(angle), std::cos(angle), 0.0};
        }
        QCOMPARE_LE(test::maxAbsDiff(compare(a, b).p99NormalDegrees, degrees * 0.5), 1e-5);
    }

    void doesNotLoseWhatIsNotANumber() {
        const Streams a = makeStreams();
        Streams b = a;
        b.positions[4].y = std::numeric_limits<float>::quiet_NaN();
        b.normals[5] = glm::vec3(0.0f);
        const MeshDifference difference = compare(a, b);
        QCOMPARE(difference.maxDistance, std::numeric_limits<double>::infinity());
        QCOMPARE(difference.maxDistanceVertex, 4u);
        QCOMPARE(difference.maxNormalDegrees, 180.0);
        QCOMPARE(difference.maxNormalVertex, 5u);
    }

    void countsUnitsInTheLastPlace() {
        const Streams a = makeStreams();
        Streams b = a;
        b.positions[1].x = next(1.0f);
        b.positions[2].x = next(next(next(2.0f)));
        b.positions[3].x = -3.0f;
        b.positions[4].z = 0.05f; // too near to zero to count
        const MeshDifference difference = compare(a, b);
        QCOMPARE(difference.ulpHistogram[0], std::uint64_t{16});
        QCOMPARE(difference.ulpHistogram[1], std::uint64_t{1});
        QCOMPARE(difference.ulpHistogram[3], std::uint64_t{1});
        QCOMPARE(difference.ulpHistogram.back(), std::uint64_t{1});
        QCOMPARE(difference.maxUlp, std::uint64_t{2} * 0x40400000u);
    }

    void isCalmAboutNothing() {
        const MeshDifference difference = compare({}, {});
        QVERIFY(difference.isBitIdentical);
        QCOMPARE(difference.relativeDistance, 0.0);
    }
};

QTEST_GUILESS_MAIN(TstMeshCompare)
#include "tst_mesh_compare.moc"
