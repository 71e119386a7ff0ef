// SPDX-License-Identifier: Apache-2.0
// The findings of `sartor check` in the forms that people and other programs read. CHECK.md beside
// this file documents them for users.
#pragma once

#include "fix_file.h"

#include <sartor/base/result.h>
#include <sartor/diagnose/lint.h>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sartor::cli {

/// What a JSON report says that it is.
inline constexpr std::string_view kReportFormat = "sartor-check-report";

/// One finding, and whether it was there before.
struct CheckedFinding {
    diagnose::Diagnostic diagnostic;
    /// What stays the same while the fault does: of rule, names and order, not of numbers.
    std::string fingerprint;
    /// The baseline has it. Without a baseline nothing is known.
    bool isKnown = false;
};

/// One file: its findings, or why it could not be read.
struct CheckedFile {
    std::filesystem::path path;
    std::vector<CheckedFinding> findings;
    std::optional<Error> error;
    /// That reading and checking took.
    double seconds = 0.0;
};

/// A finding that the baseline has and a checked file has not.
struct GoneFinding {
    /// As it was given to this run.
    std::filesystem::path path;
    std::string rule;
    std::string place;
    std::string subject;
    std::string message;
    std::string fingerprint;
};

struct CheckReport {
    std::vector<CheckedFile> files;
    /// Findings are told apart by a baseline.
    bool hasBaseline = false;
    std::vector<GoneFinding> gone;
};

/// Findings of one file with their fingerprints.
std::vector<CheckedFinding> withFingerprints(std::vector<diagnose::Diagnostic> findings);

std::string_view text(diagnose::Severity severity);
/// "info", "warning", "error"; none for another text.
std::optional<diagnose::Severity> severityFrom(std::string_view text);
/// What it is about and what is wrong, on one line.
std::string sentence(const diagnose::Diagnostic& finding);

/// Findings that are not known, one a line, and counts.
std::string textReport(const CheckReport& report);
/// What --merge reads, with what --fix did, where it did anything.
std::string jsonReport(const CheckReport& report, const FixedFile* fixed);
/// SARIF 2.1.0, what code scanning services take.
std::string sarifReport(const CheckReport& report);
/// JUnit: a suite per file, a case per rule; findings at or above `failOn` that are not known are
/// failures.
std::string junitReport(const CheckReport& report, diagnose::Severity failOn);

} // namespace sartor::cli
