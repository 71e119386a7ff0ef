// SPDX-License-Identifier: Apache-2.0
// The graph in the window: its docks, its file, and that nothing of it is lost.
#include "editor/app/main_window.h"
#include "editor/model/log_failure.h"
#include "editor/model/text.h"
#include "editor/view/banner.h"
#include "editor/view/graph_panel.h"
#include "editor/view/graph_parameters_panel.h"
#include "editor/view/graph_property_panel.h"
#include "editor/view/graph_view.h"
#include "editor/view/root_motion_panel.h"
#include "editor/view/viewport_widget.h"

#include <sartor/base/log.h>
#include <sartor/graph/parameter_text.h>
#include <sartor/session/graph_ik.h>

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>

#include <algorithm>
#include <utility>

namespace sartor::editor {

namespace {

QString graphFilter() {
    return QObject::tr("Pose graphs (*.json)");
}

} // namespace

void MainWindow::makeGraphMenu(QMenu& file) {
    const auto add =
        [&](const QString& title, const char* name, const QKeySequence& key, auto run) {
            QAction* action = file.addAction(title);
            action->setObjectName(QLatin1String(name));
            action->setShortcut(key);
            connect(action, &QAction::triggered, this, run);
            return action;
        };
    add(tr("&New Graph"), "newGraphAction", QKeySequence::New, [this] { newGraph(); });
    add(tr("Open &Graph..."), "openGraphAction", Qt::CTRL | Qt::SHIFT | Qt::Key_O, [this] {
        chooseGraph(); // what becomes of unsaved edits is asked once there is a file
    });
    graphActions_ = {
        add(tr("&Save Graph"), "saveGraphAction", QKeySequence::Save, [this] { saveGraph(); }),
        add(tr("Save Graph &As..."),
            "saveGraphAsAction",
            Qt::CTRL | Qt::SHIFT | Qt::Key_S,
            [this] { chooseGraphName(); }),
        add(tr("&Close Graph"), "closeGraphAction", {}, [this] {
            leaveGraph([this] { graph_.document.close(); });
        })};
}

void MainWindow::makeGraphDocks() {
    graphPanel_ = new GraphPanel(graph_);
    auto* picture = addPanel(graphPanel_, tr("Graph"), Qt::BottomDockWidgetArea);
    auto* rootMotion =
        addPanel(new RootMotionPanel(graph_), tr("Root Motion"), Qt::BottomDockWidgetArea);
    auto* properties =
        addPanel(new GraphPropertyPanel(graph_), tr("Node"), Qt::RightDockWidgetArea);
    auto* parameters =
        addPanel(new GraphParametersPanel(graph_), tr("Parameters"), Qt::RightDockWidgetArea);
    const auto beside = [this](const char* dock) {
        return findChild<QDockWidget*>(QLatin1String(dock));
    };
    tabifyDockWidget(beside("pluginsPanelDock"), rootMotion);
    tabifyDockWidget(rootMotion, picture);
    tabifyDockWidget(beside("explainPanelDock"), properties);
    tabifyDockWidget(beside("characterPanelDock"), parameters);
    for (const char* first : {"problemsPanelDock", "explainPanelDock", "characterPanelDock"}) {
        beside(first)->raise();
    }
    graphDocks_ = {rootMotion, picture, properties, parameters};
    for (QDockWidget* dock : graphDocks_) {
        panelMenu_->addAction(dock->toggleViewAction());
    }
    connect(graphPanel_, &GraphPanel::titleChanged, picture, &QDockWidget::setWindowTitle);
}

void MainWindow::connectGraph() {
    connect(graphPanel_, &GraphPanel::newRequested, this, &MainWindow::newGraph);
    connect(graphPanel_, &GraphPanel::openRequested, this, &MainWindow::chooseGraph);
    connect(viewport_, &ViewportWidget::ikHandleMoved, this, &MainWindow::moveIkHandle);
    connect(&graph_.selection, &GraphSelection::revealed, this, &MainWindow::raiseDockOf);
    connect(&graph_.live, &GraphLive::lookedBack, &player_, &Player::pause);
    connect(&graph_.breakpoints, &GraphBreakpoints::hit, &player_, &Player::pause);
    const auto refreshGraph = [this] {
        for (QAction* action : graphActions_) {
            action->setEnabled(graph_.document.isOpen());
        }
        setWindowModified(graph_.document.isModified());
    };
    connect(&graph_.document, &GraphDocument::opened, this, refreshGraph);
    connect(&graph_.document, &GraphDocument::fileStateChanged, this, refreshGraph);
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) {
        followFocus(now);
    });
    refreshGraph();
}

