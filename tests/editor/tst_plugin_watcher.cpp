// SPDX-License-Identifier: Apache-2.0
// Plugins that are built anew while a character is open.
#include "character.h"
#include "editor/model/plugin_watcher.h"
#include "editor/model/plugins_model.h"

#include <sartor/deform/plugin_screening.h>

#include <QElapsedTimer>
#include <QSignalSpy>

#include <support/plugin_folder.h>

#include <limits>

using namespace sartor;
using namespace sartor::editor;
using test::PluginFolder;
using State = PluginsModel::State;

namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kUnloads = false; // cmake/keep_libraries.c
#else
constexpr bool kUnloads = true;
#endif
constexpr int kPatience = 30000;

std::shared_ptr<session::Session> sessionWith(const PluginFolder& folder) {
    session::SessionOptions options = test::sessionOptions();
    options.pluginFolders.push_back(folder.root);
    options.chain = "lbs";
    return test::require(session::Session::create(test::makeScene(), options));
}

/// The open character with a plugin in a folder of its own.
struct Desk {
    PluginFolder folder;
    deform::PluginRecords records{folder.root / "cache"};
    Document document;
    PluginWatcher watcher;
    PluginsModel model;
    QSignalSpy updated;
    QSignalSpy kept;

    explicit Desk(const std::string& fixture)
        : watcher(document,
                  [this](const std::filesystem::path& file, const std::stop_token& stop) {
                      return deform::PluginScreening(records, {.stop = stop})
                          .admit(file, deform::UnknownPlugin::Probe);
                  })
        , model(document, records)
        , updated(&watcher, &PluginWatcher::updated)
        , kept(&watcher, &PluginWatcher::kept) {
        if (!fixture.empty()) {
            folder.replace(fixture);
        }
        document.open(sessionWith(folder));
    }

    QString file() const { return QString::fromStdString(folder.plugin.string()); }
    /// How far the chain moves the first vertex of the bar, which is at the origin of y, along y.
    float shift() {
        const session::Session* session = document.evaluated();
        return session == nullptr ? std::numeric_limits<float>::quiet_NaN()
                                  : session->frame(0).positions[0].y;
    }
    /// The state of the file's row; -1 where it has none.
    int state() const {
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.fileOf(row) == folder.plugin) {
                return static_cast<int>(model.stateOf(row));
            }
        }
        return -1;
    }
    int row() const {
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.fileOf(row) == folder.plugin) {
                return row;
            }
        }
        return -1;
    }
};

} // namespace

class TstPluginWatcher : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNewBuildIsTakenAndEverythingElseStays();
    void whatIsBrokenKeepsTheOldBuild_data();
    void whatIsBrokenKeepsTheOldBuild();
    void waitsUntilTheFileIsLeftAlone();
    void aPluginThatAppearsIsTaken();
    void anotherCharacterStartsAnew();
    void disablingHoldsForTheNextOpening();
    void endsWhileAPluginIsTried();
};

void TstPluginWatcher::aNewBuildIsTakenAndEverythingElseStays() {
    Desk desk("reload_one");
    QVERIFY(desk.document.setChain("morph+lbs+shift[amount=9,mode=high,rounds=3]").isOk());
    QVERIFY(
        desk.document.setMorphWeight({test::kBody, 0}, 0.5f, desk.document.newGesture()).isOk());
    desk.document.setTime(1.5);
    QCOMPARE(desk.shift(), 9.0f);
    const int undoCount = desk.document.undoStack()->count();
    QCOMPARE(desk.state(), static_cast<int>(State::Loaded));
    QCOMPARE(desk.model.index(desk.row(), PluginsModel::VersionColumn).data().toString(), "1.0");

    desk.folder.replace("reload_two");
    QTRY_COMPARE_WITH_TIMEOUT(desk.updated.count(), 1, kPatience);
    QCOMPARE(desk.updated[0][0].toString(), desk.file());
    const QStringList lines = desk.updated[0][1].toStringList();
    QVERIFY(lines.contains("changed: test.shift: version 2.0 instead of 1.0"));
    QVERIFY(lines.contains("clamped: test.shift amount: 9 became 2"));
    QVERIFY(lines.contains("dropped: test.shift rounds: there is no such param any more"));
    if (kUnloads) {
        QVERIFY2(lines.filter("build before this one").isEmpty(), qPrintable(lines.join('\n')));
    }
    QCOMPARE(desk.document.settings().chain, std::string("morph+lbs+shift[amount=2]"));
    QCOMPARE(desk.shift(), -200.0f);
    QCOMPARE(desk.document.time(), 1.5);
    QCOMPARE(desk.document.settings().morphWeights.size(), std::size_t{1});
    QCOMPARE(desk.document.undoStack()->count(), undoCount);
    QCOMPARE(desk.model.index(desk.row(), PluginsModel::VersionColumn).data().toString(), "2.0");
    // The way back is still there, as far as the new build can go it.
    desk.document.undoStack()->undo();
    QVERIFY(desk.document.settings().morphWeights.empty());
    desk.document.undoStack()->undo();
    QCOMPARE(desk.document.settings().chain, std::string("lbs"));
    QCOMPARE(desk.kept.count(), 0);
}

void TstPluginWatcher::whatIsBrokenKeepsTheOldBuild_data() {
    QTest::addColumn<QString>("reason");
    QTest::newRow("truncated") << "it was cut off, or is still being written";
    QTest::newRow("dup_param") << "is used by two params";
    QTest::newRow("initialiser_aborts") << "crashed with SIGABRT (aborted) while loading";
    QTest::newRow("creator_crashes") << "while making instances";
    QTest::newRow("valid") << "no deformer 'test.shift'";
}

