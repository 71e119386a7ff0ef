// SPDX-License-Identifier: Apache-2.0
// What `sartor rom` says about extreme poses.
#include "run_command.h"
#include "test_files.h"
#include "usage_rows.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtEndian>
#include <QtTest>

#include <support/compare.h>

using sartor::test::Answer;
using sartor::test::dataFile;
using sartor::test::runCommand;

namespace {

const QString kTube = dataFile("formats/twist_tube.glb");
const QString kMannequin = SARTOR_SAMPLES_DIR "/assets/mannequin.glb";

QJsonObject poseOf(const QJsonValue& json, const QString& name) {
    for (const QJsonValue pose : json["poses"].toArray()) {
        if (pose["name"].toString() == name) {
            return pose.toObject();
        }
    }
    return {};
}

} // namespace

class TstCommandRom : public QObject {
    Q_OBJECT
private slots:
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void measuresATubeByTheFormula();
    void recognisesTheMannequin();
    void knowsTheMannequinWithoutNames();
    void movesOnlyWhatIsAskedFor();
    void failsOnThresholds_data();
    void failsOnThresholds();
    void classesCanBeEdited();
    void brokenClassesAreNamed_data();
    void brokenClassesAreNamed();
    void recordsAreKeptAndCompared();
    void versionsAreCompared();
    void brokenRecordsAreNamed_data();
    void brokenRecordsAreNamed();
    void remarksOnNoJoints();
    void isReadable();

private:
    QString tubeWith(float change);

    QTemporaryDir folder_;
};

void TstCommandRom::saysWhatIsWrong_data() {
    sartor::test::addUsageColumns();
    const auto& row = sartor::test::addUsageRow;
    row("class", {"--joint", "tail=upper"}, "there is no joint class 'tail'; there is shoulder, ");
    row("class to move", {"--only", "tail"}, "there is no joint class 'tail'");
    row("node", {"--joint", "elbow=knee"}, "there is no node 'knee'; there is #0 'upper'");
    row("no pair", {"--joint", "elbow"}, "--joint: 'elbow' is not of the form NAME=VALUE");
    row("half a pair", {"--joint", "elbow="}, "'elbow=' is not of the form");
    row("no joint",
        {"--joint", "elbow=Tube"},
        "--joint elbow=Tube: neither node #2 'Tube' nor anything below it is a joint of a skin");
    row("one joint twice",
        {"--joint", "any=upper,any=upper"},
        "--joint any=upper: node #0 'upper' was given a class already");
    row("two classes",
        {"--joint", "elbow=upper", "--joint", "wrist=#0"},
        "--joint wrist=#0: node #0 'upper' was given a class already");
    row("two references",
        {"--against", "a.json", "--compare", "b.glb"},
        "--against and --compare: there is one reference");
    row("tolerance", {"--tolerance", "-1"}, "--tolerance: expected 0 or more");
    row("measure", {"--fail-on", "beauty=1"}, "there is no measure 'beauty'; there is collapse, ");
    row("number", {"--fail-on", "collapse=half"}, "--fail-on: 'half' is no number");
    row("endless number", {"--fail-on", "collapse=inf"}, "--fail-on: 'inf' is no number");
    row("number and more", {"--fail-on", "collapse=0.5x"}, "--fail-on: '0.5x' is no number");
}

void TstCommandRom::saysWhatIsWrong() {
    sartor::test::compareUsage({"rom", kTube});
}

