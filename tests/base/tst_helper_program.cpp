// SPDX-License-Identifier: Apache-2.0
// Where helper programs are found, and what is said where they are not.
#include <sartor/base/helper_program.h>

#include <QtTest>

using namespace sartor;

class TstHelperProgram : public QObject {
    Q_OBJECT

private slots:
    void saysWhereItLooked() {
        const auto found = findHelperProgram({"sartor-no-such-helper", "SARTOR_NO_SUCH_HELPER"});
        QVERIFY(!found);
        QCOMPARE(found.error().code, std::string("process.no_helper"));
        const std::string own = QCoreApplication::applicationDirPath().toStdString();
        const std::string expected = "it was looked for as " + own + "/sartor-no-such-helper, ";
        QVERIFY2(found.error().message.starts_with(expected), found.error().message.c_str());
        QVERIFY(found.error().message.find("libexec/sartor/sartor-no-such-helper") !=
                std::string::npos);
    }

    void theVariableComesBeforeThePlacesOfInstallation() {
        qputenv("SARTOR_NO_SUCH_HELPER", SARTOR_CHILD_PROGRAM);
        const auto found = findHelperProgram({"sartor-no-such-helper", "SARTOR_NO_SUCH_HELPER"});
        qunsetenv("SARTOR_NO_SUCH_HELPER");
        QVERIFY(found.hasValue());
        QCOMPARE(found->string(), std::string(SARTOR_CHILD_PROGRAM));
    }

    void standsBesideTheRunningProgram() {
        const std::string name =
            QFileInfo(QCoreApplication::applicationFilePath()).fileName().toStdString();
        const auto found = findHelperProgram({name, "SARTOR_NO_SUCH_HELPER"});
        QVERIFY(found.hasValue());
        QCOMPARE(found->string(), QCoreApplication::applicationFilePath().toStdString());
    }

    void anExplicitPlaceIsTheOnlyOne() {
        qputenv("SARTOR_NO_SUCH_HELPER", SARTOR_CHILD_PROGRAM);
        const auto found =
            findHelperProgram({"child_program", "SARTOR_NO_SUCH_HELPER", "/nonexistent/helper"});
        qunsetenv("SARTOR_NO_SUCH_HELPER");
        QVERIFY(!found);
        QCOMPARE(found.error().message, std::string("it was looked for as /nonexistent/helper"));
        // A file that nobody can run is none either.
        QVERIFY(!findHelperProgram({"child_program", "", __FILE__}));
    }
};

QTEST_GUILESS_MAIN(TstHelperProgram)
#include "tst_helper_program.moc"
