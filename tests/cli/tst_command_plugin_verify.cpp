// SPDX-License-Identifier: Apache-2.0
// sartor plugin verify: the plugins of the tree, broken ones, and files that are none.
#include "run_command.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

using namespace sartor::test;

namespace {

QString plugin(const QString& name) {
    return QStringLiteral(SARTOR_PLUGIN_DIR "/") + name + ".sartorplugin";
}
QString mutant(const QString& name) {
    return QStringLiteral(SARTOR_MUTANT_DIR "/") + name + ".sartorplugin";
}

/// The device is another test's matter.
Answer verify(QStringList arguments) {
    arguments.prepend("verify");
    arguments.prepend("plugin");
    return runCommand(arguments << "--backend"
                                << "cpu");
}

QJsonObject resultOf(const QJsonObject& report, const QString& invariant) {
    const QJsonArray results = report["plugins"][0]["deformers"][0].toObject()["results"].toArray();
    for (const QJsonValue& result : results) {
        if (result["invariant"].toString() == invariant) {
            return result.toObject();
        }
    }
    return {};
}

} // namespace

class TstCommandPluginVerify : public QObject {
    Q_OBJECT

private slots:
    void refusesWrongUse_data();
    void refusesWrongUse();
    void filesThatAreNoPluginsAreFound_data();
    void filesThatAreNoPluginsAreFound();
    void healthyPluginsHold();
    void severalFilesMakeOneMatrix();
    void aFindingSaysHowToSeeItAgain();
    void aCrashIsAFindingAndTheRestIsChecked();
    void paramsAreThoseOfAChain();
    void computeFormsRunOnTheDeviceWhereThereIsOne();
    void otherCommandsLeaveBrokenStagesOut();
    void thePageOfInvariantsIsWhatTheCommandPrints();
};

void TstCommandPluginVerify::refusesWrongUse_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("message");
    QTest::newRow("nothing") << QStringList{} << 2 << "FILE is required";
    QTest::newRow("no invariant") << QStringList{plugin("lbs"), "--invariant", "gravity"} << 2
                                  << "there is no invariant 'gravity'; there is identity, ";
    QTest::newRow("no param") << QStringList{plugin("lbs"), "--params", "colour=red"} << 2
                              << "sartor.lbs has no param 'colour'";
    QTest::newRow("no value") << QStringList{plugin("dqs"), "--params", "blend=2"} << 2
                              << "'2' is no value for 'blend'";
    QTest::newRow("no format") << QStringList{plugin("lbs"), "--format", "yaml"} << 2 << "--format";
    QTest::newRow("no such file") << QStringList{plugin("none")} << 3 << "no such file";
    QTest::newRow("folder") << QStringList{SARTOR_PLUGIN_DIR} << 3
                            << "is a folder, expected a regular file";
}

void TstCommandPluginVerify::refusesWrongUse() {
    QFETCH(const QStringList, arguments);
    QFETCH(const int, exitCode);
    QFETCH(const QString, message);
    const Answer answer = verify(arguments);
    QCOMPARE(answer.exitCode, exitCode);
    QVERIFY2(answer.err.contains(message.toUtf8()), answer.err.constData());
    QVERIFY(answer.out.isEmpty());
}

void TstCommandPluginVerify::filesThatAreNoPluginsAreFound_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("code");
    QTest::newRow("magic") << SARTOR_FIXTURE_DIR "/wrong_magic.sartorplugin"
                           << "plugin.magic";
    QTest::newRow("declaration") << SARTOR_FIXTURE_DIR "/nan_default.sartorplugin"
                                 << "plugin.param_nonfinite";
    QTest::newRow("exit with 0") << SARTOR_FIXTURE_DIR "/initialiser_exits_well.sartorplugin"
                                 << "plugin.crash";
    QTest::newRow("text") << SARTOR_TEST_DATA_DIR "/../CMakeLists.txt"
                          << "plugin.load";
}

void TstCommandPluginVerify::filesThatAreNoPluginsAreFound() {
    QFETCH(const QString, file);
    QFETCH(const QString, code);
    const Answer json = verify({file, "--json"});
    QCOMPARE(json.exitCode, 1);
    const QJsonValue checked = json.json()["plugins"][0];
    QCOMPARE(checked["refusal"]["code"].toString(), code);
    QVERIFY(checked["deformers"].toArray().isEmpty());
    const Answer text = verify({file});
    QCOMPARE(text.exitCode, 1);
    QVERIFY2(text.out.contains("refused ") && text.out.contains(code.toUtf8()),
             text.out.constData());
}

