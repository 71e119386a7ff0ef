// SPDX-License-Identifier: Apache-2.0
// The log as rows: from any thread, with a bound on what is kept.
#pragma once

#include <sartor/base/log.h>

#include <QAbstractListModel>
#include <QString>
#include <QTime>

#include <deque>

namespace sartor::editor {

class LogModel : public QAbstractListModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogModel)

public:
    static constexpr int kMaximumRows = 2000;
    enum Role { LevelRole = Qt::UserRole };

    explicit LogModel(QObject* parent = nullptr);
    ~LogModel() override;

    int rowCount(const QModelIndex& parent = {}) const override;
    /// DisplayRole: time, level and text; LevelRole: LogLevel as int.
    QVariant data(const QModelIndex& index, int role) const override;
    void clear();

private:
    struct Line {
        QTime time;
        LogLevel level = LogLevel::Info;
        QString text;
    };

    void append(Line line);

    std::deque<Line> lines_;
    int sinkId_ = 0;
};

} // namespace sartor::editor
