// SPDX-License-Identifier: Apache-2.0
// The log as rows: from any thread, with a bound on what is kept.
#include "editor/model/log_model.h"

#include "editor/model/text.h"

namespace sartor::editor {

namespace {

QString levelName(LogLevel level) {
    switch (level) {
    case LogLevel::Debug:
        return QStringLiteral("debug");
    case LogLevel::Info:
        return QStringLiteral("info");
    case LogLevel::Warning:
        return QStringLiteral("warning");
    case LogLevel::Error:
        return QStringLiteral("error");
    }
    return {};
}

} // namespace

LogModel::LogModel(QObject* parent) : QAbstractListModel(parent) {
    sinkId_ = addLogSink([this](LogLevel level, std::string_view message) {
        Line line{QTime::currentTime(), level, toQString(message)};
        QMetaObject::invokeMethod(
            this, [this, line = std::move(line)] { append(line); }, Qt::AutoConnection);
    });
}

LogModel::~LogModel() {
    removeLogSink(sinkId_);
}

int LogModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

QVariant LogModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const Line& line = lines_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return QStringLiteral("%1  %2  %3")
            .arg(line.time.toString(QStringLiteral("HH:mm:ss")),
                 levelName(line.level).leftJustified(7),
                 line.text);
    case LevelRole:
        return static_cast<int>(line.level);
    default:
        return {};
    }
}

void LogModel::clear() {
    beginResetModel();
    lines_.clear();
    endResetModel();
}

void LogModel::append(Line line) {
    if (lines_.size() == static_cast<std::size_t>(kMaximumRows)) {
        beginRemoveRows({}, 0, 0);
        lines_.pop_front();
        endRemoveRows();
    }
    const int row = static_cast<int>(lines_.size());
    beginInsertRows({}, row, row);
    lines_.push_back(std::move(line));
    endInsertRows();
}

} // namespace sartor::editor
