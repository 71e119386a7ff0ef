// SPDX-License-Identifier: Apache-2.0
// What `sartor collapse` predicts, held against what `sartor rom` measures in the same poses.
#include "run_command.h"
#include "test_files.h"
#include "usage_rows.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <support/compare.h>

using sartor::test::Answer;
using sartor::test::dataFile;
using sartor::test::runCommand;

namespace {

const QString kTube = dataFile("formats/twist_tube.glb");
const QString kMannequin = SARTOR_SAMPLES_DIR "/assets/mannequin.glb";

} // namespace

class TstCommandCollapse : public QObject {
    Q_OBJECT
private slots:
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void brokenLimitsAreNamed_data();
    void brokenLimitsAreNamed();
    void predictsWhatPosingMeasures_data();
    void predictsWhatPosingMeasures();
    void limitsComeFromTheFile();
    void turnsNoOtherJointWithOnly();
    void failsBelowAShare();
    void isReadable();
    void saysThatNothingIsSkinned();

private:
    QString limitsOf(const QByteArray& joints) {
        const QString path = folder_.filePath("joints.json");
        sartor::test::writeFile(
            path, R"({"format":"sartor-joint-classes","version":1,"joints":)" + joints + "}");
        return path;
    }

    QTemporaryDir folder_;
};

void TstCommandCollapse::saysWhatIsWrong_data() {
    sartor::test::addUsageColumns();
    const auto& row = sartor::test::addUsageRow;
    row("class", {"--joint", "tail=upper"}, "there is no joint class 'tail'; there is shoulder, ");
    row("nothing is a region", {"--below", "0"}, "--below: expected a share above 0, at most 1");
    row("more than all", {"--below", "1.01"}, "--below: expected a share above 0, at most 1");
    row("no share", {"--below", "nan"}, "--below: expected a share above 0, at most 1");
    row("all is wanted", {"--wanted", "1"}, "--wanted: expected a share from 0, below 1");
    row("angle", {"--unclassified", "181"}, "--unclassified: expected degrees from 0 to 180");
    row("share below zero", {"--fail-below", "-1"}, "-1");
    row("unknown option", {"--sheet", "x.png"}, "--sheet");
}

void TstCommandCollapse::saysWhatIsWrong() {
    sartor::test::compareUsage({"collapse", kTube});
}

void TstCommandCollapse::brokenLimitsAreNamed_data() {
    QTest::addColumn<QByteArray>("joints");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QByteArray& joints, const QString& message) {
        QTest::newRow(name) << joints << message;
    };
    row("nothing said", R"([{"node":"upper"}])", "/joints/0: expected an object with 'class'");
    row("no number",
        R"([{"node":"upper","degrees":"far"}])",
        "/joints/0/degrees: expected a number");
    row("too far",
        R"([{"node":"upper","degrees":180.5}])",
        "/joints/0/degrees: expected an angle from 0 to 180");
    row("backwards",
        R"([{"node":"upper","degrees":-1}])",
        "/joints/0/degrees: expected an angle from 0 to 180");
    row("of a knee",
        R"([{"node":"upper","class":"knee","degrees":30}])",
        "/joints/0/degrees: expected no angle but for the classes 'any' and 'twist'");
}

void TstCommandCollapse::brokenLimitsAreNamed() {
    QFETCH(QByteArray, joints);
    QFETCH(QString, message);
    const Answer answer = runCommand({"collapse", kTube, "--classes", limitsOf(joints)});
    QCOMPARE(answer.exitCode, 3);
    QVERIFY2(QString(answer.err).contains("joints.json: " + message), answer.err.constData());
}

void TstCommandCollapse::predictsWhatPosingMeasures_data() {
    QTest::addColumn<QByteArray>("joints");
    for (const int degrees : {30, 90, 120, 170, 180}) {
        QTest::addRow("%d degrees", degrees)
            << QString(R"([{"node":"upper","degrees":%1}])").arg(degrees).toUtf8();
    }
    QTest::newRow("elbow") << QByteArray(R"([{"node":"upper","class":"elbow"}])");
}

void TstCommandCollapse::predictsWhatPosingMeasures() {
    QFETCH(const QByteArray, joints);
    const QString path = limitsOf(joints);
    const QJsonValue predicted =
        runCommand({"collapse", kTube, "--classes", path, "--unclassified", "0", "--json"}).json();
    const QJsonValue posed = runCommand({"rom", kTube, "--classes", path, "--json"}).json();
    QVERIFY(predicted["least_retention"].toDouble() < 1.0);
    QCOMPARE_LE(std::abs(predicted["least_retention"].toDouble() -
                         posed["worst"]["collapse"]["value"].toDouble()),
                1e-5);
}

