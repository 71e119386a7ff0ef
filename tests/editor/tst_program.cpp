// SPDX-License-Identifier: Apache-2.0
// The editor as a process that writes a picture: exit codes are the command's.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

class TstProgram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void endsWithTheExitCodeOfTheCommand_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("picture");
        QTest::addColumn<int>("exitCode");
        const QString tube = QStringLiteral(SARTOR_SAMPLES_DIR "/assets/twist_tube.glb");
        const QString picture = QStringLiteral("a.png");
        QTest::addRow("done") << QStringList{tube} << picture << 0;
        QTest::addRow("unknown option")
            << QStringList{tube, QStringLiteral("--fly")} << picture << 2;
        QTest::addRow("empty value")
            << QStringList{tube, QStringLiteral("--clip"), QString()} << picture << 2;
        QTest::addRow("clip that is not there")
            << QStringList{tube, QStringLiteral("--clip"), QStringLiteral("Fly")} << picture << 2;
        QTest::addRow("picture of another kind")
            << QStringList{tube} << QStringLiteral("a.jpg") << 2;
        QTest::addRow("file that is not there")
            << QStringList{QStringLiteral("/nonexistent/a.glb")} << picture << 3;
        QTest::addRow("graph that cannot run")
            << QStringList{tube,
                           QStringLiteral("--graph"),
                           QStringLiteral(SARTOR_SAMPLES_DIR "/graphs/locomotion.graph.json")}
            << picture << 3;
        QTest::addRow("graph that is not there")
            << QStringList{tube, QStringLiteral("--graph"), QStringLiteral("/nonexistent/a.json")}
            << picture << 3;
        QTest::addRow("longer than a day")
            << QStringList{tube,
                           QStringLiteral("--graph"),
                           QStringLiteral(SARTOR_SAMPLES_DIR "/graphs/locomotion.graph.json"),
                           QStringLiteral("--time"),
                           QStringLiteral("86401")}
            << picture << 2;
        QTest::addRow("folder that is not there")
            << QStringList{tube} << QStringLiteral("nowhere/a.png") << 4;
    }

    void endsWithTheExitCodeOfTheCommand() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, picture);
        QFETCH(int, exitCode);
        const QTemporaryDir folder;
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove(QStringLiteral("QT_QPA_PLATFORM")); // the program knows what it needs
        environment.remove(QStringLiteral("XDG_RUNTIME_DIR")); // as where nobody has logged in
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(SARTOR_EDITOR_PROGRAM),
                      arguments << QStringLiteral("--screenshot") << folder.filePath(picture));
        QVERIFY(process.waitForFinished(60000));
        const QByteArray problem = process.readAllStandardError();
        QVERIFY(process.exitStatus() == QProcess::NormalExit);
        QVERIFY2(process.exitCode() == exitCode,
                 qPrintable(QString::number(process.exitCode()) + QString::fromUtf8(problem)));
        // A script that keeps standard error sees what concerns it.
        QVERIFY2(!problem.contains("propagateSizeHints") && !problem.contains("XDG_RUNTIME_DIR"),
                 problem.constData());
        // Whatever is wrong is said there.
        QCOMPARE(problem.contains("error: ") || problem.contains("sartor-editor: "), exitCode != 0);
        if (exitCode == 0) {
            QVERIFY(QFile::exists(folder.filePath(picture)));
        }
    }
};

QTEST_GUILESS_MAIN(TstProgram)
#include "tst_program.moc"
