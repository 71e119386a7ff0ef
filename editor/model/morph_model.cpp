// SPDX-License-Identifier: Apache-2.0
// The morph targets of the open character, one row for each target of each node with meshes.
#include "editor/model/morph_model.h"

#include "editor/model/text.h"

#include <set>

namespace sartor::editor {

MorphModel::MorphModel(Document& document, QObject* parent)
    : QAbstractTableModel(parent), document_(document) {
    reload();
    connect(&document, &Document::changed, this, [this](DocumentChange change) {
        if (isOtherSession(change)) {
            reload();
        } else if (!targets_.empty() && change != DocumentChange::Playback) {
            Q_EMIT dataChanged(index(0, WeightColumn), index(rowCount() - 1, WeightColumn));
        }
    });
}

int MorphModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(targets_.size());
}

int MorphModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant MorphModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Target& target = targets_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case NameColumn:
            return target.name;
        case NodeColumn:
            return target.nodeName;
        default:
            return QString::number(static_cast<double>(weightOf(target)), 'f', 3);
        }
    case WeightRole:
        return weightOf(target);
    case IsSetRole:
        return document_.settings().morphWeights.contains(target.id);
    default:
        return {};
    }
}

QVariant MorphModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case NameColumn:
        return tr("Target");
    case NodeColumn:
        return tr("Node");
    default:
        return tr("Weight");
    }
}

void MorphModel::reload() {
    beginResetModel();
    targets_.clear();
    if (const auto session = document_.session()) {
        const import::ImportedScene& scene = session->scene();
        std::set<MorphId> seen;
        for (std::size_t i = 0; i < scene.instances.size(); ++i) {
            const import::MeshInstance& instance = scene.instances[i];
            const std::size_t count = instance.morphs ? instance.morphs->targetCount() : 0;
            for (std::uint32_t t = 0; t < count; ++t) {
                const MorphId id{instance.node, t};
                if (!seen.insert(id).second) {
                    continue;
                }
                const std::string& name = instance.morphs->targets()[t].name;
                targets_.push_back({id,
                                    name.empty() ? tr("Target %1").arg(t) : toQString(name),
                                    jointName(*scene.skeleton, instance.node),
                                    i});
            }
        }
    }
    endResetModel();
}

float MorphModel::weightOf(const Target& target) const {
    const auto set = document_.settings().morphWeights.find(target.id);
    if (set != document_.settings().morphWeights.end()) {
        return set->second;
    }
    const session::Session* session = document_.evaluated();
    if (session == nullptr) {
        return 0.0f;
    }
    const auto weights = session->frame(target.instance).morphWeights;
    return target.id.target < weights.size() ? weights[target.id.target] : 0.0f;
}

} // namespace sartor::editor