void TstCommandRom::measuresATubeByTheFormula() {
    // A list ends where its option does, so that the file may come last.
    const Answer answer = runCommand({"rom", "--json", "--joint", "any=upper", kTube});
    QCOMPARE(answer.exitCode, 0);
    const QJsonValue json = answer.json();
    QCOMPARE(json["joints"][0]["name"].toString(), QString("upper"));
    QCOMPARE(json["joints"][0]["class"].toString(), QString("any"));
    QCOMPARE(json["poses"].toArray().size(), 7);
    // The ring nearest to equal weights keeps what explain predicts for its weights.
    for (const double degrees : {90.0, 170.0}) {
        const QJsonValue mesh =
            poseOf(json, QString("any twisted by %1").arg(degrees))["meshes"][0];
        const Answer explained = runCommand({"explain",
                                             kTube,
                                             "--node",
                                             "Tube",
                                             "--vertex",
                                             QString::number(mesh["collapse"]["vertex"].toInt()),
                                             "--json"});
        const double share = explained.json()["influences"][1]["weight"].toDouble();
        QVERIFY(std::abs(share - 0.5) < 0.1);
        const double radians = degrees * std::acos(-1.0) / 180.0;
        const double kept =
            std::sqrt(1.0 - 2.0 * share * (1.0 - share) * (1.0 - std::cos(radians)));
        QCOMPARE_LE(sartor::test::maxAbsDiff(mesh["collapse"]["ratio"].toDouble(), kept), 1e-5);
    }
    const QJsonValue worst = json["worst"]["collapse"];
    QCOMPARE(json["poses"][worst["pose"].toInt()]["name"].toString(),
             QString("any twisted by 170"));
}

void TstCommandRom::recognisesTheMannequin() {
    const QJsonValue json = runCommand({"rom", kMannequin, "--json"}).json();
    QMap<QString, QStringList> joints;
    for (const QJsonValue joint : json["joints"].toArray()) {
        joints[joint["class"].toString()] += joint["name"].toString();
    }
    const auto sorted = [](QStringList list) {
        list.sort();
        return list;
    };
    QCOMPARE(sorted(joints["shoulder"]), (QStringList{"LeftArm", "RightArm"}));
    QCOMPARE(sorted(joints["elbow"]), (QStringList{"LeftForeArm", "RightForeArm"}));
    QCOMPARE(sorted(joints["wrist"]), (QStringList{"LeftHand", "RightHand"}));
    QCOMPARE(sorted(joints["hip"]), (QStringList{"LeftUpLeg", "RightUpLeg"}));
    QCOMPARE(sorted(joints["knee"]), (QStringList{"LeftLeg", "RightLeg"}));
    QCOMPARE(sorted(joints["spine"]), (QStringList{"Spine", "Spine1", "Spine2"}));
    QCOMPARE(sorted(joints["neck"]), QStringList{"Neck"});
    QCOMPARE(joints["finger"].size(), 40);
    QVERIFY(joints["finger"].contains("LeftHandThumb1"));
    // 6, 4, 6, 6, 2 and 2 for each side, 6 for spine and neck.
    QCOMPARE(json["poses"].toArray().size(), 2 * (6 + 4 + 6 + 6 + 2 + 2) + 12);
    // It has no twist bones: a wrist that is twisted collapses.
    const QJsonValue wrist = poseOf(json, "wrist twisted by 80")["meshes"][0];
    QVERIFY(wrist["collapse"]["ratio"].toDouble() < 0.85);
    QVERIFY(json["worst"]["volume"]["value"].toDouble() != 1.0 || json["worst"]["volume"].isNull());
}

void TstCommandRom::knowsTheMannequinWithoutNames() {
    // The same file with nodes that are called by numbers.
    const QByteArray bytes = sartor::test::readFile(kMannequin);
    const auto jsonSize = qFromLittleEndian<quint32>(bytes.constData() + 12);
    QJsonObject gltf = QJsonDocument::fromJson(bytes.mid(20, jsonSize)).object();
    QJsonArray nodes = gltf["nodes"].toArray();
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        QJsonObject node = nodes[i].toObject();
        node["name"] = QString("bone %1").arg(i);
        nodes[i] = node;
    }
    gltf["nodes"] = nodes;
    QByteArray text = QJsonDocument(gltf).toJson(QJsonDocument::Compact);
    text.append(QByteArray((4 - text.size() % 4) % 4, ' '));
    const QByteArray rest = bytes.mid(20 + jsonSize);
    QByteArray renamed = bytes.left(8) + QByteArray(8, '\0') + bytes.mid(16, 4) + text + rest;
    qToLittleEndian(static_cast<quint32>(renamed.size()), renamed.data() + 8);
    qToLittleEndian(static_cast<quint32>(text.size()), renamed.data() + 12);
    const QString path = folder_.filePath("numbers.glb");
    sartor::test::writeFile(path, renamed);
    const auto classes = [](const QString& file) {
        QMap<int, QString> found;
        for (const QJsonValue joint :
             runCommand({"rom", file, "--json"}).json()["joints"].toArray()) {
            found[joint["node"].toInt()] = joint["class"].toString();
        }
        return found;
    };
    QCOMPARE(classes(path), classes(kMannequin));
}

