// SPDX-License-Identifier: Apache-2.0
// The clips to choose from; the first row is none of them.
#include "editor/model/clip_model.h"

#include "editor/model/text.h"

namespace sartor::editor {

ClipModel::ClipModel(Document& document, QObject* parent)
    : QAbstractListModel(parent), document_(document) {
    const auto reload = [this] {
        beginResetModel();
        const auto session = document_.session();
        clips_ = session == nullptr ? decltype(clips_){} : session->scene().clips;
        endResetModel();
    };
    reload();
    connect(&document, &Document::changed, this, [reload](DocumentChange change) {
        if (isOtherSession(change)) {
            reload();
        }
    });
}

int ClipModel::rowOf(std::optional<std::uint32_t> clip) {
    return clip ? static_cast<int>(*clip) + 1 : 0;
}

std::optional<std::uint32_t> ClipModel::clipOf(int row) {
    return row <= 0 ? std::nullopt : std::optional<std::uint32_t>(row - 1);
}

int ClipModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(clips_.size()) + 1;
}

QVariant ClipModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto clip = clipOf(index.row());
    if (role == Qt::DisplayRole) {
        if (!clip) {
            return tr("Rest (no clip)");
        }
        const std::string& name = clips_[*clip]->name();
        return name.empty() ? tr("Clip %1").arg(*clip) : toQString(name);
    }
    if (role == Qt::ToolTipRole) {
        return clip ? tr("%1 s, %2 channels")
                          .arg(clips_[*clip]->duration(), 0, 'f', 3)
                          .arg(clips_[*clip]->channelCount())
                    : tr("The file's own transforms and morph weights");
    }
    return {};
}

} // namespace sartor::editor
