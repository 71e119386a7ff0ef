// SPDX-License-Identifier: Apache-2.0
// What the answers of inspect, pose, deform, bind, explain, diff and plugins say.
#include "run_command.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <support/compare.h>

using sartor::test::Answer;
using sartor::test::dataFile;
using sartor::test::runCommand;

namespace {

const QString kTube = dataFile("formats/twist_tube.glb");
const QString kFace = SARTOR_SAMPLES_DIR "/assets/face.glb";

void compareKeys(const QJsonObject& object, const QStringList& expected) {
    for (const QString& key : expected) {
        QVERIFY2(object.contains(key), qPrintable("no member " + key));
    }
}

glm::dvec3 toVector(const QJsonValue& array) {
    return glm::dvec3(array[0].toDouble(), array[1].toDouble(), array[2].toDouble());
}

} // namespace

class TstCommandAnswers : public QObject {
    Q_OBJECT
private slots:
    void inspectDescribesTheFile();
    void inspectListsInfluencesAndPalette();
    void poseFollowsElapsedTime_data();
    void poseFollowsElapsedTime();
    void poseNamesMorphWeights();
    void deformHasTheDocumentedMembers();
    void deformSaysWhatBecameOfTheWeights();
    void deformWritesOnlyTheFieldsAskedFor();
    void deformWithoutAClipShowsTheFilesOwnTransforms();
    void deformWritesTheSameJsonToAFile();
    void deformFilesHoldTheDeformedVertices();
    void deformCountsHazards();
    void bindFindsTheBindPose();
    void bindTellsTheHistoryOfAJoint();
    void explainAddsUpToTheDeformedVertex();
    void explainReadsChainDocuments();
    void explainShowsDualQuaternions();
    void diffMeasuresTwoNormalModes();
    void pluginsListsWhatIsLoaded();
};

void TstCommandAnswers::inspectDescribesTheFile() {
    const QJsonObject json = runCommand({"inspect", kTube, "--json"}).json();
    compareKeys(json,
                {"file", "format", "nodes", "skins", "instances", "clips", "report", "notes"});
    QCOMPARE(json["format"].toString(), QString("glTF 2.0"));
    QCOMPARE(json["nodes"].toArray().size(), 4);
    QCOMPARE(json["nodes"][1]["name"].toString(), QString("lower"));
    QCOMPARE(json["nodes"][0]["parent"].toInt(), 1);
    QVERIFY(json["nodes"][3]["parent"].isNull());
    const QJsonValue skin = json["skins"][0];
    QCOMPARE(skin["joints"].toArray().size(), 2);
    QCOMPARE(skin["joints"][0]["node"].toInt(), 1);
    QCOMPARE(skin["joints"][1]["inverse_bind"][1][3].toDouble(), -1.0);
    const QJsonValue instance = json["instances"][0];
    QCOMPARE(instance["vertices"].toInt(), 2080);
    QCOMPARE(instance["triangles"].toInt(), 4096);
    QCOMPARE(instance["max_influences"].toInt(), 2);
    QCOMPARE(json["clips"][1]["name"].toString(), QString("twist"));
    QCOMPARE(json["clips"][1]["duration"].toDouble(), 1.0);
    QCOMPARE(json["clips"][1]["channels"].toInt(), 6);
    const QByteArray text = runCommand({"inspect", kTube}).out;
    QVERIFY(text.contains("#1 'lower' joint"));
    QVERIFY(text.contains("twist"));
}

