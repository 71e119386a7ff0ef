// SPDX-License-Identifier: Apache-2.0
// A plugin file that changes while its deformers are in use.
#include <support/deform_fixture.h>
#include <support/plugin_folder.h>

using namespace sartor;
using deform::PluginHost;
using test::PluginFolder;

namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kUnloads = false; // cmake/keep_libraries.c
#else
constexpr bool kUnloads = true;
#endif

std::unique_ptr<deform::CpuChainRunner> runnerOf(const PluginHost& host, const std::string& chain) {
    test::Random random(3);
    const auto plan = test::require(
        deform::ChainPlan::create(test::require(deform::parseChain(chain, host)),
                                  test::randomCase(random, {.vertexCount = 100}).source));
    return test::require(deform::CpuChainRunner::create(plan));
}

/// How far the chain moves the first vertex along x.
float shiftOf(deform::CpuChainRunner& runner) {
    test::Random random(3);
    const test::DeformCase deformCase = test::randomCase(random, {.vertexCount = 100});
    SARTOR_ASSERT(runner.run(deformCase.frame()).isOk());
    return runner.positions()[0].x - deformCase.source.mesh->positions()[0].x;
}

std::size_t mappedCount() {
    std::ifstream maps("/proc/self/maps");
    std::size_t count = 0;
    for (std::string line; std::getline(maps, line);) {
        count += line.find(".sartorplugin") != std::string::npos ? 1u : 0u;
    }
    return count;
}

std::size_t entryCount(const std::filesystem::path& folder) {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder),
                                                  std::filesystem::directory_iterator()));
}

} // namespace

class TstPluginReload : public QObject {
    Q_OBJECT

private slots:
    void init();
    void theNewBuildTakesThePlaceOfTheOld();
    void saysWhatIsDeclaredDifferently();
    void twoBuildsRunSideBySide();
    void theFileMayBeOverwrittenWhileItRuns();
    void aSecondHostGetsTheFileAsItIsNow();
    void whatIsBrokenKeepsTheOldBuild_data();
    void whatIsBrokenKeepsTheOldBuild();
    void aFileThatWasRefusedIsTakenOnceItIsGood();
    void anotherPluginsIdIsStillTaken();
    void saysThatTheOldBuildIsStillUsed();
    void saysThatTheOldBuildStaysInMemory();
    void findsTheLibrariesBesideTheFile();
    void withoutATemporaryFolderTheOldBuildStays();
    void fiftyReloadsLeaveNothingBehind();

private:
    QByteArray temporaryBefore_ = qgetenv("TMPDIR");
};

void TstPluginReload::init() {
    qputenv("TMPDIR", temporaryBefore_.isEmpty() ? "/tmp" : temporaryBefore_);
}

void TstPluginReload::theNewBuildTakesThePlaceOfTheOld() {
    const PluginFolder folder;
    folder.replace("reload_one");
    PluginHost host;
    QVERIFY(host.load(folder.plugin).isOk());
    QVERIFY(host.load(PluginFolder::fixture("valid")).isOk());
    QCOMPARE(shiftOf(*runnerOf(host, "shift[amount=5,mode=high]")), 5.0f);
    folder.replace("reload_two");
    const auto reload = test::require(host.reload(folder.plugin));
    QCOMPARE(reload.deformers, std::vector<std::string>{"test.shift"});
    QCOMPARE(host.deformers().size(), std::size_t{2});
    QCOMPARE(host.deformers()[0]->version, std::string("2.0"));
    QCOMPARE(host.deformers()[0]->pluginPath.string(), folder.plugin.string());
    QCOMPARE(host.deformers()[1]->id, std::string("test.fixture"));
    QCOMPARE(shiftOf(*runnerOf(host, "shift[amount=2,mode=high]")), 200.0f);
    QCOMPARE(reload.retired.expectUnloaded().isOk(), kUnloads);
    // And back.
    folder.replace("reload_one");
    QCOMPARE(test::require(host.reload(folder.plugin)).retired.expectUnloaded().isOk(), kUnloads);
    QCOMPARE(shiftOf(*runnerOf(host, "shift[amount=5,mode=high]")), 5.0f);
}

