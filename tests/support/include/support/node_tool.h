// SPDX-License-Identifier: Apache-2.0
// Tests that run the tools of tests/tools: without them they are skipped as a whole, or fail when
// the environment variable SARTOR_REQUIRE_TEST_TOOLS is 1.
#pragma once

#include <QCoreApplication>
#include <QDir>
#include <QJsonDocument>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>
#include <QtTest/qtest.h>

#include <cstdio>

namespace sartor::test {

/// What a script of tests/tools prints, as JSON; null when it could not be run.
inline QJsonDocument runNodeTool(const QString& script, const QStringList& arguments) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("NODE_PATH", SARTOR_TEST_TOOLS_DIR "/node_modules");
    process.setProcessEnvironment(environment);
    process.start("node", QStringList(SARTOR_TEST_SCRIPTS_DIR "/" + script) + arguments);
    process.waitForFinished(120000);
    const QByteArray complaint = process.readAllStandardError();
    if (!complaint.isEmpty()) {
        qWarning("%s", complaint.constData());
    }
    return QJsonDocument::fromJson(process.readAllStandardOutput());
}

template <class Test>
int runNodeTest(int argumentCount, char** arguments) {
    if (!QDir(SARTOR_TEST_TOOLS_DIR "/node_modules").exists()) {
        const bool isRequired = qEnvironmentVariable("SARTOR_REQUIRE_TEST_TOOLS") == "1";
        std::fprintf(stderr,
                     "%s: the tools are not in %s; tests/tools/install.sh puts them there\n",
                     isRequired ? "FAIL" : "SKIP",
                     SARTOR_TEST_TOOLS_DIR);
        return isRequired ? 1 : 77; // what ctest counts as skipped
    }
    QCoreApplication application(argumentCount, arguments);
    Test test;
    return QTest::qExec(&test, argumentCount, arguments);
}

} // namespace sartor::test

/// main() of such a test; the class has a default constructor.
#define SARTOR_NODE_TEST_MAIN(Test)                                                                \
    int main(int argumentCount, char** arguments) {                                                \
        return sartor::test::runNodeTest<Test>(argumentCount, arguments);                          \
    }
