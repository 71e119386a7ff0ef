// SPDX-License-Identifier: Apache-2.0
// The tables of the panels: whole rows are chosen, one at a time.
#pragma once

#include <QAbstractItemModel>
#include <QHeaderView>
#include <QString>
#include <QTableView>

namespace sartor::editor {

/// A table of a panel, with its name for screen readers. The parent owns it.
inline QTableView* makeRowTable(QAbstractItemModel& model, const QString& name, QWidget* parent) {
    auto* table = new QTableView(parent);
    table->setAccessibleName(name);
    table->setModel(&model);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(24);
    table->horizontalHeader()->setHighlightSections(false);
    return table;
}

} // namespace sartor::editor
