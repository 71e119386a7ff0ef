// SPDX-License-Identifier: Apache-2.0
// Work over index ranges.
#include <sartor/base/parallel.h>

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <vector>

using namespace sartor;

class TstParallel : public QObject {
    Q_OBJECT

private slots:
    void coversEveryIndexOnceInSmallRanges_data();
    void coversEveryIndexOnceInSmallRanges();
    void aLimitOfOneRunsOnTheCallingThread();
};

void TstParallel::coversEveryIndexOnceInSmallRanges_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("grain");
    for (const int count : {0, 1, 63, 64, 65, 100000}) {
        for (const int grain : {0, 1, 64, 1000000}) {
            QTest::addRow("%d items, grain %d", count, grain) << count << grain;
        }
    }
}

void TstParallel::coversEveryIndexOnceInSmallRanges() {
    QFETCH(int, count);
    QFETCH(int, grain);
    std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
    const auto largest = static_cast<std::size_t>(std::max(grain, 1));
    std::atomic<int> rangesOfWrongSize{0};
    parallelFor(
        visits.size(), static_cast<std::size_t>(grain), [&](std::size_t begin, std::size_t end) {
            rangesOfWrongSize += begin < end && end - begin <= largest ? 0 : 1;
            for (std::size_t i = begin; i < end; ++i) {
                ++visits[i];
            }
        });
    for (const auto& visit : visits) {
        QCOMPARE(visit.load(), 1);
    }
    QCOMPARE(rangesOfWrongSize.load(), 0);
}

void TstParallel::aLimitOfOneRunsOnTheCallingThread() {
    const ScopedThreadLimit limit(1);
    const auto caller = QThread::currentThreadId();
    std::atomic<int> elsewhere{0};
    parallelFor(1000, 1, [&](std::size_t, std::size_t) {
        elsewhere += QThread::currentThreadId() == caller ? 0 : 1;
    });
    QCOMPARE(elsewhere.load(), 0);
}

QTEST_GUILESS_MAIN(TstParallel)
#include "tst_parallel.moc"
