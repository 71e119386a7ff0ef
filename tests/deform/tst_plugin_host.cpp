// SPDX-License-Identifier: Apache-2.0
// Every rule of the plugin ABI by a plugin that breaks it, and the life of what is loaded.
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
    void rejectsBrokenPlugins_data();
    void rejectsBrokenPlugins();
    void rejectsFilesThatAreNoPlugins();
    void loadsWhatIsValid();
    void copiesTheDeclarations();
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

void TstPluginHost::rejectsBrokenPlugins_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* code, const char* message) {
        QTest::newRow(name) << code << message;
    };
    row("no_entry", "plugin.symbol", "exports no sartor_deformer_entry: not a deformer plugin");
    row("wrong_magic", "plugin.magic", "magic is 1, expected 1414676819");
    row("major_9", "plugin.major", "made for deformer ABI 9.2, this host has 0.2");
    row("minor_99", "plugin.minor", "made for deformer ABI 0.99, this host has 0.2");
    row("entry_size", "plugin.struct_size", "sartor_entry has 8 bytes, expected at least 40");
    row("null_init",
        "plugin.function",
        "init, deinit and factory of sartor_entry must not be null");
    row("init_fails", "plugin.init", "init failed with status 3");
    row("null_factory", "plugin.function", "factory() returned null");
    row("null_create", "plugin.function", "a function of sartor_factory is null, all are needed");
    row("no_deformers", "plugin.descriptor", "offers 0 deformers, expected 1 to 256");
    row("twice_the_same",
        "plugin.id_duplicate",
        "deformer 'test.fixture' is already there, from '");
    row("null_descriptor", "plugin.descriptor", "descriptor: is null");
    row("descriptor_size",
        "plugin.struct_size",
        "descriptor: struct_size is 4, expected at least 56");
    row("bad_id",
        "plugin.id",
        "descriptor: id 'Test.Fixture' must be lower case words joined with dots");
    row("id_without_dot",
        "plugin.id",
        "descriptor: id 'fixture' must be lower case words joined with dots");
    row("null_name", "plugin.text", "deformer 'test.fixture': name is null");
    row("long_name", "plugin.text", "deformer 'test.fixture': name is longer than 256 bytes");
    row("not_utf8", "plugin.text", "deformer 'test.fixture': name is not valid UTF-8");
    row("no_stages", "plugin.stages", "deformer 'test.fixture': has 0 stages, expected 1 to 64");
    row("null_stage", "plugin.stages", "deformer 'test.fixture' stage 0: is null");
    row("stage_size",
        "plugin.struct_size",
        "deformer 'test.fixture' stage 0: struct_size is 4, expected at least");
    row("stage_id",
        "plugin.stage_id",
        "deformer 'test.fixture' stage 0: id 'two words' must be a lower case word");
    row("stage_kind",
        "plugin.stage_kind",
        "deformer 'test.fixture' stage 'move': kind is 2, this host runs stages of kind "
        "SARTOR_STAGE_RUN");
    row("null_run", "plugin.function", "deformer 'test.fixture' stage 'move': run is null");
    row("no_needs", "plugin.need_count", "stage 'move': has 0 buffer needs, expected 1 to 64");
    row("many_needs", "plugin.need_count", "stage 'move': has 65 buffer needs, expected 1 to 64");
    row("need_semantic",
        "plugin.need_semantic",
        "stage 'move' need 1: this host does not know 'sartor.unknown'");
    row("need_semantic_spaces",
        "plugin.need_semantic",
        "stage 'move' need 1: this host does not know 'two words'");
    row("need_format",
        "plugin.need_format",
        "stage 'move' need 1: 'sartor.position' is F32X3, not F32X4");
    row("need_format_unknown",
        "plugin.need_format",
        "stage 'move' need 1: 'sartor.position' has the unknown format 99");
    row("need_domain",
        "plugin.need_domain",
        "stage 'move' need 1: 'sartor.position' is written, but not per vertex");
    row("need_domain_of_host_data",
        "plugin.need_domain",
        "stage 'move' need 1: 'sartor.rest.position' has domain 2, not 5");
    row("need_domain_unknown",
        "plugin.need_domain",
        "stage 'move' need 1: 'sartor.position' has the unknown domain 99");
    row("need_access",
        "plugin.need_access",
        "stage 'move' need 1: 'sartor.position' has access 3, expected SARTOR_READ or "
        "SARTOR_WRITE");
    row("need_duplicate",
        "plugin.need_duplicate",
        "stage 'move' need 1: 'sartor.position' is declared twice with the same access");
    row("writes_host_data",
        "plugin.need_access",
        "stage 'move' need 1: 'sartor.rest.position' comes from the host, no stage may write it");
    row("many_params", "plugin.param_count", "stage 'move': has 257 params, expected 0 to 256");
    row("null_param", "plugin.param_count", "stage 'move' param 1: is null");
    row("param_size",
        "plugin.struct_size",
        "stage 'move' param 1: struct_size is 4, expected at least 72");
    row("dup_param", "plugin.param_id", "stage 'move' param 1: id 1 is used by two params");
    row("dup_key",
        "plugin.param_key",
        "stage 'move' param 1: key 'first' must be a lower case word used only once");
    row("bad_key",
        "plugin.param_key",
        "stage 'move' param 1: key 'two words' must be a lower case word used only once");
    row("empty_param_name",
        "plugin.param_name",
        "stage 'move' param 1: 'amount' has an empty name");
    row("param_type", "plugin.param_type", "stage 'move' param 1: 'amount' has the unknown type 9");
    row("float_with_labels", "plugin.param_labels", "stage 'move' param 1: 'amount' has 2 labels");
    row("enum_without_labels",
        "plugin.param_labels",
        "stage 'move' param 1: 'amount' has 0 labels");
    row("equal_labels", "plugin.param_labels", "stage 'move' param 1: label 'one' of 'amount'");
    row("label_spaces",
        "plugin.param_labels",
        "stage 'move' param 1: label 'two words' of 'amount'");
    row("nan_default",
        "plugin.param_nonfinite",
        "stage 'move' param 1: 'amount' has a minimum, maximum or initial value that is not "
        "finite");
    row("infinite_maximum",
        "plugin.param_nonfinite",
        "stage 'move' param 1: 'amount' has a minimum, maximum or initial value that is not "
        "finite");
    row("default_outside",
        "plugin.param_range",
        "stage 'move' param 1: 'amount': minimum <= initial <= maximum does not hold");
    row("default_below", "plugin.param_range", "stage 'move' param 1: 'amount': minimum");
    row("float_too_large", "plugin.param_range", "stage 'move' param 1: 'amount': minimum");
    row("int_too_large", "plugin.param_range", "stage 'move' param 1: 'amount': minimum");
    row("bool_range", "plugin.param_range", "stage 'move' param 1: 'amount': minimum");
    row("int_with_fraction", "plugin.param_range", "stage 'move' param 1: 'amount': minimum");
    row("enum_range", "plugin.param_range", "stage 'move' param 1: 'amount': minimum");
    row("repeat_param",
        "plugin.repeat_param",
        "stage 'move': repeat_param 0 is not the index of an INT param with minimum >= 0");
    row("repeat_param_index",
        "plugin.repeat_param",
        "stage 'move': repeat_param 5 is not the index of an INT param with minimum >= 0");
    row("repeat_param_negative",
        "plugin.repeat_param",
        "stage 'move': repeat_param 1 is not the index of an INT param with minimum >= 0");
    row("spirv_magic",
        "plugin.spirv_magic",
        "stage 'move': the compute code does not begin with SPIR-V's magic");
    row("spirv_empty",
        "plugin.spirv_magic",
        "stage 'move': the compute code does not begin with SPIR-V's magic");
    row("spirv_huge",
        "plugin.spirv_invalid",
        "stage 'move': the compute code has 2147483647 words");
    row("spirv_needs",
        "plugin.spirv_needs",
        "stage 'move': a stage with a compute form has at most 14 needs, this one has 15");
    row("spirv_truncated",
        "plugin.spirv_invalid",
        "stage 'move': the compute code is not valid SPIR-V at word");
    row("spirv_entry",
        "plugin.spirv_entry",
        "stage 'move': the compute code must have one entry point, GLCompute, named 'other'");
    row("spirv_local_size_id",
        "plugin.spirv_local_size",
        "stage 'move': the workgroup size in x must be specialisation constant 7");
    row("spirv_local_size_fixed",
        "plugin.spirv_local_size",
        "stage 'move': the workgroup size in x must be specialisation constant 0");
    row("spirv_local_size_y",
        "plugin.spirv_local_size",
        "stage 'move': the workgroup size in y and z must be 1");
    row("spirv_local_size_clash",
        "plugin.spirv_local_size",
        "stage 'move': specialisation constant 1 says whether need 0 is bound");
    row("spirv_binding_off",
        "plugin.spirv_binding",
        "stage 'move': the compute code has a buffer at set 0 binding 7, expected each binding 0 "
        "to 3 of set 0 once");
    row("spirv_set",
        "plugin.spirv_binding",
        "stage 'move': the compute code has a buffer at set 1 binding 1");
    row("spirv_unused_need",
        "plugin.spirv_binding",
        "stage 'move': need 0 'sartor.position' has no buffer at binding 0");
    row("spirv_not_readonly",
        "plugin.spirv_access",
        "stage 'move': the buffer at set 0 binding 0, need 0 'sartor.position', must be readonly");
    row("spirv_not_writeonly",
        "plugin.spirv_access",
        "stage 'move': the buffer at set 0 binding 1, need 1 'sartor.position', must be writeonly");
    row("spirv_push",
        "plugin.spirv_push",
        "stage 'move': the push constants have 32 bytes, expected 16");
    row("spirv_uniform",
        "plugin.spirv_resource",
        "stage 'move': the compute code uses 'Factors', which is no storage buffer");
    row("spirv_capability",
        "plugin.spirv_capability",
        "stage 'move': the compute code asks for capability 10, only Shader is allowed");
    row("throws_in_descriptor", "plugin.throws", "the factory threw an exception");
}

