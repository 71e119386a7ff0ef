// SPDX-License-Identifier: Apache-2.0
// A state machine with the fields of its selected state or transition.
#include "editor/view/state_machine_panel.h"

#include "editor/model/graph_values.h"
#include "editor/model/log_failure.h"
#include "editor/model/text.h"
#include "editor/view/graph_param_editor.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace sartor::editor {

StateMachinePanel::StateMachinePanel(GraphWorkspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace) {
    setObjectName(QStringLiteral("stateMachinePanel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* tools = new QHBoxLayout;
    tools->setContentsMargins(8, 3, 8, 3);
    auto* back = new QToolButton(this);
    back->setObjectName(QStringLiteral("closeStateMachine"));
    back->setText(tr("← Graph"));
    back->setToolTip(tr("Back to the graph"));
    connect(back, &QToolButton::clicked, this, &StateMachinePanel::closed);
    title_ = new QLabel(this);
    title_->setProperty("title", true);
    auto* add = new QToolButton(this);
    add->setObjectName(QStringLiteral("addState"));
    add->setText(tr("Add State"));
    auto* hint = new QLabel(
        tr("Drag a state to move it, from its edge to another to add a transition"), this);
    hint->setProperty("quiet", true);
    tools->addWidget(back);
    tools->addWidget(title_);
    tools->addStretch(1);
    tools->addWidget(hint);
    tools->addWidget(add);
    layout->addLayout(tools);
    auto* split = new QSplitter(this);
    view_ = new StateMachineView(workspace, split);
    scroll_ = new QScrollArea(split);
    scroll_->setWidgetResizable(true);
    scroll_->setMinimumWidth(320);
    split->addWidget(view_);
    split->addWidget(scroll_);
    split->setStretchFactor(0, 1);
    layout->addWidget(split, 1);
    connect(add, &QToolButton::clicked, this, [this] {
        const std::string name = StateMachineEdits(workspace_.document, view_->node()).addState();
        if (const auto state =
                view_->machine() ? view_->machine()->findState(name) : std::nullopt) {
            view_->selectState(*state);
        }
    });
    // What asks for a change may be a field of the form that the change replaces.
    connect(view_, &StateMachineView::selectionChanged, this, [this] {
        if (!std::exchange(isScheduled_, true)) {
            QMetaObject::invokeMethod(this, &StateMachinePanel::refresh, Qt::QueuedConnection);
        }
        if (!view_->machine() && isVisible()) {
            Q_EMIT closed(); // the node has gone
        }
    });
    refresh();
}

void StateMachinePanel::open(const std::string& node) {
    view_->setNode(node);
    view_->setFocus();
}

void StateMachinePanel::refresh() {
    isScheduled_ = false;
    title_->setText(toQString(view_->node()));
    const bool isSame = !std::exchange(isFormWanted_, false) && shownNode_ == view_->node() &&
                        shownState_ == view_->selectedState() &&
                        shownTransition_ == view_->selectedTransition();
    if (isSame) {
        for (GraphParamEditor* editor : editors_) {
            editor->refresh();
        }
        if (auto* name = scroll_->findChild<QLineEdit*>(QStringLiteral("stateName"));
            name != nullptr && shownState_ && !name->isModified()) {
            name->setText(toQString(view_->machine()->states[*shownState_].name));
        }
        return;
    }
    shownNode_ = view_->node();
    shownState_ = view_->selectedState();
    shownTransition_ = view_->selectedTransition();
    editors_.clear();
    QWidget* form = shownState_        ? makeStateForm(*shownState_)
                    : shownTransition_ ? makeTransitionForm(*shownTransition_)
                                       : new QLabel(tr("Nothing is selected"));
    if (!shownState_ && !shownTransition_) {
        form->setProperty("quiet", true);
        static_cast<QLabel*>(form)->setAlignment(Qt::AlignCenter);
    }
    scroll_->setWidget(form);
    form->show();
}

QWidget* StateMachinePanel::makeStateForm(std::size_t state) {
    auto* content = new QWidget;
    auto* form = new QFormLayout(content);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    const StateMachine& machine = *view_->machine();
    auto* name = new QLineEdit(toQString(machine.states[state].name), content);
    name->setObjectName(QStringLiteral("stateName"));
    connect(name, &QLineEdit::editingFinished, this, [this, name, state] {
        if (!name->isModified()) {
            return;
        }
        name->setModified(false);
        const Status status = StateMachineEdits(workspace_.document, view_->node())
                                  .renameState(state, name->text().trimmed().toStdString());
        logFailure(status);
        name->setText(toQString(view_->machine()->states[state].name));
    });
    form->addRow(tr("State"), name);
    for (const graph::ParamSchema& field : machine.schema.states->fields) {
        if (field.id == "name" || isPlace(field)) {
            continue;
        }
        const InputPlace place{view_->node(), std::string(machine.schema.states->id), state};
        auto* editor = new GraphParamEditor(
            workspace_,
            field,
            {[this, place, field] {
                 const graph::InputDefinition* input =
                     sourceOf(workspace_.document.definition(), place);
                 return input == nullptr ? defaultValue(field) : valueIn(input->fields, field);
             },
             [this, place, field](graph::Value value, Gesture gesture) {
                 workspace_.edits.setField(place, field, std::move(value), gesture);
             }},
            content);
        form->addRow(paramTitle(field.id), editor);
        editors_.push_back(editor);
    }
    auto* entry = new QPushButton(tr("Start Here"), content);
    entry->setObjectName(QStringLiteral("setEntry"));
    connect(entry, &QPushButton::clicked, this, [this, state] {
        StateMachineEdits(workspace_.document, view_->node()).setEntry(state);
    });
    form->addRow(QString(), entry);
    auto* remove = new QPushButton(tr("Delete State"), content);
    remove->setObjectName(QStringLiteral("deleteState"));
    connect(remove, &QPushButton::clicked, this, [this] {
        isFormWanted_ = true;
        view_->removeSelected();
    });
    form->addRow(QString(), remove);
    return content;
}

QWidget* StateMachinePanel::makeTransitionForm(std::size_t transition) {
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    graph::ParamSchema record = *view_->machine()->schema.transitions;
    record.isList = false;
    const std::string node = view_->node();
    auto* editor = new GraphParamEditor(
        workspace_,
        record,
        {[this, node, transition] {
             return StateMachineEdits(workspace_.document, node).transition(transition);
         },
         [this, node, transition](graph::Value value, Gesture gesture) {
             StateMachineEdits(workspace_.document, node)
                 .setTransition(transition, std::move(value), gesture);
         }},
        content);
    editor->setObjectName(QStringLiteral("transitionEditor"));
    editors_.push_back(editor);
    layout->addWidget(editor);
    auto* remove = new QPushButton(tr("Delete Transition"), content);
    remove->setObjectName(QStringLiteral("deleteTransition"));
    connect(remove, &QPushButton::clicked, this, [this] {
        isFormWanted_ = true;
        view_->removeSelected();
    });
    layout->addWidget(remove, 0, Qt::AlignLeft);
    layout->addStretch(1);
    return content;
}

} // namespace sartor::editor
