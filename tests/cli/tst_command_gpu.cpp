// SPDX-License-Identifier: Apache-2.0
// What the command does with a Vulkan device, and without one.
#include "run_command.h"
#include "test_files.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <support/gpu_main.h>

#include <array>

using sartor::test::Answer;
using sartor::test::dataFile;
using sartor::test::runCommand;
using sartor::test::writeFile;

namespace {

const QString kTube = dataFile("formats/twist_tube.glb");

/// Width and height of a PNG file, from its header (PNG specification, 11.2.2).
QSize pngSize(const QString& path) {
    QFile file(path);
    const QByteArray head = file.open(QIODevice::ReadOnly) ? file.read(24) : QByteArray();
    if (!head.startsWith("\x89PNG\r\n\x1A\n") || head.mid(12, 4) != "IHDR") {
        return {};
    }
    return {qFromBigEndian<int>(head.constData() + 16), qFromBigEndian<int>(head.constData() + 20)};
}

/// A triangle with corners (v 0 0), (v v 0) and (0 v v), and one joint that scales it.
QByteArray triangleFile(float v, float scale) {
    QByteArray buffer;
    const auto add = [&buffer](const auto& values) {
        buffer.append(reinterpret_cast<const char*>(values.data()),
                      static_cast<qsizetype>(values.size() * sizeof(values[0])));
    };
    add(std::array{v, 0.0f, 0.0f, v, v, 0.0f, 0.0f, v, v});
    add(std::array<quint8, 12>{});
    add(std::array{1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f});
    std::array<float, 16> jointFromBind{scale};
    jointFromBind[5] = jointFromBind[10] = scale;
    jointFromBind[15] = 1.0f;
    add(jointFromBind);
    const QByteArray top = QByteArray::number(static_cast<double>(v), 'g', 9);
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
"nodes":[{"mesh":0,"skin":0},{"name":"joint"}],
"skins":[{"joints":[1],"inverseBindMatrices":3}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}],
"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":36},
{"buffer":0,"byteOffset":36,"byteLength":12},{"buffer":0,"byteOffset":48,"byteLength":48},
{"buffer":0,"byteOffset":96,"byteLength":64}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[)" +
           top + "," + top + "," + top + R"(]},
{"bufferView":1,"componentType":5121,"count":3,"type":"VEC4"},
{"bufferView":2,"componentType":5126,"count":3,"type":"VEC4"},
{"bufferView":3,"componentType":5126,"count":1,"type":"MAT4"}],
"buffers":[{"byteLength":160,"uri":"data:application/octet-stream;base64,)" +
           buffer.toBase64() + "\"}]}";
}

} // namespace

class TstCommandGpu : public QObject {
    Q_OBJECT
private slots:
    void renderWritesAPictureOfTheSize_data();
    void renderWritesAPictureOfTheSize();
    void posesAreDrawnIntoASheet();
    void experimentsAreDrawn();
    void viewsGiveDifferentPictures();
    void backendsGiveTheSameBits_data();
    void backendsGiveTheSameBits();
    void nothingAgreesWithWhatIsNotFinite();
    void nothingIsComparedWithAStageLeftOut();
    void denormalsAreNoDifference();
    void whatWatchesTheCpuSaysSo();
    void withoutADeviceTheExitCodeSaysSo();
    void timingsNameTheStages_data();
    void timingsNameTheStages();
    void capturesUnderRenderDocAlone();
    void anUnwritablePictureIsTheEnvironmentsFault();
    void whatAFormatCannotSayIsNoWrongUsage();
    void aMeshWithoutANameIsCalledByItsIndex();
};

