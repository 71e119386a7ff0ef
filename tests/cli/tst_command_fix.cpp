// SPDX-License-Identifier: Apache-2.0
// sartor check --fix: what it changes, what it says, and what it leaves alone.
#include "run_command.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

using sartor::test::Answer;
using sartor::test::dataFile;
using sartor::test::runCommand;

namespace {

const QString kZeroWeights = dataFile("cases/02-weights-zero-sum/input.gltf");
const QString kBadWeights = dataFile("cases/10-nan-and-inf-weights/input.gltf");
const QString kDuplicateJoint = dataFile("cases/08-duplicate-joint-in-vertex/input.gltf");
const QString kDuplicateTimes = dataFile("cases/30-duplicate-key-times/input.gltf");
const QString kDuplicateNames = dataFile("cases/46-duplicate-node-names/input.gltf");
const QString kFlips = dataFile("cases/32-quaternion-sign-flip/input.gltf");
const QString kGood = dataFile("formats/cm_rig.glb");
const QString kForeign = dataFile("formats/cm_rig.fbx");

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(no file)");
}

// Codes of the findings of a file.
QStringList findingsOf(const QString& file) {
    QStringList codes;
    const QJsonObject json = runCommand({"check", file, "--json"}).json();
    for (const QJsonValue finding : json["files"][0]["diagnostics"].toArray()) {
        codes += finding["code"].toString();
    }
    codes.sort();
    return codes;
}

} // namespace

class TstCommandFix : public QObject {
    Q_OBJECT
private slots:
    void rejectsWrongUse_data();
    void rejectsWrongUse();
    void mendedFilesHaveNoSuchFinding_data();
    void mendedFilesHaveNoSuchFinding();
    void reportsOnAFileThatItCannotRead_data();
    void reportsOnAFileThatItCannotRead();
    void mendsOnlyWhatIsAskedFor();
    void saysWhatMoved();
    void jsonHoldsTheChanges();
    void otherFormatsSayItOnStandardError();
    void bindsToTheJointThatIsAskedFor();
    void writesAFileWithoutFaultAsItWas();
    void replacesTheInputWhenTold();
    void rulesSayWhatTheirFixDoes();

private:
    QString out(const QString& name) const { return folder_.filePath(name); }

    QTemporaryDir folder_;
};

void TstCommandFix::rejectsWrongUse_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("complaint");
    const QString mended = out("wrong.glb");
    QTest::newRow("two files") << QStringList{kZeroWeights, kGood, "--fix", mended} << 2
                               << "--fix mends one file at a time";
    QTest::newRow("other format of output")
        << QStringList{kZeroWeights, "--fix", out("a.fbx")} << 2 << "does not end in .glb, .gltf";
    QTest::newRow("other format of input")
        << QStringList{kForeign, "--fix", mended} << 2 << "only glTF files can be written back";
    QTest::newRow("unknown rule")
        << QStringList{kZeroWeights, "--fix", mended, "--fix-rule", "weights.none"} << 2
        << "there is no rule 'weights.none'";
    QTest::newRow("no fix")
        << QStringList{kZeroWeights, "--fix", mended, "--fix-rule", "skin.ibm_singular"} << 2
        << "the rule 'skin.ibm_singular' has no safe fix";
    QTest::newRow("rule without --fix")
        << QStringList{kZeroWeights, "--fix-rule", "weights.zero_sum"} << 2 << "--fix";
    QTest::newRow("unreadable") << QStringList{dataFile("cases/80-truncated-glb/cut_bin.glb"),
                                               "--fix",
                                               mended}
                                << 3 << "cut_bin.glb";
    QTest::newRow("no such folder")
        << QStringList{kZeroWeights, "--fix", out("none/a.glb")} << 4 << "none/a.glb";
}

void TstCommandFix::rejectsWrongUse() {
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QString, complaint);
    const Answer answer = runCommand(QStringList("check") + arguments);
    QVERIFY2(answer.exitCode == exitCode, answer.err.constData());
    QVERIFY2(answer.err.contains(complaint.toUtf8()), answer.err.constData());
    QVERIFY(!QFile::exists(out("wrong.glb")));
}

void TstCommandFix::mendedFilesHaveNoSuchFinding_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("code");
    QTest::newRow("zero sum") << kZeroWeights << "weights.zero_sum";
    QTest::newRow("not finite") << kBadWeights << "weights.nonfinite";
    QTest::newRow("joint twice") << kDuplicateJoint << "weights.duplicate_joint";
    QTest::newRow("times") << kDuplicateTimes << "anim.times_duplicate";
    QTest::newRow("names") << kDuplicateNames << "hier.duplicate_name";
    QTest::newRow("signs") << kFlips << "anim.quat_flip";
}

void TstCommandFix::mendedFilesHaveNoSuchFinding() {
    QFETCH(QString, file);
    QFETCH(QString, code);
    QVERIFY(findingsOf(file).contains(code));
    for (const QString& name : QStringList{code + ".glb", code + ".gltf"}) {
        const Answer answer = runCommand({"check", file, "--fix", out(name)});
        QCOMPARE(answer.exitCode, 0);
        QVERIFY(answer.out.contains("fixed: "));
        QVERIFY(answer.out.contains("[" + code.toUtf8() + "]"));
        QVERIFY(!findingsOf(out(name)).contains(code));
    }
}

void TstCommandFix::reportsOnAFileThatItCannotRead_data() {
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("said");
    QTest::newRow("text") << "text"
                          << "1 file checked: 0 errors, 0 warnings, 0 infos; 1 could not be read\n";
    for (const char* other : {"json", "sarif", "junit"}) {
        QTest::newRow(other) << other << "file.truncated";
    }
}

