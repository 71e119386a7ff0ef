// SPDX-License-Identifier: Apache-2.0
// What `sartor experiment` and `sartor doctor --symptom` say of a healthy and a broken file, and
// the fourth rows that `sartor inspect --palette` shows.
#include "run_command.h"
#include "test_files.h"

#include <sartor/diagnose/experiments.h>
#include <sartor/diagnose/symptoms.h>
#include <sartor/import/import_file.h>
#include <sartor/io/gltf_writer.h>

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <support/require.h>

#include <array>
#include <cmath>

using namespace sartor;
using sartor::test::Answer;
using sartor::test::runCommand;

namespace {

const QString kMannequin = SARTOR_SAMPLES_DIR "/assets/mannequin.glb";

template <class Values>
void append(QByteArray& buffer, const Values& values) {
    buffer.append(reinterpret_cast<const char*>(values.data()),
                  static_cast<qsizetype>(values.size() * sizeof(values[0])));
}

constexpr std::array kTriangle = {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f};

/// A triangle with one joint, whose inverse bind is stored transposed: its translation of 4, 5, 6
/// stands in the fourth row.
QByteArray transposedFile() {
    QByteArray buffer;
    append(buffer, kTriangle);
    append(buffer, std::array<quint8, 12>{});
    append(buffer,
           std::array{1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f});
    append(buffer,
           std::array{1.0f,
                      0.0f,
                      0.0f,
                      4.0f,
                      0.0f,
                      1.0f,
                      0.0f,
                      5.0f,
                      0.0f,
                      0.0f,
                      1.0f,
                      6.0f,
                      0.0f,
                      0.0f,
                      0.0f,
                      1.0f});
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
"nodes":[{"name":"body","mesh":0,"skin":0},{"name":"joint"}],
"skins":[{"joints":[1],"inverseBindMatrices":3}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}],
"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":36},
{"buffer":0,"byteOffset":36,"byteLength":12},{"buffer":0,"byteOffset":48,"byteLength":48},
{"buffer":0,"byteOffset":96,"byteLength":64}],
"accessors":[
{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
{"bufferView":1,"componentType":5121,"count":3,"type":"VEC4"},
{"bufferView":2,"componentType":5126,"count":3,"type":"VEC4"},
{"bufferView":3,"componentType":5126,"count":1,"type":"MAT4"}],
"buffers":[{"byteLength":160,"uri":"data:application/octet-stream;base64,)" +
           buffer.toBase64() + "\"}]}";
}

/// A triangle with two joints and weights in bytes, those of vertex 1 with a sum of 0.8. The second
/// joint was bound at the origin and rests at (4, 8, 12).
QByteArray weightsFile() {
    QByteArray buffer;
    append(buffer, kTriangle);
    append(buffer, std::array<quint8, 12>{0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0});
    append(buffer, std::array<quint8, 12>{255, 0, 0, 0, 51, 153, 0, 0, 255, 0, 0, 0});
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1,2]}],
"nodes":[{"name":"body","mesh":0,"skin":0},{"name":"still"},
{"name":"moved","translation":[4,8,12]}],
"skins":[{"joints":[1,2]}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}],
"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":36},
{"buffer":0,"byteOffset":36,"byteLength":12},{"buffer":0,"byteOffset":48,"byteLength":12}],
"accessors":[
{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
{"bufferView":1,"componentType":5121,"count":3,"type":"VEC4"},
{"bufferView":2,"componentType":5121,"normalized":true,"count":3,"type":"VEC4"}],
"buffers":[{"byteLength":60,"uri":"data:application/octet-stream;base64,)" +
           buffer.toBase64() + "\"}]}";
}

} // namespace

class TstCommandExperiment : public QObject {
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
        test::writeFile(transposed_, transposedFile());
        test::writeFile(weights_, weightsFile());
        test::writeFile(unskinned_, weightsFile().replace(",\"skin\":0", ""));
    }

    void allAreListed() {
        const Answer text = runCommand({"experiment", "--list"});
        const Answer json = runCommand({"experiment", "--list", "--json"});
        QCOMPARE(text.exitCode, 0);
        QCOMPARE(json.exitCode, 0);
        const QJsonArray listed = json.json()["experiments"].toArray();
        QCOMPARE(static_cast<std::size_t>(listed.size()), diagnose::experimentKinds().size() + 1);
        QCOMPARE(listed.last()["id"].toString(), QString("vertex-trace"));
        for (qsizetype i = 0; i + 1 < listed.size(); ++i) {
            const auto& kind = diagnose::experimentKinds()[static_cast<std::size_t>(i)];
            QCOMPARE(listed[i]["id"].toString().toStdString(), std::string(kind.id));
            QCOMPARE(listed[i]["look_for"].toString().toStdString(), std::string(kind.lookFor));
            QVERIFY(text.out.contains(QByteArray::fromStdString(std::string(kind.id))));
        }
    }

    void aHealthyFileIsSuspectedOfNothing() {
        const Answer answer = runCommand({"experiment", kMannequin, "--json"});
        QVERIFY2(answer.exitCode == 0, answer.err.constData());
        const QJsonArray run = answer.json()["experiments"].toArray();
        QCOMPARE(static_cast<std::size_t>(run.size()), diagnose::experimentKinds().size());
        QSet<QString> right;
        for (const QJsonValue experiment : run) {
            QVERIFY(experiment["suspect"].toArray().isEmpty());
            QVERIFY(!experiment["conclusion"].toString().isEmpty());
            QVERIFY(!experiment["measures"].toArray().isEmpty());
            for (const QJsonValue part : experiment["right"].toArray()) {
                right << part.toString();
            }
        }
        QCOMPARE(right, (QSet<QString>{"skeleton", "skin", "mesh", "indices", "weights"}));
    }

    void aBrokenPaletteIsSuspected() {
        const Answer one =
            runCommand({"experiment", broken_, "--run", "force-index-0", "--joint", "Head"});
        QCOMPARE(one.exitCode, 1);
        QVERIFY2(one.out.contains("'Head'") && one.out.contains("suspect:  skeleton, skin"),
                 one.out.constData());
        const Answer all = runCommand({"experiment", broken_});
        QCOMPARE(all.exitCode, 1);
        QVERIFY(all.out.contains("[displacement]"));
    }

    void aClipMovesWhatIsMeasured() {
        const auto measured = [](const QStringList& pose) {
            const Answer answer = runCommand(
                QStringList{"experiment", kMannequin, "--run", "displacement", "--json"} + pose);
            return answer.json()["experiments"][0]["measures"][0]["value"].toDouble();
        };
        QVERIFY(measured({}) < 1e-5);
        QVERIFY(measured({"--clip", "Wave", "--time", "1"}) > 0.3);
        // Clamped to the end.
        QCOMPARE(measured({"--clip", "Wave", "--time", "1e6"}),
                 measured({"--clip", "Wave", "--time", "1e7"}));
    }

    void aSymptomLeadsToTheCause() {
        const Answer answer = runCommand({"doctor", broken_, "--symptom", "explodes", "--json"});
        QCOMPARE(answer.exitCode, 1);
        QVERIFY(answer.json()["found"].toBool());
        QCOMPARE(answer.json()["cause"].toString(), QString("ibm-not-inverted"));
        const QJsonArray steps = answer.json()["steps"].toArray();
        QVERIFY(steps.last()["is_cause"].toBool() && !steps.first()["is_cause"].toBool());
        const Answer text = runCommand({"doctor", broken_, "--symptom", "explodes"});
        QVERIFY2(text.out.contains("cause: ibm-not-inverted"), text.out.constData());
        QVERIFY(text.out.contains("--run force-index-0"));

        const Answer healthy = runCommand({"doctor", kMannequin, "--symptom", "explodes"});
        QCOMPARE(healthy.exitCode, 0);
        QVERIFY2(healthy.out.contains("None of this explains it."), healthy.out.constData());
    }

    /// The fourth row is the file's, whatever deformation makes of it.
    void thePaletteHasTheFourthRowOfTheFile() {
        const Answer json = runCommand({"inspect", transposed_, "--palette", "--json"});
        QVERIFY2(json.exitCode == 0, json.err.constData());
        const QJsonValue entry = json.json()["palette"][0]["entries"][0];
        QCOMPARE(entry["fourth_row"].toArray(), (QJsonArray{4, 5, 6, 1}));
        QCOMPARE(entry["reach"].toDouble(), 0.0);
        QVERIFY(entry["finite"].toBool() && !entry["mirrored"].toBool());
        const Answer text = runCommand({"inspect", transposed_, "--palette"});
        QVERIFY2(text.out.contains("4 5 6 1") && text.out.contains("row 4 is not 0 0 0 1"),
                 text.out.constData());
        const Answer good = runCommand({"inspect", kMannequin, "--palette"});
        QVERIFY(good.out.contains("0 0 0 1") && !good.out.contains("row 4 is not"));

        const Answer seen = runCommand({"experiment", transposed_, "--run", "palette"});
        QCOMPARE(seen.exitCode, 1);
        QVERIFY2(seen.out.contains("stored transposed"), seen.out.constData());
    }

    /// Stored, imported, used, packed and deformed: weights of bytes are divided by the importer,
    /// and those that do not sum to one by the policy.
    void aVertexIsFollowed() {
        const QStringList arguments = {
            "experiment", weights_, "--run", "vertex-trace", "--node", "body", "--vertex", "1"};
        const Answer answer = runCommand(arguments + QStringList{"--json"});
        QVERIFY2(answer.exitCode == 0, answer.err.constData());
        const QJsonObject json = answer.json();
        const auto named = [](const QJsonValue& list, const char* name) {
            for (const QJsonValue entry : list.toArray()) {
                if (entry["name"].toString().startsWith(name)) {
                    return entry;
                }
            }
            return QJsonValue();
        };
        const QJsonValue stored = named(json["stored"], "WEIGHTS_0");
        QCOMPARE(stored["type"].toString(), QString("uint8 normalized"));
        QCOMPARE(stored["bytes"].toString(), QString("33990000"));
        QCOMPARE(stored["values"].toArray(), (QJsonArray{51, 153, 0, 0}));
        QCOMPARE(stored["offset"].toInt(), 36 + 12 + 4);

        const QJsonValue imported = named(json["stages"], "imported");
        QVERIFY(imported["change"].toString().contains("divided to fractions"));
        const QJsonArray weights = named(imported["values"], "weights")["values"].toArray();
        QVERIFY(std::abs(weights[0].toDouble() - 0.2) < 1e-7);
        QVERIFY(std::abs(weights[1].toDouble() - 0.6) < 1e-7);
        QCOMPARE(json["first_change"].toString(), QString("imported"));

        // 0.2 and 0.6 divided by their sum.
        const QJsonValue used = named(json["stages"], "used");
        QVERIFY(used["change"].toString().contains("slot 0 has weight 0.25"));
        // What the stages of the chain are given is what is used.
        const QJsonValue packed = named(json["stages"], "packed");
        QVERIFY2(packed["change"].toString().isEmpty(), answer.out.constData());
        QVERIFY(!packed["values"].toArray().isEmpty());
        // The second joint moves (1, 0, 0) by (4, 8, 12), a quarter of it by nothing.
        const QJsonArray formula =
            named(named(json["stages"], "formula")["values"], "position")["values"].toArray();
        for (int i = 0; i < 3; ++i) {
            const double expected = std::array{1.0 + 3.0, 6.0, 9.0}[static_cast<std::size_t>(i)];
            QVERIFY(std::abs(formula[i].toDouble() - expected) < 1e-6);
            const double cpu = named(named(json["stages"], "cpu")["values"], "position")["values"]
                                   .toArray()[i]
                                   .toDouble();
            QVERIFY(std::abs(cpu - expected) < 1e-5);
        }
        // Rounding is no change.
        QVERIFY(named(json["stages"], "cpu")["change"].toString().isEmpty());
        QVERIFY(named(json["stages"], "cpu")["remark"].toString().contains("from the formula"));
        const Answer text = runCommand(arguments);
        QVERIFY2(text.out.contains("uint8 normalized 33990000 at byte 52 of buffer 0") &&
                     text.out.contains("first change: imported"),
                 text.out.constData());
    }

    void refusesWhatIsNotThere_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("message");
        const auto row =
            [](const char* name, const QStringList& arguments, int exitCode, const char* message) {
                QTest::newRow(name) << arguments << exitCode << QByteArray(message);
            };
        row("no file", {"experiment"}, 2, "expected FILE");
        row("unknown", {"experiment", kMannequin, "--run", "magic"}, 2, "force-weight-1");
        row("unknown joint",
            {"experiment", kMannequin, "--run", "force-index-0", "--joint", "Tail"},
            2,
            "Tail");
        row("a joint of no skin",
            {"experiment", kMannequin, "--run", "force-index-0", "--joint", "Mannequin"},
            2,
            "belongs to no skin");
        row("picture of all", {"experiment", kMannequin, "--screenshot", "a.png"}, 2, "--run");
        row("picture of another kind",
            {"experiment", kMannequin, "--run", "palette", "--screenshot", "a.jpg"},
            2,
            "a.jpg");
        row("trace of nothing", {"experiment", kMannequin, "--run", "vertex-trace"}, 2, "--vertex");
        row("trace of no vertex",
            {"experiment",
             kMannequin,
             "--run",
             "vertex-trace",
             "--node",
             "Mannequin",
             "--vertex",
             "4000000"},
            2,
            "4000000");
        row("no skin", {"experiment", unskinned_}, 2, "no mesh that a skin deforms");
        row("no such file", {"experiment", "nowhere.glb"}, 3, "nowhere.glb");
        row("unknown symptom", {"doctor", kMannequin, "--symptom", "sad"}, 2, "flies-away");
        row("symptom and fix",
            {"doctor", kMannequin, "--symptom", "thin", "--fix", "a.glb"},
            2,
            "--symptom");
    }
    void refusesWhatIsNotThere() {
        QFETCH(const QStringList, arguments);
        QFETCH(const int, exitCode);
        QFETCH(const QByteArray, message);
        const Answer answer = runCommand(arguments);
        QVERIFY2(answer.err.contains(message), answer.err.constData());
        QCOMPARE(answer.exitCode, exitCode);
        QVERIFY(answer.out.isEmpty());
    }

private:
    QTemporaryDir folder_;
    const QString broken_ = folder_.filePath("broken.glb");
    const QString unskinned_ = folder_.filePath("unskinned.gltf");
    const QString weights_ = folder_.filePath("weights.gltf");
    const QString transposed_ = folder_.filePath("transposed.gltf");
};

QTEST_GUILESS_MAIN(TstCommandExperiment)
#include "tst_command_experiment.moc"
