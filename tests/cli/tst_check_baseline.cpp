// SPDX-License-Identifier: Apache-2.0
// sartor check over many files and runs: baselines, shards and merged reports.
#include "run_command.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

using sartor::test::Answer;
using sartor::test::dataFile;
using sartor::test::runCommand;

namespace {

const QString kGood = dataFile("formats/cm_rig.glb");
const QString kZeroWeights = dataFile("cases/02-weights-zero-sum/input.gltf");
const QString kDuplicateKeys = dataFile("cases/30-duplicate-key-times/input.gltf");
const QString kUnreadable = dataFile("cases/80-truncated-glb/cut_bin.glb");

void writeText(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

QByteArray readText(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Copies a file in place of another one.
void replace(const QString& path, const QString& by) {
    QFile::remove(path);
    QVERIFY(QFile::copy(by, path));
}

QStringList filesOf(const Answer& answer) {
    QStringList files;
    for (const QJsonValue file : answer.json()["files"].toArray()) {
        files += file["file"].toString();
    }
    return files;
}

/// The findings of a file by what the baseline says of them.
QStringList codesOf(const Answer& answer, const QString& file, const QString& state) {
    QStringList codes;
    for (const QJsonValue checked : answer.json()["files"].toArray()) {
        for (const QJsonValue finding : checked["diagnostics"].toArray()) {
            if (checked["file"].toString() == file && finding["baseline"].toString() == state) {
                codes += finding["code"].toString();
            }
        }
    }
    return codes;
}

} // namespace

class TstCheckBaseline : public QObject {
    Q_OBJECT
private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void knownFindingsDoNotFail();
    void newFindingsFail();
    void goneFindingsAreSaid();
    void orderAndPlaceOfFilesMakeNoDifference();
    void filesThatWereNotCheckedAreNotGone();
    void shardsHaveEveryFileOnce();
    void mergedReportsAreTheWhole();
    void ignoredRulesAreNotSaid();

private:
    QTemporaryDir folder_;
    QString path(const QString& name) const { return folder_.filePath(name); }
};

void TstCheckBaseline::rejectsInvalidInput_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("message");
    const auto document = [this](const QString& name, const QByteArray& text) {
        writeText(path(name), text);
        return path(name);
    };
    const auto baselineRow = [&](const char* name, const QByteArray& text, const char* message) {
        const QString file = document(QString(name).replace(' ', '_') + ".json", text);
        QTest::newRow(name) << QStringList{kGood, "--baseline", file} << 3 << message;
    };
    const auto reportRow = [&](const char* name, const QByteArray& text, const char* message) {
        const QString file = document(QString(name).replace(' ', '_') + ".json", text);
        QTest::newRow(name) << QStringList{"--merge", file} << 3 << message;
    };
    QTest::newRow("baseline that is not there")
        << QStringList{kGood, "--baseline", path("none.json")} << 3 << "none.json";
    baselineRow("no JSON", "{", "parse error");
    baselineRow(
        "another document", R"({"format": "x"})", "/format: expected 'sartor-check-baseline'");
    baselineRow("another version",
                R"({"format": "sartor-check-baseline", "version": 2, "findings": []})",
                "/version: expected 1");
    baselineRow("no findings",
                R"({"format": "sartor-check-baseline", "version": 1})",
                "expected an object with 'findings'");
    baselineRow("a finding without a rule",
                R"({"format": "sartor-check-baseline", "version": 1, "findings": [{"file": "a"}]})",
                "/findings/0: expected an object with 'rule'");
    reportRow("no report", "{}", "expected an object with 'format'");
    reportRow("a report of another version",
              R"({"format": "sartor-check-report", "version": 99, "files": []})",
              "/version: expected 1");
    reportRow("a report without files",
              R"({"format": "sartor-check-report", "version": 1})",
              "expected an object with 'files'");
    reportRow("a report with a wrong severity",
              R"({"format": "sartor-check-report", "version": 1,
                 "files": [{"file": "a", "error": null, "diagnostics": [{"code": "a.b",
                 "severity": "bad", "place": "", "subject": "", "message": "", "vertices": []}]}]})",
              "/files/0/diagnostics/0/severity: expected 'info', 'warning' or 'error'");
    QTest::newRow("files and reports")
        << QStringList{kGood, "--merge", path("none.json")} << 2 << "--merge reads reports";
    QTest::newRow("nothing") << QStringList{} << 2 << "no file to check";
    for (const char* shard : {"0/2", "3/2", "1", "1/", "/2", "a/b", "1/2x", "-1/2"}) {
        QTest::addRow("shard %s", shard)
            << QStringList{kGood, QString("--shard=%1").arg(shard)} << 2 << "expected I/N";
    }
    QTest::newRow("unknown profile")
        << QStringList{kGood, "--profile", "unreal-1"} << 2 << "there is no profile 'unreal-1'";
    QTest::newRow("unknown rule to ignore")
        << QStringList{kGood, "--ignore", "weights.perfect"} << 2 << "there is no such rule";
    QTest::newRow("markdown") << QStringList{kGood, "--format", "markdown"} << 2
                              << "is for --list-rules";
}

