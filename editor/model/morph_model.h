// SPDX-License-Identifier: Apache-2.0
// The morph targets of the open character, one row for each target of each node with meshes.
#pragma once

#include "editor/model/document.h"

#include <QAbstractTableModel>

#include <vector>

namespace sartor::editor {

class MorphModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { NameColumn, NodeColumn, WeightColumn, ColumnCount };
    enum Role {
        WeightRole = Qt::UserRole, ///< float: what deforms the current frame
        IsSetRole                  ///< bool: set here rather than by file or clip
    };

    explicit MorphModel(Document& document, QObject* parent = nullptr);

    MorphId idOf(int row) const { return targets_[static_cast<std::size_t>(row)].id; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Target {
        MorphId id;
        QString name;
        QString nodeName;
        /// An instance that has it, to read its weight from.
        std::size_t instance = 0;
    };

    void reload();
    float weightOf(const Target& target) const;

    Document& document_;
    std::vector<Target> targets_;
};

} // namespace sartor::editor
