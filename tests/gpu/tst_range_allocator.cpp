// SPDX-License-Identifier: Apache-2.0
// Ranges are disjoint, aligned, inside the block, and come together again when freed.
#include <sartor/gpu/range_allocator.h>

#include <QtTest/qtest.h>

#include <support/compare.h>

#include <algorithm>
#include <vector>

using sartor::gpu::RangeAllocator;

namespace {

struct Range {
    std::uint64_t start = 0;
    std::uint64_t size = 0;
};

bool overlap(const Range& a, const Range& b) {
    return a.start < b.start + b.size && b.start < a.start + a.size;
}

} // namespace

class TstRangeAllocator : public QObject {
    Q_OBJECT

private slots:
    void servesTheWholeBlockOnce() {
        RangeAllocator allocator(1024);
        QCOMPARE(allocator.allocate(1024, 256), std::optional<std::uint64_t>(0));
        QCOMPARE(allocator.usedSize(), std::uint64_t{1024});
        QVERIFY(!allocator.allocate(1, 1).has_value());
        allocator.free(0);
        QVERIFY(allocator.isEmpty());
        QCOMPARE(allocator.allocate(1024, 1), std::optional<std::uint64_t>(0));
    }

    void refusesWhatDoesNotFit_data() {
        QTest::addColumn<quint64>("size");
        QTest::addColumn<quint64>("alignment");
        QTest::newRow("larger than the block") << quint64{101} << quint64{1};
        QTest::newRow("larger than any number that could fit") << ~quint64{0} << quint64{1};
        QTest::newRow("only without its alignment") << quint64{50} << quint64{64};
    }
    void refusesWhatDoesNotFit() {
        QFETCH(const quint64, size);
        QFETCH(const quint64, alignment);
        RangeAllocator allocator(100);
        QVERIFY(allocator.allocate(1, 1).has_value());
        QVERIFY(!allocator.allocate(size, alignment).has_value());
        QCOMPARE(allocator.usedSize(), std::uint64_t{1});
    }

    void usesTheSmallestHoleThatFits() {
        RangeAllocator allocator(1000);
        const auto big = allocator.allocate(300, 1);
        QVERIFY(allocator.allocate(10, 1).has_value());
        const auto small = allocator.allocate(100, 1);
        QVERIFY(allocator.allocate(10, 1).has_value());
        allocator.free(*big);
        allocator.free(*small);
        QCOMPARE(allocator.allocate(90, 1), small);
    }

    void givesAnEmptyRequestAPlaceOfItsOwn() {
        RangeAllocator allocator(16);
        const auto first = allocator.allocate(0, 1);
        const auto second = allocator.allocate(0, 1);
        QVERIFY(first.has_value() && second.has_value());
        QVERIFY(*first != *second);
    }

    void keepsItsRulesUnderRandomUse_data() {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 8; ++seed) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }
    void keepsItsRulesUnderRandomUse() {
        QFETCH(const quint32, seed);
        constexpr std::uint64_t kSize = 1u << 16;
        sartor::test::Random random(seed);
        RangeAllocator allocator(kSize);
        std::vector<Range> used;
        std::uint64_t usedSize = 0;
        int refused = 0;
        for (int step = 0; step < 4000; ++step) {
            if (!used.empty() && random.below(100) < 45) {
                const std::size_t chosen = random.below(static_cast<std::uint32_t>(used.size()));
                allocator.free(used[chosen].start);
                usedSize -= used[chosen].size;
                used.erase(used.begin() + static_cast<std::ptrdiff_t>(chosen));
            } else {
                const std::uint64_t size = 1 + random.below(4096);
                const std::uint64_t alignment = std::uint64_t{1} << random.below(10);
                const auto start = allocator.allocate(size, alignment);
                if (!start) {
                    ++refused;
                    continue;
                }
                const Range range{*start, size};
                QCOMPARE(range.start % alignment, std::uint64_t{0});
                QCOMPARE_LE(range.start + range.size, kSize);
                const bool isFree = std::ranges::none_of(
                    used, [&](const Range& other) { return overlap(range, other); });
                QVERIFY2(isFree, qPrintable(QString("step %1 overlaps").arg(step)));
                used.push_back(range);
                usedSize += size;
            }
            QCOMPARE(allocator.usedSize(), usedSize);
        }
        QCOMPARE_GT(refused, 0);
        for (const Range& range : used) {
            allocator.free(range.start);
        }
        QVERIFY(allocator.isEmpty());
        // Only one range that spans everything can serve this.
        QCOMPARE(allocator.allocate(kSize, 1), std::optional<std::uint64_t>(0));
    }
};

QTEST_GUILESS_MAIN(TstRangeAllocator)
#include "tst_range_allocator.moc"
