// SPDX-License-Identifier: Apache-2.0
// sartor ik: what it answers, and what it refuses.
#include "run_command.h"

#include <QJsonArray>
#include <QtTest>

#include <glm/trigonometric.hpp>

#include <support/compare.h>

using namespace sartor;
using test::Answer;
using test::runCommand;

namespace {

const QString kLeg = test::dataFile("cases/72-ik-reachable/input.gltf");
const QString kMannequin = SARTOR_SAMPLES_DIR "/assets/mannequin.glb";

glm::dvec3 toVector(const QJsonValue& array) {
    return glm::dvec3(array[0].toDouble(), array[1].toDouble(), array[2].toDouble());
}

QStringList legArguments(const QStringList& more = {}) {
    return QStringList{"ik", kLeg, "--chain", "1,2,3", "--json"} + more;
}

QJsonObject solveLeg(const QStringList& more) {
    return runCommand(legArguments(more)).json();
}

} // namespace

class TstCommandIk : public QObject {
    Q_OBJECT

private slots:
    void refusesWhatIsNoChain_data();
    void refusesWhatIsNoChain();
    void solvesTwoBones();
    void saysWhatHeldTheChainBack();
    void limitsTheMiddleJoint();
    void stretchesSoftensAndRolls();
    void solvesLongerChains_data();
    void solvesLongerChains();
    void limitsLongerChains();
    void beginsAtThePoseOfAClip();
    void readsAsText();
};

void TstCommandIk::refusesWhatIsNoChain_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QStringList& arguments, const char* message) {
        QTest::newRow(name) << arguments << message;
    };
    const QStringList target = {"--target", "0,1,0"};
    row("no target", {}, "--target is required");
    row("huge number",
        {"--target", "0,1e38,0"},
        "--target: '1e38': expected a number from -1e30 to 1e30");
    row("number beyond a double",
        {"--target", "0,1e999,0"},
        "--target: '1e999': expected a number from -1e30 to 1e30");
    row("no number", {"--target", "0,up,0"}, "--target: 'up' is no number");
    row("two numbers", {"--target", "0,1"}, "--target: expected three numbers, x,y,z");
    row("no number", {"--target", "0,1,up"}, "--target: 'up' is no number");
    row("nan", {"--target", "0,1,nan"}, "--target: 'nan' is no number");
    row("pole", target + QStringList{"--pole", "1"}, "--pole: expected three numbers, x,y,z");
    row("both poles", target + QStringList{"--pole", "0,0,1", "--pole-joint", "2"}, "--pole");
    row("pole joint", target + QStringList{"--pole-joint", "wing"}, "wing");
    row("limit",
        target + QStringList{"--limit", "2:5"},
        "--limit '2:5': expected JOINT and 2 angles in degrees, with colons between them");
    row("limit of another joint",
        target + QStringList{"--limit", "1:5:90"},
        "--limit '1:5:90': expected the middle joint, #2");
    row("limit out of order",
        target + QStringList{"--limit", "2:90:5"},
        "expected a minimum and a maximum from 0 (straight) to 180 degrees");
    row("cone for two bones", target + QStringList{"--cone", "2:30"}, "--cone");
    row("pole for a chain", target + QStringList{"--solver", "ccd", "--pole", "0,0,1"}, "--pole");
    row("solver", target + QStringList{"--solver", "magic"}, "--solver");
    row("stretch", target + QStringList{"--stretch", "0.5"}, "--stretch");
    row("cone of the tip",
        target + QStringList{"--solver", "fabrik", "--cone", "3:30"},
        "--cone '3:30': expected a joint of the chain above its tip");
    row("two cones of one joint",
        target + QStringList{"--solver", "fabrik", "--cone", "2:30", "--cone", "2:20"},
        "has one already; expected one for each joint");
    row("two twists of one joint",
        target + QStringList{"--solver", "ccd", "--twist", "2:0:9", "--twist", "2:-9:9"},
        "--twist '2:-9:9': ");
    row("two limits of one joint",
        target + QStringList{"--limit", "2:0:90", "--limit", "2:10:80"},
        "--limit '2:10:80': ");
    row("cone too wide",
        target + QStringList{"--solver", "fabrik", "--cone", "2:200"},
        "expected swings from 0 to 180 degrees");
    row("twist",
        target + QStringList{"--solver", "ccd", "--twist", "2:10:20"},
        "expected a twist from -180..0 to 0..180 degrees");
}

