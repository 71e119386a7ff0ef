// SPDX-License-Identifier: Apache-2.0
// What `sartor lod` says about levels of detail, held against what `sartor deform` says.
#include "run_command.h"
#include "usage_rows.h"

#include <QJsonArray>
#include <QtTest>

#include <glm/geometric.hpp>

#include <support/compare.h>

using sartor::test::Answer;
using sartor::test::dataFile;
using sartor::test::runCommand;

namespace {

const QString kTube = dataFile("formats/twist_tube.glb");
const QString kMannequin = SARTOR_SAMPLES_DIR "/assets/mannequin.glb";

std::vector<glm::dvec3> deformed(const QStringList& options) {
    const QJsonValue json = runCommand(QStringList{"deform", kTube, "--json"} + options).json();
    std::vector<glm::dvec3> positions;
    for (const QJsonValue position : json["instances"][0]["positions"].toArray()) {
        positions.emplace_back(
            position[0].toDouble(), position[1].toDouble(), position[2].toDouble());
    }
    return positions;
}

QStringList removedJoints(const QJsonValue& json) {
    QStringList names;
    for (const QJsonValue removed : json["skins"][0]["removed"].toArray()) {
        names += removed["joint"]["name"].toString();
    }
    return names;
}

} // namespace

class TstCommandLod : public QObject {
    Q_OBJECT
private slots:
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void measuresWhatDeformShows();
    void removesWhatIsBelow();
    void choosesWithinAnError();
    void choosesANumber();
    void saysWhenTooManyStay();
    void failsAboveALimit();
    void limitsInfluencesAndBits();
    void isReadable();
};

void TstCommandLod::saysWhatIsWrong_data() {
    sartor::test::addUsageColumns();
    const auto& row = sartor::test::addUsageRow;
    row("nothing to do", {}, "nothing to leave out: say --remove, ");
    row("unknown joint", {"--remove", "knee"}, "there is no node 'knee'; there is #0 'upper'");
    row("unknown joint in a list", {"--remove", "upper,knee"}, "there is no node 'knee'");
    row("unknown joint above", {"--remove-below", "knee"}, "there is no node 'knee'");
    row("unknown joint to keep", {"--joints", "1", "--keep", "knee"}, "there is no node 'knee'");
    row("no joint", {"--remove", "Tube"}, "node #2 'Tube' is no joint of a skin");
    row("no heir", {"--remove", "lower"}, "joint 'lower' cannot go: no joint of the skin above");
    row("two ways to choose", {"--remove", "upper", "--joints", "1"}, "--remove excludes --joints");
    row("keeping without choosing",
        {"--remove", "upper", "--keep", "lower"},
        "--keep says something with --joints or");
    row("bits", {"--weight-bits", "25"}, "25");
    row("error below zero", {"--max-error", "-1"}, "-1");
    row("no moments", {"--joints", "1", "--moments", "0"}, "0");
}

void TstCommandLod::saysWhatIsWrong() {
    sartor::test::compareUsage({"lod", kTube});
}

void TstCommandLod::measuresWhatDeformShows() {
    const Answer answer = runCommand({"lod", kTube, "--remove", "#0", "--json"});
    QCOMPARE(answer.exitCode, 0);
    const QJsonValue json = answer.json();
    QCOMPARE(json["joints_before"].toInt(), 2);
    QCOMPARE(json["joints_after"].toInt(), 1);
    QCOMPARE(removedJoints(json), QStringList{"upper"});
    QCOMPARE(json["skins"][0]["removed"][0]["weights_to"]["name"].toString(), QString("lower"));
    const QJsonValue mesh = json["meshes"][0];
    QCOMPARE(mesh["vertices"].toInt(), 2080);
    QCOMPARE(mesh["max_influences_before"].toInt(), 2);
    QCOMPARE(mesh["max_influences_after"].toInt(), 1);
    // The joint that is left never moves, so without the other the tube stands as in the file.
    const std::vector<glm::dvec3> still = deformed({});
    const QJsonValue worst = mesh["worst"][0];
    const std::vector<glm::dvec3> moved =
        deformed({"--clip",
                  QString::number(worst["clip"].toInt()),
                  "--time",
                  QString::number(worst["time"].toDouble(), 'g', 9)});
    QCOMPARE(moved.size(), std::size_t{2080});
    double largest = 0.0;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        largest = std::max(largest, glm::length(moved[i] - still[i]));
    }
    const auto vertex = static_cast<std::size_t>(worst["vertex"].toInt());
    using sartor::test::maxAbsDiff;
    QCOMPARE_LE(maxAbsDiff(glm::length(moved[vertex] - still[vertex]), largest), 1e-6);
    QCOMPARE_LE(maxAbsDiff(worst["distance"].toDouble(), largest), 1e-5);
    QCOMPARE_LE(maxAbsDiff(mesh["max_millimetres"].toDouble(), 1000.0 * largest), 1e-2);
    QCOMPARE(json["max_millimetres"].toDouble(), mesh["max_millimetres"].toDouble());
    QVERIFY(mesh["rms_millimetres"].toDouble() > 0.0);
    QVERIFY(mesh["rms_millimetres"].toDouble() < mesh["max_millimetres"].toDouble());
}

