// SPDX-License-Identifier: Apache-2.0
// The graph's parameters: what they are now, by hand, and how they are declared.
#include "editor/view/graph_parameters_panel.h"

#include "editor/model/graph_values.h"
#include "editor/model/log_failure.h"
#include "editor/model/text.h"
#include "editor/view/elided_label.h"
#include "editor/view/graph_param_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sartor::editor {

namespace {

constexpr int kSliderSteps = 1000;

struct TypeRow {
    graph::ParameterType type;
    const char* title;
};

constexpr std::array<TypeRow, 4> kTypes = {
    {{graph::ParameterType::Float, QT_TRANSLATE_NOOP("GraphParametersPanel", "Number")},
     {graph::ParameterType::Bool, QT_TRANSLATE_NOOP("GraphParametersPanel", "Truth")},
     {graph::ParameterType::Vector3, QT_TRANSLATE_NOOP("GraphParametersPanel", "Vector")},
     {graph::ParameterType::Trigger, QT_TRANSLATE_NOOP("GraphParametersPanel", "Trigger")}}};

QDoubleSpinBox* makeNumberBox(QWidget* parent) {
    auto* box = new QDoubleSpinBox(parent);
    box->setDecimals(3);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setMinimumWidth(56);
    box->setMaximumWidth(96);
    return box;
}

} // namespace

GraphParametersPanel::GraphParametersPanel(GraphWorkspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace) {
    setObjectName(QStringLiteral("graphParametersPanel"));
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(2);
    auto* tools = new QHBoxLayout;
    tools->setContentsMargins(8, 0, 8, 0);
    auto* add = new QToolButton(this);
    add->setObjectName(QStringLiteral("addParameter"));
    add->setText(tr("Add"));
    add->setToolTip(tr("Add a parameter"));
    add->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(add);
    for (const TypeRow& row : kTypes) {
        QAction* action = menu->addAction(tr(row.title), this, [this, type = row.type] {
            open_.insert(workspace_.edits.addParameter(type));
        });
        action->setObjectName(QStringLiteral("addParameter_%1").arg(static_cast<int>(row.type)));
    }
    add->setMenu(menu);
    auto* reset = new QToolButton(this);
    reset->setObjectName(QStringLiteral("resetParameters"));
    reset->setText(tr("Reset"));
    reset->setToolTip(tr("Set all to what they are when the graph starts"));
    connect(reset, &QToolButton::clicked, &workspace_.live, &GraphLive::resetValues);
    tools->addWidget(add);
    tools->addStretch(1);
    tools->addWidget(reset);
    layout->addLayout(tools);
    scroll_ = new QScrollArea(this);
    scroll_->setWidgetResizable(true);
    layout->addWidget(scroll_, 1);
    connect(&workspace_.document, &GraphDocument::opened, this, [this] {
        open_.clear();
        isRebuildWanted_ = true;
        schedule();
    });
    connect(&workspace_.document, &GraphDocument::changed, this, [this](const GraphDelta& delta) {
        if (delta.parameters) {
            schedule();
        }
    });
    connect(&workspace_.live, &GraphLive::valueChanged, this, &GraphParametersPanel::showLive);
    connect(&workspace_.selection, &GraphSelection::revealed, this, &GraphParametersPanel::reveal);
    refresh();
}

void GraphParametersPanel::schedule() {
    // What asks for a change may be a field of a row that the change replaces.
    if (!std::exchange(isScheduled_, true)) {
        QMetaObject::invokeMethod(this, &GraphParametersPanel::refresh, Qt::QueuedConnection);
    }
}

void GraphParametersPanel::refresh() {
    isScheduled_ = false;
    std::vector<std::pair<std::string, graph::ParameterType>> wanted;
    for (const graph::ParameterDefinition& parameter :
         workspace_.document.definition().parameters) {
        wanted.emplace_back(parameter.id, parameter.type);
    }
    if (std::exchange(isRebuildWanted_, false) || wanted != shown_) {
        shown_ = std::move(wanted);
        rebuild();
    }
    for (const auto& refresher : refreshers_) {
        refresher();
    }
    for (const auto& [id, refresher] : liveRefreshers_) {
        refresher();
    }
}

