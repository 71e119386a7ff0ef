// SPDX-License-Identifier: Apache-2.0
// Keeps a copy of the graph's unsaved edits aside, and finds those of an editor that has ended
// early.
#include "editor/model/graph_recovery.h"

#include "editor/model/graph_file.h"
#include "editor/model/log_failure.h"
#include "editor/model/text.h"

#include <sartor/base/file.h>
#include <sartor/io/graph_document.h>

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>

#include <utility>

namespace sartor::editor {

namespace {

constexpr auto kCopySuffix = ".sartor-graph.json";
constexpr auto kOriginSuffix = ".origin";
constexpr auto kLockSuffix = ".lock";

std::filesystem::path beside(const std::filesystem::path& copy, const char* suffix) {
    const std::string name = copy.filename().string();
    const std::size_t stem = name.size() - std::string_view(kCopySuffix).size();
    return copy.parent_path() / (name.substr(0, stem) + suffix);
}

void removeAll(const std::filesystem::path& copy) {
    std::error_code ignored;
    std::filesystem::remove(copy, ignored);
    std::filesystem::remove(beside(copy, kOriginSuffix), ignored);
}

} // namespace

std::filesystem::path GraphRecovery::defaultFolder() {
    return toPath(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)) / "unsaved";
}

GraphRecovery::GraphRecovery(GraphDocument& document, std::filesystem::path folder, QObject* parent)
    : QObject(parent), document_(document), folder_(std::move(folder)) {
    const std::string id = QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
    copy_ = folder_ / (id + kCopySuffix);
    timer_.setSingleShot(true);
    timer_.setInterval(kDelayMilliseconds);
    connect(&timer_, &QTimer::timeout, this, [this] { logFailure(write()); });
    connect(&document_, &GraphDocument::changed, this, [this] { refresh(); });
    connect(&document_, &GraphDocument::fileStateChanged, this, &GraphRecovery::refresh);
}

GraphRecovery::~GraphRecovery() {
    // Whoever ends the editor has asked what to do with unsaved edits.
    remove();
}

std::vector<RecoveredGraph> GraphRecovery::leftBehind() const {
    std::vector<RecoveredGraph> found;
    const QDir folder(pathText(folder_));
    for (const QFileInfo& file :
         folder.entryInfoList({u'*' + QLatin1String(kCopySuffix)}, QDir::Files, QDir::Time)) {
        const std::filesystem::path copy = toPath(file.filePath());
        if (copy == copy_) {
            continue;
        }
        QLockFile lock(pathText(beside(copy, kLockSuffix)));
        lock.setStaleLockTime(0);
        if (!lock.tryLock(0)) {
            continue; // of an editor that runs
        }
        RecoveredGraph graph{copy, {}};
        if (const auto bytes = readFile(beside(copy, kOriginSuffix), 1 << 16)) {
            graph.path = std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        }
        found.push_back(std::move(graph));
    }
    return found;
}

Status GraphRecovery::recover(const RecoveredGraph& graph) {
    auto definition = readGraph(graph.copy);
    if (!definition) {
        return definition.error();
    }
    document_.openRecovered(std::move(*definition), graph.path);
    if (Status status = write(); !status) {
        return status;
    }
    removeAll(graph.copy);
    return {};
}

void GraphRecovery::discard(const RecoveredGraph& graph) {
    removeAll(graph.copy);
}

Status GraphRecovery::write() {
    timer_.stop();
    if (!document_.isOpen() || !document_.isModified()) {
        return {};
    }
    if (lock_ == nullptr) {
        QDir().mkpath(pathText(folder_));
        lock_ = std::make_unique<QLockFile>(pathText(beside(copy_, kLockSuffix)));
        lock_->setStaleLockTime(0);
        lock_->tryLock(0);
    }
    if (Status status =
            writeFileAtomically(beside(copy_, kOriginSuffix), document_.path().string());
        !status) {
        return status;
    }
    return writeFileAtomically(copy_, io::graphDocument(document_.definition()));
}

void GraphRecovery::refresh() {
    if (!document_.isOpen() || !document_.isModified()) {
        remove();
    } else if (!timer_.isActive()) {
        timer_.start();
    }
}

void GraphRecovery::remove() {
    timer_.stop();
    removeAll(copy_);
}

} // namespace sartor::editor