void TstCommandAnswers::inspectListsInfluencesAndPalette() {
    const QString file = dataFile("cases/08-duplicate-joint-in-vertex/input.gltf");
    QFile description(dataFile("cases/08-duplicate-joint-in-vertex/case.json"));
    QVERIFY(description.open(QIODevice::ReadOnly));
    const QJsonObject contents = QJsonDocument::fromJson(description.readAll()).object();
    int checkCount = 0;
    for (const QJsonValue value : contents["checks"].toArray()) {
        const QJsonObject check = value.toObject();
        if (check["kind"].toString() != "influences") {
            continue;
        }
        ++checkCount;
        const QJsonArray rows = runCommand({"inspect",
                                            file,
                                            "--json",
                                            "--influences",
                                            QString::number(check["node"].toInt()),
                                            QString::number(check["primitive"].toInt()),
                                            QString::number(check["vertex"].toInt())})
                                    .json()["influences"]["influences"]
                                    .toArray();
        QCOMPARE(rows.size(), check["expected"].toArray().size());
        for (const QJsonValue expected : check["expected"].toArray()) {
            bool isFound = false;
            for (const QJsonValue row : rows) {
                if (row["node"].toInt() == expected[0].toInt()) {
                    isFound = true;
                    QCOMPARE_LE(std::abs(row["weight"].toDouble() - expected[1].toDouble()), 1e-6);
                }
            }
            QVERIFY(isFound);
        }
    }
    QVERIFY(checkCount > 0);
    const QJsonValue entries =
        runCommand({"inspect", kTube, "--json", "--palette", "--clip", "twist", "--time", "1"})
            .json()["palette"][0]["entries"];
    QCOMPARE(entries.toArray().size(), 2);
    QCOMPARE_LE(std::abs(entries[1]["determinant"].toDouble() - 1.0), 1e-6);
    QCOMPARE_LE(std::abs(entries[1]["matrix"][0][0].toDouble() + 1.0), 1e-6);
    QCOMPARE(entries[1]["matrix"][3][3].toDouble(), 1.0);
}

void TstCommandAnswers::poseFollowsElapsedTime_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<double>("time");
    QTest::newRow("clamped") << QStringList{"--time", "7"} << 1.0;
    QTest::newRow("negative") << QStringList{"--time", "-7"} << 0.0;
    QTest::newRow("once") << QStringList{"--mode", "once", "--elapsed", "1.5"} << 1.0;
    QTest::newRow("loop") << QStringList{"--mode", "loop", "--elapsed", "1.25"} << 0.25;
    QTest::newRow("backwards")
        << QStringList{"--mode", "loop", "--speed", "-0.5", "--elapsed", "0.5"} << 0.75;
}

void TstCommandAnswers::poseFollowsElapsedTime() {
    QFETCH(QStringList, options);
    QFETCH(double, time);
    const Answer answer = runCommand(QStringList{"pose", kTube, "--json", "--clip", "1"} + options);
    QCOMPARE(answer.exitCode, 0);
    QCOMPARE_LE(std::abs(answer.json()["time"].toDouble(-1.0) - time), 1e-9);
}

void TstCommandAnswers::poseNamesMorphWeights() {
    const QJsonObject json =
        runCommand({"pose", kFace, "--json", "--clip", "talk", "--time", "0.5"}).json();
    compareKeys(json, {"file", "clip", "clip_name", "time", "nodes", "morph_weights"});
    compareKeys(json["nodes"][0].toObject(),
                {"node", "name", "parent", "translation", "rotation", "scale", "matrix"});
    const QJsonValue weights = json["morph_weights"][0];
    QVERIFY(!weights["targets"].toArray().isEmpty());
    QCOMPARE(weights["weights"].toArray().size(), weights["targets"].toArray().size());
}

void TstCommandAnswers::deformHasTheDocumentedMembers() {
    const QJsonObject json =
        runCommand({"deform", kTube, "--json", "--clip", "twist", "--time", "1"}).json();
    compareKeys(json,
                {"file", "clip", "time", "chain", "backend", "device", "dispatches", "instances"});
    QCOMPARE(json["file"].toString(), kTube);
    QCOMPARE(json["clip"].toInt(), 1);
    QCOMPARE(json["time"].toDouble(), 1.0);
    QCOMPARE(json["chain"].toString(), QString("lbs"));
    QCOMPARE(json["backend"].toString(), QString("cpu"));
    QCOMPARE(json["dispatches"].toInt(), 0);
    const QJsonObject instance = json["instances"][0].toObject();
    compareKeys(instance, {"node", "mesh", "primitive", "positions", "normals", "tangents"});
    QCOMPARE(instance["node"].toInt(), 2);
    QCOMPARE(instance["positions"].toArray().size(), 2080);
    QVERIFY(instance["tangents"].isNull()); // the mesh has none
    // Half a turn about y: x and z of a vertex of the upper joint alone change their sign.
    const QJsonObject rest = runCommand({"deform", kTube, "--json"}).json();
    const glm::dvec3 before = toVector(rest["instances"][0]["positions"][2079]);
    const glm::dvec3 after = toVector(instance["positions"][2079]);
    QVERIFY(before.y > 1.4);
    QCOMPARE_LE(sartor::test::maxAbsDiff(after, glm::dvec3(-before.x, before.y, -before.z)), 1e-6);
}

