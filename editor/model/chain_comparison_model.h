// SPDX-License-Identifier: Apache-2.0
// The selected vertex under several chains: a row for each quantity, a column for each chain.
#pragma once

#include "editor/model/explain_model.h"

#include <QAbstractTableModel>

#include <vector>

namespace sartor::editor {

class ChainComparisonModel : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit ChainComparisonModel(const ExplainModel& vertex, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    /// Names of the quantities, then the chains.
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString name;
        QString explanation; ///< tool tip
        std::vector<QString> cells;
    };

    void refresh();
    std::vector<Row> makeRows() const;

    const ExplainModel& vertex_;
    std::vector<QString> chains_;
    std::vector<Row> rows_;
};

} // namespace sartor::editor
