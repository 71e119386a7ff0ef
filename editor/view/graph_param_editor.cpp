// SPDX-License-Identifier: Apache-2.0
// The field for a param of a node, made from what its schema declares.
#include "editor/view/graph_param_editor.h"

#include "editor/model/graph_values.h"
#include "editor/model/text.h"
#include "editor/view/icons.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QFrame>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sartor::editor {

namespace {

/// What a spin box shows where the schema has no limit.
constexpr double kWidest = 1e6;
constexpr int kDecimals = 4;

double numberOf(const graph::Value& value) {
    return value.number() == nullptr ? 0.0 : *value.number();
}

QString textOf(const graph::Value& value) {
    return value.text() == nullptr ? QString() : toQString(*value.text());
}

/// The same param, one of its list.
graph::ParamSchema entryOf(graph::ParamSchema param) {
    param.isList = false;
    return param;
}

/// Whether an entry is one row of a table: panels have room for two fields beside the buttons.
bool fitsRow(std::span<const graph::ParamSchema> fields) {
    constexpr std::size_t kMostColumns = 2;
    return fields.size() <= kMostColumns &&
           std::none_of(
               fields.begin(), fields.end(), [](const auto& field) { return field.isList; });
}

/// The names of things, each in a way that means only this one.
template <class Names>
QStringList distinct(const Names& names) {
    QStringList found;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool isOnly =
            !names[i].empty() && std::count(names.begin(), names.end(), names[i]) == 1;
        found << (isOnly ? toQString(names[i]) : QStringLiteral("#%1").arg(i));
    }
    return found;
}

/// Shows a number without the zeros that say nothing.
class NumberBox : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;

    QString textFromValue(double value) const override {
        QString text = QDoubleSpinBox::textFromValue(value);
        const QString point = locale().decimalPoint();
        if (text.contains(point)) {
            while (text.endsWith(u'0')) {
                text.chop(1);
            }
            if (text.endsWith(point)) {
                text.chop(point.size());
            }
        }
        return text;
    }
};

} // namespace

GraphNames GraphNames::of(const GraphWorkspace& workspace) {
    GraphNames names;
    if (const auto session = workspace.character.session()) {
        const import::ImportedScene& scene = session->scene();
        std::vector<std::string> joints;
        for (std::uint32_t i = 0; i < scene.skeleton->jointCount(); ++i) {
            joints.push_back(scene.skeleton->joint(JointIndex(i)).name);
        }
        std::vector<std::string> clips;
        for (const auto& clip : scene.clips) {
            clips.push_back(clip->name());
        }
        names.joints = distinct(joints);
        names.clips = distinct(clips);
    }
    for (const graph::ParameterDefinition& parameter : workspace.document.definition().parameters) {
        names.parameters << toQString(parameter.id);
    }
    return names;
}

GraphParamEditor::GraphParamEditor(GraphWorkspace& workspace,
                                   const graph::ParamSchema& param,
                                   ParamAccess access,
                                   QWidget* parent)
    : QWidget(parent), workspace_(workspace), param_(param), access_(std::move(access)) {
    auto* layout =
        param.isList ? static_cast<QBoxLayout*>(new QVBoxLayout(this)) : new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    setToolTip(toQString(param.doc));
    if (param.isList) {
        rebuildList();
        return;
    }
    switch (param.type) {
    case graph::ParamType::Float:
    case graph::ParamType::Integer:
        makeNumber(-1);
        break;
    case graph::ParamType::Vector2:
    case graph::ParamType::Vector3:
        for (int i = 0; i < (param.type == graph::ParamType::Vector2 ? 2 : 3); ++i) {
            makeNumber(i);
        }
        break;
    case graph::ParamType::Bool:
        makeTruth();
        break;
    case graph::ParamType::Choice:
        makeChoice();
        break;
    case graph::ParamType::Text:
        makeText();
        break;
    case graph::ParamType::Joint:
        makeName(GraphNames::of(workspace).joints);
        break;
    case graph::ParamType::Clip:
        makeName(GraphNames::of(workspace).clips);
        break;
    case graph::ParamType::Parameter:
        makeName(GraphNames::of(workspace).parameters);
        break;
    case graph::ParamType::Object:
        makeRecord();
        break;
    }
    refresh();
}

