// SPDX-License-Identifier: Apache-2.0
// Plugins that crash, end or hang the process that loads them, and those that do no harm.
#include "plugin_worker.h"

#include <QElapsedTimer>
#include <QtTest>

#include <support/deform_fixture.h>

#include <thread>

using namespace sartor;
using deform::ProbeOptions;
using deform::ProbeOutcome;

namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

std::filesystem::path fixture(const std::string& name) {
    return std::filesystem::path(SARTOR_FIXTURE_DIR) / (name + ".sartorplugin");
}

} // namespace

class TstPluginProbe : public QObject {
    Q_OBJECT

private slots:
    void acceptsWhatIsValid();
    void refusesAsTheHostDoes_data();
    void refusesAsTheHostDoes();
    void quarantinesWhatTakesTheProcessDown_data();
    void quarantinesWhatTakesTheProcessDown();
    void isCancelledAtOnce();
    void withoutAWorkerNothingIsSaidOfThePlugin();
    void readsNothingIntoLinesThatAreCutOff();
    void theWorkerTalksToItsOwnVersionOnly();
};

void TstPluginProbe::acceptsWhatIsValid() {
    for (const auto& [file, ids] :
         {std::pair(fixture("spirv_valid"), std::vector<std::string>{"test.fixture"}),
          std::pair(std::filesystem::path(SARTOR_PLUGIN_DIR "/lbs.sartorplugin"),
                    std::vector<std::string>{"sartor.lbs"})}) {
        const auto verdict = test::require(deform::probePlugin(file));
        QCOMPARE(verdict.outcome, ProbeOutcome::Accepted);
        QCOMPARE(verdict.deformers, ids);
        QVERIFY(verdict.error.code.empty());
        QCOMPARE(verdict.unloads, !kIsSanitized);
        QCOMPARE_LT(verdict.seconds, 10.0);
    }
}

void TstPluginProbe::refusesAsTheHostDoes_data() {
    QTest::addColumn<QString>("code");
    QTest::newRow("wrong_magic") << "plugin.magic";
    QTest::newRow("null_run") << "plugin.function";
    QTest::newRow("spirv_push") << "plugin.spirv_push";
    QTest::newRow("throws_in_init") << "plugin.throws";
    QTest::newRow("throws_in_create") << "plugin.create";
    QTest::newRow("unresolved") << "plugin.load";
    QTest::newRow("there_is_no_such_file") << "plugin.missing";
}

void TstPluginProbe::refusesAsTheHostDoes() {
    QFETCH(const QString, code);
    const std::filesystem::path file = fixture(QTest::currentDataTag());
    const auto verdict = test::require(deform::probePlugin(file));
    QCOMPARE(verdict.outcome, ProbeOutcome::Refused);
    QCOMPARE(QString::fromStdString(verdict.error.code), code);
    deform::PluginHost host;
    if (const Status loaded = host.load(file); !loaded) {
        QCOMPARE(verdict.error.message, loaded.error().message);
    }
}

void TstPluginProbe::quarantinesWhatTakesTheProcessDown_data() {
    QTest::addColumn<QString>("how");
    QTest::newRow("constructor_aborts") << "crashed with SIGABRT (aborted) while loading";
    QTest::newRow("constructor_exits") << "ended with code 7 while loading";
    QTest::newRow("constructor_loops") << "was stopped after 1 s while loading";
    QTest::newRow("initialiser_aborts") << "crashed with SIGABRT (aborted) while loading";
    QTest::newRow("initialiser_crashes")
        << "crashed with SIGSEGV (segmentation fault) while loading, having said: misbehaving: "
           "about to crash";
    QTest::newRow("initialiser_exits") << "ended with code 7 while loading";
    // It prints what a worker would, too.
    QTest::newRow("initialiser_exits_well") << "ended with code 0 while loading";
    QTest::newRow("initialiser_loops") << "was stopped after 1 s while loading";
    if (!kIsSanitized) {
        // The sanitizer lifts the limit of memory, and has its own stack.
        QTest::newRow("initialiser_allocates") << "crashed with SIGABRT (aborted) while loading";
        QTest::newRow("initialiser_overflows") << "crashed with SIGSEGV (segmentation fault)";
    }
    QTest::newRow("factory_function_aborts") << "crashed with SIGABRT (aborted) while loading";
    QTest::newRow("descriptor_function_crashes") << "crashed with SIGSEGV";
    QTest::newRow("creator_crashes") << "crashed with SIGSEGV (segmentation fault) while making "
                                        "instances";
    QTest::newRow("destroyer_crashes") << "crashed with SIGSEGV (segmentation fault) while making "
                                          "instances";
    QTest::newRow("deinitialiser_crashes")
        << "crashed with SIGSEGV (segmentation fault) while unloading";
    QTest::newRow("destructor_aborts") << "crashed with SIGABRT (aborted) ";
}

