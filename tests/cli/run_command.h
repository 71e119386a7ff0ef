// SPDX-License-Identifier: Apache-2.0
// Runs the command and takes its answer.
#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace sartor::test {

struct Answer {
    /// -1 for a process that did not end by itself.
    int exitCode = -1;
    QByteArray out;
    QByteArray err;

    const QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

inline Answer
runCommand(const QStringList& arguments,
           const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment()) {
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(SARTOR_COMMAND, arguments);
    Answer answer;
    if (process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit) {
        answer.exitCode = process.exitCode();
    }
    answer.out = process.readAllStandardOutput();
    answer.err = process.readAllStandardError();
    return answer;
}

/// A file of the test data.
inline QString dataFile(const QString& path) {
    return QString(SARTOR_TEST_DATA_DIR "/") + path;
}

} // namespace sartor::test