void GraphParamEditor::refresh() {
    if (param_.isList) {
        const graph::Value value = access_.value();
        if ((value.list() == nullptr ? 0 : value.list()->size()) != entryCount_) {
            rebuildList();
            return;
        }
    }
    for (const auto& refresher : refreshers_) {
        refresher();
    }
}

QString GraphParamEditor::objectNameOf(const QString& kind) const {
    return QStringLiteral("%1_%2").arg(kind, toQString(param_.id));
}

void GraphParamEditor::makeNumber(int component) {
    auto* box = new NumberBox(this);
    box->setObjectName(component < 0 ? objectNameOf(QStringLiteral("param"))
                                     : objectNameOf(QStringLiteral("param")) +
                                           QStringLiteral("_%1").arg(
                                               QLatin1Char(static_cast<char>('x' + component))));
    box->setAccessibleName(paramTitle(param_.id));
    const bool isInteger = param_.type == graph::ParamType::Integer;
    box->setDecimals(isInteger ? 0 : kDecimals);
    box->setRange(std::max(param_.minimum, -kWidest), std::min(param_.maximum, kWidest));
    box->setSingleStep(isInteger ? 1.0 : 0.1);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setMinimumWidth(56);
    if (!param_.unit.empty()) {
        box->setSuffix(u' ' + toQString(param_.unit));
    }
    layout()->addWidget(box);
    const auto current = [this, component] {
        const graph::Value value = access_.value();
        if (component < 0) {
            return numberOf(value);
        }
        const auto index = static_cast<std::size_t>(component);
        return value.list() != nullptr && index < value.list()->size()
                   ? numberOf((*value.list())[index])
                   : param_.number;
    };
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, component](double number) {
        if (gesture_ == Gesture::Single) {
            gesture_ = workspace_.document.newGesture();
        }
        if (component < 0) {
            access_.set(number, gesture_);
            return;
        }
        graph::Value value = access_.value();
        auto* list = std::get_if<graph::List>(&value.data);
        if (list == nullptr) {
            value = graph::List{};
            list = std::get_if<graph::List>(&value.data);
        }
        list->resize(param_.type == graph::ParamType::Vector2 ? 2 : 3, param_.number);
        (*list)[static_cast<std::size_t>(component)] = number;
        access_.set(std::move(value), gesture_);
    });
    connect(box, &QDoubleSpinBox::editingFinished, this, [this] { gesture_ = Gesture::Single; });
    refreshers_.push_back([box, current] {
        const QSignalBlocker blocker(box);
        // What the box rounds to its decimals stays in the graph as it is.
        if (std::abs(box->value() - current()) > 0.5 * std::pow(10.0, -box->decimals())) {
            box->setValue(current());
        }
    });
}

void GraphParamEditor::makeTruth() {
    auto* box = new QCheckBox(this);
    box->setObjectName(objectNameOf(QStringLiteral("param")));
    box->setAccessibleName(paramTitle(param_.id));
    layout()->addWidget(box);
    connect(
        box, &QCheckBox::clicked, this, [this](bool isOn) { access_.set(isOn, Gesture::Single); });
    refreshers_.push_back([this, box] {
        const graph::Value value = access_.value();
        box->setChecked(value.truth() != nullptr && *value.truth());
    });
}

void GraphParamEditor::makeChoice() {
    auto* box = new QComboBox(this);
    box->setObjectName(objectNameOf(QStringLiteral("param")));
    box->setAccessibleName(paramTitle(param_.id));
    for (const std::string_view choice : param_.choices) {
        box->addItem(paramTitle(choice), toQString(choice));
    }
    layout()->addWidget(box);
    connect(box, &QComboBox::activated, this, [this, box](int index) {
        access_.set(box->itemData(index).toString().toStdString(), Gesture::Single);
    });
    refreshers_.push_back([this, box] {
        const QString text = textOf(access_.value());
        box->setCurrentIndex(box->findData(text));
    });
}

void GraphParamEditor::makeText() {
    auto* line = new QLineEdit(this);
    line->setObjectName(objectNameOf(QStringLiteral("param")));
    line->setAccessibleName(paramTitle(param_.id));
    layout()->addWidget(line);
    connect(line, &QLineEdit::editingFinished, this, [this, line] {
        if (line->text() != textOf(access_.value())) {
            access_.set(line->text().toStdString(), Gesture::Single);
        }
    });
    refreshers_.push_back([this, line] {
        if (!line->hasFocus() || !line->isModified()) {
            line->setText(textOf(access_.value()));
        }
    });
}

