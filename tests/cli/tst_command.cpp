// SPDX-License-Identifier: Apache-2.0
// Exit codes, messages and addressing of the command.
#include "run_command.h"

#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <support/full_disk.h>

using sartor::test::Answer;
using sartor::test::dataFile;
using sartor::test::runCommand;

namespace {

const QString kTube = dataFile("formats/twist_tube.glb");
const QString kWheels = dataFile("cases/46-duplicate-node-names/input.gltf");
const QStringList kCommands = {"inspect",
                               "check",
                               "doctor",
                               "experiment",
                               "collapse",
                               "bind",
                               "pose",
                               "ik",
                               "deform",
                               "explain",
                               "diff",
                               "lod",
                               "rom",
                               "motion",
                               "render",
                               "graph",
                               "plugins",
                               "verify",
                               "plugin"};

} // namespace

class TstCommand : public QObject {
    Q_OBJECT
private slots:
    void endsWithTheExitCodeAndMessage_data();
    void endsWithTheExitCodeAndMessage();
    void inputsAreNotWrittenOver();
    void helpHasAnExampleOnEveryLevel();
    void onlyTheCommandsThatExistAreDeclared();
    void namesAndIndicesMeanTheSame();
    void aTimeWithoutAClipIsRemarkedOn_data();
    void aTimeWithoutAClipIsRemarkedOn();
    void unwritableOutputIsTheEnvironmentsFault();
    void aFullDiskIsTheEnvironmentsFault_data();
    void aFullDiskIsTheEnvironmentsFault();
    void namesOfFilesAreShownInLetters();
    void nothingIsPrintedWhereStandardErrorIsNoTerminal();
    void namesOfBrokenFilesComeOutAsValidUtf8();
    void aMissingImportWorkerIsTheEnvironmentsFault();
    void importersAreComparedFieldByField();
};

void TstCommand::importersAreComparedFieldByField() {
    const Answer text = runCommand({"diff", kWheels, "--importers", "gltf,assimp"});
    QCOMPARE(text.exitCode, 1);
    QVERIFY2(text.out.contains("  gltf    ") && text.out.contains("  assimp  "), text.out);
    const Answer answer = runCommand({"diff", kWheels, "--importers", "gltf,assimp", "--json"});
    QCOMPARE(answer.exitCode, 1);
    const QJsonObject json = answer.json();
    QCOMPARE(json["importers"].toArray(), (QJsonArray{"gltf", "assimp"}));
    QCOMPARE(json["identical"].toBool(true), false);
    const QJsonArray differences = json["differences"].toArray();
    QVERIFY(!differences.isEmpty());
    for (const QJsonValue& difference : differences) {
        QCOMPARE(difference.toObject().keys(),
                 (QStringList{"assimp", "cause", "count", "field", "gltf", "place"}));
        QVERIFY(text.out.contains(difference["place"].toString().toUtf8() + ": " +
                                  difference["field"].toString().toUtf8()));
        QVERIFY(difference["count"].toInt() >= 1);
    }
}

void TstCommand::aMissingImportWorkerIsTheEnvironmentsFault() {
    // A copy of the command alone in a folder, as on a machine where only it was copied to.
    QTemporaryDir folder;
    const QString command = folder.filePath("sartor");
    QVERIFY(QFile::copy(SARTOR_COMMAND, command));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove("SARTOR_IMPORT_WORKER");
    QProcess process;
    process.setProcessEnvironment(environment);
    const QString file = dataFile("formats/twist_tube.fbx");
    process.start(command, {"inspect", file});
    QVERIFY(process.waitForFinished(60000));
    if (QFile::exists(SARTOR_LIBEXEC_DIR "/sartor-import-worker")) {
        QSKIP("the worker is installed on this machine");
    }
    QCOMPARE(process.exitCode(), 4);
    const QByteArray message = process.readAllStandardError();
    QVERIFY2(
        message.startsWith("sartor: " + file.toUtf8() +
                           ": the program sartor-import-worker, which reads formats other than "
                           "glTF, is not there; it was looked for as " +
                           folder.path().toUtf8()),
        message);
    process.start(command, {"inspect", file, "--trust"});
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 0);
}

