// SPDX-License-Identifier: Apache-2.0
// The menus of the window, its tool bar, and the corner of the menu bar.
#include "editor/app/main_window.h"
#include "editor/model/text.h"
#include "editor/view/bind_badge.h"
#include "editor/view/icons.h"
#include "editor/view/viewport_widget.h"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>

#include <array>
#include <functional>

namespace sartor::editor {

void MainWindow::makeFileMenu() {
    QMenu* menu = menuBar()->addMenu(tr("&File"));
    openAction_ = menu->addAction(shapeIcon(IconShape::Open), tr("&Open..."));
    openAction_->setObjectName(QStringLiteral("openAction"));
    openAction_->setShortcut(QKeySequence::Open);
    connect(openAction_, &QAction::triggered, this, &MainWindow::chooseFile);
    recentMenu_ = menu->addMenu(tr("Open &Recent"));
    recentMenu_->setObjectName(QStringLiteral("recentMenu"));
    recentMenu_->setToolTipsVisible(true);
    rebuildRecentMenu();
    QAction* reload = menu->addAction(tr("Re&load"));
    reload->setObjectName(QStringLiteral("reloadAction"));
    reload->setShortcut(QKeySequence::Refresh);
    connect(reload, &QAction::triggered, this, [this] {
        openFile(pathText(document_.session()->scene().path));
    });
    documentActions_.push_back(reload);
    menu->addSeparator();
    makeGraphMenu(*menu);
    menu->addSeparator();
    QAction* quit = menu->addAction(tr("&Quit"));
    quit->setShortcut(QKeySequence::Quit);
    connect(quit, &QAction::triggered, this, &QWidget::close);
}

void MainWindow::makeEditMenu() {
    QMenu* menu = menuBar()->addMenu(tr("&Edit"));
    undoAction_ = undoGroup_.createUndoAction(this);
    undoAction_->setObjectName(QStringLiteral("undoAction"));
    undoAction_->setIcon(shapeIcon(IconShape::Undo));
    undoAction_->setShortcut(QKeySequence::Undo);
    redoAction_ = undoGroup_.createRedoAction(this);
    redoAction_->setObjectName(QStringLiteral("redoAction"));
    redoAction_->setIcon(shapeIcon(IconShape::Redo));
    redoAction_->setShortcut(QKeySequence::Redo);
    menu->addActions({undoAction_, redoAction_});
    menu->addSeparator();
    QAction* clear = menu->addAction(tr("&Deselect"));
    clear->setObjectName(QStringLiteral("deselectAction"));
    clear->setShortcut(Qt::Key_Escape);
    connect(clear, &QAction::triggered, this, [this] {
        selection_.setJoint(std::nullopt);
        selection_.setVertex(std::nullopt);
    });
}

void MainWindow::makeViewMenu() {
    QMenu* menu = menuBar()->addMenu(tr("&View"));
    addModeActions(*menu);
    menu->addSeparator();
    addOverlayActions(*menu);
    menu->addSeparator();
    frameAction_ = menu->addAction(shapeIcon(IconShape::Frame), tr("&Frame"));
    frameAction_->setObjectName(QStringLiteral("frameAction"));
    frameAction_->setShortcut(Qt::Key_F);
    frameAction_->setToolTip(tr("Frame the selected joint, or everything (F)"));
    connect(frameAction_, &QAction::triggered, viewport_, &ViewportWidget::frameSelection);
    documentActions_.push_back(frameAction_);
    QAction* frameAll = menu->addAction(tr("Frame &All"));
    frameAll->setObjectName(QStringLiteral("frameAllAction"));
    frameAll->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F));
    connect(frameAll, &QAction::triggered, viewport_, &ViewportWidget::frameAll);
    documentActions_.push_back(frameAll);
    menu->addSeparator();
    QAction* capture = menu->addAction(tr("&Capture for RenderDoc"));
    capture->setObjectName(QStringLiteral("captureAction"));
    capture->setToolTip(tr("Capture the work of the device for this frame; the editor must run "
                           "under RenderDoc"));
    connect(capture, &QAction::triggered, this, &MainWindow::captureFrame);
    documentActions_.push_back(capture);
    menu->addMenu(panelMenu_);
}

void MainWindow::addModeActions(QMenu& menu) {
    modeActions_ = new QActionGroup(this);
    int number = 0;
    for (const ViewModeInfo& info : viewModes()) {
        QAction* action = menu.addAction(tr(info.title));
        action->setObjectName(QStringLiteral("mode_%1").arg(QLatin1String(info.key)));
        action->setCheckable(true);
        // 1 to 9, then 0; there are no more keys.
        if (++number <= 10) {
            const QKeySequence key(Qt::Key_0 + number % 10);
            action->setShortcut(key);
            action->setToolTip(tr("%1 (%2)").arg(tr(info.hint), key.toString()));
        } else {
            action->setToolTip(tr(info.hint));
        }
        action->setData(static_cast<int>(info.mode));
        modeActions_->addAction(action);
        connect(
            action, &QAction::triggered, this, [this, mode = info.mode] { view_.setMode(mode); });
    }
}

