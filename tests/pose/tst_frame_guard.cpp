// SPDX-License-Identifier: Apache-2.0
// Who updates a character twice in one frame.
#include <sartor/base/log.h>
#include <sartor/pose/frame_guard.h>

#include <QtTest>

#include <string>
#include <vector>

using namespace sartor;
using namespace sartor::pose;

class TstFrameGuard : public QObject {
    Q_OBJECT

private slots:
    void oneUpdateAFrameIsFine();
    void secondUpdateIsSaidWithBothCallers();
    void callersNeedNoNames();
};

void TstFrameGuard::oneUpdateAFrameIsFine() {
    FrameGuard guard;
    // Frames may be skipped, and a host may begin to count anew.
    for (const std::uint64_t frame : {0u, 1u, 2u, 7u, 0u, 1u}) {
        QVERIFY(!guard.enter(frame, "update"));
    }
    QVERIFY(!guard.found());
    QCOMPARE(guard.foundCount(), std::uint64_t{0});
}

void TstFrameGuard::secondUpdateIsSaidWithBothCallers() {
    std::vector<std::string> lines;
    const int sink = addLogSink([&](LogLevel, std::string_view line) { lines.emplace_back(line); });
    FrameGuard guard;
    for (std::uint64_t frame = 4; frame < 8; ++frame) {
        QVERIFY(!guard.enter(frame, "update"));
        const auto found = guard.enter(frame, "late update");
        QVERIFY(found);
        QCOMPARE(found->frame, frame);
        QCOMPARE(found->firstCaller, "update");
        QCOMPARE(found->secondCaller, "late update");
    }
    QCOMPARE(guard.foundCount(), std::uint64_t{4});
    // The same two are no news in the next frame, another one is.
    QCOMPARE(lines.size(), std::size_t{1});
    QVERIFY(lines[0].find("frame 4: updated by 'update' and again by 'late update'") !=
            std::string::npos);
    QVERIFY(guard.enter(7, "physics"));
    QCOMPARE(lines.size(), std::size_t{2});
    removeLogSink(sink);
}

void TstFrameGuard::callersNeedNoNames() {
    std::vector<std::string> lines;
    const int sink = addLogSink([&](LogLevel, std::string_view line) { lines.emplace_back(line); });
    FrameGuard guard;
    QVERIFY(!guard.enter(1, ""));
    QVERIFY(guard.enter(1, ""));
    QCOMPARE(lines.size(), std::size_t{1});
    QVERIFY(lines[0].find("somebody without a name and again by somebody without") !=
            std::string::npos);
    removeLogSink(sink);
}

QTEST_GUILESS_MAIN(TstFrameGuard)
#include "tst_frame_guard.moc"
