// SPDX-License-Identifier: Apache-2.0
// Takes plugins that were built anew into the open document.
#include "editor/model/plugin_watcher.h"

#include "editor/model/text.h"

#include <sartor/base/log.h>
#include <sartor/deform/plugin_screening.h>

#include <algorithm>
#include <set>

namespace sartor::editor {

namespace {

Status admitByScreening(const std::filesystem::path& file, const std::stop_token& stop) {
    return deform::PluginScreening(deform::PluginRecords(), {.stop = stop})
        .admit(file, deform::UnknownPlugin::Probe);
}

std::set<std::filesystem::path> foldersOf(const session::Session& session) {
    std::set<std::filesystem::path> folders;
    for (const auto& folder : session.options().pluginFolders) {
        folders.insert(folder);
    }
    for (const auto& folder : deform::defaultPluginFolders()) {
        folders.insert(folder);
    }
    for (const auto& deformer : session.plugins().deformers()) {
        folders.insert(deformer->pluginPath.parent_path());
    }
    return folders;
}

std::vector<std::filesystem::path> pluginsIn(const std::set<std::filesystem::path>& folders) {
    std::vector<std::filesystem::path> files;
    for (const std::filesystem::path& folder : folders) {
        std::error_code error;
        for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
             entry.increment(error)) {
            if (entry->path().extension() == ".sartorplugin") {
                files.push_back(entry->path());
            }
        }
    }
    return files;
}

} // namespace

PluginWatcher::PluginWatcher(Document& document, AdmitFunction admit, QObject* parent)
    : QObject(parent)
    , document_(document)
    , admit_(admit ? std::move(admit) : AdmitFunction(admitByScreening)) {
    quiet_.setSingleShot(true);
    quiet_.setInterval(kQuietMilliseconds);
    connect(&quiet_, &QTimer::timeout, this, &PluginWatcher::look);
    // Whoever writes goes on for a while: each sign of it starts the wait anew.
    const auto wait = [this] { quiet_.start(); };
    connect(&files_, &QFileSystemWatcher::fileChanged, this, wait);
    connect(&files_, &QFileSystemWatcher::directoryChanged, this, wait);
    connect(&document_, &Document::changed, this, [this](DocumentChange change) {
        if (isOtherSession(change)) {
            startAnew();
        }
    });
    startAnew();
}

void PluginWatcher::startAnew() {
    worker_.cancel();
    waiting_.clear();
    stamps_.clear();
    if (const auto session = document_.session()) {
        for (const auto& deformer : session->plugins().deformers()) {
            stamps_[deformer->pluginPath] = deformer->pluginStamp;
        }
    }
    rewatch();
    // What has changed since it was loaded, before it was watched.
    quiet_.start();
}

void PluginWatcher::reload(const std::filesystem::path& file) {
    stamps_[file] = fileStamp(file);
    if (std::find(waiting_.begin(), waiting_.end(), file) == waiting_.end()) {
        waiting_.push_back(file);
    }
    takeNext();
}

// A file that was replaced is not watched any more, and a new one not yet.
void PluginWatcher::rewatch() {
    const auto session = document_.session();
    QStringList wanted;
    if (session != nullptr) {
        const std::set<std::filesystem::path> folders = foldersOf(*session);
        for (const std::filesystem::path& folder : folders) {
            wanted << pathText(folder);
        }
        for (const std::filesystem::path& file : pluginsIn(folders)) {
            wanted << pathText(file);
            stamps_.try_emplace(file, fileStamp(file));
        }
    }
    const QStringList watched = files_.files() + files_.directories();
    QStringList superfluous;
    for (const QString& path : watched) {
        if (!wanted.contains(path)) {
            superfluous << path;
        }
    }
    if (!superfluous.isEmpty()) {
        files_.removePaths(superfluous);
    }
    for (const QString& path : watched) {
        wanted.removeAll(path);
    }
    if (!wanted.isEmpty()) {
        files_.addPaths(wanted);
    }
}

void PluginWatcher::look() {
    const auto session = document_.session();
    if (session == nullptr) {
        return;
    }
    for (const std::filesystem::path& file : pluginsIn(foldersOf(*session))) {
        const std::optional<FileStamp> now = fileStamp(file);
        const auto known = stamps_.find(file);
        if (now && (known == stamps_.end() || known->second != now)) {
            reload(file);
        }
    }
    rewatch();
}

void PluginWatcher::takeNext() {
    if (waiting_.empty() || worker_.isBusy()) {
        return;
    }
    const std::filesystem::path file = waiting_.front();
    waiting_.erase(waiting_.begin());
    worker_.start([this, file, admit = admit_](const CancelToken& token) -> Worker::Completion {
        const Status admitted = admit(file, token.stopToken());
        return [this, file, admitted] {
            take(file, admitted);
            takeNext();
        };
    });
}

void PluginWatcher::take(const std::filesystem::path& file, const Status& admitted) {
    const QString path = pathText(file);
    const auto keep = [&](const Error& error) {
        log(LogLevel::Warning, "the build that runs is kept: " + error.message);
        Q_EMIT kept(path, toQString(error.message));
    };
    if (!admitted) {
        keep(admitted.error());
        return;
    }
    const auto update = document_.reloadPlugin(file);
    if (!update) {
        keep(update.error());
        return;
    }
    QStringList lines;
    for (const auto& [what, list] : {std::pair(tr("changed"), &update->changes),
                                     std::pair(tr("clamped"), &update->clamped),
                                     std::pair(tr("dropped"), &update->dropped)}) {
        for (const std::string& line : *list) {
            lines << what + QStringLiteral(": ") + toQString(line);
        }
    }
    // Everybody has heard of the change by now, and let go of the old deformers.
    if (const Status gone = update->retired.expectUnloaded(); !gone) {
        log(LogLevel::Warning, gone.error().message);
        lines << toQString(gone.error().message);
    }
    log(LogLevel::Info, "loaded anew: " + file.string());
    for (const QString& line : lines) {
        log(LogLevel::Info, "  " + line.toStdString());
    }
    Q_EMIT updated(path, lines);
}

} // namespace sartor::editor
