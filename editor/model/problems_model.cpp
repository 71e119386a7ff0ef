// SPDX-License-Identifier: Apache-2.0
// What the checks have found, with the way to each place.
#include "editor/model/problems_model.h"

#include "editor/model/text.h"

#include <algorithm>

namespace sartor::editor {

ProblemsModel::ProblemsModel(Checks& checks, QObject* parent) : QAbstractTableModel(parent) {
    const auto reload = [this, &checks] {
        beginResetModel();
        rows_ = checks.report() == nullptr ? decltype(rows_){} : checks.report()->diagnostics;
        endResetModel();
    };
    reload();
    connect(&checks, &Checks::changed, this, reload);
}

void ProblemsModel::select(int row, Selection& selection) const {
    if (row < 0 || row >= rowCount()) {
        return;
    }
    const diagnose::Diagnostic& diagnostic = rows_[static_cast<std::size_t>(row)];
    if (!diagnostic.joints.empty()) {
        selection.setJoint(diagnostic.joints.front());
    }
    if (diagnostic.instance && !diagnostic.vertices.empty()) {
        selection.setVertex(VertexId{*diagnostic.instance, diagnostic.vertices.front()});
    }
}

std::size_t ProblemsModel::countOf(diagnose::Severity severity) const {
    return static_cast<std::size_t>(
        std::count_if(rows_.begin(), rows_.end(), [severity](const auto& diagnostic) {
            return diagnostic.severity == severity;
        }));
}

int ProblemsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ProblemsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const diagnose::Diagnostic& diagnostic = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case RuleColumn:
            return toQString(diagnose::titleOf(diagnostic));
        case SubjectColumn:
            return toQString(diagnostic.subject.empty() ? diagnostic.place : diagnostic.subject);
        default:
            return toQString(diagnostic.message);
        }
    case Qt::ToolTipRole: {
        const QString head = toQString(diagnostic.rule) + u'\n' + toQString(diagnostic.place);
        const diagnose::RuleInfo* rule = diagnose::findRule(diagnostic.rule);
        return rule == nullptr ? head
                               : head + QStringLiteral("\n\n") + toQString(rule->explanation);
    }
    case SeverityRole:
        return static_cast<int>(diagnostic.severity);
    default:
        return {};
    }
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case RuleColumn:
        return tr("Problem");
    case SubjectColumn:
        return tr("Where");
    default:
        return tr("What");
    }
}

} // namespace sartor::editor