void TstPluginHost::rejectsBrokenPlugins() {
    QFETCH(QString, code);
    QFETCH(QString, message);
    const std::string name = QTest::currentDataTag();
    PluginHost host;
    const Status status = host.load(fixture(name));
    QVERIFY(!status);
    QCOMPARE(QString::fromStdString(status.error().code), code);
    const QString actual = QString::fromStdString(status.error().message);
    QVERIFY2(actual.contains(message), qPrintable(actual));
    QVERIFY2(actual.contains(QString::fromStdString(name + ".sartorplugin")), qPrintable(actual));
    QVERIFY(host.deformers().empty());
}

void TstPluginHost::rejectsFilesThatAreNoPlugins() {
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    PluginHost host;
    QCOMPARE(host.load(root / "none.sartorplugin").error().code, std::string("plugin.missing"));
    QCOMPARE(host.load(root).error().code, std::string("plugin.not_regular"));
    std::ofstream(root / "text.sartorplugin") << "not a library";
    const Status status = host.load(root / "text.sartorplugin");
    QCOMPARE(status.error().code, std::string("plugin.load"));
    QVERIFY(status.error().message.find("text.sartorplugin") != std::string::npos);
    QCOMPARE(host.loadFolder(root / "none").error().code, std::string("plugin.folder"));
}

void TstPluginHost::loadsWhatIsValid() {
    for (const char* name : {"valid", "spirv_valid"}) {
        PluginHost host;
        const Status status = host.load(fixture(name));
        QVERIFY2(status.isOk(), status.isOk() ? "" : status.error().message.c_str());
        QCOMPARE(host.deformers()[0]->stages[0].compute.has_value(),
                 std::string(name) == "spirv_valid");
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

void TstPluginHost::loadsAFolderAndKeepsTheFailures() {
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    for (const char* name : {"valid", "tools", "wrong_magic", "null_run"}) {
        std::filesystem::copy(fixture(name), root / fixture(name).filename());
    }
    std::ofstream(root / "readme.txt") << "no plugin";
    PluginHost host;
    QVERIFY(host.loadFolder(root).isOk());
    QCOMPARE(host.deformers().size(), std::size_t{9});
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
        PluginHost host;
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
    PluginHost host;
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