void TstCheckBaseline::rejectsInvalidInput() {
    QFETCH(const QStringList, arguments);
    QFETCH(const int, exitCode);
    QFETCH(const QString, message);
    const Answer answer = runCommand(QStringList{"check"} + arguments);
    QVERIFY2(answer.exitCode == exitCode && answer.err.contains(message.toUtf8()),
             answer.err.constData());
}

void TstCheckBaseline::knownFindingsDoNotFail() {
    const QString baseline = path("known.json");
    const QStringList arguments = {"check", kZeroWeights, "--fail-on", "info"};
    QCOMPARE(runCommand(arguments).exitCode, 1);
    QCOMPARE(runCommand(arguments + QStringList{"--write-baseline", baseline}).exitCode, 0);
    const QByteArray written = readText(baseline);
    QVERIFY(written.contains("weights.zero_sum"));
    const Answer answer = runCommand(arguments + QStringList{"--baseline", baseline});
    QCOMPARE(answer.exitCode, 0);
    QVERIFY(!answer.out.contains("weights.zero_sum"));
    QVERIFY(answer.out.contains("of the baseline "));
    QVERIFY(answer.out.contains(" still there, 0 gone"));
    // In JUnit they are no failures.
    const Answer junit =
        runCommand(arguments + QStringList{"--baseline", baseline, "--format", "junit"});
    QVERIFY(junit.out.contains("failures=\"0\""));
    QVERIFY(junit.out.contains("known warning"));
    // Written again it is the same.
    runCommand(arguments + QStringList{"--baseline", baseline, "--write-baseline", baseline});
    QCOMPARE(readText(baseline), written);
}

void TstCheckBaseline::newFindingsFail() {
    const QString baseline = path("new.json");
    const QString file = path("new.gltf");
    replace(file, kDuplicateKeys);
    runCommand({"check", file, "--write-baseline", baseline});
    replace(file, kZeroWeights);
    const Answer answer =
        runCommand({"check", file, "--baseline", baseline, "--fail-on", "warning", "--json"});
    QCOMPARE(answer.exitCode, 1);
    QVERIFY(codesOf(answer, file, "new").contains("weights.zero_sum"));
}

void TstCheckBaseline::goneFindingsAreSaid() {
    const QString baseline = path("gone.json");
    const QString file = path("gone.glb");
    replace(file, kDuplicateKeys);
    runCommand({"check", file, "--write-baseline", baseline});
    replace(file, kGood);
    const QStringList arguments = {"check", file, "--baseline", baseline, "--fail-on", "warning"};
    const Answer text = runCommand(arguments);
    QCOMPARE(text.exitCode, 0);
    QVERIFY2(text.out.contains("gone.glb: gone: clip"), text.out.constData());
    QVERIFY(text.out.contains("[anim.times_duplicate]"));
    const QJsonArray gone = runCommand(arguments + QStringList{"--json"}).json()["gone"].toArray();
    QVERIFY(!gone.isEmpty());
    QCOMPARE(gone[0]["file"].toString(), file);
}

