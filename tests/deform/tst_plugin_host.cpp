// SPDX-License-Identifier: Apache-2.0
// The life of what is loaded; the rules are in tst_plugin_rules.cpp.
#include <sartor/base/log.h>

#include <QTemporaryDir>

#include <dlfcn.h>
#include <support/deform_fixture.h>

#include <filesystem>
#include <fstream>

using namespace sartor;
using deform::PluginHost;

namespace {

std::filesystem::path fixture(const std::string& name) {
    return std::filesystem::path(SARTOR_FIXTURE_DIR) / (name + ".sartorplugin");
}

// Programs with the address sanitizer keep every library (cmake/keep_libraries.c).
#ifdef __SANITIZE_ADDRESS__
constexpr bool kUnloads = false;
#else
constexpr bool kUnloads = true;
#endif

bool isMapped(const std::filesystem::path& file) {
    void* handle = dlopen(file.c_str(), RTLD_NOLOAD | RTLD_NOW);
    if (handle == nullptr) {
        return false;
    }
    dlclose(handle);
    return true;
}

deform::Chain chainOf(const PluginHost& host, const std::string& id) {
    return test::require(deform::parseChain(id, host));
}

test::DeformCase smallCase() {
    test::Random random(41);
    return test::randomCase(random, {.vertexCount = 200});
}

template <class Function>
std::vector<std::string> linesLogged(Function function) {
    std::vector<std::string> lines;
    setLogLevel(LogLevel::Info);
    const int sink =
        addLogSink([&lines](LogLevel, std::string_view line) { lines.emplace_back(line); });
    function();
    removeLogSink(sink);
    setLogLevel(LogLevel::Warning);
    return lines;
}

} // namespace

class TstPluginHost : public QObject {
    Q_OBJECT

private slots:
    void loadsWhatIsValid();
    void copiesTheDeclarations();
    void nothingPointsIntoThePluginButRun();
    void loadsAFolderAndKeepsTheFailures();
    void findsByIdAndByItsLastComponent();
    void unloadsWithTheLastDeformer_data();
    void unloadsWithTheLastDeformer();
    void aRefusedPluginIsUnloaded();
    void exceptionsOfStagesBecomeErrors_data();
    void exceptionsOfStagesBecomeErrors();
    void instancesThatCannotBeMadeAreErrors_data();
    void instancesThatCannotBeMadeAreErrors();
    void exceptionsWhileUnloadingAreLogged();
    void pluginsMayLog();
    void foldersComeFromTheEnvironmentFirst();
};

void TstPluginHost::loadsWhatIsValid() {
    for (const char* name : {"valid",
                             "spirv_valid",
                             "spirv_vectors",
                             "prepare_valid",
                             "prepare_whole",
                             "when_valid",
                             "shared_param",
                             "past_valid",
                             "attribute_valid",
                             "minor_99",
                             "later_descriptor",
                             "later_stage",
                             "later_param",
                             "vertex_valid"}) {
        PluginHost host;
        const Status status = host.load(fixture(name));
        QVERIFY2(status.isOk(), status.isOk() ? "" : status.error().message.c_str());
        QCOMPARE(host.deformers()[0]->stages[0].compute.has_value(),
                 std::string(name).starts_with("spirv"));
    }
}

void TstPluginHost::copiesTheDeclarations() {
    PluginHost host;
    QVERIFY(host.load(fixture("spirv_valid")).isOk());
    const deform::Deformer& deformer = *host.deformers()[0];
    QCOMPARE(deformer.id, std::string("test.fixture"));
    QCOMPARE(deformer.name, std::string("Fixture"));
    QCOMPARE(deformer.vendor, std::string("Tests"));
    QCOMPARE(deformer.version, std::string("1.0.0"));
    QCOMPARE(deformer.pluginPath.string(), fixture("spirv_valid").string());
    const deform::Stage& stage = deformer.stages.at(0);
    QCOMPARE(stage.id, std::string("move"));
    QCOMPARE(stage.needs.size(), std::size_t{2});
    QCOMPARE(stage.needs[1].semantic, std::string("sartor.position"));
    QCOMPARE(stage.needs[1].access, sartor_access{SARTOR_WRITE});
    QCOMPARE(stage.params.size(), std::size_t{2});
    QCOMPARE(stage.params[1].id, 2u);
    QCOMPARE(stage.params[1].key, std::string("amount"));
    QCOMPARE(stage.params[1].unit, std::string("1"));
    QCOMPARE(stage.params[1].initial, 0.5);
    QCOMPARE(stage.compute->words.at(0), 0x07230203u);
    QCOMPARE(stage.compute->entryPoint, std::string("main"));
}