void TstCommand::endsWithTheExitCodeAndMessage_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("message");
    const auto row =
        [](const char* name, const QStringList& arguments, int code, const QString& message) {
            QTest::newRow(name) << arguments << code << message;
        };
    row("done", {"pose", kTube}, 0, "");
    row("no command", {}, 2, "sartor: ");
    row("unknown command", {"dance", kTube}, 2, "there is no command 'dance'; there is inspect, ");
    row("unknown option",
        {"pose", kTube, "--fast"},
        2,
        "there is no option '--fast'; 'sartor pose --help' tells what there is");
    row("letters of an option swapped",
        {"pose", kTube, "--tmie", "1"},
        2,
        "there is no option '--tmie'; did you mean --time?");
    row("end of an option",
        {"deform", kTube, "--influences", "4"},
        2,
        "there is no option '--influences'; did you mean --max-influences?");
    row("start of options",
        {"pose", kTube, "--import=1"},
        2,
        "there is no option '--import'; did you mean --import-memory or --import-seconds?");
    row("a slip in the option that is missing",
        {"explain", kTube, "--nod", "0", "--vertex", "1"},
        2,
        "there is no option '--nod'; did you mean --node?");
    row("unknown option of no command", {"--fast"}, 2, "'sartor --help' tells what there is");
    row("one file too many",
        {"pose", kTube, kWheels},
        2,
        "'" + kWheels + "' was not expected; 'sartor pose --help' tells what there is");
    row("index below zero",
        {"pose", kTube, "--scene", "-1"},
        2,
        "--scene: '-1' is not a whole number from 0 to 4294967295");
    for (const QStringList& importerOptions : {QStringList{"--chains", "lbs,lbs"},
                                               QStringList{"--chain", "lbs"},
                                               QStringList{"--clip", "0"},
                                               QStringList{"--time", "1"},
                                               QStringList{"--mode", "loop"},
                                               QStringList{"--kernels", "auto"},
                                               QStringList{"--plugin-path", "."},
                                               QStringList{"--verify-plugins"},
                                               QStringList{"--max-influences", "4"},
                                               QStringList{"--weights", "none"},
                                               QStringList{"--tolerance", "1"},
                                               QStringList{"--degrees", "1"}}) {
        QTest::addRow("importers with %s", qPrintable(importerOptions[0]))
            << QStringList{"diff", kTube, "--importers", "gltf,assimp"} + importerOptions << 2
            << "--importers compares what was read: " + importerOptions[0] + " has no effect";
    }
    row("a chain beside chains",
        {"diff", kTube, "--chains", "lbs,lbs", "--chain", "lbs"},
        2,
        "--chains excludes --chain");
    row("a clip without a frame",
        {"inspect", kTube, "--clip", "0"},
        2,
        "without --influences or --palette, no frame is made: --clip has no effect");
    row("rules in a form for findings",
        {"check", "--list-rules", "--format", "sarif"},
        2,
        "--format sarif is for findings");
    row("profiles in a form for findings",
        {"check", "--list-profiles", "--format", "junit"},
        2,
        "--format junit is for findings");
    row("an explanation in a form for findings",
        {"check", "--explain", "weights.tiny", "--format", "sarif"},
        2,
        "--format sarif is for findings");
    row("attribute that is not there",
        {"bind", kTube, "--joints-from", "COLOUR_0"},
        2,
        kTube + ": /meshes: joints or weights were to be read from 'COLOUR_0', which no primitive "
                "has; there is ");
    row("attribute that is not there, checked",
        {"check", kTube, "--weights-from", "WEIGHT_0"},
        3,
        "'WEIGHT_0', which no primitive has; there is ");
    row("attribute that is there, checked", {"check", kTube, "--weights-from", "WEIGHTS_0"}, 0, "");
    row("no file", {"pose"}, 2, "FILE");
    row("value out of a list", {"deform", kTube, "--backend", "abacus"}, 2, "abacus");
    row("not a number", {"pose", kTube, "--time", "noon"}, 2, "--time: 'noon' is not a number");
    row("missing file", {"pose", "/nonexistent/a.glb"}, 3, "sartor: /nonexistent/a.glb: ");
    row("unknown format", {"pose", SARTOR_COMMAND}, 3, "sartor: ");
    row("cut file",
        {"inspect", dataFile("cases/80-truncated-glb/cut_bin.glb")},
        3,
        "cut_bin.glb: ");
    row("foreign format", {"inspect", dataFile("formats/twist_tube.fbx")}, 0, "");
    row("foreign format without the worker",
        {"inspect", dataFile("formats/twist_tube.fbx"), "--trust"},
        0,
        "");
    row("no time for an import",
        {"inspect", dataFile("formats/twist_tube.fbx"), "--import-seconds", "1e-9"},
        3,
        "twist_tube.fbx: reading it as FBX took longer than 1e-09 s");
    row("no memory for an import",
        {"check", dataFile("formats/twist_tube.fbx"), "--import-memory", "1"},
        2,
        "--import-memory");
    row("importers of another format",
        {"diff", dataFile("formats/twist_tube.fbx"), "--importers", "gltf,assimp"},
        2,
        "--importers compares readers of glTF, expected .gltf or .glb");
    row("importers in another order",
        {"diff", kTube, "--importers", "assimp,gltf"},
        2,
        "--importers compares gltf,assimp, in this order");
    row("unknown clip by name",
        {"pose", kTube, "--clip", "Run"},
        2,
        "sartor: " + kTube + ": there is no clip 'Run'; there is #0 'bend', #1 'twist'");
    row("unknown clip by index", {"pose", kTube, "--clip", "2"}, 2, "there is no clip '2'");
    row("clip of a file without",
        {"pose", dataFile("cases/02-weights-zero-sum/input.gltf"), "--clip", "9"},
        2,
        "clip '9'");
    row("unknown node", {"deform", kTube, "--node", "Hips"}, 2, "there is no node 'Hips'");
    row("ambiguous name",
        {"deform", kWheels, "--node", "wheel"},
        2,
        "node 'wheel' is the name of 3: #1, #2, #3; say which by its index");
    row("node without mesh",
        {"deform", kTube, "--node", "upper"},
        2,
        "node #0 'upper' carries no mesh");
    row("primitive that is not there",
        {"deform", kTube, "--node", "Tube", "--primitive", "5"},
        2,
        "none is number 5");
    row("vertex that is not there",
        {"explain", kTube, "--node", "Tube", "--vertex", "2080"},
        2,
        "the primitive has 2080 vertices");
    row("chain that cannot be read", {"deform", kTube, "--chain", "lbs["}, 2, "lbs[");
    row("param that is not there", {"deform", kTube, "--chain", "lbs[x=1]"}, 2, "normals");
    row("plugin that is not there", {"deform", kTube, "--chain", "origami"}, 4, "origami");
    row("chain document",
        {"deform", kTube, "--chain", dataFile("chains/linear_normals.json")},
        0,
        "");
    row("chain document that is wrong",
        {"deform", kTube, "--chain", dataFile("chains/unknown_key.json")},
        3,
        "unknown_key.json: /chain/0: unknown key 'normals'");
    row("chain document that is not there",
        {"deform", kTube, "--chain", "/nonexistent.json"},
        3,
        "/nonexistent.json: No such file");
    row("plugin folder that is not there",
        {"deform", kTube, "--plugin-path", "/nonexistent"},
        4,
        "/nonexistent");
    row("kernels that are not built", {"deform", kTube, "--kernels", "avx512"}, 4, "avx512");
    row("backend that is not there", {"deform", kTube, "--backend", "metal"}, 2, "metal");
    row("reference kernels", {"deform", kTube, "--kernels", "reference"}, 0, "");
    row("output of another kind", {"deform", kTube, "--out", "x.stl"}, 2, "x.stl");
    row("picture of another kind", {"render", kTube, "--out", "x.jpg"}, 2, "x.jpg");
    for (const char* option : {"--clip", "--time", "--chain", "--node", "--out", "--fields"}) {
        QTest::addRow("empty %s", option)
            << QStringList{"deform", kTube, option, ""} << 2 << option;
    }
    row("empty file name", {"pose", ""}, 2, "FILE: the value is empty");
    row("no influences",
        {"deform", kTube, "--max-influences", "0"},
        2,
        "--max-influences: '0' is not a whole number from 1 to 4294967295");
    row("no influences to check", {"check", kTube, "--max-influences", "0"}, 2, "--max-influences");
    row("primitive that no mesh has",
        {"deform", kTube, "--primitive", "5"},
        2,
        "no mesh has a primitive 5");
    row("scene that is not there", {"pose", kTube, "--scene", "7"}, 2, "scene 7 was asked for");
    row("scene of a format with one",
        {"pose", dataFile("formats/twist_tube.fbx"), "--scene", "1"},
        2,
        "scene 1 was asked for");
    row("data larger than allowed",
        {"pose", kTube, "--max-decoded-size", "1kb"},
        3,
        "at most 1024 are read");
    row("expansion that is no number",
        {"pose", kTube, "--max-expansion", "x"},
        2,
        "--max-expansion");
    const QString kOutside = dataFile("outside_folder/character/triangle.gltf");
    row("buffer outside of the folder",
        {"pose", kOutside},
        3,
        "/buffers/0/uri: '../beside.bin' leads out of the folder of the file");
    row("buffer outside of the folder, allowed",
        {"pose", kOutside, "--allow-outside-folder"},
        0,
        "");
    row("buffer outside of the folder, checked", {"check", kOutside}, 3, "leads out of the folder");
    row("buffer outside of the folder, allowed to be checked",
        {"check", kOutside, "--allow-outside-folder"},
        0,
        "");
    row("speed without end",
        {"pose", kTube, "--clip", "0", "--mode", "loop", "--speed", "1e300", "--elapsed", "1e300"},
        2,
        "speed 1e+300, elapsed 1e+300");
    row("nothing to compare", {"diff", kTube}, 2, "nothing to compare");
    row("chains that differ",
        {"diff",
         dataFile("formats/nonuniform_scale.glb"),
         "--clip",
         "0",
         "--time",
         "0.5",
         "--chains",
         "lbs,lbs[normals=linear]"},
        1,
        "");
    row("chains that do not differ",
        {"diff", kTube, "--chains", "lbs,lbs[normals=blended]"},
        0,
        "");
    row("chain document against its text",
        {"diff",
         dataFile("formats/nonuniform_scale.glb"),
         "--clip",
         "0",
         "--time",
         "0.5",
         "--chains",
         "lbs[normals=linear]," + dataFile("chains/linear_normals.json")},
        0,
        "");
    row("size of no picture", {"render", kTube, "--out", "x.png", "--size", "0x9"}, 2, "0x9");
    row("camera of nothing",
        {"render", kTube, "--out", "x.png", "--camera", "roll=3"},
        2,
        "roll=3");
    for (const char* camera : {"yaw=nan", "pitch=inf", "distance=inf"}) {
        row(camera, {"render", kTube, "--out", "x.png", "--camera", camera}, 2, camera);
    }
    row("check without files", {"check"}, 2, "no file to check");
    row("lod that keeps to no number of joints",
        {"lod", kTube, "--joints", "-1"},
        2,
        "--joints: '-1' is not a whole number from 0 to 4294967295");
    for (const auto& [option, value] : {std::pair("--max-error", "nan"),
                                        std::pair("--fail-above", "nan"),
                                        std::pair("--fail-above", "inf")}) {
        row("lod that keeps to no number",
            {"lod", kTube, option, value},
            2,
            QString("%1: '%2' is not a number of at least 0").arg(option, value));
    }
    row("tolerance that is no number",
        {"diff", kTube, "--backends", "cpu", "--tolerance", "nan"},
        2,
        "--tolerance: 'nan' is not a number of at least 0");
    row("no limit of time",
        {"check", kTube, "--import-seconds", "nan"},
        2,
        "--import-seconds: 'nan' is not a number");
    row("no limit of size", {"check", kTube, "--max-decoded-size", "-1"}, 2, "--max-decoded-size");
    row("no limit of expansion", {"check", kTube, "--max-expansion", "-1"}, 2, "--max-expansion");
    row("answers in a case",
        {"verify", dataFile("cases"), "--answers", dataFile("cases/50-deep-chain/case.json")},
        2,
        "would be in the folder of a case");
    row("reports are joined as they are",
        {"check", "--merge", "report.json", "--ignore", "weights.tiny"},
        2,
        "--merge joins reports as they are: --ignore has no effect");
    row("reports are joined without reading files",
        {"check", "--merge", "report.json", "--trust"},
        2,
        "--merge joins reports as they are: --trust has no effect");
    row("one file for two outputs",
        {"check", kTube, "--fix", "out.glb", "--write-baseline", "out.glb"},
        2,
        "name one and the same file");
    row("unknown rule", {"check", "--explain", "no.such"}, 2, "there is no rule or code 'no.such'");
}

