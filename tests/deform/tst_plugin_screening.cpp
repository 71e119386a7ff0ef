// SPDX-License-Identifier: Apache-2.0
// A file is tried once, remembered, and tried anew when it has changed.
#include <sartor/base/log.h>
#include <sartor/deform/plugin_screening.h>

#include <QTemporaryDir>

#include <support/deform_fixture.h>

#include <filesystem>
#include <fstream>

using namespace sartor;
using deform::PluginRecords;
using deform::PluginScreening;
using deform::PluginStanding;
using deform::ProbeOutcome;
using deform::UnknownPlugin;

namespace {

struct Folder {
    QTemporaryDir temporary;
    std::filesystem::path root = temporary.path().toStdString();
    PluginScreening screening{PluginRecords(root / "cache")};

    std::filesystem::path copy(const std::string& fixture) const {
        const auto file = root / (fixture + ".sartorplugin");
        // Not into a file that may be mapped.
        std::filesystem::copy_file(std::filesystem::path(SARTOR_FIXTURE_DIR) / file.filename(),
                                   root / "new");
        std::filesystem::rename(root / "new", file);
        return file;
    }
    Status admit(const std::filesystem::path& file) const {
        return screening.admit(file, UnknownPlugin::Probe);
    }
};

} // namespace

class TstPluginScreening : public QObject {
    Q_OBJECT

private slots:
    void triesAFileOnce();
    void staysAwayFromWhatCrashed();
    void aRebuiltFileIsTriedAgain();
    void staysAwayFromWhatIsDisabled();
    void trustsWhatCameWithTheProgramUntilItHarmed();
    void loadsUntriedWhereNothingCanBeTried();
    void aFolderLoadsButWhatIsInQuarantine();
};

void TstPluginScreening::triesAFileOnce() {
    const Folder folder;
    const auto file = folder.copy("valid");
    QVERIFY(folder.admit(file).isOk());
    QCOMPARE(folder.screening.records().find(file)->standing, PluginStanding::Safe);
    // A second look needs no worker.
    const PluginScreening withoutWorker(folder.screening.records(),
                                        {.worker = "/nonexistent/worker"});
    QVERIFY(withoutWorker.admit(file, UnknownPlugin::Probe).isOk());
    // What breaks a rule harms nobody: the host says what is wrong.
    const auto refused = folder.copy("wrong_magic");
    QVERIFY(folder.admit(refused).isOk());
    QCOMPARE(folder.screening.records().find(refused)->standing, PluginStanding::Safe);
}

void TstPluginScreening::staysAwayFromWhatCrashed() {
    const Folder folder;
    const auto file = folder.copy("initialiser_aborts");
    std::string message;
    for (int round = 0; round < 2; ++round) {
        const Status status = folder.admit(file);
        QVERIFY(!status);
        QCOMPARE(status.error().code, std::string("plugin.quarantined"));
        QVERIFY(message.empty() || message == status.error().message);
        message = status.error().message;
    }
    const std::string quoted = "'" + file.string() + "'";
    QCOMPARE(message,
             "plugin " + quoted +
                 ": the process that tried it crashed with SIGABRT (aborted) "
                 "while loading; it is not loaded until the file changes or `sartor plugin probe " +
                 quoted + "` finds it well");
}

void TstPluginScreening::aRebuiltFileIsTriedAgain() {
    const Folder folder;
    const auto file = folder.copy("constructor_aborts");
    QVERIFY(!folder.admit(file).isOk());
    std::filesystem::rename(folder.copy("valid"), file);
    QVERIFY(folder.admit(file).isOk());
    deform::PluginHost host;
    QVERIFY(host.load(file).isOk());
    // And the other way round: it is not safe for having been safe once.
    std::filesystem::rename(folder.copy("constructor_aborts"), file);
    QVERIFY(!folder.admit(file).isOk());
}

void TstPluginScreening::staysAwayFromWhatIsDisabled() {
    const Folder folder;
    const auto file = folder.copy("valid");
    const PluginRecords& records = folder.screening.records();
    QVERIFY(records.keep(file, PluginStanding::Disabled, "it crashed yesterday").isOk());
    for (const UnknownPlugin unknown : {UnknownPlugin::Probe, UnknownPlugin::Trust}) {
        const Status status = folder.screening.admit(file, unknown);
        QCOMPARE(status.error().code, std::string("plugin.disabled"));
        const std::string quoted = "'" + file.string() + "'";
        QCOMPARE(status.error().message,
                 "plugin " + quoted +
                     " is disabled: it crashed yesterday; it stays so until the "
                     "file changes or `sartor plugin probe --clear " +
                     quoted + "` is run");
    }
    // A probe finds it well, and does not decide for the person.
    QCOMPARE(test::require(folder.screening.probe(file)).outcome, ProbeOutcome::Accepted);
    QVERIFY(!folder.admit(file).isOk());
    records.forget(file);
    QVERIFY(folder.admit(file).isOk());
}

void TstPluginScreening::trustsWhatCameWithTheProgramUntilItHarmed() {
    const Folder folder;
    const auto file = folder.copy("initialiser_aborts");
    QVERIFY(folder.screening.admit(file, UnknownPlugin::Trust).isOk());
    QVERIFY(!folder.screening.records().find(file));
    QCOMPARE(test::require(folder.screening.probe(file)).outcome, ProbeOutcome::Quarantined);
    QVERIFY(!folder.screening.admit(file, UnknownPlugin::Trust).isOk());
}

void TstPluginScreening::loadsUntriedWhereNothingCanBeTried() {
    const Folder folder;
    const auto file = folder.copy("valid");
    const PluginScreening screening(folder.screening.records(), {.worker = "/nonexistent/worker"});
    std::vector<std::string> lines;
    const int sink =
        addLogSink([&lines](LogLevel, std::string_view line) { lines.emplace_back(line); });
    const Status status = screening.admit(file, UnknownPlugin::Probe);
    removeLogSink(sink);
    QVERIFY(status.isOk());
    QCOMPARE(lines.size(), std::size_t{1});
    const std::string expected = "plugin '" + file.string() +
                                 "' is loaded untried: the program "
                                 "sartor-plugin-worker, which tries plugins before they are loaded";
    QVERIFY2(lines[0].starts_with(expected), lines[0].c_str());
    // It is tried as soon as that is possible.
    QVERIFY(!screening.records().find(file));
}

void TstPluginScreening::aFolderLoadsButWhatIsInQuarantine() {
    const Folder folder;
    folder.copy("constructor_exits");
    folder.copy("null_run");
    folder.copy("valid");
    deform::PluginHost host;
    QVERIFY(
        host.loadFolder(folder.root, [&](const auto& file) { return folder.admit(file); }).isOk());
    QCOMPARE(host.deformers().size(), std::size_t{1});
    QCOMPARE(host.failures().size(), std::size_t{2});
    QCOMPARE(host.failures()[0].error.code, std::string("plugin.quarantined"));
    QCOMPARE(host.failures()[1].error.code, std::string("plugin.function"));
}

QTEST_GUILESS_MAIN(TstPluginScreening)
#include "tst_plugin_screening.moc"
