// SPDX-License-Identifier: Apache-2.0
// The selected vertex under several chains.
#include "editor/model/chain_comparison_model.h"

#include "editor/model/text.h"

#include <glm/geometric.hpp>

#include <functional>
#include <optional>

namespace sartor::editor {

namespace {

QString percentText(const std::optional<double>& share) {
    return share ? QStringLiteral("%1 %").arg(*share * 100.0, 0, 'f', 1) : QStringLiteral("–");
}

} // namespace

ChainComparisonModel::ChainComparisonModel(const ExplainModel& vertex, QObject* parent)
    : QAbstractTableModel(parent), vertex_(vertex) {
    connect(&vertex, &ExplainModel::explained, this, &ChainComparisonModel::refresh);
    refresh();
}

void ChainComparisonModel::refresh() {
    beginResetModel();
    chains_.clear();
    for (const diagnose::ComparedChain& chain : vertex_.chains()) {
        chains_.push_back(toQString(chain.name));
    }
    rows_ = makeRows();
    endResetModel();
}

std::vector<ChainComparisonModel::Row> ChainComparisonModel::makeRows() const {
    const auto& chains = vertex_.chains();
    if (chains.empty()) {
        return {};
    }
    std::vector<Row> rows;
    const auto add = [&](const QString& name,
                         const QString& explanation,
                         const std::function<QString(const diagnose::ComparedChain&)>& cell) {
        Row& row = rows.emplace_back(Row{name, explanation, {}});
        for (const diagnose::ComparedChain& chain : chains) {
            row.cells.push_back(cell(chain));
        }
    };
    add(tr("Radius kept"),
        tr("Smallest stretch of the surface around the vertex, in this pose"),
        [](const diagnose::ComparedChain& chain) {
            return percentText(chain.explanation.retention);
        });
    add(tr("Predicted"),
        tr("What theory says of these weights and this angle; – where it says nothing"),
        [](const diagnose::ComparedChain& chain) { return percentText(chain.predicted); });
    add(tr("Result"),
        tr("Where the chain puts the vertex"),
        [](const diagnose::ComparedChain& chain) {
            const glm::dvec3& position = chain.explanation.position;
            return QStringLiteral("%1 %2 %3")
                .arg(position.x, 0, 'f', 3)
                .arg(position.y, 0, 'f', 3)
                .arg(position.z, 0, 'f', 3);
        });
    add(tr("From the first"),
        tr("Distance from the result of the first chain"),
        [&](const diagnose::ComparedChain& chain) {
            return numberText(
                glm::distance(chain.explanation.position, chains[0].explanation.position));
        });
    add(tr("Not explained"),
        tr("Length of what the chain adds to the weighted mean of where each joint alone takes the "
           "vertex"),
        [](const diagnose::ComparedChain& chain) {
            return chain.explanation.isLinear()
                       ? tr("nothing")
                       : numberText(glm::length(chain.explanation.unexplained));
        });
    for (std::size_t i = 0; i < chains[0].explanation.influences.size(); ++i) {
        const diagnose::ChainStep& step = chains[0].explanation.influences[i];
        add(tr("%1 +0.01").arg(vertex_.slotName(step.slot)),
            tr("How far a hundredth more weight for this joint moves the vertex"),
            [i](const diagnose::ComparedChain& chain) {
                return numberText(0.01 * glm::length(chain.explanation.influences[i].pull));
            });
    }
    return rows;
}

int ChainComparisonModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ChainComparisonModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || chains_.empty() ? 0 : static_cast<int>(chains_.size()) + 1;
}

QVariant ChainComparisonModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == 0 ? row.name
                                   : row.cells[static_cast<std::size_t>(index.column()) - 1];
    case Qt::ToolTipRole:
        return row.explanation;
    case Qt::TextAlignmentRole:
        return index.column() == 0 ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant
ChainComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 ||
        section >= columnCount()) {
        return {};
    }
    return section == 0 ? tr("Side by side") : chains_[static_cast<std::size_t>(section) - 1];
}

} // namespace sartor::editor
