// SPDX-License-Identifier: Apache-2.0
// The check on files: the cases that ask for a diagnostic, and characters without fault.
#include <sartor/diagnose/lint.h>
#include <sartor/import/import_file.h>

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace sartor;
using diagnose::Severity;

namespace {

Severity severityFrom(const QString& name) {
    return name == "error"     ? Severity::Error
           : name == "warning" ? Severity::Warning
                               : Severity::Info;
}

QJsonObject readJson(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

QString describe(const std::vector<diagnose::Diagnostic>& found) {
    QStringList lines;
    for (const diagnose::Diagnostic& diagnostic : found) {
        lines += QString::fromStdString(diagnostic.rule + " " + diagnostic.place + ": " +
                                        diagnostic.message);
    }
    return lines.join("\n");
}

} // namespace

class TstLintCases : public QObject {
    Q_OBJECT

private slots:
    void saysWhatTheCaseAsksFor_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QJsonObject>("expected");
        const QDir cases(SARTOR_TEST_DATA_DIR "/cases");
        for (const QString& id : cases.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QString folder = cases.filePath(id);
            const QJsonObject description = readJson(folder + "/case.json");
            for (const QJsonValue& value : description["checks"].toArray()) {
                const QJsonObject expected = value.toObject();
                if (expected["kind"] != "diagnostic") {
                    continue;
                }
                const QString input = expected.contains("input")
                                          ? expected["input"].toString()
                                          : description["inputs"][0].toString();
                QTest::addRow("%s, %s", qPrintable(id), qPrintable(expected["code"].toString()))
                    << folder + "/" + input << expected;
            }
        }
    }
    void saysWhatTheCaseAsksFor() {
        QFETCH(const QString, file);
        QFETCH(const QJsonObject, expected);
        const std::string code = expected["code"].toString().toStdString();
        const auto scene = import::importFile(file.toStdString());
        if (!scene) {
            // A file that is refused is refused for that reason.
            QCOMPARE(expected["severity"].toString(), QString("error"));
            QCOMPARE(scene.error().code, code);
            return;
        }
        diagnose::CheckOptions options;
        options.maximumInfluences =
            static_cast<std::uint32_t>(expected["when"].toObject()["max_influences"].toInt());
        const auto found = diagnose::check(*scene, options);
        const auto said = std::find_if(found.begin(), found.end(), [&](const auto& diagnostic) {
            return diagnostic.rule == code;
        });
        QVERIFY2(said != found.end(), qPrintable(describe(found)));
        QVERIFY(said->severity >= severityFrom(expected["severity"].toString()));
        if (expected.contains("vertices")) {
            std::vector<std::uint32_t> vertices;
            for (const QJsonValue& vertex : expected["vertices"].toArray()) {
                vertices.push_back(static_cast<std::uint32_t>(vertex.toInt()));
            }
            QCOMPARE(said->vertices, vertices);
        }
        if (expected.contains("node") && said->instance) {
            QCOMPARE(scene->instances[*said->instance].fileNode,
                     static_cast<std::uint32_t>(expected["node"].toInt()));
        }
        if (expected.contains("clip")) {
            QCOMPARE(said->clip,
                     std::optional(static_cast<std::uint32_t>(expected["clip"].toInt())));
        }
        if (expected.contains("skin")) {
            QCOMPARE(said->skin,
                     std::optional(static_cast<std::uint32_t>(expected["skin"].toInt())));
        }
        if (expected.contains("joint")) {
            // Cases name joints by their nodes.
            const auto node = static_cast<std::uint32_t>(expected["joint"].toInt());
            QVERIFY(std::find(said->joints.begin(),
                              said->joints.end(),
                              scene->skeleton->jointOfFileNode(node)) != said->joints.end());
        }
    }

    void saysNothingTwice_data() { saysWhatTheCaseAsksFor_data(); }
    void saysNothingTwice() {
        QFETCH(const QString, file);
        const auto scene = import::importFile(file.toStdString());
        if (!scene) {
            return;
        }
        const auto found = diagnose::check(*scene);
        for (std::size_t i = 0; i < found.size(); ++i) {
            for (std::size_t j = i + 1; j < found.size(); ++j) {
                QVERIFY2(found[i].rule != found[j].rule || found[i].place != found[j].place,
                         qPrintable(describe(found)));
            }
        }
    }

    // What was made to be right gives no warning.
    void findsNoFaultInGoodCharacters_data() {
        QTest::addColumn<QString>("file");
        const QString shared = SARTOR_SHARED_DIR;
        for (const char* name :
             {"mannequin", "humanoid", "face", "cm_rig", "many_influences", "twist_tube"}) {
            const QString file = shared + "/assets/generated/" + name + "/" + name + ".glb";
            if (!shared.isEmpty() && QFile::exists(file)) {
                QTest::newRow(name) << file;
            }
        }
        const QDir samples(SARTOR_SAMPLES_DIR "/assets");
        for (const QString& name : samples.entryList({"*.glb"}, QDir::Files)) {
            QTest::addRow("samples, %s", qPrintable(name)) << samples.filePath(name);
        }
    }
    void findsNoFaultInGoodCharacters() {
        QFETCH(const QString, file);
        const auto scene = import::importFile(file.toStdString());
        QVERIFY2(scene.hasValue(), scene ? "" : scene.error().message.c_str());
        auto found = diagnose::check(*scene);
        std::erase_if(found, [](const auto& d) { return d.severity == Severity::Info; });
        QCOMPARE(describe(found), QString());
    }
};

QTEST_GUILESS_MAIN(TstLintCases)
#include "tst_lint_cases.moc"
