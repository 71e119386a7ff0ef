// SPDX-License-Identifier: Apache-2.0
// The undo step of an edit of the graph: ids and values before and after.
#pragma once

#include "editor/model/graph_document.h"

#include <QUndoCommand>

namespace sartor::editor {

class GraphCommand : public QUndoCommand {
public:
    GraphCommand(GraphDocument& document, const QString& text, GraphDelta delta, MergeKey key);

    void undo() override;
    void redo() override;
    int id() const override;
    /// Takes a later edit of the same setting in the same gesture in; edits that came back to where
    /// they began become obsolete.
    bool mergeWith(const QUndoCommand* later) override;

private:
    GraphDocument& document_;
    GraphDelta delta_;
    MergeKey key_;
};

} // namespace sartor::editor
