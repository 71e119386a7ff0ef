// SPDX-License-Identifier: Apache-2.0
// The editor's window: joins document, services and panels.
#include "editor/app/main_window.h"

#include "editor/model/log_failure.h"
#include "editor/model/text.h"
#include "editor/view/banner.h"
#include "editor/view/character_panel.h"
#include "editor/view/deformer_panel.h"
#include "editor/view/explain_panel.h"
#include "editor/view/frame_capture.h"
#include "editor/view/icons.h"
#include "editor/view/log_panel.h"
#include "editor/view/morph_panel.h"
#include "editor/view/motion_curves_panel.h"
#include "editor/view/plugins_panel.h"
#include "editor/view/problems_panel.h"
#include "editor/view/skeleton_panel.h"
#include "editor/view/status_bar.h"
#include "editor/view/timeline_panel.h"
#include "editor/view/viewport_widget.h"

#include <sartor/base/log.h>
#include <sartor/deform/plugin_records.h>

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QVBoxLayout>

namespace sartor::editor {

namespace {

/// Raised when docks are added or renamed: an older layout is then not restored.
constexpr int kLayoutVersion = 4;

/// How long the status bar says what has happened.
constexpr int kMessageMilliseconds = 8000;

constexpr auto kGeometryKey = "window/geometry";
constexpr auto kStateKey = "window/state";
constexpr auto kModeKey = "view/mode";
constexpr auto kBackendKey = "deform/backend";

QString overlayKey(const OverlayInfo& info) {
    return QStringLiteral("view/%1").arg(QLatin1String(info.key));
}

/// The first local file of a drop; empty where there is none.
QString droppedFile(const QMimeData& data) {
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile()) {
            return url.toLocalFile();
        }
    }
    return {};
}

QString fileFilter() {
    QStringList patterns;
    for (const import::Importer& importer : import::importers()) {
        for (const std::string& extension : importer.extensions) {
            patterns << u'*' + toQString(extension);
        }
    }
    return QObject::tr("Characters (%1)").arg(patterns.join(u' '));
}

} // namespace

MainWindow::MainWindow(QSettings& settings, const WindowServices& services, QWidget* parent)
    : QMainWindow(parent)
    , settings_(settings)
    , selection_(document_)
    , view_(selection_)
    , player_(document_, services.clock)
    , loader_(document_, services.open)
    , checks_(document_, services.check)
    , preview_(document_, view_)
    , diagnosis_(document_, preview_, services.diagnosis)
    , symptoms_(document_)
    , experiments_(document_, preview_)
    , pluginWatcher_(document_, services.admitPlugin)
    , graph_(document_)
    , recovery_(graph_.document,
                services.recoveryFolder.empty() ? GraphRecovery::defaultFolder()
                                                : services.recoveryFolder)
    , recentFiles_(settings) {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(QStringLiteral("Sartor"));
    setAcceptDrops(true);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    resize(1600, 1000);
    undoGroup_.addStack(document_.undoStack());
    undoGroup_.addStack(graph_.document.undoStack());
    undoGroup_.setActiveStack(document_.undoStack());
    makeCentralWidget(services);
    makeDocks();
    makeGraphDocks();
    makeFileMenu();
    makeEditMenu();
    makeViewMenu();
    makePlaybackMenu();
    makeCorner();
    makeToolBar();
    setStatusBar(new StatusBar({document_, loader_, player_, *viewport_}, this));
    connectServices();
    connectGraph();
    restoreSettings();
    refreshViewActions();
    refreshActions();
}

MainWindow::~MainWindow() {
    // Panels refer to the members, which go before the children that QObject deletes.
    hide();
    delete statusBar();
    qDeleteAll(findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly));
    delete takeCentralWidget();
    delete menuBar()->cornerWidget();
}

void MainWindow::openFile(const QString& path) {
    banner_->hide();
    loader_.open(path);
}

