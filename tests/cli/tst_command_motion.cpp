// SPDX-License-Identifier: Apache-2.0
// What `sartor motion` says about clips.
#include "run_command.h"
#include "test_files.h"
#include "usage_rows.h"

#include <sartor/math/random.h>

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtEndian>
#include <QtTest>

#include <support/compare.h>

#include <array>
#include <cmath>
#include <functional>

using sartor::test::Answer;
using sartor::test::dataFile;
using sartor::test::runCommand;

namespace {

const QString kTube = dataFile("formats/twist_tube.glb");
const QString kMannequin = SARTOR_SAMPLES_DIR "/assets/mannequin.glb";

// A glTF of two joints, of which the first has these keys, thirty a second.
QByteArray swing(const QVector<QVector<float>>& rotations) {
    QByteArray times;
    QByteArray values;
    const auto append = [](QByteArray& bytes, float number) {
        std::array<char, 4> little{};
        qToLittleEndian(number, little.data());
        bytes.append(little.data(), 4);
    };
    for (qsizetype key = 0; key < rotations.size(); ++key) {
        append(times, static_cast<float>(key) / 30.0f);
        for (const float component : rotations[key]) {
            append(values, component);
        }
    }
    const auto count = QString::number(rotations.size());
    const auto size = QString::number(times.size());
    const QString last = QString::number(static_cast<double>(rotations.size() - 1) / 30.0, 'g', 9);
    return QString(R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
"nodes":[{"name":"arm","children":[1]},{"name":"hand","translation":[0,1,0]}],
"buffers":[{"byteLength":%1,"uri":"data:application/octet-stream;base64,%2"}],
"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":%3},
{"buffer":0,"byteOffset":%3,"byteLength":%4}],
"accessors":[{"bufferView":0,"componentType":5126,"count":%5,"type":"SCALAR","min":[0],"max":[%6]},
{"bufferView":1,"componentType":5126,"count":%5,"type":"VEC4"}],
"animations":[{"name":"Swing","samplers":[{"input":0,"output":1}],
"channels":[{"sampler":0,"target":{"node":0,"path":"rotation"}}]}]})")
        .arg(times.size() + values.size())
        .arg(QString((times + values).toBase64()), size)
        .arg(values.size())
        .arg(count, last)
        .toUtf8();
}

// Turns about y, in degrees.
QByteArray swingAbout(const std::function<double(int)>& degrees, int count) {
    QVector<QVector<float>> rotations;
    for (int key = 0; key < count; ++key) {
        const double half = degrees(key) * std::acos(-1.0) / 360.0;
        rotations.append(
            {0.0f, static_cast<float>(std::sin(half)), 0.0f, static_cast<float>(std::cos(half))});
    }
    return swing(rotations);
}

} // namespace

class TstCommandMotion : public QObject {
    Q_OBJECT
private slots:
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void findsAPlantedTremble();
    void gimbalIsMeasuredInTheOrderAskedFor();
    void flipsAndGapsAreFound();
    void healthyClipsOfTheMannequinPass();
    void aCurveHasAllFrames();
    void isReadable();

private:
    QString write(const QByteArray& gltf) {
        const QString path = folder_.filePath(QString("swing%1.gltf").arg(count_++));
        sartor::test::writeFile(path, gltf);
        return path;
    }

    QTemporaryDir folder_;
    int count_ = 0;
};

void TstCommandMotion::saysWhatIsWrong_data() {
    sartor::test::addUsageColumns();
    const auto& row = sartor::test::addUsageRow;
    row("order",
        {"--order", "xyy"},
        "--order: there is no order 'xyy'; there is xyz, xzy, yxz, yzx, zxy, zyx, xyx, xzx, ");
    row("clip", {"--clip", "Dance"}, "there is no clip 'Dance'");
    row("node", {"--curve", "Tail"}, "there is no node 'Tail'");
    row("kind", {"--fail-on", "beauty"}, "--fail-on: there is no 'beauty'; there is jitter, gap, ");
    row("error", {"--max-error", "0.5"}, "--max-error: expected 1 or more");
    row("deviation", {"--max-deviation", "0"}, "--max-deviation: expected degrees above 0");
    row("rate", {"--rate", "0"}, "--rate: expected frames a second above 0");
    row("fast", {"--rate", "1e9"}, "--rate: expected frames a second above 0, at most 1000");
}

