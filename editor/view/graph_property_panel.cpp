// SPDX-License-Identifier: Apache-2.0
// Everything that is set on the selected node; without one, what is set on the graph as a whole.
#include "editor/view/graph_property_panel.h"

#include "editor/model/graph_values.h"
#include "editor/model/log_failure.h"
#include "editor/model/text.h"
#include "editor/view/form_parts.h"
#include "editor/view/graph_param_editor.h"
#include "editor/view/graph_settings_form.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace sartor::editor {

namespace {

using graph::InputDefinition;

/// The value of an input as a param, so that one kind of field serves both.
graph::ParamSchema paramOf(const graph::InputSchema& input) {
    graph::ParamSchema param;
    param.id = input.id;
    param.doc = input.doc;
    param.unit = input.unit;
    param.number = input.number;
    param.minimum = input.minimum;
    param.maximum = input.maximum;
    param.type = input.type == graph::PinType::Bool      ? graph::ParamType::Bool
                 : input.type == graph::PinType::Vector3 ? graph::ParamType::Vector3
                                                         : graph::ParamType::Float;
    return param;
}

} // namespace

GraphPropertyPanel::GraphPropertyPanel(GraphWorkspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace) {
    setObjectName(QStringLiteral("graphPropertyPanel"));
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    scroll_ = new QScrollArea(this);
    scroll_->setWidgetResizable(true);
    layout->addWidget(scroll_);
    // What asks for a change may be a field of the form that the change replaces.
    const auto schedule = [this] {
        if (!std::exchange(isScheduled_, true)) {
            QMetaObject::invokeMethod(this, &GraphPropertyPanel::refresh, Qt::QueuedConnection);
        }
    };
    connect(&workspace_.document, &GraphDocument::opened, this, schedule);
    connect(&workspace_.document, &GraphDocument::changed, this, schedule);
    connect(&workspace_.selection, &GraphSelection::changed, this, schedule);
    connect(&workspace_.problems, &GraphProblems::changed, this, schedule);
    connect(&workspace_.character, &Document::changed, this, [schedule](DocumentChange change) {
        if (isOtherSession(change)) {
            schedule();
        }
    });
    connect(&workspace_.selection, &GraphSelection::revealed, this, [this](const GraphPart& part) {
        refresh();
        if (QWidget* field = settings_ == nullptr ? nullptr : settings_->fieldOf(part)) {
            // Laid out only when shown, but where it is to be scrolled to is known before.
            content_->layout()->activate();
            scroll_->ensureWidgetVisible(field);
            field->setFocus();
        }
    });
    rebuild();
}

GraphPropertyPanel::Shape GraphPropertyPanel::currentShape() const {
    const graph::GraphDefinition& definition = workspace_.document.definition();
    Shape shape;
    shape.isOpen = workspace_.document.isOpen();
    const GraphNames names = GraphNames::of(workspace_);
    for (const QStringList& list : {names.joints, names.clips, names.parameters}) {
        shape.names.push_back(list.join(u'\n').toStdString());
    }
    const auto id = workspace_.selection.node();
    const graph::NodeDefinition* node = id ? findNode(definition, *id) : nullptr;
    if (node != nullptr) {
        shape.node = node->id;
        shape.type = node->type;
        for (const graph::PinInputs& pin : node->inputs) {
            shape.inputs.emplace_back(pin.pin, pin.inputs.size());
            for (const InputDefinition& input : pin.inputs) {
                shape.sources.push_back(std::to_string(static_cast<int>(input.source)) +
                                        input.node + '\n' + input.pin + input.parameter);
            }
        }
    } else {
        shape.sources.push_back(definition.rootMotion.joint.empty() ? "still" : "moving");
    }
    return shape;
}

void GraphPropertyPanel::refresh() {
    isScheduled_ = false;
    if (shape_ != currentShape()) {
        rebuild();
        return;
    }
    for (const auto& refresher : refreshers_) {
        refresher();
    }
    showProblems();
}

