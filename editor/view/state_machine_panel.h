// SPDX-License-Identifier: Apache-2.0
// A state machine with the fields of its selected state or transition.
#pragma once

#include "editor/view/state_machine_view.h"

#include <QWidget>

class QLabel;
class QScrollArea;

namespace sartor::editor {

class GraphParamEditor;

class StateMachinePanel : public QWidget {
    Q_OBJECT

public:
    explicit StateMachinePanel(GraphWorkspace& workspace, QWidget* parent = nullptr);

    StateMachineView& view() { return *view_; }
    void open(const std::string& node);

Q_SIGNALS:
    void closed();

private:
    void refresh();
    QWidget* makeStateForm(std::size_t state);
    QWidget* makeTransitionForm(std::size_t transition);

    GraphWorkspace& workspace_;
    StateMachineView* view_ = nullptr;
    QScrollArea* scroll_ = nullptr;
    QLabel* title_ = nullptr;
    /// What the form is for; its editors follow by themselves while it stays.
    std::string shownNode_;
    std::optional<std::size_t> shownState_;
    std::optional<std::size_t> shownTransition_;
    std::vector<GraphParamEditor*> editors_;
    bool isFormWanted_ = true;
    bool isScheduled_ = false;
};

} // namespace sartor::editor