void TstCommandMotion::saysWhatIsWrong() {
    sartor::test::compareUsage({"motion", kMannequin});
}

void TstCommandMotion::findsAPlantedTremble() {
    const auto smooth = [](int key) { return 30.0 * std::sin(0.2 * key); };
    sartor::math::Random random(9);
    const auto trembling = [&](int key) {
        return smooth(key) + static_cast<double>(random.uniform(-1.0f, 1.0f)) * std::sqrt(3.0);
    };
    const QString healthy = write(swingAbout(smooth, 240));
    const QString sick = write(swingAbout(trembling, 240));
    QCOMPARE(
        runCommand({"motion", healthy, "--fail-on", "jitter,gap,flip,stretch,gimbal"}).exitCode, 0);
    const Answer answer = runCommand({"motion", sick, "--fail-on", "jitter", "--json"});
    QCOMPARE(answer.exitCode, 1);
    const QJsonValue clip = answer.json()["clips"][0];
    QCOMPARE(clip["frames"].toInt(), 240);
    QCOMPARE(clip["jitter"]["is_measured"].toBool(), true);
    const QJsonValue arm = clip["jitter"]["joints"][0];
    QCOMPARE(arm["name"].toString(), QString("arm"));
    QCOMPARE(arm["verdict"].toString(), QString("own"));
    QVERIFY(arm["from"].isNull());
    // One degree, of which 240 frames leave some tenths.
    QCOMPARE_LE(sartor::test::maxAbsDiff(arm["local_rotation_degrees"]["noise"].toDouble(), 1.0),
                0.25);
    const QJsonValue hand = clip["jitter"]["joints"][1];
    QCOMPARE(hand["verdict"].toString(), QString("inherited"));
    QCOMPARE(hand["from"].toInt(), 0);
    // Without the option nothing that is found is a failure.
    QCOMPARE(runCommand({"motion", sick}).exitCode, 0);
}

void TstCommandMotion::gimbalIsMeasuredInTheOrderAskedFor() {
    // To 89 degrees about y and back.
    const QString file = write(swingAbout(
        [](int key) { return 89.0 * std::sin(0.5 * std::acos(-1.0) * key / 30.0); }, 61));
    const auto gimbal = [&](const QString& order) {
        return runCommand({"motion", file, "--order", order, "--json"})
            .json()["clips"][0]["gimbal"][0];
    };
    const QJsonValue xyz = gimbal("xyz");
    // Of float keys: a thousandth of the published 114.589.
    QCOMPARE_LE(sartor::test::maxAbsDiff(xyz["condition"].toDouble() / 114.589, 1.0), 1e-3);
    QCOMPARE_LE(sartor::test::maxAbsDiff(xyz["time"].toDouble(), 1.0), 1e-5);
    QCOMPARE(xyz["rank"].toInt(), 3);
    QCOMPARE_LE(sartor::test::maxAbsDiff(gimbal("yxz")["condition"].toDouble(), 1.0), 1e-5);
    const Answer answer = runCommand({"motion", file, "--fail-on", "gimbal", "--json"});
    QCOMPARE(answer.exitCode, 1);
    QCOMPARE_LE(sartor::test::maxAbsDiff(answer.json()["max_pitch_degrees"].toDouble(), 78.5788),
                1e-4);
    QCOMPARE(runCommand({"motion", file, "--fail-on", "gimbal", "--max-error", "120"}).exitCode, 0);
    QCOMPARE(runCommand({"motion", file, "--fail-on", "gimbal", "--order", "zxy"}).exitCode, 0);
}