void TstCheckBaseline::orderAndPlaceOfFilesMakeNoDifference() {
    QVERIFY(QDir(folder_.path()).mkpath("tree/a"));
    replace(path("tree/a/zero.gltf"), kZeroWeights);
    replace(path("tree/keys.gltf"), kDuplicateKeys);
    runCommand({"check",
                path("tree/a/zero.gltf"),
                path("tree/keys.gltf"),
                "--write-baseline",
                path("tree/baseline.json")});
    // The folder moves as a whole, as between two machines.
    QVERIFY(QDir(folder_.path()).rename("tree", "moved"));
    const Answer answer = runCommand({"check",
                                      path("moved/keys.gltf"),
                                      path("moved/a/zero.gltf"),
                                      "--baseline",
                                      path("moved/baseline.json"),
                                      "--fail-on",
                                      "info",
                                      "--json"});
    QCOMPARE(answer.exitCode, 0);
    QVERIFY(codesOf(answer, path("moved/keys.gltf"), "known").contains("anim.times_duplicate"));
    QVERIFY(codesOf(answer, path("moved/a/zero.gltf"), "new").isEmpty());
    QVERIFY(answer.json()["gone"].toArray().isEmpty());
}

void TstCheckBaseline::filesThatWereNotCheckedAreNotGone() {
    const QString baseline = path("some.json");
    runCommand({"check", kZeroWeights, kDuplicateKeys, "--write-baseline", baseline});
    const Answer answer = runCommand({"check", kZeroWeights, "--baseline", baseline, "--json"});
    QVERIFY(answer.json()["gone"].toArray().isEmpty());
}

void TstCheckBaseline::shardsHaveEveryFileOnce() {
    const QStringList all = {kZeroWeights, kGood, kDuplicateKeys, kUnreadable};
    QStringList seen;
    for (const char* shard : {"1/3", "2/3", "3/3"}) {
        const Answer answer = runCommand(QStringList{"check", "--json", "--shard", shard} + all);
        QVERIFY(filesOf(answer).size() == 1 || filesOf(answer).size() == 2);
        seen += filesOf(answer);
    }
    QStringList sorted = all;
    sorted.sort();
    seen.sort();
    QCOMPARE(seen, sorted);
    const QStringList other = {kUnreadable, kDuplicateKeys, kGood, kZeroWeights};
    QCOMPARE(filesOf(runCommand(QStringList{"check", "--json", "--shard", "2/3"} + all)),
             filesOf(runCommand(QStringList{"check", "--json", "--shard", "2/3"} + other)));
    QVERIFY(filesOf(runCommand({"check", "--json", "--shard", "2/2", kGood})).isEmpty());
}

void TstCheckBaseline::mergedReportsAreTheWhole() {
    const QStringList all = {kZeroWeights, kGood, kDuplicateKeys, kUnreadable};
    QStringList reports;
    for (const char* shard : {"1/2", "2/2"}) {
        reports += path(QString("shard_%1.json").arg(shard[0]));
        writeText(reports.back(),
                  runCommand(QStringList{"check", "--json", "--shard", shard} + all).out);
    }
    const QStringList merge = QStringList{"check", "--fail-on", "warning", "--merge"} + reports;
    const Answer merged = runCommand(merge + QStringList{"--json"});
    QCOMPARE(merged.exitCode, 3); // one could not be read
    QVERIFY(merged.err.contains(kUnreadable.toUtf8()));
    // All but the times.
    const auto findingsOf = [](const Answer& answer) {
        QMap<QString, QJsonArray> findings;
        for (const QJsonValue file : answer.json()["files"].toArray()) {
            findings[file["file"].toString()] = file["diagnostics"].toArray();
        }
        return findings;
    };
    QCOMPARE(findingsOf(merged), findingsOf(runCommand(QStringList{"check", "--json"} + all)));
    for (const char* format : {"text", "sarif", "junit"}) {
        QVERIFY(
            runCommand(merge + QStringList{"--format", format}).out.contains("weights.zero_sum"));
    }
    const Answer twice = runCommand({"check", "--merge", reports[0], "--merge", reports[0]});
    QCOMPARE(twice.exitCode, 2);
    QVERIFY(twice.err.contains("another report tells of"));
}

void TstCheckBaseline::ignoredRulesAreNotSaid() {
    const Answer answer = runCommand({"check",
                                      kZeroWeights,
                                      "--ignore",
                                      "weights.zero_sum",
                                      "--ignore",
                                      "anim.empty_name",
                                      "--fail-on",
                                      "warning"});
    QCOMPARE(answer.exitCode, 0);
    QVERIFY(!answer.out.contains("weights.zero_sum"));
}

QTEST_GUILESS_MAIN(TstCheckBaseline)
#include "tst_check_baseline.moc"
