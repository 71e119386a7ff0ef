// SPDX-License-Identifier: Apache-2.0
// Another scene that is drawn in place of the open character, in the same pose.
#pragma once

#include "editor/model/document_settings.h"

#include <QString>

#include <memory>

namespace sartor::editor {

/// Follows a character: its clip, time, chain, weights and graph. Nothing that is done here changes
/// the character.
class StandIn {
public:
    /// What it follows, as it is now.
    struct Leader {
        session::Session& session;
        const DocumentSettings& settings;
        double time = 0.0;
    };

    /// The session was just made, from a scene with the same joints and clips; the title says what
    /// is seen.
    StandIn(std::shared_ptr<session::Session> session, QString title);

    const std::shared_ptr<session::Session>& session() const { return session_; }
    const QString& title() const { return title_; }

    /// Errors: those of session::Session.
    Status evaluate(const Leader& leader);

private:
    Status followGraph(session::Session& leader);

    std::shared_ptr<session::Session> session_;
    QString title_;
    DocumentSettings settings_;
};

} // namespace sartor::editor