void TstCommandAnswers::deformSaysWhatBecameOfTheWeights() {
    const QString file = dataFile("cases/02-weights-zero-sum/input.gltf");
    const QJsonValue weights =
        runCommand({"deform", file, "--json"}).json()["instances"][0]["weights"];
    QCOMPARE(weights["policy"].toString(), QString("renormalize"));
    QCOMPARE(weights["zero_sum"].toInt(), 1);
    QCOMPARE(weights["out_of_range"].toInt(-1), 0);
    const QByteArray text = runCommand({"deform", file, "--weights", "none"}).out;
    QVERIFY2(text.contains("none: 1 zero-sum"), text.constData());
}

void TstCommandAnswers::deformWritesOnlyTheFieldsAskedFor() {
    const QJsonObject instance = runCommand({"deform", kTube, "--json", "--fields", "normals"})
                                     .json()["instances"][0]
                                     .toObject();
    QVERIFY(instance.contains("normals"));
    QVERIFY(!instance.contains("positions"));
    QVERIFY(!instance.contains("tangents"));
    const QJsonObject two = runCommand({"deform", kTube, "--json", "--fields", "positions,normals"})
                                .json()["instances"][0]
                                .toObject();
    QVERIFY(two.contains("positions") && two.contains("normals") && !two.contains("tangents"));
}

void TstCommandAnswers::deformWithoutAClipShowsTheFilesOwnTransforms() {
    const QJsonObject json = runCommand({"deform", kTube, "--json"}).json();
    QVERIFY(json["clip"].isNull());
    QCOMPARE(json["time"].toDouble(-1.0), 0.0);
}

void TstCommandAnswers::deformWritesTheSameJsonToAFile() {
    QTemporaryDir folder;
    const QString path = folder.filePath("a.json");
    QCOMPARE(runCommand({"deform", kTube, "--out", path}).exitCode, 0);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), runCommand({"deform", kTube, "--json"}).out);
}

void TstCommandAnswers::deformFilesHoldTheDeformedVertices() {
    QTemporaryDir folder;
    const QStringList moment = {"--clip", "bend", "--time", "1"};
    const QJsonObject expected = runCommand(QStringList{"deform", kTube, "--json"} + moment)
                                     .json()["instances"][0]
                                     .toObject();
    // The written glTF stands still: deforming it again gives the same numbers.
    const QString glb = folder.filePath("a.glb");
    QCOMPARE(runCommand(QStringList{"deform", kTube, "--out", glb} + moment).exitCode, 0);
    const QJsonObject again =
        runCommand({"deform", glb, "--json"}).json()["instances"][0].toObject();
    QCOMPARE(again["positions"].toArray(), expected["positions"].toArray());

    const QString obj = folder.filePath("a.obj");
    QCOMPARE(runCommand(QStringList{"deform", kTube, "--out", obj} + moment).exitCode, 0);
    QFile file(obj);
    QVERIFY(file.open(QIODevice::ReadOnly));
    qsizetype vertex = 0;
    qsizetype faceCount = 0;
    for (const QByteArray& line : file.readAll().split('\n')) {
        faceCount += line.startsWith("f ") ? 1 : 0;
        if (line.startsWith("v ")) {
            const QList<QByteArray> words = line.split(' ');
            const glm::dvec3 position(
                words[1].toDouble(), words[2].toDouble(), words[3].toDouble());
            QCOMPARE_LE(sartor::test::maxAbsDiff(position, toVector(expected["positions"][vertex])),
                        0.0);
            ++vertex;
        }
    }
    QCOMPARE(vertex, 2080);
    QCOMPARE(faceCount, 4096);

    const QString npz = folder.filePath("a.npz");
    QCOMPARE(runCommand(QStringList{"deform", kTube, "--out", npz} + moment).exitCode, 0);
    QFile archive(npz);
    QVERIFY(archive.open(QIODevice::ReadOnly));
    const QByteArray bytes = archive.readAll();
    QVERIFY(bytes.contains("node2_primitive0_positions.npy"));
    QVERIFY(bytes.contains("'shape': (2080, 3, )"));
}

