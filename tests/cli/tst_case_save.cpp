// SPDX-License-Identifier: Apache-2.0
// Cases of one's own characters: they pass as they are, and fail when the character changes.
#include "run_command.h"
#include "test_files.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <support/full_disk.h>

using sartor::test::Answer;
using sartor::test::dataFile;
using sartor::test::readFile;
using sartor::test::runCommand;
using sartor::test::writeFile;

namespace {

const QString kTube = dataFile("formats/twist_tube.glb");
const QString kWheels = dataFile("cases/46-duplicate-node-names/input.gltf");

Answer verify(const QStringList& arguments) {
    // Only the own limits of a case bound memory here, which a sanitizer is over.
    return runCommand(QStringList{"verify", "--no-memory-limit"} + arguments);
}

/// The checks of a saved case of a kind.
QList<QJsonObject> checksOf(const QString& folder, const QString& kind) {
    QList<QJsonObject> found;
    const QJsonArray checks =
        QJsonDocument::fromJson(readFile(folder + "/case.json"))["checks"].toArray();
    for (const QJsonValue& check : checks) {
        if (check["kind"] == kind) {
            found.append(check.toObject());
        }
    }
    return found;
}

/// Two files: a strip of four vertices on two joints, the upper turned by clip "Bend".
QString writeCharacter(const QString& folder, const QByteArray& upperTranslation) {
    const QString source = dataFile("cases/04-weights-u16-normalized/input.gltf");
    QJsonObject gltf = QJsonDocument::fromJson(readFile(source)).object();
    const QByteArray uri = gltf["buffers"][0]["uri"].toString().toUtf8();
    const QByteArray bytes = QByteArray::fromBase64(uri.mid(uri.indexOf(',') + 1));
    writeFile(folder + "/parts/data.bin", bytes);
    gltf["buffers"] =
        QJsonArray{QJsonObject{{"uri", "parts/data.bin"}, {"byteLength", bytes.size()}}};
    QJsonArray nodes = gltf["nodes"].toArray();
    QJsonObject upper = nodes[1].toObject();
    upper["translation"] = QJsonDocument::fromJson(upperTranslation).array();
    nodes[1] = upper;
    gltf["nodes"] = nodes;
    writeFile(folder + "/strip.gltf", QJsonDocument(gltf).toJson());
    return folder + "/strip.gltf";
}

} // namespace

class TstCaseSave : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void savesWhatPasses_data();
    void savesWhatPasses();
    void recordsTheVerticesThatAreNamed();
    void copiesTheFilesOfTheCharacter();
    void failsWhenTheCharacterChanges();
    void writesOverACaseOnlyWhenForced();
    void aFullDiskLeavesNoHalfOfACase();
};

void TstCaseSave::rejectsInvalidInput_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("message");
    const auto row =
        [](const char* name, const QStringList& arguments, int code, const QString& message) {
            QTest::newRow(name) << arguments << code << message;
        };
    row("no id", {"--save", kTube}, 2, "--save requires --id");
    row("no file", {"--id", "a"}, 2, "--id requires --save");
    row("a time without a clip",
        {"--save", kTube, "--id", "a", "--time", "1"},
        2,
        "--time requires --clip");
    for (const char* id : {"a/b", "..", ".a", "a b", "\xC3\xA4"}) {
        row(id,
            {"--save", kTube, "--id", id},
            2,
            QString("--id '%1': expected letters").arg(QString::fromUtf8(id)));
    }
    row("two folders", {"other", "--save", kTube, "--id", "a"}, 2, "expected one DIR");
    row("missing file", {"--save", "/nowhere.glb", "--id", "a"}, 3, "sartor: /nowhere.glb: ");
    row("unknown clip",
        {"--save", kTube, "--id", "a", "--clip", "Run"},
        2,
        kTube + ": there is no clip 'Run'");
    row("a vertex of one number",
        {"--save", kTube, "--id", "a", "--vertices", "3"},
        2,
        "vertex '3': expected NODE:PRIMITIVE:VERTEX");
    row("a vertex of two numbers",
        {"--save", kTube, "--id", "a", "--vertices", "Tube:3"},
        2,
        "expected NODE:PRIMITIVE:VERTEX");
    row("a vertex in words",
        {"--save", kTube, "--id", "a", "--vertices", "Tube:0:top"},
        2,
        "vertex 'top' is not a number");
    row("a node without mesh",
        {"--save", kTube, "--id", "a", "--vertices", "upper:0:3"},
        2,
        kTube + ": node #0 'upper' carries no mesh");
    row("unknown vertex",
        {"--save", kTube, "--id", "a", "--vertices", "Tube:0:3,Tube:0:99999"},
        2,
        "there is no vertex 99999");
}

