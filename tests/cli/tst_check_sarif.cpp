// SPDX-License-Identifier: Apache-2.0
// SARIF of sartor check against the schema of the standard.
#include "run_command.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <support/node_tool.h>

using sartor::test::Answer;
using sartor::test::dataFile;
using sartor::test::runCommand;
using sartor::test::runNodeTool;

namespace {

const QString kZeroWeights = dataFile("cases/02-weights-zero-sum/input.gltf");
const QString kDuplicateKeys = dataFile("cases/30-duplicate-key-times/input.gltf");
const QString kUnreadable = dataFile("cases/80-truncated-glb/cut_bin.glb");

QString written(const QTemporaryDir& folder, const QString& name, const QByteArray& text) {
    QFile file(folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                              : QString();
}

QStringList errorsOf(const QString& file) {
    const QJsonArray reports = runNodeTool("validate_sarif.cjs", {file}).array();
    if (reports.size() != 1) {
        return {"the validator did not run"};
    }
    QStringList errors;
    for (const QJsonValue error : reports[0]["errors"].toArray()) {
        errors += error.toString();
    }
    return errors;
}

} // namespace

class TstCheckSarif : public QObject {
    Q_OBJECT
private slots:
    void validatorFindsWhatIsWrong();
    void logsAreValid_data();
    void logsAreValid();
    void baselineSaysWhatIsNewAndWhatIsGone();
};

void TstCheckSarif::validatorFindsWhatIsWrong() {
    const QTemporaryDir folder;
    const QString file =
        written(folder,
                "bad.sarif",
                R"({"version": "2.1.0", "runs": [{"tool": {"driver": {}}, "results": []}]})");
    QCOMPARE(errorsOf(file),
             (QStringList{".runs[0].tool.driver should have required property 'name'"}));
}

void TstCheckSarif::logsAreValid_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("findings") << QStringList{kZeroWeights, kDuplicateKeys};
    QTest::newRow("no findings") << QStringList{dataFile("formats/cm_rig.glb")};
    QTest::newRow("a file that cannot be read") << QStringList{kUnreadable, kZeroWeights};
    QTest::newRow("a profile") << QStringList{kZeroWeights, "--profile", "unreal-5"};
}

void TstCheckSarif::logsAreValid() {
    QFETCH(const QStringList, arguments);
    const QTemporaryDir folder;
    const Answer answer = runCommand(QStringList{"check", "--format", "sarif"} + arguments);
    const QStringList errors = errorsOf(written(folder, "check.sarif", answer.out));
    QVERIFY2(errors.isEmpty(), qPrintable(errors.join('\n')));
}

void TstCheckSarif::baselineSaysWhatIsNewAndWhatIsGone() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("input.gltf");
    const QString baseline = folder.filePath("baseline.json");
    QVERIFY(QFile::copy(kDuplicateKeys, file));
    QCOMPARE(runCommand({"check", file, "--write-baseline", baseline}).exitCode, 0);
    QVERIFY(QFile::remove(file));
    QVERIFY(QFile::copy(kZeroWeights, file));
    const Answer answer =
        runCommand({"check", "--format", "sarif", "--baseline", baseline, file, kZeroWeights});
    const QStringList errors = errorsOf(written(folder, "check.sarif", answer.out));
    QVERIFY2(errors.isEmpty(), qPrintable(errors.join('\n')));
    QMap<QString, QStringList> rulesOfState;
    for (const QJsonValue result : answer.json()["runs"][0]["results"].toArray()) {
        rulesOfState[result["baselineState"].toString()] += result["ruleId"].toString();
    }
    QVERIFY(rulesOfState["new"].contains("weights.zero_sum"));
    QVERIFY(rulesOfState["absent"].contains("anim.times_duplicate"));
    QVERIFY(!rulesOfState.contains(QString()));
}

SARTOR_NODE_TEST_MAIN(TstCheckSarif)
#include "tst_check_sarif.moc"
