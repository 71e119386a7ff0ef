// SPDX-License-Identifier: Apache-2.0
// The graph's picture with its tools, and below it what is wrong with the graph.
#pragma once

#include "editor/model/graph_problems.h"
#include "editor/model/graph_workspace.h"

#include <QWidget>

#include <string>

class QLabel;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace sartor::editor {

class GraphView;
class StateMachinePanel;

class GraphPanel : public QWidget {
    Q_OBJECT

public:
    explicit GraphPanel(GraphWorkspace& workspace, QWidget* parent = nullptr);

    GraphView& view() { return *view_; }
    StateMachinePanel& machine() { return *machine_; }

Q_SIGNALS:
    /// The buttons of the empty panel.
    void newRequested();
    void openRequested();
    /// "Graph", or with the file's name and a mark where it is not saved.
    void titleChanged(const QString& title);

private:
    QWidget* makeTools();
    QWidget* makeEmptyPage();
    void refresh();
    void refreshProblems();
    /// A node that is more than its picture shows opens in its own view.
    void openNode(const std::string& node);
    void showGraph();
    /// In the line below the picture, until the next edit.
    void say(const QString& text);
    /// Where it happened.
    void showHappening(const GraphHappening& happening);

    GraphWorkspace& workspace_;
    GraphProblemsModel model_;
    QStackedLayout* pages_ = nullptr;
    GraphView* view_ = nullptr;
    StateMachinePanel* machine_ = nullptr;
    QWidget* tools_ = nullptr;
    QLabel* status_ = nullptr;
    QTableView* table_ = nullptr;
};

} // namespace sartor::editor
