// SPDX-License-Identifier: Apache-2.0
// Receivers of the log.
#include <sartor/base/log.h>

#include <QtTest>

#include <string>
#include <vector>

using namespace sartor;

class TstLog : public QObject {
    Q_OBJECT

private slots:
    void receiversSeeLinesAtOrAboveTheLevel();
    void removedReceiversSeeNothing();
    void aReceiverMayLogAndRemoveItself();
};

void TstLog::receiversSeeLinesAtOrAboveTheLevel() {
    std::vector<std::string> lines;
    const int id = addLogSink([&](LogLevel, std::string_view line) { lines.emplace_back(line); });
    setLogLevel(LogLevel::Warning);
    log(LogLevel::Info, "dropped");
    log(LogLevel::Warning, "kept {} as it is");
    removeLogSink(id);
    QCOMPARE(lines, std::vector<std::string>{"kept {} as it is"});
}

void TstLog::removedReceiversSeeNothing() {
    int calls = 0;
    const int id = addLogSink([&](LogLevel, std::string_view) { ++calls; });
    log(LogLevel::Error, "one");
    removeLogSink(id);
    log(LogLevel::Error, "two");
    QCOMPARE(calls, 1);
}

void TstLog::aReceiverMayLogAndRemoveItself() {
    int calls = 0;
    int id = 0;
    id = addLogSink([&](LogLevel, std::string_view) {
        ++calls;
        removeLogSink(id);
        log(LogLevel::Error, "from inside");
    });
    log(LogLevel::Error, "outside");
    QCOMPARE(calls, 1);
}

QTEST_GUILESS_MAIN(TstLog)
#include "tst_log.moc"
