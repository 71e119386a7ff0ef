// SPDX-License-Identifier: Apache-2.0
// `sartor graph`: what it prints of graphs that are right, and says of those that are not.
#include "run_command.h"
#include "test_files.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

using sartor::test::Answer;
using sartor::test::readFile;
using sartor::test::runCommand;
using sartor::test::writeFile;

namespace {

const QString kGraph = SARTOR_SAMPLES_DIR "/graphs/root_motion.graph.json";
const QString kAsset = SARTOR_SAMPLES_DIR "/assets/stepper.gltf";

QStringList run(const QStringList& options) {
    return QStringList{"graph", "run", kGraph, "--asset", kAsset} + options;
}

QJsonArray ledger(const QStringList& options) {
    return runCommand(run(options + QStringList{"--json"}))
        .json()["root_motion"]["ledger"]
        .toArray();
}

double seenZ(const QJsonValue& frame) {
    return frame["seen"]["translation"][2].toDouble();
}

} // namespace

class TstCommandGraph : public QObject {
    Q_OBJECT
private slots:
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void judgesTheWholeRun();
    void tellsAFaultAtTheStart();
    void keepsTheBooksOfRootMotion();
    void ownerIsThatOfTheDocument_data();
    void ownerIsThatOfTheDocument();
    void setsParametersOverTime_data();
    void setsParametersOverTime();
    void printsEvents();
    void writesPoses();
    void isReadable();
    void aLongRunTakesNoMoreMemory();
    void saysAllProblemsOfADocument();
    void writesTheOneForm();
    void listsNodes();
    void posesAndDeformsWithAGraph();
    void replaysWhatItRecorded();

private:
    QTemporaryDir folder_;
    QString path(const char* name) const { return folder_.filePath(name); }
};

void TstCommandGraph::saysWhatIsWrong_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("message");
    const auto row =
        [](const char* name, const QStringList& arguments, int exitCode, const QString& message) {
            QTest::newRow(name) << arguments << exitCode << message;
        };
    row("no sub-command", {"graph"}, 2, "");
    row("no asset", {"graph", "run", kGraph}, 2, "--asset");
    row("no such graph", {"graph", "run", "no.json", "--asset", kAsset}, 3, "sartor: no.json: ");
    row("no such graph for a pose", {"pose", kAsset, "--graph", "no.json"}, 3, "sartor: no.json: ");
    row("no such asset", {"graph", "run", kGraph, "--asset", "no.glb"}, 3, "no.glb");
    row("time that goes back", run({"--dt", "-1"}), 2, "-1");
    row("time that takes years",
        run({"--dt", "1e308"}),
        2,
        "--dt: time step 1e+308: expected 0 to 1e+06 s");
    row("no frames", run({"--frames", "0"}), 2, "0");
    row("too many frames", run({"--frames", "1000001"}), 2, "1000001");
    row("no pair", run({"--set", "speed"}), 2, "expected the form NAME=VALUE");
    row("unknown parameter", run({"--set", "spede=1"}), 2, "no parameter 'spede'; there is speed");
    row("no number", run({"--set", "speed=fast"}), 2, "'fast': expected a number");
    row("no finite number", run({"--set", "speed=nan"}), 2, "'nan': expected a number");
    row("no time", run({"--set", "speed=1@soon"}), 2, "from 0 to 1, and @SECONDS");
    row("out of its range", run({"--set", "speed=2.5"}), 2, "'2.5': expected a number from 0 to 1");
    row("time before the start", run({"--set", "speed=1@-1"}), 2, "@SECONDS from 0 on");
    row("output over the graph", run({"--out", kGraph}), 2, "is a file that is read here");
    row("unknown node", {"graph", "nodes", "--explain", "dance"}, 2, "no type of node 'dance'");
}

void TstCommandGraph::saysWhatIsWrong() {
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QString, message);
    const Answer answer = runCommand(arguments);
    QVERIFY2(answer.err.contains(message.toUtf8()), answer.err);
    QCOMPARE(answer.exitCode, exitCode);
    QVERIFY(answer.out.isEmpty());
}

