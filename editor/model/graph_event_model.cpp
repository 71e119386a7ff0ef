// SPDX-License-Identifier: Apache-2.0
// What a graph did while it was recorded, as rows that lead to their moment.
#include "editor/model/graph_event_model.h"

#include "editor/model/text.h"

#include <algorithm>
#include <utility>

namespace sartor::editor {

GraphEventModel::GraphEventModel(GraphLive& live, QObject* parent)
    : QAbstractTableModel(parent), live_(live) {
    connect(&live_, &GraphLive::frameChanged, this, &GraphEventModel::refresh);
    refresh();
}

void GraphEventModel::refresh() {
    std::vector<GraphHappening> rows;
    for (const GraphMoment& moment : live_.moments()) {
        rows.insert(rows.end(), moment.happenings.begin(), moment.happenings.end());
    }
    const bool goesOn =
        rows.size() >= rows_.size() && std::equal(rows_.begin(), rows_.end(), rows.begin());
    if (!goesOn) {
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
    } else if (rows.size() > rows_.size()) {
        // What is chosen in the list stays chosen.
        beginInsertRows({}, rowCount(), static_cast<int>(rows.size()) - 1);
        rows_ = std::move(rows);
        endInsertRows();
    }
    const auto& moments = live_.moments();
    const double shown = moments.empty() ? 0.0 : moments[live_.shownMoment()].time;
    if (std::exchange(shownTime_, shown) != shown && !rows_.empty()) {
        Q_EMIT dataChanged(
            index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::ForegroundRole, LaterRole});
    }
}

const GraphHappening& GraphEventModel::happening(int row) const {
    return rows_[static_cast<std::size_t>(row)];
}

std::size_t GraphEventModel::momentOf(int row) const {
    const auto& moments = live_.moments();
    const auto found = std::lower_bound(
        moments.begin(), moments.end(), happening(row).time, [](const auto& moment, double time) {
            return moment.time < time;
        });
    const auto index = static_cast<std::size_t>(found - moments.begin());
    return std::min(index, moments.size() - 1);
}

int GraphEventModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int GraphEventModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant GraphEventModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const GraphHappening& row = happening(index.row());
    if (role == LaterRole) {
        return row.time > shownTime_;
    }
    if (role == Qt::ToolTipRole) {
        return row.kind == GraphHappening::Kind::Event
                   ? tr("Event at a weight of %1 %").arg(std::lround(row.weight * 100.0f))
                   : tr("Transition");
    }
    if (role == Qt::TextAlignmentRole && index.column() == TimeColumn) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case TimeColumn:
        return tr("%1 s").arg(row.time, 0, 'f', 3);
    case NodeColumn:
        return toQString(row.node);
    default:
        return happeningText(row);
    }
}

QVariant GraphEventModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case TimeColumn:
        return tr("Time");
    case NodeColumn:
        return tr("Node");
    default:
        return tr("What happened");
    }
}

} // namespace sartor::editor