void TstCommandFix::reportsOnAFileThatItCannotRead() {
    QFETCH(QString, format);
    QFETCH(QString, said);
    const QString file = dataFile("cases/80-truncated-glb/cut_bin.glb");
    const Answer answer =
        runCommand({"check", file, "--fix", out("wrong.glb"), "--format", format});
    QCOMPARE(answer.exitCode, 3);
    QVERIFY2(answer.out.contains(said.toUtf8()), answer.out);
    QCOMPARE(answer.err.count(file.toUtf8()), 1);
    QVERIFY(!QFile::exists(out("wrong.glb")));
}

void TstCommandFix::mendsOnlyWhatIsAskedFor() {
    const Answer answer =
        runCommand({"check", kBadWeights, "--fix", out("only.glb"), "--fix-rule", "weights.tiny"});
    QCOMPARE(answer.exitCode, 1); // the error is still there
    QVERIFY(answer.out.contains("nothing was fixed"));
    QVERIFY(findingsOf(out("only.glb")).contains("weights.nonfinite"));
}

void TstCommandFix::saysWhatMoved() {
    const Answer answer = runCommand({"check", kBadWeights, "--fix", out("moved.glb")});
    QVERIFY(answer.out.contains(": moved: nothing\n"));
    QVERIFY(answer.out.contains(": moved where weights are taken as they are: by up to "));
    QVERIFY(answer.out.contains(", vertex 3 of mesh 'ribbon', clip 'bend' at "));
    QVERIFY(answer.out.contains(": written: " + out("moved.glb").toUtf8()));
}

void TstCommandFix::jsonHoldsTheChanges() {
    const Answer answer = runCommand({"check", kBadWeights, "--fix", out("json.glb"), "--json"});
    const QJsonObject json = answer.json();
    const QJsonObject fix = json["fix"].toObject();
    QCOMPARE(fix["file"].toString(), kBadWeights);
    QCOMPARE(fix["out"].toString(), out("json.glb"));
    QCOMPARE(fix["changes"][0]["code"].toString(), QString("weights.nonfinite"));
    QCOMPARE(fix["changes"][0]["place"].toString(), QString("/meshes/0/primitives/0"));
    QCOMPARE(fix["changes"][0]["count"].toInt(), 2);
    QVERIFY(fix["refused"].toArray().isEmpty());
    QCOMPARE(fix["displacement"]["distance"].toDouble(), 0.0);
    QVERIFY(fix["raw_displacement"]["distance"].toDouble() > 1.0);
    QCOMPARE(json["files"][0]["file"].toString(), out("json.glb"));
    QVERIFY(!runCommand({"check", kBadWeights, "--json"}).json().contains("fix"));
}

void TstCommandFix::otherFormatsSayItOnStandardError() {
    for (const QString& format : QStringList{"sarif", "junit"}) {
        const Answer answer = runCommand(
            {"check", kBadWeights, "--fix", out("other.glb"), "--format", format, "--force"});
        QVERIFY(answer.err.contains("fixed: "));
        QVERIFY(!answer.out.contains("fixed: "));
    }
}

void TstCommandFix::bindsToTheJointThatIsAskedFor() {
    for (const QString& target : QStringList{"nearest", "parent", "root"}) {
        const QString file = out(target + ".glb");
        const Answer answer =
            runCommand({"check", kZeroWeights, "--fix", file, "--weightless", target});
        QCOMPARE(answer.exitCode, 0);
        QVERIFY2(answer.out.contains(target == "parent" ? "bound to the parent of the nearest joint"
                                     : target == "root" ? "bound to the root of the skin"
                                                        : "bound to the nearest joint"),
                 answer.out.constData());
    }
}

void TstCommandFix::writesAFileWithoutFaultAsItWas() {
    const Answer answer = runCommand({"check", kGood, "--fix", out("good.glb")});
    QVERIFY(answer.out.contains("nothing was fixed"));
    QCOMPARE(bytesOf(out("good.glb")), bytesOf(kGood));
}

void TstCommandFix::replacesTheInputWhenTold() {
    const QString file = out("own.gltf");
    QVERIFY(QFile::copy(kZeroWeights, file));
    QFile(file).setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    const QByteArray before = bytesOf(file);
    const Answer refused = runCommand({"check", file, "--fix", file});
    QCOMPARE(refused.exitCode, 2);
    QVERIFY(refused.err.contains("this is the input"));
    QCOMPARE(bytesOf(file), before);
    QCOMPARE(runCommand({"check", file, "--fix", file, "--force"}).exitCode, 0);
    QVERIFY(bytesOf(file) != before);
    QVERIFY(!findingsOf(file).contains("weights.zero_sum"));
}

void TstCommandFix::rulesSayWhatTheirFixDoes() {
    const Answer list = runCommand({"check", "--list-rules", "--json"});
    int fixCount = 0;
    for (const QJsonValue rule : list.json()["rules"].toArray()) {
        const QString fix = rule["fix"].toString();
        fixCount += fix.isEmpty() ? 0 : 1;
        const Answer explained = runCommand({"check", "--explain", rule["id"].toString()});
        QCOMPARE(explained.out.contains("\n--fix: "), !fix.isEmpty());
    }
    QVERIFY(fixCount >= 9);
}

QTEST_GUILESS_MAIN(TstCommandFix)
#include "tst_command_fix.moc"