void TstCommandRom::movesOnlyWhatIsAskedFor() {
    const QJsonValue json =
        runCommand({"rom", kMannequin, "--only", "knee,elbow", "--joint", "knee=LeftLeg", "--json"})
            .json();
    QStringList names;
    for (const QJsonValue joint : json["joints"].toArray()) {
        names += joint["name"].toString();
    }
    names.sort();
    // What is said about knees replaces both that were recognised.
    QCOMPARE(names, (QStringList{"LeftForeArm", "LeftLeg", "RightForeArm"}));
}

void TstCommandRom::failsOnThresholds_data() {
    QTest::addColumn<QString>("thresholds");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("collapse") << "collapse=0.5" << 1;
    QTest::newRow("not so much") << "collapse=0.05" << 0;
    QTest::newRow("second") << "collapse=0.05,stretch=1.1" << 1;
    QTest::newRow("stretch") << "stretch=1000" << 0;
    QTest::newRow("squeeze") << "squeeze=0.9" << 1;
    QTest::newRow("area") << "area=0.01" << 0;
    QTest::newRow("volume") << "volume=0.01" << 0;
    QTest::newRow("intersections") << "intersections=1000000" << 0;
}

void TstCommandRom::failsOnThresholds() {
    QFETCH(QString, thresholds);
    QFETCH(int, exitCode);
    const Answer answer =
        runCommand({"rom", kTube, "--joint", "any=upper", "--fail-on", thresholds});
    QCOMPARE(answer.exitCode, exitCode);
    QVERIFY(!answer.out.isEmpty());
}

void TstCommandRom::classesCanBeEdited() {
    const QString path = folder_.filePath("mannequin.classes.json");
    QCOMPARE(
        runCommand({"rom", kMannequin, "--only", "elbow,knee", "--save-classes", path}).exitCode,
        0);
    QByteArray text = sartor::test::readFile(path);
    QVERIFY(text.contains(R"({"node":"LeftForeArm","class":"elbow"})"));
    const auto classes = [&](const QStringList& options) {
        QStringList found;
        const Answer answer =
            runCommand(QStringList{"rom", kMannequin, "--classes", path, "--json"} + options);
        for (const QJsonValue joint : answer.json()["joints"].toArray()) {
            found += joint["name"].toString() + ":" + joint["class"].toString();
        }
        found.sort();
        return found;
    };
    QCOMPARE(
        classes({}),
        (QStringList{"LeftForeArm:elbow", "LeftLeg:knee", "RightForeArm:elbow", "RightLeg:knee"}));
    text.replace(R"("LeftForeArm","class":"elbow")", R"("LeftForeArm","class":"any")");
    sartor::test::writeFile(path, text);
    QCOMPARE(classes({"--joint", "knee=RightLeg"}),
             (QStringList{"LeftForeArm:any", "RightForeArm:elbow", "RightLeg:knee"}));
    QCOMPARE(runCommand({"rom", kMannequin, "--classes", path, "--save-classes", path}).exitCode,
             2);
}

void TstCommandRom::brokenClassesAreNamed_data() {
    QTest::addColumn<QByteArray>("joints");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QByteArray& joints, const QString& message) {
        QTest::newRow(name) << joints << message;
    };
    row("no list", "3", "/joints: expected a list");
    row("no node", "[{}]", "/joints/0: expected an object with 'node'");
    row("class",
        R"([{"node":"upper","class":"tail"}])",
        "/joints/0: there is no joint class 'tail'; there is shoulder, ");
    row("node",
        R"([{"node":"upper","class":"knee"},{"node":"x","class":"knee"}])",
        "/joints/1: there is no node 'x'");
    row("mesh",
        R"([{"node":"Tube","class":"knee"}])",
        "/joints/0/node: expected a node that is, or has below it, a joint of a skin");
    row("twice",
        R"([{"node":"upper","class":"knee"},{"node":"#0","class":"knee"}])",
        "/joints/1/node: expected each node once");
}