void TstCommandPluginVerify::healthyPluginsHold() {
    const Answer answer = verify({plugin("dqs"), "--json"});
    QVERIFY2(answer.exitCode == 0, answer.out.constData());
    const QJsonObject report = answer.json();
    QCOMPARE(report["seed"].toInt(), 1);
    const QJsonValue deformer = report["plugins"][0]["deformers"][0];
    QCOMPARE(deformer["id"].toString(), QString("sartor.dqs"));
    QVERIFY(deformer["capabilities"].toArray().contains("RIGID"));
    QCOMPARE(deformer["results"].toArray().size(), 23);
    QCOMPARE(resultOf(report, "identity")["verdict"].toString(), QString("holds"));
    QVERIFY(resultOf(report, "identity")["comparisons"].toInt() > 1000);
    QVERIFY(resultOf(report, "identity")["share_of_tolerance"].toDouble() <= 1.0);
    QCOMPARE(resultOf(report, "bulge")["verdict"].toString(), QString("not_claimed"));
    QCOMPARE(resultOf(report, "backend")["verdict"].toString(), QString("not_checked"));
}

void TstCommandPluginVerify::severalFilesMakeOneMatrix() {
    const QStringList arguments = {
        plugin("lbs"), mutant("dropped_scale"), "--invariant", "single-influence"};
    const Answer text = verify(arguments);
    QCOMPARE(text.exitCode, 1);
    const QStringList lines = QString::fromUtf8(text.out).split('\n');
    QCOMPARE(lines[0].simplified(), QString("invariant sartor.lbs sartor.dqs"));
    QCOMPARE(lines[2].simplified(), QString("2 single-influence holds FAILS"));
    const Answer markdown = verify(arguments + QStringList{"--format", "markdown"});
    QCOMPARE(markdown.exitCode, 1);
    QVERIFY2(markdown.out.startsWith("| | invariant | sartor.lbs | sartor.dqs |\n"
                                     "|---:|---|---|---|\n"
                                     "| 1 | identity | not checked | not checked |\n"
                                     "| 2 | single-influence | holds | **FAILS** |\n"),
             markdown.out.constData());
    QVERIFY(markdown.out.contains("\n## sartor.dqs: single-influence\n"));
}

void TstCommandPluginVerify::aFindingSaysHowToSeeItAgain() {
    const Answer answer = verify({mutant("forgets_some"), "--json", "--seed", "7"});
    QCOMPARE(answer.exitCode, 1);
    const QJsonObject result = resultOf(answer.json(), "single-influence");
    QCOMPARE(result["verdict"].toString(), QString("fails"));
    QCOMPARE(result["vertex"].toInt(), 63);
    QVERIFY(result["reason"].toString().contains(" is tolerated"));
    const QStringList again = result["again"].toString().split(' ');
    QCOMPARE(again.mid(0, 4), (QStringList{"sartor", "plugin", "verify", mutant("forgets_some")}));
    const Answer repeated = runCommand(again.mid(1) + QStringList{"--json"});
    QCOMPARE(repeated.exitCode, 1);
    QCOMPARE(resultOf(repeated.json(), "single-influence")["reason"], result["reason"]);
    QCOMPARE(resultOf(repeated.json(), "identity")["verdict"].toString(), QString("not_checked"));
}

void TstCommandPluginVerify::aCrashIsAFindingAndTheRestIsChecked() {
    const Answer answer = verify({mutant("crashes"), "--json"});
    QCOMPARE(answer.exitCode, 1);
    const QJsonObject report = answer.json();
    const QJsonObject crashed = resultOf(report, "params");
    QCOMPARE(crashed["verdict"].toString(), QString("fails"));
    QVERIFY2(crashed["reason"].toString().contains("SIGABRT"),
             qPrintable(crashed["reason"].toString()));
    for (const char* other : {"identity", "declared-access", "reload"}) {
        QCOMPARE(resultOf(report, other)["verdict"].toString(), QString("holds"));
    }
    QCOMPARE(resultOf(report, "bulge")["verdict"].toString(), QString("not_claimed"));
}

void TstCommandPluginVerify::paramsAreThoseOfAChain() {
    const Answer answer = verify({plugin("dqs"), "--params", "scale=two-phase", "--json"});
    QCOMPARE(answer.exitCode, 1);
    const QJsonObject report = answer.json();
    QCOMPARE(report["params"].toString(), QString("scale=two-phase"));
    QCOMPARE(resultOf(report, "origin-shift")["verdict"].toString(), QString("fails"));
    QVERIFY(
        resultOf(report, "origin-shift")["again"].toString().endsWith(" --params scale=two-phase"));
    QCOMPARE(resultOf(report, "equal-joints")["verdict"].toString(), QString("holds"));
}