// The ledger keeps fewer frames than the character stands still at the end.
void TstCommandGraph::judgesTheWholeRun() {
    const QStringList stops = run({"--dt", "0.1", "--frames", "300", "--set", "speed=1@0,0@2"});
    const QJsonValue verdict =
        runCommand(stops + QStringList{"--json"}).json()["root_motion"]["verdict"];
    QCOMPARE(verdict["fault"].toString(), QString("none"));
    QVERIFY(verdict["frames"][0].toInt() >= 1);
    QVERIFY(verdict["frames"][1].toInt() < 200);
    // All that was judged, not its last part alone.
    const QJsonValue walks = runCommand(run({"--dt", "0.1", "--frames", "300", "--json"}))
                                 .json()["root_motion"]["verdict"];
    QCOMPARE(walks["fault"].toString(), QString("none"));
    QCOMPARE(walks["frames"][0].toInt(), 1);
    QCOMPARE(walks["frames"][1].toInt(), 300);
    QVERIFY(runCommand(stops).out.contains("fault: none"));
    const QStringList stands = run({"--dt", "0.1", "--frames", "300", "--set", "speed=0"});
    QVERIFY(runCommand(stands).out.contains("too little of it to tell a fault"));
}

// For a tenth of a second the whole character leans over, which moves its hips aside; the ledger
// has long forgotten it when the run ends.
void TstCommandGraph::tellsAFaultAtTheStart() {
    QByteArray document = readFile(kGraph);
    document.replace(R"("joint": "root")", R"("joint": "hips")");
    document.replace(
        R"("parameters": [)",
        R"("parameters": [{"id": "lean", "type": "float", "minimum": 0, "maximum": 1},)");
    document.replace(R"("nodes": [)",
                     R"("nodes": [{"id": "aim", "type": "aim_ik",
                         "params": {"joints": [{"joint": "root"}], "forward_axis": [0, 1, 0]},
                         "inputs": {"pose": {"node": "move"}, "target": [0.5, 1, 0],
                                    "weight": {"parameter": "lean"}}},)");
    document.replace(R"("output": {"node":"move"})", R"("output": {"node":"aim"})");
    writeFile(path("lean.graph.json"), document);
    const QStringList upright = {
        "graph", "run", path("lean.graph.json"), "--asset", kAsset, "--frames", "600"};
    QVERIFY(runCommand(upright).out.contains("fault: none"));
    const QStringList leaning = upright + QStringList{"--set", "lean=1@0.2,0@0.3"};
    const QJsonValue verdict =
        runCommand(leaning + QStringList{"--json"}).json()["root_motion"]["verdict"];
    QCOMPARE(verdict["fault"].toString(), QString("scaled"));
    QCOMPARE(verdict["frames"].toArray(), (QJsonArray{1, 32}));
    QVERIFY(runCommand(leaning).out.contains("fault: scaled, first seen in frames 1 to 32"));
}

void TstCommandGraph::keepsTheBooksOfRootMotion() {
    const QJsonObject json = runCommand(run({"--dt", "0.1", "--frames", "25", "--json"})).json();
    const QJsonValue motion = json["root_motion"];
    QCOMPARE(motion["joint"].toString(), QString("root"));
    QCOMPARE(motion["owner"].toString(), QString("entity"));
    QCOMPARE(motion["verdict"]["fault"].toString(), QString("none"));
    QCOMPARE_LE(motion["conservation_error"]["distance"].toDouble(), 1e-6);
    const QJsonArray frames = motion["ledger"].toArray();
    QCOMPARE(frames.size(), 25);
    for (qsizetype i = 0; i < frames.size(); ++i) {
        // 1 m/s, all of it with the entity.
        const double metres = 0.1 * static_cast<double>(i + 1);
        QCOMPARE_LE(std::abs(frames[i]["entity"]["translation"][2].toDouble() - metres), 1e-6);
        QCOMPARE_LE(std::abs(frames[i]["in_pose"]["translation"][2].toDouble()), 1e-6);
        QCOMPARE_LE(std::abs(frames[i]["time"].toDouble() - metres), 1e-9);
        const QJsonArray sources = frames[i]["sources"].toArray();
        QCOMPARE(sources.size(), 1);
        QCOMPARE(sources[0]["node"].toString(), QString("forward"));
        QCOMPARE(sources[0]["kind"].toString(), QString("clip"));
        QCOMPARE(sources[0]["weight"].toDouble(), 1.0);
    }
}

