// SPDX-License-Identifier: Apache-2.0
// What `sartor doctor` says about files that were broken on purpose, and what it makes of them.
#include "run_command.h"

#include <sartor/import/import_file.h>
#include <sartor/io/gltf_writer.h>

#include <QJsonArray>
#include <QSet>
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
        // The node of the mesh stands aside, and the binds have that once more: the space of the
        // mesh's node, or that of the world.
        import::NodeTransformEdit node;
        node.node = scene.instances[0].fileNode;
        node.parentFromNode.translation = glm::vec3(0.3f, -0.2f, 0.45f);
        import::InverseBindsEdit moved;
        for (const math::Affine& jointFromBind : scene.skins[0]->jointFromBind()) {
            moved.jointFromBind.push_back(jointFromBind * math::toAffine(node.parentFromNode));
        }
        io::GltfWriter twins = test::require(io::GltfWriter::open(mannequin));
        QVERIFY(twins.apply(node).isOk());
        QVERIFY(twins.apply(moved).isOk());
        QVERIFY(twins.save(twins_.toStdString()).hasValue());
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

    void severalCausesAreMendedOneAfterTheOther() {
        // The broken file, with weights whose squares add up to one besides.
        const auto scene = test::require(import::importFile(broken_.toStdString()));
        io::GltfWriter writer = test::require(io::GltfWriter::open(broken_.toStdString()));
        for (const import::MeshInstance& instance : scene.instances) {
            import::InfluencesEdit edit;
            edit.mesh = instance.fileMesh;
            edit.primitive = instance.filePrimitive;
            edit.influences = *instance.mesh->fileInfluences();
            const std::size_t count = edit.influences.slotsPerVertex;
            for (std::size_t first = 0; first < edit.influences.weights.size(); first += count) {
                const std::span weights(&edit.influences.weights[first], count);
                double squares = 0.0;
                for (const float weight : weights) {
                    squares += static_cast<double>(weight) * static_cast<double>(weight);
                }
                for (float& weight : weights) {
                    weight = static_cast<float>(static_cast<double>(weight) / std::sqrt(squares));
                }
            }
            QVERIFY(writer.apply(edit).isOk());
        }
        const QString twice = folder_.filePath("twice.glb");
        QVERIFY(writer.save(twice.toStdString()).hasValue());
        const QString mended = folder_.filePath("twice_mended.glb");
        const auto answer = runCommand({"doctor", twice, "--fix", mended, "--json"});
        const QJsonObject first = answer.json()["hypotheses"][0].toObject();
        QCOMPARE(first["then"].toArray().size(), 1);
        const QSet<QString> causes = {first["id"].toString(), first["then"][0]["id"].toString()};
        QCOMPARE(causes, (QSet<QString>{"ibm-not-inverted", "weights-l2-normalised"}));
        QVERIFY(first["remains"].toString().isEmpty());
        QCOMPARE(answer.json()["mended"]["repairs"].toArray().size(), 2);
        QVERIFY(answer.json()["mended"]["healthy"].toBool());
        QCOMPARE(runCommand({"doctor", mended}).exitCode, 0);
        for (const char* form : {"", "--markdown"}) {
            QStringList arguments = {"doctor", twice};
            if (*form != '\0') {
                arguments << form;
            }
            const QByteArray out = runCommand(arguments).out;
            QVERIFY2(out.contains("hen") && out.contains("weights-l2-normalised"), out.constData());
        }
    }

    void whatIsAskedForIsApplied() {
        const QString other = folder_.filePath("other.glb");
        const auto answer = runCommand(
            {"doctor", broken_, "--fix", other, "--apply", "ibm-not-inverted", "--json"});
        QCOMPARE(answer.json()["mended"]["id"].toString(), QString("ibm-not-inverted"));
    }

    void theFormThatIsAskedForIsApplied() {
        const QString other = folder_.filePath("form.glb");
        const auto first =
            runCommand({"doctor", broken_, "--json"}).json()["hypotheses"][0].toObject();
        QStringList arguments = {"doctor", broken_, "--fix", other, "--json"};
        arguments << "--apply" << first["id"].toString() << "--form";
        const auto answer = runCommand(arguments + QStringList{first["form"].toString()});
        QCOMPARE(answer.exitCode, 1);
        QCOMPARE(answer.json()["mended"]["form"].toString(), first["form"].toString());
        QFile::remove(other);
        const auto wrong = runCommand(arguments + QStringList{"no such form"});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY2(wrong.err.contains("no such form"), wrong.err);
        QVERIFY2(wrong.err.contains(first["form"].toString().toUtf8()), wrong.err);
        QVERIFY(!QFile::exists(other));
        // A form of what? And of which file?
        QCOMPARE(runCommand({"doctor", broken_, "--fix", other, "--form", "mesh"}).exitCode, 2);
        QCOMPARE(runCommand({"doctor", broken_, "--apply", "ibm-not-inverted"}).exitCode, 2);
    }

    // What is there is replaced, as every output is; the input only with --force.
    void theInputIsReplacedOnlyByForce() {
        const QString there = folder_.filePath("there.glb");
        QVERIFY(QFile::copy(kMannequin, there));
        QCOMPARE(runCommand({"doctor", broken_, "--fix", there}).exitCode, 1);
        QCOMPARE(runCommand({"doctor", there, "--json"}).json()["summary"].toString(),
                 runCommand({"doctor", kMannequin, "--json"}).json()["summary"].toString());
        // A repair that cannot be made leaves it alone.
        const QByteArray before = bytesOf(there);
        QCOMPARE(
            runCommand({"doctor", kMannequin, "--fix", there, "--apply", "weights-byte-as-float"})
                .exitCode,
            2);
        QCOMPARE(bytesOf(there), before);
        const QString own = folder_.filePath("own.glb");
        QVERIFY(QFile::copy(broken_, own));
        const auto refused = runCommand({"doctor", own, "--fix", own});
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.err.contains("own.glb"), refused.err);
        QCOMPARE(bytesOf(own), bytesOf(broken_));
        QCOMPARE(runCommand({"doctor", own, "--fix", own, "--force"}).exitCode, 1);
        QCOMPARE(runCommand({"doctor", own}).exitCode, 0);
        QCOMPARE(runCommand({"doctor", broken_, "--force"}).exitCode, 2);
    }

    void saysWhatIsWrong() {
        const QString out = folder_.filePath("out.glb");
        const auto unknown =
            runCommand({"doctor", broken_, "--fix", out, "--apply", "no-such-thing"});
        QCOMPARE(unknown.exitCode, 2);
        QVERIFY(unknown.err.contains("no-such-thing"));
        QVERIFY(unknown.err.contains("ibm-transposed"));
        QVERIFY(!QFile::exists(out));
        // A cause that this file does not have.
        const auto other =
            runCommand({"doctor", kMannequin, "--fix", out, "--apply", "joint-index-wrapped-256"});
        QCOMPARE(other.exitCode, 2);
        QVERIFY(!other.err.isEmpty());
        QVERIFY(!QFile::exists(out));
        // Nothing to mend, and never onto the input.
        QCOMPARE(runCommand({"doctor", kMannequin, "--fix", out}).exitCode, 2);
        QCOMPARE(runCommand({"doctor", broken_, "--fix", broken_}).exitCode, 2);
        QCOMPARE(runCommand({"doctor", broken_, "--fix", folder_.filePath("out.fbx")}).exitCode, 2);
        QCOMPARE(runCommand({"doctor"}).exitCode, 2);
        QCOMPARE(runCommand({"doctor", folder_.filePath("missing.glb")}).exitCode, 3);
        QCOMPARE(
            runCommand({"doctor", broken_, "--fix", folder_.filePath("no/such/out.glb")}).exitCode,
            4);
    }

    void oneFormatIsAskedForAtATime() {
        for (const QStringList& together : {QStringList{broken_, "--json", "--markdown"},
                                            QStringList{"--list", "--markdown"},
                                            QStringList{"--list", broken_},
                                            QStringList{"--list", "--fix", "x.glb"}}) {
            const auto answer = runCommand(QStringList{"doctor"} + together);
            QCOMPARE(answer.exitCode, 2);
            QVERIFY(answer.out.isEmpty());
            QVERIFY(!answer.err.isEmpty());
        }
    }

    // A page says all that the text does: measures, twins, and what became of the mended file.
    void thePageSaysAll() {
        const QString mended = folder_.filePath("page.glb");
        const auto page = runCommand({"doctor", broken_, "--markdown", "--fix", mended});
        QCOMPARE(page.exitCode, 1);
        QVERIFY2(page.out.startsWith("# broken.glb\n"), page.out);
        QVERIFY2(page.out.contains("| as read | "), page.out);
        QVERIFY2(page.out.contains("| without ibm-not-inverted"), page.out);
        QVERIFY2(page.out.contains("## page.glb\n"), page.out);
        const QByteArray after = page.out.mid(page.out.indexOf("## page.glb"));
        QVERIFY2(
            after.contains(
                runCommand({"doctor", mended, "--json"}).json()["summary"].toString().toUtf8()),
            after);
        const auto text = runCommand({"doctor", broken_, "--fix", mended, "--force"});
        QVERIFY2(text.out.contains("wrote " + mended.toUtf8() + " without ibm-not-inverted"),
                 text.out);
    }

    void twinsAreNamedInEveryFormat() {
        const QJsonObject first =
            runCommand({"doctor", twins_, "--json"}).json()["hypotheses"][0].toObject();
        const QString twin = first["same_as"][0].toString();
        QVERIFY(!twin.isEmpty());
        QVERIFY(
            runCommand({"doctor", twins_}).out.contains("cannot be told from " + twin.toUtf8()));
        QVERIFY(runCommand({"doctor", twins_, "--markdown"})
                    .out.contains("Cannot be told from `" + twin.toUtf8() + "`"));
    }

    void aFileWithoutASkinIsNotSick() {
        const QString file = dataFile("cases/46-duplicate-node-names/input.gltf");
        const auto answer = runCommand({"doctor", file, "--json"});
        QCOMPARE(answer.exitCode, 0);
        QVERIFY(answer.json()["healthy"].toBool());
        QVERIFY(!answer.json()["summary"].toString().isEmpty());
        const QString out = folder_.filePath("unskinned.glb");
        const auto fix = runCommand({"doctor", file, "--fix", out});
        QCOMPARE(fix.exitCode, 2);
        QVERIFY(!fix.err.isEmpty());
        QVERIFY(!QFile::exists(out));
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
    static QByteArray bytesOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static QJsonArray positionsOf(const sartor::test::Answer& answer) {
        return answer.json()["instances"][0]["positions"].toArray();
    }

    QTemporaryDir folder_;
    QString broken_ = folder_.filePath("broken.glb");
    QString twins_ = folder_.filePath("twins.glb");
};

QTEST_GUILESS_MAIN(TstCommandDoctor)
#include "tst_command_doctor.moc"