void TstCommandLod::removesWhatIsBelow() {
    // A list ends where its option does, so that the file may come last.
    const Answer answer = runCommand({"lod", "--json", "--remove-below", "LeftHand", kMannequin});
    QCOMPARE(answer.exitCode, 0);
    const QJsonValue json = answer.json();
    QCOMPARE(json["joints_after"].toInt(), 46);
    const QStringList removed = removedJoints(json);
    QCOMPARE(removed.size(), 20);
    for (const QString& name : removed) {
        QVERIFY2(name.startsWith("LeftHand") && name != "LeftHand", qPrintable(name));
    }
    for (const QJsonValue joint : json["skins"][0]["removed"].toArray()) {
        QCOMPARE(joint["weights_to"]["name"].toString(), QString("LeftHand"));
    }
}

void TstCommandLod::choosesWithinAnError() {
    const Answer answer =
        runCommand({"lod", kMannequin, "--max-error", "20", "--keep", "LeftToe_End", "--json"});
    QCOMPARE(answer.exitCode, 0);
    const QJsonValue json = answer.json();
    const QStringList removed = removedJoints(json);
    QVERIFY(removed.contains("RightToe_End"));
    QVERIFY(!removed.contains("LeftToe_End"));
    QVERIFY(removed.size() > 12);
    QVERIFY(json["max_millimetres"].toDouble() > 0.0);
    QVERIFY(json["max_millimetres"].toDouble() <= 20.0);
}

void TstCommandLod::choosesANumber() {
    const QJsonValue json = runCommand({"lod", kMannequin, "--joints", "30", "--json"}).json();
    QCOMPARE(json["joints_before"].toInt(), 66);
    QCOMPARE(json["joints_after"].toInt(), 30);
    QCOMPARE(json["moments"].toInt(), 64);
}

void TstCommandLod::saysWhenTooManyStay() {
    const Answer answer = runCommand({"lod", kTube, "--joints", "0"});
    QCOMPARE(answer.exitCode, 1);
    QVERIFY2(answer.err.contains("no more joints can go: 1 stay, more than --joints 0"),
             answer.err.constData());
    QVERIFY(!answer.out.isEmpty());
}

void TstCommandLod::failsAboveALimit() {
    const QStringList arguments = {"lod", kTube, "--remove", "upper", "--fail-above"};
    QCOMPARE(runCommand(arguments + QStringList{"0.5"}).exitCode, 1);
    QCOMPARE(runCommand(arguments + QStringList{"100000"}).exitCode, 0);
}

void TstCommandLod::limitsInfluencesAndBits() {
    const QJsonValue one = runCommand({"lod", kTube, "--max-influences", "1", "--json"}).json();
    QCOMPARE(one["joints_after"].toInt(), 2);
    QCOMPARE(one["meshes"][0]["max_influences_after"].toInt(), 1);
    const auto costOf = [](const char* bits) {
        const QJsonValue json = runCommand({"lod", kTube, "--weight-bits", bits, "--json"}).json();
        return json["max_millimetres"].toDouble();
    };
    const double coarse = costOf("4");
    const double fine = costOf("8");
    QVERIFY(coarse > 4.0 * fine);
    QVERIFY(fine > 0.0);
}

void TstCommandLod::isReadable() {
    const QByteArray out = runCommand({"lod", kTube, "--remove", "upper"}).out;
    for (const char* words : {"2 joints, 1 stay; measured at ",
                              "#0 'upper'  #1 'lower'",
                              "#2 'Tube'",
                              "2 -> 1",
                              "max mm",
                              "clip #"}) {
        QVERIFY2(out.contains(words), out.constData());
    }
}

QTEST_GUILESS_MAIN(TstCommandLod)
#include "tst_command_lod.moc"
