// SPDX-License-Identifier: Apache-2.0
// Which plugins there are, what became of them, and what can be done about it.
#include "editor/view/plugins_panel.h"

#include "editor/model/log_failure.h"
#include "editor/view/icons.h"
#include "editor/view/row_table.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace sartor::editor {

namespace {

using State = PluginsModel::State;

/// A mark before the name of what is not loaded.
class StateDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const auto state = static_cast<State>(index.data(PluginsModel::StateRole).toInt());
        if (state == State::Loaded) {
            return;
        }
        static const QIcon kError = shapeIcon(IconShape::Error);
        static const QIcon kInfo = shapeIcon(IconShape::Info);
        option->icon = state == State::Disabled ? kInfo : kError;
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = QSize(14, 14);
    }
};

} // namespace

PluginsPanel::PluginsPanel(Document& document, PluginWatcher& watcher, QWidget* parent)
    : QWidget(parent), watcher_(watcher), model_(document) {
    setObjectName(QStringLiteral("pluginsPanel"));
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    empty_ = new QLabel(tr("Nothing open"), this);
    empty_->setProperty("quiet", true);
    empty_->setAlignment(Qt::AlignCenter);
    table_ = makeRowTable(model_, tr("Plugins"), this);
    table_->setObjectName(QStringLiteral("pluginsTable"));
    table_->setItemDelegateForColumn(PluginsModel::StateColumn, new StateDelegate(table_));
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->setColumnWidth(PluginsModel::DeformerColumn, 180);
    table_->setColumnWidth(PluginsModel::StateColumn, 110);
    table_->setColumnWidth(PluginsModel::VersionColumn, 70);
    table_->setColumnWidth(PluginsModel::StagesColumn, 150);
    table_->setColumnWidth(PluginsModel::ClaimsColumn, 240);

    reload_ = new QPushButton(tr("Load Anew"), this);
    reload_->setObjectName(QStringLiteral("reloadPlugin"));
    reload_->setToolTip(tr("Take the chosen file as it is now; on any error the build that runs is "
                           "kept"));
    connect(reload_, &QPushButton::clicked, this, [this] {
        watcher_.reload(model_.fileOf(chosenRow()));
    });
    disable_ = new QPushButton(tr("Disable"), this);
    disable_->setObjectName(QStringLiteral("disablePlugin"));
    connect(disable_, &QPushButton::clicked, this, &PluginsPanel::toggleDisabled);

    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(8, 4, 8, 4);
    buttons->addStretch(1);
    buttons->addWidget(reload_);
    buttons->addWidget(disable_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(empty_);
    layout->addWidget(table_, 1);
    layout->addLayout(buttons);
    connect(&model_, &QAbstractItemModel::modelReset, this, &PluginsPanel::refresh);
    connect(table_->selectionModel(),
            &QItemSelectionModel::selectionChanged,
            this,
            &PluginsPanel::refresh);
    refresh();
}

int PluginsPanel::chosenRow() const {
    const QModelIndexList rows = table_->selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : rows.front().row();
}

void PluginsPanel::refresh() {
    const bool hasRows = model_.rowCount() > 0;
    table_->setVisible(hasRows);
    empty_->setVisible(!hasRows);
    const int row = chosenRow();
    reload_->setEnabled(row >= 0);
    disable_->setEnabled(row >= 0);
    const bool isShut = row >= 0 && (model_.stateOf(row) == State::Disabled ||
                                     model_.stateOf(row) == State::Quarantined);
    disable_->setText(isShut ? tr("Enable") : tr("Disable"));
    disable_->setToolTip(isShut
                             ? tr("Try the chosen file again, and load it")
                             : tr("Do not load the chosen file from the next opening on, until it "
                                  "changes"));
}

void PluginsPanel::toggleDisabled() {
    const int row = chosenRow();
    const State state = model_.stateOf(row);
    if (state == State::Disabled || state == State::Quarantined) {
        const std::filesystem::path file = model_.fileOf(row);
        model_.enable(row);
        watcher_.reload(file);
    } else {
        logFailure(model_.disable(row));
    }
}

} // namespace sartor::editor