void TstCommandRom::brokenClassesAreNamed() {
    QFETCH(QByteArray, joints);
    QFETCH(QString, message);
    const QString path = folder_.filePath("broken.classes.json");
    sartor::test::writeFile(
        path, R"({"format":"sartor-joint-classes","version":1,"joints":)" + joints + "}");
    const Answer answer = runCommand({"rom", kTube, "--classes", path});
    QCOMPARE(answer.exitCode, 3);
    QVERIFY2(QString(answer.err).contains(message), answer.err.constData());
}

// The tube with another weight at some vertices, or the same tube.
QString TstCommandRom::tubeWith(float change) {
    QByteArray bytes = sartor::test::readFile(kTube);
    const auto* header = bytes.constData();
    const auto jsonSize = qFromLittleEndian<quint32>(header + 12);
    const QJsonObject gltf = QJsonDocument::fromJson(bytes.mid(20, jsonSize)).object();
    const QJsonValue attributes = gltf["meshes"][0]["primitives"][0]["attributes"];
    const QJsonValue accessor = gltf["accessors"][attributes["WEIGHTS_0"].toInt()];
    const QJsonValue view = gltf["bufferViews"][accessor["bufferView"].toInt()];
    if (accessor["componentType"].toInt() != 5126) {
        qFatal("the weights of the tube are not floats");
    }
    const int stride = view["byteStride"].toInt(16);
    char* weights = bytes.data() + 20 + jsonSize + 8 + view["byteOffset"].toInt() +
                    accessor["byteOffset"].toInt();
    int changed = 0;
    for (int vertex = 0; vertex < accessor["count"].toInt() && changed < 5; ++vertex) {
        char* first = weights + vertex * stride;
        const auto weight = qFromLittleEndian<float>(first);
        if (weight > 0.3f && weight < 0.7f) {
            qToLittleEndian(weight + change, first);
            qToLittleEndian(qFromLittleEndian<float>(first + 4) - change, first + 4);
            ++changed;
        }
    }
    const QString path = folder_.filePath(QString("tube%1.glb").arg(static_cast<double>(change)));
    sartor::test::writeFile(path, bytes);
    return path;
}

void TstCommandRom::recordsAreKeptAndCompared() {
    const QString record = folder_.filePath("tube.rom.json");
    const QStringList joints = {"--joint", "any=upper"};
    QCOMPARE(runCommand(QStringList{"rom", kTube, "--save", record} + joints).exitCode, 0);
    const Answer same = runCommand(QStringList{"rom", kTube, "--against", record} + joints);
    QCOMPARE(same.exitCode, 0);
    QVERIFY2(same.out.contains("no differences"), same.out.constData());
    const QStringList changed = QStringList{"rom", tubeWith(0.05f), "--against", record} + joints;
    const Answer text = runCommand(changed);
    QCOMPARE(text.exitCode, 1);
    QVERIFY2(text.out.contains("7 differences"), text.out.constData());
    const Answer answer = runCommand(changed + QStringList{"--json"});
    QCOMPARE(answer.exitCode, 1);
    const QJsonArray differences = answer.json()["differences"].toArray();
    QCOMPARE(differences.size(), 7);
    for (const QJsonValue difference : differences) {
        QCOMPARE(difference["change"].toString(), QString("moved"));
        QCOMPARE(difference["mesh"].toString(), QString("Tube primitive 0"));
        QVERIFY(difference["pose"].toString().endsWith("(upper)"));
        QVERIFY(difference["moved"].toDouble() > 1e-4);
        QCOMPARE(difference["vertices"].toArray().size(), 2);
    }
    QCOMPARE(runCommand(changed + QStringList{"--tolerance", "1"}).exitCode, 0);
    QCOMPARE(runCommand({"rom", kTube, "--against", record, "--save", record}).exitCode, 2);
    // What goes wrong is said of the file that it is about.
    for (const auto& [options, file] :
         {std::pair(QStringList{"--against", "gone.rom.json"}, "sartor: gone.rom.json: "),
          std::pair(QStringList{"--compare", "gone.glb"}, "sartor: gone.glb: "),
          std::pair(QStringList{"--against", record, "--save", "/gone/x.json"},
                    "sartor: /gone/x.json: ")}) {
        const Answer gone = runCommand(QStringList{"rom", kTube} + options);
        QVERIFY2(gone.err.startsWith(file), gone.err.constData());
    }
    // A pose that is not measured is missing.
    const QJsonArray missing =
        runCommand({"rom", kTube, "--against", record, "--json"}).json()["differences"].toArray();
    QCOMPARE(missing.size(), 7);
    QCOMPARE(missing[0]["change"].toString(), QString("missing"));
    QVERIFY(missing[0]["mesh"].isNull());
}