void TstCommandGraph::ownerIsThatOfTheDocument_data() {
    QTest::addColumn<QString>("owner");
    QTest::addColumn<double>("entity");
    QTest::addColumn<double>("pose");
    QTest::newRow("entity") << "entity" << 2.5 << 0.0;
    QTest::newRow("pose") << "pose" << 0.0 << 2.5;
    QTest::newRow("discard") << "discard" << 0.0 << 0.0;
}

void TstCommandGraph::ownerIsThatOfTheDocument() {
    QFETCH(QString, owner);
    QFETCH(double, entity);
    QFETCH(double, pose);
    QByteArray document = readFile(kGraph);
    document.replace("\"entity\"", ("\"" + owner + "\"").toUtf8());
    writeFile(path("owned.graph.json"), document);
    const QJsonArray frames = runCommand({"graph",
                                          "run",
                                          path("owned.graph.json"),
                                          "--asset",
                                          kAsset,
                                          "--dt",
                                          "0.25",
                                          "--frames",
                                          "10",
                                          "--json"})
                                  .json()["root_motion"]["ledger"]
                                  .toArray();
    QCOMPARE(frames.size(), 10);
    QCOMPARE_LE(std::abs(frames[9]["entity"]["translation"][2].toDouble() - entity), 1e-6);
    QCOMPARE_LE(std::abs(frames[9]["in_pose"]["translation"][2].toDouble() - pose), 1e-6);
}

void TstCommandGraph::setsParametersOverTime_data() {
    QTest::addColumn<QString>("setting");
    QTest::addColumn<double>("metres");
    QTest::newRow("not moving") << "speed=0" << 0.0;
    QTest::newRow("half") << "speed=0.5" << 1.0;
    QTest::newRow("later") << "speed=0@0,1@1.5" << 0.5;
    QTest::newRow("in any order") << "speed=1@1.5,0@0" << 0.5;
    QTest::newRow("there and back") << "speed=0,1@0.5,0@1" << 0.5;
    QTest::newRow("after the end") << "speed=0@2" << 2.0;
}

void TstCommandGraph::setsParametersOverTime() {
    QFETCH(QString, setting);
    QFETCH(double, metres);
    const QJsonArray frames = ledger({"--dt", "0.1", "--frames", "20", "--set", setting});
    QCOMPARE(frames.size(), 20);
    QCOMPARE_LE(std::abs(seenZ(frames[19]) - metres), 1e-6);
}

void TstCommandGraph::printsEvents() {
    const QJsonArray events =
        runCommand(run({"--dt", "0.1", "--frames", "20", "--json"})).json()["events"].toArray();
    QCOMPARE(events.size(), 4);
    QCOMPARE(events[0]["name"].toString(), QString("step_left"));
    QCOMPARE(events[0]["frame"].toInt(), 3);
    QCOMPARE(events[0]["node"].toString(), QString("forward"));
    QCOMPARE(events[0]["clip_time"].toDouble(), 0.25);
    QCOMPARE_LE(std::abs(events[0]["frame_time"].toDouble() - 0.05), 1e-9);
    QCOMPARE(events[1]["name"].toString(), QString("step_right"));
    QCOMPARE(events[3]["frame"].toInt(), 18);
}

void TstCommandGraph::writesPoses() {
    QCOMPARE(
        runCommand(run({"--dt", "0.25", "--frames", "3", "--out", path("poses.json")})).exitCode,
        0);
    const QJsonArray frames =
        QJsonDocument::fromJson(readFile(path("poses.json"))).object()["frames"].toArray();
    QCOMPARE(frames.size(), 3);
    // The hips of the clip at a quarter of a second; the root in place.
    const QJsonArray nodes = frames[0]["nodes"].toArray();
    QCOMPARE(nodes.size(), 4);
    QCOMPARE(nodes[1]["node"].toInt(), 1);
    QCOMPARE_LE(std::abs(nodes[1]["translation"][1].toDouble() - 0.74), 1e-6);
    QCOMPARE_LE(std::abs(nodes[0]["translation"][2].toDouble()), 1e-6);

    QCOMPARE(
        runCommand(run({"--dt", "0.25", "--frames", "3", "--out", path("poses.npz")})).exitCode, 0);
    const QByteArray arrays = readFile(path("poses.npz"));
    QVERIFY(arrays.startsWith("PK"));
    for (const char* name : {"times.npy", "translations.npy", "rotations.npy", "nodes.npy"}) {
        QVERIFY2(arrays.contains(name), name);
    }
    QVERIFY(arrays.contains("(3, 4, 3, )"));
}

