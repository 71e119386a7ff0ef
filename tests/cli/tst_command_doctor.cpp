// SPDX-License-Identifier: Apache-2.0
// What `sartor doctor` says about files that were broken on purpose, and what it makes of them.
#include "run_command.h"

#include <sartor/import/import_file.h>
#include <sartor/io/gltf_writer.h>

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <support/compare.h>
#include <support/require.h>

using namespace sartor;
using sartor::test::dataFile;
using sartor::test::runCommand;

namespace {

const QString kMannequin = SARTOR_SAMPLES_DIR "/assets/mannequin.glb";

} // namespace

class TstCommandDoctor : public QObject {
    Q_OBJECT

private slots:
    // Inverse binds that were not inverted, as exporters write them that save bind matrices.
    void initTestCase() {
        const std::filesystem::path mannequin = kMannequin.toStdString();
        const auto scene = test::require(import::importFile(mannequin));
        import::InverseBindsEdit edit;
        for (const math::Affine& jointFromBind : scene.skins[0]->jointFromBind()) {
            edit.jointFromBind.push_back(math::inverse(jointFromBind).value());
        }
        io::GltfWriter writer = test::require(io::GltfWriter::open(mannequin));
        QVERIFY(writer.apply(edit).isOk());
        QVERIFY(writer.save(broken_.toStdString()).hasValue());
    }

    void aHealthyFileIsHealthy() {
        const auto answer = runCommand({"doctor", kMannequin, "--json"});
        QCOMPARE(answer.exitCode, 0);
        QVERIFY(answer.json()["healthy"].toBool());
        QCOMPARE(answer.json()["hypotheses"].toArray().size(), 0);
        QCOMPARE(runCommand({"doctor", dataFile("formats/twist_tube.glb")}).exitCode, 0);
    }

    void theCauseComesFirst() {
        const auto answer = runCommand({"doctor", broken_, "--json"});
        QCOMPARE(answer.exitCode, 1);
        QVERIFY(!answer.json()["healthy"].toBool(true));
        const QJsonObject first = answer.json()["hypotheses"][0].toObject();
        QCOMPARE(first["id"].toString(), QString("ibm-not-inverted"));
        QVERIFY(first["can_repair"].toBool());
        for (const char* key : {"evidence", "explanation", "fix", "title", "remedy"}) {
            QVERIFY2(!first[key].toString().isEmpty(), key);
        }
        const auto text = runCommand({"doctor", broken_});
        QVERIFY(text.out.contains("1. " + first["title"].toString().toUtf8()));
        const auto report = runCommand({"doctor", broken_, "--markdown"});
        QVERIFY(report.out.startsWith("# broken.glb\n"));
        QVERIFY(report.out.contains("`ibm-not-inverted"));
    }

    void theMendedFileIsHealthyAndDeformsAsBefore() {
        const QString mended = folder_.filePath("mended.glb");
        const auto answer = runCommand({"doctor", broken_, "--fix", mended, "--json"});
        QCOMPARE(answer.exitCode, 1);
        QVERIFY(answer.json()["mended"]["healthy"].toBool());
        QCOMPARE(runCommand({"doctor", mended}).exitCode, 0);
        const QStringList moment = {"--clip", "Run", "--time", "0.2", "--json"};
        const QJsonArray before =
            positionsOf(runCommand(QStringList{"deform", kMannequin} + moment));
        const QJsonArray after = positionsOf(runCommand(QStringList{"deform", mended} + moment));
        QCOMPARE(after.size(), before.size());
        for (qsizetype i = 0; i < before.size(); ++i) {
            for (int axis = 0; axis < 3; ++axis) {
                QCOMPARE_LE(std::abs(before[i][axis].toDouble() - after[i][axis].toDouble()), 1e-5);
            }
        }
    }

    void whatIsAskedForIsApplied() {
        const QString other = folder_.filePath("other.glb");
        const auto answer = runCommand(
            {"doctor", broken_, "--fix", other, "--apply", "ibm-not-inverted", "--json"});
        QCOMPARE(answer.json()["mended"]["id"].toString(), QString("ibm-not-inverted"));
    }

    void saysWhatIsWrong() {
        const QString out = folder_.filePath("out.glb");
        const auto unknown =
            runCommand({"doctor", broken_, "--fix", out, "--apply", "no-such-thing"});
        QCOMPARE(unknown.exitCode, 2);
        QVERIFY(unknown.err.contains("no-such-thing"));
        QVERIFY(unknown.err.contains("ibm-transposed"));
        QVERIFY(!QFile::exists(out));
        // Nothing to mend, and never onto the input.
        QCOMPARE(runCommand({"doctor", kMannequin, "--fix", out}).exitCode, 2);
        QCOMPARE(runCommand({"doctor", broken_, "--fix", broken_}).exitCode, 2);
        QCOMPARE(runCommand({"doctor"}).exitCode, 2);
        QCOMPARE(runCommand({"doctor", folder_.filePath("missing.glb")}).exitCode, 3);
    }

    void aFileWithoutASkinIsNotSick() {
        const auto answer =
            runCommand({"doctor", dataFile("cases/46-duplicate-node-names/input.gltf"), "--json"});
        QCOMPARE(answer.exitCode, 0);
    }

    void listsWhatItKnows() {
        const QJsonArray kinds =
            runCommand({"doctor", "--list", "--json"}).json()["kinds"].toArray();
        QVERIFY(kinds.size() >= 25);
        for (const QJsonValue kind : kinds) {
            QVERIFY(!kind["symptom"].toString().isEmpty());
        }
    }

private:
    static QJsonArray positionsOf(const sartor::test::Answer& answer) {
        return answer.json()["instances"][0]["positions"].toArray();
    }

    QTemporaryDir folder_;
    QString broken_ = folder_.filePath("broken.glb");
};

QTEST_GUILESS_MAIN(TstCommandDoctor)
#include "tst_command_doctor.moc"