void TstCommandGpu::renderWritesAPictureOfTheSize_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QSize>("size");
    QTest::newRow("default") << QStringList() << QSize(1280, 720);
    QTest::newRow("small") << QStringList{"--size", "33x17"} << QSize(33, 17);
    QTest::newRow("everything") << QStringList{"--size",
                                               "64x64",
                                               "--clip",
                                               "twist",
                                               "--time",
                                               "0.5",
                                               "--view",
                                               "weights:upper",
                                               "--overlay",
                                               "joints,axes,wireframe,grid",
                                               "--camera",
                                               "yaw=90,pitch=-20,distance=4"}
                                << QSize(64, 64);
    for (const char* backend : {"vulkan", "vertex"}) {
        QTest::newRow(backend) << QStringList{"--size", "64x32", "--backend", backend}
                               << QSize(64, 32);
    }
}

void TstCommandGpu::renderWritesAPictureOfTheSize() {
    QFETCH(QStringList, options);
    QFETCH(QSize, size);
    QTemporaryDir folder;
    const QString path = folder.filePath("a.png");
    const Answer answer = runCommand(QStringList{"render", kTube, "--out", path} + options);
    QVERIFY2(answer.exitCode == 0, answer.err.constData());
    QVERIFY(answer.out.isEmpty());
    QCOMPARE(pngSize(path), size);
}

void TstCommandGpu::posesAreDrawnIntoASheet() {
    QTemporaryDir folder;
    const QString path = folder.filePath("a.png");
    const auto draw = [&](const QString& kind) {
        return runCommand({"rom", kTube, "--joint", kind + "=upper", "--sheet", path});
    };
    // Pictures of 240 pixels with three lines below, of seven poses and of four.
    const Answer answer = draw("any");
    QVERIFY2(answer.exitCode == 0, answer.err.constData());
    QCOMPARE(pngSize(path), QSize(7 * 240, 240 + 3 * 14 + 6));
    QCOMPARE(draw("elbow").exitCode, 0);
    QCOMPARE(pngSize(path), QSize(4 * 240, 240 + 3 * 14 + 6));
    const QByteArray elbow = sartor::test::readFile(path);
    // The same picture for the same poses.
    QCOMPARE(draw("elbow").exitCode, 0);
    QVERIFY(sartor::test::readFile(path) == elbow);
    const Answer none = runCommand({"rom", kTube, "--sheet", path});
    QCOMPARE(none.exitCode, 2);
    QVERIFY2(none.err.contains("--sheet: a sheet has 1 to 512 poses, not 0"), none.err.constData());
}

void TstCommandGpu::experimentsAreDrawn() {
    QTemporaryDir folder;
    const QString path = folder.filePath("a.png");
    QSet<QByteArray> pictures;
    for (const char* id : {"skeleton-only", "force-index-0", "index-colours", "displacement"}) {
        const Answer answer = runCommand({"experiment",
                                          kTube,
                                          "--run",
                                          id,
                                          "--clip",
                                          "bend",
                                          "--time",
                                          "1",
                                          "--screenshot",
                                          path,
                                          "--size",
                                          "64x48"});
        QVERIFY2(answer.exitCode == 0, answer.err.constData());
        QVERIFY(answer.out.contains("wrote"));
        QCOMPARE(pngSize(path), QSize(64, 48));
        pictures << sartor::test::readFile(path);
        // With the legend.
        QCOMPARE(answer.out.contains("upper\n"), std::string_view(id) == "index-colours");
        QCOMPARE(answer.out.contains("not moved"), std::string_view(id) == "displacement");
    }
    QCOMPARE(pictures.size(), 4);
    const Answer size = runCommand(
        {"experiment", kTube, "--run", "palette", "--screenshot", path, "--size", "0x1"});
    QCOMPARE(size.exitCode, 2);
}

