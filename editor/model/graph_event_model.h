// SPDX-License-Identifier: Apache-2.0
// What a graph did while it was recorded, as rows that lead to their moment.
#pragma once

#include "editor/model/graph_live.h"
#include "editor/model/graph_part.h"

#include <QAbstractTableModel>

#include <cstddef>
#include <vector>

namespace sartor::editor {

/// The oldest first; of moments that have been forgotten there is nothing.
class GraphEventModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { TimeColumn, NodeColumn, WhatColumn, ColumnCount };
    enum Role { LaterRole = Qt::UserRole }; ///< whether it comes after the moment that is shown

    explicit GraphEventModel(GraphLive& live, QObject* parent = nullptr);

    const GraphHappening& happening(int row) const;
    /// The recorded moment it belongs to.
    std::size_t momentOf(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void refresh();

    GraphLive& live_;
    std::vector<GraphHappening> rows_;
    double shownTime_ = 0.0;
};

} // namespace sartor::editor