void TstCommandMotion::flipsAndGapsAreFound() {
    const float half = std::sqrt(0.5f);
    // A quarter turn, the same with the other sign, and 120 degrees on.
    const QString file = write(swing({{0.0f, half, 0.0f, half},
                                      {0.0f, -half, 0.0f, -half},
                                      {0.0f, -0.965925826f, 0.0f, 0.258819045f}}));
    const Answer answer = runCommand({"motion", file, "--json", "--fail-on", "flip"});
    QCOMPARE(answer.exitCode, 1);
    const QJsonValue clip = answer.json()["clips"][0];
    QCOMPARE(clip["quaternion_flips"][0]["count"].toInt(), 1);
    QCOMPARE_LE(sartor::test::maxAbsDiff(clip["key_gaps"][0]["degrees"].toDouble(), 120.0), 1e-3);
    QCOMPARE(clip["key_gaps"][0]["wide_count"].toInt(), 1);
    QCOMPARE(clip["jitter"]["is_measured"].toBool(), false);
    QCOMPARE(runCommand({"motion", file, "--fail-on", "gap"}).exitCode, 1);
    QCOMPARE(runCommand({"motion", file, "--fail-on", "stretch"}).exitCode, 0);
}

void TstCommandMotion::healthyClipsOfTheMannequinPass() {
    const Answer answer = runCommand({"motion", kMannequin, "--fail-on", "jitter,gap", "--json"});
    QCOMPARE(answer.exitCode, 0);
    QCOMPARE(answer.json()["clips"].toArray().size(), 6);
    // Its hips move in the walk, and are what changes length.
    const QJsonValue walk =
        runCommand({"motion", kMannequin, "--clip", "Walk", "--json"}).json()["clips"][0];
    QCOMPARE(walk["name"].toString(), QString("Walk"));
    QCOMPARE(walk["bone_stretch"][0]["name"].toString(), QString("Hips"));
}

void TstCommandMotion::aCurveHasAllFrames() {
    const QString file = write(swingAbout([](int key) { return 3.0 * key; }, 21));
    const QJsonArray samples = runCommand({"motion", file, "--curve", "arm", "--json"})
                                   .json()["clips"][0]["curve"]["samples"]
                                   .toArray();
    QCOMPARE(samples.size(), 21);
    for (int key = 0; key < samples.size(); ++key) {
        const QJsonArray angles = samples[key]["angles_degrees"].toArray();
        QCOMPARE_LE(sartor::test::maxAbsDiff(angles[1].toDouble(), 3.0 * key), 1e-4);
        QCOMPARE_LE(sartor::test::maxAbsDiff(angles[0].toDouble(), 0.0), 1e-4);
    }
    const QJsonValue hand = runCommand({"motion", file, "--curve", "hand", "--json"})
                                .json()["clips"][0]["curve"]["samples"][20];
    QCOMPARE_LE(sartor::test::maxAbsDiff(hand["length_ratio"].toDouble(), 1.0), 1e-6);
    QVERIFY(hand["angles_degrees"].isUndefined());
    // An angle that grows with the square of the frame has twice the factor as second difference.
    const QString faster = write(swingAbout([](int key) { return 0.1 * key * key; }, 21));
    const QJsonArray jolts = runCommand({"motion", faster, "--curve", "arm", "--json"})
                                 .json()["clips"][0]["curve"]["samples"]
                                 .toArray();
    QCOMPARE(jolts.size(), 21);
    for (int key = 1; key < 20; ++key) {
        const double jolt = jolts[key]["rotation_second_difference_degrees"].toDouble();
        QCOMPARE_LE(sartor::test::maxAbsDiff(jolt, 0.2), 1e-3);
    }
}

void TstCommandMotion::isReadable() {
    sartor::math::Random random(10);
    const QString sick = write(swingAbout(
        [&](int key) { return 0.5 * key + static_cast<double>(random.uniform(-2.0f, 2.0f)); },
        300));
    const QByteArray out = runCommand({"motion", sick, "--curve", "hand"}).out;
    for (const char* words : {"clip #0 'Swing': 300 frames, 30 a second",
                              "jitter (degrees and units; limit",
                              "from #0 'arm'",
                              "largest steps between rotation keys (degrees)",
                              "gimbal, as xyz curves (errors grow by at most 10 up to a middle "
                              "angle of 78.5788 degrees)",
                              "best order",
                              "curves of #1 'hand'"}) {
        QVERIFY2(out.contains(words), out.constData());
    }
    QCOMPARE(runCommand({"motion", dataFile("formats/cm_rig.glb")}).exitCode, 0);
}

QTEST_GUILESS_MAIN(TstCommandMotion)
#include "tst_command_motion.moc"