void TstCommandIk::refusesWhatIsNoChain() {
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, message);
    const Answer answer = runCommand(legArguments(arguments));
    QCOMPARE(answer.exitCode, 2);
    QVERIFY(answer.out.isEmpty());
    QVERIFY2(answer.err.contains(message.toUtf8()), answer.err.constData());
    // Chains themselves.
    for (const auto& [chain, expected] :
         {std::pair("1,2", "--chain: expected ROOT,MID,TIP for two bones"),
          std::pair("3,2,1", "is not below joint"),
          std::pair("1,2,nobody", "nobody")}) {
        const Answer bad = runCommand({"ik", kLeg, "--chain", chain, "--target", "0,1,0"});
        QCOMPARE(bad.exitCode, 2);
        QVERIFY2(bad.err.contains(expected), bad.err.constData());
    }
}

void TstCommandIk::solvesTwoBones() {
    const QJsonObject json = solveLeg({"--target", "1,1,0", "--pole", "0,2,-10"});
    QCOMPARE(json["solver"].toString(), QString("two-bone"));
    QCOMPARE(json["flags"]["reached"].toBool(), true);
    QCOMPARE(json["codes"].toArray().size(), 0);
    QCOMPARE_LE(json["distance"].toDouble(), 1e-6);
    const QJsonArray joints = json["joints"].toArray();
    QCOMPARE(joints.size(), 3);
    QCOMPARE_LE(
        test::maxAbsDiff(toVector(joints[1]["position"]), glm::dvec3(0.5, 1.5, -std::sqrt(0.5))),
        1e-6);
    QCOMPARE_LE(test::maxAbsDiff(toVector(joints[2]["position"]), glm::dvec3(1, 1, 0)), 1e-6);
    // The file's knee is bent by 20 degrees, half of that forward of straight down.
    const double angle = glm::radians(10.0);
    QCOMPARE_LE(test::maxAbsDiff(toVector(joints[1]["position_before"]),
                                 glm::dvec3(0, 2 - std::cos(angle), std::sin(angle))),
                1e-6);
    for (int bone = 0; bone < 2; ++bone) {
        QCOMPARE_LE(std::abs(json["lengths"][bone].toDouble() - 1.0), 1e-6);
        QCOMPARE_LE(std::abs(json["lengths_before"][bone].toDouble() - 1.0), 1e-6);
    }
    QCOMPARE_LE(std::abs(json["flexion_deg"][0].toDouble() - 90.0), 1e-4);
    // A node is as good a pole as a point; the knee itself, straight down, is none.
    const QJsonObject joint = solveLeg({"--target", "1,1,0", "--pole-joint", "2"});
    QCOMPARE(joint["flags"]["reached"].toBool(), true);
}

void TstCommandIk::saysWhatHeldTheChainBack() {
    const QJsonObject json = solveLeg({"--target", "0,-5,0", "--pole", "0,2,10"});
    QCOMPARE(json["flags"]["reached"].toBool(), false);
    QCOMPARE(json["flags"]["unreachable"].toBool(), true);
    QCOMPARE(json["codes"].toArray(), QJsonArray{"ik.unreachable"});
    QCOMPARE_LE(std::abs(json["distance"].toDouble() - 5.0), 1e-5);
    const QJsonObject onRoot = solveLeg({"--target", "0,2,0", "--pole", "0,2,10"});
    QCOMPARE(onRoot["flags"]["degenerate"].toBool(), true);
    QCOMPARE(onRoot["codes"].toArray(), QJsonArray{"ik.degenerate"});
}

void TstCommandIk::limitsTheMiddleJoint() {
    const QJsonObject json =
        solveLeg({"--target", "0,1,0", "--pole", "0,2,10", "--limit", "2:10:90"});
    QCOMPARE_LE(std::abs(json["flexion_deg"][0].toDouble() - 90.0), 1e-4);
    QCOMPARE(json["codes"].toArray(), QJsonArray{"ik.limit_reached"});
    QCOMPARE_LE(std::abs(json["distance"].toDouble() - (std::sqrt(2.0) - 1.0)), 1e-5);
}

void TstCommandIk::stretchesSoftensAndRolls() {
    const QJsonObject stretched =
        solveLeg({"--target", "0,-0.4,0", "--pole", "0,2,10", "--stretch", "1.5"});
    QCOMPARE(stretched["flags"]["reached"].toBool(), true);
    QCOMPARE_LE(std::abs(stretched["lengths"][0].toDouble() - 1.2), 1e-5);
    const QJsonObject soft = solveLeg({"--target", "0,0,0", "--pole", "0,2,10", "--soften", "0.9"});
    QCOMPARE_LE(std::abs(soft["distance"].toDouble() - 0.2 * std::exp(-1.0)), 1e-5);
    // A quarter turn to the right about the line down: from +z to -x.
    const QJsonObject rolled = solveLeg({"--target", "0,1,0", "--pole", "0,2,10", "--roll", "90"});
    QCOMPARE_LE(test::maxAbsDiff(toVector(rolled["joints"][1]["position"]),
                                 glm::dvec3(-std::sqrt(0.75), 1.5, 0)),
                1e-5);
    const QJsonObject half = solveLeg({"--target", "0,1,0", "--pole", "0,2,10", "--weight", "0.5"});
    // Half way from the file's 20 degrees to 120.
    QCOMPARE_LE(std::abs(half["flexion_deg"][0].toDouble() - 70.0), 1e-3);
}