void TstCommandGpu::viewsGiveDifferentPictures() {
    QTemporaryDir folder;
    QSet<QByteArray> pictures;
    const QStringList views = {"shaded",
                               "weights:upper",
                               "dominant",
                               "influences",
                               "weight-sum",
                               "displacement",
                               "bind",
                               "hazards",
                               "normals",
                               "ids",
                               "direction"};
    for (const QString& view : views) {
        const QString path = folder.filePath("a.png");
        const Answer answer = runCommand({"render",
                                          kTube,
                                          "--clip",
                                          "bend",
                                          "--time",
                                          "1",
                                          "--out",
                                          path,
                                          "--size",
                                          "48x48",
                                          "--view",
                                          view});
        QVERIFY2(answer.exitCode == 0, answer.err.constData());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        pictures << file.readAll();
    }
    // A healthy file has no error to show in two of the views, which may look alike.
    QCOMPARE_GE(pictures.size(), views.size() - 1);
    QCOMPARE(runCommand({"render", kTube, "--out", folder.filePath("b.png"), "--view", "x-ray"})
                 .exitCode,
             2);
}

void TstCommandGpu::backendsGiveTheSameBits_data() {
    QTest::addColumn<QString>("chain");
    QTest::newRow("lbs") << "lbs";
    QTest::newRow("dqs") << "dqs";
    QTest::newRow("two stages") << "morph+dqs[scale=two-phase]";
    QTest::newRow("morph after the skin") << "lbs+morph[order=carried]";
    QTest::newRow("what the file asks for") << "";
}

void TstCommandGpu::backendsGiveTheSameBits() {
    QFETCH(const QString, chain);
    const QStringList arguments = {
        "diff", kTube, "--clip", "bend", "--time", "0.7", "--backends", "cpu,vulkan,vertex"};
    const QStringList chainArguments =
        chain.isEmpty() ? QStringList() : QStringList{"--chain", chain};
    const Answer answer = runCommand(arguments + chainArguments + QStringList{"--json"});
    QVERIFY2(answer.exitCode == 0, answer.err.constData());
    const QJsonObject json = answer.json();
    QCOMPARE(json["sides"].toArray().size(), 3);
    QCOMPARE(json["sides"][0]["backend"].toString(), QString("cpu"));
    QCOMPARE(json["sides"][2]["backend"].toString(), QString("vertex"));
    QCOMPARE(json["sides"][0]["dispatches"].toInt(-1), 0);
    const int compute = json["sides"][1]["dispatches"].toInt();
    QVERIFY(compute > 0);
    // The last stage that makes positions is no dispatch any more.
    QCOMPARE(json["sides"][2]["dispatches"].toInt(-1), compute - 1);
    const QString device = json["sides"][1]["device"].toString();
    QVERIFY(!device.isEmpty());
    for (int other = 0; other < 2; ++other) {
        const QJsonValue comparison = json["comparisons"][other];
        QCOMPARE(comparison["within_tolerance"].toBool(), true);
        // Other devices may round differently; the software driver does not.
        if (device.startsWith("llvmpipe")) {
            QCOMPARE(comparison["bit_identical"].toBool(), true);
            QCOMPARE(comparison["max_distance_mm"].toDouble(-1), 0.0);
            QCOMPARE(comparison["p99_normal_degrees"].toDouble(-1), 0.0);
        }
    }
    const Answer text = runCommand(arguments + chainArguments);
    QCOMPARE(text.exitCode, 0);
    QVERIFY(text.out.contains("against vertex "));
}

void TstCommandGpu::nothingAgreesWithWhatIsNotFinite() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("large.gltf");
    writeFile(file, triangleFile(3e38f, 2.0f)); // twice that is no float
    const QStringList arguments = {"diff", file, "--backends", "vulkan,vertex"};
    const Answer answer = runCommand(arguments);
    QCOMPARE(answer.exitCode, 1);
    QVERIFY2(
        answer.out.contains("\nnot bit-identical, above the tolerance of 1e-05 of the extent 0 "
                            "and ") &&
            answer.out.contains("\n3 vertices with numbers that are not finite"),
        answer.out.constData());
    const QJsonObject json = runCommand(arguments + QStringList{"--json"}).json();
    QCOMPARE(json["comparisons"][0]["bit_identical"].toBool(true), false);
    QCOMPARE(json["comparisons"][0]["nonfinite_vertices"].toInt(), 3);
}

