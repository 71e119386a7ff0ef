// SPDX-License-Identifier: Apache-2.0
// The files that were opened last, newest first, kept in the settings.
#include "editor/model/recent_files.h"

#include <QFileInfo>

namespace sartor::editor {

namespace {

constexpr auto kKey = "files/recent";

} // namespace

RecentFiles::RecentFiles(QSettings& settings)
    : settings_(settings), paths_(settings.value(kKey).toStringList().mid(0, kMaximumCount)) {}

QString RecentFiles::lastFolder() const {
    return paths_.isEmpty() ? QString() : QFileInfo(paths_.front()).absolutePath();
}

void RecentFiles::add(const QString& path) {
    paths_.removeAll(path);
    paths_.prepend(path);
    paths_ = paths_.mid(0, kMaximumCount);
    write();
}

void RecentFiles::remove(const QString& path) {
    paths_.removeAll(path);
    write();
}

void RecentFiles::clear() {
    paths_.clear();
    write();
}

void RecentFiles::write() {
    settings_.setValue(kKey, paths_);
}

} // namespace sartor::editor