void TstCommandGraph::isReadable() {
    const Answer answer = runCommand(run({"--frames", "120"}));
    QCOMPARE(answer.exitCode, 0);
    QVERIFY2(answer.out.startsWith("120 frames of 0.0166667 s"), answer.out);
    for (const char* part : {"root motion of 'root', owner entity", "fault: none", "step_left"}) {
        QVERIFY2(answer.out.contains(part), answer.out);
    }
    QCOMPARE_LE(answer.out.count('\n'), 40);
    const Answer help = runCommand({"graph", "--help"});
    for (const char* command : {"run", "validate", "canonical", "nodes"}) {
        QVERIFY2(help.out.contains(command), help.out);
    }
}

void TstCommandGraph::aLongRunTakesNoMoreMemory() {
    // With all frames kept, a hundred thousand take some 60 MB.
    const auto kilobytesOf = [](const char* frames) {
        const pid_t child = fork();
        if (child == 0) {
            static_cast<void>(!std::freopen("/dev/null", "w", stdout));
            execl(SARTOR_COMMAND,
                  SARTOR_COMMAND,
                  "graph",
                  "run",
                  SARTOR_SAMPLES_DIR "/graphs/root_motion.graph.json",
                  "--asset",
                  SARTOR_SAMPLES_DIR "/assets/stepper.gltf",
                  "--set",
                  "speed=0",
                  "--frames",
                  frames,
                  nullptr);
            _exit(127);
        }
        int status = -1;
        rusage usage{};
        wait4(child, &status, 0, &usage);
        return status == 0 ? usage.ru_maxrss : 0;
    };
    const long few = kilobytesOf("10");
    QVERIFY(few > 0);
    const long many = kilobytesOf("100000");
    QVERIFY(many > 0);
    QCOMPARE_LE(many - few, 20000L);
}

void TstCommandGraph::saysAllProblemsOfADocument() {
    const Answer right = runCommand({"graph", "validate", kGraph, "--asset", kAsset});
    QCOMPARE(right.exitCode, 0);
    QVERIFY2(right.out.endsWith("nothing is wrong\n"), right.out);
    QByteArray document = readFile(kGraph);
    document.replace("\"Idle\"", "\"Idel\"");
    document.replace("\"blend_1d\"", "\"blend_7d\"");
    writeFile(path("wrong.graph.json"), document);
    const Answer wrong = runCommand(
        {"graph", "validate", kGraph, path("wrong.graph.json"), "--asset", kAsset, "--json"});
    QCOMPARE(wrong.exitCode, 1);
    const QJsonArray graphs = wrong.json()["graphs"].toArray();
    QCOMPARE(graphs.size(), 2);
    QCOMPARE(graphs[0]["problems"].toArray().size(), 0);
    const QJsonArray problems = graphs[1]["problems"].toArray();
    QCOMPARE(problems.size(), 2);
    QStringList paths;
    for (const QJsonValue problem : problems) {
        paths += problem["path"].toString();
        QVERIFY(!problem["message"].toString().isEmpty());
        QVERIFY(problem["code"].toString().startsWith("graph."));
    }
    QVERIFY2(paths.contains("/nodes/0/params/clip"), qPrintable(paths.join(" ")));
    QVERIFY2(paths.contains("/nodes/2/type"), qPrintable(paths.join(" ")));
    // Without a character, names of clips go unchecked.
    QCOMPARE(runCommand({"graph", "validate", path("wrong.graph.json"), "--json"})
                 .json()["graphs"][0]["problems"]
                 .toArray()
                 .size(),
             1);
    // A text that is no JSON cannot be read, whoever reads it.
    writeFile(path("torn.graph.json"), document.left(100));
    for (const QStringList& command :
         {QStringList{"graph", "validate", path("torn.graph.json")},
          QStringList{"graph", "canonical", path("torn.graph.json")},
          QStringList{"graph", "run", path("torn.graph.json"), "--asset", kAsset}}) {
        const Answer torn = runCommand(command);
        QCOMPARE(torn.exitCode, 3);
        QVERIFY2(torn.err.startsWith("sartor: " + path("torn.graph.json").toUtf8()), torn.err);
        QVERIFY(torn.out.isEmpty());
    }
    // Nothing runs that is wrong.
    const Answer refused =
        runCommand({"graph", "run", path("wrong.graph.json"), "--asset", kAsset});
    QCOMPARE(refused.exitCode, 3);
    QVERIFY2(refused.err.contains("/nodes/2/type"), refused.err);
}