void TstCommand::endsWithTheExitCodeAndMessage() {
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QString, message);
    const Answer answer = runCommand(arguments);
    QVERIFY2(answer.exitCode == exitCode,
             qPrintable(QString("exit code %1, %2").arg(answer.exitCode).arg(QString(answer.err))));
    QVERIFY2(QString(answer.err).contains(message), answer.err.constData());
    QCOMPARE(answer.err.isEmpty(), exitCode < 2);
    // A check counts the files that could not be read in its report.
    const bool isReport = arguments.contains("check") && exitCode == 3;
    QCOMPARE(answer.out.isEmpty(), exitCode >= 2 && !isReport);
    QVERIFY(answer.err.isEmpty() || answer.err.startsWith("sartor: "));
}

void TstCommand::inputsAreNotWrittenOver() {
    const QTemporaryDir folder;
    const QString character = folder.filePath("tube.glb");
    QVERIFY(QFile::copy(kTube, character));
    QFile file(character);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray before = file.readAll();
    file.close();
    // By another name of the same file, too.
    const QString again = folder.path() + "/./tube.glb";
    for (const QStringList& arguments : {QStringList{"deform", character, "--out", again},
                                         QStringList{"check", character, "--write-baseline", again},
                                         QStringList{"check", character, "--fix", again}}) {
        const Answer answer = runCommand(arguments);
        QCOMPARE(answer.exitCode, 2);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll() == before);
        file.close();
    }
}