void GraphPropertyPanel::rebuild() {
    shape_ = currentShape();
    refreshers_.clear();
    content_ = new QWidget;
    content_->setObjectName(QStringLiteral("graphProperties"));
    layout_ = new QVBoxLayout(content_);
    layout_->setContentsMargins(10, 10, 10, 10);
    layout_->setSpacing(8);
    problems_ = nullptr;
    settings_ = nullptr;
    const graph::NodeDefinition* node = findNode(workspace_.document.definition(), shape_->node);
    if (node != nullptr) {
        makeNodeForm(*node);
    } else if (workspace_.selection.nodes().size() > 1) {
        auto* label = new QLabel(
            tr("%1 nodes are selected").arg(workspace_.selection.nodes().size()), content_);
        label->setProperty("quiet", true);
        layout_->addWidget(label);
    } else if (shape_->isOpen) {
        settings_ = new GraphSettingsForm(workspace_, content_);
        layout_->addWidget(settings_);
        refreshers_.push_back([this] { settings_->refresh(); });
    } else {
        auto* label = new QLabel(tr("No graph is open"), content_);
        label->setProperty("quiet", true);
        label->setAlignment(Qt::AlignCenter);
        layout_->addWidget(label);
    }
    layout_->addStretch(1);
    scroll_->setWidget(content_);
    content_->show();
    showProblems();
}

void GraphPropertyPanel::makeTitle(const graph::NodeDefinition& node) {
    auto* name = new QLineEdit(toQString(node.id), content_);
    name->setObjectName(QStringLiteral("nodeName"));
    name->setAccessibleName(tr("Name"));
    name->setToolTip(tr("Name of the node in this graph"));
    connect(name, &QLineEdit::editingFinished, this, [this, name, id = node.id] {
        if (!name->isModified()) {
            return;
        }
        name->setModified(false);
        const Status status = workspace_.edits.renameNode(id, name->text().trimmed().toStdString());
        logFailure(status);
        if (!status) {
            name->setText(toQString(id));
        }
    });
    layout_->addWidget(name);
    const graph::NodeSchema* schema = graph::findNodeSchema(node.type);
    auto* type =
        new QLabel(schema == nullptr ? toQString(node.type) : toQString(schema->title), content_);
    type->setObjectName(QStringLiteral("nodeType"));
    type->setProperty("title", true);
    layout_->addWidget(type);
    problems_ = new QLabel(content_);
    problems_->setObjectName(QStringLiteral("nodeProblems"));
    problems_->setProperty("problem", true);
    problems_->setWordWrap(true);
    layout_->addWidget(problems_);
    if (schema != nullptr) {
        auto* doc = new QLabel(toQString(schema->doc), content_);
        doc->setObjectName(QStringLiteral("nodeDoc"));
        doc->setProperty("quiet", true);
        doc->setWordWrap(true);
        layout_->addWidget(doc);
    }
}

void GraphPropertyPanel::makeNodeForm(const graph::NodeDefinition& node) {
    makeTitle(node);
    const graph::NodeSchema* schema = graph::findNodeSchema(node.type);
    if (schema == nullptr) {
        return;
    }
    if (!schema->params.empty()) {
        auto* form = makeWrappingForm();
        for (const graph::ParamSchema& param : schema->params) {
            ParamAccess access{[this, id = node.id, &param] {
                                   const graph::NodeDefinition* found =
                                       findNode(workspace_.document.definition(), id);
                                   return found == nullptr ? defaultValue(param)
                                                           : valueIn(found->params, param);
                               },
                               [this, id = node.id, &param](graph::Value value, Gesture gesture) {
                                   workspace_.edits.setParam(id, param, std::move(value), gesture);
                               }};
            auto* editor = new GraphParamEditor(workspace_, param, std::move(access), content_);
            if (param.isList) {
                form->addRow(new QLabel(paramTitle(param.id), content_));
                form->addRow(editor);
            } else {
                form->addRow(paramTitle(param.id), editor);
            }
            refreshers_.push_back([editor] { editor->refresh(); });
        }
        layout_->addLayout(form);
    }
    makeInputs(node, *schema);
}