void TstCommandIk::solvesLongerChains_data() {
    QTest::addColumn<QString>("solver");
    QTest::newRow("ccd") << "ccd";
    QTest::newRow("fabrik") << "fabrik";
}

void TstCommandIk::solvesLongerChains() {
    QFETCH(const QString, solver);
    const QJsonObject json = runCommand({"ik",
                                         kMannequin,
                                         "--chain",
                                         "Spine,LeftHand",
                                         "--target",
                                         "0.4,1.5,0.3",
                                         "--solver",
                                         solver,
                                         "--iterations",
                                         "200",
                                         "--json"})
                                 .json();
    QCOMPARE(json["solver"].toString(), solver);
    QCOMPARE(json["flags"]["reached"].toBool(), true);
    QCOMPARE(json["joints"].toArray().size(), 7);
    QCOMPARE(json["joints"][3]["name"].toString(), QString("LeftShoulder"));
    QCOMPARE_LE(
        test::maxAbsDiff(toVector(json["joints"][6]["position"]), glm::dvec3(0.4, 1.5, 0.3)), 3e-4);
    for (int bone = 0; bone < 6; ++bone) {
        QCOMPARE_LE(
            std::abs(json["lengths"][bone].toDouble() - json["lengths_before"][bone].toDouble()),
            1e-6);
    }
    const Answer beside = runCommand({"ik",
                                      kMannequin,
                                      "--chain",
                                      "Spine,Head,LeftHand",
                                      "--target",
                                      "0,1,0",
                                      "--solver",
                                      solver});
    QCOMPARE(beside.exitCode, 2);
    QVERIFY2(beside.err.contains("'Head' is not between"), beside.err.constData());
}

void TstCommandIk::limitsLongerChains() {
    const QStringList arguments = {"ik",
                                   kMannequin,
                                   "--chain",
                                   "LeftArm,LeftHand",
                                   "--target",
                                   "0.2,1.4,0.3",
                                   "--solver",
                                   "fabrik",
                                   "--json"};
    const QJsonObject held =
        runCommand(
            arguments +
            QStringList{
                "--cone", "LeftArm:10", "--twist", "LeftArm:-5:5", "--cone", "LeftForeArm:20:5"})
            .json();
    QCOMPARE(held["flags"]["reached"].toBool(), false);
    QCOMPARE(held["codes"].toArray(), QJsonArray{"ik.limit_reached"});
    const QJsonObject free = runCommand(arguments).json();
    QCOMPARE(free["flags"]["reached"].toBool(), true);
}

void TstCommandIk::beginsAtThePoseOfAClip() {
    const QStringList clip = {"--clip", "Walk", "--time", "0.4"};
    const QJsonObject pose = runCommand(QStringList{"pose", kMannequin, "--json"} + clip).json();
    const QJsonObject json = runCommand(QStringList{"ik",
                                                    kMannequin,
                                                    "--chain",
                                                    "LeftUpLeg,LeftLeg,LeftFoot",
                                                    "--target",
                                                    "0.1,0.3,0.3",
                                                    "--pole",
                                                    "0.1,0.5,2",
                                                    "--json"} +
                                        clip)
                                 .json();
    QCOMPARE(json["clip_name"].toString(), QString("Walk"));
    QCOMPARE(json["time"].toDouble(), 0.4);
    QCOMPARE(json["flags"]["reached"].toBool(), true);
    for (const QJsonValue joint : json["joints"].toArray()) {
        const QJsonValue before = pose["nodes"][joint["node"].toInt()];
        QCOMPARE(before["name"].toString(), joint["name"].toString());
        const glm::dvec3 position(before["matrix"][0][3].toDouble(),
                                  before["matrix"][1][3].toDouble(),
                                  before["matrix"][2][3].toDouble());
        QCOMPARE_LE(test::maxAbsDiff(toVector(joint["position_before"]), position), 1e-5);
        QCOMPARE(joint["translation"].toArray(), before["translation"].toArray());
    }
}

void TstCommandIk::readsAsText() {
    const Answer answer =
        runCommand({"ik", kLeg, "--chain", "1,2,3", "--target", "0,-5,0", "--pole", "0,2,10"});
    QCOMPARE(answer.exitCode, 0);
    QVERIFY2(answer.out.contains("target 0 -5 0, not reached: the tip is 5 away\nik.unreachable\n"),
             answer.out.constData());
    QVERIFY(answer.out.contains("flexion"));
}

QTEST_GUILESS_MAIN(TstCommandIk)
#include "tst_command_ik.moc"
