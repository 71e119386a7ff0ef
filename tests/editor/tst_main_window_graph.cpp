// SPDX-License-Identifier: Apache-2.0
// The graph in the window: menus and docks, whose undo it is, and that no edit is lost unasked.
#include "character.h"
#include "editor/app/main_window.h"
#include "editor/model/text.h"
#include "editor/view/banner.h"
#include "editor/view/graph_panel.h"
#include "editor/view/graph_view.h"
#include "editor/view/viewport_widget.h"
#include "graphs.h"

#include <sartor/base/file.h>
#include <sartor/base/log.h>
#include <sartor/session/graph_ik.h>

#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <cmath>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

/// A window with a folder of its own for everything it keeps.
class Editor {
public:
    Editor() {
        WindowServices services;
        services.open = openWithBuiltPlugins;
        services.clock = [this] { return now; };
        services.makeDevice = []() -> Result<std::unique_ptr<gpu::Device>> {
            return Error{"gpu.unavailable", "no device in this test"};
        };
        services.recoveryFolder = toPath(file("unsaved"));
        settings = std::make_unique<QSettings>(file("editor.ini"), QSettings::IniFormat);
        window = std::make_unique<MainWindow>(*settings, services);
        window->resize(1600, 1000);
        window->show();
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get())) {
            qFatal("the window does not become active");
        }
        window->document().open(makeSession());
    }

    QString file(const char* name) const { return folder.filePath(QLatin1String(name)); }
    QString writeGraph(const char* name) const {
        const QString path = file(name);
        if (!writeFileAtomically(toPath(path), io::graphDocument(makeLocomotion()))) {
            qFatal("%s cannot be written", name);
        }
        return path;
    }
    template <class T>
    T* look(const char* name) {
        return window->findChild<T*>(QLatin1String(name));
    }
    template <class T>
    T& find(const char* name) {
        T* found = look<T>(name);
        if (found == nullptr) {
            qFatal("the window has no '%s'", name);
        }
        return *found;
    }
    void trigger(const char* action) { find<QAction>(action).trigger(); }
    GraphWorkspace& graph() { return window->graph(); }
    GraphDocument& document() { return window->graph().document; }
    void edit() { graph().edits.addNode("clip", {0, 0}); }
    void answer(const char* dialog, QMessageBox::StandardButton button) {
        find<QMessageBox>(dialog).button(button)->click();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    QTemporaryDir folder;
    double now = 0.0;
    std::unique_ptr<QSettings> settings;
    std::unique_ptr<MainWindow> window;
};

} // namespace

