// SPDX-License-Identifier: Apache-2.0
// What moves the selected vertex: numbers and a row for each joint.
#include "editor/view/explain_panel.h"

#include "editor/view/row_table.h"
#include "editor/view/theme.h"

#include <QFontDatabase>
#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace sartor::editor {

namespace {

/// The weight as a bar behind its number.
class WeightDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const double weight = index.data(ExplainModel::WeightRole).toDouble();
        QRect bar = option.rect.adjusted(2, 3, -2, -3);
        bar.setWidth(static_cast<int>(bar.width() * std::clamp(weight, 0.0, 1.0)));
        painter->fillRect(bar, themeColours().accent.darker(190));
        QStyledItemDelegate::paint(painter, option, index);
    }
};

} // namespace

ExplainPanel::ExplainPanel(Document& document, Selection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection), model_(document, selection), chains_(model_) {
    setObjectName(QStringLiteral("explainPanel"));
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    summary_ = new QLabel(this);
    summary_->setObjectName(QStringLiteral("explainSummary"));
    summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    summary_->setTextFormat(Qt::PlainText);
    summary_->setWordWrap(true);
    summary_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    table_ = makeRowTable(model_, tr("Influences of the vertex"), this);
    table_->setObjectName(QStringLiteral("explainTable"));
    table_->setItemDelegateForColumn(ExplainModel::WeightColumn, new WeightDelegate(table_));
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    // Numbers of one column stand below each other.
    QFont mono = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    mono.setPointSizeF(font().pointSizeF() * 0.95);
    table_->setFont(mono);
    summary_->setFont(mono);
    chainTable_ = makeRowTable(chains_, tr("The vertex under several chains"), this);
    chainTable_->setObjectName(QStringLiteral("chainComparisonTable"));
    chainTable_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    chainTable_->setFont(mono);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    summary_->setContentsMargins(10, 8, 10, 8);
    layout->addWidget(summary_);
    layout->addWidget(table_, 2);
    layout->addWidget(chainTable_, 3);
    layout->addStretch(0);

    connect(&model_, &ExplainModel::explained, this, &ExplainPanel::refresh);
    // Clicking a row asks for that joint's weights.
    connect(table_, &QTableView::clicked, this, [this](const QModelIndex& index) {
        selection_.setJoint(JointIndex(index.data(ExplainModel::JointRole).toUInt()));
    });
    refresh();
}

void ExplainPanel::refresh() {
    const QString text = model_.summary();
    if (text != summary_->text()) {
        summary_->setText(text);
    }
    table_->setVisible(model_.rowCount() > 0);
    chainTable_->setVisible(chains_.rowCount() > 0);
}

} // namespace sartor::editor