void TstCommandGpu::whatAFormatCannotSayIsNoWrongUsage() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("large.gltf");
    writeFile(file, triangleFile(3e38f, 2.0f));
    for (const char* name : {"large.obj", "large.glb"}) {
        const QString out = folder.filePath(name);
        const Answer answer = runCommand({"deform", file, "--backend", "vulkan", "--out", out});
        QCOMPARE(answer.exitCode, 4);
        QVERIFY2(answer.err.contains("not finite"), answer.err.constData());
        QVERIFY(!QFile::exists(out));
    }
}

void TstCommandGpu::aMeshWithoutANameIsCalledByItsIndex() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("nameless.gltf");
    writeFile(file, triangleFile(1.0f, 1.0f));
    const Answer answer = runCommand({"deform", file, "--chain", "lbs+morph[order=tangent]"});
    QCOMPARE(answer.exitCode, 2);
    QVERIFY2(answer.err.contains("but mesh #0 has no "), answer.err.constData());
}

void TstCommandGpu::nothingIsComparedWithAStageLeftOut() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("large.gltf");
    writeFile(file, triangleFile(3e38f, 2.0f));
    const Answer answer = runCommand({"diff", file, "--backends", "cpu,vulkan"});
    QCOMPARE(answer.exitCode, 1);
    QVERIFY2(answer.out.contains("(stage.nonfinite)") &&
                 answer.out.contains("not compared: cpu lbs ran without a stage\n") &&
                 !answer.out.contains("bit-identical"),
             answer.out.constData());
}

void TstCommandGpu::denormalsAreNoDifference() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("small.gltf");
    writeFile(file, triangleFile(1e-41f, 1.0f));
    for (const char* chain : {"lbs", "dqs"}) {
        const Answer answer = runCommand(
            {"diff", file, "--chain", chain, "--backends", "cpu,vulkan,vertex", "--json"});
        QVERIFY2(answer.exitCode == 0, answer.out.constData());
        for (const QJsonValue comparison : answer.json()["comparisons"].toArray()) {
            QVERIFY2(comparison["bit_identical"].toBool(), answer.out.constData());
            const QJsonValue instance = comparison["instances"][0];
            QCOMPARE(instance["differing_vertices"].toInt(-1), 0);
            QCOMPARE(instance["worst"].toArray().size(), 0);
            // Which of them are flushed is the device's affair.
            QCOMPARE_GE(comparison["denormal_vertices"].toInt(-1), 0);
        }
    }
}

void TstCommandGpu::whatWatchesTheCpuSaysSo() {
    const QByteArray remark = "--verify-plugins watches what runs on the CPU";
    const QStringList arguments = {"deform", kTube, "--verify-plugins"};
    const Answer onDevice = runCommand(arguments + QStringList{"--backend", "vulkan"});
    QCOMPARE(onDevice.exitCode, 0);
    QVERIFY2(onDevice.err.contains(remark), onDevice.err.constData());
    QVERIFY(!runCommand(arguments).err.contains(remark));
}

void TstCommandGpu::withoutADeviceTheExitCodeSaysSo() {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("VK_ICD_FILENAMES", "/nonexistent.json");
    environment.insert("VK_DRIVER_FILES", "/nonexistent.json");
    QTemporaryDir folder;
    const QString path = folder.filePath("a.png");
    const Answer render = runCommand({"render", kTube, "--out", path}, environment);
    QCOMPARE(render.exitCode, 4);
    QVERIFY(render.err.startsWith("sartor: "));
    QVERIFY(!QFile::exists(path));
    for (const char* backend : {"vulkan", "vertex"}) {
        QCOMPARE(runCommand({"deform", kTube, "--backend", backend}, environment).exitCode, 4);
    }
    QCOMPARE(runCommand({"deform", kTube, "--backend", "cpu"}, environment).exitCode, 0);
}

