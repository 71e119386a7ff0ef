// SPDX-License-Identifier: Apache-2.0
// sartor check: exit codes and all four report formats.
#include "run_command.h"

#include <QJsonArray>
#include <QSet>
#include <QXmlStreamReader>
#include <QtTest>

using sartor::test::Answer;
using sartor::test::dataFile;
using sartor::test::runCommand;

namespace {

const QString kGood = dataFile("formats/cm_rig.glb");
const QString kZeroWeights = dataFile("cases/02-weights-zero-sum/input.gltf"); // a warning
const QString kUnreadable = dataFile("cases/80-truncated-glb/cut_bin.glb");

} // namespace

class TstCommandCheck : public QObject {
    Q_OBJECT
private slots:
    void exitCodeFollowsTheGravestFinding_data();
    void exitCodeFollowsTheGravestFinding();
    void jsonNamesRuleAndPlace();
    void sarifHasWhatTheStandardDemands();
    void junitCountsItsCases();
    void everyFileIsCheckedThoughOneCannotBeRead();
    void rulesAreListedAndExplained();
};

void TstCommandCheck::exitCodeFollowsTheGravestFinding_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("warning below the limit") << QStringList{kZeroWeights} << 0;
    QTest::newRow("warning at the limit") << QStringList{kZeroWeights, "--fail-on", "warning"} << 1;
    QTest::newRow("warning above the limit") << QStringList{kZeroWeights, "--fail-on", "info"} << 1;
    QTest::newRow("good file") << QStringList{kGood} << 0;
    QTest::newRow("unreadable wins")
        << QStringList{kUnreadable, kZeroWeights, "--fail-on", "info"} << 3;
}

void TstCommandCheck::exitCodeFollowsTheGravestFinding() {
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    for (const QString& format : QStringList{"text", "json", "sarif", "junit"}) {
        const Answer answer = runCommand(QStringList{"check", "--format", format} + arguments);
        QVERIFY2(answer.exitCode == exitCode, answer.out.constData());
        QCOMPARE(answer.err.isEmpty(), exitCode != 3);
    }
}

void TstCommandCheck::jsonNamesRuleAndPlace() {
    const QJsonObject json = runCommand({"check", kZeroWeights, "--json"}).json();
    bool isFound = false;
    for (const QJsonValue finding : json["files"][0]["diagnostics"].toArray()) {
        if (finding["code"].toString() == "weights.zero_sum") {
            isFound = true;
            QVERIFY(finding["place"].toString().startsWith("/meshes/0/primitives/0"));
            QVERIFY(!finding["vertices"].toArray().isEmpty());
            QCOMPARE(finding["severity"].toString(), QString("warning"));
        }
    }
    QVERIFY(isFound);
}

void TstCommandCheck::sarifHasWhatTheStandardDemands() {
    const QJsonObject json =
        runCommand({"check", kZeroWeights, kUnreadable, "--format", "sarif"}).json();
    QCOMPARE(json["version"].toString(), QString("2.1.0"));
    QCOMPARE(json["$schema"].toString(), QString("https://json.schemastore.org/sarif-2.1.0.json"));
    const QJsonValue run = json["runs"][0];
    const QJsonArray rules = run["tool"]["driver"]["rules"].toArray();
    QSet<QString> ids;
    for (const QJsonValue rule : rules) {
        ids << rule["id"].toString();
        QVERIFY(!rule["shortDescription"]["text"].toString().isEmpty());
    }
    QCOMPARE(ids.size(), rules.size()); // unique
    QVERIFY(!run["results"].toArray().isEmpty());
    for (const QJsonValue result : run["results"].toArray()) {
        const QString rule = result["ruleId"].toString();
        QCOMPARE(rules[result["ruleIndex"].toInt(-1)]["id"].toString(), rule);
        QVERIFY(QStringList({"note", "warning", "error"}).contains(result["level"].toString()));
        QVERIFY(!result["message"]["text"].toString().isEmpty());
        const QJsonValue location = result["locations"][0]["physicalLocation"]["artifactLocation"];
        QCOMPARE(run["artifacts"][location["index"].toInt(-1)]["location"]["uri"].toString(),
                 location["uri"].toString());
        QCOMPARE(QUrl(location["uri"].toString()).toLocalFile(), kZeroWeights);
    }
    const QJsonValue invocation = run["invocations"][0];
    QCOMPARE(invocation["executionSuccessful"].toBool(true), false);
    QCOMPARE(invocation["toolExecutionNotifications"].toArray().size(), 1);
}

void TstCommandCheck::junitCountsItsCases() {
    const Answer answer = runCommand(
        {"check", kGood, kZeroWeights, kUnreadable, "--format", "junit", "--fail-on", "warning"});
    QXmlStreamReader xml(answer.out);
    int declaredTests = -1;
    int declaredFailures = -1;
    int declaredErrors = -1;
    int suites = 0;
    int tests = 0;
    int failures = 0;
    int errors = 0;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        const auto number = [&](const char* name) { return xml.attributes().value(name).toInt(); };
        if (xml.name() == QString("testsuites")) {
            declaredTests = number("tests");
            declaredFailures = number("failures");
            declaredErrors = number("errors");
        }
        suites += xml.name() == QString("testsuite") ? 1 : 0;
        tests += xml.name() == QString("testcase") ? 1 : 0;
        failures += xml.name() == QString("failure") ? 1 : 0;
        errors += xml.name() == QString("error") ? 1 : 0;
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QCOMPARE(suites, 3);
    QCOMPARE(tests, declaredTests);
    QCOMPARE(failures, declaredFailures);
    QCOMPARE(errors, declaredErrors);
    QCOMPARE(errors, 1);
    QVERIFY(failures > 0 && tests > failures + errors);
}

void TstCommandCheck::everyFileIsCheckedThoughOneCannotBeRead() {
    const Answer answer = runCommand({"check", kUnreadable, kZeroWeights, "--json"});
    const QJsonArray files = answer.json()["files"].toArray();
    QCOMPARE(files.size(), 2);
    QVERIFY(files[0]["error"].isObject());
    QVERIFY(files[1]["error"].isNull());
    QVERIFY(!files[1]["diagnostics"].toArray().isEmpty());
    QVERIFY(answer.err.contains(kUnreadable.toUtf8()));
}

void TstCommandCheck::rulesAreListedAndExplained() {
    const QJsonArray rules =
        runCommand({"check", "--list-rules", "--json"}).json()["rules"].toArray();
    QVERIFY(rules.size() >= 12);
    const QByteArray list = runCommand({"check", "--list-rules"}).out;
    for (const QJsonValue rule : rules) {
        const QString id = rule["id"].toString();
        QVERIFY(list.contains(id.toUtf8()));
        const Answer explained = runCommand({"check", "--explain", id});
        QCOMPARE(explained.exitCode, 0);
        QVERIFY(QString(explained.out).contains(rule["explanation"].toString()));
    }
}

QTEST_GUILESS_MAIN(TstCommandCheck)
#include "tst_command_check.moc"
