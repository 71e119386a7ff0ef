// SPDX-License-Identifier: Apache-2.0
// The sub-commands of `sartor plugin` that look at plugins from outside.
#include "run_command.h"

#include <QFile>
#include <QJsonArray>
#include <QtTest>

using namespace sartor::test;

class TstCommandPlugin : public QObject {
    Q_OBJECT

private slots:
    void wrongWordsAreNamed_data();
    void wrongWordsAreNamed();
    void helpHasAnExample();
    void rulesArePrintedInEveryFormat();
    void thePageOfRulesIsWhatTheCommandPrints();
};

void TstCommandPlugin::wrongWordsAreNamed_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    QTest::newRow("no command of the group")
        << QStringList{"plugin", "dance"} << "there is no command 'dance'; there is ";
    QTest::newRow("nothing") << QStringList{"plugin"} << "A subcommand is required";
    QTest::newRow("no rule") << QStringList{"plugin", "rules", "--explain", "plugin.dance"}
                             << "there is no rule 'plugin.dance'; `sartor plugin rules` shows all";
    QTest::newRow("no format") << QStringList{"plugin", "rules", "--format", "yaml"} << "--format";
}

void TstCommandPlugin::wrongWordsAreNamed() {
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, message);
    const Answer answer = runCommand(arguments);
    QCOMPARE(answer.exitCode, 2);
    QVERIFY2(answer.err.contains(message.toUtf8()), answer.err.constData());
    QVERIFY(answer.out.isEmpty());
}

void TstCommandPlugin::helpHasAnExample() {
    QVERIFY(runCommand({"plugin", "--help"}).out.contains("Example: sartor plugin "));
    for (const char* command : {"rules", "verify"}) {
        const Answer answer = runCommand({"plugin", command, "--help"});
        QCOMPARE(answer.exitCode, 0);
        QVERIFY2(answer.out.contains(QByteArray("Example: sartor plugin ") + command),
                 answer.out.constData());
    }
}

void TstCommandPlugin::rulesArePrintedInEveryFormat() {
    const Answer text = runCommand({"plugin", "rules"});
    QCOMPARE(text.exitCode, 0);
    const Answer json = runCommand({"plugin", "rules", "--format", "json"});
    QCOMPARE(json.exitCode, 0);
    const QJsonArray rules = json.json()["rules"].toArray();
    QVERIFY(rules.size() >= 45);
    for (const QJsonValue& rule : rules) {
        const QString code = rule["code"].toString();
        QVERIFY(code.startsWith("plugin."));
        QVERIFY2(text.out.contains(code.toUtf8() + ' '), qPrintable(code));
        const Answer one = runCommand({"plugin", "rules", "--explain", code});
        QCOMPARE(one.exitCode, 0);
        const QString explained =
            code + '\n' + rule["title"].toString() + "\n\n" + rule["explanation"].toString() + '\n';
        QCOMPARE(QString::fromUtf8(one.out), explained);
    }
}

void TstCommandPlugin::thePageOfRulesIsWhatTheCommandPrints() {
    QFile file(SARTOR_TEST_DATA_DIR "/../../modules/deform/PLUGIN_RULES.md");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray printed = runCommand({"plugin", "rules", "--format", "markdown"}).out;
    QVERIFY2(file.readAll() == printed,
             "modules/deform/PLUGIN_RULES.md is not what sartor plugin rules --format markdown "
             "prints");
}

QTEST_GUILESS_MAIN(TstCommandPlugin)
#include "tst_command_plugin.moc"