void TstCommandGraph::writesTheOneForm() {
    const QByteArray canonical = readFile(kGraph);
    const Answer same = runCommand({"graph", "canonical", kGraph});
    QCOMPARE(same.exitCode, 0);
    QCOMPARE(same.out, canonical);
    // Layout and defaults come from the writer.
    QByteArray messy = canonical;
    messy.replace("\n", " ");
    messy.replace("\"threshold\":1", "\"threshold\": 1.0e0");
    QVERIFY(messy != canonical);
    writeFile(path("messy.graph.json"), messy);
    const Answer quiet = runCommand(
        {"graph", "canonical", path("messy.graph.json"), "--out", path("messy.graph.json")});
    QCOMPARE(quiet.exitCode, 0);
    QVERIFY(quiet.out.isEmpty());
    QCOMPARE(readFile(path("messy.graph.json")), canonical);
    // What cannot be read is not written away.
    writeFile(path("broken.graph.json"),
              R"({"format": "sartor-graph", "version": 1, "nodse": []})");
    const Answer broken = runCommand({"graph", "canonical", path("broken.graph.json")});
    QCOMPARE(broken.exitCode, 3);
    QVERIFY2(broken.err.contains("nodse"), broken.err);
}

void TstCommandGraph::listsNodes() {
    const QJsonArray nodes =
        runCommand({"graph", "nodes", "--format", "json"}).json()["nodes"].toArray();
    QVERIFY(nodes.size() >= 3);
    QStringList types;
    for (const QJsonValue node : nodes) {
        types += node["type"].toString();
        for (const char* key : {"title", "category", "doc"}) {
            QVERIFY2(!node[key].toString().isEmpty(), qPrintable(types.last()));
        }
        QVERIFY(!node["outputs"].toArray().isEmpty());
    }
    QVERIFY(types.contains("clip") && types.contains("root_motion_override"));
    const QByteArray text = runCommand({"graph", "nodes"}).out;
    const QByteArray page = runCommand({"graph", "nodes", "--format", "markdown"}).out;
    for (const QString& type : types) {
        QVERIFY2(text.contains(type.toUtf8()), text);
        QVERIFY2(page.contains("(`" + type.toUtf8() + "`)"), page);
    }
    QVERIFY2(page == readFile(SARTOR_TEST_DATA_DIR "/../../modules/graph/NODES.md"),
             "modules/graph/NODES.md is not what sartor graph nodes --format markdown prints");
    const QByteArray one = runCommand({"graph", "nodes", "--explain", "clip"}).out;
    QVERIFY2(one.contains("- `mode` (choice, default `loop`; `loop`, `clamp`, `ping_pong`)"), one);
    const QJsonObject clip =
        runCommand({"graph", "nodes", "--explain", "clip", "--format", "json"}).json();
    QCOMPARE(clip["inputs"][0]["id"].toString(), QString("speed"));
    QCOMPARE(clip["inputs"][0]["default"].toDouble(), 1.0);
}