void TstPluginWatcher::whatIsBrokenKeepsTheOldBuild() {
    QFETCH(const QString, reason);
    Desk desk("reload_one");
    QVERIFY(desk.document.setChain("lbs+shift[amount=5,mode=high]").isOk());
    if (QLatin1String(QTest::currentDataTag()) == QLatin1String("truncated")) {
        desk.folder.truncate();
    } else {
        desk.folder.replace(QTest::currentDataTag());
    }
    QTRY_COMPARE_WITH_TIMEOUT(desk.kept.count(), 1, kPatience);
    QCOMPARE(desk.kept[0][0].toString(), desk.file());
    QVERIFY2(desk.kept[0][1].toString().contains(reason), qPrintable(desk.kept[0][1].toString()));
    QCOMPARE(desk.shift(), 5.0f);
    QCOMPARE(desk.state(), static_cast<int>(State::Loaded));
    desk.folder.replace("reload_two");
    QTRY_COMPARE_WITH_TIMEOUT(desk.updated.count(), 1, kPatience);
    QCOMPARE(desk.shift(), -200.0f);
}

void TstPluginWatcher::waitsUntilTheFileIsLeftAlone() {
    Desk desk("reload_one");
    // Somebody writes for longer than the wait, piece by piece.
    QElapsedTimer timer;
    timer.start();
    int writes = 0;
    while (timer.elapsed() < 2 * PluginWatcher::kQuietMilliseconds) {
        desk.folder.truncate();
        ++writes;
        QTest::qWait(PluginWatcher::kQuietMilliseconds / 10);
    }
    desk.folder.replace("reload_two");
    QTRY_COMPARE_WITH_TIMEOUT(desk.updated.count(), 1, kPatience);
    // On a machine that is too busy to write in time, some of the pieces may be seen.
    QCOMPARE_LT(desk.kept.count(), writes);
}

void TstPluginWatcher::aPluginThatAppearsIsTaken() {
    Desk desk("");
    QCOMPARE(desk.state(), -1);
    QVERIFY(!desk.document.setChain("lbs+shift").isOk());
    desk.folder.replace("reload_one");
    QTRY_COMPARE_WITH_TIMEOUT(desk.updated.count(), 1, kPatience);
    QVERIFY(desk.document.setChain("lbs+shift[amount=3,mode=high]").isOk());
    QCOMPARE(desk.shift(), 3.0f);
    QCOMPARE(desk.state(), static_cast<int>(State::Loaded));
}

void TstPluginWatcher::anotherCharacterStartsAnew() {
    Desk desk("reload_one");
    desk.folder.replace("reload_two");
    desk.document.open(sessionWith(desk.folder));
    QTest::qWait(3 * PluginWatcher::kQuietMilliseconds);
    // It was opened with the new build already.
    QCOMPARE(desk.updated.count(), 0);
    // One that was built between loading and opening is not missed.
    const auto session = sessionWith(desk.folder);
    desk.folder.replace("reload_one");
    desk.document.open(session);
    QTRY_COMPARE_WITH_TIMEOUT(desk.updated.count(), 1, kPatience);
    desk.updated.clear();
    desk.document.open(nullptr);
    desk.folder.replace("reload_two");
    QTest::qWait(3 * PluginWatcher::kQuietMilliseconds);
    QCOMPARE(desk.updated.count() + desk.kept.count(), 0);
    QCOMPARE(desk.model.rowCount(), 0);
    QVERIFY(!desk.document.reloadPlugin(desk.folder.plugin));
}

void TstPluginWatcher::disablingHoldsForTheNextOpening() {
    Desk desk("reload_one");
    QVERIFY(desk.document.setChain("lbs+shift[amount=5,mode=high]").isOk());
    QVERIFY(desk.model.disable(desk.row()).isOk());
    QCOMPARE(desk.state(), static_cast<int>(State::Disabled));
    QCOMPARE(desk.shift(), 5.0f);
    QVERIFY(desk.model.index(desk.row(), 0)
                .data(Qt::ToolTipRole)
                .toString()
                .contains("until the next file is opened"));
    // Whoever loads it now is told so.
    desk.watcher.reload(desk.folder.plugin);
    QTRY_COMPARE_WITH_TIMEOUT(desk.kept.count(), 1, kPatience);
    QVERIFY(desk.kept[0][1].toString().contains("is disabled: in the editor"));
    desk.model.enable(desk.row());
    QCOMPARE(desk.state(), static_cast<int>(State::Loaded));
    desk.watcher.reload(desk.folder.plugin);
    QTRY_COMPARE_WITH_TIMEOUT(desk.updated.count(), 1, kPatience);
    // A file that is refused has a row with the reason.
    desk.folder.replace("null_run");
    desk.document.open(sessionWith(desk.folder));
    QCOMPARE(desk.state(), static_cast<int>(State::Refused));
    QVERIFY(desk.model.index(desk.row(), PluginsModel::FileColumn)
                .data()
                .toString()
                .contains("run is null (plugin.function)"));
}

void TstPluginWatcher::endsWhileAPluginIsTried() {
    QElapsedTimer timer;
    {
        Desk desk("reload_one");
        desk.folder.replace("initialiser_loops");
        QTRY_VERIFY_WITH_TIMEOUT(desk.watcher.isBusy(), kPatience);
        timer.start();
    }
    QCOMPARE_LT(timer.elapsed(), 5000);
}

QTEST_GUILESS_MAIN(TstPluginWatcher)
#include "tst_plugin_watcher.moc"