void TstCommandGpu::timingsNameTheStages_data() {
    QTest::addColumn<QString>("backend");
    QTest::addColumn<QStringList>("stages");
    QTest::newRow("cpu") << "cpu" << QStringList();
    QTest::newRow("vulkan") << "vulkan"
                            << QStringList{"uploads", "sartor.dqs skin", "sartor.dqs hazards"};
    QTest::newRow("vertex") << "vertex"
                            << QStringList{
                                   "uploads", "sartor.dqs hazards", "sartor.dqs skin inline"};
}

void TstCommandGpu::timingsNameTheStages() {
    QFETCH(const QString, backend);
    QFETCH(const QStringList, stages);
    const QStringList arguments = {
        "deform", kTube, "--chain", "dqs", "--backend", backend, "--timings"};
    const Answer answer = runCommand(arguments + QStringList{"--json"});
    QVERIFY2(answer.exitCode == 0, answer.err.constData());
    const QJsonObject json = answer.json();
    QVERIFY(json["timings"]["deform"].toDouble() > 0.0);
    double sum = 0.0;
    QStringList named;
    for (const QJsonValue& stage : json["timings"]["device"].toArray()) {
        named << stage["stage"].toString();
        QVERIFY(stage["seconds"].toDouble(-1) >= 0.0);
        sum += stage["seconds"].toDouble();
    }
    // A device without a clock names none.
    QVERIFY2(named == stages || named.isEmpty(), qPrintable(named.join(", ")));
    QVERIFY(sum < json["timings"]["deform"].toDouble());
    const auto vertices = static_cast<int>(json["instances"][0]["positions"].toArray().size());
    QCOMPARE(json["counts"]["deformed_vertices"].toInt() % vertices, 0);
    QCOMPARE(json["counts"]["uploaded_bytes"].toInt() > 0, backend != "cpu");
    QCOMPARE(json["counts"]["captures"].toInt() > 0, backend == "vertex");
    QVERIFY(json["counts"]["written_bytes"].toInt() >= vertices * 12);
    const Answer text = runCommand(arguments);
    QVERIFY(text.out.contains("vertices deformed"));
    QCOMPARE(text.out.contains("device: sartor.dqs"), !named.isEmpty());
    QVERIFY(!runCommand({"deform", kTube, "--json"}).json().contains("timings"));
}

void TstCommandGpu::capturesUnderRenderDocAlone() {
    const QStringList arguments = {"deform", kTube, "--backend", "vulkan", "--renderdoc-capture"};
    const Answer without = runCommand(arguments);
    QCOMPARE(without.exitCode, 4);
    QVERIFY2(without.err.contains("RenderDoc"), without.err.constData());
#ifdef SARTOR_RENDERDOC_FIXTURE
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LD_PRELOAD", SARTOR_RENDERDOC_FIXTURE);
    const Answer with = runCommand(arguments, environment);
    QVERIFY2(with.exitCode == 0, with.err.constData());
    QVERIFY2(with.err.contains("captured /captures/frame.rdc"), with.err.constData());
    QTemporaryDir folder;
    const Answer render = runCommand({"render",
                                      kTube,
                                      "--size",
                                      "16x16",
                                      "--out",
                                      folder.filePath("a.png"),
                                      "--renderdoc-capture"},
                                     environment);
    QVERIFY2(render.err.contains("captured /captures/frame.rdc"), render.err.constData());
    QCOMPARE(pngSize(folder.filePath("a.png")), QSize(16, 16));
#endif
}

void TstCommandGpu::anUnwritablePictureIsTheEnvironmentsFault() {
    const Answer answer =
        runCommand({"render", kTube, "--out", "/nonexistent/a.png", "--size", "16x16"});
    QCOMPARE(answer.exitCode, 4);
    QVERIFY(answer.err.contains("/nonexistent/a.png"));
}

SARTOR_GPU_TEST_MAIN(TstCommandGpu)
#include "tst_command_gpu.moc"
