// SPDX-License-Identifier: Apache-2.0
// What is left behind by a program that crashes in a plugin, and by one that does not.
#include <sartor/base/child_process.h>
#include <sartor/base/file_stamp.h>
#include <sartor/deform/crash_report.h>

#include <QTemporaryDir>
#include <QtTest>

#include <support/require.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace sartor;
using deform::CrashReport;

namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

struct Folder {
    QTemporaryDir temporary;
    std::filesystem::path root = temporary.path().toStdString();

    ChildResult run(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), root.string());
        return test::require(
            runChild({.program = SARTOR_CRASH_PROGRAM, .arguments = std::move(arguments)}));
    }
    std::vector<CrashReport> take() const {
        return deform::takeCrashReports(root, "crash-program");
    }
};

std::string fixture(const std::string& name) {
    return std::string(SARTOR_FIXTURE_DIR) + "/" + name + ".sartorplugin";
}

} // namespace

class TstCrashReport : public QObject {
    Q_OBJECT

private slots:
    void saysWhatThePluginWasDoing_data();
    void saysWhatThePluginWasDoing();
    void saysNothingOfOtherCrashes();
    void saysNothingWhereNothingCrashed();
    void takesTheReportsOfItsOwnProgramAlone();
    void anyDamageMeansNoReport();
    void aFolderThatCannotBeMadeIsAnError();
    void describesWhatItKnows();
};

void TstCrashReport::saysWhatThePluginWasDoing_data() {
    QTest::addColumn<QString>("vertices");
    QTest::addColumn<int>("signal");
    QTest::addColumn<QString>("activity");
    QTest::newRow("runner_crashes") << "100" << SIGSEGV << "running";
    QTest::newRow("runner_aborts") << "100" << SIGABRT << "running";
    // Several ranges, on several threads.
    QTest::newRow("runner_crashes, many vertices") << "50000" << SIGSEGV << "running";
    if (!kIsSanitized) {
        QTest::newRow("runner_overflows") << "100" << SIGSEGV << "running";
        QTest::newRow("runner_overflows, many vertices") << "50000" << SIGSEGV << "running";
    }
    QTest::newRow("creator_crashes") << "100" << SIGSEGV << "making an instance";
    QTest::newRow("destroyer_crashes") << "100" << SIGSEGV << "destroying an instance";
    QTest::newRow("initialiser_crashes") << "100" << SIGSEGV << "loading";
    QTest::newRow("constructor_aborts") << "100" << SIGABRT << "loading";
    QTest::newRow("descriptor_function_crashes") << "100" << SIGSEGV << "loading";
}

void TstCrashReport::saysWhatThePluginWasDoing() {
    QFETCH(const QString, vertices);
    QFETCH(const int, signal);
    QFETCH(const QString, activity);
    const Folder folder;
    const std::string plugin =
        fixture(QString(QTest::currentDataTag()).section(',', 0, 0).toStdString());
    const ChildResult result = folder.run({plugin, vertices.toStdString()});
    if (!kIsSanitized) {
        // It crashes as it would have without the report.
        QCOMPARE(result.end, ChildEnd::Signalled);
        QCOMPARE(result.signal, signal);
    }
    const auto reports = folder.take();
    QCOMPARE(reports.size(), std::size_t{1});
    const CrashReport& report = reports[0];
    QCOMPARE(report.program, std::string("crash-program"));
    QCOMPARE(report.signal, signal);
    QCOMPARE(report.plugin.string(), plugin);
    QCOMPARE(QString::fromStdString(report.activity), activity);
    QCOMPARE(report.isWhileLoading(), activity == "loading");
    QCOMPARE(report.deformer, std::string(activity == "loading" ? "" : "test.fixture"));
    if (activity != "running") {
        QVERIFY(report.stage.empty());
        QCOMPARE(report.end, 0u);
        return;
    }
    QCOMPARE(report.stage, std::string("move"));
    QCOMPARE_LT(report.begin, report.end);
    QCOMPARE_LE(report.end, vertices.toUInt());
    QCOMPARE(report.begin % 64, 0u);
    // It is about the file that is there, which was built before.
    QVERIFY(deform::isOfPresentFile(report));
    CrashReport older = report;
    older.written = fileStamp(plugin)->modified;
    QVERIFY(!deform::isOfPresentFile(older));
    older.plugin = "/nonexistent/plugin";
    QVERIFY(!deform::isOfPresentFile(older));
    // A report is taken once.
    QVERIFY(folder.take().empty());
    QVERIFY(std::filesystem::is_empty(folder.root));
}

void TstCrashReport::saysNothingOfOtherCrashes() {
    const Folder folder;
    const ChildResult result = folder.run({});
    if (!kIsSanitized) {
        QCOMPARE(result.signal, SIGABRT);
    }
    QVERIFY(folder.take().empty());
}

void TstCrashReport::saysNothingWhereNothingCrashed() {
    const Folder folder;
    const ChildResult result = folder.run({fixture("valid"), "50000"});
    QCOMPARE(result.end, ChildEnd::Exited);
    QCOMPARE(result.exitCode, 0);
    QVERIFY(folder.take().empty());
}

void TstCrashReport::takesTheReportsOfItsOwnProgramAlone() {
    const Folder folder;
    folder.run({fixture("runner_crashes"), "100"});
    folder.run({fixture("runner_aborts"), "100"});
    QVERIFY(deform::takeCrashReports(folder.root, "another").empty());
    QCOMPARE(folder.take().size(), std::size_t{2});
    QVERIFY(deform::takeCrashReports(folder.root / "none", "crash-program").empty());
}

void TstCrashReport::anyDamageMeansNoReport() {
    const Folder folder;
    folder.run({fixture("runner_crashes"), "100"});
    const std::filesystem::path file = std::filesystem::directory_iterator(folder.root)->path();
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    const std::string whole = text.str();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        std::ofstream(file) << whole.substr(0, length);
        QVERIFY(folder.take().empty());
        // It is of no use to anybody, and goes.
        QVERIFY(!std::filesystem::exists(file));
    }
    std::ofstream(file) << whole << "more";
    QVERIFY(folder.take().empty());
    std::ofstream(file) << whole;
    QCOMPARE(folder.take().size(), std::size_t{1});
}

void TstCrashReport::aFolderThatCannotBeMadeIsAnError() {
    for (const std::string& folder :
         {std::string("/dev/null/crashes"), "/tmp/" + std::string(5000, 'x')}) {
        const Status status = deform::installCrashReporter(folder, "crash-program");
        QCOMPARE(status.error().code, std::string("file.unwritable"));
    }
}

void TstCrashReport::describesWhatItKnows() {
    CrashReport report;
    report.plugin = "/p/x.sartorplugin";
    report.signal = SIGSEGV;
    report.activity = "loading";
    QCOMPARE(deform::describe(report),
             std::string("plugin '/p/x.sartorplugin' crashed with SIGSEGV (segmentation fault) "
                         "while loading"));
    report.activity = "running";
    report.deformer = "test.fixture";
    report.stage = "move";
    report.begin = 64;
    report.end = 128;
    QCOMPARE(deform::describe(report),
             std::string("plugin '/p/x.sartorplugin' crashed with SIGSEGV (segmentation fault) "
                         "while running stage 'move' of 'test.fixture' on vertices 64 to 127"));
}

QTEST_GUILESS_MAIN(TstCrashReport)
#include "tst_crash_report.moc"