void GraphParamEditor::makeName(const QStringList& names) {
    auto* box = new QComboBox(this);
    box->setObjectName(objectNameOf(QStringLiteral("param")));
    box->setAccessibleName(paramTitle(param_.id));
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setMinimumContentsLength(10);
    if (!param_.isRequired) {
        box->addItem(QString());
    }
    box->addItems(names);
    box->lineEdit()->setPlaceholderText(tr("None"));
    auto* completer = new QCompleter(names, box);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    box->setCompleter(completer);
    layout()->addWidget(box);
    const auto take = [this, box] {
        const QString text = box->currentText().trimmed();
        if (text != textOf(access_.value())) {
            access_.set(text.toStdString(), Gesture::Single);
        }
    };
    connect(box, &QComboBox::activated, this, take);
    connect(box->lineEdit(), &QLineEdit::editingFinished, this, take);
    refreshers_.push_back([this, box] {
        if (!box->lineEdit()->isModified() || !box->hasFocus()) {
            box->setCurrentText(textOf(access_.value()));
        }
    });
}

ParamAccess GraphParamEditor::memberAccess(const ParamAccess& record,
                                           const graph::ParamSchema& field) {
    return {[record, field] {
                const graph::Value value = record.value();
                return value.record() == nullptr ? defaultValue(field)
                                                 : valueIn(*value.record(), field);
            },
            [record, field](graph::Value member, Gesture gesture) {
                graph::Value value = record.value();
                if (value.record() == nullptr) {
                    value = graph::Record{};
                }
                setIn(*std::get_if<graph::Record>(&value.data), field, std::move(member));
                record.set(std::move(value), gesture);
            }};
}

void GraphParamEditor::makeRecord() {
    auto* form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (const graph::ParamSchema& field : param_.fields) {
        auto* editor = new GraphParamEditor(workspace_, field, memberAccess(access_, field), this);
        form->addRow(paramTitle(field.id), editor);
        refreshers_.push_back([editor] { editor->refresh(); });
    }
    static_cast<QBoxLayout*>(layout())->addLayout(form);
}

ParamAccess GraphParamEditor::entryAccess(std::size_t index) const {
    return {[access = access_, index]() -> graph::Value {
                const graph::Value value = access.value();
                return value.list() != nullptr && index < value.list()->size()
                           ? (*value.list())[index]
                           : graph::Value();
            },
            [access = access_, index](graph::Value entry, Gesture gesture) {
                graph::Value value = access.value();
                auto* list = std::get_if<graph::List>(&value.data);
                if (list != nullptr && index < list->size()) {
                    (*list)[index] = std::move(entry);
                    access.set(std::move(value), gesture);
                }
            }};
}

void GraphParamEditor::changeList(const std::function<void(graph::List&)>& change) {
    graph::Value value = access_.value();
    if (value.list() == nullptr) {
        value = graph::List{};
    }
    change(*std::get_if<graph::List>(&value.data));
    // The button that asks for it goes with the rows.
    QMetaObject::invokeMethod(
        this, [this, value] { access_.set(value, Gesture::Single); }, Qt::QueuedConnection);
}

QWidget* GraphParamEditor::entryButtons(std::size_t index, std::size_t count) {
    auto* buttons = new QWidget(entries_);
    auto* layout = new QHBoxLayout(buttons);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    const auto add =
        [&](const QString& kind, const QString& text, const QString& tip, auto change) {
            auto* button = new QToolButton(buttons);
            button->setObjectName(objectNameOf(kind) + QStringLiteral("_%1").arg(index));
            button->setText(text);
            button->setToolTip(tip);
            button->setAutoRaise(true);
            button->setFocusPolicy(Qt::NoFocus);
            connect(button, &QToolButton::clicked, this, [this, change] { changeList(change); });
            layout->addWidget(button);
            return button;
        };
    const auto at = static_cast<std::ptrdiff_t>(index);
    add(QStringLiteral("up"), QStringLiteral("↑"), tr("Move up"), [at](graph::List& list) {
        std::swap(list[static_cast<std::size_t>(at)], list[static_cast<std::size_t>(at - 1)]);
    })->setEnabled(index > 0);
    add(QStringLiteral("down"), QStringLiteral("↓"), tr("Move down"), [at](graph::List& list) {
        std::swap(list[static_cast<std::size_t>(at)], list[static_cast<std::size_t>(at + 1)]);
    })->setEnabled(index + 1 < count);
    add(QStringLiteral("remove"), QStringLiteral("×"), tr("Remove"), [at](graph::List& list) {
        list.erase(list.begin() + at);
    });
    return buttons;
}

