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
    void findingsOfAProfileNameIt();
    void manyFilesComeInTheirOrder();
    void rulesAreListedAndExplained();
    void codesOfImportersAreExplained();
    void profilesAreListed();
    void pagesAreWhatTheCommandPrints_data();
    void pagesAreWhatTheCommandPrints();
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
            QVERIFY(finding["profile"].isNull());
            QCOMPARE(finding["fingerprint"].toString().size(), 16);
        }
    }
    QVERIFY(isFound);
    QCOMPARE(json["format"].toString(), QString("sartor-check-report"));
    QCOMPARE(json["version"].toInt(), 1);
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
    const QJsonArray notifications = invocation["toolExecutionNotifications"].toArray();
    QCOMPARE(notifications.size(), 1);
    QCOMPARE(notifications[0]["descriptor"]["id"].toString(), QString("file.truncated"));
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
        // What services read: who it is about, how long it took, and why it failed.
        const QStringList needed =
            xml.name() == QString("testsuites")  ? QStringList{"name", "skipped", "time"}
            : xml.name() == QString("testsuite") ? QStringList{"name", "tests", "skipped", "time"}
            : xml.name() == QString("testcase")  ? QStringList{"name", "classname", "time"}
            : xml.name() == QString("failure") || xml.name() == QString("error")
                ? QStringList{"type", "message"}
                : QStringList();
        for (const QString& attribute : needed) {
            QVERIFY2(!xml.attributes().value(attribute).isEmpty(), qPrintable(attribute));
        }
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

void TstCommandCheck::findingsOfAProfileNameIt() {
    const QString file = dataFile("formats/many_influences.glb");
    const auto findingOf = [&](const QStringList& arguments) {
        const QJsonObject json =
            runCommand(QStringList{"check", file, "--json"} + arguments).json();
        for (const QJsonValue finding : json["files"][0]["diagnostics"].toArray()) {
            if (finding["code"].toString() == "weights.influences_dropped") {
                return finding.toObject();
            }
        }
        return QJsonObject();
    };
    QVERIFY(findingOf({}).isEmpty());
    const QJsonObject godot = findingOf({"--profile", "godot-4"});
    QCOMPARE(godot["profile"].toString(), QString("godot-4"));
    QCOMPARE(godot["severity"].toString(), QString("warning"));
    QVERIFY(godot["message"].toString().contains("4.3 keeps"));
    QVERIFY(godot["displacement_mm"].toDouble() > 0.0);
    // Fewer influences cost more.
    const QJsonObject unity = findingOf({"--profile", "unity-2022"});
    QVERIFY(unity["displacement_mm"].toDouble() > godot["displacement_mm"].toDouble());
    // A limit of one's own goes before that of the profile.
    const QJsonObject own = findingOf({"--profile", "godot-4", "--max-influences", "2"});
    QVERIFY(own["profile"].isNull());
    QVERIFY(own["message"].toString().contains("more than 2 influences"));
}

void TstCommandCheck::manyFilesComeInTheirOrder() {
    QStringList files;
    for (int i = 0; i < 12; ++i) {
        files += i % 3 == 0 ? kGood : i % 3 == 1 ? kZeroWeights : kUnreadable;
    }
    const Answer answer = runCommand(QStringList{"check", "--json"} + files);
    QCOMPARE(answer.exitCode, 3);
    const QJsonArray checked = answer.json()["files"].toArray();
    QCOMPARE(checked.size(), files.size());
    for (int i = 0; i < files.size(); ++i) {
        QCOMPARE(checked[i]["file"].toString(), files[i]);
        QCOMPARE(checked[i]["error"].isObject(), i % 3 == 2);
    }
    QCOMPARE(answer.err.count(kUnreadable.toUtf8()), 4);
}

void TstCommandCheck::rulesAreListedAndExplained() {
    const QJsonArray rules =
        runCommand({"check", "--list-rules", "--json"}).json()["rules"].toArray();
    QVERIFY(rules.size() >= 60);
    const QByteArray list = runCommand({"check", "--list-rules"}).out;
    for (const QJsonValue rule : rules) {
        QVERIFY(list.contains(rule["id"].toString().toUtf8()));
    }
    const QJsonValue rule = rules.last();
    const Answer explained = runCommand({"check", "--explain", rule["id"].toString()});
    QCOMPARE(explained.exitCode, 0);
    QVERIFY(QString(explained.out).contains(rule["explanation"].toString()));
    QCOMPARE(runCommand({"check", "--explain", "weights.perfect"}).exitCode, 2);
}

void TstCommandCheck::codesOfImportersAreExplained() {
    const Answer answer = runCommand({"check", "--explain", "file.truncated"});
    QCOMPARE(answer.exitCode, 0);
    QVERIFY(answer.out.startsWith("file.truncated (error)\nThe file is cut off\n"));
    const QJsonObject json = runCommand({"check", "--list-rules", "--json"}).json();
    QVERIFY(json["import_codes"].toArray().size() > 100);
}

void TstCommandCheck::profilesAreListed() {
    const QJsonArray profiles =
        runCommand({"check", "--list-profiles", "--json"}).json()["profiles"].toArray();
    QVERIFY(profiles.size() >= 10);
    const QByteArray list = runCommand({"check", "--list-profiles"}).out;
    for (const QJsonValue profile : profiles) {
        QVERIFY(list.contains(profile["name"].toString().toUtf8()));
        if (profile["name"].toString() == "bevy-0.15") {
            QCOMPARE(profile["joints_per_skin"].toInt(), 256);
            QCOMPARE(profile["first_set_only"].toBool(), true);
            QVERIFY(profile["weight_bits"].isNull());
        }
    }
}

void TstCommandCheck::pagesAreWhatTheCommandPrints_data() {
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("page");
    QTest::newRow("rules") << "--list-rules"
                           << "RULES.md";
    QTest::newRow("profiles") << "--list-profiles"
                              << "PROFILES.md";
}

void TstCommandCheck::pagesAreWhatTheCommandPrints() {
    QFETCH(const QString, option);
    QFETCH(const QString, page);
    QFile file(QString(SARTOR_TEST_DATA_DIR "/../../modules/diagnose/") + page);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray printed = runCommand({"check", option, "--format", "markdown"}).out;
    QVERIFY2(file.readAll() == printed,
             qPrintable("modules/diagnose/" + page + " is not what sartor check " + option +
                        " --format markdown prints"));
}

QTEST_GUILESS_MAIN(TstCommandCheck)
#include "tst_command_check.moc"
