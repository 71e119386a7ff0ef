// SPDX-License-Identifier: Apache-2.0
// What the checks have found, with the way to each place.
#pragma once

#include "editor/model/checks.h"
#include "editor/model/selection.h"

#include <QAbstractTableModel>

namespace sartor::editor {

class ProblemsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { RuleColumn, SubjectColumn, MessageColumn, ColumnCount };
    enum Role { SeverityRole = Qt::UserRole }; ///< diagnose::Severity as int

    explicit ProblemsModel(Checks& checks, QObject* parent = nullptr);

    /// Selects the joint and the vertex a row is about, as far as it names them.
    void select(int row, Selection& selection) const;
    std::size_t countOf(diagnose::Severity severity) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<diagnose::Diagnostic> rows_;
};

} // namespace sartor::editor
