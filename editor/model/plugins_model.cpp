// SPDX-License-Identifier: Apache-2.0
// The plugins of the open session: a row for each deformer, and for each file that was refused.
#include "editor/model/plugins_model.h"

#include "editor/model/text.h"

#include <QStringList>

#include <array>
#include <utility>

namespace sartor::editor {

namespace {

QString claimsText(std::uint32_t capabilities) {
    static constexpr std::array<std::pair<std::uint32_t, const char*>, 8> kClaims = {{
        {SARTOR_CAP_RIGID, "rigid"},
        {SARTOR_CAP_SCALE, "scale"},
        {SARTOR_CAP_SHEAR, "shear"},
        {SARTOR_CAP_MIRROR, "mirror"},
        {SARTOR_CAP_LINEAR_OUT, "linear out"},
        {SARTOR_CAP_EXACT_IDENTITY, "exact identity"},
        {SARTOR_CAP_BULGE_FREE, "bulge free"},
        {SARTOR_CAP_ADDITIVE, "additive"},
    }};
    QStringList claims;
    for (const auto& [bit, text] : kClaims) {
        if ((capabilities & bit) != 0) {
            claims << QLatin1String(text);
        }
    }
    return claims.join(QStringLiteral(", "));
}

QString stagesText(const deform::Deformer& deformer) {
    QStringList stages;
    for (const deform::Stage& stage : deformer.stages) {
        stages << toQString(stage.id) +
                      (stage.compute ? QObject::tr(" (CPU, GPU)") : QObject::tr(" (CPU)"));
    }
    return stages.join(QStringLiteral(", "));
}

PluginsModel::State stateFromCode(const std::string& code) {
    return code == "plugin.quarantined" ? PluginsModel::State::Quarantined
           : code == "plugin.disabled"  ? PluginsModel::State::Disabled
                                        : PluginsModel::State::Refused;
}

QString stateText(PluginsModel::State state) {
    switch (state) {
    case PluginsModel::State::Loaded:
        return QObject::tr("Loaded");
    case PluginsModel::State::Refused:
        return QObject::tr("Refused");
    case PluginsModel::State::Quarantined:
        return QObject::tr("In quarantine");
    case PluginsModel::State::Disabled:
        return QObject::tr("Disabled");
    }
    return {};
}

} // namespace

PluginsModel::PluginsModel(Document& document, deform::PluginRecords records, QObject* parent)
    : QAbstractTableModel(parent), document_(document), records_(std::move(records)) {
    connect(&document, &Document::changed, this, [this](DocumentChange change) {
        if (isOtherSession(change) || change == DocumentChange::Plugins) {
            reload();
        }
    });
    reload();
}

void PluginsModel::reload() {
    beginResetModel();
    rows_.clear();
    if (const auto session = document_.session()) {
        for (const auto& deformer : session->plugins().deformers()) {
            addLoaded(*deformer);
        }
        for (const deform::PluginFailure& failure : session->plugins().failures()) {
            addFailure(failure);
        }
    }
    endResetModel();
}

void PluginsModel::addLoaded(const deform::Deformer& deformer) {
    Row row;
    row.file = deformer.pluginPath;
    row.deformer = toQString(deformer.id);
    row.version = toQString(deformer.version);
    row.vendor = toQString(deformer.vendor);
    row.stages = stagesText(deformer);
    row.claims = claimsText(deformer.capabilities);
    const auto record = records_.find(row.file);
    if (record && record->standing == deform::PluginStanding::Disabled) {
        row.state = State::Disabled;
        row.reason = tr("It runs until the next file is opened.");
    }
    rows_.push_back(std::move(row));
}

void PluginsModel::addFailure(const deform::PluginFailure& failure) {
    Row row;
    row.file = failure.path;
    row.state = stateFromCode(failure.error.code);
    row.reason = toQString(failure.error.message) +
                 QStringLiteral(" (%1)").arg(toQString(failure.error.code));
    rows_.push_back(std::move(row));
}

Status PluginsModel::disable(int row) {
    const std::filesystem::path file = fileOf(row);
    Status kept = records_.keep(file, deform::PluginStanding::Disabled, "in the editor");
    reload();
    return kept;
}

void PluginsModel::enable(int row) {
    const std::filesystem::path file = fileOf(row);
    records_.forget(file);
    reload();
}

int PluginsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int PluginsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PluginsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case StateRole:
        return static_cast<int>(row.state);
    case Qt::ToolTipRole:
        return row.reason.isEmpty() ? pathText(row.file) : row.reason;
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    switch (index.column()) {
    case DeformerColumn:
        return row.deformer.isEmpty() ? pathText(row.file.filename()) : row.deformer;
    case StateColumn:
        return stateText(row.state);
    case VersionColumn:
        return row.version;
    case VendorColumn:
        return row.vendor;
    case StagesColumn:
        return row.stages;
    case ClaimsColumn:
        return row.claims;
    default:
        // What is wrong matters more than where it is.
        return row.reason.isEmpty() ? pathText(row.file) : row.reason;
    }
}

QVariant PluginsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case DeformerColumn:
        return tr("Deformer");
    case StateColumn:
        return tr("State");
    case VersionColumn:
        return tr("Version");
    case VendorColumn:
        return tr("Vendor");
    case StagesColumn:
        return tr("Stages");
    case ClaimsColumn:
        return tr("Claims");
    default:
        return tr("File, or reason");
    }
}

} // namespace sartor::editor
