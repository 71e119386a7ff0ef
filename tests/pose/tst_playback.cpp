// SPDX-License-Identifier: Apache-2.0
// From elapsed time to clip time.
#include <sartor/pose/playback.h>

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace sartor;
using namespace sartor::pose;
using enum sartor::pose::PlaybackMode;
using enum sartor::pose::RangeStart;

Q_DECLARE_METATYPE(sartor::pose::PlaybackMode)
Q_DECLARE_METATYPE(sartor::pose::RangeStart)

namespace {

// The pieces of a range as "(0.5 2] [0 1]", without those that meet nothing.
std::string piecesOf(const PlayedRange& range) {
    std::string text;
    for (std::int64_t i = 0; i < range.pieceCount(); ++i) {
        const PlayedPiece piece = range.piece(i);
        if (!piece.meets(piece.to)) {
            continue;
        }
        text += (text.empty() ? "" : " ") + std::string(piece.isFromMet ? "[" : "(") +
                QString::number(piece.from).toStdString() + " " +
                QString::number(piece.to).toStdString() + "]";
    }
    return text;
}

// Events that a range meets, in order. `events` is sorted; backwards they are met the other way.
void appendMet(const PlayedRange& range,
               const std::vector<double>& events,
               std::vector<double>& met) {
    for (std::int64_t i = 0; i < range.pieceCount(); ++i) {
        const PlayedPiece piece = range.piece(i);
        const auto visit = [&](double event) {
            if (piece.meets(event)) {
                met.push_back(event);
            }
        };
        if (piece.from <= piece.to) {
            std::for_each(events.begin(), events.end(), visit);
        } else {
            std::for_each(events.rbegin(), events.rend(), visit);
        }
    }
}

} // namespace

class TstPlayback : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput();
    void mapsTime_data();
    void mapsTime();
    void loopingForDaysStaysInsideTheClip();
    void pingPongIsATriangleWave();
    void rangeRejectsInvalidInput_data();
    void rangeRejectsInvalidInput();
    void cutsARangeIntoPieces_data();
    void cutsARangeIntoPieces();
    void rangeCostsTheSameForAnyNumberOfWraps();
    void anySplitMeetsTheSameInstants_data();
    void anySplitMeetsTheSameInstants();
};

void TstPlayback::rejectsInvalidInput() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(!clipTime({}, nan, 1.0).hasValue());
    QVERIFY(!clipTime({Loop, nan, 0.0}, 1.0, 1.0).hasValue());
    QVERIFY(!clipTime({}, 1.0, std::numeric_limits<double>::infinity()).hasValue());
    QCOMPARE(clipTime({}, nan, 1.0).error().code, std::string("pose.time"));
}

