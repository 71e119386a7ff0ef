// SPDX-License-Identifier: Apache-2.0
// A session whose plugins change, or are better left alone.
#include <sartor/session/session.h>

#include <QtTest>

#include <support/plugin_folder.h>
#include <support/require.h>
#include <support/scene_builder.h>

using namespace sartor;
using session::Session;
using test::PluginFolder;

namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kUnloads = false; // cmake/keep_libraries.c
#else
constexpr bool kUnloads = true;
#endif

// A mesh that follows node "place", which clip 0 moves along y, with a morph target along z.
std::unique_ptr<Session> makeSession(const PluginFolder& folder, const std::string& chain) {
    test::SceneBuilder builder;
    const JointIndex place = builder.joint("place");
    assets::MeshData points;
    points.name = "points";
    points.positions = {glm::vec3(0.0f), glm::vec3(1.0f)};
    import::MeshInstance& instance = builder.mesh(std::move(points), place);
    const std::vector<glm::vec3> up = {glm::vec3(0, 0, 2), glm::vec3(0.0f)};
    instance.morphs =
        test::require(assets::MorphSet::create({assets::makeSparseTarget("up", up, {}, {})}, 2));
    instance.defaultMorphWeights = {0.0f};
    assets::ClipData clip;
    clip.name = "rise";
    assets::JointTracks tracks;
    tracks.joint = place;
    tracks.translation =
        test::track<glm::vec3>({0.0f, 2.0f}, {glm::vec3(0.0f), glm::vec3(0, 8, 0)});
    clip.jointTracks = {tracks};
    builder.clip(std::move(clip));
    session::SessionOptions options;
    options.pluginFolders = {folder.root, SARTOR_PLUGIN_DIR};
    options.chain = chain;
    return test::require(Session::create(builder.build(), options));
}

glm::vec3 firstPosition(Session& session) {
    SARTOR_ASSERT(session.evaluate(session.time()).isOk());
    return session.frame(0).positions[0];
}

} // namespace

class TstPluginUpdate : public QObject {
    Q_OBJECT

private slots:
    void theRunningSessionTakesTheNewBuild();
    void whatIsBrokenKeepsTheOldBuildRunning_data();
    void whatIsBrokenKeepsTheOldBuildRunning();
    void aDeformerThatIsGoneKeepsTheOldBuildRunning();
    void aChainOfTheFormatStaysThatOfTheFormat();
    void aPluginThatAppearsCanBeUsed();
    void aSessionStaysAwayFromWhatCrashes();
};

void TstPluginUpdate::theRunningSessionTakesTheNewBuild() {
    const PluginFolder folder;
    folder.replace("reload_one");
    const auto session = makeSession(folder, "morph+lbs+shift[amount=9,mode=high,rounds=2]");
    QVERIFY(session->setClip(0).isOk());
    QVERIFY(session->setMorphWeight(session->scene().instances[0].node, 0, 0.5f).isOk());
    QVERIFY(session->evaluate(0.5).isOk());
    QCOMPARE(firstPosition(*session), glm::vec3(9.0f, 11.0f, 10.0f));

    folder.replace("reload_two");
    const auto update = test::require(session->reloadPlugin(folder.plugin));
    QCOMPARE(update.file.string(), folder.plugin.string());
    QVERIFY(update.changes.size() >= 5);
    QCOMPARE(update.clamped, std::vector<std::string>{"test.shift amount: 9 became 2"});
    QCOMPARE(update.dropped,
             std::vector<std::string>{"test.shift rounds: there is no such param any more"});
    QCOMPARE(update.retired.expectUnloaded().isOk(), kUnloads);
    // Clip, time, weights and params are what they were.
    QCOMPARE(session->options().chain, std::string("morph+lbs+shift[amount=2]"));
    QCOMPARE(session->time(), 0.5);
    QVERIFY(session->clip() == 0u);
    QCOMPARE(firstPosition(*session), glm::vec3(-200.0f, -198.0f, -199.0f));
    QVERIFY(session->setChain("morph+lbs+shift[amount=2,mode=high]").isOk());
    QCOMPARE(firstPosition(*session), glm::vec3(200.0f, 202.0f, 201.0f));
}