void TstCommandCollapse::limitsComeFromTheFile() {
    const auto regionsOf = [&](const QByteArray& joints) {
        return runCommand({"collapse", kTube, "--classes", limitsOf(joints), "--json"})
            .json()["regions"]
            .toArray();
    };
    const QJsonArray regions = regionsOf(R"([{"node":"upper","degrees":120}])");
    QCOMPARE(regions.size(), 1);
    const QJsonValue region = regions[0];
    QCOMPARE(region["joint"]["name"].toString(), QString("upper"));
    QCOMPARE(region["turned"]["name"].toString(), QString("upper"));
    QCOMPARE(region["still"]["name"].toString(), QString("lower"));
    QCOMPARE(region["mesh"].toString().isEmpty(), false);
    QCOMPARE_LE(std::abs(region["degrees"].toDouble() - 120.0), 1e-6);
    QVERIFY(region["retention"].toDouble() >= 0.5 && region["retention"].toDouble() < 0.51);
    QVERIFY(region["bulge"].toDouble() > 1.0);
    // ceil(120 / (2 acos 0.9)) - 1 joints, and cos of the half of what each then turns.
    QCOMPARE(region["shared_by"].toInt(), 2);
    QCOMPARE_LE(
        std::abs(region["shared_retention"].toDouble() - std::cos(std::acos(-1.0) * 20.0 / 180.0)),
        1e-12);
    QVERIFY(region["vertices"].toArray().contains(region["vertex"]));
    QVERIFY(regionsOf(R"([{"node":"upper","degrees":30}])").isEmpty());
    QVERIFY(regionsOf(R"([{"node":"upper","degrees":0}])").isEmpty());
    // What a file says is what --save-classes writes.
    const QString saved = folder_.filePath("saved.json");
    runCommand({"collapse",
                kTube,
                "--classes",
                limitsOf(R"([{"node":"upper","degrees":12.5}])"),
                "--save-classes",
                saved});
    QVERIFY(
        sartor::test::readFile(saved).contains(R"({"node":"upper","class":"any","degrees":12.5})"));
}

void TstCommandCollapse::turnsNoOtherJointWithOnly() {
    const auto jointsOf = [](const QStringList& options) {
        QStringList names;
        const QJsonValue json =
            runCommand(QStringList{"collapse", kMannequin, "--json"} + options).json();
        for (const QJsonValue region : json["regions"].toArray()) {
            names += region["joint"]["name"].toString();
        }
        names.removeDuplicates();
        names.sort();
        return names;
    };
    QCOMPARE(jointsOf({"--only", "elbow"}), (QStringList{"LeftForeArm", "RightForeArm"}));
    const QStringList all = jointsOf({});
    for (const QString name : {"LeftForeArm", "RightLeg", "LeftUpLeg"}) {
        QVERIFY2(all.contains(name), qPrintable(all.join(' ')));
    }
}

void TstCommandCollapse::failsBelowAShare() {
    const QStringList arguments = {"collapse", kTube, "--joint", "elbow=upper", "--fail-below"};
    QCOMPARE(runCommand(arguments + QStringList{"0.2"}).exitCode, 0);
    const Answer below = runCommand(arguments + QStringList{"0.9"});
    QCOMPARE(below.exitCode, 1);
    QVERIFY(!below.out.isEmpty());
}

void TstCommandCollapse::isReadable() {
    const QByteArray out = runCommand({"collapse", kTube, "--joint", "elbow=upper"}).out;
    for (const char* words : {"1 mesh, 2080 vertices; linear blend skinning keeps at least 30",
                              "1 region below 75 %",
                              "#0 'upper'",
                              "elbow bent by 145",
                              "#2 'Tube' primitive 0",
                              "what helps",
                              "2 helper joints at 'upper' that share the turn evenly",
                              "bring the least that is kept from 0.3 to 0.91",
                              "dual quaternion skinning keeps the whole distance"}) {
        QVERIFY2(out.contains(words), out.constData());
    }
    const QByteArray few = runCommand({"collapse", kMannequin, "--top", "1"}).out;
    QVERIFY2(few.contains("more (--top)"), few.constData());
}

void TstCommandCollapse::saysThatNothingIsSkinned() {
    const Answer answer = runCommand({"collapse", dataFile("formats/bvh_orders.bvh")});
    QCOMPARE(answer.exitCode, 0);
    QVERIFY2(answer.out.contains("no skin deforms a mesh"), answer.out.constData());
}

QTEST_GUILESS_MAIN(TstCommandCollapse)
#include "tst_command_collapse.moc"
