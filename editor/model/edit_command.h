// SPDX-License-Identifier: Apache-2.0
// The undo step of a document setting: the values before and after.
#pragma once

#include "editor/model/document.h"

#include <QUndoCommand>

namespace sartor::editor {

class EditCommand : public QUndoCommand {
public:
    struct Values {
        DocumentSettings before;
        DocumentSettings after;
    };

    /// The document is at `values.after` already: an edit that fails never becomes a step.
    EditCommand(Document& document, const QString& text, Values values, MergeKey key);

    void undo() override;
    void redo() override;
    int id() const override;
    /// Takes a later edit of the same setting in the same gesture in; an edit that came back to
    /// where it began becomes obsolete.
    bool mergeWith(const QUndoCommand* later) override;

private:
    void bring(const DocumentSettings& from, const DocumentSettings& to);

    Document& document_;
    Values values_;
    MergeKey key_;
};

} // namespace sartor::editor