void TstPluginProbe::quarantinesWhatTakesTheProcessDown() {
    QFETCH(const QString, how);
    const std::filesystem::path file = fixture(QTest::currentDataTag());
    const bool isLong = QString(QTest::currentDataTag()).endsWith("loops");
    const auto verdict = test::require(deform::probePlugin(
        file,
        {.maximumSeconds = isLong ? 1.0 : 60.0, .maximumMemorySize = std::uint64_t{256} << 20}));
    QCOMPARE(verdict.outcome, ProbeOutcome::Quarantined);
    QCOMPARE(verdict.error.code, std::string("plugin.quarantined"));
    const QString message = QString::fromStdString(verdict.error.message);
    if (kIsSanitized && how.contains("SIGSEGV")) {
        return; // the sanitizer ends the process with a report and an exit code
    }
    const QString expected =
        "plugin '" + QString::fromStdString(file.string()) + "': the process that tried it " + how;
    QVERIFY2(message.startsWith(expected), qPrintable(message));
}

void TstPluginProbe::isCancelledAtOnce() {
    std::stop_source source;
    QElapsedTimer timer;
    timer.start();
    const std::jthread canceller([&source] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        source.request_stop();
    });
    const auto verdict = deform::probePlugin(fixture("initialiser_loops"),
                                             {.maximumSeconds = 60.0, .stop = source.get_token()});
    QVERIFY(!verdict);
    QCOMPARE(verdict.error().code, std::string("process.cancelled"));
    QCOMPARE_LT(timer.elapsed(), 30000);
}

void TstPluginProbe::withoutAWorkerNothingIsSaidOfThePlugin() {
    const auto verdict = deform::probePlugin(fixture("valid"), {.worker = "/nonexistent/worker"});
    QVERIFY(!verdict);
    QCOMPARE(verdict.error().code, std::string("environment.plugin_worker"));
    QCOMPARE(verdict.error().message,
             std::string("the program sartor-plugin-worker, which tries plugins before they are "
                         "loaded, is not there; it was looked for as /nonexistent/worker"));
    // A program that says nothing of what a worker says.
    const auto other = deform::probePlugin(fixture("valid"), {.worker = "/bin/false"});
    QVERIFY(!other);
    QCOMPARE(other.error().code, std::string("environment.plugin_worker"));
}

void TstPluginProbe::readsNothingIntoLinesThatAreCutOff() {
    const std::string whole = "step loading\nstep unloading\naccepted\ndeformer a.b\nend\n";
    for (std::size_t length = 0; length < whole.size(); ++length) {
        QVERIFY(!deform::readWorkerReport(whole.substr(0, length)).verdict);
    }
    const auto report = deform::readWorkerReport(whole);
    QCOMPARE(report.step, std::string("unloading"));
    QVERIFY(report.verdict.has_value());
    QCOMPARE(report.verdict->deformers, std::vector<std::string>{"a.b"});
    const auto refused = deform::readWorkerReport("pinned\nrefused plugin.magic magic is 1\nend\n");
    QCOMPARE(refused.verdict->error.code, std::string("plugin.magic"));
    QCOMPARE(refused.verdict->error.message, std::string("magic is 1"));
    QVERIFY(!refused.verdict->unloads);
    // Lines that nobody writes do no harm.
    for (const char* odd : {"refused \nend\n", "refused x\nend\n", "\n\nend\n", "noise\nend\n"}) {
        QVERIFY(deform::readWorkerReport(odd).verdict.has_value());
    }
}

void TstPluginProbe::theWorkerTalksToItsOwnVersionOnly() {
    const char* const wrong[] = {"worker", "0", "file"};
    QCOMPARE(deform::runPluginWorker(3, wrong), 2);
    QCOMPARE(deform::runPluginWorker(1, wrong), 2);
}

QTEST_GUILESS_MAIN(TstPluginProbe)
#include "tst_plugin_probe.moc"