void TstCommandAnswers::deformCountsHazards() {
    // Nearly half a turn between the two joints of the tube, and a calm moment.
    const QStringList late = {"--clip", "twist", "--time", "0.97"};
    const QStringList deform = {"deform", kTube, "--json", "--chain", "dqs", "--fields", "flags"};
    const QJsonObject json = runCommand(deform + late).json();
    const QJsonObject instance = json["instances"][0].toObject();
    const QJsonObject hazards = instance["hazards"].toObject();
    compareKeys(hazards,
                {"bad_index", "zero_sum", "antipodal", "hemisphere_conflict", "near_half_turn"});
    QVERIFY(hazards["near_half_turn"].toInt() > 100);
    QCOMPARE(hazards["hemisphere_conflict"].toInt(-1), 0);
    int marked = 0;
    for (const QJsonValue flags : instance["flags"].toArray()) {
        marked += flags.toInt() == 16 ? 1 : 0;
    }
    QCOMPARE(marked, hazards["near_half_turn"].toInt());
    QVERIFY(json["notes"][0].toString().contains("nearly half a turn apart"));
    QVERIFY(runCommand(QStringList{"deform", kTube, "--chain", "dqs"} + late)
                .out.contains("nearly half a turn apart"));
    const QJsonObject calm = runCommand(deform + QStringList{"--clip", "twist", "--time", ".5"})
                                 .json()["instances"][0]
                                 .toObject();
    QCOMPARE(calm["hazards"]["near_half_turn"].toInt(-1), 0);
    // Nobody marks anything.
    const QJsonObject linear =
        runCommand({"deform", kTube, "--json"}).json()["instances"][0].toObject();
    QVERIFY(linear["hazards"].isNull() && !linear.contains("flags"));
}

void TstCommandAnswers::bindFindsTheBindPose() {
    const QJsonObject skin = runCommand({"bind", kTube, "--json"}).json()["skins"][0].toObject();
    compareKeys(skin, {"skin", "name", "spread", "common", "common_map", "clusters", "joints"});
    QCOMPARE(skin["common_map"].toString(), QString("identity"));
    QCOMPARE_LE(skin["spread"].toDouble(1.0), 1e-6);
    QCOMPARE(skin["clusters"].toArray().size(), 1);
    QCOMPARE(skin["joints"].toArray().size(), 2);
    compareKeys(skin["joints"][0]["residual"].toObject(), {"length", "degrees", "scale"});
    const QJsonObject other =
        runCommand({"bind", dataFile("cases/22-rest-pose-is-not-bind-pose/input.gltf"), "--json"})
            .json()["skins"][0]
            .toObject();
    QVERIFY(other["spread"].toDouble() > 1e-3);
}

void TstCommandAnswers::bindTellsTheHistoryOfAJoint() {
    const QJsonArray histories =
        runCommand({"bind", kTube, "--joint", "upper", "--json"}).json()["histories"].toArray();
    QCOMPARE(histories.size(), 1);
    const QJsonArray steps = histories[0]["steps"].toArray();
    QCOMPARE(steps.first()["kind"].toString(), QString("parent_from_joint"));
    QCOMPARE(steps.last()["kind"].toString(), QString("residual"));
    QVERIFY(runCommand({"bind", kTube, "--joint", "upper"}).out.contains("bind_from_joint"));
    QCOMPARE(runCommand({"bind", kTube, "--joint", "Tube"}).exitCode, 2);
    QCOMPARE(runCommand({"bind", kTube, "--joint", "no such"}).exitCode, 2);
}

void TstCommandAnswers::explainAddsUpToTheDeformedVertex() {
    const QStringList moment = {"--clip", "twist", "--time", "0.8"};
    const QJsonObject json = runCommand(QStringList{"explain",
                                                    kTube,
                                                    "--json",
                                                    "--node",
                                                    "Tube",
                                                    "--vertex",
                                                    "1000",
                                                    "--chain",
                                                    "lbs",
                                                    "--chain",
                                                    "lbs[normals=linear]"} +
                                        moment)
                                 .json();
    compareKeys(json,
                {"file_slots", "influences", "weight_sum", "position", "retention", "chains"});
    glm::dvec3 sum(0.0);
    for (const QJsonValue step : json["influences"].toArray()) {
        sum += toVector(step["contribution"]);
        QCOMPARE_LE(sartor::test::maxAbsDiff(toVector(step["running_sum"]), sum), 1e-9);
    }
    QCOMPARE(json["influences"].toArray().size(), 2);
    QCOMPARE_LE(sartor::test::maxAbsDiff(toVector(json["position"]), sum), 1e-9);
    const QJsonObject deformed = runCommand(QStringList{"deform", kTube, "--json"} + moment).json();
    QCOMPARE_LE(
        sartor::test::maxAbsDiff(toVector(deformed["instances"][0]["positions"][1000]), sum), 1e-6);
    const QJsonObject retention = json["retention"].toObject();
    QCOMPARE_LE(std::abs(retention["degrees"].toDouble() - 144.0), 0.1);
    QCOMPARE_LE(std::abs(retention["predicted"].toDouble() - retention["measured"].toDouble()),
                1e-6);
    QCOMPARE(json["chains"].toArray().size(), 2);
    QCOMPARE_LE(json["chains"][1]["distance"].toDouble(1.0), 1e-6);
}