void TstPlayback::mapsTime_data() {
    QTest::addColumn<PlaybackMode>("mode");
    QTest::addColumn<double>("speed");
    QTest::addColumn<double>("start");
    QTest::addColumn<double>("elapsed");
    QTest::addColumn<double>("duration");
    QTest::addColumn<double>("expected");
    QTest::newRow("before") << Once << 1.0 << 0.0 << -1.0 << 2.0 << 0.0;
    QTest::newRow("at 0") << Once << 1.0 << 0.0 << 0.0 << 2.0 << 0.0;
    QTest::newRow("inside") << Once << 1.0 << 0.5 << 1.0 << 2.0 << 1.5;
    QTest::newRow("at end") << Once << 1.0 << 0.0 << 2.0 << 2.0 << 2.0;
    QTest::newRow("after") << Once << 2.0 << 0.0 << 5.0 << 2.0 << 2.0;
    QTest::newRow("backwards") << Once << -1.0 << 2.0 << 0.5 << 2.0 << 1.5;
    QTest::newRow("backwards past 0") << Once << -1.0 << 2.0 << 9.0 << 2.0 << 0.0;
    QTest::newRow("no length") << Once << 1.0 << 0.0 << 1.0 << 0.0 << 0.0;
    QTest::newRow("loop inside") << Loop << 1.0 << 0.0 << 0.5 << 2.0 << 0.5;
    QTest::newRow("loop at end") << Loop << 1.0 << 0.0 << 2.0 << 2.0 << 0.0;
    QTest::newRow("loop wraps") << Loop << 1.0 << 0.0 << 4.5 << 2.0 << 0.5;
    QTest::newRow("loop backwards") << Loop << -1.0 << 0.0 << 0.5 << 2.0 << 1.5;
    QTest::newRow("loop backwards far") << Loop << -2.0 << 0.25 << 3.0 << 2.0 << 0.25;
    QTest::newRow("loop no length") << Loop << 1.0 << 0.0 << 1.0 << 0.0 << 0.0;
    QTest::newRow("loop negative length") << Loop << 1.0 << 0.0 << 1.0 << -1.0 << 0.0;
    QTest::newRow("ping-pong there") << PingPong << 1.0 << 0.0 << 1.5 << 2.0 << 1.5;
    QTest::newRow("ping-pong at end") << PingPong << 1.0 << 0.0 << 2.0 << 2.0 << 2.0;
    QTest::newRow("ping-pong back") << PingPong << 1.0 << 0.0 << 3.5 << 2.0 << 0.5;
    QTest::newRow("ping-pong home") << PingPong << 1.0 << 0.0 << 4.0 << 2.0 << 0.0;
    QTest::newRow("ping-pong again") << PingPong << 2.0 << 0.0 << 2.5 << 2.0 << 1.0;
    QTest::newRow("ping-pong backwards") << PingPong << -1.0 << 0.0 << 0.5 << 2.0 << 0.5;
    QTest::newRow("ping-pong start on the way back") << PingPong << 1.0 << 3.0 << 0.5 << 2.0 << 0.5;
    QTest::newRow("ping-pong no length") << PingPong << 1.0 << 0.0 << 1.0 << 0.0 << 0.0;
}

void TstPlayback::mapsTime() {
    QFETCH(PlaybackMode, mode);
    QFETCH(double, speed);
    QFETCH(double, start);
    QFETCH(double, elapsed);
    QFETCH(double, duration);
    QFETCH(double, expected);
    const Playback playback{mode, speed, start};
    QCOMPARE_LE(std::abs(*clipTime(playback, elapsed, duration) - expected), 1e-12);
}

void TstPlayback::loopingForDaysStaysInsideTheClip() {
    const double duration = 1.2333333;
    for (double elapsed = -1e6; elapsed < 1e6; elapsed += 1234.567) {
        const double time = *clipTime({Loop, 1.0, 0.0}, elapsed, duration);
        QVERIFY(time >= 0.0 && time < duration);
        // floored modulo: the phase is the one of exact arithmetic to a microsecond
        const double phase = std::remainder(elapsed - time, duration);
        QCOMPARE_LE(std::abs(phase), 1e-6);
    }
}

void TstPlayback::pingPongIsATriangleWave() {
    // Closed form: the angle of a triangle wave, duration / pi * acos(cos(pi t / duration)).
    const double pi = std::acos(-1.0);
    const double duration = 1.7;
    for (double elapsed = -20.0; elapsed < 20.0; elapsed += 0.0937) {
        const double expected = duration / pi * std::acos(std::cos(pi * elapsed / duration));
        const double time = *clipTime({PingPong, 1.0, 0.0}, elapsed, duration);
        // acos loses half of its digits where the cosine is one
        QCOMPARE_LE(std::abs(time - expected), 1e-7);
    }
}

void TstPlayback::rangeRejectsInvalidInput_data() {
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::addColumn<double>("duration");
    QTest::addColumn<QString>("message");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    QTest::newRow("from") << nan << 1.0 << 1.0
                          << "played range: from nan to 1, duration 1: expected finite numbers";
    QTest::newRow("to") << 0.0 << infinity << 1.0
                        << "played range: from 0 to inf, duration 1: expected finite numbers";
    QTest::newRow("duration") << 0.0 << 1.0 << nan
                              << "played range: from 0 to 1, duration nan: expected finite numbers";
    QTest::newRow("too far")
        << 0.0 << 1e10 << 1e-300
        << "played range: from 0 to 1e+10, duration 1e-300: expected times within 2^53 durations";
}

