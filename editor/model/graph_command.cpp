// SPDX-License-Identifier: Apache-2.0
// The undo step of an edit of the graph: ids and values before and after.
#include "editor/model/graph_command.h"

#include <utility>

namespace sartor::editor {

namespace {

/// Commands with an id are offered to each other for merging; without one they never are.
constexpr int kNeverMerges = -1;
constexpr int kMayMerge = 1;

} // namespace

GraphCommand::GraphCommand(GraphDocument& document,
                           const QString& text,
                           GraphDelta delta,
                           MergeKey key)
    : QUndoCommand(text), document_(document), delta_(std::move(delta)), key_(std::move(key)) {}

void GraphCommand::undo() {
    document_.apply(reversed(delta_));
}

void GraphCommand::redo() {
    document_.apply(delta_);
}

int GraphCommand::id() const {
    return key_.gesture == Gesture::Single ? kNeverMerges : kMayMerge;
}

bool GraphCommand::mergeWith(const QUndoCommand* later) {
    const auto* other = dynamic_cast<const GraphCommand*>(later);
    if (other == nullptr || other->key_.gesture != key_.gesture ||
        other->key_.setting != key_.setting) {
        return false;
    }
    // The later one is done already.
    graph::GraphDefinition before = document_.definition();
    applyDelta(before, reversed(other->delta_));
    applyDelta(before, reversed(delta_));
    delta_ = graphDelta(before, document_.definition());
    setObsolete(delta_.isEmpty());
    return true;
}

} // namespace sartor::editor
