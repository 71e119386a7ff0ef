// SPDX-License-Identifier: Apache-2.0
// Answers what cases ask of a file, without a look at what they expect.
#pragma once

#include <sartor/import/imported_scene.h>
#include <sartor/io/case_questions.h>
#include <sartor/session/session.h>

#include <memory>
#include <optional>
#include <string>

namespace sartor::session {

/// One input of a case. Answers are objects of JSON on one line, as io::gradeAnswer() wants them.
class CaseInput {
public:
    /// The scene as it was read, or why it was refused. The chain, the influence limit and the clip
    /// of the options are those of each question instead.
    CaseInput(Result<import::ImportedScene> scene, const SessionOptions& options);

    bool isRefused() const { return refusal_.has_value(); }

    /// Questions about the process (LoadQuestion, ExitStatusQuestion, OutputQuestion) are answered
    /// by whoever runs it; here they give an error.
    /// Never fails: what cannot be answered gives "skip", "refused" or "error" with the reason.
    std::string answer(const io::CaseQuestion& question);

private:
    std::optional<Error> refusal_;
    std::optional<Error> failure_; // of the session
    std::unique_ptr<Session> session_;
};

} // namespace sartor::session
