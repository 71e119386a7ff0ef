// SPDX-License-Identifier: Apache-2.0
// The sub-commands of `sartor plugin` that look at plugins from outside.
#include "run_command.h"
#include "test_files.h"

#include <QFile>
#include <QJsonArray>
#include <QtTest>

#include <fcntl.h>
#include <support/plugin_folder.h>
#include <sys/file.h>
#include <unistd.h>

using namespace sartor::test;

namespace {

/// Plugins in a folder, and memory of them that no other test shares.
struct Plugins : PluginFolder {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    QString file = QString::fromStdString(plugin.string());

    Plugins() {
        environment.insert("XDG_CACHE_HOME", temporary.path() + "/cache");
        environment.insert("SARTOR_PLUGIN_PATH", SARTOR_PLUGIN_DIR);
    }
    Answer probe(const QStringList& more = {}) const {
        return runCommand(QStringList{"plugin", "probe", file} + more, environment);
    }
    /// What `sartor plugins` says of the file: a code, or nothing where it is loaded.
    QString refusal() const {
        const Answer answer =
            runCommand({"plugins", "--json", "--plugin-path", temporary.path()}, environment);
        for (const QJsonValue& refused : answer.json()["refused"].toArray()) {
            if (refused["file"].toString() == file) {
                return refused["code"].toString();
            }
        }
        return {};
    }
};

const QString kTube = dataFile("../../samples/assets/twist_tube.glb");

} // namespace