void TstCommandRom::versionsAreCompared() {
    const QStringList joints = {"--joint", "any=upper"};
    QCOMPARE(runCommand(QStringList{"rom", tubeWith(0.0f), "--compare", kTube} + joints).exitCode,
             0);
    const Answer answer =
        runCommand(QStringList{"rom", tubeWith(0.05f), "--compare", kTube, "--json"} + joints);
    QCOMPARE(answer.exitCode, 1);
    QCOMPARE(answer.json()["differences"].toArray().size(), 7);
}

void TstCommandRom::brokenRecordsAreNamed_data() {
    QTest::addColumn<QByteArray>("record");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QByteArray& record, const QString& message) {
        QTest::newRow(name) << record << message;
    };
    const QByteArray head = R"({"format":"sartor-rom","version":1,"poses":)";
    row("no JSON", "{", "parse error");
    row("another format", R"({"format":"x","version":1})", "/format: expected 'sartor-rom'");
    row("another version", R"({"format":"sartor-rom","version":2})", "/version: expected 1");
    row("no poses", R"({"format":"sartor-rom","version":1})", "expected an object with 'poses'");
    row("no list", head + "3}", "/poses: expected a list");
    row("no name", head + "[{}]}", "/poses/0: expected an object with 'name'");
    const QByteArray mesh = head + R"([{"name":"a","meshes":[{"name":"b","vertex_count":)";
    row("no count", mesh + "-1}]}]}", "/poses/0/meshes/0/vertex_count: expected a number");
    row("too many", mesh + "4294967296}]}]}", "vertex_count: expected a count below 2^32");
    const QByteArray rest = R"(,"extent":1,"collapse":1,"area_ratio":1,"edge_stretch_p99":1,)"
                            R"("flipped_triangles":0,"self_intersections":0,"sketch":)";
    row("no measure", mesh + "1}]}]}", "/poses/0/meshes/0/extent: expected a number");
    row("short sketch", mesh + "1" + rest + "[1]}]}]}", "/meshes/0/sketch: expected 24 numbers");
    row("no sketch", mesh + "0" + rest + "3}]}]}", "/meshes/0/sketch: expected a list");
}

void TstCommandRom::brokenRecordsAreNamed() {
    QFETCH(QByteArray, record);
    QFETCH(QString, message);
    const QString path = folder_.filePath("broken.rom.json");
    sartor::test::writeFile(path, record);
    const Answer answer = runCommand({"rom", kTube, "--against", path});
    QCOMPARE(answer.exitCode, 3);
    QVERIFY2(QString(answer.err).contains(message), answer.err.constData());
    QVERIFY2(QString(answer.err).contains("broken.rom.json"), answer.err.constData());
}

void TstCommandRom::remarksOnNoJoints() {
    const Answer answer = runCommand({"rom", kTube});
    QCOMPARE(answer.exitCode, 0);
    QVERIFY2(answer.err.contains("say which they are with --joint CLASS=NODE"),
             answer.err.constData());
    QVERIFY(answer.out.startsWith("0 joints in 0 poses"));
}

void TstCommandRom::isReadable() {
    const QByteArray out = runCommand({"rom", kTube, "--joint", "any=upper"}).out;
    for (const char* words : {"1 joint in 7 poses",
                              "any twisted by 170 (#0 'upper')",
                              "collapse",
                              "longest edge",
                              "#2 'Tube' primitive 0",
                              "vertices "}) {
        QVERIFY2(out.contains(words), out.constData());
    }
}

QTEST_GUILESS_MAIN(TstCommandRom)
#include "tst_command_rom.moc"
