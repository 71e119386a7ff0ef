// SPDX-License-Identifier: Apache-2.0
// Room in the heap: fewer page faults, and nothing else.
#include <sartor/base/heap.h>

#include <QtTest>

#include <sys/resource.h>

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

using namespace sartor;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kHasOwnAllocator = true;
#else
constexpr bool kHasOwnAllocator = false;
#endif

class TstHeap : public QObject {
    Q_OBJECT

private slots:
    void takesAnySize();
    void savesPageFaults();

private:
    // Faults while vectors of 12 MiB in all are filled.
    static long faultsOfFilling() {
        rusage before{};
        ::getrusage(RUSAGE_SELF, &before);
        std::vector<std::vector<char>> vectors;
        for (int i = 0; i < 4; ++i) {
            vectors.emplace_back(3 << 20, 'x');
        }
        rusage after{};
        ::getrusage(RUSAGE_SELF, &after);
        return after.ru_minflt - before.ru_minflt;
    }
};

void TstHeap::takesAnySize() {
    prepareHeap(0);
    prepareHeap(1);
    prepareHeap(SIZE_MAX);
}

void TstHeap::savesPageFaults() {
    std::ifstream setting("/sys/kernel/mm/transparent_hugepage/enabled");
    std::string choices;
    std::getline(setting, choices);
    if (kHasOwnAllocator || choices.empty() || choices.find("[never]") != std::string::npos) {
        QSKIP("this process or system has no large pages");
    }
    prepareHeap(12 << 20);
    const long faults = faultsOfFilling();
    // 3072 pages of 4 KiB without; a large page may be missing where memory is in pieces.
    QVERIFY2(faults < 2048, qPrintable(QString::number(faults)));
}

QTEST_GUILESS_MAIN(TstHeap)
#include "tst_heap.moc"