void TstCommand::helpHasAnExampleOnEveryLevel() {
    const Answer top = runCommand({"--help"});
    QCOMPARE(top.exitCode, 0);
    QVERIFY(top.out.contains("Example: sartor "));
    for (const QString& command : kCommands) {
        const Answer answer = runCommand({command, "--help"});
        QCOMPARE(answer.exitCode, 0);
        const QRegularExpression example("Examples?: sartor " + command);
        QVERIFY2(QString(answer.out).contains(example), answer.out.constData());
        QVERIFY(top.out.contains(command.toUtf8()));
    }
}

void TstCommand::onlyTheCommandsThatExistAreDeclared() {
    const QByteArray help = runCommand({"--help"}).out;
    const qsizetype begin = help.indexOf("Subcommands:");
    const qsizetype end = help.indexOf("\n\n", begin);
    QCOMPARE(help.mid(begin, end - begin).count('\n'), kCommands.size());
}

void TstCommand::namesAndIndicesMeanTheSame() {
    const QByteArray byName = runCommand({"pose", kTube, "--clip", "twist", "--json"}).out;
    QVERIFY(!byName.isEmpty());
    QCOMPARE(runCommand({"pose", kTube, "--clip", "1", "--json"}).out, byName);
    QCOMPARE(runCommand({"pose", kTube, "--clip", "#1", "--json"}).out, byName);
    const QByteArray node = runCommand({"deform", kTube, "--node", "Tube", "--json"}).out;
    QVERIFY(!node.isEmpty());
    QCOMPARE(runCommand({"deform", kTube, "--node", "#2", "--json"}).out, node);
}