void TstCommandAnswers::explainReadsChainDocuments() {
    const QString document = dataFile("chains/linear_normals.json");
    const QStringList vertex = {"explain", kTube, "--json", "--node", "Tube", "--vertex", "1000"};
    const Answer answer =
        runCommand(vertex + QStringList{"--chain", document, "--chain", document});
    QVERIFY2(answer.exitCode == 0, answer.err.constData());
    QCOMPARE(answer.json()["chains"][0]["chain"].toString(), QString("lbs[normals=linear]"));
    QCOMPARE(answer.json()["chains"][1], answer.json()["chains"][0]);
}

void TstCommandAnswers::explainShowsDualQuaternions() {
    const QStringList vertex = {"explain",
                                kTube,
                                "--node",
                                "Tube",
                                "--vertex",
                                "1000",
                                "--clip",
                                "twist",
                                "--time",
                                "0.8",
                                "--chain",
                                "lbs",
                                "--chain",
                                "dqs"};
    const QJsonObject json = runCommand(vertex + QStringList{"--json"}).json();
    const QJsonObject explained = json["dual_quaternion"].toObject();
    compareKeys(explained,
                {"influences", "pivot", "real", "dual", "length", "smallest_dot", "position"});
    const QJsonArray influences = explained["influences"].toArray();
    QCOMPARE(influences.size(), 2);
    compareKeys(influences[0].toObject(), {"slot", "name", "sign", "dot_pivot", "real", "dual"});
    const QJsonValue result = json["chains"][1]["position"];
    QCOMPARE_LE(sartor::test::maxAbsDiff(toVector(explained["position"]), toVector(result)), 1e-6);
    // The tube keeps its radius, which the linear blend beside it does not.
    const glm::dvec3 kept = toVector(result);
    const glm::dvec3 rest = toVector(json["position_mesh"]);
    QCOMPARE_LE(std::abs(std::hypot(kept.x, kept.z) - std::hypot(rest.x, rest.z)), 1e-6);
    QVERIFY(json["chains"][1]["distance"].toDouble() > 0.05);
    // Both mean the same places; what the mean lacks is not explained by weights.
    const QJsonObject linear = json["chains"][0].toObject();
    const QJsonObject dual = json["chains"][1].toObject();
    compareKeys(dual,
                {"influences",
                 "sum",
                 "not_explained_by_weights",
                 "from_first_of_extent",
                 "from_first_millimetres",
                 "is_linear_in_weights",
                 "retention"});
    QVERIFY(linear["is_linear_in_weights"].toBool());
    QVERIFY(!dual["is_linear_in_weights"].toBool());
    glm::dvec3 sum(0.0);
    for (const QJsonValue step : dual["influences"].toArray()) {
        sum += toVector(step["contribution"]);
    }
    QCOMPARE_LE(sartor::test::maxAbsDiff(sum + toVector(dual["not_explained_by_weights"]), kept),
                1e-6);
    QCOMPARE_LE(sartor::test::maxAbsDiff(sum, toVector(json["position"])), 1e-6);
    const double distance = glm::distance(kept, toVector(linear["position"]));
    // The positions are written with the digits of floats.
    QCOMPARE_LE(std::abs(dual["from_first"].toDouble() - distance), 1e-7);
    QCOMPARE_LE(std::abs(dual["from_first_millimetres"].toDouble() - 1000.0 * distance), 1e-4);
    QCOMPARE_LE(
        std::abs(dual["from_first_of_extent"].toDouble() * json["extent"].toDouble() - distance),
        1e-7);
    const double predicted = json["retention"]["predicted"].toDouble();
    QCOMPARE_LE(std::abs(linear["retention"]["predicted"].toDouble() - predicted), 1e-9);
    QCOMPARE_LE(std::abs(linear["retention"]["measured"].toDouble() - predicted), 1e-4);
    QCOMPARE(dual["retention"]["predicted"].toDouble(), 1.0);
    QCOMPARE_LE(std::abs(dual["retention"]["measured"].toDouble() - 1.0), 1e-4);
    QCOMPARE(json["cause"].toString(), QString("the mathematics of linear blending"));
    QVERIFY(json["comparison"].toString().endsWith("it is not the weights."));
    const QByteArray text = runCommand(vertex).out;
    QVERIFY(text.contains("dual quaternions") && text.contains("pivot"));
    QVERIFY(text.contains("not explained by weights") && text.contains("radius kept, measured"));
    QVERIFY(text.contains("it is not the weights."));
    QVERIFY(runCommand({"explain", kTube, "--json", "--node", "Tube", "--vertex", "1000"})
                .json()["dual_quaternion"]
                .isNull());
}

