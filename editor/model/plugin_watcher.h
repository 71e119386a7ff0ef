// SPDX-License-Identifier: Apache-2.0
// Takes plugins that were built anew into the open document.
#pragma once

#include "editor/model/document.h"
#include "editor/model/worker.h"

#include <sartor/base/file_stamp.h>

#include <QFileSystemWatcher>
#include <QStringList>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <map>
#include <optional>

namespace sartor::editor {

/// Watches the plugin files of the open session, those that were refused among them, and their
/// folders. A file that has changed and has been left alone for a moment is tried in a process of
/// its own, and then loaded into the session; whatever fails keeps the old build running.
class PluginWatcher : public QObject {
    Q_OBJECT

public:
    /// Runs on a pool thread.
    using AdmitFunction =
        std::function<Status(const std::filesystem::path& file, const std::stop_token& stop)>;

    static constexpr int kQuietMilliseconds = 300;

    /// Without a function of the caller's, deform::PluginScreening.
    explicit PluginWatcher(Document& document, AdmitFunction admit = {}, QObject* parent = nullptr);

    /// Takes the file as it is now, whether it has changed or not.
    void reload(const std::filesystem::path& file);
    bool isBusy() const { return worker_.isBusy(); }

Q_SIGNALS:
    /// The new build runs. A line for each thing that is different: what is declared, what became
    /// of values.
    void updated(const QString& file, const QStringList& lines);
    /// The old build runs on, or nothing does, where there was none.
    void kept(const QString& file, const QString& reason);

private:
    void startAnew();
    void rewatch();
    void look();
    void takeNext();
    void take(const std::filesystem::path& file, const Status& admitted);

    Document& document_;
    AdmitFunction admit_;
    QFileSystemWatcher files_;
    QTimer quiet_;
    /// Of each plugin file when it was last taken or refused.
    std::map<std::filesystem::path, std::optional<FileStamp>> stamps_;
    std::vector<std::filesystem::path> waiting_;
    Worker worker_;
};

} // namespace sartor::editor