void GraphParametersPanel::rebuild() {
    refreshers_.clear();
    liveRefreshers_.clear();
    setEnabled(workspace_.document.isOpen());
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(8, 4, 8, 8);
    layout->setSpacing(6);
    for (const graph::ParameterDefinition& parameter :
         workspace_.document.definition().parameters) {
        layout->addWidget(makeRow(parameter));
    }
    if (shown_.empty()) {
        auto* label = new QLabel(workspace_.document.isOpen() ? tr("No parameters yet")
                                                              : tr("No graph is open"),
                                 content);
        label->setProperty("quiet", true);
        label->setAlignment(Qt::AlignCenter);
        layout->addWidget(label);
    }
    layout->addStretch(1);
    scroll_->setWidget(content);
    content->show();
}

const graph::ParameterDefinition* GraphParametersPanel::find(const std::string& id) const {
    for (const graph::ParameterDefinition& parameter :
         workspace_.document.definition().parameters) {
        if (parameter.id == id) {
            return &parameter;
        }
    }
    return nullptr;
}

void GraphParametersPanel::change(const std::string& id,
                                  const std::function<void(graph::ParameterDefinition&)>& set,
                                  Gesture gesture) {
    if (const graph::ParameterDefinition* parameter = find(id)) {
        graph::ParameterDefinition changed = *parameter;
        set(changed);
        const Status status = workspace_.edits.setParameter(id, changed, gesture);
        logFailure(status);
        if (!status) {
            isRebuildWanted_ = true; // the field shows what is not
            schedule();
        }
    }
}

void GraphParametersPanel::reveal(const GraphPart& part) {
    if (part.kind != GraphPart::Kind::Parameter) {
        return;
    }
    refresh();
    const QString id = toQString(part.id);
    if (auto* more = scroll_->findChild<QToolButton*>(QStringLiteral("more_%1").arg(id))) {
        more->setChecked(true);
        scroll_->widget()->layout()->activate();
        scroll_->ensureWidgetVisible(more->parentWidget());
    }
}

void GraphParametersPanel::showLive(const std::string& parameter) {
    if (const auto found = liveRefreshers_.find(parameter); found != liveRefreshers_.end()) {
        found->second();
    }
}

QWidget* GraphParametersPanel::makeRow(const graph::ParameterDefinition& parameter) {
    const QString id = toQString(parameter.id);
    auto* row = new QWidget;
    row->setObjectName(QStringLiteral("parameter_%1").arg(id));
    row->setToolTip(toQString(parameter.doc));
    auto* layout = new QVBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto* top = new QHBoxLayout;
    auto* more = new QToolButton(row);
    more->setObjectName(QStringLiteral("more_%1").arg(id));
    more->setCheckable(true);
    more->setAutoRaise(true);
    more->setArrowType(Qt::RightArrow);
    more->setToolTip(tr("How the parameter is declared"));
    auto* name = new ElidedLabel(id, row);
    name->setObjectName(QStringLiteral("name_%1").arg(id));
    // A long name leaves the slider its room.
    constexpr int kNarrowest = 80;
    constexpr int kWidest = 130;
    name->setFixedWidth(std::clamp(name->sizeHint().width(), kNarrowest, kWidest));
    top->addWidget(more);
    top->addWidget(name);
    if (parameter.type == graph::ParameterType::Vector3) {
        // Three numbers need the whole width.
        top->addStretch(1);
        layout->addLayout(top);
        QWidget* live = makeLive(parameter);
        live->layout()->setContentsMargins(24, 0, 0, 0);
        layout->addWidget(live);
    } else {
        top->addWidget(makeLive(parameter), 1);
        layout->addLayout(top);
    }
    QWidget* declaration = makeDeclaration(parameter);
    layout->addWidget(declaration);
    const auto show = [this, more, declaration, id = parameter.id](bool isOpen) {
        more->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
        declaration->setVisible(isOpen);
        if (isOpen) {
            open_.insert(id);
        } else {
            open_.erase(id);
        }
    };
    connect(more, &QToolButton::toggled, this, show);
    more->setChecked(open_.contains(parameter.id));
    show(more->isChecked());
    return row;
}