class TstMainWindowGraph : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensTheGraphOfTheCommandLine() {
        Editor editor;
        QSignalSpy started(editor.window.get(), &MainWindow::started);
        StartOptions options;
        options.graph = editor.writeGraph("walk.json");
        options.parameters = {{"speed", "1.5"}};
        editor.window->start(options);
        QCOMPARE(started.count(), 1);
        QCOMPARE(started[0][0].value<MainWindow::StartOutcome>(), MainWindow::StartOutcome::Done);
        QCOMPARE(editor.document().name(), QString("walk.json"));
        QCOMPARE(editor.graph().live.value("speed").number(), 1.5f);
        QVERIFY(editor.find<GraphPanel>("graphPanel").isVisible());
        QVERIFY(editor.find<QDockWidget>("graphPanelDock").windowTitle().contains("walk.json"));
        QVERIFY(editor.graph().live.instance() != nullptr);
        editor.window->grab();
    }

    void saysWhatTheCommandLineAskedForInVain() {
        Editor editor;
        QSignalSpy started(editor.window.get(), &MainWindow::started);
        StartOptions options;
        options.graph = editor.writeGraph("walk.json");
        const std::vector<std::pair<std::string, std::string>> wrong = {
            {"pace", "1"}, {"speed", "fast"}, {"speed", "1e9"}, {"speed", "1@2"}, {"speed", "1,2"}};
        for (const auto& parameter : wrong) {
            options.parameters = {parameter};
            editor.window->start(options);
            QCOMPARE(started.takeFirst()[0].value<MainWindow::StartOutcome>(),
                     MainWindow::StartOutcome::WrongUsage);
            QVERIFY(editor.find<Banner>("banner").message().contains(
                QString::fromStdString(parameter.first)));
        }
        options.graph = editor.file("none.json");
        editor.window->start(options);
        QCOMPARE(started[0][0].value<MainWindow::StartOutcome>(),
                 MainWindow::StartOutcome::Unreadable);
        QVERIFY(editor.find<Banner>("banner").message().contains("none.json"));
    }

    void aGraphThatCannotRunIsAFailedStart() {
        Editor editor;
        graph::GraphDefinition broken = makeLocomotion();
        broken.nodes[0].params = {{"clip", "Fly"}};
        const QString path = editor.file("broken.json");
        QVERIFY(writeFileAtomically(toPath(path), io::graphDocument(broken)).isOk());
        std::vector<std::string> lines;
        const int sink = addLogSink([&lines](LogLevel level, std::string_view line) {
            if (level == LogLevel::Error) {
                lines.emplace_back(line);
            }
        });
        QSignalSpy started(editor.window.get(), &MainWindow::started);
        StartOptions options;
        options.graph = path;
        editor.window->start(options);
        removeLogSink(sink);
        QCOMPARE(started[0][0].value<MainWindow::StartOutcome>(),
                 MainWindow::StartOutcome::Unreadable);
        QCOMPARE(lines.size(), std::size_t{1});
        QVERIFY2(toQString(lines[0]).startsWith(path + "/nodes/0/params/clip: "), lines[0].c_str());
        // It is open all the same: who sees what is wrong mends it here.
        QVERIFY(editor.document().isOpen());
    }

    void playsToATimeFarAwayWithoutDeformingEveryFrame() {
        Editor editor;
        StartOptions options;
        options.graph = editor.writeGraph("walk.json");
        options.parameters = {{"speed", "0"}};
        options.time = 3601.3;
        editor.window->start(options);
        QCOMPARE(editor.window->document().time(), 3601.3);
        // Bend lasts two seconds and turns the knee by a right angle.
        const auto session = editor.window->document().session();
        const double turned = static_cast<double>(
            2.0f * std::acos(std::abs(session->parentFromJoint()[kKnee.value()].rotation.w)));
        QCOMPARE_LE(std::abs(turned - 1.3 / 2.0 * 1.5707963267948966), 1e-3);
        const auto& moments = editor.graph().live.moments();
        QCOMPARE_GE(moments.back().time - moments.front().time, 59.0);
    }

    void newSaveCloseAndOpenAgain() {
        Editor editor;
        QVERIFY(!editor.find<QAction>("saveGraphAction").isEnabled());
        editor.trigger("newGraphAction");
        QVERIFY(editor.document().isOpen());
        QVERIFY(editor.find<QAction>("saveGraphAction").isEnabled());
        editor.edit();
        QVERIFY(editor.window->isWindowModified());
        // Without a name saving asks for one.
        editor.trigger("saveGraphAction");
        auto& dialog = editor.find<QFileDialog>("saveGraphDialog");
        Q_EMIT dialog.fileSelected(editor.file("new.json"));
        dialog.close();
        QVERIFY(!editor.document().isModified());
        editor.edit();
        editor.trigger("saveGraphAction");
        QVERIFY(!editor.document().isModified());
        editor.trigger("closeGraphAction");
        QVERIFY(!editor.document().isOpen());
        // It is among the recent files, and opens as a graph from there.
        QAction* recent = editor.find<QMenu>("recentMenu").actions().first();
        QCOMPARE(recent->text(), QString("new.json"));
        recent->trigger();
        QTRY_COMPARE(editor.document().definition().nodes.size(), std::size_t{2});
    }

    void asksBeforeEditsAreLost() {
        Editor editor;
        editor.window->openGraph(editor.writeGraph("walk.json"));
        editor.edit();
        editor.trigger("newGraphAction");
        editor.answer("unsavedGraphDialog", QMessageBox::Cancel);
        QCOMPARE(editor.document().definition().nodes.size(), std::size_t{5});
        editor.trigger("newGraphAction");
        editor.answer("unsavedGraphDialog", QMessageBox::Save);
        QVERIFY(editor.document().definition().nodes.empty());
        editor.window->openGraph(editor.file("walk.json"));
        QCOMPARE(editor.document().definition().nodes.size(), std::size_t{5});
        editor.edit();
        editor.trigger("closeGraphAction");
        editor.answer("unsavedGraphDialog", QMessageBox::Discard);
        QVERIFY(!editor.document().isOpen());
    }

    void asksOnceWhereAnotherGraphIsChosen() {
        Editor editor;
        editor.writeGraph("walk.json");
        editor.trigger("newGraphAction");
        editor.edit();
        editor.trigger("openGraphAction");
        QVERIFY(editor.look<QMessageBox>("unsavedGraphDialog") == nullptr);
        auto& dialog = editor.find<QFileDialog>("openGraphDialog");
        Q_EMIT dialog.fileSelected(editor.file("walk.json"));
        dialog.close();
        QVERIFY(editor.document().isModified());
        editor.answer("unsavedGraphDialog", QMessageBox::Discard);
        QCOMPARE(editor.document().name(), QString("walk.json"));
        QVERIFY(editor.look<QMessageBox>("unsavedGraphDialog") == nullptr);
    }

    void asksBeforeTheWindowCloses() {
        Editor editor;
        editor.trigger("newGraphAction");
        editor.edit();
        editor.window->close();
        QVERIFY(editor.window->isVisible());
        editor.answer("unsavedGraphDialog", QMessageBox::Cancel);
        QVERIFY(editor.window->isVisible());
        editor.window->close();
        editor.answer("unsavedGraphDialog", QMessageBox::Discard);
        QVERIFY(!editor.window->isVisible());
    }

    void asksBeforeAnotherProgramsWorkIsReplaced() {
        Editor editor;
        const QString path = editor.writeGraph("walk.json");
        editor.window->openGraph(path);
        editor.edit();
        QVERIFY(writeFileAtomically(toPath(path), "somebody else's work").isOk());
        editor.trigger("saveGraphAction");
        editor.answer("overwriteGraphDialog", QMessageBox::Cancel);
        QVERIFY(editor.document().isModified());
        editor.trigger("saveGraphAction");
        editor.answer("overwriteGraphDialog", QMessageBox::Save);
        QVERIFY(!editor.document().isModified());
    }

    void undoIsOfWhatOneWorksAt() {
        Editor editor;
        QVERIFY(editor.window->document().setClip(1).isOk());
        editor.window->openGraph(editor.writeGraph("walk.json"));
        editor.edit();
        auto& undo = editor.find<QAction>("undoAction");
        auto& view = editor.find<GraphView>("graphView");
        view.setFocus();
        QTRY_VERIFY(view.hasFocus());
        QVERIFY(undo.text().contains("Add Clip"));
        undo.trigger();
        QCOMPARE(editor.document().definition().nodes.size(), std::size_t{4});
        editor.find<QWidget>("viewport").setFocus();
        QVERIFY(undo.text().contains("Choose Clip"));
        undo.trigger();
        QCOMPARE(editor.window->document().settings().clip, std::optional<std::uint32_t>(0));
        QCOMPARE(editor.document().definition().nodes.size(), std::size_t{4});
    }

    void keysOfTheGraphAreNotTheWindows() {
        Editor editor;
        editor.window->openGraph(editor.writeGraph("walk.json"));
        auto& view = editor.find<GraphView>("graphView");
        view.setFocus();
        QTRY_VERIFY(view.hasFocus());
        editor.graph().selection.setNodes({"loose"});
        QTest::keyClick(&view, Qt::Key_Delete);
        QCOMPARE(editor.document().definition().nodes.size(), std::size_t{3});
        // Space is still the window's: it plays the graph.
        QTest::keyClick(&view, Qt::Key_Space);
        QVERIFY(editor.window->player().isPlaying());
        editor.now = 0.1;
        editor.window->player().tick();
        QCOMPARE(editor.window->document().time(), 0.1);
    }

    void aHandleThatIsDraggedIsOneStep() {
        Editor editor;
        editor.window->openGraph(editor.writeGraph("walk.json"));
        const std::string id = editor.graph().edits.addNode("two_bone_ik", {0, 0});
        auto& viewport = editor.find<ViewportWidget>("viewport");
        session::IkHandle handle;
        handle.node = id;
        handle.pin = "target";
        for (int i = 1; i <= 3; ++i) {
            Q_EMIT viewport.ikHandleMoved(
                handle, glm::vec3(0.0f, 0.25f * static_cast<float>(i), 0.0f), 1);
        }
        Q_EMIT viewport.ikHandleMoved(handle, glm::vec3(0.5f, 0.0f, 0.0f), 2);
        QCOMPARE(editor.document().undoStack()->count(), 3);
        editor.document().undoStack()->undo();
        const graph::InputDefinition* target =
            sourceOf(editor.document().definition(), {id, "target", 0});
        QVERIFY(target != nullptr && target->constant.list() != nullptr);
        QCOMPARE((*target->constant.list())[1], graph::Value(0.75));
    }

    void aBrokenFileIsNotOpened() {
        Editor editor;
        const QString path = editor.file("bad.json");
        QVERIFY(writeFileAtomically(toPath(path), "{\"format\":\"sartor-graph\"").isOk());
        editor.window->openGraph(path);
        QVERIFY(!editor.document().isOpen());
        QVERIFY(editor.find<Banner>("banner").message().contains("bad.json"));
    }

    void offersWhatACrashLeft() {
        const QTemporaryDir work;
        Editor editor;
        QVERIFY(QDir().mkpath(editor.file("unsaved")));
        QVERIFY(writeFileAtomically(toPath(editor.file("unsaved/left.sartor-graph.json")),
                                    io::graphDocument(makeLocomotion()))
                    .isOk());
        editor.window->offerRecovery();
        QVERIFY(editor.find<Banner>("banner").message().contains("unsaved changes"));
        editor.find<QPushButton>("bannerOffer").click();
        QVERIFY(areSameGraph(editor.document().definition(), makeLocomotion()));
        QVERIFY(editor.document().isModified());
    }
};

QTEST_MAIN(TstMainWindowGraph)
#include "tst_main_window_graph.moc"