void TstPlayback::rangeRejectsInvalidInput() {
    QFETCH(double, from);
    QFETCH(double, to);
    QFETCH(double, duration);
    QFETCH(QString, message);
    for (const PlaybackMode mode : {Loop, PingPong}) {
        const auto range = PlayedRange::create(mode, from, to, duration);
        QVERIFY(!range);
        QCOMPARE(range.error().code, std::string("pose.time"));
        QCOMPARE(QString::fromStdString(range.error().message), message);
    }
}

void TstPlayback::cutsARangeIntoPieces_data() {
    QTest::addColumn<PlaybackMode>("mode");
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::addColumn<double>("duration");
    QTest::addColumn<RangeStart>("start");
    QTest::addColumn<int>("wraps");
    QTest::addColumn<QString>("pieces");
    QTest::newRow("once") << Once << 0.5 << 1.0 << 2.0 << NotMet << 0 << "(0.5 1]";
    QTest::newRow("once starts") << Once << 0.0 << 1.0 << 2.0 << Met << 0 << "[0 1]";
    QTest::newRow("once ends") << Once << 1.5 << 9.0 << 2.0 << NotMet << 0 << "(1.5 2]";
    QTest::newRow("once over") << Once << 2.0 << 9.0 << 2.0 << NotMet << 0 << "";
    QTest::newRow("once long over") << Once << 3.0 << 9.0 << 2.0 << NotMet << 0 << "";
    QTest::newRow("once from before") << Once << -1.0 << 1.0 << 2.0 << NotMet << 0 << "[0 1]";
    QTest::newRow("once still before") << Once << -1.0 << -0.5 << 2.0 << Met << 0 << "";
    QTest::newRow("once back from after") << Once << 3.0 << 1.0 << 2.0 << NotMet << 0 << "[2 1]";
    QTest::newRow("once backwards") << Once << 1.0 << -1.0 << 2.0 << NotMet << 0 << "(1 0]";
    QTest::newRow("once through all") << Once << -1.0 << 9.0 << 2.0 << NotMet << 0 << "[0 2]";
    QTest::newRow("paused") << Loop << 0.5 << 0.5 << 2.0 << NotMet << 0 << "";
    QTest::newRow("paused at the start") << Loop << 0.5 << 0.5 << 2.0 << Met << 0 << "[0.5 0.5]";
    QTest::newRow("loop inside") << Loop << 0.5 << 1.5 << 2.0 << NotMet << 0 << "(0.5 1.5]";
    QTest::newRow("loop wraps") << Loop << 1.5 << 2.5 << 2.0 << NotMet << 1 << "(1.5 2] [0 0.5]";
    QTest::newRow("loop onto the end")
        << Loop << 1.5 << 2.0 << 2.0 << NotMet << 1 << "(1.5 2] [0 0]";
    QTest::newRow("loop from the end") << Loop << 2.0 << 2.5 << 2.0 << NotMet << 0 << "(0 0.5]";
    QTest::newRow("loop 2.5 times") << Loop << 0.0 << 5.0 << 2.0 << Met << 2 << "[0 2] [0 2] [0 1]";
    QTest::newRow("loop backwards")
        << Loop << 2.5 << 1.5 << 2.0 << NotMet << -1 << "(0.5 0] [2 1.5]";
    QTest::newRow("loop backwards onto 0") << Loop << 0.5 << 0.0 << 2.0 << NotMet << 0 << "(0.5 0]";
    QTest::newRow("loop backwards from 0")
        << Loop << 0.0 << -0.5 << 2.0 << NotMet << -1 << "[2 1.5]";
    QTest::newRow("loop backwards twice")
        << Loop << 0.5 << -3.5 << 2.0 << NotMet << -2 << "(0.5 0] [2 0] [2 0.5]";
    QTest::newRow("ping-pong there") << PingPong << 0.5 << 1.5 << 2.0 << NotMet << 0 << "(0.5 1.5]";
    QTest::newRow("ping-pong back") << PingPong << 2.5 << 3.5 << 2.0 << NotMet << 0 << "(1.5 0.5]";
    QTest::newRow("ping-pong turns")
        << PingPong << 1.5 << 2.5 << 2.0 << NotMet << 1 << "(1.5 2] (2 1.5]";
    QTest::newRow("ping-pong onto the turn")
        << PingPong << 1.5 << 2.0 << 2.0 << NotMet << 1 << "(1.5 2]";
    QTest::newRow("ping-pong from the turn")
        << PingPong << 2.0 << 2.5 << 2.0 << NotMet << 0 << "(2 1.5]";
    QTest::newRow("ping-pong turns at 0")
        << PingPong << 3.5 << 4.5 << 2.0 << NotMet << 1 << "(0.5 0] (0 0.5]";
    QTest::newRow("ping-pong backwards")
        << PingPong << 2.5 << 1.5 << 2.0 << NotMet << -1 << "(1.5 2] (2 1.5]";
    QTest::newRow("ping-pong below 0")
        << PingPong << 0.5 << -2.5 << 2.0 << NotMet << -2 << "(0.5 0] (0 2] (2 1.5]";
    QTest::newRow("no length") << Loop << 0.0 << 9.0 << 0.0 << NotMet << 0 << "";
    QTest::newRow("no length, started") << Once << 0.0 << 9.0 << 0.0 << Met << 0 << "[0 0]";
}