void GraphParamEditor::rebuildList() {
    refreshers_.clear();
    delete entries_;
    entries_ = new QWidget(this);
    auto* rows = new QVBoxLayout(entries_);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    const graph::Value value = access_.value();
    entryCount_ = value.list() == nullptr ? 0 : value.list()->size();
    if (param_.type == graph::ParamType::Object && !fitsRow(param_.fields)) {
        makeBlocks(entryCount_);
    } else if (entryCount_ > 0) {
        makeTable(entryCount_);
    }
    auto* add = new QPushButton(tr("Add"), entries_);
    add->setObjectName(objectNameOf(QStringLiteral("add")));
    connect(add, &QPushButton::clicked, this, [this] {
        changeList([this](graph::List& list) { list.push_back(defaultValue(entryOf(param_))); });
    });
    rows->addWidget(add, 0, Qt::AlignLeft);
    layout()->addWidget(entries_);
    refresh();
}

void GraphParamEditor::makeTable(std::size_t count) {
    const bool isRecord = param_.type == graph::ParamType::Object;
    const std::vector<graph::ParamSchema> columns =
        isRecord ? std::vector(param_.fields.begin(), param_.fields.end())
                 : std::vector{entryOf(param_)};
    auto* table =
        new QTableWidget(static_cast<int>(count), static_cast<int>(columns.size()) + 1, entries_);
    table->setObjectName(objectNameOf(QStringLiteral("table")));
    table->setAccessibleName(paramTitle(param_.id));
    table->verticalHeader()->hide();
    table->setShowGrid(false);
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->setFocusPolicy(Qt::NoFocus);
    QStringList titles;
    for (const graph::ParamSchema& column : columns) {
        titles << paramTitle(column.id);
    }
    table->setHorizontalHeaderLabels(titles << QString());
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table->horizontalHeader()->setSectionResizeMode(static_cast<int>(columns.size()),
                                                    QHeaderView::ResizeToContents);
    for (std::size_t row = 0; row < count; ++row) {
        const ParamAccess entry = entryAccess(row);
        for (std::size_t column = 0; column < columns.size(); ++column) {
            const graph::ParamSchema& schema = columns[column];
            auto* editor = new GraphParamEditor(
                workspace_, schema, isRecord ? memberAccess(entry, schema) : entry, table);
            table->setCellWidget(static_cast<int>(row), static_cast<int>(column), editor);
            refreshers_.push_back([editor] { editor->refresh(); });
        }
        table->setCellWidget(
            static_cast<int>(row), static_cast<int>(columns.size()), entryButtons(row, count));
    }
    constexpr int kRowHeight = 28;
    table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    table->setFixedHeight(kRowHeight * static_cast<int>(count) +
                          table->horizontalHeader()->sizeHint().height() + 2);
    table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    entries_->layout()->addWidget(table);
}

void GraphParamEditor::makeBlocks(std::size_t count) {
    for (std::size_t row = 0; row < count; ++row) {
        auto* block = new QFrame(entries_);
        block->setObjectName(objectNameOf(QStringLiteral("block")) +
                             QStringLiteral("_%1").arg(row));
        block->setFrameShape(QFrame::StyledPanel);
        auto* form = new QFormLayout(block);
        form->setContentsMargins(8, 4, 8, 6);
        form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
        form->addRow(tr("%1 %2").arg(paramTitle(param_.id)).arg(row + 1), entryButtons(row, count));
        const ParamAccess entry = entryAccess(row);
        for (const graph::ParamSchema& field : param_.fields) {
            auto* editor =
                new GraphParamEditor(workspace_, field, memberAccess(entry, field), block);
            if (field.isList) {
                form->addRow(new QLabel(paramTitle(field.id), block));
                form->addRow(editor);
            } else {
                form->addRow(paramTitle(field.id), editor);
            }
            refreshers_.push_back([editor] { editor->refresh(); });
        }
        entries_->layout()->addWidget(block);
    }
}

} // namespace sartor::editor
