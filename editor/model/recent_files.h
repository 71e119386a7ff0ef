// SPDX-License-Identifier: Apache-2.0
// The files that were opened last, newest first, kept in the settings.
#pragma once

#include <QSettings>
#include <QStringList>

namespace sartor::editor {

class RecentFiles {
public:
    static constexpr qsizetype kMaximumCount = 10;

    explicit RecentFiles(QSettings& settings);

    const QStringList& paths() const { return paths_; }
    /// Folder of the newest one; empty without any.
    QString lastFolder() const;
    void add(const QString& path);
    void remove(const QString& path);
    void clear();

private:
    void write();

    QSettings& settings_;
    QStringList paths_;
};

} // namespace sartor::editor