void TstPluginHost::nothingPointsIntoThePluginButRun() {
    PluginHost host;
    QVERIFY(host.load(fixture("scribbling")).isOk());
    const test::DeformCase deformCase = smallCase();
    // The second runner is made after the first has made the plugin overwrite its tables.
    for (int round = 0; round < 2; ++round) {
        const auto plan = test::require(
            deform::ChainPlan::create(chainOf(host, "scribbles[mode=second]"), deformCase.source));
        const auto runner = test::require(deform::CpuChainRunner::create(plan));
        QVERIFY(runner->run(deformCase.frame()).isOk());
        QCOMPARE(runner->positions()[7], deformCase.source.mesh->positions()[7] + 1.0f);
    }
    const deform::Deformer& deformer = *host.deformers()[0];
    QCOMPARE(deformer.id, std::string("test.scribbles"));
    QCOMPARE(deformer.vendor, std::string("As it was"));
    QCOMPARE(deformer.stages[0].id, std::string("copy"));
    QCOMPARE(deformer.stages[0].params[0].key, std::string("mode"));
    QCOMPARE(deformer.stages[0].params[0].unit, std::string("As it was"));
    const std::vector<std::string> labels = {"first", "second"};
    QCOMPARE(deformer.stages[0].params[0].labels, labels);
    QCOMPARE(deformer.stages[0].needs[1].semantic, std::string("sartor.position"));
}

void TstPluginHost::loadsAFolderAndKeepsTheFailures() {
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    for (const char* name : {"valid", "tools", "wrong_magic", "null_run"}) {
        std::filesystem::copy(fixture(name), root / fixture(name).filename());
    }
    std::ofstream(root / "readme.txt") << "no plugin";
    PluginHost host;
    QVERIFY(host.loadFolder(root).isOk());
    PluginHost tools;
    QVERIFY(tools.load(fixture("tools")).isOk());
    QCOMPARE(host.deformers().size(), tools.deformers().size() + 1);
    QCOMPARE(host.failures().size(), std::size_t{2});
    QCOMPARE(host.failures()[0].path.string(), (root / "null_run.sartorplugin").string());
    QCOMPARE(host.failures()[0].error.code, std::string("plugin.function"));
    QCOMPARE(host.failures()[1].error.code, std::string("plugin.magic"));
}

void TstPluginHost::findsByIdAndByItsLastComponent() {
    PluginHost host;
    QVERIFY(host.load(fixture("tools")).isOk());
    QVERIFY(host.loadFolder(SARTOR_PLUGIN_DIR).isOk());
    QVERIFY(host.failures().empty());
    QCOMPARE((*host.find("sartor.lbs"))->id, std::string("sartor.lbs"));
    QCOMPARE((*host.find("test.lbs"))->id, std::string("test.lbs"));
    QCOMPARE((*host.find("morph"))->id, std::string("sartor.morph"));
    QCOMPARE(host.find("lbs").error().code, std::string("plugin.ambiguous"));
    QCOMPARE(host.find("lbs").error().message,
             std::string("deformer 'lbs' can be test.lbs, sartor.lbs"));
    QCOMPARE(host.find("none").error().code, std::string("plugin.unknown"));
    QVERIFY(host.find("none").error().message.find("sartor.morph") != std::string::npos);
    QCOMPARE(PluginHost().find("lbs").error().message,
             std::string("no deformer 'lbs'; loaded: none"));
}

void TstPluginHost::unloadsWithTheLastDeformer_data() {
    QTest::addColumn<QString>("file");
    // C, C++ with many templates, and one that uses its instances.
    QTest::newRow("c") << QString::fromStdString(fixture("valid").string());
    QTest::newRow("cpp") << QString::fromStdString(fixture("tools").string());
    QTest::newRow("lbs") << SARTOR_PLUGIN_DIR "/lbs.sartorplugin";
}

void TstPluginHost::unloadsWithTheLastDeformer() {
    QFETCH(QString, file);
    // A copy: the test's own host keeps the original of lbs loaded.
    const QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.path().toStdString()) / "copy.sartorplugin";
    std::filesystem::copy(file.toStdString(), path);
    std::unique_ptr<deform::CpuChainRunner> runner;
    {
        PluginHost host(deform::PluginFiles::Stay);
        QVERIFY(host.load(path).isOk());
        const deform::Chain chain = chainOf(host, host.deformers()[0]->id);
        const auto plan = test::require(deform::ChainPlan::create(chain, smallCase().source));
        runner = test::require(deform::CpuChainRunner::create(plan));
    }
    QVERIFY(isMapped(path));
    QVERIFY(runner->run(smallCase().frame()).isOk());
    runner.reset();
    QCOMPARE(isMapped(path), !kUnloads);
}

