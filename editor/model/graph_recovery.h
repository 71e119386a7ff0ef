// SPDX-License-Identifier: Apache-2.0
// Keeps a copy of the graph's unsaved edits aside, and finds those of an editor that has ended
// early.
#pragma once

#include "editor/model/graph_document.h"

#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <filesystem>
#include <memory>
#include <vector>

namespace sartor::editor {

/// A copy that was left behind.
struct RecoveredGraph {
    /// The copy itself.
    std::filesystem::path copy;
    /// The file it is an edit of; empty for one that was never saved.
    std::filesystem::path path;
};

/// Writes the copy a moment after an edit, and removes it when the graph is saved, closed or back
/// at what its file says. Several editors may use one folder.
class GraphRecovery : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(GraphRecovery)

public:
    static constexpr int kDelayMilliseconds = 2000;

    /// Where the user's data is kept.
    static std::filesystem::path defaultFolder();

    GraphRecovery(GraphDocument& document, std::filesystem::path folder, QObject* parent = nullptr);
    ~GraphRecovery() override;

    /// Copies of editors that do not run any more, the newest first.
    std::vector<RecoveredGraph> leftBehind() const;
    /// Opens a copy as a modified graph, and removes it once it is kept as that of this editor.
    /// Errors: those of reading it; then it stays.
    Status recover(const RecoveredGraph& graph);
    /// For good.
    void discard(const RecoveredGraph& graph);
    /// At once, without waiting. Errors: those of writing.
    Status write();

private:
    void refresh();
    void remove();

    GraphDocument& document_;
    std::filesystem::path folder_;
    std::filesystem::path copy_;
    std::unique_ptr<QLockFile> lock_;
    QTimer timer_;
};

} // namespace sartor::editor