void TstCommandAnswers::diffMeasuresTwoNormalModes() {
    const Answer answer = runCommand({"diff",
                                      dataFile("formats/nonuniform_scale.glb"),
                                      "--clip",
                                      "0",
                                      "--time",
                                      "0.5",
                                      "--chains",
                                      "lbs,lbs[normals=linear]",
                                      "--json"});
    QCOMPARE(answer.exitCode, 1);
    const QJsonObject json = answer.json();
    compareKeys(json, {"extent", "tolerance", "sides", "comparisons"});
    QCOMPARE(json["sides"].toArray().size(), 2);
    const QJsonObject comparison = json["comparisons"][0].toObject();
    QCOMPARE(comparison["bit_identical"].toBool(true), false);
    QCOMPARE(comparison["within_tolerance"].toBool(true), false);
    QCOMPARE(comparison["max_distance"].toDouble(-1.0), 0.0);
    QVERIFY(comparison["max_normal_degrees"].toDouble() > 1.0);
    const QJsonObject instance = comparison["instances"][0].toObject();
    compareKeys(instance, {"ulp_histogram", "max_ulp", "worst", "differing_vertices"});
    QCOMPARE(instance["worst"][0]["normal_degrees"].toDouble(),
             instance["max_normal_degrees"].toDouble());
    QCOMPARE(runCommand({"diff",
                         dataFile("formats/nonuniform_scale.glb"),
                         "--clip",
                         "0",
                         "--time",
                         "0.5",
                         "--chains",
                         "lbs,lbs[normals=linear]",
                         "--degrees",
                         "180"})
                 .exitCode,
             0);
}

void TstCommandAnswers::pluginsListsWhatIsLoaded() {
    const Answer answer = runCommand({"plugins", "--json"});
    QCOMPARE(answer.exitCode, 0);
    QStringList ids;
    for (const QJsonValue deformer : answer.json()["deformers"].toArray()) {
        ids << deformer["id"].toString();
    }
    QVERIFY(ids.contains("sartor.dqs") && ids.contains("sartor.lbs") &&
            ids.contains("sartor.morph"));
    // A file that is no plugin is refused with the reason, and found.
    QTemporaryDir folder;
    QFile file(folder.filePath("broken.sartorplugin"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("no library");
    file.close();
    const Answer refused = runCommand({"plugins", "--json", "--plugin-path", folder.path()});
    QCOMPARE(refused.exitCode, 1);
    QCOMPARE(refused.json()["refused"][0]["file"].toString(), file.fileName());
    const QString message = refused.json()["refused"][0]["message"].toString();
    QVERIFY2(message.startsWith("plugin '" + file.fileName() + "': "), qPrintable(message));
    // The place once, however often host, loader and command would like to name it.
    const QByteArray text = runCommand({"plugins", "--plugin-path", folder.path()}).out;
    QVERIFY(text.contains("refused " + message.toUtf8() + " (plugin.load)\n"));
    QCOMPARE(text.count(file.fileName().toUtf8()), 1);
}

QTEST_GUILESS_MAIN(TstCommandAnswers)
#include "tst_command_answers.moc"