void MainWindow::addOverlayActions(QMenu& menu) {
    for (const OverlayInfo& info : overlays()) {
        QAction* action = menu.addAction(tr(info.title));
        action->setObjectName(QStringLiteral("show_%1").arg(QLatin1String(info.key)));
        action->setCheckable(true);
        action->setShortcut(QKeySequence(QLatin1String(info.shortcut)));
        action->setToolTip(tr("%1 (%2)").arg(tr(info.title), QLatin1String(info.shortcut)));
        connect(action, &QAction::triggered, this, [this, overlay = info.overlay](bool isShown) {
            view_.setShown(overlay, isShown);
        });
        overlayActions_.emplace_back(info.overlay, action);
    }
}

void MainWindow::makePlaybackMenu() {
    struct Entry {
        QString title;
        QKeySequence shortcut;
        std::function<void()> run;
    };
    const std::array<Entry, 5> entries = {{
        {tr("&Play or Pause"), Qt::Key_Space, [this] { player_.toggle(); }},
        {tr("One Frame &Back"), Qt::Key_Comma, [this] { player_.step(-1); }},
        {tr("One Frame &On"), Qt::Key_Period, [this] { player_.step(1); }},
        {tr("To the &Start"), Qt::Key_Home, [this] { document_.setTime(0.0); }},
        {tr("To the &End"), Qt::Key_End, [this] { document_.setTime(document_.duration()); }},
    }};
    QMenu* menu = menuBar()->addMenu(tr("&Playback"));
    for (const Entry& entry : entries) {
        QAction* action = menu->addAction(entry.title);
        action->setShortcut(entry.shortcut);
        connect(action, &QAction::triggered, this, entry.run);
        documentActions_.push_back(action);
    }
}

void MainWindow::makeCorner() {
    // In the corner of the menu bar, where no narrow window hides it.
    auto* corner = new QWidget(this);
    auto* layout = new QHBoxLayout(corner);
    layout->setContentsMargins(0, 1, 6, 1);
    layout->setSpacing(3);
    addBackendButtons(*layout);
    layout->addSpacing(8);
    layout->addWidget(new BindBadge({document_, checks_, selection_, view_}, corner));
    menuBar()->setCornerWidget(corner);
}

void MainWindow::makeToolBar() {
    QToolBar* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("toolBar"));
    bar->setMovable(false);
    bar->setIconSize(QSize(18, 18));
    bar->addActions({openAction_, undoAction_, redoAction_});
    bar->addSeparator();
    bar->addActions(modeActions_->actions());
    bar->addSeparator();
    for (const OverlayInfo& info : overlays()) {
        if (info.isTool) {
            bar->addAction(
                findChild<QAction*>(QStringLiteral("show_%1").arg(QLatin1String(info.key))));
        }
    }
    bar->addSeparator();
    bar->addAction(frameAction_);
    // Leads to what has no room in a narrow window; the style's own picture is dark on dark.
    if (auto* more = bar->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"))) {
        more->setIcon(shapeIcon(IconShape::More));
        more->setToolTip(tr("More"));
    }
    panelMenu_->addSeparator();
    panelMenu_->addAction(bar->toggleViewAction());
}

void MainWindow::addBackendButtons(QHBoxLayout& layout) {
    auto* group = new QActionGroup(this);
    struct Row {
        session::Backend backend;
        QString title;
        QString tip;
    };
    const Row backends[] = {
        {session::Backend::Cpu, tr("CPU"), tr("Deform on the CPU")},
        {session::Backend::Vulkan, tr("Vulkan"), tr("Deform with compute shaders")},
        {session::Backend::Vertex,
         tr("Vertex"),
         tr("Deform in the vertex shader while drawing; earlier stages with compute shaders")}};
    for (const auto& [backend, title, tip] : backends) {
        auto* action = new QAction(title, group);
        action->setObjectName(QStringLiteral("backend_%1").arg(toQString(nameOf(backend))));
        action->setCheckable(true);
        action->setToolTip(tip);
        connect(
            action, &QAction::triggered, this, [this, chosen = backend] { chooseBackend(chosen); });
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setFocusPolicy(Qt::NoFocus);
        layout.addWidget(button);
        backendActions_.emplace_back(backend, action);
    }
}

} // namespace sartor::editor