void TstCommandPluginVerify::computeFormsRunOnTheDeviceWhereThereIsOne() {
    const Answer answer =
        runCommand({"plugin", "verify", plugin("lbs"), "--invariant", "backend", "--json"});
    QVERIFY2(answer.exitCode == 0, answer.out.constData());
    const QJsonValue checked = answer.json()["plugins"][0];
    const bool hasDevice = !checked["backend"].toString().isEmpty();
    QCOMPARE(checked["remark"].toString().isEmpty(), hasDevice);
    QCOMPARE(resultOf(answer.json(), "backend")["verdict"].toString(),
             QString(hasDevice ? "holds" : "not_checked"));
    if (qgetenv("SARTOR_REQUIRE_VULKAN") == "1") {
        QVERIFY(hasDevice);
        const Answer faulty = runCommand({"plugin",
                                          "verify",
                                          mutant("no_tail_guard"),
                                          "--invariant",
                                          "backend",
                                          "--backend",
                                          "vulkan"});
        QCOMPARE(faulty.exitCode, 1);
        QVERIFY2(faulty.out.contains("a stage writes element "), faulty.out.constData());
    }
}

void TstCommandPluginVerify::otherCommandsLeaveBrokenStagesOut() {
    const QTemporaryDir folder;
    QVERIFY(QFile::copy(mutant("writes_behind"), folder.filePath("dqs.sartorplugin")));
    const QStringList plugins = {"--plugin-path", folder.path()};
    const QString tube = dataFile("formats/twist_tube.glb");
    const QByteArray note = "stage 'skin' of 'sartor.dqs' is left out: it writes before or behind "
                            "the memory of 'sartor.position' (stage.writes_outside)";
    const Answer deformed = runCommand(
        QStringList{"deform", tube, "--chain", "dqs", "--verify-plugins", "--json"} + plugins);
    QCOMPARE(deformed.exitCode, 1);
    QVERIFY2(deformed.out.contains(note), deformed.out.right(2000).constData());
    const Answer written = runCommand(QStringList{"deform",
                                                  tube,
                                                  "--chain",
                                                  "dqs",
                                                  "--verify-plugins",
                                                  "--out",
                                                  folder.filePath("tube.obj")} +
                                      plugins);
    QCOMPARE(written.exitCode, 1);
    QVERIFY2(written.out.contains(note), written.out.constData());
    // The stage that is left out is not in the last of the chains.
    QStringList explain = {"explain", tube, "--node", "2", "--vertex", "4", "--chain", "dqs"};
    explain += QStringList{"--chain", "lbs", "--verify-plugins"} + plugins;
    const Answer explained = runCommand(explain);
    QCOMPARE(explained.exitCode, 1);
    QVERIFY2(explained.out.contains(note), explained.out.constData());
    const Answer inJson = runCommand(explain + QStringList{"--json"});
    QCOMPARE(inJson.exitCode, 1);
    QVERIFY2(inJson.out.contains(note), inJson.out.constData());
    // Who compares is told without asking, and nothing is compared with what did not run.
    const Answer diff = runCommand(QStringList{"diff", tube, "--chains", "lbs,dqs,lbs"} + plugins);
    QCOMPARE(diff.exitCode, 1);
    QVERIFY2(diff.out.contains("cpu: node ") && diff.out.contains(note), diff.out.constData());
    QCOMPARE(diff.out.count("not compared: cpu dqs ran without a stage"), 1);
    QCOMPARE(diff.out.count("\nbit-identical, "), 1);
    const QJsonArray comparisons =
        runCommand(QStringList{"diff", tube, "--chains", "lbs,dqs,lbs", "--json"} + plugins)
            .json()["comparisons"]
            .toArray();
    QCOMPARE(comparisons.size(), 2);
    QVERIFY(comparisons[0]["bit_identical"].isNull());
    QVERIFY(comparisons[0]["not_compared"].isString());
    QVERIFY(comparisons[0]["instances"].toArray().isEmpty());
    QVERIFY(comparisons[1]["not_compared"].isNull());
    QVERIFY(comparisons[1]["bit_identical"].toBool());
    const Answer healthy = runCommand({"diff", tube, "--chains", "dqs,dqs"});
    QVERIFY2(healthy.exitCode == 0, healthy.out.constData());
}

void TstCommandPluginVerify::thePageOfInvariantsIsWhatTheCommandPrints() {
    QFile file(SARTOR_TEST_DATA_DIR "/../../modules/deform/INVARIANTS.md");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Answer page = runCommand({"plugin", "verify", "--list", "--format", "markdown"});
    QCOMPARE(page.exitCode, 0);
    QVERIFY2(page.out == file.readAll(),
             "modules/deform/INVARIANTS.md is not what sartor plugin verify --list --format "
             "markdown prints");
    const Answer json = runCommand({"plugin", "verify", "--list", "--format", "json"});
    QCOMPARE(json.json()["invariants"].toArray().size(), 23);
    QCOMPARE(runCommand({"plugin", "verify", "--list"}).out.count('\n'), 24);
}

QTEST_GUILESS_MAIN(TstCommandPluginVerify)
#include "tst_command_plugin_verify.moc"