void GraphPropertyPanel::makeInputs(const graph::NodeDefinition& node,
                                    const graph::NodeSchema& schema) {
    if (schema.inputs.empty()) {
        return;
    }
    layout_->addWidget(makeHeading(tr("Inputs"), content_));
    auto* form = makeWrappingForm();
    for (const graph::InputSchema& input : schema.inputs) {
        if (input.count != graph::InputCount::Many) {
            form->addRow(paramTitle(input.id),
                         makeSource({node.id, std::string(input.id), 0}, input));
        }
    }
    layout_->addLayout(form);
    for (const graph::InputSchema& input : schema.inputs) {
        if (input.count == graph::InputCount::Many) {
            makeManyInputs(node, input);
        }
    }
}

QWidget* GraphPropertyPanel::makeSource(const InputPlace& place, const graph::InputSchema& input) {
    auto* row = new QWidget(content_);
    row->setToolTip(toQString(input.doc));
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    const graph::GraphDefinition& definition = workspace_.document.definition();
    const InputDefinition* source = sourceOf(definition, place);
    const auto kind = source == nullptr ? InputDefinition::Source::Constant : source->source;
    if (kind == InputDefinition::Source::Node) {
        auto* label = new QLabel(tr("from %1").arg(toQString(source->node)), row);
        label->setProperty("quiet", true);
        layout->addWidget(label, 1);
    } else if (input.type == graph::PinType::Pose) {
        auto* label = new QLabel(tr("not connected"), row);
        label->setProperty("quiet", true);
        layout->addWidget(label, 1);
    } else if (kind == InputDefinition::Source::Constant) {
        const graph::ParamSchema param = paramOf(input);
        ParamAccess access{[this, place, param] {
                               const InputDefinition* found =
                                   sourceOf(workspace_.document.definition(), place);
                               return found == nullptr || found->constant.isNothing()
                                          ? defaultValue(param)
                                          : found->constant;
                           },
                           [this, place](graph::Value value, Gesture gesture) {
                               workspace_.edits.setConstant(place, std::move(value), gesture);
                           }};
        auto* editor = new GraphParamEditor(workspace_, param, std::move(access), row);
        layout->addWidget(editor, 1);
        refreshers_.push_back([editor] { editor->refresh(); });
    }
    if (input.type == graph::PinType::Pose || kind == InputDefinition::Source::Node) {
        return row;
    }
    auto* chooser = new QComboBox(row);
    chooser->setObjectName(QStringLiteral("source_%1").arg(toQString(input.id)));
    chooser->setAccessibleName(tr("Source of %1").arg(paramTitle(input.id)));
    chooser->setToolTip(tr("A value of its own, or a parameter of the graph"));
    chooser->addItem(tr("Value"), QString());
    for (const graph::ParameterDefinition& parameter : definition.parameters) {
        if (pinTypeOf(parameter.type) == input.type) {
            chooser->addItem(toQString(parameter.id), toQString(parameter.id));
        }
    }
    if (kind == InputDefinition::Source::Parameter) {
        chooser->setCurrentIndex(chooser->findData(toQString(source->parameter)));
    }
    connect(chooser, &QComboBox::activated, this, [this, chooser, place, &input](int index) {
        const std::string parameter = chooser->itemData(index).toString().toStdString();
        if (parameter.empty()) {
            workspace_.edits.setConstant(place, defaultValue(paramOf(input)), Gesture::Single);
        } else {
            logFailure(workspace_.edits.bindParameter(place, parameter));
        }
    });
    layout->addWidget(chooser, kind == InputDefinition::Source::Parameter ? 1 : 0);
    return row;
}