void TstCaseSave::rejectsInvalidInput() {
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QString, message);
    const QTemporaryDir folder;
    const Answer answer = verify(QStringList{folder.path()} + arguments);
    QVERIFY2(answer.exitCode == exitCode, answer.out + answer.err);
    QVERIFY2(answer.err.contains(message.toUtf8()), answer.err);
    QCOMPARE(answer.out, QByteArray());
    QVERIFY(QDir(folder.path()).isEmpty());
}

void TstCaseSave::savesWhatPasses_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QMap<QString, int>>("kinds");
    const QString samples = SARTOR_SAMPLES_DIR "/assets/";
    using Kinds = QMap<QString, int>;
    QTest::newRow("clip, three times") << kTube << QStringList{"--clip", "bend"}
                                       << Kinds{{"load", 1},
                                                {"clip_info", 1},
                                                {"skeleton_info", 1},
                                                {"influences", 8},
                                                {"vertex", 24}};
    QTest::newRow("clip, one time")
        << kTube << QStringList{"--clip", "bend", "--time", "0.3"} << Kinds{{"vertex", 8}};
    QTest::newRow("at rest") << kTube << QStringList{} << Kinds{{"clip_info", 0}, {"vertex", 8}};
    QTest::newRow("morph targets")
        << samples + "face.glb" << QStringList{"--clip", "0", "--time", "0,0.4"}
        << Kinds{{"morph_weights", 2}};
    QTest::newRow("FBX") << dataFile("formats/cm_rig.fbx") << QStringList{"--clip", "0"}
                         << Kinds{{"vertex", 24}};
    QTest::newRow("skeleton alone")
        << dataFile("formats/bvh_orders.bvh") << QStringList{"--clip", "0"}
        << Kinds{{"vertex", 0}, {"joint_model_matrix", 21}};
    QTest::newRow("nodes of one name") << kWheels << QStringList{} << Kinds{{"vertex", 3}};
}

void TstCaseSave::savesWhatPasses() {
    QFETCH(QString, file);
    QFETCH(QStringList, arguments);
    using Kinds = QMap<QString, int>;
    QFETCH(Kinds, kinds);
    const QTemporaryDir folder;
    const QString cases = folder.filePath("new/cases");
    const Answer saved = verify(QStringList{cases, "--save", file, "--id", "mine"} + arguments);
    QVERIFY2(saved.exitCode == 0, saved.out + saved.err);
    QVERIFY2(saved.out.startsWith("saved " + cases.toUtf8() + "/mine: "), saved.out);
    QVERIFY2(saved.out.endsWith("\n1 passed, 0 failed, 0 skipped\n"), saved.out);
    QCOMPARE(saved.err, QByteArray());
    for (auto kind = kinds.cbegin(); kind != kinds.cend(); ++kind) {
        QCOMPARE(qMakePair(kind.key(), checksOf(cases + "/mine", kind.key()).size()),
                 qMakePair(kind.key(), qsizetype{kind.value()}));
    }
    const Answer again = verify({cases});
    QCOMPARE(again.exitCode, 0);
    QCOMPARE(again.out, QByteArray("1 passed, 0 failed, 0 skipped\n"));
}

void TstCaseSave::recordsTheVerticesThatAreNamed() {
    const QTemporaryDir folder;
    const Answer saved = verify({folder.path(),
                                 "--save",
                                 kTube,
                                 "--id",
                                 "a",
                                 "--clip",
                                 "bend",
                                 "--time",
                                 "0.5",
                                 "--vertices",
                                 "Tube:0:2079,#2:0:7"});
    QVERIFY2(saved.exitCode == 0, saved.err);
    const QList<QJsonObject> vertices = checksOf(folder.filePath("a"), "vertex");
    QCOMPARE(vertices.size(), 2);
    QCOMPARE(vertices[0]["vertex"], QJsonValue(2079));
    QCOMPARE(vertices[1]["vertex"], QJsonValue(7));
    // The same numbers as from the command that deforms.
    const QJsonObject deformed =
        runCommand({"deform", kTube, "--clip", "bend", "--time", "0.5", "--json"}).json();
    for (const QJsonObject& vertex : vertices) {
        QCOMPARE(vertex["position"],
                 deformed["instances"][0]["positions"][vertex["vertex"].toInt()]);
        QCOMPARE(vertex["normal"], deformed["instances"][0]["normals"][vertex["vertex"].toInt()]);
        QVERIFY(vertex["tolerance"].toDouble() > 1e-5 && vertex["tolerance"].toDouble() < 5e-5);
    }
}