QWidget* GraphParametersPanel::makeLive(const graph::ParameterDefinition& parameter) {
    const std::string id = parameter.id;
    const QString name = toQString(id);
    GraphLive& live = workspace_.live;
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    switch (parameter.type) {
    case graph::ParameterType::Float: {
        auto* slider = new QSlider(Qt::Horizontal, row);
        slider->setObjectName(QStringLiteral("live_%1").arg(name));
        slider->setAccessibleName(name);
        slider->setRange(0, kSliderSteps);
        auto* box = makeNumberBox(row);
        box->setObjectName(QStringLiteral("liveValue_%1").arg(name));
        layout->addWidget(slider, 1);
        layout->addWidget(box);
        connect(slider, &QSlider::valueChanged, this, [this, id, &live](int step) {
            if (const graph::ParameterDefinition* now = find(id)) {
                const double part = static_cast<double>(step) / kSliderSteps;
                const double number = now->minimum + (now->maximum - now->minimum) * part;
                live.setValue(id, {graph::PinType::Float, glm::vec3(static_cast<float>(number))});
            }
        });
        connect(box, &QDoubleSpinBox::valueChanged, this, [id, &live](double number) {
            live.setValue(id, {graph::PinType::Float, glm::vec3(static_cast<float>(number))});
        });
        liveRefreshers_[id] = [this, id, slider, box, &live] {
            const graph::ParameterDefinition* now = find(id);
            if (now == nullptr) {
                return;
            }
            const QSignalBlocker noSlider(slider);
            const QSignalBlocker noBox(box);
            const auto number = static_cast<double>(live.value(id).number());
            const double range = now->maximum - now->minimum;
            slider->setValue(range > 0.0 ? static_cast<int>(std::lround((number - now->minimum) /
                                                                        range * kSliderSteps))
                                         : 0);
            box->setRange(now->minimum, now->maximum);
            box->setSingleStep(range > 0.0 ? range / 100.0 : 0.1);
            box->setSuffix(now->unit.empty() ? QString() : u' ' + toQString(now->unit));
            box->setValue(number);
        };
        break;
    }
    case graph::ParameterType::Bool: {
        auto* box = new QCheckBox(row);
        box->setObjectName(QStringLiteral("live_%1").arg(name));
        box->setAccessibleName(name);
        layout->addWidget(box, 1);
        connect(box, &QCheckBox::clicked, this, [id, &live](bool isOn) {
            live.setValue(id, {graph::PinType::Bool, glm::vec3(isOn ? 1.0f : 0.0f, 0.0f, 0.0f)});
        });
        liveRefreshers_[id] = [id, box, &live] { box->setChecked(live.value(id).truth()); };
        break;
    }
    case graph::ParameterType::Vector3: {
        for (int i = 0; i < 3; ++i) {
            auto* box = makeNumberBox(row);
            box->setObjectName(QStringLiteral("live_%1_%2")
                                   .arg(name)
                                   .arg(QLatin1Char(static_cast<char>('x' + i))));
            box->setRange(-1e6, 1e6);
            box->setSingleStep(0.05);
            layout->addWidget(box, 1);
            connect(box, &QDoubleSpinBox::valueChanged, this, [id, i, &live](double number) {
                graph::PinValue value = live.value(id);
                value.vector[i] = static_cast<float>(number);
                live.setValue(id, value);
            });
        }
        liveRefreshers_[id] = [id, row, &live] {
            int i = 0;
            for (auto* box : row->findChildren<QDoubleSpinBox*>()) {
                const QSignalBlocker blocker(box);
                box->setValue(static_cast<double>(live.value(id).vector[i++]));
            }
        };
        break;
    }
    case graph::ParameterType::Trigger: {
        auto* button = new QPushButton(tr("Fire"), row);
        button->setObjectName(QStringLiteral("live_%1").arg(name));
        layout->addWidget(button);
        layout->addStretch(1);
        connect(button, &QPushButton::clicked, this, [id, &live] { live.fire(id); });
        break;
    }
    }
    return row;
}

void GraphParametersPanel::addDeclaredNumber(QFormLayout& form,
                                             const QString& title,
                                             const std::string& parameter,
                                             double graph::ParameterDefinition::*member) {
    auto* box = makeNumberBox(form.parentWidget());
    box->setObjectName(QStringLiteral("%1_%2").arg(title.toLower(), toQString(parameter)));
    box->setRange(-1e6, 1e6);
    // A minimum that is typed passes values above the maximum.
    box->setKeyboardTracking(false);
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, parameter, member](double number) {
        change(parameter, [member, number](auto& changed) { changed.*member = number; });
    });
    form.addRow(title, box);
    refreshers_.push_back([this, box, parameter, member] {
        const QSignalBlocker blocker(box);
        if (const graph::ParameterDefinition* now = find(parameter)) {
            box->setValue(now->*member);
        }
    });
}