void TstCommand::aTimeWithoutAClipIsRemarkedOn_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("remark");
    QTest::newRow("none") << QStringList() << QByteArray();
    QTest::newRow("the time it has") << QStringList{"--time", "0"} << QByteArray();
    QTest::newRow("another time") << QStringList{"--time", "0.5"}
                                  << QByteArray("sartor: --time has no effect without --clip\n");
    QTest::newRow("playback") << QStringList{"--mode", "loop", "--elapsed", "0.5"}
                              << QByteArray("sartor: --mode has no effect without --clip\n");
    QTest::newRow("of a clip") << QStringList{"--clip", "1", "--time", "0"} << QByteArray();
}

void TstCommand::aTimeWithoutAClipIsRemarkedOn() {
    QFETCH(QStringList, options);
    QFETCH(QByteArray, remark);
    const Answer answer = runCommand(QStringList{"pose", kTube, "--json"} + options);
    QCOMPARE(answer.exitCode, 0);
    QCOMPARE(answer.err, remark);
    QCOMPARE(answer.json()["time"].toDouble(-1.0), 0.0);
}

void TstCommand::unwritableOutputIsTheEnvironmentsFault() {
    for (const QString& extension : QStringList{"json", "npz", "obj", "glb"}) {
        const Answer answer = runCommand({"deform", kTube, "--out", "/nonexistent/a." + extension});
        QCOMPARE(answer.exitCode, 4);
        QVERIFY2(answer.err.contains("/nonexistent/a."), answer.err.constData());
        QVERIFY(answer.out.isEmpty());
    }
}

