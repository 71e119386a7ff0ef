// SPDX-License-Identifier: Apache-2.0
// sartor-lab as a process: readouts as JSON, a picture, exit codes.
#include "../cli/run_command.h"

#include <QImage>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace {

using sartor::test::Answer;

Answer runLab(const QStringList& arguments) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("QT_QPA_PLATFORM")); // the program knows what it needs
    environment.remove(QStringLiteral("XDG_RUNTIME_DIR")); // as where nobody has logged in
    return sartor::test::runCommand(arguments, environment);
}

} // namespace

class TstLabProgram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void endsWithTheRightCode_data();
    void endsWithTheRightCode();
    void listsTheSamples();
    void writesReadoutsAsJson();
    void writesAPicture();
};

void TstLabProgram::endsWithTheRightCode_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("done") << QStringList{"double_bind", "--json", "-"} << 0;
    QTest::newRow("help") << QStringList{"--help"} << 0;
    QTest::newRow("no such sample") << QStringList{"fly", "--json", "-"} << 2;
    QTest::newRow("no such control")
        << QStringList{"double_bind", "--set", "fly=1", "--json", "-"} << 2;
    QTest::newRow("no such chain")
        << QStringList{"double_bind", "--chain", "fly", "--json", "-"} << 2;
    QTest::newRow("no such param")
        << QStringList{"double_bind", "--chain", "lbs[fly=1]", "--json", "-"} << 2;
    QTest::newRow("no folder for the answer")
        << QStringList{"double_bind", "--json", "/nonexistent/a.json"} << 4;
    QTest::newRow("no folder of plugins")
        << QStringList{"double_bind", "--plugin-path", "/nonexistent", "--json", "-"} << 4;
}

void TstLabProgram::endsWithTheRightCode() {
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    const Answer answer = runLab(arguments);
    QVERIFY2(answer.exitCode == exitCode,
             qPrintable(QString::number(answer.exitCode) + QString::fromUtf8(answer.err)));
    QCOMPARE(answer.err.startsWith("sartor-lab: "), exitCode != 0);
}

void TstLabProgram::listsTheSamples() {
    const QByteArray list = runLab({"--list"}).out;
    for (const char* words : {"twist_tube: ", "    twist  ", "0 to 180° [170]", "lbs, dqs [lbs]"}) {
        QVERIFY2(list.contains(words), words);
    }
}

void TstLabProgram::writesReadoutsAsJson() {
    const Answer answer = runLab({"twist_tube", "--set", "twist=120", "--json", "-"});
    QCOMPARE(answer.exitCode, 0);
    const QJsonObject report = answer.json();
    QCOMPARE(report["sample"].toString(), QStringLiteral("twist_tube"));
    QCOMPARE(report["backend"].toString(), QStringLiteral("cpu"));
    QCOMPARE(report["settings"].toObject()["twist"].toDouble(), 120.0);
    QVERIFY(report["agrees"].toBool());
    const QJsonArray columns = report["columns"].toArray();
    QCOMPARE(columns.size(), 2);
    const QJsonObject thinnest = columns[0].toObject()["readouts"].toArray()[0].toObject();
    QCOMPARE_LE(std::abs(thinnest["measured"].toDouble() - 0.5), 1e-6);
    QCOMPARE_LE(std::abs(thinnest["expected"].toDouble() - 0.5), 1e-12);
    QCOMPARE_LE(thinnest["difference"].toDouble(), 1e-6);
    const QJsonObject curve = columns[0].toObject()["curve"].toObject();
    QCOMPARE(curve["measured"].toArray().size(), curve["x"].toArray().size());
}

void TstLabProgram::writesAPicture() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("elbow.png");
    const Answer answer = runLab({"elbow_bulge", "--size", "1000x760", "--screenshot", path});
    const QString required = qEnvironmentVariable("SARTOR_REQUIRE_VULKAN");
    if (answer.exitCode == 4 && required != QLatin1String("1")) {
        QVERIFY2(answer.err.contains("Vulkan"), answer.err.constData());
        return; // this machine has no device, and the program says so
    }
    QVERIFY2(answer.exitCode == 0, answer.err.constData());
    QCOMPARE(QImage(path).size(), QSize(1000, 760));
    // A script that keeps standard error sees what concerns it.
    QVERIFY2(answer.err.isEmpty(), answer.err.constData());
}

QTEST_GUILESS_MAIN(TstLabProgram)
#include "tst_lab_program.moc"
