// SPDX-License-Identifier: Apache-2.0
// Ids are given once, whoever asks.
#include <sartor/base/unique_id.h>

#include <QtTest>

#include <array>
#include <set>
#include <thread>
#include <vector>

using namespace sartor;

class TstUniqueId : public QObject {
    Q_OBJECT

private slots:
    void idsAreNeverGivenTwice() {
        constexpr std::size_t kEach = 10000;
        std::array<std::vector<std::uint64_t>, 4> taken;
        {
            std::array<std::jthread, 4> threads;
            for (std::size_t i = 0; i < threads.size(); ++i) {
                threads[i] = std::jthread([&own = taken[i]] {
                    for (std::size_t count = 0; count < kEach; ++count) {
                        own.push_back(newId());
                    }
                });
            }
        }
        std::set<std::uint64_t> all;
        for (const std::vector<std::uint64_t>& own : taken) {
            all.insert(own.begin(), own.end());
        }
        QCOMPARE(all.size(), taken.size() * kEach);
        QVERIFY(*all.begin() != 0);
    }
};

QTEST_GUILESS_MAIN(TstUniqueId)
#include "tst_unique_id.moc"