class TstCommandPlugin : public QObject {
    Q_OBJECT

private slots:
    void wrongWordsAreNamed_data();
    void wrongWordsAreNamed();
    void helpHasAnExample();
    void rulesArePrintedInEveryFormat();
    void thePageOfRulesIsWhatTheCommandPrints();
    void aProbeSaysWhatBecameOfTheFile_data();
    void aProbeSaysWhatBecameOfTheFile();
    void aProbeNeedsAFile();
    void whatCrashedIsNotLoadedUntilItChanges();
    void whatIsDisabledIsNotLoadedUntilItChanges();
    void everythingCanBeForgotten();
    void aCrashInARunIsToldOnce();
    void aCrashWhileLoadingIsNotRepeated();
    void saysWhatIsNotUsedForTheSameId();
    void copiesOfProcessesThatHaveEndedAreRemoved();
    void watchingNeedsAnOutput();
    void watchesPluginsAndWritesAgain();
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
    for (const char* command : {"rules", "verify", "probe"}) {
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

void TstCommandPlugin::aProbeSaysWhatBecameOfTheFile_data() {
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("outcome");
    QTest::addColumn<QString>("code");
    QTest::newRow("reload_one") << 0 << "accepted"
                                << "";
    QTest::newRow("null_run") << 1 << "refused"
                              << "plugin.function";
    QTest::newRow("initialiser_aborts") << 1 << "quarantined"
                                        << "plugin.quarantined";
    QTest::newRow("initialiser_loops") << 1 << "quarantined"
                                       << "plugin.quarantined";
}

void TstCommandPlugin::aProbeSaysWhatBecameOfTheFile() {
    QFETCH(const int, exitCode);
    QFETCH(const QString, outcome);
    QFETCH(const QString, code);
    const Plugins plugins;
    plugins.replace(QTest::currentDataTag());
    const Answer json = plugins.probe({"--json", "--max-seconds", "2"});
    QCOMPARE(json.exitCode, exitCode);
    const QJsonObject found = json.json()["plugins"].toArray()[0].toObject();
    QCOMPARE(found["file"].toString(), plugins.file);
    QCOMPARE(found["outcome"].toString(), outcome);
    QCOMPARE(found["code"].toString(), code);
    QCOMPARE(found["message"].toString().isEmpty(), code.isEmpty());
    QCOMPARE(found["deformers"].toArray().size(), code.isEmpty() ? 1 : 0);
    const Answer text = plugins.probe({"--max-seconds", "2"});
    QCOMPARE(text.exitCode, exitCode);
    QVERIFY2(text.out.startsWith(outcome.toUtf8() + ' '), text.out.constData());
    QVERIFY2(text.out.contains(plugins.file.toUtf8()), text.out.constData());
}

void TstCommandPlugin::aProbeNeedsAFile() {
    const Plugins plugins;
    const Answer missing = plugins.probe();
    QCOMPARE(missing.exitCode, 3);
    QVERIFY2(missing.err.contains(plugins.file.toUtf8() + "': no such file"),
             missing.err.constData());
    for (const char* option : {"--json", "--disable"}) {
        const Answer folder =
            runCommand({"plugin", "probe", plugins.temporary.path(), option}, plugins.environment);
        QCOMPARE(folder.exitCode, 3);
        QVERIFY2(folder.err.contains("': is a folder, expected a regular file"),
                 folder.err.constData());
    }
    QCOMPARE(runCommand({"plugin", "probe"}, plugins.environment).exitCode, 2);
    plugins.replace("reload_one");
    QCOMPARE(plugins.probe({"--clear", "--disable"}).exitCode, 2);
    QProcessEnvironment without = plugins.environment;
    without.insert("SARTOR_PLUGIN_WORKER", "/nonexistent/worker");
    // The worker beside the command is found all the same.
    QCOMPARE(runCommand({"plugin", "probe", plugins.file}, without).exitCode, 0);
}

void TstCommandPlugin::whatCrashedIsNotLoadedUntilItChanges() {
    const Plugins plugins;
    plugins.replace("initialiser_aborts");
    QCOMPARE(plugins.refusal(), QString("plugin.quarantined"));
    QCOMPARE(plugins.refusal(), QString("plugin.quarantined"));
    const Answer answer =
        runCommand({"plugins", "--plugin-path", plugins.temporary.path()}, plugins.environment);
    QCOMPARE(answer.exitCode, 1);
    QVERIFY2(answer.out.contains("crashed with SIGABRT (aborted) while loading; it is not loaded "
                                 "until the file changes or `sartor plugin probe '"),
             answer.out.constData());
    // A chain that needs it says so, and nothing crashes.
    const Answer deform = runCommand(
        {"deform", kTube, "--chain", "fixture", "--plugin-path", plugins.temporary.path()},
        plugins.environment);
    QCOMPARE(deform.exitCode, 4);
    plugins.replace("reload_one");
    QCOMPARE(plugins.refusal(), QString());
}

void TstCommandPlugin::whatIsDisabledIsNotLoadedUntilItChanges() {
    const Plugins plugins;
    QCOMPARE(plugins.probe({"--disable"}).exitCode, 3);
    plugins.replace("reload_one");
    QCOMPARE(plugins.refusal(), QString());
    QCOMPARE(plugins.probe({"--disable"}).exitCode, 0);
    QCOMPARE(plugins.refusal(), QString("plugin.disabled"));
    QCOMPARE(plugins.probe({"--clear"}).exitCode, 0);
    QCOMPARE(plugins.refusal(), QString());
    QCOMPARE(plugins.probe({"--disable"}).exitCode, 0);
    plugins.replace("reload_two");
    QCOMPARE(plugins.refusal(), QString());
}

void TstCommandPlugin::everythingCanBeForgotten() {
    const Plugins plugins;
    plugins.replace("reload_one");
    QCOMPARE(plugins.probe().exitCode, 0);
    QCOMPARE(plugins.probe({"--disable"}).exitCode, 0);
    const Answer answer = runCommand({"plugin", "probe", "--clear"}, plugins.environment);
    QCOMPARE(answer.exitCode, 0);
    QCOMPARE(answer.out, QByteArray("1 plugins are forgotten\n"));
    QCOMPARE(plugins.refusal(), QString());
}

void TstCommandPlugin::aCrashInARunIsToldOnce() {
    const Plugins plugins;
    plugins.replace("runner_crashes");
    const QStringList deform = {
        "deform", kTube, "--chain", "fixture", "--plugin-path", plugins.temporary.path()};
    QCOMPARE(runCommand(deform, plugins.environment).exitCode, -1);
    const QByteArray expected =
        "plugin '" + plugins.file.toUtf8() +
        "' crashed with SIGSEGV (segmentation fault) while running stage 'move' of 'test.fixture' "
        "on vertices ";
    const Answer next = runCommand({"plugins"}, plugins.environment);
    QVERIFY2(next.err.contains(expected), next.err.constData());
    QVERIFY2(next.err.contains("in an earlier run; `sartor plugin probe --disable '" +
                               plugins.file.toUtf8() + "'` keeps it from being loaded"),
             next.err.constData());
    QVERIFY(!runCommand({"plugins"}, plugins.environment).err.contains("crashed"));
    QCOMPARE(plugins.probe({"--disable"}).exitCode, 0);
    QCOMPARE(runCommand(deform, plugins.environment).exitCode, 4);
}

void TstCommandPlugin::aCrashWhileLoadingIsNotRepeated() {
    // In a folder that is trusted: beside the plugins of a program of one's own.
    const Plugins plugins;
    std::filesystem::create_directories(plugins.root / "bin");
    std::filesystem::create_directories(plugins.root / "plugins");
    std::filesystem::copy_file(SARTOR_COMMAND, plugins.root / "bin" / "sartor");
    std::filesystem::copy_file(PluginFolder::fixture("initialiser_crashes"),
                               plugins.root / "plugins" / "bad.sartorplugin");
    const auto run = [&plugins] {
        QProcess process;
        process.setProcessEnvironment(plugins.environment);
        process.start(QString::fromStdString((plugins.root / "bin" / "sartor").string()),
                      {"plugins"});
        process.waitForFinished(60000);
        Answer answer;
        answer.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
        answer.out = process.readAllStandardOutput();
        answer.err = process.readAllStandardError();
        return answer;
    };
    QCOMPARE(run().exitCode, -1);
    const Answer second = run();
    QCOMPARE(second.exitCode, 1);
    QVERIFY2(second.err.contains("while loading in an earlier run; it is not loaded until"),
             second.err.constData());
    QVERIFY2(second.out.contains("plugin.quarantined"), second.out.constData());
    QCOMPARE(run().exitCode, 1);
}

void TstCommandPlugin::saysWhatIsNotUsedForTheSameId() {
    const Plugins plugins;
    const QString mine = plugins.temporary.filePath("mine.sartorplugin");
    QVERIFY(QFile::copy(SARTOR_PLUGIN_DIR "/lbs.sartorplugin", mine));
    const QByteArray remark = "lbs.sartorplugin': deformer 'sartor.lbs' is already there, from '" +
                              mine.toUtf8() + "', which is used";
    const QStringList path = {"--plugin-path", plugins.temporary.path()};
    for (const QStringList& command :
         {QStringList{"deform", kTube},
          QStringList{"diff", kTube, "--chains", "lbs,dqs,lbs"},
          QStringList{"explain", kTube, "--node", "Tube", "--vertex", "0"},
          QStringList{"plugins"}}) {
        const Answer with = runCommand(command + path, plugins.environment);
        QVERIFY2(with.err.count(remark) == 1, with.err.constData());
        const Answer without = runCommand(command, plugins.environment);
        QVERIFY2(!without.err.contains("is already there"), without.err.constData());
    }
}

void TstCommandPlugin::copiesOfProcessesThatHaveEndedAreRemoved() {
    const Plugins plugins;
    const QTemporaryDir temporary;
    QProcessEnvironment environment = plugins.environment;
    environment.insert("TMPDIR", temporary.path());
    const auto makeCopy = [&temporary](const QString& name, bool hasLock) {
        const QString folder = temporary.filePath("sartor-plugin-" + name);
        writeFile(folder + "/old.sartorplugin", "old");
        if (hasLock) {
            writeFile(folder + "/.lock", "");
        }
        return folder;
    };
    const QString left = makeCopy("aaaaaa", true);
    const QString used = makeCopy("bbbbbb", true);
    const QString begun = makeCopy("cccccc", false);
    const int lock = ::open((used + "/.lock").toUtf8().constData(), O_RDWR | O_CLOEXEC);
    QCOMPARE(::flock(lock, LOCK_EX), 0);
    QCOMPARE(runCommand({"plugins"}, environment).exitCode, 0);
    ::close(lock);
    QVERIFY(!QDir(left).exists());
    QVERIFY(QDir(used).exists("old.sartorplugin"));
    QVERIFY(QDir(begun).exists("old.sartorplugin"));
    // The command itself leaves none.
    QCOMPARE(QDir(temporary.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 2);
}

void TstCommandPlugin::watchingNeedsAnOutput() {
    const Answer answer = runCommand({"deform", kTube, "--watch-plugins"});
    QCOMPARE(answer.exitCode, 2);
    QVERIFY2(answer.err.contains("--watch-plugins: there is no --out to write again"),
             answer.err.constData());
}

void TstCommandPlugin::watchesPluginsAndWritesAgain() {
    const Plugins plugins;
    plugins.replace("reload_one");
    const QString out = plugins.temporary.path() + "/out.obj";
    std::filesystem::create_directory(plugins.root / "tmp");
    QProcessEnvironment environment = plugins.environment;
    environment.insert("TMPDIR", plugins.temporary.path() + "/tmp");
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(SARTOR_COMMAND,
                  {"deform",
                   kTube,
                   "--chain",
                   "lbs+shift[amount=9,mode=high]",
                   "--plugin-path",
                   plugins.temporary.path(),
                   "--out",
                   out,
                   "--watch-plugins"});
    QByteArray said;
    const auto hears = [&](const QByteArray& text) {
        process.waitForReadyRead(20);
        said += process.readAllStandardError();
        return said.contains(text);
    };
    const auto contents = [&out] {
        QFile file(out);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QTRY_VERIFY2_WITH_TIMEOUT(hears("watching "), said.constData(), 30000);
    const QByteArray first = contents();
    QVERIFY(!first.isEmpty());
    said.clear();
    // What is cut off, breaks a rule or crashes keeps the build that runs.
    plugins.truncate();
    QTRY_VERIFY2_WITH_TIMEOUT(
        hears("keeps the build that runs: plugin '"), said.constData(), 30000);
    said.clear();
    plugins.replace("initialiser_aborts");
    QTRY_VERIFY2_WITH_TIMEOUT(hears("crashed with SIGABRT"), said.constData(), 30000);
    QVERIFY(contents() == first);
    said.clear();
    plugins.replace("reload_two");
    QTRY_VERIFY2_WITH_TIMEOUT(
        hears("clamped: test.shift amount: 9 became 2"), said.constData(), 30000);
    QVERIFY2(said.contains("is loaded anew"), said.constData());
    QVERIFY2(said.contains("changed: test.shift: version 2.0 instead of 1.0"), said.constData());
    QTRY_VERIFY_WITH_TIMEOUT(contents() != first && contents().endsWith('\n'), 30000);
    process.terminate();
    QVERIFY(process.waitForFinished(30000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    // The copies that were loaded are gone.
    QVERIFY(std::filesystem::is_empty(plugins.root / "tmp"));
}

QTEST_GUILESS_MAIN(TstCommandPlugin)
#include "tst_command_plugin.moc"