void TstPluginReload::saysWhatIsDeclaredDifferently() {
    const PluginFolder folder;
    folder.replace("reload_one");
    PluginHost host;
    const std::vector<std::string> isNew = {"test.shift: is new"};
    QCOMPARE(test::require(host.reload(folder.plugin)).changes, isNew);
    QVERIFY(test::require(host.reload(folder.plugin)).changes.empty());
    folder.replace("reload_two");
    const std::vector<std::string> expected = {
        "test.shift: version 2.0 instead of 1.0",
        "test.shift: stage 'shift' has other needs",
        "test.shift: stage 'shift' has no param 'rounds' any more",
        "test.shift: stage 'shift' declares param 'amount' in another way",
        "test.shift: stage 'shift' declares param 'mode' in another way",
        "test.shift: stage 'shift' has the new param 'soft'"};
    QCOMPARE(test::require(host.reload(folder.plugin)).changes, expected);
    folder.replace("spirv_valid");
    const std::vector<std::string> other = {"test.shift: is gone", "test.fixture: is new"};
    QCOMPARE(test::require(host.reload(folder.plugin)).changes, other);
    folder.replace("spirv_vectors");
    const std::vector<std::string> shader = {"test.fixture: stage 'move' has other needs",
                                             "test.fixture: stage 'move' has other compute code"};
    QCOMPARE(test::require(host.reload(folder.plugin)).changes, shader);
}

void TstPluginReload::twoBuildsRunSideBySide() {
    const PluginFolder folder;
    folder.replace("reload_one");
    PluginHost host;
    QVERIFY(host.load(folder.plugin).isOk());
    const auto old = runnerOf(host, "shift[amount=2,mode=high]");
    folder.replace("reload_two");
    QVERIFY(host.reload(folder.plugin).hasValue());
    const auto now = runnerOf(host, "shift[amount=2,mode=high]");
    for (int round = 0; round < 2; ++round) {
        QCOMPARE(shiftOf(*old), 2.0f);
        QCOMPARE(shiftOf(*now), 200.0f);
    }
}

void TstPluginReload::theFileMayBeOverwrittenWhileItRuns() {
    const PluginFolder folder;
    folder.replace("reload_one");
    PluginHost host;
    QVERIFY(host.load(folder.plugin).isOk());
    const auto runner = runnerOf(host, "shift[amount=2,mode=high]");
    folder.overwrite("reload_two");
    QCOMPARE(shiftOf(*runner), 2.0f);
    std::filesystem::resize_file(folder.plugin, 0);
    QCOMPARE(shiftOf(*runner), 2.0f);
}

void TstPluginReload::aSecondHostGetsTheFileAsItIsNow() {
    const PluginFolder folder;
    folder.replace("reload_one");
    PluginHost first;
    QVERIFY(first.load(folder.plugin).isOk());
    folder.replace("reload_two");
    // The loader knows the path already, and would hand out what it has.
    PluginHost second;
    QVERIFY(second.load(folder.plugin).isOk());
    QCOMPARE(first.deformers()[0]->version, std::string("1.0"));
    QCOMPARE(second.deformers()[0]->version, std::string("2.0"));
    QCOMPARE(shiftOf(*runnerOf(first, "shift[amount=1,mode=high]")), 1.0f);
    QCOMPARE(shiftOf(*runnerOf(second, "shift[amount=1,mode=high]")), 100.0f);
}

void TstPluginReload::whatIsBrokenKeepsTheOldBuild_data() {
    QTest::addColumn<QString>("code");
    QTest::newRow("truncated") << "plugin.truncated";
    QTest::newRow("missing") << "plugin.missing";
    QTest::newRow("wrong_magic") << "plugin.magic";
    QTest::newRow("init_fails") << "plugin.init";
    QTest::newRow("dup_param") << "plugin.param_id";
    QTest::newRow("spirv_push") << "plugin.spirv_push";
    QTest::newRow("throws_in_descriptor") << "plugin.throws";
    QTest::newRow("unresolved") << "plugin.load";
}