void TstPluginUpdate::whatIsBrokenKeepsTheOldBuildRunning_data() {
    QTest::addColumn<QString>("code");
    QTest::newRow("truncated") << "plugin.truncated";
    QTest::newRow("dup_param") << "plugin.param_id";
    QTest::newRow("throws_in_init") << "plugin.throws";
    QTest::newRow("create_fails") << "plugin.unknown"; // and has not the deformer of the chain
}

void TstPluginUpdate::whatIsBrokenKeepsTheOldBuildRunning() {
    QFETCH(const QString, code);
    const std::string name = QTest::currentDataTag();
    const PluginFolder folder;
    folder.replace("reload_one");
    const auto session = makeSession(folder, "shift[amount=5,mode=high]");
    const auto before = session->plugins().deformers()[0];
    if (name == "truncated") {
        folder.truncate();
    } else {
        folder.replace(name);
    }
    const auto update = session->reloadPlugin(folder.plugin);
    QVERIFY(!update);
    QCOMPARE(QString::fromStdString(update.error().code), code);
    QCOMPARE(session->plugins().deformers()[0], before);
    QCOMPARE(session->options().chain, std::string("shift[amount=5,mode=high]"));
    QCOMPARE(firstPosition(*session), glm::vec3(5.0f));
    folder.replace("reload_two");
    QVERIFY(session->reloadPlugin(folder.plugin).hasValue());
    QCOMPARE(firstPosition(*session), glm::vec3(-200.0f));
}

void TstPluginUpdate::aDeformerThatIsGoneKeepsTheOldBuildRunning() {
    const PluginFolder folder;
    folder.replace("reload_one");
    const auto session = makeSession(folder, "shift[amount=5,mode=high]");
    folder.replace("valid");
    const auto update = session->reloadPlugin(folder.plugin);
    QCOMPARE(update.error().code, std::string("plugin.unknown"));
    QVERIFY(update.error().message.starts_with("no deformer 'test.shift'; loaded: "));
    QCOMPARE(firstPosition(*session), glm::vec3(5.0f));
}

void TstPluginUpdate::aChainOfTheFormatStaysThatOfTheFormat() {
    const PluginFolder folder;
    folder.replace("reload_one");
    const auto session = makeSession(folder, "");
    folder.replace("reload_two");
    const auto update = test::require(session->reloadPlugin(folder.plugin));
    QCOMPARE(update.retired.expectUnloaded().isOk(), kUnloads);
    QVERIFY(session->options().chain.empty());
    QCOMPARE(session->chain(0).links.size(), std::size_t{2});
    QCOMPARE(firstPosition(*session), glm::vec3(0.0f));
}

void TstPluginUpdate::aPluginThatAppearsCanBeUsed() {
    const PluginFolder folder;
    const auto session = makeSession(folder, "");
    QVERIFY(!session->setChain("shift[amount=3,mode=high]").isOk());
    folder.replace("reload_one");
    QVERIFY(session->reloadPlugin(folder.plugin).hasValue());
    QVERIFY(session->setChain("shift[amount=3,mode=high]").isOk());
    QCOMPARE(firstPosition(*session), glm::vec3(3.0f));
}

void TstPluginUpdate::aSessionStaysAwayFromWhatCrashes() {
    const PluginFolder folder;
    folder.replace("constructor_aborts");
    const auto session = makeSession(folder, "");
    const auto failures = session->plugins().failures();
    QCOMPARE(failures.size(), std::size_t{1});
    QCOMPARE(failures[0].path.string(), folder.plugin.string());
    QCOMPARE(failures[0].error.code, std::string("plugin.quarantined"));
    QCOMPARE(firstPosition(*session), glm::vec3(0.0f));
}

QTEST_GUILESS_MAIN(TstPluginUpdate)
#include "tst_plugin_update.moc"
