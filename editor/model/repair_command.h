// SPDX-License-Identifier: Apache-2.0
// The undo step of a repair: the character before and after.
#pragma once

#include "editor/model/document.h"

#include <QUndoCommand>

namespace sartor::editor {

class RepairCommand : public QUndoCommand {
public:
    struct Characters {
        std::shared_ptr<Character> before;
        std::shared_ptr<Character> after;
    };

    /// The document is at `characters.after` already: a repair that fails never becomes a step.
    RepairCommand(Document& document, const QString& text, Characters characters);

    void undo() override;
    void redo() override;

private:
    void bring(const std::shared_ptr<Character>& character);

    Document& document_;
    Characters characters_;
};

} // namespace sartor::editor
