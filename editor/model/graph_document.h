// SPDX-License-Identifier: Apache-2.0
// The open pose graph, its file, and the way back of every edit.
#pragma once

#include "editor/model/document.h"
#include "editor/model/graph_delta.h"

#include <sartor/base/file_stamp.h>
#include <sartor/base/result.h>
#include <sartor/graph/definition.h>

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <filesystem>
#include <functional>
#include <optional>

namespace sartor::editor {

class GraphDocument : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(GraphDocument)

public:
    using Mutation = std::function<void(graph::GraphDefinition&)>;

    explicit GraphDocument(QObject* parent = nullptr);
    ~GraphDocument() override;

    /// Whether there is a graph at all; without one the character plays its clips.
    bool isOpen() const { return isOpen_; }
    const graph::GraphDefinition& definition() const { return definition_; }
    /// Empty for one that has never been saved.
    const std::filesystem::path& path() const { return path_; }
    /// The file's name, or "Untitled"; empty without a graph.
    QString name() const;
    /// Whether the file, if there is one, says something else.
    bool isModified() const;
    QUndoStack* undoStack() { return &undoStack_; }

    /// Another graph and no undo steps. What was not saved is gone: ask before.
    void create();
    /// Errors: those of readGraph(); what was open stays.
    Status open(const std::filesystem::path& path);
    /// A graph that was saved aside when its editor ended: modified, for the file it came from.
    void openRecovered(graph::GraphDefinition definition, const std::filesystem::path& path);
    void close();

    enum class Overwrite {
        IfUnchanged, ///< since it was read or written here
        Always
    };
    /// Writes the file whole or not at all.
    /// Errors: "editor.graph_untitled", "editor.graph_changed_on_disk", those of writing; the graph
    /// stays modified.
    Status save(Overwrite overwrite = Overwrite::IfUnchanged);
    Status saveAs(const std::filesystem::path& path);

    /// One undo step, unless nothing changes. Edits of one gesture and setting become one step.
    void edit(const QString& text, const Mutation& mutate, const MergeKey& key = {});
    /// A gesture no edit has carried so far: one per drag.
    Gesture newGesture();

Q_SIGNALS:
    /// Another graph, or none.
    void opened();
    /// An edit was made, taken back or made again; definition() is as after it.
    void changed(const sartor::editor::GraphDelta& delta);
    /// isModified() or path() may be other ones.
    void fileStateChanged();

private:
    friend class GraphCommand;

    void take(graph::GraphDefinition definition, const std::filesystem::path& path);
    void apply(const GraphDelta& delta);

    graph::GraphDefinition definition_;
    std::filesystem::path path_;
    /// Of the file as it was last read or written here.
    std::optional<FileStamp> stamp_;
    QUndoStack undoStack_;
    std::uint64_t lastGesture_ = 0;
    bool isOpen_ = false;
    /// Differs from the file though there is no undo step that leads there.
    bool isRecovered_ = false;
};

} // namespace sartor::editor

Q_DECLARE_METATYPE(sartor::editor::GraphDelta)