void MainWindow::moveIkHandle(const session::IkHandle& handle,
                              const glm::vec3& positionModel,
                              int drag) {
    if (ikDrag_ != drag) {
        ikDrag_ = drag;
        ikGesture_ = graph_.document.newGesture();
    }
    const QString pin = toQString(handle.pin);
    graph_.document.edit(
        tr("Move %1 of %2").arg(pin, toQString(handle.node)),
        [&](graph::GraphDefinition& definition) {
            session::moveIkHandle(definition, handle, positionModel);
        },
        {QStringLiteral("handle %1 %2").arg(toQString(handle.node), pin), ikGesture_});
    for (const graph::ParameterDefinition& parameter : graph_.document.definition().parameters) {
        if (parameter.id == handle.parameter) {
            // What it was moved to before would hide it.
            graph_.live.setValue(parameter.id, initialValue(parameter));
        }
    }
    // The character follows the hand, not the next turn of the event loop.
    graph_.problems.update();
}

void MainWindow::followFocus(const QWidget* widget) {
    // Undo is for what one works at; without a focus it stays what it was.
    if (widget == nullptr || widget->window() != this) {
        return;
    }
    const bool isOfGraph =
        std::any_of(graphDocks_.begin(), graphDocks_.end(), [widget](const QDockWidget* dock) {
            return dock->isAncestorOf(widget);
        });
    undoGroup_.setActiveStack(isOfGraph ? graph_.document.undoStack() : document_.undoStack());
}

void MainWindow::showGraphDocks() {
    for (QDockWidget* dock : graphDocks_) {
        dock->show();
        dock->raise();
    }
    // Enough to work in, and the character stays in sight.
    resizeDocks({graphDocks_[1]}, {height() * 2 / 5}, Qt::Vertical);
    graphPanel_->view().setFocus();
}

void MainWindow::raiseDockOf(const GraphPart& part) {
    using Kind = GraphPart::Kind;
    const bool isInPicture =
        part.kind == Kind::Node || part.kind == Kind::Output || part.kind == Kind::Group;
    const char* panel = isInPicture                    ? "graphPanelDock"
                        : part.kind == Kind::Parameter ? "graphParametersPanelDock"
                                                       : "graphPropertyPanelDock";
    auto* dock = findChild<QDockWidget*>(QLatin1String(panel));
    dock->show();
    dock->raise();
}

void MainWindow::openAny(const QString& path) {
    if (path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) {
        openGraph(path);
    } else {
        openFile(path);
    }
}

void MainWindow::newGraph() {
    leaveGraph([this] {
        graph_.document.create();
        showGraphDocks();
    });
}

void MainWindow::openGraph(const QString& path) {
    leaveGraph([this, path] {
        const Status status = graph_.document.open(toPath(path));
        logFailure(status);
        if (!status) {
            showError(tr("%1 cannot be opened: %2")
                          .arg(QFileInfo(path).fileName(), toQString(status.error().message)));
            recentFiles_.remove(path);
            rebuildRecentMenu();
            return;
        }
        banner_->hide();
        recentFiles_.add(path);
        rebuildRecentMenu();
        showGraphDocks();
    });
}

MainWindow::StartOutcome MainWindow::openStartGraph() {
    if (startOptions_.graph.isEmpty()) {
        return StartOutcome::Done;
    }
    openGraph(startOptions_.graph);
    if (graph_.document.path() != toPath(startOptions_.graph)) {
        return StartOutcome::Unreadable; // the banner says why
    }
    if (!graph_.problems.problems().empty()) {
        logGraphProblems();
        return StartOutcome::Unreadable;
    }
    for (const auto& [id, text] : startOptions_.parameters) {
        if (const Status status = setStartParameter(id, text); !status) {
            showError(toQString(status.error().message));
            log(LogLevel::Error, "--set " + id + "=" + text + ": " + status.error().message);
            return StartOutcome::WrongUsage;
        }
    }
    if (startOptions_.time) {
        // A graph has no time to jump to: it is played there.
        graph_.live.playTo(*startOptions_.time);
    }
    return StartOutcome::Done;
}

