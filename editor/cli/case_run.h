// SPDX-License-Identifier: Apache-2.0
// One case from its folder to its grades.
#pragma once

#include "case_child.h"

#include <sartor/base/result.h>
#include <sartor/io/case_grade.h>

#include <filesystem>
#include <string>
#include <vector>

namespace sartor::cli {

struct CheckRun {
    std::string check;
    std::string kind;
    std::string input;
    /// An object of JSON, on one line.
    std::string answer;
    io::CaseGrade grade;
};

struct CaseRun {
    std::filesystem::path folder;
    std::string id;
    std::string className;
    std::vector<CheckRun> checks;
    /// Keys of the document that had no effect.
    std::vector<std::string> remarks;

    /// Failed where any check did, else skipped where any was.
    io::CaseOutcome outcome() const;
};

struct CaseRunOptions {
    CaseChildOptions child;
    /// Classes whose checks may be skipped; a skip elsewhere fails. Empty for all.
    std::vector<std::string> skippable;
};

/// The folders of all cases in a folder and below it, in order.
/// Errors: "case.none" (there is none, or no such folder), with the path.
Result<std::vector<std::filesystem::path>> findCases(const std::filesystem::path& folder);

/// Answers all checks, each input in a process of its own, and only then reads what is expected.
/// Errors: those of io::readCaseQuestions() and runCaseChild().
Result<CaseRun> runCase(const std::filesystem::path& folder, const CaseRunOptions& options);

} // namespace sartor::cli