void GraphPropertyPanel::makeManyInputs(const graph::NodeDefinition& node,
                                        const graph::InputSchema& input) {
    const std::string pin(input.id);
    const auto found = std::find_if(node.inputs.begin(),
                                    node.inputs.end(),
                                    [&pin](const auto& each) { return each.pin == pin; });
    const std::size_t count = found == node.inputs.end() ? 0 : found->inputs.size();
    layout_->addWidget(makeHeading(paramTitle(input.id), content_));
    std::vector<graph::ParamSchema> fields;
    std::copy_if(input.fields.begin(),
                 input.fields.end(),
                 std::back_inserter(fields),
                 [](const auto& field) { return !isPlace(field); });
    const auto fieldCount = static_cast<int>(fields.size());
    auto* table = new QTableWidget(static_cast<int>(count), fieldCount + 2, content_);
    table->setObjectName(QStringLiteral("inputs_%1").arg(toQString(input.id)));
    table->setAccessibleName(paramTitle(input.id));
    table->verticalHeader()->hide();
    table->setShowGrid(false);
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->setFocusPolicy(Qt::NoFocus);
    QStringList titles{tr("From")};
    for (const graph::ParamSchema& field : fields) {
        titles << paramTitle(field.id);
    }
    table->setHorizontalHeaderLabels(titles << QString());
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table->horizontalHeader()->setSectionResizeMode(fieldCount + 1, QHeaderView::ResizeToContents);
    for (std::size_t i = 0; i < count; ++i) {
        const InputPlace place{node.id, pin, i};
        const int row = static_cast<int>(i);
        table->setCellWidget(row, 0, makeSource(place, input));
        for (int column = 0; column < fieldCount; ++column) {
            const graph::ParamSchema& field = fields[static_cast<std::size_t>(column)];
            ParamAccess access{
                [this, place, field] {
                    const InputDefinition* source =
                        sourceOf(workspace_.document.definition(), place);
                    return source == nullptr ? defaultValue(field) : valueIn(source->fields, field);
                },
                [this, place, field](graph::Value value, Gesture gesture) {
                    workspace_.edits.setField(place, field, std::move(value), gesture);
                }};
            auto* editor = new GraphParamEditor(workspace_, field, std::move(access), table);
            table->setCellWidget(row, column + 1, editor);
            refreshers_.push_back([editor] { editor->refresh(); });
        }
        auto* buttons = new QWidget(table);
        auto* layout = new QHBoxLayout(buttons);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        const auto add = [&](const QString& kind, const QString& text, bool isEnabled, auto run) {
            auto* button = new QToolButton(buttons);
            button->setObjectName(QStringLiteral("%1Input_%2").arg(kind).arg(i));
            button->setText(text);
            button->setAutoRaise(true);
            button->setEnabled(isEnabled);
            connect(button, &QToolButton::clicked, this, run);
            layout->addWidget(button);
        };
        GraphEdits& edits = workspace_.edits;
        add(QStringLiteral("up"), QStringLiteral("↑"), i > 0, [&edits, place] {
            edits.moveInput(place, place.index - 1);
        });
        add(QStringLiteral("down"), QStringLiteral("↓"), i + 1 < count, [&edits, place] {
            edits.moveInput(place, place.index + 1);
        });
        add(QStringLiteral("remove"), QStringLiteral("×"), true, [&edits, place] {
            edits.removeInput(place);
        });
        table->setCellWidget(row, fieldCount + 1, buttons);
    }
    constexpr int kRowHeight = 28;
    table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    table->setFixedHeight(kRowHeight * static_cast<int>(count) +
                          table->horizontalHeader()->sizeHint().height() + 2);
    table->setVisible(count > 0);
    layout_->addWidget(table);
    auto* add = new QPushButton(tr("Add"), content_);
    add->setObjectName(QStringLiteral("addInput_%1").arg(toQString(input.id)));
    connect(add, &QPushButton::clicked, this, [this, id = node.id, pin] {
        workspace_.edits.addInput(id, pin);
    });
    layout_->addWidget(add, 0, Qt::AlignLeft);
}

void GraphPropertyPanel::showProblems() {
    if (problems_ != nullptr) {
        const QStringList messages = workspace_.problems.messagesOf(shape_->node);
        problems_->setText(messages.join(u'\n'));
        problems_->setVisible(!messages.isEmpty());
    }
}

} // namespace sartor::editor