void TstPluginReload::whatIsBrokenKeepsTheOldBuild() {
    QFETCH(const QString, code);
    const std::string name = QTest::currentDataTag();
    const PluginFolder folder;
    folder.replace("reload_one");
    PluginHost host;
    QVERIFY(host.load(folder.plugin).isOk());
    const auto before = host.deformers()[0];
    const auto runner = runnerOf(host, "shift[amount=3,mode=high]");
    if (name == "truncated") {
        folder.truncate();
    } else if (name == "missing") {
        std::filesystem::remove(folder.plugin);
    } else {
        folder.replace(name);
    }
    const auto reload = host.reload(folder.plugin);
    QVERIFY(!reload);
    QCOMPARE(QString::fromStdString(reload.error().code), code);
    // The message names the file that the author knows.
    QVERIFY(reload.error().message.starts_with("plugin '" + folder.plugin.string() + "': "));
    QCOMPARE(host.deformers().size(), std::size_t{1});
    QCOMPARE(host.deformers()[0], before);
    QCOMPARE(shiftOf(*runner), 3.0f);
    QCOMPARE(shiftOf(*runnerOf(host, "shift[amount=3,mode=high]")), 3.0f);
    // Repaired, it goes on.
    folder.replace("reload_two");
    QVERIFY(host.reload(folder.plugin).hasValue());
    QCOMPARE(shiftOf(*runnerOf(host, "shift[amount=1,mode=high]")), 100.0f);
}

void TstPluginReload::aFileThatWasRefusedIsTakenOnceItIsGood() {
    const PluginFolder folder;
    folder.replace("null_run");
    PluginHost host;
    QVERIFY(host.loadFolder(folder.root).isOk());
    QCOMPARE(host.failures().size(), std::size_t{1});
    folder.replace("reload_one");
    QVERIFY(host.reload(folder.plugin).hasValue());
    QVERIFY(host.failures().empty());
    QCOMPARE(host.deformers().size(), std::size_t{1});
}

void TstPluginReload::anotherPluginsIdIsStillTaken() {
    const PluginFolder folder;
    folder.replace("reload_one");
    PluginHost host;
    QVERIFY(host.load(folder.plugin).isOk());
    QVERIFY(host.load(PluginFolder::fixture("valid")).isOk());
    folder.replace("spirv_valid");
    const auto reload = host.reload(folder.plugin);
    QCOMPARE(reload.error().code, std::string("plugin.id_duplicate"));
    QCOMPARE(host.deformers()[0]->id, std::string("test.shift"));
}

void TstPluginReload::saysThatTheOldBuildIsStillUsed() {
    const PluginFolder folder;
    folder.replace("reload_one");
    PluginHost host;
    QVERIFY(host.load(folder.plugin).isOk());
    auto kept = host.deformers()[0];
    const auto reload = test::require(host.reload(folder.plugin));
    const Status status = reload.retired.expectUnloaded();
    QCOMPARE(status.error().code, std::string("plugin.still_used"));
    QCOMPARE(status.error().message,
             "plugin '" + folder.plugin.string() + "': the build before this one is still in use");
    kept.reset();
    QCOMPARE(reload.retired.expectUnloaded().isOk(), kUnloads);
    QVERIFY(deform::RetiredPlugin().expectUnloaded().isOk());
}

void TstPluginReload::saysThatTheOldBuildStaysInMemory() {
    const PluginFolder folder;
    folder.replace("reload_pinned");
    PluginHost host;
    QVERIFY(host.load(folder.plugin).isOk());
    folder.replace("reload_two");
    const auto reload = test::require(host.reload(folder.plugin));
    const Status status = reload.retired.expectUnloaded();
    QCOMPARE(status.error().code, std::string("plugin.still_mapped"));
    QVERIFY(status.error().message.find("sartor_add_deformer_plugin") != std::string::npos);
    // The new build runs all the same.
    QCOMPARE(shiftOf(*runnerOf(host, "shift[amount=1,mode=high]")), 100.0f);
}