void TstCommand::aFullDiskIsTheEnvironmentsFault_data() {
    QTest::addColumn<QStringList>("arguments");
    for (const QStringList& arguments :
         {QStringList{"--help"},
          QStringList{"--version"},
          QStringList{"pose", "--help"},
          QStringList{"inspect", kTube},
          QStringList{"check", kTube},
          QStringList{"check", kTube, "--format", "sarif"},
          QStringList{"check", "--list-rules"},
          QStringList{"bind", kTube},
          QStringList{"pose", kTube},
          QStringList{"deform", kTube, "--json"},
          QStringList{"explain", kTube, "--node", "Tube", "--vertex", "1"},
          QStringList{"diff", kTube, "--importers", "gltf,assimp"},
          QStringList{"lod", kTube, "--joints", "1"},
          QStringList{"rom", kTube},
          QStringList{"motion", kTube},
          QStringList{"plugins"},
          QStringList{"verify", dataFile("cases/50-deep-chain")}}) {
        QTest::newRow(qPrintable(arguments.join(' ').remove(kTube))) << arguments;
    }
}

void TstCommand::aFullDiskIsTheEnvironmentsFault() {
    QFETCH(QStringList, arguments);
    const QTemporaryDir folder;
    QProcess process;
    process.setStandardOutputFile(folder.filePath("out"));
    const sartor::test::FullDisk disk(0);
    process.start(SARTOR_COMMAND, arguments);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    const QByteArray error = process.readAllStandardError();
    QVERIFY2(process.exitCode() == 4, error);
    QVERIFY2(error.endsWith("sartor: standard output: File too large\n"), error);
}

void TstCommand::namesOfFilesAreShownInLetters() {
    const Answer answer = runCommand({"pose", "/nowhere/a\nb\x1b[2J.glb"});
    QCOMPARE(answer.err,
             QByteArray("sartor: /nowhere/a\\nb\\x1b[2J.glb: No such file or directory\n"));
}

void TstCommand::nothingIsPrintedWhereStandardErrorIsNoTerminal() {
    QTemporaryDir folder;
    const Answer answer = runCommand({"deform", kTube, "--out", folder.filePath("a.obj")});
    QCOMPARE(answer.exitCode, 0);
    QVERIFY(answer.out.isEmpty());
    QVERIFY(answer.err.isEmpty());
    QVERIFY(QFile::exists(folder.filePath("a.obj")));
}

void TstCommand::namesOfBrokenFilesComeOutAsValidUtf8() {
    const QString file = dataFile("cases/88-broken-utf8-and-bom/");
    const QStringList inputs = QDir(file).entryList({"*.gltf", "*.glb"});
    QVERIFY(!inputs.isEmpty());
    for (const QString& input : inputs) {
        for (const QStringList& arguments :
             {QStringList{"inspect", file + input, "--json"},
              QStringList{"inspect", file + input},
              QStringList{"check", file + input, "--format", "junit"}}) {
            const Answer answer = runCommand(arguments);
            QCOMPARE(QString::fromUtf8(answer.out).toUtf8(), answer.out);
            QCOMPARE(QString::fromUtf8(answer.err).toUtf8(), answer.err);
            QVERIFY(!answer.out.isEmpty() || !answer.err.isEmpty());
        }
    }
}

QTEST_GUILESS_MAIN(TstCommand)
#include "tst_command.moc"
