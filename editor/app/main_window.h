// SPDX-License-Identifier: Apache-2.0
// The editor's window: joins document, services and panels.
#pragma once

#include "editor/model/checks.h"
#include "editor/model/diagnosis_model.h"
#include "editor/model/document.h"
#include "editor/model/experiment_model.h"
#include "editor/model/file_loader.h"
#include "editor/model/graph_recovery.h"
#include "editor/model/graph_workspace.h"
#include "editor/model/log_model.h"
#include "editor/model/player.h"
#include "editor/model/plugin_watcher.h"
#include "editor/model/preview.h"
#include "editor/model/recent_files.h"
#include "editor/model/selection.h"
#include "editor/model/start_options.h"
#include "editor/model/symptom_model.h"
#include "editor/model/view_settings.h"
#include "editor/view/viewport_renderer.h"

#include <sartor/deform/crash_report.h>

#include <QMainWindow>
#include <QUndoGroup>

#include <glm/vec3.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace sartor::session {
struct IkHandle;
}

class QActionGroup;
class QHBoxLayout;
class QMenu;
class QSettings;

namespace sartor::editor {

class Banner;
class DiagnosisPanel;
class GraphPanel;
class ViewportWidget;

/// What a test replaces; empty members take the real thing.
struct WindowServices {
    FileLoader::OpenFunction open;
    Checks::CheckFunction check;
    DiagnosisModel::Services diagnosis;
    Player::Clock clock;
    ViewportRenderer::DeviceFunction makeDevice;
    PluginWatcher::AdmitFunction admitPlugin;
    /// Where unsaved graphs are kept aside.
    std::filesystem::path recoveryFolder;
};

class MainWindow : public QMainWindow {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    /// Geometry, docks, view and recent files come from the settings and go back there when the
    /// window closes.
    explicit MainWindow(QSettings& settings,
                        const WindowServices& services = {},
                        QWidget* parent = nullptr);
    ~MainWindow() override;

    Document& document() { return document_; }
    Selection& selection() { return selection_; }
    ViewSettings& view() { return view_; }
    Player& player() { return player_; }
    Checks& checks() { return checks_; }
    DiagnosisModel& diagnosis() { return diagnosis_; }
    FileLoader& loader() { return loader_; }
    PluginWatcher& pluginWatcher() { return pluginWatcher_; }
    GraphWorkspace& graph() { return graph_; }

    void openFile(const QString& path);
    /// A graph by its name's end, else a character.
    void openAny(const QString& path);
    /// In place of the open graph, once the user has said what becomes of its unsaved edits.
    void newGraph();
    void openGraph(const QString& path);
    /// Asks for a name where there is none yet.
    void saveGraph();
    /// Says which unsaved graph an editor that ended early has left, and offers to open it.
    void offerRecovery();
    /// Opens the file of the options, if there is one, and brings it to what they ask for.
    void start(const StartOptions& options);
    void showError(const QString& message);
    /// Says which plugin took an earlier run down, and offers not to load it any more.
    void showCrash(const deform::CrashReport& report);

    enum class StartOutcome {
        Done,
        WrongUsage, ///< a file that is open was asked for something it does not have
        Unreadable  ///< a file cannot be opened, or its graph cannot run
    };
    Q_ENUM(StartOutcome)

Q_SIGNALS:
    /// What start() was asked for is done and checked, or has failed; the log says why.
    void started(sartor::editor::MainWindow::StartOutcome outcome);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeCentralWidget(const WindowServices& services);
    void makeDocks();
    QDockWidget* addPanel(QWidget* panel, const QString& title, Qt::DockWidgetArea area);
    void makeFileMenu();
    void makeEditMenu();
    void makeViewMenu();
    void addModeActions(QMenu& menu);
    void addOverlayActions(QMenu& menu);
    void makePlaybackMenu();
    void makeGraphMenu(QMenu& file);
    void makeGraphDocks();
    QDockWidget* makeDiagnosisDock();
    void connectGraph();
    void makeCorner();
    void makeToolBar();
    void addBackendButtons(QHBoxLayout& layout);
    void connectServices();
    void restoreSettings();
    void saveSettings();

    void chooseFile();
    void rebuildRecentMenu();
    void onOpened(const QString& path);
    void onFailed(const QString& path, const QString& message);
    /// The graph of the start, if one was asked for, with its parameters and at its time.
    StartOutcome openStartGraph();
    /// One --set. Errors: "usage.unknown", "usage.value", those of parseParameterValues().
    Status setStartParameter(const std::string& id, const std::string& text);
    /// In the log, each with its place, as the command says them.
    void logGraphProblems() const;
    /// Goes on with a start as far as it can: checks, diagnosis, then what is to be shown of it.
    void continueStart();
    /// Errors: "usage", naming what the diagnosis does not have.
    Status showStartDiagnosis();
    void finishStart();
    void chooseBackend(session::Backend backend);
    void captureFrame();
    /// Calls `next` at once, or when the user has saved or given up the edits of the graph; not at
    /// all where it is to be kept.
    void leaveGraph(std::function<void()> next);
    void chooseGraph();
    void chooseGraphName(std::function<void()> next = {});
    void saveGraphAnd(const std::function<void()>& next);
    void showGraphDocks();
    /// Where a part of the graph is shown or set.
    void raiseDockOf(const GraphPart& part);
    void moveIkHandle(const session::IkHandle& handle, const glm::vec3& positionModel, int drag);
    void followFocus(const QWidget* widget);
    void refreshActions();
    void refreshViewActions();

    /// How the start() that goes on stands.
    enum class StartState { None, Loading, Checking, Diagnosing };

    QSettings& settings_;
    LogModel log_;
    Document document_;
    Selection selection_;
    ViewSettings view_;
    Player player_;
    FileLoader loader_;
    Checks checks_;
    Preview preview_;
    DiagnosisModel diagnosis_;
    SymptomModel symptoms_;
    ExperimentModel experiments_;
    PluginWatcher pluginWatcher_;
    GraphWorkspace graph_;
    GraphRecovery recovery_;
    QUndoGroup undoGroup_;
    RecentFiles recentFiles_;
    StartOptions startOptions_;
    StartState startState_ = StartState::None;
    StartOutcome startOutcome_ = StartOutcome::Done;
    bool isClosing_ = false;
    /// The drag of a target or pole in the viewport that goes on, and the gesture of its edits.
    int ikDrag_ = -1;
    Gesture ikGesture_ = Gesture::Single;

    ViewportWidget* viewport_ = nullptr;
    Banner* banner_ = nullptr;
    DiagnosisPanel* diagnosisPanel_ = nullptr;
    GraphPanel* graphPanel_ = nullptr;
    std::vector<QDockWidget*> graphDocks_;
    /// Of no use while no graph is open.
    std::vector<QAction*> graphActions_;
    QMenu* recentMenu_ = nullptr;
    QMenu* panelMenu_ = nullptr;
    QActionGroup* modeActions_ = nullptr;
    std::vector<std::pair<ViewSettings::Overlay, QAction*>> overlayActions_;
    std::vector<std::pair<session::Backend, QAction*>> backendActions_;
    /// Of no use while nothing is open.
    std::vector<QAction*> documentActions_;
    QAction* openAction_ = nullptr;
    QAction* undoAction_ = nullptr;
    QAction* redoAction_ = nullptr;
    QAction* frameAction_ = nullptr;
};

} // namespace sartor::editor
