// SPDX-License-Identifier: Apache-2.0
// Colours as numbers: even lightness, and nothing that could be taken for something else.
#include <sartor/render/colour_ramp.h>

#include <QtTest/qtest.h>

#include <glm/geometric.hpp>

#include <support/compare.h>

#include <cmath>
#include <limits>

using namespace sartor;

namespace {

/// Colours this far apart in OKLab are told apart side by side without effort.
constexpr double kDistinct = 0.05;

double distance(std::uint32_t a, std::uint32_t b) {
    return static_cast<double>(
        glm::distance(render::oklabFromColour(a), render::oklabFromColour(b)));
}

double lightness(std::uint32_t colour) {
    return static_cast<double>(render::oklabFromColour(colour).x);
}

} // namespace

class TstColourRamp : public QObject {
    Q_OBJECT

private slots:
    void convertsKnownColours_data() {
        QTest::addColumn<quint32>("colour");
        QTest::addColumn<float>("lightness");
        QTest::addColumn<float>("a");
        QTest::addColumn<float>("b");
        // Published values of the space for the corners of sRGB.
        QTest::newRow("white") << 0xffffffffu << 1.0f << 0.0f << 0.0f;
        QTest::newRow("black") << 0xff000000u << 0.0f << 0.0f << 0.0f;
        QTest::newRow("red") << 0xff0000ffu << 0.62796f << 0.22486f << 0.12585f;
        QTest::newRow("green") << 0xff00ff00u << 0.86644f << -0.23389f << 0.17950f;
        QTest::newRow("blue") << 0xffff0000u << 0.45201f << -0.03246f << -0.31153f;
    }
    void convertsKnownColours() {
        QFETCH(const quint32, colour);
        QFETCH(const float, lightness);
        QFETCH(const float, a);
        QFETCH(const float, b);
        const glm::vec3 oklab = render::oklabFromColour(colour);
        QCOMPARE_LE(test::maxAbsDiff(oklab, glm::vec3(lightness, a, b)), 2e-4);
        QCOMPARE(render::colourFromOklab(oklab), colour);
    }

    void convertsThereAndBack() {
        test::Random random(11);
        for (int i = 0; i < 1000; ++i) {
            const std::uint32_t colour = random.below(0x1000000u) | 0xff000000u;
            QCOMPARE(render::colourFromOklab(render::oklabFromColour(colour)), colour);
        }
    }

    void risesInLightnessWithTheWeight() {
        // Twenty steps: finer ones drown in the rounding to bytes.
        constexpr int kSteps = 20;
        const double whole =
            lightness(render::weightColour(1.0f)) - lightness(render::weightColour(0.0f));
        QCOMPARE_GT(whole, 0.5);
        for (int i = 1; i <= kSteps; ++i) {
            const double before =
                lightness(render::weightColour(static_cast<float>(i - 1) / kSteps));
            const double after = lightness(render::weightColour(static_cast<float>(i) / kSteps));
            QCOMPARE_LE(test::maxAbsDiff(after - before, whole / kSteps), 0.01);
        }
    }

    void goesFromBlueOverTealToYellow() {
        const auto channel = [](std::uint32_t colour, int index) {
            return (colour >> (8 * index)) & 0xffu;
        };
        const std::uint32_t low = render::weightColour(0.0f);
        const std::uint32_t middle = render::weightColour(0.5f);
        const std::uint32_t high = render::weightColour(1.0f);
        QVERIFY(channel(low, 2) > channel(low, 1) && channel(low, 2) > channel(low, 0));
        QVERIFY(channel(middle, 1) > channel(middle, 0) && channel(middle, 2) > channel(middle, 0));
        QVERIFY(channel(high, 0) > channel(high, 2) && channel(high, 1) > channel(high, 2));
    }

    void clampsWhatIsOutsideAndMarksWhatIsNoNumber() {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const float infinity = std::numeric_limits<float>::infinity();
        QCOMPARE(render::weightColour(-3.0f), render::weightColour(0.0f));
        QCOMPARE(render::weightColour(infinity), render::weightColour(1.0f));
        QCOMPARE(render::weightColour(nan), render::kInvalidColour);
        QCOMPARE(render::residualColour(2.0f), render::residualColour(1.0f));
        QCOMPARE(render::residualColour(nan), render::kInvalidColour);
    }

    void keepsNoInfluenceOffTheRamp() {
        for (int i = 0; i <= 1000; ++i) {
            const std::uint32_t colour = render::weightColour(static_cast<float>(i) / 1000.0f);
            QCOMPARE_GT(distance(colour, render::kNoInfluenceColour), kDistinct);
            QCOMPARE_GT(distance(colour, render::kInvalidColour), kDistinct);
        }
        // Grey with a little violet: nearly no colour at all.
        const glm::vec3 oklab = render::oklabFromColour(render::kNoInfluenceColour);
        QCOMPARE_LT(std::hypot(oklab.y, oklab.z), 0.04f);
        QCOMPARE_GT(oklab.y, 0.0f);
        QCOMPARE_LT(oklab.z, 0.0f);
    }

    void keepsResidualsApart() {
        for (const float value : {0.0f, 0.25f, 0.5f, 0.75f}) {
            QCOMPARE_GT(
                distance(render::residualColour(value), render::residualColour(value + 0.25f)),
                kDistinct);
        }
    }

    void givesNeighboursUnlikeColours() {
        for (std::size_t i = 0; i < 200; ++i) {
            for (std::size_t next = i + 1; next <= i + 4; ++next) {
                QVERIFY2(distance(render::categoryColour(i), render::categoryColour(next)) >
                             kDistinct,
                         qPrintable(QString("%1 and %2").arg(i).arg(next)));
            }
        }
        QCOMPARE(render::categoryColour(17), render::categoryColour(17));
    }
};

QTEST_GUILESS_MAIN(TstColourRamp)
#include "tst_colour_ramp.moc"