void TstPlayback::cutsARangeIntoPieces() {
    QFETCH(PlaybackMode, mode);
    QFETCH(double, from);
    QFETCH(double, to);
    QFETCH(double, duration);
    QFETCH(RangeStart, start);
    QFETCH(int, wraps);
    QFETCH(QString, pieces);
    const auto range = PlayedRange::create(mode, from, to, duration, start);
    QVERIFY(range);
    QCOMPARE(range->wraps(), std::int64_t{wraps});
    QCOMPARE(QString::fromStdString(piecesOf(*range)), pieces);
    QCOMPARE(range->from(), *clipTime({mode, 1.0, 0.0}, from, duration));
    QCOMPARE(range->to(), *clipTime({mode, 1.0, 0.0}, to, duration));
    QCOMPARE(range->piece(0).from, range->from());
    QCOMPARE(range->piece(range->pieceCount() - 1).to, range->to());
}

void TstPlayback::rangeCostsTheSameForAnyNumberOfWraps() {
    const auto range = PlayedRange::create(Loop, -1.5e12, 2.5e12, 1.0);
    QVERIFY(range);
    QCOMPARE(range->wraps(), std::int64_t{4'000'000'000'000});
    const PlayedPiece last = range->piece(range->pieceCount() - 1);
    QCOMPARE(last.from, 0.0);
    QCOMPARE(last.to, 0.0);
}

void TstPlayback::anySplitMeetsTheSameInstants_data() {
    QTest::addColumn<PlaybackMode>("mode");
    QTest::addColumn<double>("speed");
    for (const double speed : {1.0, -1.0}) {
        QTest::addRow("once %g", speed) << Once << speed;
        QTest::addRow("loop %g", speed) << Loop << speed;
        QTest::addRow("ping-pong %g", speed) << PingPong << speed;
    }
}

void TstPlayback::anySplitMeetsTheSameInstants() {
    QFETCH(PlaybackMode, mode);
    QFETCH(double, speed);
    // Steps of eighths meet the ends and the events exactly, so that every border is hit.
    const double duration = 1.25;
    const std::vector<double> events{0.0, 0.125, 0.5, 1.0, 1.25};
    const double first = mode == Once ? (speed > 0.0 ? -0.5 : 1.75) : 0.0;
    const double last = first + speed * 7.5;
    std::vector<double> whole;
    appendMet(PlayedRange::create(mode, first, last, duration, Met).value(), events, whole);
    QVERIFY(whole.size() >= events.size());
    for (unsigned seed = 0; seed < 200; ++seed) {
        unsigned state = seed;
        std::vector<double> met;
        RangeStart start = Met;
        for (double from = first; from != last;) {
            state = state * 1664525u + 1013904223u;
            const double step = 0.125 * static_cast<double>(state >> 28);
            const double to =
                speed > 0.0 ? std::min(from + step, last) : std::max(from - step, last);
            appendMet(PlayedRange::create(mode, from, to, duration, start).value(), events, met);
            from = to;
            start = NotMet;
        }
        QCOMPARE(met, whole);
    }
}

QTEST_GUILESS_MAIN(TstPlayback)
#include "tst_playback.moc"