void TstPluginReload::findsTheLibrariesBesideTheFile() {
    // The copy has a folder of its own, where a run path of $ORIGIN looks.
    const PluginFolder folder;
    folder.replace("reload_one");
    std::ofstream(folder.root / "libbeside.so.1") << "beside";
    std::ofstream(folder.root / "beside.txt") << "no library";
    const QTemporaryDir temporary;
    qputenv("TMPDIR", temporary.path().toUtf8());
    PluginHost host;
    QVERIFY(host.reload(folder.plugin).hasValue());
    const std::filesystem::path root = temporary.path().toStdString();
    QCOMPARE(entryCount(root), std::size_t{1});
    const std::filesystem::path copy = std::filesystem::directory_iterator(root)->path();
    QCOMPARE(entryCount(copy), std::size_t{3}); // and the lock
    QCOMPARE(std::filesystem::read_symlink(copy / "libbeside.so.1").string(),
             (folder.root / "libbeside.so.1").string());
    QVERIFY(std::filesystem::is_regular_file(copy / "shift.sartorplugin"));
}

void TstPluginReload::withoutATemporaryFolderTheOldBuildStays() {
    const PluginFolder folder;
    folder.replace("reload_one");
    PluginHost host;
    QVERIFY(host.load(folder.plugin).isOk());
    qputenv("TMPDIR", "/nonexistent");
    const auto reload = host.reload(folder.plugin);
    QCOMPARE(reload.error().code, std::string("plugin.copy"));
    QVERIFY(reload.error().message.starts_with("plugin '" + folder.plugin.string() +
                                               "': no copy of it can be made: "));
    QCOMPARE(shiftOf(*runnerOf(host, "shift[amount=3,mode=high]")), 3.0f);
    // Without one, a file is loaded for the first time as it stands.
    PluginHost other;
    QVERIFY(other.load(PluginFolder::fixture("reload_two")).isOk());
}

void TstPluginReload::fiftyReloadsLeaveNothingBehind() {
    const PluginFolder folder;
    const QTemporaryDir temporary;
    qputenv("TMPDIR", temporary.path().toUtf8());
    const std::filesystem::path root = temporary.path().toStdString();
    folder.replace("reload_one");
    const std::size_t mappedBefore = mappedCount();
    {
        PluginHost host;
        QVERIFY(host.load(folder.plugin).isOk());
        shiftOf(*runnerOf(host, "shift")); // whatever is made once for all runs
        const std::size_t mappedOnce = mappedCount();
        const std::size_t descriptors = entryCount("/proc/self/fd");
        const std::size_t threads = entryCount("/proc/self/task");
        for (int round = 0; round < 50; ++round) {
            const bool isOdd = round % 2 != 0;
            folder.replace(isOdd ? "reload_one" : "reload_two");
            const auto reload = test::require(host.reload(folder.plugin));
            QCOMPARE(reload.retired.expectUnloaded().isOk(), kUnloads);
            QCOMPARE(shiftOf(*runnerOf(host, "shift[amount=1,mode=high]")), isOdd ? 1.0f : 100.0f);
            if (round % 10 == 0) {
                folder.truncate();
                QVERIFY(!host.reload(folder.plugin));
            }
            QCOMPARE(entryCount(root), std::size_t{1});
        }
        if (kUnloads) {
            QCOMPARE(mappedCount(), mappedOnce);
        }
        QCOMPARE(entryCount("/proc/self/fd"), descriptors);
        QCOMPARE(entryCount("/proc/self/task"), threads);
    }
    QCOMPARE(entryCount(root), std::size_t{0});
    if (kUnloads) {
        QCOMPARE(mappedCount(), mappedBefore);
    }
}

QTEST_GUILESS_MAIN(TstPluginReload)
#include "tst_plugin_reload.moc"