void MainWindow::start(const StartOptions& options) {
    if (options.size.isValid()) {
        resize(options.size);
    }
    startOptions_ = options;
    if (options.file.isEmpty()) {
        Q_EMIT started(openStartGraph());
        return;
    }
    startState_ = StartState::Loading;
    openFile(options.file);
}

void MainWindow::showError(const QString& message) {
    banner_->showMessage(message);
}

void MainWindow::showCrash(const deform::CrashReport& report) {
    const std::string what = deform::describe(report);
    log(LogLevel::Error, what + " in an earlier run");
    if (!deform::isOfPresentFile(report)) {
        return; // there is another build by now, or none
    }
    const deform::PluginRecords records;
    // What crashes while it is loaded would take this run down with the next file.
    if (report.isWhileLoading() &&
        records.keep(report.plugin, deform::PluginStanding::Quarantined, what)) {
        showError(tr("The last run has ended early: %1. It is not loaded until it changes.")
                      .arg(toQString(what)));
        return;
    }
    banner_->showOffer(tr("The last run has ended early: %1.").arg(toQString(what)),
                       tr("Disable Plugin"),
                       [this, file = report.plugin, records] {
                           const Status kept = records.keep(
                               file, deform::PluginStanding::Disabled, "it has crashed the editor");
                           logFailure(kept);
                           if (!kept) {
                               showError(toQString(kept.error().message));
                           } else if (document_.session() != nullptr) {
                               openFile(pathText(document_.session()->scene().path));
                           }
                       });
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (graph_.document.isModified() && !isClosing_) {
        event->ignore();
        leaveGraph([this] {
            isClosing_ = true;
            close();
        });
        return;
    }
    saveSettings();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!droppedFile(*event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QString path = droppedFile(*event->mimeData());
    if (!path.isEmpty()) {
        event->acceptProposedAction();
        openAny(path);
    }
}

void MainWindow::makeCentralWidget(const WindowServices& services) {
    auto* central = new QWidget(this);
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    banner_ = new Banner(central);
    viewport_ = new ViewportWidget(document_, selection_, view_, services.makeDevice, central);
    layout->addWidget(banner_);
    layout->addWidget(viewport_, 1);
    layout->addWidget(new TimelinePanel(document_, selection_, player_, central));
    setCentralWidget(central);
}

QDockWidget* MainWindow::addPanel(QWidget* panel, const QString& title, Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(panel->objectName() + QStringLiteral("Dock"));
    dock->setWidget(panel);
    addDockWidget(area, dock);
    // A tab says the title already.
    const auto refreshTitleBar = [this, dock] {
        const bool isTab = !dock->isFloating() && !tabifiedDockWidgets(dock).isEmpty();
        if (isTab == (dock->titleBarWidget() == nullptr)) {
            delete dock->titleBarWidget();
            dock->setTitleBarWidget(isTab ? new QWidget(dock) : nullptr);
        }
    };
    connect(dock, &QDockWidget::visibilityChanged, dock, refreshTitleBar);
    connect(dock, &QDockWidget::topLevelChanged, dock, refreshTitleBar);
    connect(dock, &QDockWidget::dockLocationChanged, dock, refreshTitleBar);
    return dock;
}

void MainWindow::makeDocks() {
    auto* skeleton =
        addPanel(new SkeletonPanel(document_, selection_), tr("Skeleton"), Qt::LeftDockWidgetArea);
    auto* morphs = addPanel(new MorphPanel(document_), tr("Morph Targets"), Qt::LeftDockWidgetArea);
    auto* deformers =
        addPanel(new DeformerPanel(document_), tr("Deformers"), Qt::LeftDockWidgetArea);
    auto* explain =
        addPanel(new ExplainPanel(document_, selection_), tr("Vertex"), Qt::RightDockWidgetArea);
    QDockWidget* diagnosis = makeDiagnosisDock();
    auto* character =
        addPanel(new CharacterPanel(document_), tr("Character"), Qt::RightDockWidgetArea);
    auto* problemsPanel = new ProblemsPanel(checks_, selection_);
    auto* problems = addPanel(problemsPanel, tr("Problems"), Qt::BottomDockWidgetArea);
    auto* logs = addPanel(new LogPanel(log_), tr("Log"), Qt::BottomDockWidgetArea);
    auto* curves = addPanel(new MotionCurvesPanel(document_, selection_, player_),
                            tr("Curves"),
                            Qt::BottomDockWidgetArea);
    auto* plugins = addPanel(
        new PluginsPanel(document_, pluginWatcher_), tr("Plugins"), Qt::BottomDockWidgetArea);
    connect(problemsPanel, &ProblemsPanel::titleChanged, problems, &QDockWidget::setWindowTitle);

    tabifyDockWidget(morphs, deformers);
    morphs->raise();
    tabifyDockWidget(explain, diagnosis);
    explain->raise();
    tabifyDockWidget(problems, curves);
    tabifyDockWidget(curves, logs);
    tabifyDockWidget(logs, plugins);
    problems->raise();
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    resizeDocks({skeleton, explain}, {330, 430}, Qt::Horizontal);
    resizeDocks({skeleton, morphs}, {560, 300}, Qt::Vertical);
    resizeDocks({explain, character}, {560, 300}, Qt::Vertical);
    resizeDocks({problems}, {190}, Qt::Vertical);

    panelMenu_ = new QMenu(tr("&Panels"), this);
    for (QDockWidget* dock : {skeleton,
                              morphs,
                              deformers,
                              explain,
                              diagnosis,
                              character,
                              problems,
                              curves,
                              logs,
                              plugins}) {
        panelMenu_->addAction(dock->toggleViewAction());
    }
}

void MainWindow::connectServices() {
    connect(&loader_, &FileLoader::opened, this, &MainWindow::onOpened);
    connect(&loader_, &FileLoader::failed, this, &MainWindow::onFailed);
    connect(&view_, &ViewSettings::changed, this, &MainWindow::refreshViewActions);
    connect(viewport_, &ViewportWidget::openRequested, this, &MainWindow::chooseFile);
    connect(&document_, &Document::changed, this, [this](DocumentChange change) {
        if (change == DocumentChange::Opened || change == DocumentChange::Backend) {
            refreshActions();
        }
    });
    connect(&pluginWatcher_, &PluginWatcher::updated, this, [this](const QString& file) {
        statusBar()->showMessage(tr("%1 is loaded anew").arg(QFileInfo(file).fileName()),
                                 kMessageMilliseconds);
    });
    connect(
        &pluginWatcher_, &PluginWatcher::kept, this, [this](const QString&, const QString& why) {
            showError(tr("The build that runs is kept: %1").arg(why));
        });
    connect(&checks_, &Checks::changed, this, &MainWindow::continueStart);
    connect(&diagnosis_, &DiagnosisModel::changed, this, &MainWindow::continueStart);
    connect(&preview_, &Preview::changed, this, &MainWindow::continueStart);
    connect(&symptoms_, &SymptomModel::changed, this, &MainWindow::continueStart);
}

void MainWindow::restoreSettings() {
    restoreGeometry(settings_.value(kGeometryKey).toByteArray());
    restoreState(settings_.value(kStateKey).toByteArray(), kLayoutVersion);
    if (const auto mode = viewModeFromKey(settings_.value(kModeKey).toString())) {
        view_.setMode(*mode);
    }
    for (const OverlayInfo& info : overlays()) {
        const QVariant kept = settings_.value(overlayKey(info), view_.isShown(info.overlay));
        view_.setShown(info.overlay, kept.toBool());
    }
    const std::string kept = settings_.value(kBackendKey).toString().toStdString();
    for (const auto& [backend, action] : backendActions_) {
        if (nameOf(backend) == kept) {
            loader_.setBackend(backend);
        }
    }
}

void MainWindow::saveSettings() {
    settings_.setValue(kGeometryKey, saveGeometry());
    settings_.setValue(kStateKey, saveState(kLayoutVersion));
    settings_.setValue(kModeKey, QLatin1String(viewModeInfo(view_.mode()).key));
    for (const OverlayInfo& info : overlays()) {
        settings_.setValue(overlayKey(info), view_.isShown(info.overlay));
    }
}

void MainWindow::chooseFile() {
    auto* dialog = new QFileDialog(this, tr("Open Character"), recentFiles_.lastFolder());
    dialog->setObjectName(QStringLiteral("openDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({fileFilter(), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openFile);
    dialog->open();
}

void MainWindow::rebuildRecentMenu() {
    recentMenu_->clear();
    recentMenu_->setEnabled(!recentFiles_.paths().isEmpty());
    for (const QString& path : recentFiles_.paths()) {
        QAction* action = recentMenu_->addAction(QFileInfo(path).fileName());
        action->setToolTip(path);
        // A graph opens at once, and with it this menu is made anew.
        connect(
            action,
            &QAction::triggered,
            this,
            [this, path] { openAny(path); },
            Qt::QueuedConnection);
    }
    recentMenu_->addSeparator();
    QAction* clear = recentMenu_->addAction(tr("Clear"));
    clear->setObjectName(QStringLiteral("clearRecentAction"));
    connect(
        clear,
        &QAction::triggered,
        this,
        [this] {
            recentFiles_.clear();
            rebuildRecentMenu();
        },
        Qt::QueuedConnection);
}

void MainWindow::onOpened(const QString& path) {
    banner_->hide();
    recentFiles_.add(path);
    rebuildRecentMenu();
    setWindowTitle(tr("%1 - Sartor").arg(document_.fileName()));
    if (startState_ != StartState::Loading) {
        return;
    }
    const Status status = applyStartOptions(startOptions_, document_, selection_, view_);
    logFailure(status);
    startOutcome_ = openStartGraph();
    if (!status) {
        startOutcome_ = StartOutcome::WrongUsage;
        showError(toQString(status.error().message));
    }
    startState_ = StartState::Checking;
    continueStart();
}

void MainWindow::onFailed(const QString& path, const QString& message) {
    showError(tr("%1 cannot be opened: %2").arg(QFileInfo(path).fileName(), message));
    recentFiles_.remove(path);
    rebuildRecentMenu();
    if (startState_ == StartState::Loading) {
        startOutcome_ = StartOutcome::Unreadable;
        finishStart();
    }
}

void MainWindow::finishStart() {
    startState_ = StartState::None;
    Q_EMIT started(startOutcome_);
}

void MainWindow::chooseBackend(session::Backend backend) {
    const Status status = document_.setBackend(backend);
    logFailure(status);
    if (status) {
        loader_.setBackend(backend);
        settings_.setValue(kBackendKey, toQString(nameOf(backend)));
    } else {
        showError(toQString(status.error().message));
    }
    refreshActions();
}

void MainWindow::captureFrame() {
    const auto file = captureForRenderDoc(document_, *viewport_);
    if (file) {
        log(LogLevel::Info, "captured " + file->string());
    } else {
        logFailure(file.error());
        showError(toQString(file.error().message));
    }
}

void MainWindow::refreshActions() {
    const bool isOpen = document_.session() != nullptr;
    for (QAction* action : documentActions_) {
        action->setEnabled(isOpen);
    }
    for (const auto& [backend, action] : backendActions_) {
        action->setEnabled(isOpen);
        action->setChecked(document_.backend() == backend);
    }
}

void MainWindow::refreshViewActions() {
    for (QAction* action : modeActions_->actions()) {
        action->setChecked(action->data().toInt() == static_cast<int>(view_.mode()));
    }
    for (const auto& [overlay, action] : overlayActions_) {
        action->setChecked(view_.isShown(overlay));
    }
}

} // namespace sartor::editor
