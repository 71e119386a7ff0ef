// SPDX-License-Identifier: Apache-2.0
// The open pose graph, its file, and the way back of every edit.
#include "editor/model/graph_document.h"

#include "editor/model/graph_command.h"
#include "editor/model/graph_file.h"
#include "editor/model/graph_layout.h"
#include "editor/model/text.h"

#include <sartor/base/file.h>
#include <sartor/io/graph_document.h>

#include <utility>

namespace sartor::editor {

GraphDocument::GraphDocument(QObject* parent) : QObject(parent) {
    connect(&undoStack_, &QUndoStack::cleanChanged, this, &GraphDocument::fileStateChanged);
}

GraphDocument::~GraphDocument() {
    // The undo steps go after this, and their stack says so to whoever listens.
    undoStack_.disconnect(this);
}

QString GraphDocument::name() const {
    if (!isOpen_) {
        return {};
    }
    return path_.empty() ? tr("Untitled") : pathText(path_.filename());
}

bool GraphDocument::isModified() const {
    return isRecovered_ || !undoStack_.isClean();
}

void GraphDocument::create() {
    isOpen_ = true;
    take({}, {});
}

Status GraphDocument::open(const std::filesystem::path& path) {
    // Looked at before it is read: a change in between is then seen when it is saved.
    const auto stamp = fileStamp(path);
    auto definition = readGraph(path);
    if (!definition) {
        return definition.error();
    }
    isOpen_ = true;
    take(std::move(*definition), path);
    stamp_ = stamp;
    return {};
}

void GraphDocument::openRecovered(graph::GraphDefinition definition,
                                  const std::filesystem::path& path) {
    isOpen_ = true;
    take(std::move(definition), path);
    stamp_ = fileStamp(path);
    isRecovered_ = true;
    Q_EMIT fileStateChanged();
}

void GraphDocument::close() {
    isOpen_ = false;
    take({}, {});
}

Status GraphDocument::save(Overwrite overwrite) {
    if (path_.empty()) {
        return Error{"editor.graph_untitled", "the graph has no file yet: save it under a name"};
    }
    const auto stamp = fileStamp(path_);
    if (overwrite == Overwrite::IfUnchanged && stamp && stamp != stamp_) {
        return Error{"editor.graph_changed_on_disk",
                     path_.string() + " was changed by another program since it was opened here"};
    }
    if (Status status = writeFileAtomically(path_, io::graphDocument(definition_)); !status) {
        return status;
    }
    stamp_ = fileStamp(path_);
    isRecovered_ = false;
    undoStack_.setClean();
    Q_EMIT fileStateChanged();
    return {};
}

Status GraphDocument::saveAs(const std::filesystem::path& path) {
    const std::filesystem::path before = std::exchange(path_, path);
    Status status = save(Overwrite::Always);
    if (!status) {
        path_ = before;
    }
    return status;
}

void GraphDocument::edit(const QString& text, const Mutation& mutate, const MergeKey& key) {
    if (!isOpen_) {
        return;
    }
    graph::GraphDefinition after = definition_;
    mutate(after);
    GraphDelta delta = graphDelta(definition_, after);
    if (!delta.isEmpty()) {
        undoStack_.push(new GraphCommand(*this, text, std::move(delta), key));
    }
}

Gesture GraphDocument::newGesture() {
    return Gesture{++lastGesture_};
}

void GraphDocument::take(graph::GraphDefinition definition, const std::filesystem::path& path) {
    definition_ = std::move(definition);
    placeUnplaced(definition_);
    path_ = path;
    stamp_.reset();
    isRecovered_ = false;
    undoStack_.clear();
    Q_EMIT opened();
    Q_EMIT fileStateChanged();
}

void GraphDocument::apply(const GraphDelta& delta) {
    applyDelta(definition_, delta);
    Q_EMIT changed(delta);
}

} // namespace sartor::editor
