// SPDX-License-Identifier: Apache-2.0
// The plugins of the open session: a row for each deformer, and for each file that was refused.
#pragma once

#include "editor/model/document.h"

#include <sartor/deform/plugin_records.h>

#include <QAbstractTableModel>

#include <filesystem>
#include <vector>

namespace sartor::editor {

class PluginsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        DeformerColumn,
        StateColumn,
        VersionColumn,
        VendorColumn,
        StagesColumn,
        ClaimsColumn,
        FileColumn,
        ColumnCount
    };
    enum class State {
        Loaded,
        Refused,     ///< breaks a rule
        Quarantined, ///< took down the process that tried it
        Disabled     ///< from the next opening on, where it is still loaded
    };
    enum Role { StateRole = Qt::UserRole }; ///< State as int

    PluginsModel(Document& document,
                 deform::PluginRecords records = deform::PluginRecords(),
                 QObject* parent = nullptr);

    const std::filesystem::path& fileOf(int row) const {
        return rows_[static_cast<std::size_t>(row)].file;
    }
    State stateOf(int row) const { return rows_[static_cast<std::size_t>(row)].state; }

    /// Errors: those of deform::PluginRecords::keep.
    Status disable(int row);
    /// Forgets that the file is disabled, or in quarantine.
    void enable(int row);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// ToolTipRole: the reason where there is one, else the path.
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        std::filesystem::path file;
        State state = State::Loaded;
        QString deformer;
        QString version;
        QString vendor;
        QString stages;
        QString claims;
        QString reason;
    };

    void reload();
    void addLoaded(const deform::Deformer& deformer);
    void addFailure(const deform::PluginFailure& failure);

    Document& document_;
    deform::PluginRecords records_;
    std::vector<Row> rows_;
};

} // namespace sartor::editor
