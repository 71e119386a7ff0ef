// SPDX-License-Identifier: Apache-2.0
// From elapsed time to clip time.
#include <sartor/pose/playback.h>

#include <QtTest>

#include <cmath>
#include <limits>

using namespace sartor;
using namespace sartor::pose;

class TstPlayback : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput();
    void mapsTime_data();
    void mapsTime();
    void loopingForDaysStaysInsideTheClip();
};

void TstPlayback::rejectsInvalidInput() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(!clipTime({}, nan, 1.0).hasValue());
    QVERIFY(!clipTime({PlaybackMode::Loop, nan, 0.0}, 1.0, 1.0).hasValue());
    QVERIFY(!clipTime({}, 1.0, std::numeric_limits<double>::infinity()).hasValue());
    QCOMPARE(clipTime({}, nan, 1.0).error().code, std::string("pose.time"));
}

void TstPlayback::mapsTime_data() {
    QTest::addColumn<bool>("isLooping");
    QTest::addColumn<double>("speed");
    QTest::addColumn<double>("start");
    QTest::addColumn<double>("elapsed");
    QTest::addColumn<double>("duration");
    QTest::addColumn<double>("expected");
    QTest::newRow("before") << false << 1.0 << 0.0 << -1.0 << 2.0 << 0.0;
    QTest::newRow("at 0") << false << 1.0 << 0.0 << 0.0 << 2.0 << 0.0;
    QTest::newRow("inside") << false << 1.0 << 0.5 << 1.0 << 2.0 << 1.5;
    QTest::newRow("at end") << false << 1.0 << 0.0 << 2.0 << 2.0 << 2.0;
    QTest::newRow("after") << false << 2.0 << 0.0 << 5.0 << 2.0 << 2.0;
    QTest::newRow("backwards") << false << -1.0 << 2.0 << 0.5 << 2.0 << 1.5;
    QTest::newRow("backwards past 0") << false << -1.0 << 2.0 << 9.0 << 2.0 << 0.0;
    QTest::newRow("no length") << false << 1.0 << 0.0 << 1.0 << 0.0 << 0.0;
    QTest::newRow("loop inside") << true << 1.0 << 0.0 << 0.5 << 2.0 << 0.5;
    QTest::newRow("loop at end") << true << 1.0 << 0.0 << 2.0 << 2.0 << 0.0;
    QTest::newRow("loop wraps") << true << 1.0 << 0.0 << 4.5 << 2.0 << 0.5;
    QTest::newRow("loop backwards") << true << -1.0 << 0.0 << 0.5 << 2.0 << 1.5;
    QTest::newRow("loop backwards far") << true << -2.0 << 0.25 << 3.0 << 2.0 << 0.25;
    QTest::newRow("loop no length") << true << 1.0 << 0.0 << 1.0 << 0.0 << 0.0;
    QTest::newRow("loop negative length") << true << 1.0 << 0.0 << 1.0 << -1.0 << 0.0;
}

void TstPlayback::mapsTime() {
    QFETCH(bool, isLooping);
    QFETCH(double, speed);
    QFETCH(double, start);
    QFETCH(double, elapsed);
    QFETCH(double, duration);
    QFETCH(double, expected);
    const Playback playback{isLooping ? PlaybackMode::Loop : PlaybackMode::Once, speed, start};
    QCOMPARE_LE(std::abs(*clipTime(playback, elapsed, duration) - expected), 1e-12);
}

void TstPlayback::loopingForDaysStaysInsideTheClip() {
    const double duration = 1.2333333;
    for (double elapsed = -1e6; elapsed < 1e6; elapsed += 1234.567) {
        const double time = *clipTime({PlaybackMode::Loop, 1.0, 0.0}, elapsed, duration);
        QVERIFY(time >= 0.0 && time < duration);
        // floored modulo: the phase is the one of exact arithmetic to a microsecond
        const double phase = std::remainder(elapsed - time, duration);
        QCOMPARE_LE(std::abs(phase), 1e-6);
    }
}

QTEST_GUILESS_MAIN(TstPlayback)
#include "tst_playback.moc"
