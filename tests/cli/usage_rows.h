// SPDX-License-Identifier: Apache-2.0
// Rows of a test that gives a command options it must refuse.
#pragma once

#include "run_command.h"

#include <QTest>

namespace sartor::test {

/// Columns of the rows below; belongs into a function of rows.
inline void addUsageColumns() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("message");
}

/// What is added to the command, and words of the message.
inline void addUsageRow(const char* name, const QStringList& options, const QString& message) {
    QTest::newRow(name) << options << message;
}

/// Runs the command with the options of the row: it ends as wrong usage, with the row's words as
/// its only output.
inline void compareUsage(const QStringList& command) {
    QFETCH(QStringList, options);
    QFETCH(QString, message);
    const Answer answer = runCommand(command + options);
    QCOMPARE(answer.exitCode, 2);
    QVERIFY(answer.out.isEmpty());
    QVERIFY2(QString(answer.err).contains(message), answer.err.constData());
}

} // namespace sartor::test