void TstPluginHost::aRefusedPluginIsUnloaded() {
    PluginHost host(deform::PluginFiles::Stay);
    for (const char* name : {"wrong_magic", "null_run", "twice_the_same"}) {
        QVERIFY(!host.load(fixture(name)).isOk());
        QCOMPARE(isMapped(fixture(name)), !kUnloads);
    }
}

void TstPluginHost::exceptionsOfStagesBecomeErrors_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<int>("status");
    QTest::newRow("throws_guarded") << "test.throws" << static_cast<int>(SARTOR_E_FAILED);
    QTest::newRow("throws_unguarded") << "test.throws" << static_cast<int>(SARTOR_E_FAILED);
    QTest::newRow("run_fails") << "test.fixture" << static_cast<int>(SARTOR_E_ARGUMENT);
}

void TstPluginHost::exceptionsOfStagesBecomeErrors() {
    QFETCH(QString, id);
    QFETCH(int, status);
    PluginHost host;
    QVERIFY(host.load(fixture(QTest::currentDataTag())).isOk());
    const test::DeformCase deformCase = smallCase();
    const auto plan = test::require(
        deform::ChainPlan::create(chainOf(host, id.toStdString()), deformCase.source));
    const auto runner = test::require(deform::CpuChainRunner::create(plan));
    const Status ran = runner->run(deformCase.frame());
    QVERIFY(!ran);
    QCOMPARE(ran.error().code, std::string("deform.stage"));
    const QString message = QString::fromStdString(ran.error().message);
    QVERIFY2(message.contains(
                 QString("of '%1' failed with status %2 on mesh 'random'").arg(id).arg(status)),
             qPrintable(message));
}

void TstPluginHost::instancesThatCannotBeMadeAreErrors_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("message");
    QTest::newRow("throws_in_create") << "test.throws"
                                      << "'test.throws' could not make an instance: status 4";
    QTest::newRow("create_fails") << "test.fixture"
                                  << "'test.fixture' could not make an instance: status 2";
}

void TstPluginHost::instancesThatCannotBeMadeAreErrors() {
    QFETCH(QString, id);
    QFETCH(QString, message);
    PluginHost host;
    QVERIFY(host.load(fixture(QTest::currentDataTag())).isOk());
    const auto plan = test::require(
        deform::ChainPlan::create(chainOf(host, id.toStdString()), smallCase().source));
    const auto runner = deform::CpuChainRunner::create(plan);
    QVERIFY(!runner);
    QCOMPARE(runner.error().code, std::string("plugin.create"));
    QCOMPARE(QString::fromStdString(runner.error().message), message);
}

void TstPluginHost::exceptionsWhileUnloadingAreLogged() {
    const std::filesystem::path file = fixture("throws_in_deinit");
    const auto lines = linesLogged([&file] { QVERIFY(PluginHost().load(file).isOk()); });
    QCOMPARE(lines,
             std::vector<std::string>{"plugin '" + file.string() + "': deinit threw an exception"});
}

void TstPluginHost::pluginsMayLog() {
    PluginHost host;
    QVERIFY(host.load(fixture("valid")).isOk());
    const auto plan =
        test::require(deform::ChainPlan::create(chainOf(host, "fixture"), smallCase().source));
    const auto lines =
        linesLogged([&plan] { QVERIFY(deform::CpuChainRunner::create(plan).hasValue()); });
    QCOMPARE(lines, std::vector<std::string>{"fixture: instance made"});
}

void TstPluginHost::foldersComeFromTheEnvironmentFirst() {
    const QByteArray before = qgetenv("SARTOR_PLUGIN_PATH");
    qputenv("SARTOR_PLUGIN_PATH", "/first::/second folder:");
    const auto folders = deform::defaultPluginFolders();
    qputenv("SARTOR_PLUGIN_PATH", before);
    QCOMPARE_GE(folders.size(), std::size_t{2});
    QCOMPARE(folders[0].string(), std::string("/first"));
    QCOMPARE(folders[1].string(), std::string("/second folder"));
}

QTEST_GUILESS_MAIN(TstPluginHost)
#include "tst_plugin_host.moc"