void TstCaseSave::copiesTheFilesOfTheCharacter() {
    const QTemporaryDir folder;
    const QString file = writeCharacter(folder.filePath("rig"), "[0, 1, 0]");
    writeFile(folder.filePath("rig/unused.png"), "x");
    const Answer saved = verify({folder.filePath("cases"), "--save", file, "--id", "strip"});
    QVERIFY2(saved.exitCode == 0, saved.out + saved.err);
    const QString copy = folder.filePath("cases/strip/");
    QCOMPARE(readFile(copy + "strip.gltf"), readFile(file));
    QCOMPARE(readFile(copy + "parts/data.bin"), readFile(folder.filePath("rig/parts/data.bin")));
    QVERIFY(!QFile::exists(copy + "unused.png"));
    QVERIFY(QDir(folder.filePath("rig")).removeRecursively());
    QCOMPARE(verify({folder.filePath("cases")}).exitCode, 0);
}

void TstCaseSave::failsWhenTheCharacterChanges() {
    const QTemporaryDir folder;
    const QString file = writeCharacter(folder.filePath("rig"), "[0, 1, 0]");
    QCOMPARE(
        verify({folder.filePath("cases"), "--save", file, "--id", "strip", "--clip", "0"}).exitCode,
        0);
    writeCharacter(folder.filePath("cases/strip"), "[0, 1.001, 0]");
    const Answer moved = verify({folder.filePath("cases")});
    QCOMPARE(moved.exitCode, 1);
    QVERIFY2(moved.out.contains("FAIL strip c"), moved.out);
    QVERIFY2(moved.out.contains("vertex: position is"), moved.out);
    writeCharacter(folder.filePath("cases/strip"), "[0, 1, 0]");
    QCOMPARE(verify({folder.filePath("cases")}).exitCode, 0);
}

void TstCaseSave::writesOverACaseOnlyWhenForced() {
    const QTemporaryDir folder;
    const QStringList arguments = {folder.path(), "--save", kTube, "--id", "a"};
    QCOMPARE(verify(arguments).exitCode, 0);
    const QByteArray first = readFile(folder.filePath("a/case.json"));
    const Answer refused = verify(arguments + QStringList{"--clip", "bend"});
    QCOMPARE(refused.exitCode, 2);
    QCOMPARE(refused.err,
             "sartor: " + folder.path().toUtf8() + "/a is there already; --force writes over it\n");
    QCOMPARE(readFile(folder.filePath("a/case.json")), first);
    QCOMPARE(verify(arguments + QStringList{"--clip", "bend", "--force"}).exitCode, 0);
    QVERIFY(readFile(folder.filePath("a/case.json")) != first);
    // From its own input.
    QCOMPARE(
        verify(
            {folder.path(), "--save", folder.filePath("a/twist_tube.glb"), "--id", "a", "--force"})
            .exitCode,
        0);
    QCOMPARE(readFile(folder.filePath("a/twist_tube.glb")), readFile(kTube));
}

void TstCaseSave::aFullDiskLeavesNoHalfOfACase() {
    const QTemporaryDir folder;
    const QString file = writeCharacter(folder.filePath("rig"), "[0, 1, 0]");
    const QString cases = folder.filePath("cases");
    QVERIFY(QDir().mkpath(cases));
    const QStringList arguments = {cases, "--save", file, "--id", "strip"};
    const auto saveOnFullDisk = [&](qint64 fileSize) {
        const sartor::test::FullDisk disk(static_cast<rlim_t>(fileSize));
        return verify(arguments + QStringList{"--force"});
    };
    const auto check = [](const Answer& answer) {
        QCOMPARE(answer.exitCode, 4);
        QCOMPARE(answer.out, QByteArray());
        QVERIFY2(answer.err.contains("/strip/") && answer.err.contains(": File too large"),
                 answer.err);
    };
    check(saveOnFullDisk(0));
    QVERIFY(QDir(cases).isEmpty());
    QCOMPARE(verify(arguments).exitCode, 0);
    const QByteArray document = readFile(cases + "/strip/case.json");
    // One that is there stays what it was, to the last file.
    writeCharacter(folder.filePath("rig"), "[0, 2, 0]");
    const QByteArray before = readFile(cases + "/strip/strip.gltf");
    // Room for the buffer, and not for the document of the character.
    const qint64 bufferSize = readFile(cases + "/strip/parts/data.bin").size();
    QVERIFY(bufferSize < before.size());
    check(saveOnFullDisk(bufferSize));
    QCOMPARE(readFile(cases + "/strip/strip.gltf"), before);
    QCOMPARE(readFile(cases + "/strip/case.json"), document);
    QCOMPARE(QDir(cases + "/strip").entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
             (QStringList{"case.json", "parts", "strip.gltf"}));
}

QTEST_GUILESS_MAIN(TstCaseSave)
#include "tst_case_save.moc"