void TstCommandGraph::posesAndDeformsWithAGraph() {
    // In the pose of the graph the hips are where the clip has them, and the root is in place.
    const auto hips = [](const QStringList& options) {
        const QJsonObject json =
            runCommand(QStringList{"pose", kAsset, "--graph", kGraph, "--json"} + options).json();
        return json["nodes"][1]["matrix"];
    };
    const QJsonValue walking = hips({"--time", "1.25"});
    QCOMPARE_LE(std::abs(walking[1][3].toDouble() - 0.74), 1e-6);
    QCOMPARE_LE(std::abs(walking[2][3].toDouble()), 1e-6);
    QCOMPARE_LE(std::abs(hips({"--time", "1.25", "--set", "speed=0"})[1][3].toDouble() - 0.69),
                1e-6);
    const QJsonObject named =
        runCommand({"pose", kAsset, "--graph", kGraph, "--set", "speed=0.5@0", "--json"}).json();
    QCOMPARE(named["graph"].toString(), kGraph);
    QCOMPARE(named["set"].toArray(), QJsonArray{"speed=0.5@0"});
    QVERIFY(!runCommand({"pose", kAsset, "--json"}).json().contains("graph"));
    const QJsonObject deformed =
        runCommand({"deform", kAsset, "--graph", kGraph, "--time", "1.25", "--json"}).json();
    QCOMPARE(deformed["time"].toDouble(), 1.25);
    const QJsonArray positions = deformed["instances"][0]["positions"].toArray();
    QCOMPARE(positions.size(), 120);
    // The trunk's first corner, 0.04 m above where it was bound.
    const QJsonArray bound =
        runCommand({"deform", kAsset, "--json"}).json()["instances"][0]["positions"].toArray();
    QCOMPARE_LE(std::abs(positions[0][1].toDouble() - bound[0][1].toDouble() - 0.04), 1e-6);
    // Wrong together, and before the start.
    QCOMPARE(runCommand({"pose", kAsset, "--graph", kGraph, "--clip", "Idle"}).exitCode, 2);
    QCOMPARE(runCommand({"pose", kAsset, "--set", "speed=1"}).exitCode, 2);
    QCOMPARE(runCommand({"pose", kAsset, "--graph", kGraph, "--time", "-1"}).exitCode, 2);
    QCOMPARE(runCommand({"pose", kAsset, "--graph", "no.json"}).exitCode, 3);
    QVERIFY(runCommand({"pose", kAsset, "--graph", kGraph, "--time", "0.5"})
                .out.startsWith("graph at 0.5 s\n"));
}

void TstCommandGraph::replaysWhatItRecorded() {
    const QString capture = path("walk.capture");
    const Answer recorded = runCommand(
        run({"--dt", "0.1", "--frames", "20", "--set", "speed=0,1@0.5", "--record", capture}));
    QVERIFY2(recorded.exitCode == 0, recorded.err);
    const QStringList replay = {"graph", "run", kGraph, "--asset", kAsset, "--replay", capture};
    const Answer same = runCommand(replay + QStringList{"--json"});
    QVERIFY2(same.exitCode == 0, same.err);
    QCOMPARE(same.json()["frames"].toInt(), 20);
    QVERIFY(same.json()["different"].toArray().isEmpty());
    QCOMPARE(runCommand(replay).out,
             QByteArray("20 frames, all with the bits that were recorded\n"));
    // Of another graph, cut short, and with options that would change nothing.
    QByteArray other = readFile(kGraph);
    other.replace("\"threshold\":1", "\"threshold\":0.9");
    writeFile(path("other.graph.json"), other);
    const Answer refused = runCommand(
        {"graph", "run", path("other.graph.json"), "--asset", kAsset, "--replay", capture});
    QCOMPARE(refused.exitCode, 3);
    QVERIFY2(refused.err.contains("walk.capture"), refused.err);
    writeFile(path("short.capture"), readFile(capture).chopped(10));
    QCOMPARE(
        runCommand({"graph", "run", kGraph, "--asset", kAsset, "--replay", path("short.capture")})
            .exitCode,
        3);
    QCOMPARE(runCommand(replay + QStringList{"--frames", "3"}).exitCode, 2);
}

QTEST_GUILESS_MAIN(TstCommandGraph)
#include "tst_command_graph.moc"
