// SPDX-License-Identifier: Apache-2.0
// The process of one input of a case: what it is told, and how it answers.
#pragma once

#include "answer.h"

#include <sartor/base/child_process.h>
#include <sartor/io/case_questions.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sartor::cli {

/// The hidden sub-command that answers for one input. It gives up all rights but that of reading in
/// the folder of the case, and writes:
///
///     confined
///     opened-outside PATH      for each file that the import opens elsewhere, or must not
///     answer N JSON            for each question of the input, N counting all questions
///     (an empty line)
///     what the command says about such a file otherwise
///
/// It ends with 0, or with 3 and a message where the input is refused.
inline constexpr const char* kCaseChildCommand = "verify-input";

/// What came of the process of one input.
struct CaseChild {
    ChildResult result;
    /// "ended with code 0", "crashed with SIGSEGV (segmentation fault)"
    std::string end;
    bool isConfined = false;
    std::vector<std::string> openedOutside;
    /// By the number of the question.
    std::map<std::size_t, std::string> answers;
    /// Everything that was written for people, of both streams.
    std::string output;
    bool isOutputValidUtf8 = true;

    /// It ended by itself, with a code that means something.
    bool hasEndedOrderly() const;
};

struct CaseChildOptions {
    std::vector<std::filesystem::path> pluginFolders;
    /// Leaves memory without a bound.
    bool isMemoryFree = false;
};

/// Runs the process of one input. It may take twice what the questions allow and a bit, so that
/// what takes somewhat too long or too much is still measured. Errors: "process.not_started".
Result<CaseChild> runCaseChild(const io::CaseQuestions& questions,
                               const std::string& input,
                               const CaseChildOptions& options);

/// What that process does.
ExitCode answerForInput(const std::filesystem::path& folder,
                        const std::string& input,
                        const std::vector<std::filesystem::path>& pluginFolders);

} // namespace sartor::cli
