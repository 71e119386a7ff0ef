// SPDX-License-Identifier: Apache-2.0
// Positions, matrices and morph weights of the case files, asked from the command.
#include "run_command.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QtTest>

#include <support/compare.h>

using sartor::test::Answer;
using sartor::test::dataFile;
using sartor::test::runCommand;

namespace {

/// --clip and the time of a check.
QStringList momentArguments(const QJsonObject& check) {
    if (check["clip"].isNull() || check["clip"].isUndefined()) {
        return {};
    }
    const QString time = QString::number(check["time"].toDouble(), 'g', 17);
    QStringList arguments = {"--clip", QString::number(check["clip"].toInt())};
    const QJsonObject playback = check["playback"].toObject();
    if (playback.isEmpty()) {
        return arguments << "--time" << time;
    }
    return arguments << "--mode" << playback["mode"].toString() << "--speed"
                     << QString::number(playback["speed"].toDouble(1.0), 'g', 17) << "--elapsed"
                     << time;
}

/// The element of a list whose member `key` is `number`.
QJsonObject find(const QJsonArray& list, const QString& key, int number) {
    for (const QJsonValue element : list) {
        if (element[key].toInt(-1) == number) {
            return element.toObject();
        }
    }
    return {};
}

double maxDifference(const QJsonValue& a, const QJsonValue& b) {
    if (a.isArray() && b.isArray() && a.toArray().size() == b.toArray().size()) {
        double largest = 0.0;
        for (qsizetype i = 0; i < a.toArray().size(); ++i) {
            largest = std::max(largest, maxDifference(a.toArray()[i], b.toArray()[i]));
        }
        return largest;
    }
    return a.isDouble() && b.isDouble() ? sartor::test::maxAbsDiff(a.toDouble(), b.toDouble())
                                        : std::numeric_limits<double>::infinity();
}

/// Checks that this command can answer today.
bool isAsked(const QJsonObject& check) {
    const QString kind = check["kind"].toString();
    const QString deformer = check["deformer"].toString();
    const bool isPlain = !check.contains("any_of") && !check.contains("root_motion") &&
                         !check.contains("when") && check.contains("node");
    const bool isVertex =
        kind == "vertex" && (deformer == "lbs" || deformer == "dqs" || deformer == "none");
    return isPlain && (isVertex || kind == "joint_model_matrix" || kind == "morph_weights");
}

} // namespace

class TstCommandCases : public QObject {
    Q_OBJECT
private slots:
    void answersAreRight_data();
    void answersAreRight();

private:
    QJsonValue answerOf(const QString& file, const QJsonObject& check, QString& problem);
};

void TstCommandCases::answersAreRight_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QJsonObject>("check");
    const QString folder = dataFile("cases");
    for (const QString& name : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file(folder + "/" + name + "/case.json");
        if (!file.open(QIODevice::ReadOnly)) {
            continue;
        }
        const QJsonObject contents = QJsonDocument::fromJson(file.readAll()).object();
        for (const QJsonValue value : contents["checks"].toArray()) {
            const QJsonObject check = value.toObject();
            const QString input =
                check["input"].toString(contents["inputs"].toArray()[0].toString());
            if (isAsked(check) && (input.endsWith(".gltf") || input.endsWith(".glb"))) {
                QTest::newRow(qPrintable(name + " " + check["id"].toString()))
                    << folder + "/" + name + "/" + input << check;
            }
        }
    }
}

QJsonValue
TstCommandCases::answerOf(const QString& file, const QJsonObject& check, QString& problem) {
    const QString kind = check["kind"].toString();
    QStringList arguments = {kind == "vertex" ? "deform" : "pose", file, "--json"};
    arguments << momentArguments(check);
    if (check["deformer"].toString() == "dqs") {
        arguments << "--chain"
                  << "morph+dqs";
    }
    if (check.contains("max_influences")) {
        arguments << "--max-influences" << QString::number(check["max_influences"].toInt());
    }
    const Answer answer = runCommand(arguments);
    problem = arguments.join(' ') + "\n" + answer.err;
    const QJsonObject json = answer.json();
    const int node = check["node"].toInt();
    if (kind == "joint_model_matrix") {
        return find(json["nodes"].toArray(), "node", node)["matrix"];
    }
    if (kind == "morph_weights") {
        return find(json["morph_weights"].toArray(), "node", node)["weights"];
    }
    for (const QJsonValue instance : json["instances"].toArray()) {
        if (instance["node"].toInt() == node &&
            instance["primitive"].toInt() == check["primitive"].toInt()) {
            return instance["positions"].toArray()[check["vertex"].toInt()];
        }
    }
    return {};
}

void TstCommandCases::answersAreRight() {
    QFETCH(QString, file);
    QFETCH(QJsonObject, check);
    QString problem;
    const QJsonValue actual = answerOf(file, check, problem);
    const QString kind = check["kind"].toString();
    const QJsonValue expected = kind == "vertex"               ? check["position"]
                                : kind == "joint_model_matrix" ? check["matrix"]
                                                               : check["weights"];
    const double difference = maxDifference(actual, expected);
    QVERIFY2(difference <= check["tolerance"].toDouble(),
             qPrintable(QString("off by %1: %2").arg(difference).arg(problem)));
}

QTEST_GUILESS_MAIN(TstCommandCases)
#include "tst_command_cases.moc"
