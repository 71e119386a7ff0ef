// SPDX-License-Identifier: Apache-2.0
// The findings of the checks; a click goes to the joint or vertex.
#include "editor/view/problems_panel.h"

#include "editor/view/icons.h"
#include "editor/view/row_table.h"
#include "editor/view/theme.h"

#include <QLabel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace sartor::editor {

namespace {

/// The severity's mark before the rule's title.
class SeverityDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        static const QIcon kError = shapeIcon(IconShape::Error);
        static const QIcon kWarning = shapeIcon(IconShape::Warning);
        static const QIcon kInfo = shapeIcon(IconShape::Info);
        const auto severity =
            static_cast<diagnose::Severity>(index.data(ProblemsModel::SeverityRole).toInt());
        option->icon = severity == diagnose::Severity::Error
                           ? kError
                           : (severity == diagnose::Severity::Warning ? kWarning : kInfo);
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = QSize(14, 14);
    }
};

} // namespace

ProblemsPanel::ProblemsPanel(Checks& checks, Selection& selection, QWidget* parent)
    : QWidget(parent), checks_(checks), model_(checks) {
    setObjectName(QStringLiteral("problemsPanel"));
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    state_ = new QLabel(this);
    state_->setObjectName(QStringLiteral("problemsState"));
    state_->setProperty("quiet", true);
    state_->setAlignment(Qt::AlignCenter);
    table_ = makeRowTable(model_, tr("Problems"), this);
    table_->setObjectName(QStringLiteral("problemsTable"));
    table_->setItemDelegateForColumn(ProblemsModel::RuleColumn, new SeverityDelegate(table_));
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->setColumnWidth(ProblemsModel::RuleColumn, 230);
    table_->setColumnWidth(ProblemsModel::SubjectColumn, 230);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(state_);
    layout->addWidget(table_);
    connect(table_, &QTableView::clicked, this, [this, &selection](const QModelIndex& index) {
        model_.select(index.row(), selection);
    });
    connect(&checks, &Checks::changed, this, &ProblemsPanel::refresh);
    refresh();
}

void ProblemsPanel::refresh() {
    const bool hasRows = model_.rowCount() > 0;
    table_->setVisible(hasRows);
    state_->setVisible(!hasRows);
    if (checks_.report() != nullptr) {
        state_->setText(tr("All checks passed"));
    } else {
        state_->setText(checks_.isRunning() ? tr("Checking") : tr("Nothing open"));
    }
    const std::size_t count =
        model_.countOf(diagnose::Severity::Error) + model_.countOf(diagnose::Severity::Warning);
    Q_EMIT titleChanged(count == 0 ? tr("Problems") : tr("Problems (%1)").arg(count));
}

} // namespace sartor::editor