QWidget* GraphParametersPanel::makeDeclaration(const graph::ParameterDefinition& parameter) {
    const std::string id = parameter.id;
    const QString name = toQString(id);
    auto* block = new QWidget;
    auto* form = new QFormLayout(block);
    form->setContentsMargins(24, 0, 0, 4);
    const auto addText = [&](const QString& title, auto read, auto write) {
        auto* line = new QLineEdit(read(parameter), block);
        line->setObjectName(QStringLiteral("%1_%2").arg(title.toLower(), name));
        connect(line, &QLineEdit::editingFinished, this, [this, line, id, write] {
            if (!line->isModified()) {
                return;
            }
            line->setModified(false);
            change(id, [line, write](auto& changed) {
                write(changed, line->text().trimmed().toStdString());
            });
        });
        form->addRow(title, line);
    };
    addText(
        tr("Name"),
        [](const auto& from) { return toQString(from.id); },
        [this, id](auto& to, const std::string& text) {
            if (open_.erase(id) > 0) {
                open_.insert(text);
            }
            to.id = text;
        });
    auto* type = new QComboBox(block);
    type->setObjectName(QStringLiteral("type_%1").arg(name));
    for (const TypeRow& row : kTypes) {
        type->addItem(tr(row.title));
    }
    connect(type, &QComboBox::activated, this, [this, id](int index) {
        change(id, [index](auto& changed) {
            changed.type = kTypes[static_cast<std::size_t>(index)].type;
            changed.initial = {};
        });
    });
    form->addRow(tr("Type"), type);
    refreshers_.push_back([this, type, id] {
        if (const graph::ParameterDefinition* now = find(id)) {
            for (std::size_t i = 0; i < kTypes.size(); ++i) {
                if (kTypes[i].type == now->type) {
                    type->setCurrentIndex(static_cast<int>(i));
                }
            }
        }
    });
    if (parameter.type != graph::ParameterType::Trigger) {
        graph::ParamSchema schema;
        schema.id = "initial";
        schema.doc = "What it is when the graph starts";
        schema.type = parameter.type == graph::ParameterType::Bool      ? graph::ParamType::Bool
                      : parameter.type == graph::ParameterType::Vector3 ? graph::ParamType::Vector3
                                                                        : graph::ParamType::Float;
        auto* initial = new GraphParamEditor(
            workspace_,
            schema,
            {[this, id, schema] {
                 const graph::ParameterDefinition* now = find(id);
                 return now == nullptr || now->initial.isNothing() ? defaultValue(schema)
                                                                   : now->initial;
             },
             [this, id](graph::Value value, Gesture gesture) {
                 change(
                     id, [&value](auto& changed) { changed.initial = std::move(value); }, gesture);
             }},
            block);
        initial->setObjectName(QStringLiteral("initial_%1").arg(name));
        form->addRow(tr("Initial"), initial);
        refreshers_.push_back([initial] { initial->refresh(); });
    }
    if (parameter.type == graph::ParameterType::Float) {
        addDeclaredNumber(*form, tr("Minimum"), id, &graph::ParameterDefinition::minimum);
        addDeclaredNumber(*form, tr("Maximum"), id, &graph::ParameterDefinition::maximum);
        addText(
            tr("Unit"),
            [](const auto& from) { return toQString(from.unit); },
            [](auto& to, const std::string& text) { to.unit = text; });
    }
    addText(
        tr("Description"),
        [](const auto& from) { return toQString(from.doc); },
        [](auto& to, const std::string& text) { to.doc = text; });
    auto* remove = new QPushButton(tr("Delete"), block);
    remove->setObjectName(QStringLiteral("delete_%1").arg(name));
    connect(
        remove, &QPushButton::clicked, this, [this, id] { workspace_.edits.removeParameter(id); });
    form->addRow(QString(), remove);
    return block;
}

} // namespace sartor::editor
