// SPDX-License-Identifier: Apache-2.0
// What the command does with a Vulkan device, and without one.
#include "run_command.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <support/gpu_main.h>

using sartor::test::Answer;
using sartor::test::dataFile;
using sartor::test::runCommand;

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

} // namespace

class TstCommandGpu : public QObject {
    Q_OBJECT
private slots:
    void renderWritesAPictureOfTheSize_data();
    void renderWritesAPictureOfTheSize();
    void viewsGiveDifferentPictures();
    void backendsGiveTheSameBits();
    void withoutADeviceTheExitCodeSaysSo();
    void anUnwritablePictureIsTheEnvironmentsFault();
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
    QTest::newRow("vulkan") << QStringList{"--size", "64x32", "--backend", "vulkan"}
                            << QSize(64, 32);
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
                               "normals"};
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

void TstCommandGpu::backendsGiveTheSameBits() {
    const Answer answer = runCommand(
        {"diff", kTube, "--clip", "bend", "--time", "0.7", "--backends", "cpu,vulkan", "--json"});
    QVERIFY2(answer.exitCode == 0, answer.err.constData());
    const QJsonObject json = answer.json();
    QCOMPARE(json["comparisons"][0]["within_tolerance"].toBool(), true);
    QCOMPARE(json["sides"][0]["dispatches"].toInt(-1), 0);
    QVERIFY(json["sides"][1]["dispatches"].toInt() > 0);
    const QString device = json["sides"][1]["device"].toString();
    QVERIFY(!device.isEmpty());
    // Other devices may round differently; the software driver does not.
    if (device.startsWith("llvmpipe")) {
        QCOMPARE(json["comparisons"][0]["bit_identical"].toBool(), true);
    }
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
    QCOMPARE(runCommand({"deform", kTube, "--backend", "vulkan"}, environment).exitCode, 4);
    QCOMPARE(runCommand({"deform", kTube, "--backend", "cpu"}, environment).exitCode, 0);
}

void TstCommandGpu::anUnwritablePictureIsTheEnvironmentsFault() {
    const Answer answer =
        runCommand({"render", kTube, "--out", "/nonexistent/a.png", "--size", "16x16"});
    QCOMPARE(answer.exitCode, 4);
    QVERIFY(answer.err.contains("/nonexistent/a.png"));
}

SARTOR_GPU_TEST_MAIN(TstCommandGpu)
#include "tst_command_gpu.moc"
