// SPDX-License-Identifier: Apache-2.0
// The undo step of a document setting: the values before and after.
#include "editor/model/edit_command.h"

#include "editor/model/log_failure.h"

#include <utility>

namespace sartor::editor {

namespace {

/// Commands with an id are offered to each other for merging; without one they never are.
constexpr int kNeverMerges = -1;
constexpr int kMayMerge = 1;

} // namespace

EditCommand::EditCommand(Document& document, const QString& text, Values values, MergeKey key)
    : QUndoCommand(text), document_(document), values_(std::move(values)), key_(std::move(key)) {}

void EditCommand::undo() {
    bring(values_.after, values_.before);
}

void EditCommand::redo() {
    bring(values_.before, values_.after);
}

int EditCommand::id() const {
    return key_.gesture == Gesture::Single ? kNeverMerges : kMayMerge;
}

bool EditCommand::mergeWith(const QUndoCommand* later) {
    const auto* other = dynamic_cast<const EditCommand*>(later);
    if (other == nullptr || other->key_.gesture != key_.gesture ||
        other->key_.setting != key_.setting) {
        return false;
    }
    values_.after = other->values_.after;
    setObsolete(values_.after == values_.before);
    return true;
}

void EditCommand::bring(const DocumentSettings& from, const DocumentSettings& to) {
    // Only what the edit changed: a plugin that was built anew may have changed the rest.
    DocumentSettings target = document_.settings();
    const auto take = [&](auto field) {
        if (from.*field != to.*field) {
            target.*field = to.*field;
        }
    };
    take(&DocumentSettings::clip);
    take(&DocumentSettings::chain);
    take(&DocumentSettings::maximumInfluences);
    take(&DocumentSettings::morphWeights);
    take(&DocumentSettings::playbackMode);
    take(&DocumentSettings::playbackSpeed);
    logFailure(document_.apply(target));
}

} // namespace sartor::editor