Status MainWindow::setStartParameter(const std::string& id, const std::string& text) {
    const auto& declared = graph_.document.definition().parameters;
    const auto found = std::find_if(
        declared.begin(), declared.end(), [&](const auto& each) { return each.id == id; });
    if (found == declared.end()) {
        return Error{"usage.unknown", "the graph has no parameter '" + id + "'"};
    }
    const auto values = graph::parseParameterValues(*found, text);
    if (!values) {
        return values.error();
    }
    if (values->size() != 1 || values->front().time != 0.0) {
        return Error{"usage.value",
                     "parameter '" + id + "': '" + text + "': expected one value, from the start"};
    }
    if (found->type == graph::ParameterType::Trigger) {
        graph_.live.fire(id);
        return {};
    }
    graph::PinValue value = initialValue(*found);
    value.vector = values->front().value;
    graph_.live.setValue(id, value);
    return {};
}

void MainWindow::logGraphProblems() const {
    for (const graph::Problem& problem : graph_.problems.problems()) {
        log(LogLevel::Error,
            graph_.document.path().string() + problem.path + ": " + problem.message + " (" +
                problem.code + ")");
    }
}

void MainWindow::chooseGraph() {
    auto* dialog = new QFileDialog(this, tr("Open Graph"), recentFiles_.lastFolder());
    dialog->setObjectName(QStringLiteral("openGraphDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({graphFilter(), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openGraph);
    dialog->open();
}

void MainWindow::chooseGraphName(std::function<void()> next) {
    auto* dialog = new QFileDialog(this, tr("Save Graph"), recentFiles_.lastFolder());
    dialog->setObjectName(QStringLiteral("saveGraphDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->setNameFilters({graphFilter(), tr("All files (*)")});
    connect(dialog,
            &QFileDialog::fileSelected,
            this,
            [this, next = std::move(next)](const QString& path) {
                const Status status = graph_.document.saveAs(toPath(path));
                logFailure(status);
                if (!status) {
                    showError(toQString(status.error().message));
                    return;
                }
                recentFiles_.add(path);
                rebuildRecentMenu();
                if (next) {
                    next();
                }
            });
    dialog->open();
}

void MainWindow::saveGraph() {
    saveGraphAnd({});
}

void MainWindow::saveGraphAnd(const std::function<void()>& next) {
    if (graph_.document.path().empty()) {
        chooseGraphName(next);
        return;
    }
    Status status = graph_.document.save();
    if (!status && status.error().code == "editor.graph_changed_on_disk") {
        auto* question = new QMessageBox(
            QMessageBox::Warning,
            tr("Save Graph"),
            tr("%1 was changed by another program since it was opened here. Saving replaces what "
               "it says now.")
                .arg(graph_.document.name()),
            QMessageBox::Save | QMessageBox::Cancel,
            this);
        question->setObjectName(QStringLiteral("overwriteGraphDialog"));
        question->setAttribute(Qt::WA_DeleteOnClose);
        connect(question, &QMessageBox::finished, this, [this, next](int answer) {
            if (answer != QMessageBox::Save) {
                return;
            }
            const Status forced = graph_.document.save(GraphDocument::Overwrite::Always);
            logFailure(forced);
            if (!forced) {
                showError(toQString(forced.error().message));
            } else if (next) {
                next();
            }
        });
        question->open();
        return;
    }
    logFailure(status);
    if (!status) {
        showError(toQString(status.error().message));
    } else if (next) {
        next();
    }
}

void MainWindow::leaveGraph(std::function<void()> next) {
    if (!graph_.document.isModified()) {
        next();
        return;
    }
    auto* question =
        new QMessageBox(QMessageBox::Question,
                        tr("Graph"),
                        tr("Save the changes of graph %1?").arg(graph_.document.name()),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel,
                        this);
    question->setObjectName(QStringLiteral("unsavedGraphDialog"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    connect(question, &QMessageBox::finished, this, [this, next = std::move(next)](int answer) {
        if (answer == QMessageBox::Save) {
            saveGraphAnd(next);
        } else if (answer == QMessageBox::Discard) {
            next();
        }
    });
    question->open();
}

void MainWindow::offerRecovery() {
    const std::vector<RecoveredGraph> left = recovery_.leftBehind();
    if (left.empty()) {
        return;
    }
    const RecoveredGraph newest = left.front();
    const QString name =
        newest.path.empty() ? tr("a graph without a name") : pathText(newest.path.filename());
    banner_->showOffer(tr("The editor has ended with unsaved changes of %1.").arg(name),
                       tr("Recover"),
                       [this, newest] {
                           leaveGraph([this, newest] {
                               const Status status = recovery_.recover(newest);
                               logFailure(status);
                               if (!status) {
                                   showError(toQString(status.error().message));
                                   return;
                               }
                               showGraphDocks();
                           });
                       });
}

} // namespace sartor::editor
