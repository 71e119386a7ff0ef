// SPDX-License-Identifier: Apache-2.0
// The undo step of a repair: the character before and after.
#include "editor/model/repair_command.h"

#include "editor/model/log_failure.h"

#include <utility>

namespace sartor::editor {

RepairCommand::RepairCommand(Document& document, const QString& text, Characters characters)
    : QUndoCommand(text), document_(document), characters_(std::move(characters)) {}

void RepairCommand::undo() {
    bring(characters_.before);
}

void RepairCommand::redo() {
    bring(characters_.after);
}

void RepairCommand::bring(const std::shared_ptr<Character>& character) {
    if (document_.character_ != character) {
        logFailure(document_.become(character));
    }
}

} // namespace sartor::editor
